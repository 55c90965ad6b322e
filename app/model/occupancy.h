// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"

#include <array>
#include <cstdint>
#include <limits>

namespace lanescope::model {

/// What one block of a launch takes.
struct BlockResources {
    std::uint64_t threads = 0;
    std::uint64_t sharedBytes = 0;        ///< static and dynamic
    std::uint64_t registersPerThread = 0; ///< 0: unknown, registers set no limit
};

/// What keeps more blocks from a multiprocessor.
enum class OccupancyLimit : std::uint8_t { Threads, Blocks, SharedMemory, Registers, CannotLaunch };

/// How many blocks and warps a multiprocessor holds at once.
struct Occupancy {
    int blocks = 0;
    int warps = 0;
    int maxWarps = 0;
    OccupancyLimit limit = OccupancyLimit::CannotLaunch;
    /// Blocks that each resource has room for, whatever the others have, in the order of OccupancyLimit.
    std::array<std::uint64_t, 4> room{};
    /// What a block is given, in whole allocation units, with the driver's share of shared memory.
    std::uint64_t registersPerBlock = 0, sharedPerBlock = 0;

    /// In room: a block takes nothing of it.
    static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t roomFor(OccupancyLimit resource) const {
        return room.at(static_cast<std::size_t>(resource));
    }
    /// warps / maxWarps, 0 to 1.
    double fraction() const { return maxWarps == 0 ? 0.0 : static_cast<double>(warps) / maxWarps; }
};

/// Occupancy by the limits of the capability and the allocation units of NVIDIA's occupancy calculator. A
/// block that is too large for the architecture gives 0 blocks and CannotLaunch.
Occupancy occupancy(const BlockResources& block, const Architecture& architecture);

} // namespace lanescope::model
