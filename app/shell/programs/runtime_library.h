// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace lanescope::shell {

/// The folder with Lanescope's CUDA runtime, beside the folder of this program. Throws Unavailable.
std::string runtimeFolder();

} // namespace lanescope::shell
