// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>

namespace lanescope::model {

inline constexpr int kWarpSize = 32;

/// The state space an access was resolved to; a generic address is resolved before it gets here.
enum class Space : std::uint8_t { Global, Shared, Constant, Texture, Local };
inline constexpr int kSpaceCount = 5;

/// What the instruction did. A Reduction is an atomic without a result (`red`), an Increment one that adds
/// the constant 1 to a 32-bit integer of shared memory; matrix operations are `ldmatrix` and `stmatrix`.
enum class Operation : std::uint8_t { Load, Store, Atomic, Reduction, MatrixLoad, MatrixStore, Increment };

/// A CUDA grid, block or index triple.
struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    bool operator==(const Dim3&) const = default;
    /// x * y * z.
    constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

/// Index of the block or thread with this linear number, x fastest, then y (CUDA C++ Programming Guide, 2.2).
/// z has no bound: a number beyond the count of size gives a z beyond its.
template<std::unsigned_integral Number>
constexpr Dim3 indexAt(Number linear, const Dim3& size) {
    return {static_cast<std::uint32_t>(linear % size.x), static_cast<std::uint32_t>(linear / size.x % size.y),
            static_cast<std::uint32_t>(linear / size.x / size.y)};
}

/// The way back: linear number of an index within a grid or block of this size.
constexpr std::uint64_t linearIndex(const Dim3& index, const Dim3& size) {
    return (std::uint64_t{index.z} * size.y + index.y) * size.x + index.x;
}

/// Thread index of a lane in a block of this size. Where the block ends before its last warp does, the lanes
/// behind the last thread have a z beyond it.
constexpr Dim3 threadIndex(const Dim3& block, std::uint32_t warp, int lane) {
    return indexAt(warp * kWarpSize + static_cast<std::uint32_t>(lane), block);
}

/// The texels that one warp-wide texture or surface instruction reads or writes, after the address mode.
/// A lane touches the texels {x0, x1} x {y0, y1}; x0 == x1 and y0 == y1 for a point fetch. Beyond the edge of
/// a texture stands ~ of the edge's texel, which costs what that one costs; of a surface -1, which is free.
struct TexelFootprint {
    std::uint32_t texture = 0; ///< number of the array in its device, 0-based
    std::uint32_t width = 0;   ///< of the array, texels
    std::uint32_t height = 1;  ///< of the array, texels
    std::uint32_t bytesPerTexel = 4;
    bool surface = false; ///< read or written as a surface, not sampled as a texture
    std::array<std::int32_t, kWarpSize> x0{}, y0{}, x1{}, y1{};
};

/// One memory instruction of one warp: the unit that the model counts and the pictures draw.
struct WarpAccess {
    Space space = Space::Global;
    Operation operation = Operation::Load;
    std::uint8_t width = 4;       ///< bytes each lane moves: 1, 2, 4, 8 or 16
    std::uint8_t matrices = 0;    ///< 8x8 matrices of a matrix operation (1, 2 or 4), else 0
    std::uint32_t site = 0;       ///< index into the kernel's sites
    std::uint32_t warp = 0;       ///< index of the warp in its block
    Dim3 block{0, 0, 0};          ///< block index in the grid
    std::uint32_t grid = 0;       ///< 0: launched by the host; else the number of the child grid
    std::uint32_t activeMask = 0; ///< bit i set: lane i takes part
    /// Byte address of each active lane, aligned to width. Global and constant: the device's address space.
    /// Shared: offset in the block's shared window, so bank 0 starts at 0. Local: offset in the lane's frame.
    /// Texture: undefined, see footprint. Matrix operations: the row addresses, 16 bytes each.
    std::array<std::uint64_t, kWarpSize> address{};
    const TexelFootprint* footprint = nullptr; ///< texture accesses only; lives as long as the call of a sink

