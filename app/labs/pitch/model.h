// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"
#include "model/warp_access.h"

#include <cstdint>
#include <optional>

/// Rows of a matrix in memory, over the 128-byte lines that they lie in.
namespace lanescope::lab_pitch {

/// So many rows that begin `pitch` bytes apart.
struct Rows {
    std::uint64_t address = 0; ///< of the first row
    std::uint64_t rowBytes = 1;
    std::uint64_t pitch = 1;
    std::uint64_t count = 1;
    std::uint64_t elementBytes = 4;
    std::uint64_t rowsInSlice = 0; ///< of a volume; 0: a matrix

    bool packed() const { return pitch == rowBytes; }
    std::uint64_t start(std::uint64_t row) const { return address + row * pitch; }
    /// The row that an address lies in.
    std::uint64_t rowOf(std::uint64_t at) const { return pitch ? (at - address) / pitch : 0; }
    /// Elements of a row.
    std::uint64_t elements() const { return rowBytes / elementBytes; }
    /// Bytes of all rows that are never used.
    std::uint64_t padding() const { return (pitch - rowBytes) * count; }
    /// How many rows begin at a multiple of this many bytes.
    std::uint64_t startingAt(std::uint64_t multiple) const;
    /// As many of the first rows as can be counted anew in every frame.
    std::uint64_t countable() const;
    /// The same rows another pitch apart.
    Rows withPitch(std::uint64_t bytes) const;
    /// Rows of another length without a gap between them; and such as each begin at a line.
    Rows packedRows(std::uint64_t bytes) const;
    Rows lineRows(std::uint64_t bytes) const;
};

/// The row of the first active lane of an access.
std::uint64_t rowOf(const model::WarpAccess& access, const Rows& rows);

/// Counts warps that go through whole rows with an access like one that was made, 32 elements a warp.
class RowCounter {
public:
    RowCounter(const model::WarpAccess& access, const model::Architecture& architecture,
               const model::Rules& rules)
        : m_access(access), m_architecture(architecture), m_rules(rules) {}

    /// Of a row that begins at an address.
    model::Counts count(const Rows& rows, std::uint64_t start) const;
    /// The units (sectors, before CC 5.0 transactions) of a row that begins at an address.
    std::uint64_t units(const Rows& rows, std::uint64_t start) const;
    /// Their mean over as many of the first rows as can be counted in a frame.
    double unitsPerRow(const Rows& rows) const;
    /// Whether packed rows of so many bytes move more than such as begin at a line.
    bool needsPitch(const Rows& rows, std::uint64_t rowBytes) const;
    /// The next length of a row, in steps of a sector or more, at which packed rows cost no more than such as
    /// begin at a line.
    std::uint64_t bytesWithoutPitch(const Rows& rows) const;
    /// The nearest number of elements, up to `most`, at which packed rows cost more than such as begin at a
    /// line.
    std::optional<std::uint64_t> elementsThatNeedPitch(const Rows& rows, std::uint64_t most) const;

private:
    const model::WarpAccess& m_access;
    const model::Architecture& m_architecture;
    model::Rules m_rules;
};

} // namespace lanescope::lab_pitch
