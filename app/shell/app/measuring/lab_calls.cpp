// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/measuring/lab_calls.h"

#include "render/gl.h"

namespace lanescope::shell {

void LabCalls::follow(Runner& runner, const std::string& program) {
    if (!runner.can().lostByFaults || !runner.mayFail()) {
        m_recording = nullptr;
        m_heldBack = m_isToAsk = false;
        return m_calls.forget();
    }
    const auto drawn = runner.drawn();
    const auto byRules = drawn ? drawn->result.callsByRules : nullptr;
    m_isToAsk = !byRules && runner.error().empty();
    if (!byRules) return;
    const auto recording = drawn->result.recording;
    if (m_recording != recording) {
        const bool isSame = m_recording && *m_recording == *recording;
        m_recording = recording;
        if (!isSame) m_heldBack = wouldStopOpenGl(*byRules, render::glInfo().vendor);
        if (m_heldBack) {
            auto shown = std::make_shared<device::CallReturns>(*byRules);
            shown->device += ", not made on the GPU that draws this window";
            m_calls.forget();
            runner.setCalls(recording, std::move(shown));
        }
    }
    if (m_heldBack) return;
    m_calls.ask(program, runner.entry().name, drawn->lab, drawn->architecture, runner.info(), recording);
    if (auto answers = m_calls.poll()) runner.setCalls(recording, std::move(answers));
}

} // namespace lanescope::shell
