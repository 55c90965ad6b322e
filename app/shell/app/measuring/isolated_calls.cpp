// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/measuring/isolated_calls.h"

#include "model/error.h"
#include "shell/output/calls.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::shell {

void IsolatedCalls::ask(const std::string& program, const std::string& labName, const kit::Lab& lab,
                        const model::Architecture& architecture, const device::Info& gpu,
                        std::shared_ptr<const recording::Recording> calls) {
    if (m_asked == calls || (m_asked && *m_asked == *calls)) return;
    m_asked = std::move(calls);
    m_gpu = gpu.name;
    std::vector<std::string> arguments{
        "calls", labName, "--json", "--device", gpu.choice, "--arch", std::string(architecture.name)};
    for (const kit::Parameter* parameter : lab.parameters()) {
        arguments.emplace_back("--set");
        arguments.push_back(fmt::format("{}={}", parameter->name(), parameter->text()));
    }
    m_started = std::chrono::steady_clock::now();
    m_process.start(program, std::move(arguments));
}

std::shared_ptr<const device::CallReturns> IsolatedCalls::poll() {
    const auto outcome = m_process.poll();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - m_started;
    const bool late = !outcome && m_process.running() && spent.count() > m_seconds;
    if (!outcome && !late) return nullptr;
    if (late) m_process.cancel();
    auto answers = std::make_shared<device::CallReturns>();
    try {
        if (late) throw Error(fmt::format("no word of it after {} s", m_seconds));
        if (outcome->exitCode != 0) throw Error(outcome->error);
        *answers = callsFromJson(outcome->output);
    } catch (const std::exception& failure) {
        answers->device = m_gpu;
        answers->emulated = false;
        answers->ended = failure.what();
    }
    return answers;
}

void IsolatedCalls::forget() {
    m_process.cancel();
    m_asked.reset();
}

bool wouldStopOpenGl(const device::CallReturns& expected, std::string_view vendor) {
    // cudaError_t of driver_types.h: from cudaErrorIllegalAddress on they are a kernel's
    constexpr int kFirstFault = 700;
    return vendor.starts_with("NVIDIA") &&
           std::ranges::any_of(expected.returns,
                               [](const device::CallReturn& each) { return each.code >= kFirstFault; });
}

std::shared_ptr<const device::CallReturns> isolatedCalls(const std::string& labName, const kit::Lab& lab,
                                                         const model::Architecture& architecture,
                                                         const device::Info& gpu) {
    constexpr double kMostSeconds = 30;
    IsolatedCalls calls(kMostSeconds);
    auto recording = std::make_shared<const recording::Recording>(recordingOf(lab, architecture));
    if (!recording->options.mayFail) return nullptr;
    calls.ask({}, labName, lab, architecture, gpu, std::move(recording));
    for (;;) {
        if (auto answers = calls.poll()) return answers;
        calls.wait(kMostSeconds);
    }
}

} // namespace lanescope::shell
