// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// cp.async.bulk. A copy is told as accesses of 32 pieces of 16 bytes.
#include "ptx/check/checker.h"
#include "ptx/handlers/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

constexpr std::uint32_t kPiece = 16, kPiecesAtOnce = 32;

/// The copy of one lane.
class LaneCopy {
public:
    LaneCopy(Warp& warp, const BulkCopy& copy, int lane) : m_warp(warp), m_copy(copy), m_lane(lane) {}

    void run() {
        const std::uint32_t bytes = m_warp.slot<std::uint32_t>(m_copy.size)[m_lane];
        const std::uint64_t from = addressOf(m_copy.from, m_copy.fromBytes),
                            to = addressOf(m_copy.to, m_copy.toBytes);
        if (bytes % kPiece != 0)
            throw LaneFault{FaultKind::Misaligned, m_lane, from,
                            fmt::format("cp.async.bulk of {} bytes, not a multiple of 16", bytes)};
        for (std::uint32_t done = 0; done < bytes; done += kPiece * kPiecesAtOnce) {
            const std::uint32_t pieces = std::min(kPiecesAtOnce, (bytes - done) / kPiece);
            std::array<std::array<std::uint32_t, kPiece / 4>, kPiecesAtOnce> data;
            const Resolved source = resolve(m_copy.from, from + done, pieces);
            for (std::uint32_t i = 0; i < pieces; ++i)
                for (std::uint32_t word = 0; word < kPiece / 4; ++word)
                    data[i][word] = readElement(
                        reinterpret_cast<const std::uint32_t*>(source.address[i] + source.delta) + word);
            const Resolved target = resolve(m_copy.to, to + done, pieces);
            for (std::uint32_t i = 0; i < pieces; ++i)
                for (std::uint32_t word = 0; word < kPiece / 4; ++word)
                    writeElement(reinterpret_cast<std::uint32_t*>(target.address[i] + target.delta) + word,
                                 data[i][word]);
        }
    }

private:
    std::uint64_t addressOf(const Instruction& access, unsigned bytes) const {
        const std::uint64_t base = bytes == 8 ? m_warp.slot<std::uint64_t>(access.a)[m_lane]
                                              : m_warp.slot<std::uint32_t>(access.a)[m_lane];
        return base + static_cast<std::uint64_t>(access.imm);
    }

    /// A sink sees the pieces as if each lane had one; the checks, as what they are, accesses of one lane.
    Resolved resolve(const Instruction& access, std::uint64_t address, std::uint32_t pieces) {
        BlockContext& block = *m_warp.block;
        Instruction part = access;
        part.a = m_copy.addresses;
        part.imm = 0;
        auto* addresses = m_warp.slot<std::uint64_t>(m_copy.addresses);
        if (Checker* const checker = block.checker) {
            model::AccessSink* const sink = std::exchange(block.sink, nullptr);
            for (std::uint32_t i = 0; i < pieces; ++i) {
                addresses[m_lane] = address + std::uint64_t{i} * kPiece;
                part.resolve(m_warp, part, kBit[m_lane]);
            }
            block.sink = sink;
            block.checker = nullptr;
            block.observed = sink != nullptr;
            const Resolved all = resolvePieces(part, address, pieces);
            block.checker = checker;
            block.observed = true;
            return all;
        }
        return resolvePieces(part, address, pieces);
    }
    Resolved resolvePieces(const Instruction& part, std::uint64_t address, std::uint32_t pieces) {
        auto* addresses = m_warp.slot<std::uint64_t>(m_copy.addresses);
        for (std::uint32_t i = 0; i < pieces; ++i) addresses[i] = address + std::uint64_t{i} * kPiece;
        part.resolve(m_warp, part, pieces == 32 ? kFullMask : kBit[pieces] - 1);
        return m_warp.block->resolved;
    }

    Warp& m_warp;
    const BulkCopy& m_copy;
    int m_lane;
};

/// The address of the mbarrier that the copy of a lane tells.
std::uint64_t mbarrierOf(const Warp& w, const BulkCopy& copy, int lane) {
    const std::uint64_t base = copy.arrivalBytes == 8 ? w.slot<std::uint64_t>(copy.arrival.a)[lane]
                                                      : w.slot<std::uint32_t>(copy.arrival.a)[lane];
    return base + static_cast<std::uint64_t>(copy.arrival.imm);
}

void bulkCopy(Warp& w, const Instruction& in, std::uint32_t mask) {
    const BulkCopy& copy = w.block->program->bulkCopies[in.target];
    w.block->changed = true;
    forActive(mask, [&](int lane) {
        Checker* const checker = copy.arrival.handler ? w.block->checker : nullptr;
        if (checker) checker->beginCopy(w, lane, mbarrierOf(w, copy, lane));
        LaneCopy(w, copy, lane).run();
        if (copy.arrival.handler) copy.arrival.handler(w, copy.arrival, kBit[lane]);
        if (checker) checker->endCopy();
    });
}

} // namespace

Handler bulkCopyHandler() {
    return bulkCopy;
}

} // namespace lanescope::ptx
