// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/dram.h"
#include "model/report.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::model {

/// The figures of a chip that a kernel's time is made of; 0 for what is unknown.
struct TimeFigures {
    double copyBytesPerSecond = 0; ///< the DRAM's: bytes read and written a second by a contiguous copy
    double l2ReadBytesPerSecond = 0, l2WriteBytesPerSecond = 0;
    double latencySeconds = 0; ///< of a thread that reads DRAM once, from its start to its end
    double launchSeconds = 0;  ///< between two events around an empty kernel
    bool measured = false;     ///< on this very chip; else by the H200's share of the peak
};
/// The H200's as measured (docs/time.md); another chip's DRAM by its share of the peak, its latency and its
/// launches as the H200's, its L2 unknown.
TimeFigures timeFigures(const Architecture& architecture);

/// What a launch is, beside the accesses it makes.
struct LaunchShape {
    std::uint64_t blocks = 1;
    std::uint64_t threadsPerBlock = 1;
    std::uint64_t sharedBytesPerBlock = 0;
    std::uint64_t warpInstructions = 0; ///< of all blocks; 0: unknown
};

/// What keeps a kernel from being faster.
enum class Bound : std::uint8_t { Latency, Dram, L2, TagStage, DataStage, Instructions };

/// How long each part of the chip is busy with a kernel, seconds; they work at the same time, so that the
/// longest is the kernel's.
struct KernelTime {
    double latency = 0; ///< rounds of blocks that a multiprocessor holds at once x a thread's latency
    double dram = 0;
    double l2 = 0;           ///< sectors between L1 and L2
    double tagStage = 0;     ///< tag wavefronts, one a clock and multiprocessor
    double dataStage = 0;    ///< wavefronts of shared, global and local memory, one a clock
    double instructions = 0; ///< four a clock and multiprocessor; PTX's, so an estimate
    double launch = 0;       ///< what comes on top between two events

    double of(Bound bound) const;
    Bound bound() const;
    /// The kernel's own time.
    double seconds() const { return of(bound()); }
    /// As events around the launch see it.
    double eventSeconds() const { return seconds() + launch; }
};

/// What an L2 holds when a kernel starts.
enum class Cache : std::uint8_t { Cold, Warm };
/// "cold", "warm".
std::string_view cacheName(Cache cache);
/// Nothing for any other word.
std::optional<Cache> cacheNamed(std::string_view name);

/// Whether DRAM traffic is modelled: not of kernels that use textures, surfaces, local or constant
/// memory, whose caches are not.
bool trafficIsModelled(const Report& report);
/// Whether the time is, too: not of kernels with atomics of global memory, which wait for each other in the
/// L2 (65,536 of them on 64 words take an H200 39 us, what is modelled of that kernel 4.5).
bool timeIsModelled(const Report& report);

/// The modelled time of a launch whose accesses a report and DRAM traffic count; those of a sample are scaled
/// to all blocks; all 0 where it is not modelled or the chip's figures are unknown. Warm: what fits the L2 is
/// in it already. The H200's read, write and copy kernels of strides 1 to 32 come out within 12 %
/// (docs/time.md).
KernelTime kernelTime(const Report& report, const DramTraffic& traffic, const LaunchShape& shape,
                      Cache cache);

/// The same with a pattern that has no conflicts and moves only what is asked for: what the pattern costs is
/// the difference.
KernelTime idealKernelTime(const Report& report, const DramTraffic& traffic, const LaunchShape& shape,
                           Cache cache);

} // namespace lanescope::model
