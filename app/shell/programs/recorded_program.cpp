// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/recorded_program.h"

#include "kit/registry.h"
#include "model/error.h"
#include "recording/file.h"
#include "shell/programs/recording_setup.h"
#include "shell/programs/temporary_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <list>
#include <mutex>

extern char** environ;

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

constexpr const char* kThisProgram = "/proc/self/exe";

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& each : texts) all.push_back(each.data());
    all.push_back(nullptr);
    return all;
}

/// Ctrl+C is for the program, which ends of it; this process goes on to say what became of it.
class InterruptsLeftAlone {
public:
    InterruptsLeftAlone() : m_before(std::signal(SIGINT, SIG_IGN)) {}
    ~InterruptsLeftAlone() { std::signal(SIGINT, m_before); }
    InterruptsLeftAlone(const InterruptsLeftAlone&) = delete;
    InterruptsLeftAlone& operator=(const InterruptsLeftAlone&) = delete;

private:
    void (*m_before)(int);
};

/// Runs a file to its end, and gives its exit code.
int run(const std::string& file, std::vector<std::string> words, char* const* environment,
        ProgramOutput output) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    if (output == ProgramOutput::ToStandardError)
        ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t interrupts;
    ::sigemptyset(&interrupts);
    ::sigaddset(&interrupts, SIGINT);
    ::posix_spawnattr_setsigdefault(&attributes, &interrupts);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const InterruptsLeftAlone waiting;
    pid_t process = -1;
    const int failed =
        ::posix_spawn(&process, file.c_str(), &actions, &attributes, pointersTo(words).data(), environment);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failed != 0) throw Error(fmt::format("{} cannot be started: {}", file, std::strerror(failed)));
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// The program to start: a source is built into that folder first.
std::string builtProgram(const std::string& file, const fs::path& folder) {
    if (!isProgramSource(file)) return fs::absolute(file).string();
    const fs::path program = folder / fs::path(file).stem();
    std::vector<std::string> words = buildArguments(file, program);
    words.insert(words.begin(), "lanescope");
    if (const int code = run(kThisProgram, std::move(words), environ, ProgramOutput::ToStandardError);
        code != 0)
        throw BadInput(fmt::format("{} cannot be built: nvcc {}", file, endText(code)));
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

std::string endText(int code) {
    if (code == 0) return {};
    if (code <= 128) return fmt::format("ended with exit code {}", code);
    const int signal = code - 128;
    return fmt::format("was ended by signal {} ({})", signal, ::strsignal(signal));
}

ProgramEnd runRecorded(const Program& program, const fs::path& file, ProgramOutput output) {
    const TemporaryFolder folder;
    const std::string started = builtProgram(program.file, folder.path());
    const RecordingSetup setup(file, program.device);
    std::vector<std::string> words{started}, environment = setup.environment();
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    ProgramEnd end;
    end.code = run(started, std::move(words), pointersTo(environment).data(), output);
    end.whyNotRecorded = setup.whyNotRecorded(end.code);
    return end;
}

} // namespace lanescope::shell
