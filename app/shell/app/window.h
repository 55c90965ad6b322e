// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/app.h"

namespace lanescope::shell {

/// Opens the window and turns the crank until it is closed. Throws device::Unavailable without a display.
int runWindow(const AppOptions& options);

} // namespace lanescope::shell
