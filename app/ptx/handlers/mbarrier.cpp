// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The barrier objects of shared memory. A program cannot see what is in their 64 bits.
#include "ptx/state/mbarrier.h"
#include "ptx/check/checker.h"
#include "ptx/check/sync_misuse.h"
#include "ptx/handlers/lanes.h"

#include <utility>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

[[noreturn]] void failAt(int lane, std::uint64_t address, const char* what) {
    throw LaneFault{FaultKind::Trap, lane, address, what};
}

[[noreturn]] void failInvalid(int lane, std::uint64_t address, std::uint64_t word) {
    if (word == Mbarrier::kInvalidated)
        failAt(lane, address, "an mbarrier that was invalidated: let all threads pass a barrier before that");
    failAt(
        lane, address,
        "an mbarrier that was not initialized: let one thread initialize it, and all pass a barrier, first");
}

std::uint64_t offsetOf(const Warp& w, const Resolved& r, int lane) {
    return r.address[lane] + r.delta - reinterpret_cast<std::uint64_t>(w.block->shared);
}
/// Who hears of mbarriers that are used wrongly; nullptr: nobody, as of those of other blocks of the cluster.
SyncMisuse* misuseOf(const Warp& w, const Resolved& r, int lane) {
    const bool own = offsetOf(w, r, lane) < w.block->sharedBytes;
    return own && w.block->checker ? w.block->checker->misuse() : nullptr;
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
        if (!object.valid) failInvalid(i, r.address[i], before);
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
        if (SyncMisuse* misuse = misuseOf(w, r, i)) misuse->mbarrierInitialized(w, in, i, offsetOf(w, r, i));
    });
}

void invalidate(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    w.block->changed = true;
    forActive(mask, [&](int i) {
        *reinterpret_cast<std::uint64_t*>(r.address[i] + r.delta) = Mbarrier::kInvalidated;
        if (SyncMisuse* misuse = misuseOf(w, r, i)) misuse->mbarrierInvalidated(offsetOf(w, r, i));
    });
}

template<int Sign>
void countBytes(Warp& w, const Instruction& in, std::uint32_t mask) {
    changeObjects(w, in, mask, [&](int i, Mbarrier& object, std::uint64_t, std::uint64_t) {
        object.bytes += Sign * static_cast<std::int32_t>(w.slot<std::uint32_t>(in.b)[i]);
        if (SyncMisuse* misuse = Sign > 0 ? misuseOf(w, w.block->resolved, i) : nullptr)
            misuse->mbarrierExpects(w, in, i, offsetOf(w, w.block->resolved, i));
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
        if (SyncMisuse* misuse = expects ? misuseOf(w, w.block->resolved, i) : nullptr)
            misuse->mbarrierExpects(w, in, i, offsetOf(w, w.block->resolved, i));
        if (count > object.pending)
            failAt(i, address,
                   "more arrivals at an mbarrier than its phase expects: initialize it for as many as come");
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
        const std::uint64_t before = *reinterpret_cast<const std::uint64_t*>(r.address[i] + r.delta);
        const Mbarrier object = Mbarrier::of(before);
        if (!object.valid) failInvalid(i, r.address[i], before);
        const bool odd = in.mode & kMbarrierParity ? (w.slot<std::uint32_t>(in.b)[i] & 1) != 0
                                                   : Mbarrier::of(w.slot<std::uint64_t>(in.b)[i]).odd;
        if (object.odd != odd)
            over |= kBit[i];
        else
            block.mbarrierWait = {&in, w.index, i, r.address[i], object};
    });
    if (over != mask) ++block.mbarrierPolls;
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
