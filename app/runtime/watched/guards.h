// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/watched/footprint.h"
#include "runtime/watched/host_line.h"
#include "runtime/watched/stream_order.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::runtime {

/// Page-locked memory that a copy is still on its way to or from, or that a kernel writes: the host cannot
/// touch it, or not write to it, without being noticed, until it has waited. Whole pages are guarded: they
/// have to be nobody else's.
class Guards {
public:
    /// Memory, and who is still going to use it.
    struct Guard {
        Extent pages;               ///< as given: what is used there, from the first to the last byte
        std::vector<Extent> used;   ///< of it, by address
        StreamOrder::Moment moment; ///< of what uses it
        std::string user;           ///< "cudaMemcpyAsync at main.cu:30"
        bool isRead = false;        ///< by it, so the host may read, too; else it is written
        bool uses(std::uint64_t address) const;
    };
    /// Closes its pages to what the host may not do there.
    void add(Guard guard);
    /// Lifts those that the host has waited for.
    void lift(const StreamOrder& order);
    /// While the device is at work, it may touch them.
    void suspend() const;
    /// The device has done its work: those that are left are closed again.
    void resume() const;
    /// Lifts those that lie there.
    void lift(Extent extent);
    /// Lifts all, as when the memory goes.
    void liftAll();
    /// Lifts the one with the address, for one who has touched it; of several, the one that forbids that.
    /// writes: what was tried.
    std::optional<Guard> take(std::uint64_t address, bool writes);

private:
    std::vector<Guard> m_all; ///< where they share pages, what is written decides
};

/// From now on a segmentation fault of the program is looked into, and goes where it went before.
void watchFaults();

} // namespace lanescope::runtime
