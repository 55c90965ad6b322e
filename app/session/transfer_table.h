// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/bus.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::session {

/// Curves of transfers and the peaks beside them: measured on a device, or modelled for an architecture.
struct TransferTable {
    bool modelled = true;
    bool complete = true;     ///< false: measuring was cancelled
    std::string device;       ///< "NVIDIA H200"; of a modelled one the architecture's name
    std::string architecture; ///< compute capability, "9.0"
    std::uint64_t mostBytes = model::kUsualMostTransfer;

    /// PCI Express: as the link runs, and the most the device can do; 0 unknown.
    int pcieGeneration = 0, pcieLanes = 0, pcieMostGeneration = 0, pcieMostLanes = 0;
    double pcieGBps = 0; ///< one direction, after line encoding; 0 unknown
    std::string pcieSource;
    double memoryGBps = 0; ///< the device memory's peak; 0 unknown
    std::string memorySource;

    double bestCopyGBps = 0; ///< bytes read + written of the fastest device copy; 0 unknown
    std::string bestCopyHow;

    std::vector<model::TransferCurve> curves;

    /// nullptr when there is none; without one that is portable, the same memory without the flag.
    const model::TransferCurve* find(model::Transfer direction, model::TransferMemory memory,
                                     bool portable = false) const;
    /// The peak that a direction is held against, counted as its bandwidth is: the bus, both ways for both at
    /// once, or the device's memory; 0 unknown.
    double peakGBps(model::Transfer direction) const;
};

/// All curves by the figures of an architecture's bus and memory.
TransferTable modelledTransfers(const model::Architecture& architecture,
                                std::uint64_t mostBytes = model::kUsualMostTransfer);

/// Why an architecture has no curve of a direction, and what to choose instead; empty when it has one.
std::string transferGap(const model::Architecture& architecture, model::Transfer direction);
/// Takes the table's own curves into its best copy: the fastest point of so many bytes at least, when it is
/// faster. Smaller ones may lie in the L2.
void raiseBestCopy(TransferTable& table, std::uint64_t leastBytes);

/// The point of a size; nullptr when the curve has none.
const model::TransferPoint* pointAt(const model::TransferCurve& curve, std::uint64_t bytes);

/// What a bandwidth of a direction counts: "bytes read + bytes written", ...
std::string_view countedText(model::Transfer direction);
/// "host to device", "both directions at once", ...
std::string_view longName(model::Transfer direction);
/// "PCI Express 5.0 x16"; empty when unknown.
std::string pcieText(int generation, int lanes);

} // namespace lanescope::session
