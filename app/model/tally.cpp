// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/coalescing.h"
#include "model/report.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <stdexcept>

namespace lanescope::model {

namespace {

void addTimes(Counts& sum, const Counts& counts, std::uint64_t times) {
    if (times == 0) {
        return;
    }
    sum.accesses += counts.accesses * times;
    sum.requests += counts.requests * times;
    sum.sectors += counts.sectors * times;
    sum.tagLookups += counts.tagLookups * times;
    sum.transactions += counts.transactions * times;
    sum.wavefronts += counts.wavefronts * times;
    sum.dataWavefronts += counts.dataWavefronts * times;
    sum.idealWavefronts += counts.idealWavefronts * times;
    sum.bankConflicts += counts.bankConflicts * times;
    sum.maxWays = std::max(sum.maxWays, counts.maxWays);
    sum.bytesRequested += counts.bytesRequested * times;
    sum.bytesTransferred += counts.bytesTransferred * times;
}

/// The addresses of an access that are linear in the bits of the lane's number: address = base + the sum of step[b]
/// over the bits b set. That covers constant strides, broadcasts, and tiles whose width is a power of two.
struct LanePattern {
    std::uint64_t base = 0;          // of lane 0, even if it is inactive
    std::uint64_t low = 0;           // smallest and largest active address
    std::uint64_t high = 0;
    std::array<std::uint64_t, 5> step{};
};

/// False unless every step is small enough for a key.
bool stepsFit(const LanePattern& pattern) {
    std::uint64_t excess = 0;
    for (const std::uint64_t step : pattern.step) {
        excess |= (step + 0x80000000U) >> 32;
    }
    return excess == 0;
}

bool patternOfFullWarp(const WarpAccess& access, LanePattern& pattern) {
    const std::uint64_t* const address = access.address.data();
    std::uint64_t difference = 0;
    for (int bit = 4; bit >= 0; --bit) {
        const int half = 1 << bit;
        const std::uint64_t step = address[half] - address[0];
        pattern.step[static_cast<std::size_t>(bit)] = step;
        for (int lane = 0; lane < half; ++lane) {
            difference |= (address[lane + half] - address[lane]) ^ step;
        }
    }
    if (difference != 0 || !stepsFit(pattern)) {
        return false;
    }
    pattern.base = pattern.low = pattern.high = address[0];
    for (const std::uint64_t step : pattern.step) {
        const bool down = static_cast<std::int64_t>(step) < 0;
        pattern.low += down ? step : 0;
        pattern.high += down ? 0 : step;
    }
    return true;
}

/// With lanes missing, only constant strides are recognized.
bool patternOfSomeLanes(const WarpAccess& access, LanePattern& pattern) {
    std::uint32_t rest = access.activeMask;
    const int first = std::countr_zero(rest);
    const int last = 31 - std::countl_zero(rest);
    const std::uint64_t start = access.address[static_cast<std::size_t>(first)];
    const std::uint64_t end = access.address[static_cast<std::size_t>(last)];
    std::int64_t stride = 0;
    if (last != first) {
        const auto span = static_cast<std::int64_t>(end - start);
        stride = span / (last - first);
        if (stride * (last - first) != span) {
            return false;
        }
    }
    const std::uint64_t base = start - static_cast<std::uint64_t>(first * stride);
    std::uint64_t difference = 0;
    for (; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        difference |= access.address[static_cast<std::size_t>(lane)] ^ (base + static_cast<std::uint64_t>(lane * stride));
    }
    for (int bit = 0; bit < 5; ++bit) {
        pattern.step[static_cast<std::size_t>(bit)] = static_cast<std::uint64_t>(stride) << bit;
    }
    pattern.base = base;
    pattern.low = std::min(start, end);
    pattern.high = std::max(start, end);
    return difference == 0 && stepsFit(pattern);
}

/// What decides the counts of an access with a lane pattern, and where they are added.
using Key = std::array<std::uint64_t, 5>;

struct Entry {
    Key key{};
    std::uint64_t hits = 0;          // not yet in the sums
    std::size_t slot = 0;
    Counts counts;
};

constexpr int kEntryBits = 10;

std::size_t placeOf(const Key& key) {
    const std::uint64_t mixed = key[0] * 0x9e3779b97f4a7c15U ^ key[1] * 0xc2b2ae3d27d4eb4fU ^
                                key[2] * 0x165667b19e3779f9U ^ key[3] * 0xd6e8feb86659fd93U ^
                                key[4] * 0xff51afd7ed558ccdU;
    return static_cast<std::size_t>((mixed ^ mixed >> 29) * 0x9e3779b97f4a7c15U >> (64 - kEntryBits));
}

/// Every rule but that of the tag banks repeats after 256 bytes: two lines of 1.x, a 64-word segment of 3.x.
constexpr std::uint64_t kPeriod = 256;

/// The part of the base that matters. The tag bank of a line is linear (exclusive or) in the bits of its number, so
/// lines in one aligned block of 2^k lines have banks that depend, up to an exchange of the banks, on the low k bits
/// alone; where the access runs into the next block, on how the banks of the two blocks differ too.
std::uint64_t periodicPart(const LanePattern& pattern, bool tagBanks) {
    if (!tagBanks) {
        return pattern.base % kPeriod;
    }
    const std::uint64_t lines = pattern.high / kLineBytes - pattern.low / kLineBytes;
    const int bits = std::bit_width(lines);
    const std::uint64_t blockBytes = kLineBytes << bits;
    const std::uint64_t block = pattern.low / kLineBytes >> bits;
    const std::uint64_t lastBlock = pattern.high / kLineBytes >> bits;
    const auto banks = static_cast<std::uint64_t>(tagBank(block << bits) ^ tagBank(lastBlock << bits));
    return (pattern.base & (blockBytes - 1)) | banks << 62;
}

std::uint64_t pair(std::uint64_t low, std::uint64_t high) { return (low & 0xffffffffU) | high << 32; }

} // namespace

struct Tally::State {
    const Architecture* architecture;
    Rules rules;
    std::vector<Counts> sums;        // by slot
    std::vector<Entry> entries = std::vector<Entry>(std::size_t{1} << kEntryBits);

