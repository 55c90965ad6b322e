// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/time/chip_times.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A GPU's latencies and widths as microbenchmarks measured them, and the times that the model makes of them.
namespace lanescope::session {

/// What one microbenchmark came to.
struct MeasuredFigure {
    std::string name;   ///< the microbenchmark's
    double value = 0;   ///< in its unit
    double seconds = 0; ///< of its launch, beyond an empty one
};

/// Of one GPU.
struct ChipRow {
    std::string device;       ///< "NVIDIA H200"
    std::string architecture; ///< the model's row for it, "H200 SXM"
    std::string driver;
    int multiprocessors = 0;
    std::uint32_t sharedLimitBytes = 0; ///< a block's most
    std::uint64_t l2Bytes = 0;
    std::vector<MeasuredFigure> figures; ///< of all microbenchmarks, in their order

    /// nullptr: there is none of that name.
    const MeasuredFigure* figure(std::string_view name) const;
};

/// A table of names and values, one a line. Throws BadInput, one line, for a text that is none, or that lacks
/// something, or whose values no GPU can have.
ChipRow parseChipRow(std::string_view text);
/// What parseChipRow reads.
std::string chipRowText(const ChipRow& row);

/// Those that the program carries, the H200's first.
std::span<const ChipRow> bundledRows();
const ChipRow& bundledRow(); ///< the H200's
/// Of all of them, with the model's own for the H200.
const std::shared_ptr<const model::KnownTimes>& bundledTimes();

/// Where one of the model's times comes from.
struct TimeSource {
    std::string_view field;     ///< "l2Latency"
    std::string_view benchmark; ///< it follows what this one measured
    /// The benchmark measures just this; else the H200's time, which was found from whole kernels, is scaled.
    bool direct = false;
    double& (*of)(model::ChipTimes& times) = nullptr;
};
/// Of all times that differ from chip to chip, but for what a GPU says of itself.
std::span<const TimeSource> timeSources();

/// The model's times of a chip: the H200's, each in proportion to what was measured here and there.
model::ChipTimes chipTimesOf(const ChipRow& row, const ChipRow& h200);

} // namespace lanescope::session
