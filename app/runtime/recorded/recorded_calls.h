// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::runtime {

/// Where a call of that name goes in a program that is recorded: a function that calls the device's and notes
/// what it did. nullptr: to the device's own; a call that no recording can hold has then ended the recording.
void* recordedFunction(std::string_view name);
/// That one where the program is recorded, else the device's.
void* unwatchedFunction(std::string_view name);

} // namespace lanescope::runtime
