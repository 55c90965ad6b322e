// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/check/global_races.h"
#include "ptx/check/shared_races.h"
#include "ptx/check/sync_misuse.h"
#include "ptx/program/program.h"
#include "ptx/state/warp.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// Looks at the accesses of the blocks that one worker runs, one after another: see Checks.
class Checker {
public:
    /// races: of the grid, which outlives it.
    Checker(const Program& program, const Entry& entry, std::string kernel, const Checks& checks,
            std::uint32_t threads, GlobalRaces& races, FindingLog& log);

    void beginBlock(const BlockContext& block, std::uint64_t order);
    void endBlock();
    /// nullptr: nobody asks for it.
    SyncMisuse* misuse() { return m_checks.synchronisation ? &m_misuse : nullptr; }
    /// Before the data move; the lanes' addresses are in the block's scratch, as a sink would see them.
    void access(const Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space);
    /// The same of an access of another block's shared memory.
    void accessElsewhere(Checker& owner, const Warp& warp, const Instruction& in, std::uint32_t mask);
    /// selp takes what a load has put into a register.
    void chosen(const Warp& warp, std::uint32_t slot, std::uint32_t mask);
    /// A function's frame begins: its local memory, offsets [base, base + bytes), holds nothing.
    void frame(const Warp& warp, std::uint32_t mask, std::uint32_t base, std::uint32_t bytes);
    /// malloc in device code.
    void allocated(const BlockContext& block, std::uint64_t address, std::uint64_t bytes);
    /// The emulator itself has written for a lane, at a generic address.
    void wroteFor(const Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes);

    // what puts threads in order
    void meetAll() { m_clocks.meetAll(); }
    /// named: the member mask of the barrier that the lanes have met at.
    void meetInWarp(const Warp& warp, std::uint32_t mask, std::uint32_t named);
    void arrive(const Warp& warp, std::uint32_t mask, std::uint32_t barrier);
    void pass(const Warp& warp, std::uint32_t mask, std::uint32_t barrier);
    void completed(std::uint32_t barrier) { m_barriers[barrier].clear(); }
    /// The number of the block in its grid.
    std::uint64_t block() const { return m_clocks.block(); }
    /// After meetAll(), twice for each block of a cluster in turn: all of them have met. first: the number of
    /// the cluster's first block, which is no address of global memory.
    void meetCluster(std::uint64_t first);
    /// ofBlock: of block scope.
    void fence(const Warp& warp, std::uint32_t mask, bool ofBlock);
    /// An access of what the grid's barrier is made of; addresses as in access().
    void gridBarrier(const Warp& warp, const Instruction& in, std::uint32_t mask);
    /// What is told until endCopy() is done by a bulk copy that a lane has started; mbarrier: offset of the
    /// one that it tells.
    void beginCopy(const Warp& warp, int lane, std::uint64_t mbarrier);
    void endCopy() { m_copy.reset(); }
    void commitCopies(const Warp& warp, std::uint32_t mask);
    void waitForCopies(const Warp& warp, std::uint32_t mask, std::uint32_t keep);

private:
    using Lanes = std::array<std::uint16_t, 32>; ///< by lane, a bit a byte of an element or access

    struct Read {
        std::uint32_t site = 0;
        model::Space space = model::Space::Global;
        unsigned width = 0;
        std::uint64_t address = 0;      ///< of the first lane
        std::uint16_t unwritten = 0;    ///< likewise
        const Checker* owner = nullptr; ///< of another block's shared memory: that block's
    };
    void orderStrong(const Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space);
    SyncClocks::Strong strongOf(const Instruction& in) const;
    CheckedAccess checkedOf(const Warp& warp, const Instruction& in, std::uint32_t mask,
                            model::Space space) const;
    void lookForRaces(const Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space);
    /// Of shared memory that other blocks of the cluster may access, too: owner's.
    void lookInCluster(const Checker& owner, const Warp& warp, const Instruction& in, std::uint32_t mask);
    /// Where it is in m_globalRaces, and in what is known of strong accesses: behind all global memory.
    std::uint64_t sharedPlace() const { return kSharedPlaces + (block() << kRankShift); }
    static constexpr std::uint64_t kSharedPlaces = std::uint64_t{1} << 62;
    /// owner: whose memory it is, when it is shared memory.
    void checkRead(const Checker& owner, const Warp& warp, const Instruction& in, std::uint32_t mask,
                   model::Space space);
    void noteWrite(const Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space);
    Lanes copiedUnwritten(const Warp& warp, const Instruction& in, std::uint32_t mask);
    Lanes unwritten(const Checker& owner, const Warp& warp, std::uint32_t mask, model::Space space,
                    unsigned width) const;
    void keepUnwritten(const Warp& warp, std::uint32_t slot, std::uint32_t mask, const Lanes& lanes,
                       const Read& read, unsigned first);
    struct BulkCopy {
        std::uint32_t thread = 0; ///< that it counts as
        int lane = 0;             ///< that has started it
    };
    std::uint32_t threadOf(const Warp& warp, int lane) const {
        return m_copy ? m_copy->thread : warp.index * 32 + static_cast<std::uint32_t>(lane);
    }
    void reportRead(const Warp& warp, std::uint32_t mask, const Read& read);
    /// owner: of shared memory that blocks of a cluster access, nullptr: of another space, or of the block's
    /// own.
    void reportRace(const CheckedAccess& access, const RacingPair& race, model::Space space,
                    const Checker* owner = nullptr);
    RaceCure cureOf(const CheckedAccess& access, const RacingPair& race, bool betweenBlocks,
                    bool inCluster) const;
    static std::string ofBlock(std::string_view memory, const Checker* owner);
    FindingAccess accessOf(std::uint32_t site, const model::Dim3& block, std::uint32_t warp, int lane) const;
    std::string arrayAt(model::Space space, std::uint64_t address, std::uint64_t& offset) const;

    const Program& m_program;
    std::string m_kernel;
    Checks m_checks;
    FindingLog& m_log;
    const BlockContext* m_block = nullptr;
    bool m_inCluster = false; ///< with other blocks
    std::uint64_t m_order = 0;
    GlobalRaces& m_globalRaces;
    SyncClocks m_clocks;
    SharedRaces m_sharedRaces;
    SyncMisuse m_misuse;
    std::optional<BulkCopy> m_copy;
    std::array<std::uint32_t, 32> m_starters{}; ///< by bulk copy, the thread that has started the last one
    std::array<SyncClocks::Clock, kClusterBarrier> m_barriers; ///< what those that have arrived release
    std::vector<std::uint8_t> m_sharedWritten;                 ///< by byte
    std::vector<std::vector<std::uint32_t>> m_localWritten;    ///< by warp and offset, the lanes
    /// What a load that only copies has put into a register.
    struct Copied {
        Lanes unwritten{};
        Read read;
        std::array<std::uint64_t, 32> address{};
    };
    std::unordered_map<const std::byte*, Copied> m_copied; ///< by register
    struct SharedArray {
        std::string name;
        std::uint64_t start = 0, bytes = 0;
    };
    std::vector<SharedArray> m_sharedArrays;
    std::vector<std::uint32_t> m_places; ///< by site, the first site with its operation in its source line
};

} // namespace lanescope::ptx
