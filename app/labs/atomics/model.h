// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"
#include "model/warp_access.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// A histogram by atomic updates: the values, their counters, and lanes that meet at one.
namespace lanescope::lab_atomics {

/// Whole numbers from 0 to count - 1, drawn from a peak in their middle: the same ones on every machine.
struct PeakedValues {
    int count = 1024;
    double spread = 1; ///< 0: all are count / 2; 1: every number is as likely

    /// The i-th that is drawn.
    int at(std::size_t i) const;
    /// How often a number is drawn, 0 to 1.
    double share(int value) const;
    struct Amounts {
        std::vector<double> of; ///< by value
        bool exact = false;     ///< counted; else what is to be expected, as counting would take long
    };
    /// How often each number is among the first n.
    Amounts amounts(std::size_t n) const;
};

/// Where the counters lie: one set for all, for each block, for each warp.
enum class Place : std::uint8_t { Global, Shared, Warp };

/// How a launch counts, in blocks of kThreads.
struct Histogram {
    static constexpr std::uint32_t kThreads = 256;

    Place place = Place::Global;
    std::uint32_t bins = 1;
    std::uint32_t values = 1;    ///< to count
    std::uint32_t perThread = 1; ///< values of a thread, one a step

    std::uint32_t blocks() const;
    /// Those with a value to count.
    std::uint64_t threads() const;
    /// Of one set of counters.
    std::uint32_t setBytes() const { return bins * static_cast<std::uint32_t>(sizeof(std::uint32_t)); }
    /// Sets of a block in shared memory.
    std::uint32_t sets() const;
    /// Updates of global memory that add the blocks' sets to the histogram.
    std::uint64_t mergeUpdates() const { return std::uint64_t{blocks()} * bins; }
};

/// The bin whose counter lies at an address of a space; first: of the histogram in global memory.
std::uint64_t binAt(const Histogram& histogram, model::Space space, std::uint64_t address,
                    std::uint64_t first);
/// The counter of each active lane of an access; the others' are 0.
using LaneBins = std::array<std::uint64_t, model::kWarpSize>;
LaneBins binsOf(const model::WarpAccess& access, const Histogram& histogram, std::uint64_t first);
/// The same lanes' update of the same bins with the counters at the histogram's place; addsOne: it adds 1.
model::WarpAccess updateAt(const model::WarpAccess& access, const LaneBins& bins, const Histogram& histogram,
                           bool addsOne);

/// The lanes at one address.
struct Meeting {
    std::uint64_t address = 0;
    std::uint32_t lanes = 0;
    int size() const;
};
/// The addresses of an access with their lanes: the most lanes first, then by address.
std::vector<Meeting> meetingsOf(const model::WarpAccess& access);

/// Words that lanes want of one bank of shared memory.
struct BankWords {
    std::uint64_t bank = 0;
    std::vector<std::uint64_t> addresses;
};
/// Of the bank of which the most are wanted.
BankWords fullestBank(std::span<const Meeting> meetings, const model::Architecture& architecture);

/// From here on the model knows how lanes wait that meet at a word of global memory.
inline constexpr model::ComputeCapability kWaitingModelled{5, 0};
/// Whether it knows that of a space.
bool waitingIsModelled(const model::Architecture& architecture, model::Space space);

/// The n-th access, from 0, of those that match and stand in one line of source, or the last of them;
/// nullptr: none matches. occurrence: by access, how often its line made one before.
const model::WarpAccess* nthAccess(std::span<const model::WarpAccess> trace,
                                   std::span<const std::uint32_t> occurrence, std::uint32_t n,
                                   const std::function<bool(const model::WarpAccess&)>& matches);

} // namespace lanescope::lab_atomics
