// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/checker.h"
#include "ptx/check/sync_misuse.h"
#include "ptx/handlers/lanes.h"

#include <bit>
#include <cstring>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// The lanes a lane exchanges with: of those that run together, those that the member mask in slot c names.
/// The interpreter has seen to it that they are all there.
std::uint32_t members(const Warp& w, const Instruction& in, std::uint32_t mask) {
    return w.slot<std::uint32_t>(in.c)[__builtin_ctz(mask)] & mask;
}

void writePredicate(Warp& w, std::uint32_t slot, std::uint32_t mask, std::uint32_t value) {
    w.predicate(slot) = (w.predicate(slot) & ~mask) | (value & mask);
}

/// shfl.sync. Slots: d result, e predicate, a value, b lane or delta, target: clamp and segment. A lane that
/// does not run with the others (it has exited, or is in another branch) gives 0, whatever the member mask
/// says: measured on an H200 in all four modes.
template<WarpOp O>
void shuffle(Warp& w, const Instruction& in, std::uint32_t mask) {
    std::uint32_t source[32];
    const auto* a = w.slot<std::uint32_t>(in.a);
    std::memcpy(source, a, sizeof source);
    if (mask != kFullMask)
        for (int lane = 0; lane < 32; ++lane) source[lane] = (mask & kBit[lane]) != 0 ? a[lane] : 0;
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *b = w.slot<std::uint32_t>(in.b), *c = w.slot<std::uint32_t>(in.target);
    std::uint32_t valid = 0, from[32];
    for (int lane = 0; lane < 32; ++lane) {
        const int amount = static_cast<int>(b[lane] & 31), clamp = static_cast<int>(c[lane] & 31),
                  segment = static_cast<int>((c[lane] >> 8) & 31);
        const int first = lane & segment, last = first | (clamp & ~segment);
        int j = 0;
        bool inside = false;
        if constexpr (O == WarpOp::ShflUp) {
            j = lane - amount;
            inside = j >= last;
        }
        if constexpr (O == WarpOp::ShflDown) {
            j = lane + amount;
            inside = j <= last;
        }
        if constexpr (O == WarpOp::ShflBfly) {
            j = lane ^ amount;
            inside = j <= last;
        }
        if constexpr (O == WarpOp::ShflIdx) {
            j = first | (amount & ~segment);
            inside = j <= last;
        }
        from[lane] = static_cast<std::uint32_t>(inside ? j : lane);
        valid |= inside ? kBit[lane] : 0;
    }
    if (w.block->checker && mask != kFullMask)
        if (SyncMisuse* misuse = w.block->checker->misuse()) misuse->shuffled(w, in, mask, from);
    forLanes(d, mask, [&](int i) { return source[from[i]]; });
    writePredicate(w, in.e, mask, valid);
}

/// vote.sync: a is the predicate, mode bit 1 negates it; all and any give a predicate in d, ballot a
/// register.
template<WarpOp O>
void vote(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t voters = members(w, in, mask);
    const std::uint32_t yes = (w.predicate(in.a) ^ (in.mode & 2 ? kFullMask : 0)) & voters;
    if constexpr (O == WarpOp::VoteBallot) {
        forLanes(w.slot<std::uint32_t>(in.d), mask, [=](int) { return yes; });
    } else {
        const bool result = O == WarpOp::VoteAll   ? yes == voters
                            : O == WarpOp::VoteAny ? yes != 0
                                                   : yes == 0 || yes == voters;
        writePredicate(w, in.d, mask, result ? kFullMask : 0);
    }
}

/// match.sync: a is compared; all also gives a predicate in e.
template<WarpOp O, class T>
void match(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t voters = members(w, in, mask);
    T value[32];
    std::memcpy(value, w.slot<T>(in.a), sizeof value);
    auto* d = w.slot<std::uint32_t>(in.d);
    if constexpr (O == WarpOp::MatchAny) {
        forActive(mask, [&](int i) {
            std::uint32_t same = 0;
            for (std::uint32_t rest = voters; rest != 0; rest &= rest - 1)
                if (value[__builtin_ctz(rest)] == value[i]) same |= rest & -rest;
            d[i] = same;
        });
        if (w.block->instructions) {
            std::uint32_t firsts = 0; // lanes that are the first with their value
            forActive(mask, [&](int i) { firsts |= d[i] & (~d[i] + 1); });
            w.block->instructions->matched(w.index, static_cast<std::uint32_t>(std::popcount(firsts)));
        }
    } else {
        bool all = true;
        const T first = value[__builtin_ctz(mask)];
        forActive(mask, [&](int i) { all = all && value[i] == first; });
        forLanes(d, mask, [=](int) { return all ? voters : 0u; });
        writePredicate(w, in.e, mask, all ? kFullMask : 0);
    }
}

