// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "interop.h"

namespace lanescope::device::test {

const shell::OffscreenDriver kDriver = shell::OffscreenDriver::Nvidia;
const Route kRoute = Route::Direct;

} // namespace lanescope::device::test
