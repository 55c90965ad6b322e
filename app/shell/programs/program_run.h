// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/programs/console_process.h"
#include "shell/programs/printed_text.h"
#include "shell/programs/recorded_program.h"
#include "shell/programs/recording_setup.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lanescope::shell {

/// A program of the user's beside the window: built where it is a source, then run while it is recorded. It
/// may fail, crash, print without end or never end; this process goes on, and can end it.
class ProgramRun {
public:
    enum class Stage : std::uint8_t {
        None,     ///< no program has been started
        Building, ///< nvcc is at it
        Running,
        Ended
    };
    /// How it ended.
    struct End {
        bool recorded = false; ///< its recording is there, of all that it asked of its device until then
        bool good = false;     ///< it ended as it should
        std::string text;      ///< one line in the user's language
    };

    /// recording: the file that it is recorded into. Ends the one before.
    void start(const Program& program, const std::string& recording);
    /// Ends it and its children: at once, or after the two seconds that it may take to end by itself. What it
    /// asked of its device until then is there.
    void cancel();
    /// Cancels it, and is then as if nothing had been started. Gives what cancel() says; empty: it was not
    /// running.
    std::string close();
    const Program& program() const { return m_program; }
    const std::string& recording() const { return m_recording; }
    Stage stage() const { return m_stage; }
    bool running() const { return m_stage == Stage::Building || m_stage == Stage::Running; }
    /// Since the stage began, or how long the last one took.
    double seconds() const;
    std::uint64_t launches() const;
    /// What it has printed, or nvcc.
    PrintedText printed() const { return m_process.printed(); }
    /// One line in the user's language: what goes on, or how it ended; empty: nothing was started.
    std::string statusText() const;
    const End& end() const { return m_end; }
    /// Goes on to what comes next; true, once, when it has ended, also by cancel().
    bool poll();

private:
    void enter(Stage stage);
    void run(const std::string& file);
    void finish(End end);
    End endOf(const ChildEnd& ended) const;
    std::string runningText() const;
    template<class Body>
    void guarded(const Body& body);

    Program m_program;
    std::string m_recording, m_built;
    Stage m_stage = Stage::None;
    std::chrono::steady_clock::time_point m_began;
    double m_seconds = 0;                      ///< of the stage that has ended
    std::unique_ptr<TemporaryFolder> m_folder; ///< of the program that is built
    std::unique_ptr<RecordingSetup> m_setup;
    ConsoleProcess m_process;
    End m_end;
    bool m_news = false; ///< it has ended, and poll() has not said so
};

} // namespace lanescope::shell