template<WarpOp O, bool S>
void reduce(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t voters = members(w, in, mask);
    const auto* a = w.slot<std::uint32_t>(in.a);
    std::uint32_t result = 0;
    bool first = true;
    for (std::uint32_t rest = voters; rest != 0; rest &= rest - 1) {
        const std::uint32_t x = a[__builtin_ctz(rest)];
        const bool less = S ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(result) : x < result;
        if (first)
            result = x;
        else if constexpr (O == WarpOp::ReduxAdd)
            result += x;
        else if constexpr (O == WarpOp::ReduxAnd)
            result &= x;
        else if constexpr (O == WarpOp::ReduxOr)
            result |= x;
        else if constexpr (O == WarpOp::ReduxXor)
            result ^= x;
        else if constexpr (O == WarpOp::ReduxMin)
            result = less ? x : result;
        else
            result = less ? result : x;
        first = false;
    }
    forLanes(w.slot<std::uint32_t>(in.d), mask, [=](int) { return result; });
}

void activeMask(Warp& w, const Instruction& in, std::uint32_t mask) {
    forLanes(w.slot<std::uint32_t>(in.d), mask, [=](int) { return mask; });
}

/// elect.sync d|e: the lowest member lane, and a predicate that is true there.
void elect(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t voters = members(w, in, mask);
    const std::uint32_t leader = voters & -voters;
    forLanes(w.slot<std::uint32_t>(in.d), mask,
             [=](int) { return static_cast<std::uint32_t>(__builtin_ctz(leader | 1u << 31)); });
    writePredicate(w, in.e, mask, leader);
}

} // namespace

Handler warpHandler(WarpOp op, Type type) {
    const bool s = isSigned(type);
    switch (op) {
    case WarpOp::ShflUp:
        return shuffle<WarpOp::ShflUp>;
    case WarpOp::ShflDown:
        return shuffle<WarpOp::ShflDown>;
    case WarpOp::ShflBfly:
        return shuffle<WarpOp::ShflBfly>;
    case WarpOp::ShflIdx:
        return shuffle<WarpOp::ShflIdx>;
    case WarpOp::VoteAll:
        return vote<WarpOp::VoteAll>;
    case WarpOp::VoteAny:
        return vote<WarpOp::VoteAny>;
    case WarpOp::VoteUni:
        return vote<WarpOp::VoteUni>;
    case WarpOp::VoteBallot:
        return vote<WarpOp::VoteBallot>;
    case WarpOp::MatchAny:
        return sizeOf(type) == 8 ? match<WarpOp::MatchAny, std::uint64_t>
                                 : match<WarpOp::MatchAny, std::uint32_t>;
    case WarpOp::MatchAll:
        return sizeOf(type) == 8 ? match<WarpOp::MatchAll, std::uint64_t>
                                 : match<WarpOp::MatchAll, std::uint32_t>;
    case WarpOp::ReduxAdd:
        return reduce<WarpOp::ReduxAdd, false>;
    case WarpOp::ReduxAnd:
        return reduce<WarpOp::ReduxAnd, false>;
    case WarpOp::ReduxOr:
        return reduce<WarpOp::ReduxOr, false>;
    case WarpOp::ReduxXor:
        return reduce<WarpOp::ReduxXor, false>;
    case WarpOp::ReduxMin:
        return s ? reduce<WarpOp::ReduxMin, true> : reduce<WarpOp::ReduxMin, false>;
    case WarpOp::ReduxMax:
        return s ? reduce<WarpOp::ReduxMax, true> : reduce<WarpOp::ReduxMax, false>;
    case WarpOp::ActiveMask:
        return activeMask;
    case WarpOp::Elect:
        return elect;
    }
    return nullptr;
}

} // namespace lanescope::ptx
