// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/run/machine.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace lanescope::ptx {

/// A place behind those of all blocks and all rounds.
inline constexpr std::uint64_t kAfterAll = std::uint64_t{1} << 63;

/// What the workers of a launch hand back.
struct Gathered {
    std::mutex mutex;
    std::map<std::uint64_t, std::string> printed; ///< by order of the blocks
    std::optional<Fault> fault;                   ///< the first one by its place
    std::uint64_t faultPlace = ~0ULL;
    std::exception_ptr other; ///< of a sink, or memory that ran out
    FindingLog findings;
    std::uint64_t executed = 0, blocks = 0, longestWarp = 0;

    /// Keeps a fault, unless one before it is there; firstFault gets its place.
    void keep(const Fault& met, std::uint64_t place, std::atomic<std::uint64_t>& firstFault) {
        const std::scoped_lock lock(mutex);
        if (place >= faultPlace) return;
        fault.emplace(met);
        faultPlace = place;
        firstFault.store(place);
    }
    void keepPrinted(std::uint64_t order, std::string text) {
        if (text.empty()) return;
        const std::scoped_lock lock(mutex);
        printed[order] = std::move(text);
    }
};

} // namespace lanescope::ptx
