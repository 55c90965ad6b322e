// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::model {

/// What takes an instruction once a scheduler has issued it. The names are the profiler's.
enum class Pipe : std::uint8_t {
    Any,      ///< integer additions, which go to Alu or Fma, whichever is free
    Alu,      ///< integer and logic, comparisons, minimum and maximum
    Fma,      ///< single precision
    FmaHeavy, ///< integer multiplications: the half of Fma that has a multiplier for them
    Fp64,
    Xu,     ///< reciprocals, roots, sines, exponentials, conversions, bit counts
    Lsu,    ///< loads, stores, atomics, shuffles
    Tex,    ///< textures and surfaces
    Adu,    ///< barriers
    Cbu,    ///< branches
    Uniform ///< what is the same in the whole warp
};
inline constexpr std::size_t kPipes = 11;

/// What one instruction of PTX is likely to become.
struct MachineCost {
    std::array<std::uint8_t, kPipes> instructions{}; ///< by pipe
    /// Of them, those that wait for each other from the operands to the result.
    std::array<std::uint8_t, kPipes> chain{};
    bool operator==(const MachineCost&) const = default;
};

/// How an instruction's operands and results are kept waiting for.
enum class MachineKind : std::uint8_t {
    Nothing, ///< no machine instruction
    Plain,
    Access,    ///< of memory; what it costs beside follows from its addresses
    CopyGroup, ///< closes a group of asynchronous copies
    CopyWait,  ///< for all of them but the last groups
    Shuffle,   ///< and other exchanges within a warp that go through the Lsu
    Match,
    Reduce,
    Vote,
    Barrier,
    Fence,
    Special,   ///< reads a special register
    Parameter, ///< reads a parameter, or a size, from constant memory
    Sleep,
    Call,    ///< and returning
    Indirect ///< jumps or calls where a table says
};

/// One instruction of PTX as a multiprocessor sees it. Registers are numbered by function; kNoRegister: none.
struct MachineInstruction {
    static constexpr std::uint16_t kNoRegister = 0xffff;
    std::uint16_t cost = 0; ///< index into MachineCode::costs
    MachineKind kind = MachineKind::Nothing;
    /// The compiler orders instructions anew: the place among those of the same stretch, which ends where
    /// `last` stands. An instruction that starts a stretch has place 0 or stands behind a `last`.
    std::uint16_t place = 0;
    bool last = false;
    /// The compiler unrolls the loop that it closes or counts: it is executed in one of so many turns.
    std::uint8_t every = 1;
    /// The first of a loop that is unrolled: so many are a turn, with the branch that closes it. At a branch,
    /// as machineCode() has it: so many before it.
    std::uint16_t turn = 0;
    /// Four turns of it, or two, are ordered together: its place in each of them.
    std::array<std::uint16_t, 4> placeOfFour{};
    std::array<std::uint16_t, 2> placeOfTwo{};
    /// A bit for each source that this turn of the loop has made, and for each that the one before has.
    std::uint8_t fromThisTurn = 0, fromLastTurn = 0;
    /// A branch that is none: the compiler predicates the next so many instructions instead.
    std::uint8_t predicates = 0;
    /// A load that takes in the next ones of its stretch, of this many together: 1, 2 or 4; 0: was taken in.
    std::uint8_t merges = 1;
    bool aggregates = false; ///< an atomic of one address, which the compiler has one lane do for all
    bool addsFloats = false; ///< an atomic that does
    bool copies = false;     ///< from global to shared memory, asynchronously
    std::uint8_t groups = 0; ///< of copies, the last ones, that are not waited for
    std::array<std::uint16_t, 6> sources{kNoRegister, kNoRegister, kNoRegister,
                                         kNoRegister, kNoRegister, kNoRegister};
    std::array<std::uint16_t, 4> results{kNoRegister, kNoRegister, kNoRegister, kNoRegister};

    /// Which turn has made a source, of an instruction in one of those that are ordered together, from 1; 0:
    /// none of them, or what was before the first.
    std::uint32_t turnOf(std::size_t source, std::uint32_t in) const {
        if (in == 0) return 0;
        if (fromThisTurn >> source & 1U) return in;
        return fromLastTurn >> source & 1U ? in - 1 : 0;
    }
};

/// A program, instruction by instruction as the emulator counts them.
struct MachineCode {
    std::vector<MachineCost> costs;
    std::vector<MachineInstruction> instructions;
};

} // namespace lanescope::model
