// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/programs/child.h"
#include "shell/programs/printed_text.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

/// A process beside the window that prints to a terminal of its own, so that its lines come when it prints
/// them. It prints as fast as it likes, however rarely somebody looks. What it starts in turn ends with it.
class ConsoleProcess {
public:
    ConsoleProcess();
    ~ConsoleProcess(); ///< ends it
    ConsoleProcess(const ConsoleProcess&) = delete;
    ConsoleProcess& operator=(const ConsoleProcess&) = delete;

    /// words: the first is its own name; environment: "NAME=VALUE", empty: as this process has it. Throws
    /// Error when it cannot be started.
    void start(const std::string& file, std::vector<std::string> words, std::vector<std::string> environment);
    bool running() const;
    /// At once, and the processes of its group with it.
    void end();
    /// Asks it to end, as Ctrl+C does; after two seconds it is ended, and the processes of its group in any
    /// case.
    ChildEnd interrupt();
    /// What it has printed since start(), or the last of it.
    PrintedText printed() const;
    /// Its end, once, when it has ended by itself.
    std::optional<ChildEnd> poll();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::shell
