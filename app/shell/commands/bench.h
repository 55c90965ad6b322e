// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/lab_request.h"

#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct BenchOptions {
    LabRequest request;
    std::string size = "1280x800";
    int frames = 0;
    bool json = false;
};
int benchCommand(const BenchOptions& options);

} // namespace lanescope::shell
