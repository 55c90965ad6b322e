// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

/// A measurement beside the window: this program with other arguments, in a process of its own. So the window
/// draws on, a measurement is cancelled at once, and nothing that fails in it, the profiler or the GPU, takes
/// the window with it. One at a time.
class MeasuringProcess {
public:
    MeasuringProcess();
    ~MeasuringProcess(); ///< cancels
    MeasuringProcess(const MeasuringProcess&) = delete;
    MeasuringProcess& operator=(const MeasuringProcess&) = delete;

    struct Outcome {
        int exitCode = -1;  ///< -1: it ended by a signal
        std::string output; ///< what it wrote on standard output
        std::string error;  ///< when exitCode is not 0: why, one line
    };
    /// program: its file; empty: the one that runs. The argument --progress is added. Cancels the one under
    /// way. Throws Error when it cannot be started.
    void start(const std::string& program, std::vector<std::string> arguments);
    void cancel();
    bool running() const;
    double progress() const;          ///< 0..1
    const std::string& doing() const; ///< what it says it is at
    /// Sleeps until it has written something or ended, at most so many seconds.
    void wait(double seconds) const;
    /// Takes what it has written so far; the outcome once, when it has ended by itself.
    std::optional<Outcome> poll();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::shell
