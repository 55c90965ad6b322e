// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "json/fields.h"

#include <string>
#include <string_view>

/// What the calls of a host program returned, for readers, programs, and the process that asked.
namespace lanescope::shell {

Json callsJson(const recording::Recording& recording, const device::CallReturns& answers);
/// What callsJson() gave, read back from its text. Throws Error for another text.
device::CallReturns callsFromJson(std::string_view text);
/// One line a call.
std::string callsText(const recording::Recording& recording, const device::CallReturns& answers);

} // namespace lanescope::shell
