// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/recorded_program.h"

#include "kit/registry.h"
#include "model/error.h"
#include "recording/file.h"
#include "shell/programs/child.h"
#include "shell/programs/recording_setup.h"
#include "shell/programs/temporary_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <list>
#include <mutex>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

/// Ctrl+C reaches the program, too, which ends of it; what is sent to this process alone is passed on. This
/// process goes on to say what became of the program. One that does not end is killed: after some seconds, or
/// at the second signal. What follows the first at once is the same one: timeout signals the process and then
/// its group. There is one at a time.
class SignalsPassedOn {
public:
    SignalsPassedOn() {
        g_child = -1;
        g_first = 0;
        struct sigaction passed {};
        passed.sa_sigaction = passOn;
        passed.sa_flags = SA_SIGINFO | SA_RESTART;
        ::sigfillset(&passed.sa_mask); // one at a time
        for (std::size_t i = 0; i < kSignals.size(); ++i) {
            ::sigaction(kSignals[i], nullptr, &m_before[i]);
            // As nohup has it, for the program, too.
            const bool isIgnored = kSignals[i] == SIGHUP && m_before[i].sa_handler == SIG_IGN;
            if (!isIgnored) ::sigaction(kSignals[i], &passed, nullptr);
        }
    }
    ~SignalsPassedOn() {
        g_child = -1;
        ::alarm(0);
        for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &m_before[i], nullptr);
    }
    SignalsPassedOn(const SignalsPassedOn&) = delete;
    SignalsPassedOn& operator=(const SignalsPassedOn&) = delete;
    static void to(pid_t child) {
        g_child = child;
        if (g_first != 0) ::kill(child, g_first); // it came while the child was started
    }
    /// The first that came; 0: none has.
    static int first() { return g_first; }

private:
    static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGALRM};
    static constexpr unsigned kPatience = 2;                 // seconds
    static constexpr std::int64_t kSameSignal = 300'000'000; // nanoseconds
    static std::int64_t now() {
        timespec time{};
        ::clock_gettime(CLOCK_MONOTONIC, &time);
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    }
    static void passOn(int number, siginfo_t* info, void*) {
        const bool isFirst = g_first == 0 && number != SIGALRM;
        const bool isSame = !isFirst && number != SIGALRM && now() - g_firstAt < kSameSignal;
        const bool fromTerminal = info->si_code == SI_KERNEL; // whose processes all get it
        if (isFirst) {
            g_first = number;
            g_firstAt = now();
            ::alarm(kPatience);
        }
        if (g_child > 0 && !isSame && !(isFirst && fromTerminal))
            ::kill(static_cast<pid_t>(g_child), isFirst ? number : SIGKILL);
    }
    static inline volatile std::sig_atomic_t g_child = -1, g_first = 0;
    static inline volatile std::int64_t g_firstAt = 0; // only handlers use it
    std::array<struct sigaction, kSignals.size()> m_before{};
};

/// Runs a file to its end.
ProgramEnd run(const std::string& file, std::vector<std::string> words, std::vector<std::string> environment,
               ProgramOutput output) {
    ChildSetup setup{.file = file,
                     .words = std::move(words),
                     .environment = std::move(environment),
                     .redirections = {},
                     .interruptible = true};
    if (output == ProgramOutput::ToStandardError)
        setup.redirections.push_back({.number = STDOUT_FILENO, .from = STDERR_FILENO});
    const SignalsPassedOn waiting;
    Child child;
    if (const int failed = child.start(std::move(setup)); failed != 0)
        throw Error(fmt::format("{} cannot be started: {}", file, std::strerror(failed)));
    SignalsPassedOn::to(child.process());
    const ChildEnd end = child.wait();
    return {.code = end.shellCode(), .signal = end.signal, .interruptedBy = SignalsPassedOn::first()};
}

std::string signalText(int signal) {
    return fmt::format("signal {} ({})", signal, ::strsignal(signal));
}

/// The program to start: a source is built into that folder first.
std::string builtProgram(const std::string& file, const fs::path& folder) {
    if (!isProgramSource(file)) return fs::absolute(file).string();
    const fs::path program = folder / fs::path(file).stem();
    std::vector<std::string> words = buildArguments(file, program);
    words.insert(words.begin(), "lanescope");
    const ProgramEnd end = run(kThisProgram, std::move(words), {}, ProgramOutput::ToStandardError);
    // nvcc says in ways of its own that a signal has ended it, or what it has started.
    if (end.interruptedBy != 0)
        throw Interrupted(
            fmt::format("{} is not built: {} ended the build", file, signalText(end.interruptedBy)),
            end.interruptedBy);
    if (end.code != 0) throw BadInput(fmt::format("{} cannot be built: nvcc {}", file, endText(end)));
    return program.string();
}

} // namespace

bool isProgramsRecording(const std::string& name) {
    return TemporaryFolder::holds(name);
}

bool isProgramSource(const std::string& file) {
    return file.ends_with(".cu");
}

bool isProgram(const std::string& target) {
    const auto isLab = [&](const kit::LabEntry& each) { return each.name == target; };
    if (std::ranges::any_of(kit::labs(), isLab)) return false; // which ./NAME is not
    std::error_code unknown;
    if (target.ends_with(".lanescope") || !fs::is_regular_file(target, unknown)) return false;
    return isProgramSource(target) || ::access(target.c_str(), X_OK) == 0;
}

std::string commandOf(const Program& program) {
    return fmt::format("{}{}{}", program.file, program.arguments.empty() ? "" : " ",
                       fmt::join(program.arguments, " "));
}

std::vector<std::string> buildArguments(const std::string& source, const fs::path& program) {
    return {"nvcc", source, "-o", program.string()};
}

std::string endText(const ProgramEnd& end) {
    if (end.code == 0) return {};
    if (end.interruptedBy != 0 && end.signal == SIGKILL)
        return fmt::format("did not end at {} and was killed", signalText(end.interruptedBy));
    if (end.signal == 0) return fmt::format("ended with exit code {}", end.code);
    return fmt::format("was ended by {}", signalText(end.signal));
}

ProgramEnd runRecorded(const Program& program, const fs::path& file, ProgramOutput output) {
    const TemporaryFolder folder;
    const std::string started = builtProgram(program.file, folder.path());
    const RecordingSetup setup(file, program.device, program.checked);
    std::vector<std::string> words{started};
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    ProgramEnd end = run(started, std::move(words), setup.environment(), output);
    if (end.code <= 128) end.interruptedBy = 0; // it took no notice, and went on to its end
    end.whyNotRecorded = setup.whyNotRecorded(end.signal);
    return end;
}

} // namespace lanescope::shell
