// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "json/stream.h"

#include <string>
#include <string_view>

/// What the calls of a host program returned, for readers, programs, and the process that asked.
namespace lanescope::shell {

/// The fields device, emulated, ended and calls.
void addCalls(json::Stream& document, const recording::Recording& recording,
              const device::CallReturns& answers);
/// What addCalls() wrote, read back from its text. Throws Error for another text.
device::CallReturns callsFromJson(std::string_view text);
/// Rows of calls with how often they come: of equal ones in a row one; where these are too many, of equal
/// ones wherever they come, which memory they are about left aside; and of these the first.
std::string callsText(const recording::Recording& recording, const device::CallReturns& answers);

} // namespace lanescope::shell
