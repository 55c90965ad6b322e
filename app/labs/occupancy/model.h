// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/occupancy.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How many warps a multiprocessor has room for, and kernels that need them or not.
namespace lanescope::lab_occupancy {

/// Follow waits for a load before each step; Compute never waits. In the order of the lab's choices.
enum class Kernel : std::uint8_t { Follow, Compute };

/// Running sums of a thread that kernels/occupancy.cu has kernels for.
inline constexpr std::array<std::uint32_t, 3> kSums{8, 32, 64};
/// Steps of a thread, whatever its sums.
constexpr std::uint32_t stepsOf(Kernel kernel) {
    return kernel == Kernel::Follow ? 64 : 1024;
}
/// "follow32".
std::string kernelName(Kernel kernel, std::uint32_t sums);
/// Threads of a block whose registers a multiprocessor has: the kernel's launch bounds.
std::uint32_t mostThreads(std::uint32_t sums);
/// Where Follow's threads go: lines of 32 elements, one for each step of each warp.
struct Lines {
    std::uint32_t warps = 1; ///< of the whole grid
    std::uint32_t count() const { return warps * stepsOf(Kernel::Follow); }
    /// Element i: the element of the same lane in the line that comes next.
    std::uint32_t next(std::uint64_t i) const;
};
Lines linesFor(std::uint32_t threads);

/// By place for a warp, the block that has it; -1: it stays empty.
std::vector<int> placesOf(const model::Occupancy& held);

/// A resource of a multiprocessor, and what blocks take of it.
struct Resource {
    model::OccupancyLimit limit = model::OccupancyLimit::Threads;
    std::string_view name;     ///< "registers"
    std::string_view profiler; ///< "Block Limit Registers"
    std::uint64_t ofBlock = 0; ///< 0: it takes none, or it is not known
    std::uint64_t all = 0;
    std::uint64_t room = 0; ///< blocks that would fit were there only this; Occupancy::kUnlimited
};
/// Warps, blocks, registers, shared memory.
std::vector<Resource> resourcesOf(const model::BlockResources& block,
                                  const model::Architecture& architecture);

/// A block size, and the warps that a multiprocessor then holds.
struct Size {
    std::uint32_t threads = 0;
    int warps = 0;
};
/// Multiples of a warp up to `most` threads, and the present number in its place where it is none.
std::vector<std::uint32_t> sizesShown(std::uint32_t present, std::uint32_t most);
/// Of these, what the architecture takes; but for their threads they are as `block`, the present one.
std::vector<Size> sizesOf(const model::BlockResources& block, std::uint32_t most,
                          const model::Architecture& architecture);
/// Of those with the most warps the nearest to the present number of threads, the larger of two.
Size bestOf(const std::vector<Size>& sizes, std::uint32_t present);

} // namespace lanescope::lab_occupancy
