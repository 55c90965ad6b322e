// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/run/machine.h"
#include "ptx/state/print_buffer.h"

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
    std::map<std::uint64_t, PrintBuffer> printed; ///< by order of the blocks
    std::size_t printedBytes = 0;                 ///< of all of them
    std::uint64_t printedBefore = 0;              ///< bytes that were left out
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
    /// most: bytes. Blocks that come after one in order, and alone fill that, leave nothing of it.
    void keepPrinted(std::uint64_t order, PrintBuffer text, std::size_t most) {
        if (text.empty()) return;
        const std::scoped_lock lock(mutex);
        printedBytes += text.size();
        printed.emplace(order, std::move(text));
        for (auto first = printed.begin(); printedBytes - first->second.size() > most;
             first = printed.erase(first)) {
            printedBytes -= first->second.size();
            printedBefore += first->second.size() + first->second.leftOut();
        }
    }
};

} // namespace lanescope::ptx
