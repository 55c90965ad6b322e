// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/issues.h"
#include "model/warp_access.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Lanes of a warp that go different ways.
namespace lanescope::lab_divergence {

/// What makes them part, in the order of the lab's choices; kernels/divergence.cu has a kernel for each.
enum class Kernel : std::uint8_t { Branch, Data, Gathered, Loop };

/// Number i of `count`, 0 to range - 1: mixed, or in ascending order.
std::uint32_t numberAt(std::uint64_t i, std::uint64_t count, std::uint32_t range, bool sorted);

/// Instructions that a warp issues one after the other for the same lanes.
struct Stretch {
    std::uint32_t lanes = 0;
    std::uint64_t instructions = 0;
    std::uint32_t line = 0;     ///< the one that most of them stand in; 0: there is no line information
    std::size_t otherLines = 0; ///< that they stand in, too
    bool operator==(const Stretch&) const = default;
};
std::vector<Stretch> stretchesOf(std::span<const model::IssuedStep> steps,
                                 const std::function<std::uint32_t(std::uint32_t)>& lineOf);

/// How high each of the stretches is drawn: in proportion to its instructions, but so that all can be seen.
/// Fewer heights than stretches: there is no room for the others.
std::vector<float> heightsOf(std::span<const Stretch> stretches, float height);

/// The ways of a warp that parts, each with the line it stands in: what has its own colour in the picture.
std::vector<std::uint32_t> waysOf(std::span<const Stretch> stretches);

/// Lanes that a vote found, and where each writes in the list that it shares with its block.
struct Vote {
    std::uint32_t found = 0; ///< bit i: lane i
    std::uint32_t first = 0; ///< place of the lowest of them in the list
};
/// Of the warp's store into the list, whose first byte lies at `list` in shared memory.
Vote voteOf(const model::WarpAccess& store, std::uint64_t list);

} // namespace lanescope::lab_divergence
