// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "device/device.h"
#include "kit/lab.h"
#include "shell/app/measuring/measuring_process.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// The calls of a lab's host program, made on a GPU by this program in a process of its own (`lanescope
/// calls`): what they cost, the GPU of that process, they cost nobody else.
class IsolatedCalls {
public:
    /// seconds: after which a process that does not come back is ended.
    explicit IsolatedCalls(double seconds = 30) : m_seconds(seconds) {}
    /// Begins unless this program is under way or was the last. program: Lanescope's file, empty: the one
    /// that runs.
    void ask(const std::string& program, const std::string& labName, const kit::Lab& lab,
             const model::Architecture& architecture, const device::Info& gpu,
             std::shared_ptr<const recording::Recording> calls);
    /// What they returned, once; a process that failed says why in CallReturns::ended.
    std::shared_ptr<const device::CallReturns> poll();
    bool running() const { return m_process.running(); }
    /// Sleeps until there may be something to poll, at most so many seconds.
    void wait(double seconds) const { m_process.wait(std::min(seconds, m_seconds)); }
    /// Another lab is shown.
    void forget();

private:
    double m_seconds;
    std::chrono::steady_clock::time_point m_started;
    MeasuringProcess m_process;
    std::shared_ptr<const recording::Recording> m_asked;
    std::string m_gpu;
};

/// Whether calls must not be made on a GPU that OpenGL of this vendor draws with: a kernel's fault stops
/// NVIDIA's OpenGL in every process for some 20 s, and what it draws then is black (seen with driver
/// 580.159.04 on an H200). expected: what they return by the runtime's rules.
bool wouldStopOpenGl(const device::CallReturns& expected, std::string_view vendor);

/// What IsolatedCalls finds out, waited for.
std::shared_ptr<const device::CallReturns> isolatedCalls(const std::string& labName, const kit::Lab& lab,
                                                         const model::Architecture& architecture,
                                                         const device::Info& gpu);

} // namespace lanescope::shell
