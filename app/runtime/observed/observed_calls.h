// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::runtime {

/// Where a program's call of that name goes: to a function that makes the call and tells those of it who look
/// on, where somebody does, else to the device's own. The recorder and the watch are told, once, of functions
/// that they cannot follow.
void* observedFunction(std::string_view name);

} // namespace lanescope::runtime
