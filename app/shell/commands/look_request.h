// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/app.h"
#include "shell/commands/lab_request.h"

#include <string>

namespace lanescope::shell {

/// What the command line says about how a lab is looked at, not yet checked; an empty text was not given.
struct LookRequest {
    std::string theme;  ///< "dark", "light"
    bool light = false; ///< the same as theme light
    bool presenter = false, check = false;
    int step = 0;  ///< the wavefront that is singled out, from 1; 0: none
    int site = -1; ///< the memory instruction that is shown; -1: the lab's choice
    std::string camera, split, zoom, time;
};

/// Both as the app takes them. Throws BadInput.
AppOptions appOptions(const LabRequest& request, const LookRequest& look = {});
/// Of a command that names the picture's size.
void takeSize(AppOptions& options, std::string_view text);

} // namespace lanescope::shell
