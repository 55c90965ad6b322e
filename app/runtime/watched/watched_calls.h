// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::runtime {

/// Where a call of that name goes in a program that is watched: a function that makes the call and tells
/// Watch of it. nullptr: there is nothing to see in it.
void* watchedFunction(std::string_view name);

} // namespace lanescope::runtime
