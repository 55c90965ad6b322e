// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/tally.h"

#include "model/memory/coalescing.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lanescope::model {

namespace {

void addTimes(Counts& sum, const Counts& counts, std::uint64_t times) {
    if (times == 0) {
        return;
    }
    for (const auto field : kSummedCounts) sum.*field += counts.*field * times;
    sum.maxWays = std::max(sum.maxWays, counts.maxWays);
}

/// The addresses of an access that are linear in the bits of the lane's number: address = base + the sum of
/// step<b> over the bits b set. That covers constant strides, broadcasts, and tiles whose width is a power of
/// two. Plain fields and unrolled expressions keep all of it in registers.
struct LanePattern {
    std::uint64_t base = 0; // of lane 0, even if it is inactive
    std::uint64_t low = 0;  // smallest and largest active address
    std::uint64_t high = 0;
    std::uint64_t step0 = 0, step1 = 0, step2 = 0, step3 = 0, step4 = 0;
};

bool fits(std::uint64_t step) {
    return step == static_cast<std::uint64_t>(static_cast<std::int32_t>(step));
}

/// Whether every step is small enough for a key.
bool stepsFit(const LanePattern& pattern) {
    return fits(pattern.step0) && fits(pattern.step1) && fits(pattern.step2) && fits(pattern.step3) &&
           fits(pattern.step4);
}

/// Bits by which the steps from the lanes below kHalf to those above differ from the first one's; a template,
/// so that the loop is unrolled into vector instructions.
template<int kHalf>
std::uint64_t differenceAbove(const std::uint64_t* address, std::uint64_t step) {
    std::uint64_t difference = 0;
    for (int lane = 0; lane < kHalf; ++lane) {
        difference |= (address[lane + kHalf] - address[lane]) ^ step;
    }
    return difference;
}

std::uint64_t ifNegative(std::uint64_t step) {
    return step & static_cast<std::uint64_t>(static_cast<std::int64_t>(step) >> 63);
}

/// Once the steps of a full warp are known.
void setRange(const WarpAccess& access, LanePattern& pattern) {
    const std::uint64_t down = ifNegative(pattern.step0) + ifNegative(pattern.step1) +
                               ifNegative(pattern.step2) + ifNegative(pattern.step3) +
                               ifNegative(pattern.step4);
    pattern.base = access.address.front();
    pattern.low = pattern.base + down;
    pattern.high = access.address.back() - down; // lane 31 has every step
}

bool patternOfFullWarp(const WarpAccess& access, LanePattern& pattern) {
    const std::uint64_t* const address = access.address.data();
    const std::uint64_t base = address[0];
    pattern.step0 = address[1] - base;
    pattern.step1 = address[2] - base;
    pattern.step2 = address[4] - base;
    pattern.step3 = address[8] - base;
    pattern.step4 = address[16] - base;
    const std::uint64_t difference =
        differenceAbove<2>(address, pattern.step1) | differenceAbove<4>(address, pattern.step2) |
        differenceAbove<8>(address, pattern.step3) | differenceAbove<16>(address, pattern.step4);
    if (difference != 0 || !stepsFit(pattern)) {
        return false;
    }
    setRange(access, pattern);
    return true;
}

/// Of one that is known to lie alike: how its eights lie to one another is left to see.
bool patternOfEights(const WarpAccess& access, Eights eights, LanePattern& pattern) {
    const std::uint64_t* const address = access.address.data();
    const std::uint64_t step = eights == Eights::InARow ? access.width : 0;
    pattern.step0 = step;
    pattern.step1 = 2 * step;
    pattern.step2 = 4 * step;
    pattern.step3 = address[8] - address[0];
    pattern.step4 = address[16] - address[0];
    if (address[24] - address[16] != pattern.step3 || !fits(pattern.step3) || !fits(pattern.step4)) {
        return false;
    }
    setRange(access, pattern);
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
        difference |= access.address[static_cast<std::size_t>(lane)] ^
                      (base + static_cast<std::uint64_t>(lane * stride));
    }
    pattern.step0 = static_cast<std::uint64_t>(stride);
    pattern.step1 = pattern.step0 << 1;
    pattern.step2 = pattern.step0 << 2;
    pattern.step3 = pattern.step0 << 3;
    pattern.step4 = pattern.step0 << 4;
    pattern.base = base;
    pattern.low = std::min(start, end);
    pattern.high = std::max(start, end);
    return difference == 0 && stepsFit(pattern);
}

/// What decides the counts of an access with a lane pattern, and where they are added.
struct Key {
    std::uint64_t place = 0, steps01 = 0, steps23 = 0, step4Mask = 0, siteKind = 0;
};

