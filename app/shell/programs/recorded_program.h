// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Programs that use Lanescope's CUDA runtime, in the place of a lab.
namespace lanescope::shell {

/// Whether a target is a program of the user's: a file that can be executed, or a CUDA source.
bool isProgram(const std::string& target);
/// Whether a file is the source of a program, which `lanescope nvcc` has to build first: it ends with .cu.
bool isProgramSource(const std::string& file);

/// Whether it is the path of a recording that Targets made and that is not kept; it may be gone.
bool isProgramsRecording(const std::string& name);

/// A program and how it is to run.
struct Program {
    std::string file;
    std::vector<std::string> arguments;
    std::string device; ///< "auto", "cuda", "cuda:N" or "emulated"
    /// The runtime looks for what the host's code does wrong, and says it on standard error.
    bool checked = false;
    bool operator==(const Program&) const = default;
};

/// As it is started: "./prog input.txt".
std::string commandOf(const Program& program);
/// What this program's own command line is to be to build that source: "nvcc", "prog.cu", "-o", "prog".
std::vector<std::string> buildArguments(const std::string& source, const std::filesystem::path& program);

/// Where the program's standard output goes.
enum class ProgramOutput : std::uint8_t { ToStandardOutput, ToStandardError };

/// How a program ended.
struct ProgramEnd {
    int code = 0;   ///< its exit code; of a signal 128 and its number, as a shell has it
    int signal = 0; ///< that ended it; 0: none did
    /// This process was sent that signal meanwhile, and the program ended by it or was killed; 0: neither.
    int interruptedBy = 0;
    std::string whyNotRecorded; ///< empty: the file has been written

    /// What a command ends with that passes the program's on.
    int exitCode() const { return interruptedBy != 0 ? 128 + interruptedBy : code; }
};

/// How it ended, in words that go on after its name: "ended with exit code 3"; empty: well.
std::string endText(const ProgramEnd& end);

/// Runs a program to its end and records what it asks of its device; a source is built before. A file that
/// was there before is only replaced by a whole one. Ctrl+C, and a signal to this process, ends it: at the
/// latest after two seconds, or at a second signal. Throws Error when it cannot be built or started,
/// Interrupted where a signal ended the build, Unavailable where its device is not there.
ProgramEnd runRecorded(const Program& program, const std::filesystem::path& file, ProgramOutput output);

} // namespace lanescope::shell
