// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/bulk_pieces.h"

#include "ptx/check/checker.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

constexpr unsigned kPiece = 16;
constexpr std::size_t kAtOnce = 32;

template<class T>
void moveElements(const std::byte* from, std::byte* to, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i += sizeof(T))
        writeElement(reinterpret_cast<T*>(to + i), readElement(reinterpret_cast<const T*>(from + i)));
}
/// What other blocks may read or write at the same time.
void movePiece(const std::byte* from, std::byte* to, unsigned bytes) {
    if (bytes % 4 == 0) return moveElements<std::uint32_t>(from, to, bytes);
    if (bytes == 2) return moveElements<std::uint16_t>(from, to, bytes);
    moveElements<std::uint8_t>(from, to, bytes);
}

} // namespace

CheckedCopy::CheckedCopy(const Warp& warp, const Instruction& arrival, unsigned addressBytes, int lane)
    : m_checker(arrival.handler ? warp.block->checker : nullptr) {
    if (m_checker)
        m_checker->beginCopy(warp, lane, addressOf(warp, arrival, addressBytes, lane) % kRankedBytes);
}
CheckedCopy::~CheckedCopy() {
    if (m_checker) m_checker->endCopy();
}

void BulkPieces::add(std::uint64_t address, std::size_t offset, std::uint64_t bytes) {
    for (std::uint64_t done = 0; done < bytes;) {
        const std::uint64_t lowest = address + done == 0 ? kPiece : (address + done) & (0 - (address + done));
        const auto piece =
            static_cast<unsigned>(std::min({lowest, std::bit_floor(bytes - done), std::uint64_t{kPiece}}));
        m_pieces.push_back({address + done, offset + done, piece});
        done += piece;
    }
}

template<class Move>
void BulkPieces::each(const Instruction& access, Move move) {
    // whole pieces first, so that the ends of rows do not cut them into many accesses
    std::ranges::stable_sort(m_pieces, std::ranges::greater{}, &Piece::bytes);
    for (std::size_t first = 0; first < m_pieces.size();) {
        std::size_t end = first;
        while (end < m_pieces.size() && end - first < kAtOnce && m_pieces[end].bytes == m_pieces[first].bytes)
            ++end;
        const std::span<const Piece> pieces(&m_pieces[first], end - first);
        const Resolved r = resolve(access, pieces);
        for (std::size_t i = 0; i < pieces.size(); ++i)
            move(reinterpret_cast<std::byte*>(r.address[i] + r.delta), pieces[i]);
        first = end;
    }
    m_pieces.clear();
}

void BulkPieces::load(const Instruction& access, std::byte* to) {
    each(access, [&](const std::byte* at, const Piece& piece) {
        alignas(kPiece) std::array<std::byte, kPiece> data;
        movePiece(at, data.data(), piece.bytes);
        std::memcpy(to + piece.offset, data.data(), piece.bytes);
    });
}

void BulkPieces::store(const Instruction& access, const std::byte* from) {
    each(access, [&](std::byte* at, const Piece& piece) {
        alignas(kPiece) std::array<std::byte, kPiece> data;
        std::memcpy(data.data(), from + piece.offset, piece.bytes);
        movePiece(data.data(), at, piece.bytes);
    });
}

void BulkPieces::reduce(const Instruction& operation, std::uint32_t operands, const std::byte* from) {
    const OnlySink onlySink(*m_warp.block);
    const unsigned element = operation.width;
    auto* addresses = m_warp.slot<std::uint64_t>(m_slot);
    std::size_t count = 0;
    const auto flush = [&] {
        if (count != 0) operation.handler(m_warp, operation, count == kAtOnce ? kFullMask : kBit[count] - 1);
        count = 0;
    };
    for (const Piece& piece : m_pieces)
        for (unsigned done = 0; done < piece.bytes; done += element) {
            addresses[count] = piece.address + done;
            std::memcpy(m_warp.slot<std::byte>(operands) + count * element, from + piece.offset + done,
                        element);
            if (++count == kAtOnce) flush();
        }
    flush();
    m_pieces.clear();
}

Resolved BulkPieces::resolve(const Instruction& access, std::span<const Piece> pieces) {
    BlockContext& block = *m_warp.block;
    Instruction part = access;
    part.a = m_slot;
    part.imm = 0;
    part.width = static_cast<std::uint8_t>(pieces.front().bytes);
    if (!block.checker) return resolveAll(part, pieces);
    auto* addresses = m_warp.slot<std::uint64_t>(m_slot);
    model::AccessSink* const sink = std::exchange(block.sink, nullptr);
    for (const Piece& piece : pieces) {
        addresses[m_lane] = piece.address;
        part.resolve(m_warp, part, kBit[m_lane]);
    }
    block.sink = sink;
    const OnlySink onlySink(block);
    return resolveAll(part, pieces);
}

Resolved BulkPieces::resolveAll(const Instruction& part, std::span<const Piece> pieces) {
    auto* addresses = m_warp.slot<std::uint64_t>(m_slot);
    for (std::size_t i = 0; i < pieces.size(); ++i) addresses[i] = pieces[i].address;
    part.resolve(m_warp, part, pieces.size() == kAtOnce ? kFullMask : kBit[pieces.size()] - 1);
    return m_warp.block->resolved;
}

std::uint64_t addressOf(const Warp& warp, const Instruction& access, unsigned bytes, int lane) {
    const std::uint64_t base =
        bytes == 8 ? warp.slot<std::uint64_t>(access.a)[lane] : warp.slot<std::uint32_t>(access.a)[lane];
    return base + static_cast<std::uint64_t>(access.imm);
}

std::vector<std::uint64_t> sharedTargets(const Warp& warp, std::uint64_t address, std::uint32_t maskSlot,
                                         int lane) {
    if (maskSlot == kNoTarget) return {address};
    std::vector<std::uint64_t> targets;
    const std::uint32_t mask = warp.slot<std::uint16_t>(maskSlot)[lane];
    for (std::uint64_t rank = 0; rank < 16; ++rank)
        if ((mask >> rank & 1) != 0) targets.push_back((rank + 1) * kRankedBytes + address % kRankedBytes);
    return targets;
}

void completeBytes(Warp& warp, const Instruction& arrival, std::uint32_t addresses, int lane,
                   std::span<const std::uint64_t> targets) {
    Instruction each = arrival;
    each.a = addresses;
    each.imm = 0;
    for (const std::uint64_t target : targets) {
        warp.slot<std::uint64_t>(addresses)[lane] = target;
        each.handler(warp, each, kBit[lane]);
    }
}

} // namespace lanescope::ptx
