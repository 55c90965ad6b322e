// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/transfer_table.h"
#include "json/fields.h"

#include <string_view>

namespace lanescope::shell {

/// What `bandwidth --json` prints: device, peaks, best_copy and the curves, each number with what it counts.
Json transferJson(const session::TransferTable& table);
/// Reads that document back. Throws BadInput, one line, for a text that is none.
session::TransferTable transferTableFromJson(std::string_view text);

} // namespace lanescope::shell
