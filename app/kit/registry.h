// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"

#include <span>
#include <string>
#include <string_view>

/// The labs that there are.
namespace lanescope::kit {

/// All labs, by chapter in teaching order, then by name.
std::span<const LabEntry> labs();
/// Throws BadInput that names the labs there are.
const LabEntry& findLab(std::string_view name);

/// What people read of a lab: its name, and beside it its title where that is in another language.
std::string shownName(const LabEntry& entry);

} // namespace lanescope::kit
