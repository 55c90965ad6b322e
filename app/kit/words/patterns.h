// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "model/warp_access.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The pattern of an access in words.
namespace lanescope::kit {

/// "5", "0-7", "0, 8, 16, 24", "1, 3, 5 and 13 more".
std::string laneList(std::uint32_t lanes, std::size_t most = 6);

/// "lane 5", "lanes 0-7".
std::string lanesText(std::uint32_t lanes, std::size_t most = 6);

/// An address as a label: its last six hexadecimal digits when it is longer.
std::string shortAddress(std::uint64_t address);

/// What an access means in words: "32 lanes read 4 bytes each".
std::string accessSentence(const model::WarpAccess& access);

/// Addresses a constant distance apart from lane to lane.
struct Affine {
    std::int64_t base = 0, step = 0; ///< bytes
};

/// The rule that all active lanes follow; nothing when there is none or only one lane.
std::optional<Affine> affineOf(const model::WarpAccess& access);

/// "4 x lane + 16" for an affine access, in units of so many bytes; empty for any other pattern.
std::string affineText(const model::WarpAccess& access, std::uint64_t unitBytes,
                       std::string_view lane = "lane");

} // namespace lanescope::kit
