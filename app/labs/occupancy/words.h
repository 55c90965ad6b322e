// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/facts.h"
#include "kit/words/readings.h"
#include "labs/occupancy/model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What limits the warps of a multiprocessor, and whether that matters, in words.
namespace lanescope::lab_occupancy {

/// What most of a kernel's time is spent waiting for.
enum class Waits : std::uint8_t { Little, ForMemory, ForResults };

/// Headline, sentence and gauge.
kit::Reading readOccupancy(const model::BlockResources& block, const model::Architecture& architecture,
                           Waits waits);
/// Why no further block fits: "registers leave no room for another block".
std::string limitSentence(const model::Occupancy& held);
/// Whether a grid has fewer blocks than the GPU has room for.
bool isSmall(const model::Occupancy& held, std::uint64_t blocks, const model::Architecture& architecture);
/// How a grid of so many blocks is spread: "280 blocks, of which 264 run at once: 2 rounds, the last
/// with 16." Empty where that is not known.
std::string roundsSentence(const model::Occupancy& held, std::uint64_t blocks,
                           const model::Architecture& architecture);
/// Why a multiprocessor cannot hold even one block; empty: it can.
std::string whyNoBlock(const model::BlockResources& block, const model::Architecture& architecture);
/// Limits and occupancy by the names that the profiler has for them.
std::vector<kit::Row> occupancyRows(const model::BlockResources& block,
                                    const model::Architecture& architecture);
/// "12,288 of 65,536 registers", "96 KiB of 228 KiB of shared memory".
std::string usedText(const Resource& resource, int blocks);
/// Why that is more than the blocks ask for: "768 per warp, in units of 256"; empty: it is not.
std::string allocationText(const Resource& resource, const model::BlockResources& block,
                           const model::Architecture& architecture);
/// The same of all resources, in sentences; empty: a block gets just what it asks for.
std::string allocationNote(const model::BlockResources& block, const model::Architecture& architecture);
/// "room for 4 blocks", "no limit".
std::string roomText(const Resource& resource);

} // namespace lanescope::lab_occupancy