/// Without branches and without the call that a comparison of arrays becomes.
bool same(const Key& a, const Key& b) {
    return ((a.place ^ b.place) | (a.steps01 ^ b.steps01) | (a.steps23 ^ b.steps23) |
            (a.step4Mask ^ b.step4Mask) | (a.siteKind ^ b.siteKind)) == 0;
}

/// A line of the processor's cache; what it counts stands apart, because hits do not need it.
struct alignas(64) Entry {
    Key key{};
    std::uint64_t hits = 0; // not yet in the sums
    std::size_t slot = 0;
};

constexpr int kSetBits = 10;
constexpr std::size_t kWays = 2;

/// What one tally remembers of accesses.
struct Memory {
    std::vector<Entry> entries = std::vector<Entry>(kWays << kSetBits);
    std::vector<Counts> counts = std::vector<Counts>(kWays << kSetBits); // of those entries
    std::vector<std::size_t> used; // the first entry of each set that has any

    void clear() {
        for (const std::size_t first : used)
            for (std::size_t way = 0; way < kWays; ++way) entries[first + way] = {};
        used.clear();
    }
};

/// Memories that no tally has, empty. A launch needs one for a worker and architecture, and there may be
/// hundreds of thousands of launches: taken from the heap for each, between what is kept of one launch and of
/// the next, they leave holes that the next ones do not fit, and the process grows by a memory a launch.
class Shelf {
public:
    static std::unique_ptr<Memory> take() {
        Shelf& shelf = get();
        {
            const std::lock_guard lock(shelf.m_mutex);
            if (!shelf.m_memories.empty()) {
                auto taken = std::move(shelf.m_memories.back());
                shelf.m_memories.pop_back();
                return taken;
            }
        }
        return std::make_unique<Memory>();
    }
    static void giveBack(std::unique_ptr<Memory> memory) {
        memory->clear();
        Shelf& shelf = get();
        const std::lock_guard lock(shelf.m_mutex);
        if (shelf.m_memories.size() < kMost) shelf.m_memories.push_back(std::move(memory));
    }

private:
    static constexpr std::size_t kMost = 256; // of 360 KB each

    Shelf() { m_memories.reserve(kMost); }
    static Shelf& get() {
        static auto* const shelf = new Shelf; // tallies of other static objects may outlive it otherwise
        return *shelf;
    }
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Memory>> m_memories;
};

std::size_t firstOfSet(const Key& key) {
    const std::uint64_t mixed = key.place * 0x9e3779b97f4a7c15U ^ key.steps01 * 0xc2b2ae3d27d4eb4fU ^
                                key.steps23 * 0x165667b19e3779f9U ^ key.step4Mask * 0xd6e8feb86659fd93U ^
                                key.siteKind * 0xff51afd7ed558ccdU;
    return static_cast<std::size_t>((mixed ^ mixed >> 29) * 0x9e3779b97f4a7c15U >> (64 - kSetBits)) * kWays;
}

/// After how many bytes the rules repeat, those of the tag banks aside. Global: two lines of 1.x. Shared: a
/// segment of 64 words on 3.x; elsewhere other banks do the same, and only the alignment is left. Constant
/// memory asks for distinct addresses alone, and a row of local memory is like any other.
std::uint64_t periodOf(Space space, const Architecture& architecture) {
    const bool segments =
        space == Space::Global || (space == Space::Shared && architecture.sharedRule == SharedRule::Kepler);
    return segments ? 256 : 16;
}

/// The bits of the base that do not matter although they are within a period: where all lanes lie alike in
/// their sectors (or lines), that place is of no consequence but for the alignment.
std::uint64_t idleBits(const LanePattern& pattern) {
    const std::uint64_t all = pattern.step0 | pattern.step1 | pattern.step2 | pattern.step3 | pattern.step4;
    const std::uint64_t common = all & (~all + 1); // the largest power of two in every step; 0: one address
    const std::uint64_t place = common == 0 ? kLineBytes : std::min(common, kLineBytes);
    return place < kSectorBytes ? 0 : (place - 1) & ~std::uint64_t{15};
}

/// The part of the base that matters. The tag bank of a line is linear (exclusive or) in the bits of its
/// number, so lines in one aligned block of 2^k lines have banks that depend, up to an exchange of the banks,
/// on the low k bits alone; where the access runs into the next block, on how the banks of the two blocks
/// differ too.
std::uint64_t partByTagBanks(const LanePattern& pattern) {
    const std::uint64_t first = pattern.low / kLineBytes;
    const std::uint64_t last = pattern.high / kLineBytes;
    const int bits = std::bit_width(last - first);
    const std::uint64_t otherBlock = (first ^ last) >> bits; // 0: the access stays in one block
    const auto banks = otherBlock == 0 ? 0 : static_cast<std::uint64_t>(tagBank(otherBlock << bits));
    return (pattern.base & ((kLineBytes << bits) - 1) & ~idleBits(pattern)) | banks << 62;
}

