// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "interop.h"

namespace lanescope::device::test {

const shell::OffscreenDriver kDriver = shell::OffscreenDriver::Software;
const Route kRoute = Route::Emulated;

} // namespace lanescope::device::test
