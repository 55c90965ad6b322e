// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::device {

/// What a hardware counter counts, by the names that reports use.
enum class Count : std::uint8_t {
    Requests,            ///< warp instructions with at least one active lane
    Sectors,             ///< 32-byte sectors asked for in L1
    TagLookups,          ///< 128-byte lines looked up in L1
    Wavefronts,          ///< shared: passes of the data stage; global and local: of the tag stage
    DataWavefronts,      ///< global: passes of the data stage, local memory's among them
    BankConflicts,       ///< shared: passes beyond those that a conflict-free access needs
    L2Sectors,           ///< 32-byte sectors that L1 asked of L2; of the whole kernel
    DramBytesRead,       ///< of the whole kernel
    DramBytesWritten,    ///< of the whole kernel
    ArbitrationConflicts ///< passes of L1's data stage that other traffic won; of the whole kernel
};
inline constexpr int kCountCount = 10;
/// "tag_lookups".
std::string_view countName(Count count);
/// Whether it is of one space and direction, not of the whole kernel.
constexpr bool isOfSpace(Count count) {
    return count < Count::L2Sectors;
}

/// One thing to count; space and direction mean nothing for a count of the whole kernel.
struct CounterId {
    Count count = Count::Requests;
    model::Space space = model::Space::Global;
    model::Direction direction = model::Direction::Load;
    bool operator==(const CounterId&) const = default;
};

/// A counter and the metrics of CUPTI that give it.
struct CounterRow {
    CounterId id;
    /// "a + b | c": the sum of a and b, or where the chip lacks one of them, c. Without the roll-up (".sum").
    std::string_view metrics;
};
inline constexpr std::size_t kCounterRows = 43;
/// Every counter that this program knows. Names by the metrics that CUPTI 13.0 lists for each chip; what they
/// count by their descriptions there.
std::span<const CounterRow, kCounterRows> counterRows();

/// The metrics that give a counter on a chip, of which `has` knows; empty: the chip has no such counter.
std::vector<std::string> metricsOf(const CounterRow& row, const std::function<bool(const std::string&)>& has);

/// What the counters read for one kernel launch; nothing for what was not asked for or the chip lacks.
class CounterValues {
public:
    /// Of one kernel, in the unit of the counter's row.
    std::optional<std::uint64_t> of(const CounterId& id) const;
    std::optional<std::uint64_t> of(Count count) const { return of(CounterId{count}); }
    /// By the place in counterRows().
    std::optional<std::uint64_t>& at(std::size_t row) { return m_values[row]; }
    /// Takes over every value that the other has.
    void take(const CounterValues& other);
    /// Sums; a value that either side lacks is lacking.
    CounterValues& operator+=(const CounterValues& other);
    /// What is more than in `base`, never below 0: base is a launch that does nothing.
    CounterValues& operator-=(const CounterValues& base);

private:
    std::array<std::optional<std::uint64_t>, kCounterRows> m_values{};
};

} // namespace lanescope::device
