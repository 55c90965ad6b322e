// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/times/chip_row.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Times of chips that nobody has measured with this program, from figures that others have published.
namespace lanescope::session {

/// One figure of a chip, by whoever published it.
struct PublishedFigure {
    std::string
        name; ///< of a microbenchmark with that quantity, or "l2_bytes_per_cycle", "dram_copy_bandwidth"
    double value = 0;    ///< in the microbenchmark's unit; bytes per cycle, 10^9 bytes per second
    double ofHopper = 0; ///< what the same source has of a GPU of compute capability 9.0; 0: nothing
    std::string source;
};

/// Of one chip.
struct PublishedRow {
    std::string architecture; ///< the model's row for it, "Tesla T4"
    std::vector<PublishedFigure> figures;
};

/// A table of names, values and sources, one a line. Throws BadInput, one line, for a text that is none, that
/// names what is not known, or that has a figure without a source.
PublishedRow parsePublishedRow(std::string_view text);

/// Those that the program carries.
std::span<const PublishedRow> publishedRows();

/// What `validate --times` would measure of the chip, as far as its figures say: those of measured, times the
/// figure's ratio to the same source's of a GPU of compute capability 9.0. Without a figure, widths of the L2
/// and of atomics follow the L2's bandwidth, latencies beyond it the L2's latency, what starting a kernel
/// takes stays the same in seconds, a copy takes the same share of the memory's peak, and all else stays the
/// same in cycles.
ChipRow chipRowOf(const PublishedRow& row, const ChipRow& measured);

} // namespace lanescope::session
