// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lanescope::ptx {

/// What a launch may look for besides what stops it. Each costs time, and nothing when it is off.
struct Checks {
    /// Two accesses of one byte of shared or global memory by different threads of a grid, at least one a
    /// store or an atomic, that nothing puts in order. The order is that of the PTX memory consistency model:
    /// a block's barrier orders all of its threads, that of a cooperative grid all threads of all blocks,
    /// that of a cluster all threads of its blocks, a named one those that take part (bar.arrive only
    /// releases), bar.warp.sync the lanes of its mask, wherever each of them waits, and those of them that
    /// have exited; a fence before a strong store that a strong load before another fence reads orders its
    /// two threads, acquire and release of a single access, an arrival at an mbarrier and a wait for it
    /// likewise. shfl, vote, match and redux order nothing. Two strong accesses (atomic, volatile, relaxed,
    /// acquire, release) are no race even where their order is open, unless the scope of one leaves the
    /// other's thread out (.cta, of another block), and neither are stores of one and the same value. A fence
    /// or an access of block scope orders no other block. A block's barrier counts as the fence behind an
    /// atomic that the model asks for, not as the one before it: programs leave the former out. What cp.async
    /// writes is written when its thread has waited for it; until then it races with every access, that
    /// thread's own too. A plain load of global memory before an atomic of the same thread on it, as a loop
    /// of compare-and-swap begins, is no race with others' atomics. Grids that a kernel launches are looked
    /// at one by one. Of global memory some races may be missed (GlobalRaces says which), and the grid's
    /// blocks run on one thread.
    bool races = false;
    /// Loads and atomics of bytes that nobody has written: of shared memory since the block began, of local
    /// memory since its function was called, and of global memory that was allocated raw (Memory::allocate)
    /// or by malloc in device code. A value that is only copied counts when a store writes nothing but such
    /// bytes; together with others, as the padding of a structure is stored, it does not, and in the copy it
    /// counts as not written either; in code compiled with -G, copies from local memory never count. A value
    /// that selp alone takes counts where it is chosen: compilers load it before they know. The first
    /// assignment to a bit-field reads the word it is in, and counts.
    bool uninitialised = false;
    /// Lanes of a warp run in step, as they do before compute capability 7.0: one instruction of a warp is
    /// in order with the next. From 7.0 on nothing but what `races` names puts lanes in order.
    bool lockstep = false;
    /// The blocks that run stand for others, which would have written, too: after the launch all global
    /// memory counts as written.
    bool sampled = false;
    /// Operations of a warp and mbarriers that are used wrongly: a shuffle that reads a lane which does not
    /// take part; a member mask that names lanes of another branch, which wait elsewhere or exit there, that
    /// lacks its own lane, or that others of its lanes do not give; an mbarrier that is initialized twice, or
    /// left with bytes that it expects. Lanes that had exited before may
    /// be named, as the CUDA Programming Guide has it.
    bool synchronisation = false;
    bool any() const { return races || uninitialised || synchronisation; }
    /// All that can be looked for.
    static Checks all() { return {.races = true, .uninitialised = true, .synchronisation = true}; }
};

/// What a finding is about.
enum class FindingKind : std::uint8_t {
    LanesApart,        ///< lanes that had to be split for forward progress
    DivergentBarrier,  ///< part of a warp's live lanes reach a block-wide barrier together
    RefusedCall,       ///< of the CUDA runtime in device code
    PartialBarrier,    ///< a block-wide barrier was passed when some of the block's threads had exited
    Race,              ///< see Checks::races
    UninitialisedRead, ///< see Checks::uninitialised
    // see Checks::synchronisation
    InactiveLane, ///< a shuffle reads a lane that does not take part
    MemberMask,   ///< of a warp-wide operation, wrong
    MbarrierMisuse
};
/// Whether Checks asks for it; the others are found without asking.
constexpr bool isOfChecks(FindingKind kind) {
    return kind >= FindingKind::Race;
}
/// "race", "uninitialised read", ...
std::string_view name(FindingKind kind);

/// What a user can do about a race.
enum class RaceCure : std::uint8_t {
    None,
    AwaitCopy,
    CopyLater,
    DeviceScope,
    OneBlockEach,
    ClusterBarrier,
    OneWriter,
    OneLine,
    WarpBarrier,
    BlockBarrier,
    BlockBarrierOrAtomics
};
/// "put __syncthreads() between them".
std::string_view text(RaceCure cure);

/// One of the accesses that a finding is about.
struct FindingAccess {
    std::string file;
    std::uint32_t line = 0; ///< source line, 0 unknown
    model::Operation operation = model::Operation::Load;
    model::Dim3 block{0, 0, 0};
    std::uint32_t warp = 0; ///< in the block
    int lane = 0;
    model::Dim3 thread{0, 0, 0};
    bool operator==(const FindingAccess&) const = default;
};

/// Something that does not stop a kernel and that a user should hear of. The example is the first in the
/// order of blocks, then of execution.
struct Finding {
    FindingKind kind = FindingKind::LanesApart;
    std::string what;               ///< "main.cu:5: race on ..."
    RaceCure cure = RaceCure::None; ///< of a race
    std::string where;              ///< "kernel sum, block (0,0,0)"
    std::string kernel, file;
    std::uint32_t line = 0;  ///< source line, 0 unknown
    std::uint64_t count = 0; ///< how often; of accesses, each lane's counts
    model::Dim3 block{0, 0, 0};
    // of barriers, warps and mbarriers
    std::vector<std::uint32_t> arrived; ///< by warp, the lanes that were there
    // of memory
    std::optional<FindingAccess> access;  ///< the later one of a race, the read
    std::optional<FindingAccess> earlier; ///< of a race
    model::Space space = model::Space::Shared;
    std::string array;        ///< its name in the source, or the allocation's label; empty: unknown
    std::uint64_t offset = 0; ///< bytes from its start to the first byte concerned
    std::uint32_t bytes = 0;  ///< both accesses touch, or never written

    /// All of it in one line.
    std::string text() const;
    bool operator==(const Finding&) const = default;
};

/// "all of warp 0, lanes 0-7 of warp 1": masks by warp, of a block of so many threads. Beyond a few it says
/// how many warps there are more.
std::string lanesText(std::span<const std::uint32_t> lanes, std::uint64_t threads);

/// Findings of one kind at one source line or one pair of lines, about one array, counted together.
class FindingLog {
public:
    /// What findings are told apart by: kind, place, the other place, and a word.
    using Key = std::tuple<FindingKind, std::uint32_t, std::uint32_t, std::string>;
    /// The finding with this key when it was seen before, and counted on; otherwise nullptr.
    Finding* again(const Key& key, std::uint64_t times);
    /// order: of the block, to choose the example when logs are put together.
    void add(Key key, Finding finding, std::uint64_t order);
    void join(const FindingLog& other);
    std::vector<Finding> take();

private:
    struct Entry {
        Finding finding;
        std::uint64_t order = 0;
    };
    std::map<Key, Entry> m_entries;
};

} // namespace lanescope::ptx
