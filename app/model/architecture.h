// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::model {

/// A CUDA compute capability, as in "9.0".
struct ComputeCapability {
    int major = 0, minor = 0;
    auto operator<=>(const ComputeCapability&) const = default;
    std::string text() const;
};

/// How shared memory serves a warp: on 1.x, on 2.x, on 3.x, from 5.0 on. memory/banks.cpp has the rules.
enum class SharedRule : std::uint8_t { BroadcastWord, Fermi, Kepler, Maxwell };
/// How global memory serves a warp: on 1.0 and 1.1, on 1.2 and 1.3, on 2.x, on 3.x, from 5.0 on.
/// memory/coalescing.cpp has the rules.
enum class GlobalRule : std::uint8_t {
    HalfWarpInOrder,
    SegmentReduction,
    FermiCached,
    KeplerSegments,
    Sectors
};

/// Constants and rule choices of one GPU: one table row. A figure of 0 is unknown.
struct Architecture {
    std::string_view name; ///< "H200 SXM"; for a row that has rules only, "CC 6.1"
    ComputeCapability cc;
    SharedRule sharedRule;
    GlobalRule globalRule;
    int banks;        ///< shared-memory banks
    int bankBytes;    ///< bytes a bank serves a cycle
    int requestLanes; ///< lanes of a global or shared request: 16 on 1.x, else 32
    int multiprocessors;
    double coreClockMHz;   ///< the clock sharedBytesPerClock counts in
    double memoryClockMHz; ///< as CUDA reports it: a DDR pair is two transfers
    int busBits;
    double vendorGBps;       ///< vendor's own figure for DRAM bandwidth, 10^9 bytes a second
    int sharedBytesPerClock; ///< a multiprocessor
    int maxThreadsPerMultiprocessor;
    int maxThreadsPerBlock;
    int sharedKiBPerMultiprocessor;
    double l2MiB;
    int dramFetchBytes;      ///< granularity of a DRAM read
    bool measuredTagBanks;   ///< the four banks of the tag stage are known: measured on CC 9.0
    bool measuredDram;       ///< how long DRAM is busy with parts of chunks is known: measured on the H200
    std::string_view source; ///< where the figures come from

    /// memoryClock x bus / 8 x 2, in 10^9 bytes a second; 0 when unknown.
    double peakGBps() const;
    /// Peak of shared memory over the whole chip, in 10^9 bytes a second; 0 when unknown.
    double sharedPeakGBps() const;
    bool hasDeviceFigures() const { return multiprocessors != 0; }
};

/// Every row, by compute capability, then by name; each capability from 1.0 to 12.1 has at least one.
std::span<const Architecture> architectures();

/// The row of a device name or a compute capability ("9.0", "sm_90", "H200", "h200 sxm"; case does not
/// matter; a capability gives its representative device). nullptr when there is none.
const Architecture* findArchitecture(std::string_view nameOrCapability);

/// The row of a GPU of this capability that is none of the devices: rules and limits, no figures of a device.
/// architectures() has it only where the capability has no device. nullptr: the capability is not known.
const Architecture* rulesOnly(ComputeCapability capability);

/// Threads of the largest block that every row takes, and of the largest that any takes.
int threadsThatAllTake();
int threadsThatSomeTake();

/// Whether a word is a part of the row's name that findArchitecture() would take if no other row had it.
bool namesPart(const Architecture& row, std::string_view word);

/// The row that has a device's figures and whose capability is nearest: itself, where it has them.
const Architecture& nearestWithFigures(const Architecture& row);

/// The default, H200 SXM: the row that was proven against counters.
const Architecture& defaultArchitecture();

} // namespace lanescope::model
