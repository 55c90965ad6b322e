// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Addresses in the shared memory of a cluster.
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

template<class A>
void mapAddress(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<A>(in.a);
    const auto* rank = w.slot<std::uint32_t>(in.b);
    const auto window = static_cast<std::uint64_t>(in.imm);
    forLanes(w.slot<A>(in.d), mask, [=](int i) {
        const std::uint64_t offset = (a[i] - window) % kRankedBytes;
        return static_cast<A>(window + (std::uint64_t{rank[i]} + 1) * kRankedBytes + offset);
    });
}

template<class A>
void rankOf(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<A>(in.a);
    const auto window = static_cast<std::uint64_t>(in.imm);
    const std::uint32_t own = w.block->clusterRank;
    forLanes(w.slot<std::uint32_t>(in.d), mask, [=](int i) {
        const auto ranked = static_cast<std::uint32_t>((a[i] - window) >> kRankShift);
        return ranked == 0 ? own : ranked - 1;
    });
}

} // namespace

Handler clusterHandler(ClusterOp op, unsigned addressBytes) {
    if (op == ClusterOp::MapAddress)
        return addressBytes == 8 ? mapAddress<std::uint64_t> : mapAddress<std::uint32_t>;
    return addressBytes == 8 ? rankOf<std::uint64_t> : rankOf<std::uint32_t>;
}

} // namespace lanescope::ptx
