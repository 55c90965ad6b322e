// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/app.h"
#include "shell/app/kept/session_file.h"

namespace lanescope::shell {

/// Opens the window and turns the crank until it is closed, or the process is told to end. session: keeps
/// what is seen meanwhile. Throws Unavailable without a display.
int runWindow(const AppOptions& options, SessionFile& session);

} // namespace lanescope::shell
