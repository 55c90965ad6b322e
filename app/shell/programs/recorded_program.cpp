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
#include <csignal>
#include <cstdio>
#include <cstring>
#include <list>
#include <mutex>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

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
int run(const std::string& file, std::vector<std::string> words, std::vector<std::string> environment,
        ProgramOutput output) {
    ChildSetup setup{.file = file,
                     .words = std::move(words),
                     .environment = std::move(environment),
                     .redirections = {},
                     .interruptible = true};
    if (output == ProgramOutput::ToStandardError)
        setup.redirections.push_back({.number = STDOUT_FILENO, .from = STDERR_FILENO});
    const InterruptsLeftAlone waiting;
    Child child;
    if (const int failed = child.start(std::move(setup)); failed != 0)
        throw Error(fmt::format("{} cannot be started: {}", file, std::strerror(failed)));
    return child.wait().shellCode();
}

/// The program to start: a source is built into that folder first.
std::string builtProgram(const std::string& file, const fs::path& folder) {
    if (!isProgramSource(file)) return fs::absolute(file).string();
    const fs::path program = folder / fs::path(file).stem();
    std::vector<std::string> words = buildArguments(file, program);
    words.insert(words.begin(), "lanescope");
    if (const int code = run(kThisProgram, std::move(words), {}, ProgramOutput::ToStandardError); code != 0)
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
    std::vector<std::string> words{started};
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    ProgramEnd end;
    end.code = run(started, std::move(words), setup.environment(), output);
    end.whyNotRecorded = setup.whyNotRecorded(end.code);
    return end;
}

} // namespace lanescope::shell
