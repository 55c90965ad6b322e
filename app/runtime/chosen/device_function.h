// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::runtime {

/// The function of that name of the device that was chosen, neither recorded nor watched.
void* deviceFunction(std::string_view name);

} // namespace lanescope::runtime
