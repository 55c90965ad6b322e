// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "contract.h"
#include "shell/app/offscreen.h"

namespace lanescope::device::test {

/// Which OpenGL the test program draws with, and how its pixels must get there; each program defines its own.
extern const shell::OffscreenDriver kDriver;
extern const Route kRoute;

} // namespace lanescope::device::test