    bool active(int lane) const { return (activeMask >> lane) & 1U; }
};

/// How the addresses of all 32 lanes of an access lie, eight lanes by eight: one after another, or in one
/// place. So do those of a warp that reads a row, or tiles whose rows are as long as eight lanes, or a
/// multiple of it.
enum class Eights : std::uint8_t { Apart, InARow, Same };

/// Visits the lanes of a mask, lowest first.
template<class Visit>
void forEachLane(std::uint32_t lanes, Visit visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(std::countr_zero(lanes));
}

/// A memory instruction of a kernel: where it stands in the source and in the PTX.
struct Site {
    std::string file;            ///< source file as the compiler was given it; empty without line information
    std::uint32_t line = 0;      ///< 1-based, 0 unknown
    Space space = Space::Global; ///< as written; a generic access counts as Global until it is resolved
    Operation operation = Operation::Load;
    std::uint8_t width = 4; ///< bytes a lane; a vector access counts as one of its whole width
    std::string ptx;        ///< the instruction's text
    /// An atomic at one address for all lanes: the compiler joins their values, and one lane makes it for
    /// all.
    bool joined = false;
    /// A load of shared memory: the compiler is likely to make one of 8 or 16 bytes of it and of loads of
    /// neighbouring words, so that a GPU makes fewer requests there.
    bool merged = false;
};

/// Takes the instructions of a block as its warps run them.
class InstructionSink {
public:
    virtual ~InstructionSink() = default;
    /// number: of the program's instructions. Its accesses follow.
    virtual void instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) = 0;
    /// What the emulator calls. active: the lanes that the instruction is issued for, of which its guard lets
    /// `lanes` run it.
    virtual void issued(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes, std::uint32_t active) {
        static_cast<void>(active);
        instruction(warp, number, lanes);
    }
    /// The instruction before this is a part of a barrier of the grid: it tells the others that the block has
    /// come, or looks whether they have.
    virtual void gridBarrier(std::uint32_t warp, bool looks) {
        static_cast<void>(warp);
        static_cast<void>(looks);
    }
    /// The instruction before this has compared what the lanes have, so many different values; or was done by
    /// so many groups of lanes, each for itself.
    virtual void matched(std::uint32_t warp, std::uint32_t values) {
        static_cast<void>(warp);
        static_cast<void>(values);
    }
    /// A warp has waited for other blocks in a loop of its own.
    virtual void waitedForBlocks() {}
};

/// A grid that device code launches.
struct ChildGrid {
    std::uint32_t number = 0; ///< as WarpAccess::grid has it
    std::size_t kernel = 0;   ///< index of the program's kernels
    Dim3 grid, block;
    std::uint64_t sharedBytes = 0;        ///< of a block, static and dynamic
    std::uint64_t registersPerThread = 0; ///< 0: unknown
};

/// Takes accesses as a kernel runs. Blocks run on several workers: each gets a fork of the sink, and the
/// forks are joined back in the order of their number when the kernel has ended.
class AccessSink {
public:
    virtual ~AccessSink() = default;
    /// Called once a warp memory instruction with at least one active lane, in program order of that warp.
    virtual void access(const WarpAccess& access) = 0;
    /// The same of an access of all lanes, of which it is known how they lie: not Apart.
    virtual void accessInEights(const WarpAccess& access, Eights eights) {
        static_cast<void>(eights);
        this->access(access);
    }
    /// Called in the place of access() when the kernel stops there: it is not made. wrong: the lanes whose
    /// addresses do not allow it.
    virtual void stopped(const WarpAccess& access, std::uint32_t wrong) {
        static_cast<void>(access);
        static_cast<void>(wrong);
    }
    /// Called before a block of the host's grid begins, or goes on after others: who wants its instructions
    /// too; nullptr: nobody.
    virtual InstructionSink* instructionsOf(const Dim3&) { return nullptr; }
    /// Called before the blocks of a child grid begin: who wants its accesses and instructions, too; nullptr:
    /// nobody. It is used until the grid ends, and lives as long as this.
    virtual AccessSink* childGrid(const ChildGrid&) { return nullptr; }
    /// An empty sink of the same kind.
    virtual std::unique_ptr<AccessSink> fork() const = 0;
    /// Takes over what a fork has gathered. The result may not depend on which worker ran which block.
    virtual void join(AccessSink& fork) = 0;
};

} // namespace lanescope::model
