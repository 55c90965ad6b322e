// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/measuring/lab_calls.h"

#include "render/gl.h"
#include "session/calls.h"

namespace lanescope::shell {

void LabCalls::follow(Runner& runner, const std::string& program) {
    const kit::Lab& lab = runner.editedLab();
    const recording::Recording* const calls =
        runner.can().lostByFaults && runner.mayFail() ? runner.recording() : nullptr;
    if (!calls) {
        m_recording = {};
        m_heldBack = false;
        return m_calls.forget();
    }
    if (!(*calls == m_recording)) {
        m_recording = *calls;
        auto byTheRules =
            std::make_shared<device::CallReturns>(session::emulateCalls(*calls, runner.architecture()));
        m_heldBack = wouldStopOpenGl(*byTheRules, render::glInfo().vendor);
        if (m_heldBack) {
            byTheRules->device += ", not made on the GPU that draws this window";
            m_calls.forget();
            runner.setCalls(*calls, byTheRules);
        }
    }
    if (m_heldBack) return;
    m_calls.ask(program, runner.entry().name, lab, runner.architecture(), runner.info(), *calls);
    if (auto answers = m_calls.poll()) runner.setCalls(*calls, answers);
}

} // namespace lanescope::shell