    static std::size_t slotOf(const WarpAccess& access) {
        return (static_cast<std::size_t>(access.site) * kSpaceCount + static_cast<std::size_t>(access.space)) *
                   kDirectionCount +
               static_cast<std::size_t>(directionOf(access.operation));
    }

    Counts& sum(std::size_t slot) {
        if (slot >= sums.size()) {
            sums.resize(slot + 1);
        }
        return sums[slot];
    }

    /// False when the access has no pattern.
    bool keyOf(const WarpAccess& access, Key& key) const {
        if (access.space == Space::Texture || access.activeMask == 0) {
            return false;
        }
        LanePattern pattern;
        if (!(access.activeMask == ~0U ? patternOfFullWarp(access, pattern) : patternOfSomeLanes(access, pattern))) {
            return false;
        }
        const bool tagBanks = access.space == Space::Global && architecture->measuredTagBanks;
        const auto kind = static_cast<std::uint64_t>(access.space) | static_cast<std::uint64_t>(access.operation) << 4 |
                          std::uint64_t{access.width} << 8 | std::uint64_t{access.matrices} << 16 | 1U << 24;
        key = {periodicPart(pattern, tagBanks), pair(pattern.step[0], pattern.step[1]),
               pair(pattern.step[2], pattern.step[3]), pair(pattern.step[4], access.activeMask),
               pair(access.site, kind)};
        return true;
    }

    std::vector<Counts> settledSums() const {
        std::vector<Counts> settled = sums;
        for (const Entry& entry : entries) {
            if (entry.hits != 0) {
                settled.resize(std::max(settled.size(), entry.slot + 1));
                addTimes(settled[entry.slot], entry.counts, entry.hits);
            }
        }
        return settled;
    }
};

Tally::Tally(const Architecture& architecture, Rules rules)
    : m_state(std::make_unique<State>(State{&architecture, rules, {}})) {}

Tally::~Tally() = default;

void Tally::access(const WarpAccess& access) {
    State& state = *m_state;
    Key key;
    if (!state.keyOf(access, key)) {
        const Counts counts = count(access, *state.architecture, state.rules);
        state.sum(State::slotOf(access)) += counts;
        return;
    }
    Entry& entry = state.entries[placeOf(key)];
    if (entry.key != key) {
        const Counts counts = count(access, *state.architecture, state.rules);
        if (entry.hits != 0) {
            addTimes(state.sum(entry.slot), entry.counts, entry.hits);
        }
        entry = {key, 0, State::slotOf(access), counts};
    }
    ++entry.hits;
}

std::unique_ptr<AccessSink> Tally::fork() const {
    return std::make_unique<Tally>(*m_state->architecture, m_state->rules);
}

void Tally::join(AccessSink& fork) {
    auto* other = dynamic_cast<Tally*>(&fork);
    if (other == nullptr) {
        throw std::invalid_argument("a tally can only join a fork of its own");
    }
    const std::vector<Counts> sums = other->m_state->settledSums();
    for (std::size_t slot = 0; slot < sums.size(); ++slot) {
        if (sums[slot].accesses != 0) {
            m_state->sum(slot) += sums[slot];
        }
    }
    *other->m_state = State{other->m_state->architecture, other->m_state->rules, {}};
}

Report Tally::report() const {
    Report report;
    report.architecture = m_state->architecture;
    report.rules = m_state->rules;
    const std::vector<Counts> sums = m_state->settledSums();
    for (std::size_t slot = 0; slot < sums.size(); ++slot) {
        if (sums[slot].accesses != 0) {
            report.sites.push_back({static_cast<std::uint32_t>(slot / kDirectionCount / kSpaceCount),
                                    static_cast<Space>(slot / kDirectionCount % kSpaceCount),
                                    static_cast<Direction>(slot % kDirectionCount), sums[slot]});
        }
    }
    return report;
}

} // namespace lanescope::model
