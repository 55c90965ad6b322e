// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// A program that ends with _exit or _Exit, which call nothing at the end of a process: its recording is
/// written before.
#include "runtime/recorded/program_recorder.h"

#include <sys/syscall.h>
#include <unistd.h>

using lanescope::runtime::ProgramRecorder;

namespace {

[[noreturn]] void endProcess(int status) {
    if (ProgramRecorder* const recorder = ProgramRecorder::instance()) recorder->finishInOwnProcess();
    for (;;) ::syscall(SYS_exit_group, status);
}

} // namespace

// In the place of the C library's, for the program and for the libraries that it brings.
extern "C" {
[[noreturn, gnu::visibility("default")]] void _exit(int status) {
    endProcess(status);
}
[[noreturn, gnu::visibility("default")]] void _Exit(int status) noexcept {
    endProcess(status);
}
}
