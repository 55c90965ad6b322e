// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// cp.async.bulk and cp.reduce.async.bulk of what lies in one piece.
#include "ptx/handlers/bulk_pieces.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

constexpr std::uint32_t kPiece = 16, kAtOnce = 32 * kPiece;

void copyOfLane(Warp& w, const BulkCopy& copy, int lane) {
    const std::uint32_t bytes = w.slot<std::uint32_t>(copy.size)[lane];
    const std::uint64_t from = addressOf(w, copy.from, copy.fromBytes, lane),
                        to = addressOf(w, copy.to, copy.toBytes, lane);
    if (bytes % kPiece != 0)
        throw LaneFault{FaultKind::Misaligned, lane, from,
                        fmt::format("cp.async.bulk of {} bytes, not a multiple of 16", bytes)};
    std::array<std::byte, kAtOnce> data;
    BulkPieces pieces(w, lane, copy.addresses);
    const std::vector<std::uint64_t> targets = sharedTargets(w, to, copy.multicast, lane);
    for (std::uint32_t done = 0; done < bytes; done += kAtOnce) {
        // 16 bytes each, however an address is aligned, so that a wrong one is found
        const auto add = [&](std::uint64_t address) {
            for (std::uint32_t i = 0; i < kAtOnce && done + i < bytes; i += kPiece)
                pieces.addWhole(address + done + i, i, kPiece);
        };
        add(from);
        pieces.load(copy.from, data.data());
        for (const std::uint64_t target : targets) {
            add(target);
            if (copy.reduction.handler)
                pieces.reduce(copy.reduction, copy.operands, data.data());
            else
                pieces.store(copy.to, data.data());
        }
    }
    if (!copy.arrival.handler) return;
    const std::uint64_t barrier = addressOf(w, copy.arrival, copy.arrivalBytes, lane);
    completeBytes(w, copy.arrival, copy.addresses, lane, sharedTargets(w, barrier, copy.multicast, lane));
}

void bulkCopy(Warp& w, const Instruction& in, std::uint32_t mask) {
    const BulkCopy& copy = w.block->program->bulkCopies[in.target];
    w.block->changed = true;
    forActive(mask, [&](int lane) {
        const CheckedCopy checked(w, copy.arrival, copy.arrivalBytes, lane);
        copyOfLane(w, copy, lane);
    });
}

} // namespace

Handler bulkCopyHandler() {
    return bulkCopy;
}

} // namespace lanescope::ptx
