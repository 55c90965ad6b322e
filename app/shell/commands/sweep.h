// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/lab_request.h"

#include <string>
#include <vector>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct SweepOptions {
    LabRequest request;
    std::vector<std::string> axes; ///< "NAME=FIRST:LAST[:STEP]"
    std::string csv;               ///< a file or "-"
    bool json = false, measure = false, progress = false;
    int launches = 0;  ///< 0: not said
    std::string cache; ///< "warm", "cold" or empty
};
int sweepCommand(const SweepOptions& options);

} // namespace lanescope::shell
