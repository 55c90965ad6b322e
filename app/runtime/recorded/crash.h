// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

namespace lanescope::runtime {

/// Whether the thread that gets this signal has brought it about, and cannot go on; else the program is ended
/// from outside, or because nobody reads what it prints.
bool isCrash(int signal);

/// When the program crashes (a signal ends it that it does not handle itself) and enter() gives 0, in the
/// thread that got the signal, the function is called in a copy of the process, which has ten seconds, so
/// that whatever state the crash has left cannot keep the program from ending. Then it ends of its signal, as
/// it would have. enter() may name another thread, which alone could go on: it is given a signal that is no
/// crash; any thread may get those first.
void atCrash(pid_t (*enter)(), void (*function)(int signal));

} // namespace lanescope::runtime
