// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

/// This program's own file, to be started again.
inline constexpr const char* kThisProgram = "/proc/self/exe";

/// What one of a child's descriptors is.
struct Redirection {
    int number = 0;        ///< the child's
    int from = -1;         ///< a descriptor of this process; -1: the file
    const char* file = ""; ///< as the child may use it: input is read, all else written
};

/// What is started, and with what.
struct ChildSetup {
    std::string file;
    std::vector<std::string> words;       ///< the first is the name that it is called by
    std::vector<std::string> environment; ///< empty: this process's
    std::vector<Redirection> redirections;
    bool ownGroup = false;      ///< in a group of its own, which kill() ends, with all signals as usual
    bool interruptible = false; ///< Ctrl+C ends it even where this process takes no notice
};

/// How a process ended.
struct ChildEnd {
    int code = -1;  ///< its exit code; -1: a signal ended it
    int signal = 0; ///< that ended it; 0: none did
    /// As a command line has both in one.
    int shellCode() const { return signal != 0 ? 128 + signal : code; }
};

/// A process that this one has started, until its end has been seen. Nothing becomes of it when this object
/// goes, but it is killed when this process ends, however that comes.
class Child {
public:
    /// 0, or the error code that says why there is none. The child also ends with the thread that calls this:
    /// it is for one that lives as long as the program.
    int start(ChildSetup setup);
    bool running() const { return m_process >= 0; }
    pid_t process() const { return m_process; } ///< -1: none
    /// Its end, once; nothing while it goes on.
    std::optional<ChildEnd> poll();
    /// Until it has ended.
    ChildEnd wait();
    /// Asks it to end, as Ctrl+C does, and ends it after that time; of a group all are ended then. Waits
    /// until it has ended.
    ChildEnd interrupt(std::chrono::milliseconds patience);
    /// Ends it, and waits until it has ended.
    void kill();

private:
    pid_t m_process = -1;
    bool m_ownGroup = false;
};

} // namespace lanescope::shell
