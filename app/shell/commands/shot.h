// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/look_request.h"

#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct ShotOptions {
    LabRequest request;
    LookRequest look;
    std::string out;
    int frames = 1;
    bool steps = false; ///< a picture for each wavefront
    bool json = false;
};
/// Writes a picture of the window, drawn offscreen.
int shotCommand(const ShotOptions& options);

} // namespace lanescope::shell
