// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"
#include "ptx/fault.h"
#include "ptx/program/program.h"
#include "ptx/state/mbarrier.h"
#include "ptx/state/memory.h"
#include "ptx/state/print_buffer.h"
#include "ptx/state/windows.h"
#include "ptx/texture/texture.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ptx {

inline constexpr std::uint32_t kFullMask = 0xffffffff;

class Checker;

/// What a handler throws when a lane goes wrong; the interpreter adds the place.
struct LaneFault {
    FaultKind kind;
    int lane;
    std::uint64_t address;
    std::string text;
};

/// A range of global memory found lately: addresses in [low, high] start an access of any width up to slack.
struct CachedRange {
    std::uint64_t low = 1, end = 0; ///< end: behind the last byte; an empty range matches nothing
    std::uint64_t delta = 0;        ///< host address - device address
};

/// Where the lanes' data are: host = address[lane] + delta.
struct Resolved {
    const std::uint64_t* address = nullptr;
    std::uint64_t delta = 0;
};

/// A lane's local memory, cut into pieces so that it can grow: piece p holds bytes [p, p + 1) x kLocalPiece
/// of every lane, lane after lane.
inline constexpr std::uint32_t kLocalPiece = 1024, kLocalLimit = 512 * 1024;
struct LocalMemory {
    std::vector<std::unique_ptr<std::byte[]>> pieces;
    bool touched = false; ///< somebody was told where its bytes are since it was last zeroed
    std::byte* at(int lane, std::uint64_t offset) const {
        return pieces[offset / kLocalPiece].get() + static_cast<std::size_t>(lane) * kLocalPiece +
               offset % kLocalPiece;
    }
    std::uint64_t bytes() const { return pieces.size() * std::uint64_t{kLocalPiece}; }
};

/// Who has the memory behind the launch window: arguments of launches from device code, and texts of errors.
class LaunchWindow {
public:
    virtual ~LaunchWindow() = default;
    /// The host's view of bytes at an address of the window, nullptr when they are not all of one piece.
    virtual std::byte* view(std::uint64_t address, std::uint64_t bytes) const = 0;
};

/// What the warps of a worker share while it runs a block.
struct BlockContext {
    // set once a launch
    const Program* program = nullptr;
    const Entry* entry = nullptr;
    const Memory* memory = nullptr;
    const TextureTable* textures = nullptr;
    model::AccessSink* sink = nullptr;
    model::InstructionSink* instructions = nullptr; ///< of the block under way
    Checker* checker = nullptr;
    bool observed = false; ///< there is a sink or a checker
    model::Dim3 gridSize, blockSize;
    const std::byte* parameters = nullptr;
    std::uint32_t parameterBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> constants; ///< .const variables: address, bytes
    std::uint32_t sharedBytes = 0;                                  ///< static and dynamic
    std::byte* shared = nullptr;
    // set once a block
    model::Dim3 blockIndex{0, 0, 0};
    std::uint64_t clock = 0; ///< warp instructions, for %clock
    PrintBuffer* printed = nullptr;
    const LaunchWindow* launchWindow = nullptr; ///< of kernels that call the CUDA runtime
    std::uint64_t startTime = 0;                ///< of the grid, for %globaltimer
    // of the cluster, in which a block is alone when it was launched without one
    model::Dim3 clusterSize{1, 1, 1};   ///< blocks
    bool inCluster = false;             ///< it was launched with a size
    std::uint32_t clusterRank = 0;      ///< of the block under way
    std::vector<BlockContext*> cluster; ///< by rank; empty: there is no other block
    bool ended = false;                 ///< the block under way; its shared memory is gone
    // of a cooperative grid
    std::byte* workspace = nullptr;     ///< what its barrier is made of, workspaceBytes of it
    std::uint64_t workspaceAddress = 0; ///< in its window; 0: it was not launched cooperatively
    std::uint32_t workspaceBytes = 0;
    /// Since SpinWatch cleared them: an instruction did what others can see, or what gives something else
    /// each time; and one looked for what others do, or paused.
    bool changed = false, polled = false;
    bool polledBarrier = false; ///< of the grid, in this turn
    /// A look at an mbarrier's phase that was not over: the last one, and how many there were.
    struct MbarrierWait {
        const Instruction* instruction = nullptr;
        std::uint32_t warp = 0;
        int lane = 0;
        std::uint64_t address = 0;
        Mbarrier object;
    } mbarrierWait;
    std::uint64_t mbarrierPolls = 0;
    // scratch
    model::WarpAccess access;
    alignas(64) std::array<std::uint64_t, 32> hostAddress{};
    Resolved resolved;
    alignas(16) std::array<std::byte, 32 * 16> copied{}; ///< what cp.async has read
    std::array<CachedRange, 64> ranges;
    model::TexelFootprint footprint, coarser; ///< of the level that a fetch reads, and of the next one
};

/// A warp as handlers see it.
struct Warp {
    std::byte* regs = nullptr; ///< frame of the running function
    BlockContext* block = nullptr;
    std::uint32_t carry = 0;     ///< CC.CF, a bit a lane
    std::uint32_t index = 0;     ///< in the block
    std::uint32_t live = 0;      ///< lanes that have not exited
    std::uint32_t active = 0;    ///< lanes that run together now, guards apart
    std::uint32_t localBase = 0; ///< of the running function's local frame
    const Function* function = nullptr;
    LocalMemory local;
    /// By dimension, then by lane: the thread's index in the block.
    std::array<std::array<std::uint32_t, 32>, 3> thread{};

    template<class T>
    T* slot(std::uint32_t offset) const {
        return reinterpret_cast<T*>(regs + offset);
    }
    std::uint32_t& predicate(std::uint32_t offset) const {
        return *reinterpret_cast<std::uint32_t*>(regs + offset);
    }
};

} // namespace lanescope::ptx
