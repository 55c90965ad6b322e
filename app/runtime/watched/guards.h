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

/// Page-locked memory that a copy is still on its way to, or that a kernel writes: the host cannot touch it
/// without being noticed, until it has waited. Whole pages are guarded: they have to be nobody else's.
class Guards {
public:
    /// Memory, and who is still going to write it.
    struct Guard {
        Extent pages;                ///< as given: what is written there, from the first to the last byte
        std::vector<Extent> written; ///< of it, by address
        StreamOrder::Moment moment;  ///< of what writes it
        std::string writer;          ///< "cudaMemcpyAsync at main.cu:30"
        bool isWritten(std::uint64_t address) const;
    };
    /// Closes its pages to the host.
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
    /// Lifts the one with the address, for one who has touched it.
    std::optional<Guard> take(std::uint64_t address);

private:
    std::vector<Guard> m_all;
};

/// From now on a segmentation fault of the program is looked into, and goes where it went before.
void watchFaults();

} // namespace lanescope::runtime
