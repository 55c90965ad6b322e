// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Programs that use Lanescope's CUDA runtime, in the place of a lab.
namespace lanescope::shell {

/// Whether a target is a program of the user's: a file that can be executed.
bool isProgram(const std::string& target);

/// Whether it is the name of a recording that recordingOf() made, which may be gone.
bool isProgramsRecording(const std::string& name);

/// A program and how it is to run.
struct Program {
    std::string file;
    std::vector<std::string> arguments;
    std::string device; ///< "auto", "cuda", "cuda:N" or "emulated"
    bool operator==(const Program&) const = default;
};

/// Where the program's standard output goes.
enum class ProgramOutput : std::uint8_t { ToStandardOutput, ToStandardError };

/// How a recorded program ended.
struct ProgramEnd {
    int code = 0;               ///< its exit code; of a signal 128 and its number, as a shell has it
    std::string whyNotRecorded; ///< empty: the file has been written
};

/// Runs a program to its end and records what it asks of its device. A file that was there before is only
/// replaced by a whole one. Throws Error when it cannot be started, device::Unavailable where its device is
/// not there.
ProgramEnd runRecorded(const Program& program, const std::filesystem::path& file, ProgramOutput output);

/// Runs a program, what it prints going to standard error, and gives the name of its recording, which is
/// there until this process ends. Asked again for the same program, it does not run again. Throws BadInput
/// when there is none.
std::string recordingOf(const Program& program);

} // namespace lanescope::shell
