// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/look_request.h"

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct RunOptions {
    LabRequest request;
    LookRequest look;
};
/// Opens the window; ends with it.
int runCommand(const RunOptions& options);

} // namespace lanescope::shell
