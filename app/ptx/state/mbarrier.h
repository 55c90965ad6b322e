// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::ptx {

inline constexpr std::uint64_t kMostArrivals = (1 << 20) - 1;

/// What an mbarrier object is. Of its own layout: the hardware's is not published.
struct Mbarrier {
    std::uint32_t pending = 0;  ///< arrivals that this phase still waits for
    std::uint32_t expected = 0; ///< those of the phases after it
    std::int32_t bytes = 0; ///< that this phase still waits for; what came too early counts as less than none
    bool valid = false, odd = false;

    /// What mbarrier.inval leaves: not valid.
    static constexpr std::uint64_t kInvalidated = 1;

    static Mbarrier of(std::uint64_t word) {
        return {static_cast<std::uint32_t>(word & kMostArrivals),
                static_cast<std::uint32_t>(word >> 20 & kMostArrivals),
                static_cast<std::int32_t>(static_cast<std::int64_t>(word << 2) >> 42), (word >> 62 & 1) != 0,
                (word >> 63) != 0};
    }
    std::uint64_t word() const {
        return pending | std::uint64_t{expected} << 20 |
               (static_cast<std::uint64_t>(bytes) & 0x3fffff) << 40 | std::uint64_t{valid} << 62 |
               std::uint64_t{odd} << 63;
    }
    bool isComplete() const { return pending == 0 && bytes == 0; }
    void turn() {
        odd = !odd;
        pending = expected;
    }
};

} // namespace lanescope::ptx
