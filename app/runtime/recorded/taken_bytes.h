// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/contents.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lanescope::runtime {

/// Calls body(piece) for each of so many, on as many threads as there are cores where there are several
/// pieces. What a body throws comes out once all threads have ended.
void forEachPiece(std::size_t pieces, const std::function<void(std::size_t)>& body);

/// So many addresses from the first on.
struct AddressRange {
    std::uint64_t first = 0, count = 0;
    bool holds(std::uint64_t address) const { return address - first < count; }
};

/// What a program has in its memory, taken for a recording: the bytes without the gaps between rows, and what
/// can be said of them at the speed of memory.
struct TakenBytes {
    static constexpr std::size_t kPiece = 1 << 20;

    std::shared_ptr<const std::byte[]> bytes; // NOLINT(modernize-avoid-c-arrays)
    std::size_t size = 0;
    bool isZero = true;
    recording::Digest key;             ///< equal bytes have the same
    std::vector<std::size_t> suspects; ///< where words begin, eight by eight, that `addresses` holds

    /// mirror: also written there, without the gaps; nullptr: nowhere.
    TakenBytes(const std::byte* from, std::size_t pitch, std::size_t width, std::size_t rows,
               AddressRange addresses, std::byte* mirror = nullptr);
};

} // namespace lanescope::runtime
