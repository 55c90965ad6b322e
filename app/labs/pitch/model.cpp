// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/pitch/model.h"

#include "model/memory/coalescing.h"

#include <algorithm>
#include <bit>

namespace lanescope::lab_pitch {

namespace {

std::uint64_t roundedUpTo(std::uint64_t multiple, std::uint64_t bytes) {
    return (bytes + multiple - 1) / multiple * multiple;
}

} // namespace

std::uint64_t Rows::startingAt(std::uint64_t multiple) const {
    std::uint64_t found = 0;
    for (std::uint64_t row = 0; row < count; ++row) found += start(row) % multiple == 0;
    return found;
}

std::uint64_t Rows::countable() const {
    constexpr std::uint64_t kMostWarps = 1024;
    constexpr std::uint64_t kMostRows = 128;
    const std::uint64_t warps = elements() / model::kWarpSize + 1;
    return std::min({count, std::max<std::uint64_t>(kMostWarps / warps, 1), kMostRows});
}

Rows Rows::withPitch(std::uint64_t bytes) const {
    Rows other = *this;
    other.pitch = bytes;
    return other;
}

Rows Rows::packedRows(std::uint64_t bytes) const {
    Rows other = *this;
    other.rowBytes = bytes;
    other.pitch = bytes;
    return other;
}

Rows Rows::lineRows(std::uint64_t bytes) const {
    Rows other = *this;
    other.rowBytes = bytes;
    other.pitch = roundedUpTo(model::kLineBytes, bytes);
    return other;
}

std::uint64_t rowOf(const model::WarpAccess& access, const Rows& rows) {
    return rows.rowOf(access.address[static_cast<std::size_t>(std::countr_zero(access.activeMask))]);
}

model::Counts RowCounter::count(const Rows& rows, std::uint64_t start) const {
    model::Counts sum;
    model::WarpAccess access = m_access;
    for (std::uint64_t first = 0; first < rows.elements(); first += model::kWarpSize) {
        access.activeMask = 0;
        for (std::uint64_t lane = 0; lane < model::kWarpSize && first + lane < rows.elements(); ++lane) {
            access.activeMask |= 1U << lane;
            access.address[lane] = start + (first + lane) * rows.elementBytes;
        }
        sum += model::count(access, m_architecture, m_rules);
    }
    return sum;
}

std::uint64_t RowCounter::units(const Rows& rows, std::uint64_t start) const {
    return count(rows, start).transactions;
}

double RowCounter::unitsPerRow(const Rows& rows) const {
    const std::uint64_t countable = rows.countable();
    double sum = 0;
    for (std::uint64_t row = 0; row < countable; ++row)
        sum += static_cast<double>(units(rows, rows.start(row)));
    return countable ? sum / static_cast<double>(countable) : 0;
}

bool RowCounter::needsPitch(const Rows& rows, std::uint64_t rowBytes) const {
    return unitsPerRow(rows.packedRows(rowBytes)) > unitsPerRow(rows.lineRows(rowBytes));
}

std::uint64_t RowCounter::bytesWithoutPitch(const Rows& rows) const {
    std::uint64_t bytes = rows.rowBytes;
    for (std::uint64_t step = model::kSectorBytes; step <= model::kLineBytes; step *= 2) {
        bytes = roundedUpTo(step, rows.rowBytes);
        if (!needsPitch(rows, bytes)) break;
    }
    return bytes;
}

std::optional<std::uint64_t> RowCounter::elementsThatNeedPitch(const Rows& rows, std::uint64_t most) const {
    constexpr std::uint64_t kFarthest = 16;
    const std::uint64_t now = rows.elements();
    for (const bool longer : {true, false})
        for (std::uint64_t step = 1; step <= kFarthest; ++step) {
            if (longer ? now + step > most : now <= step) break;
            const std::uint64_t elements = longer ? now + step : now - step;
            if (needsPitch(rows, elements * rows.elementBytes)) return elements;
        }
    return std::nullopt;
}

} // namespace lanescope::lab_pitch
