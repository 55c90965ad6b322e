// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The barrier objects of shared memory. A program cannot see what is in their 64 bits.
#include "ptx/handlers/lanes.h"

#include <utility>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

constexpr std::uint64_t kMostArrivals = (1 << 20) - 1;

/// What an mbarrier object is. Of its own layout: the hardware's is not published.
struct Mbarrier {
    std::uint32_t pending = 0;  ///< arrivals that this phase still waits for
    std::uint32_t expected = 0; ///< those of the phases after it
    std::int32_t bytes = 0; ///< that this phase still waits for; what came too early counts as less than none
    bool valid = false, odd = false;

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

[[noreturn]] void failAt(int lane, std::uint64_t address, const char* what) {
    throw LaneFault{FaultKind::Trap, lane, address, what};
}

/// Changes the object of each lane, one after the other.
template<class Change>
void changeObjects(Warp& w, const Instruction& in, std::uint32_t mask, Change change) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    w.block->changed = true;
    forActive(mask, [&](int i) {
        auto* at = reinterpret_cast<std::uint64_t*>(r.address[i] + r.delta);
        const std::uint64_t before = *at;
        Mbarrier object = Mbarrier::of(before);
        if (!object.valid) failAt(i, r.address[i], "an mbarrier that was not initialized");
        change(i, object, before, r.address[i]);
        if (object.isComplete()) object.turn();
        *at = object.word();
    });
}

void initialize(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    w.block->changed = true;
    forActive(mask, [&](int i) {
        const std::uint32_t count = w.slot<std::uint32_t>(in.b)[i];
        if (count == 0 || count > kMostArrivals)
            failAt(i, r.address[i], "an mbarrier for a number of arrivals that is 0 or above 1048575");
        *reinterpret_cast<std::uint64_t*>(r.address[i] + r.delta) =
            Mbarrier{count, count, 0, true, false}.word();
    });
}

void invalidate(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    w.block->changed = true;
    forActive(mask, [&](int i) { *reinterpret_cast<std::uint64_t*>(r.address[i] + r.delta) = 0; });
}

template<int Sign>
void countBytes(Warp& w, const Instruction& in, std::uint32_t mask) {
    changeObjects(w, in, mask, [&](int i, Mbarrier& object, std::uint64_t, std::uint64_t) {
        object.bytes += Sign * static_cast<std::int32_t>(w.slot<std::uint32_t>(in.b)[i]);
    });
}

void arrive(Warp& w, const Instruction& in, std::uint32_t mask) {
    std::uint32_t counts[32];
    const auto* b = w.slot<std::uint32_t>(in.b);
    for (int i = 0; i < 32; ++i) counts[i] = b[i];
    auto* d = w.slot<std::uint64_t>(in.d);
    changeObjects(w, in, mask, [&](int i, Mbarrier& object, std::uint64_t before, std::uint64_t address) {
        const bool expects = in.mode & kMbarrierExpects;
        const std::uint32_t count = expects ? 1 : counts[i];
        if (expects) object.bytes += static_cast<std::int32_t>(counts[i]);
        if (count > object.pending) failAt(i, address, "more arrivals at an mbarrier than its phase expects");
        object.pending -= count;
        if (in.mode & kMbarrierDrops) object.expected -= count;
        if ((in.mode & kMbarrierNeverLast) && object.isComplete())
            failAt(i, address, "mbarrier.arrive.noComplete is the last arrival of its phase");
        d[i] = before;
    });
}

/// test_wait and try_wait: whether a phase is over.
void waitForPhase(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    const bool observed = std::exchange(block.observed, false);
    in.resolve(w, in, mask);
    const Resolved r = block.resolved;
    block.observed = observed;
    std::uint32_t over = 0;
    forActive(mask, [&](int i) {
        const auto object = Mbarrier::of(*reinterpret_cast<const std::uint64_t*>(r.address[i] + r.delta));
        if (!object.valid) failAt(i, r.address[i], "an mbarrier that was not initialized");
        const bool odd = in.mode & kMbarrierParity ? (w.slot<std::uint32_t>(in.b)[i] & 1) != 0
                                                   : Mbarrier::of(w.slot<std::uint64_t>(in.b)[i]).odd;
        if (object.odd != odd) over |= kBit[i];
    });
    const std::uint32_t told = in.mode & kMbarrierTells ? mask : over;
    if (observed && told != 0) in.resolve(w, in, told);
    w.predicate(in.e) = (w.predicate(in.e) & ~mask) | over;
}

void pendingCount(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<std::uint64_t>(in.a);
    forLanes(w.slot<std::uint32_t>(in.d), mask, [=](int i) { return Mbarrier::of(a[i]).pending; });
}

} // namespace

Handler mbarrierHandler(MbarrierOp op) {
    switch (op) {
    case MbarrierOp::Init:
        return initialize;
    case MbarrierOp::Invalidate:
        return invalidate;
    case MbarrierOp::ExpectBytes:
        return countBytes<1>;
    case MbarrierOp::CompleteBytes:
        return countBytes<-1>;
    case MbarrierOp::Arrive:
        return arrive;
    case MbarrierOp::Wait:
        return waitForPhase;
    }
    return nullptr;
}

Handler pendingCountHandler() {
    return pendingCount;
}

} // namespace lanescope::ptx