std::uint64_t pair(std::uint64_t low, std::uint64_t high) {
    return (low & 0xffffffffU) | high << 32;
}

} // namespace

struct Tally::State {
    const Architecture* architecture;
    Rules rules;
    std::vector<Counts> sums;       // by slot
    std::unique_ptr<Memory> memory; // nullptr before the first access

    State(const Architecture& of, Rules by) : architecture(&of), rules(by) {}
    ~State() { forget(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void forget() {
        if (memory) Shelf::giveBack(std::exchange(memory, nullptr));
    }

    static std::size_t slotOf(const WarpAccess& access) {
        return (static_cast<std::size_t>(access.site) * kSpaceCount +
                static_cast<std::size_t>(access.space)) *
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
    bool keyOf(const WarpAccess& access, Eights eights, Key& key) const {
        if (access.space == Space::Texture || access.activeMask == 0) {
            return false;
        }
        LanePattern pattern;
        if (!(eights != Eights::Apart    ? patternOfEights(access, eights, pattern)
              : access.activeMask == ~0U ? patternOfFullWarp(access, pattern)
                                         : patternOfSomeLanes(access, pattern))) {
            return false;
        }
        const bool tagBanks = access.space == Space::Global && architecture->measuredTagBanks;
        const bool frameBanks = access.space == Space::Local && architecture->measuredTagBanks;
        const auto kind = static_cast<std::uint64_t>(access.space) |
                          static_cast<std::uint64_t>(access.operation) << 4 |
                          std::uint64_t{access.width} << 8 | std::uint64_t{access.matrices} << 16 | 1U << 24;
        // A frame is small: its lines' banks may decide on all of the offset.
        const std::uint64_t place = tagBanks     ? partByTagBanks(pattern)
                                    : frameBanks ? pattern.base
                                                 : pattern.base & (periodOf(access.space, *architecture) - 1);
        key = {place, pair(pattern.step0, pattern.step1), pair(pattern.step2, pattern.step3),
               pair(pattern.step4, access.activeMask), pair(access.site, kind)};
        return true;
    }

    std::vector<Counts> settledSums() const {
        std::vector<Counts> settled = sums;
        if (!memory) return settled;
        for (const std::size_t first : memory->used) {
            for (std::size_t i = first; i < first + kWays; ++i) {
                const Entry& entry = memory->entries[i];
                if (entry.hits == 0) continue;
                settled.resize(std::max(settled.size(), entry.slot + 1));
                addTimes(settled[entry.slot], memory->counts[i], entry.hits);
            }
        }
        return settled;
    }

    /// Counts the access, and remembers it in place of the older entry of its set.
    [[gnu::noinline]] void remember(const WarpAccess& access, const Key& key, std::size_t first) {
        const Counts counts = count(access, *architecture, rules);
        Entry* const set = &memory->entries[first];
        Counts* const ofSet = &memory->counts[first];
        if (set[0].hits == 0) memory->used.push_back(first);
        if (set[1].hits != 0) addTimes(sum(set[1].slot), ofSet[1], set[1].hits);
        set[1] = set[0];
        ofSet[1] = ofSet[0];
        set[0] = {key, 1, slotOf(access)};
        ofSet[0] = counts;
    }
};

Tally::Tally(const Architecture& architecture, Rules rules)
    : m_state(std::make_unique<State>(architecture, rules)) {}

Tally::~Tally() = default;

void Tally::access(const WarpAccess& access) {
    accessInEights(access, Eights::Apart);
}

void Tally::accessInEights(const WarpAccess& access, Eights eights) {
    State& state = *m_state;
    Key key;
    if (!state.keyOf(access, eights, key)) {
        const Counts counts = count(access, *state.architecture, state.rules);
        state.sum(State::slotOf(access)) += counts;
        return;
    }
    if (!state.memory) state.memory = Shelf::take();
    const std::size_t first = firstOfSet(key);
    for (std::size_t way = 0; way < kWays; ++way) {
        Entry& entry = state.memory->entries[first + way];
        if (same(entry.key, key)) {
            ++entry.hits;
            return;
        }
    }
    state.remember(access, key, first);
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
    other->m_state->sums.clear();
    other->m_state->forget();
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
