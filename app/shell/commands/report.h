// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/lab_request.h"

#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct ReportOptions {
    LabRequest request;
    bool json = false;
    bool check = false;    ///< what docs/checks.md lists is looked for
    bool counters = false; ///< also what a GPU's hardware counters read
    bool progress = false;
    int launches = 0;  ///< 0: not said
    std::string cache; ///< "warm", "cold" or empty
};
int reportCommand(const ReportOptions& options);

} // namespace lanescope::shell
