// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/lanes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lanescope::ptx {

/// A sink is told, the checks are not, as long as this lives.
class OnlySink {
public:
    explicit OnlySink(BlockContext& block)
        : m_block(block), m_checker(std::exchange(block.checker, nullptr)),
          m_observed(std::exchange(block.observed, block.sink != nullptr)) {}
    ~OnlySink() {
        m_block.checker = m_checker;
        m_block.observed = m_observed;
    }
    OnlySink(const OnlySink&) = delete;
    OnlySink& operator=(const OnlySink&) = delete;

private:
    BlockContext& m_block;
    Checker* m_checker;
    bool m_observed;
};

/// For the checks, what a lane's copy does as long as this lives is done by a thread of its own, which an
/// mbarrier waits for. arrival: of what counts the copy's bytes; without a handler nothing is told.
class CheckedCopy {
public:
    CheckedCopy(const Warp& warp, const Instruction& arrival, unsigned addressBytes, int lane);
    ~CheckedCopy();
    CheckedCopy(const CheckedCopy&) = delete;
    CheckedCopy& operator=(const CheckedCopy&) = delete;

private:
    Checker* m_checker;
};

/// Memory that a copy of one lane moves, piece by piece. A sink sees up to 32 pieces at once, as if each lane
/// had one; the checks see them as what they are, accesses of one lane.
class BulkPieces {
public:
    /// addresses: a slot of 32 x 8 bytes for the pieces' addresses.
    BulkPieces(Warp& warp, int lane, std::uint32_t addresses)
        : m_warp(warp), m_lane(lane), m_slot(addresses) {}

    /// A run of bytes at an address, and where they are in the copy's buffer.
    void add(std::uint64_t address, std::size_t offset, std::uint64_t bytes);
    /// A piece of exactly so many bytes, wherever it is.
    void addWhole(std::uint64_t address, std::size_t offset, unsigned bytes) {
        m_pieces.push_back({address, offset, bytes});
    }
    /// Runs, cut into pieces of 16 bytes, or fewer where an address or a length asks for it.
    void load(const Instruction& access, std::byte* to);
    void store(const Instruction& access, const std::byte* from);
    /// The same elements at a time: for each the operation of a handler, with operands in a slot of 32 x 8
    /// bytes.
    void reduce(const Instruction& operation, std::uint32_t operands, const std::byte* from);

private:
    struct Piece {
        std::uint64_t address = 0;
        std::size_t offset = 0;
        unsigned bytes = 0;
    };
    template<class Move>
    void each(const Instruction& access, Move move);
    Resolved resolve(const Instruction& access, std::span<const Piece> pieces);
    Resolved resolveAll(const Instruction& part, std::span<const Piece> pieces);

    Warp& m_warp;
    int m_lane;
    std::uint32_t m_slot;
    std::vector<Piece> m_pieces;
};

/// Whose shared memory a copy goes to: for each block of a mask, or for the address itself, an address.
std::vector<std::uint64_t> sharedTargets(const Warp& warp, std::uint64_t address, std::uint32_t maskSlot,
                                         int lane);

/// The address that an access names for a lane; bytes: of its register.
std::uint64_t addressOf(const Warp& warp, const Instruction& access, unsigned bytes, int lane);

/// Lets the mbarriers of a copy's targets know that it has ended. targets: as sharedTargets() gives them.
void completeBytes(Warp& warp, const Instruction& arrival, std::uint32_t addresses, int lane,
                   std::span<const std::uint64_t> targets);

} // namespace lanescope::ptx
