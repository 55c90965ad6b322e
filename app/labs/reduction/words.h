// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/readings.h"
#include "kit/words/suggestion.h"
#include "labs/reduction/model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What the steps of a reduction mean, in words.
namespace lanescope::lab_reduction {

/// "100 numbers and 28 zeros": what a block of so many threads adds of `all` numbers, one a thread, when
/// threads without one have a zero.
std::string numbersText(std::uint32_t block, std::uint32_t threads, std::uint32_t all);
/// How many lanes of a step's warps add, how many warps of a block of so many threads these are, and what the
/// others do.
kit::Reading readStep(const TreeStep& step, std::uint32_t threads);
/// "k = 4: 32 of 256 lanes add, 12 wavefronts, 3 without conflict"; reads: of the step through shared memory,
/// reading is shown, not writing.
std::string describeStep(const TreeStep& step, bool reads = false);
/// "lane 3 adds the sum of lane 11 to its own": of a warp in a step of shuffles.
std::string describeShuffle(const TreeStep& step, std::uint32_t warp, int lane, bool reads = false);
/// What shuffles come to: of the step where the sums of the warps meet, or of those within a warp. warps: of
/// the block.
kit::Reading readShuffles(std::uint32_t warps, bool throughMemory);
/// What a variant's steps teach; supported: the architecture has shuffles.
std::string_view lessonOf(Variant variant, bool supported);
/// Settings of the lab that are worth a look after this one.
std::vector<kit::Suggestion> suggestionsAfter(Variant variant);

} // namespace lanescope::lab_reduction
