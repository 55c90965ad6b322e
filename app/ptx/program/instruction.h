// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::ptx {

struct Warp;
struct Instruction;

/// Runs one instruction for the lanes of mask, which is never 0.
using Handler = void (*)(Warp&, const Instruction&, std::uint32_t mask);

/// What the interpreter's loop has to do besides calling the handler.
enum class Flow : std::uint8_t {
    Plain,       ///< nothing
    Branch,      ///< target, imm: its order, or with kMeetsAtNextTurn that of the loop's next turn
    BranchTable, ///< a: index register, target: table
    Call,        ///< target: call site
    Return,
    Exit,
    Barrier,  ///< target: barrier site
    WarpSync, ///< c: register with the member mask; then the handler; without one a barrier of the warp
    Yield,    ///< lets other warps run; one that only does that has no handler
    Trap,
    Unsupported
};

/// One decoded instruction. Operands are byte offsets in the frame of the running function.
struct alignas(64) Instruction {
    Handler handler = nullptr;
    Handler resolve = nullptr; ///< memory instructions: finds the host addresses, tells the sink
    std::int64_t imm = 0;      ///< offset of an address, or what the handler takes it for
    std::uint32_t d = 0, a = 0, b = 0, c = 0, e = 0;
    std::uint32_t guard = 0;     ///< slot of a predicate; slot 0 holds all ones
    std::uint32_t guardFlip = 0; ///< all ones for @!p
    std::uint32_t target = 0;    ///< an instruction, a site of memory accesses, or as `flow` says
    std::uint16_t extra = 0;     ///< a handler's own
    Flow flow = Flow::Plain;
    std::uint8_t width = 0;     ///< bytes a lane moves
    std::uint8_t operation = 0; ///< model::Operation
    std::uint8_t mode = 0;      ///< a handler's own
    bool meets = false;         ///< lanes that come here wait for others that are on their way
    /// So many instructions from this one on, 255 at most, run one after another for all lanes that have come
    /// here, and none but the first is one where lanes meet. 0: this one is guarded, not plain, or a clock.
    std::uint8_t straight = 0;
};
static_assert(sizeof(Instruction) == 64);

/// Bits of a branch's mode: the lanes that take it, or those that do not, would only exit. They do so at
/// once, and do not wait at the end of the function for the others: a barrier then sees that they have gone.
inline constexpr std::uint8_t kTargetExits = 1, kRestExits = 2;
/// Likewise: it goes back to the head of a loop, where lanes wait for those that are still in the turn
/// before.
inline constexpr std::uint8_t kMeetsAtNextTurn = 4;

/// The mode of a Flow::Yield behind mbarrier.try_wait.
inline constexpr std::uint8_t kWaitsAtMbarrier = 1;

/// The mode of a store that is the second half of cp.async.
inline constexpr std::uint8_t kAsynchronousCopy = 1;

/// Bits of a load's, store's or atomic's mode, for the checks: a scope of the block's own threads (.cta; of a
/// fence, too; .cluster counts as wider, whatever the cluster), what the PTX memory consistency model calls a
/// strong operation, its .acquire and .release, and an exchange, which does not depend on what it reads.
inline constexpr std::uint8_t kOfBlock = 8, kStrongAccess = 16, kAcquires = 32, kReleases = 64,
                              kExchanges = 128;

/// Bits of an atomic's mode: of the lanes that are there ptxas has one, the highest, make it for all of them,
/// or the last one where all 32 are there.
inline constexpr std::uint8_t kJoined = 2, kJoinedWhole = 4;

/// What a load or store moves, in its extra, for the checks; 0 there: not a plain load or store.
struct ElementUse {
    std::uint8_t elementBytes = 4, registerBytes = 4;
    std::uint8_t used =
        15; ///< bit i: element i goes into a register that is not only stored elsewhere or chosen by selp
    std::uint8_t copied = 0; ///< bit i: its register is only that
    constexpr std::uint16_t packed() const {
        return static_cast<std::uint16_t>((elementBytes - 1U) | (registerBytes - 1U) << 4 | used << 8 |
                                          copied << 12);
    }
    static constexpr ElementUse of(std::uint16_t bits) {
        return {static_cast<std::uint8_t>((bits & 15) + 1), static_cast<std::uint8_t>(((bits >> 4) & 15) + 1),
                static_cast<std::uint8_t>((bits >> 8) & 15), static_cast<std::uint8_t>(bits >> 12)};
    }
};

inline constexpr std::uint32_t kNoTarget = 0xffffffff;

/// Where the frame's fixed slots are: a predicate that is always true, and one that takes what nobody wants.
inline constexpr std::uint32_t kTrueSlot = 0, kSinkPredicate = 4;
/// A slot of 32 x 8 bytes that takes results nobody wants (`_`).
inline constexpr std::uint32_t kSinkSlot = 64;
inline constexpr std::uint32_t kFirstSlot = 64 + 256;

} // namespace lanescope::ptx
