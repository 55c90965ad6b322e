// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/measuring/isolated_calls.h"
#include "shell/app/runner.h"

#include <memory>
#include <string>

namespace lanescope::shell {

/// The host's calls of a lab that says which may fail: made on the GPU, in a process of its own, whenever
/// they are others than before; by the runtime's rules alone where making them would stop the window's
/// OpenGL. What the rules say is what the emulator's play has brought: until it has ended, nothing is made.
class LabCalls {
public:
    /// To be called once a frame. program: Lanescope's file, empty: the one that runs.
    void follow(Runner& runner, const std::string& program);
    /// They are shown by the rules, though there is a GPU.
    bool heldBack() const { return m_heldBack; }
    /// Makes them all the same.
    void makeThem() { m_heldBack = false; }
    /// They are being made, or will be once the emulator has played them.
    bool running() const { return m_isToAsk || m_calls.running(); }
    /// Sleeps until they have returned, at most so many seconds.
    void wait(double seconds) { m_calls.wait(seconds); }

private:
    IsolatedCalls m_calls;
    std::shared_ptr<const recording::Recording> m_recording; ///< whose calls these are
    bool m_heldBack = false;
    bool m_isToAsk = false; ///< what they do by the rules is not known yet
};

} // namespace lanescope::shell
