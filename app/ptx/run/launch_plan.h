// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"
#include "ptx/program/program.h"
#include "ptx/run/machine.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ptx {

class ChildGrids;
struct CooperativeGrid;
class GlobalRaces;
class Heap;

/// What all workers of a launch share, and nothing changes while they run.
struct LaunchPlan {
    const Program* program = nullptr;
    const Kernel* kernel = nullptr;
    const Entry* entry = nullptr;
    const Memory* memory = nullptr;
    const TextureTable* textures = nullptr;
    Heap* heap = nullptr;
    model::Dim3 grid, block;
    model::Dim3 cluster;    ///< blocks of a cluster
    bool inCluster = false; ///< it has a size, of the kernel or of the launch
    const std::byte* parameters = nullptr;
    std::uint32_t dynamicSharedBytes = 0, sharedBytes = 0;
    std::uint64_t budget = kDefaultBudget;
    std::size_t printBytes = kPrintBytes;
    Checks checks;
    GlobalRaces* races = nullptr; ///< with any check
    const std::atomic<bool>* cancel = nullptr;
    const std::function<void(std::uint64_t, std::uint32_t)>* setsCondition = nullptr;
    /// Blocks from this one on, in order of starting, give up; of a cooperative grid, rounds of blocks.
    std::atomic<std::uint64_t>* firstFault = nullptr;
    CooperativeGrid* together = nullptr; ///< of a grid that was launched cooperatively
    std::vector<std::pair<std::uint64_t, std::uint64_t>> constants;
    /// By function, the constants of its frames with symbols resolved: slot, bytes, value.
    struct Value {
        std::uint32_t slot;
        std::uint8_t bytes;
        std::uint64_t bits;
    };
    using Values = std::vector<std::vector<Value>>;
    std::shared_ptr<const Values> values;
    // of grids that device code launches
    ChildGrids* children = nullptr; ///< of kernels that call the CUDA runtime
    std::uint32_t gridNumber = 0;   ///< 0: launched by the host
    std::uint64_t startTime = 0;    ///< for %globaltimer
};

/// The constants of every function that a kernel may reach, with the addresses of variables put in.
std::shared_ptr<const LaunchPlan::Values> resolveConstants(const Program& program, const Entry& entry,
                                                           const std::vector<std::uint64_t>& addresses);

/// The block of a rank in a cluster, and the way back; clusters and ranks are counted x first.
model::Dim3 blockAt(const LaunchPlan& plan, std::uint64_t cluster, std::uint64_t rank);
std::uint64_t clusterAt(const LaunchPlan& plan, const model::Dim3& block);
std::uint64_t rankInCluster(const LaunchPlan& plan, const model::Dim3& block);

/// Bytes of shared memory that a block takes, static and dynamic together.
std::uint64_t sharedBytesOf(const Entry& entry, std::uint32_t dynamicBytes);

/// What is wrong with the size of a launch, or nothing; shared: bytes of a block, limit: the most allowed.
std::string whyNotLaunched(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                           std::uint64_t shared, std::uint64_t limit);

} // namespace lanescope::ptx
