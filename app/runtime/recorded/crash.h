// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::runtime {

/// When the program crashes (a signal ends it that it does not handle itself) and isSound says so, in the
/// thread that got the signal, the function is called in a copy of the process, which has ten seconds, so
/// that whatever state the crash has left cannot keep the program from ending. Then it ends of its signal, as
/// it would have.
void atCrash(bool (*isSound)(), void (*function)(int signal));

} // namespace lanescope::runtime
