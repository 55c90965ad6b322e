// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/report.h"
#include "model/time/machine_code.h"
#include "model/warp_access.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lanescope::model {

/// Where an access of a sampled block goes: a line of 128 bytes and the sectors of it that are touched.
struct SampledLine {
    std::uint64_t line = 0;   ///< address / 128
    std::uint8_t sectors = 0; ///< a bit each
    /// Of an atomic: lanes at the word with the most of them, in all sectors together, and in the worst.
    std::uint8_t passes = 0, deepest = 0;
};

/// An access of a sampled block, as far as its time depends on it.
struct SampledAccess {
    Space space = Space::Global;
    Direction direction = Direction::Load;
    bool returns = true;     ///< an atomic whose old value is used, or a load
    bool surface = false;    ///< of an array, not through a texture
    std::uint8_t lanes = 0;  ///< active
    std::uint16_t bytes = 0; ///< of all lanes
    std::uint16_t dataWavefronts = 1, tagWavefronts = 0;
    /// Of a load of global memory all of whose sectors L1 has, instead of dataWavefronts; of all others as
    /// many.
    std::uint16_t hitWavefronts = 1;
    std::uint16_t lines = 0;
    std::uint32_t firstLine = 0; ///< in SampledBlock::lines
    /// As a pattern without waste would have it: wavefronts without conflicts, and for loads and stores the
    /// bytes that lanes want side by side, in lines that follow the others. 0 lines: it wastes none.
    std::uint16_t packedWavefronts = 1, packedLines = 0;

    bool wastes() const { return packedLines != 0 || packedWavefronts < dataWavefronts; }
};

/// Where a warp goes on after a step, other than with the next instruction or another turn of a loop.
enum class Jump : std::uint8_t {
    None,
    Ahead,
    Indirect, ///< to an address that is looked up
    Regroup,  ///< other lanes go on, elsewhere
    Together  ///< when all blocks of the grid have come this far
};

/// An instruction of PTX that a warp ran.
struct SampledStep {
    std::uint32_t instruction = 0; ///< index into MachineCode::instructions
    std::int32_t access = -1;      ///< in SampledBlock::accesses; the next one of the same step follows it
    std::uint16_t accesses = 0;
    Jump jump = Jump::None;
    std::uint8_t turn =
        0; ///< of those of a loop that are ordered together, from 1; kLastTurn: the last of them
    static constexpr std::uint8_t kLastTurn = 0x80;
    /// Different ones that its lanes have, where it compares them; groups of lanes that do it for themselves.
    std::uint8_t values = 0;
    std::uint8_t lanes = 0; ///< that ran it
};

/// What the warps of one block did, each in its order, up to where the sample was full.
struct SampledBlock {
    struct Warp {
        std::vector<SampledStep> steps;
        std::uint32_t lanes = 0;    ///< that ran the last of them
        std::uint64_t executed = 0; ///< all of its instructions, those beyond the sample too
        /// While it waits at a barrier of the grid: what it had done when it looked first.
        struct Looked {
            std::size_t steps = 0;
            std::uint64_t executed = 0;
        };
        std::optional<Looked> looked;
    };
    std::uint64_t number = 0; ///< linear index
    std::vector<Warp> warps;
    std::vector<SampledAccess> accesses;
    std::vector<SampledLine> lines;
};

/// Keeps the instructions and accesses of some blocks.
class BlockSample final : public AccessSink, private InstructionSink {
public:
    struct Blocks {
        std::vector<std::uint64_t> chosen;  ///< sorted
        std::vector<std::uint64_t> counted; ///< sorted; of these only how many instructions they execute
    };
    /// mostSteps: of a block. code: of the program; outlives this.
    BlockSample(const Architecture& architecture, Rules rules, const MachineCode& code, Dim3 grid, Dim3 block,
                Blocks which, std::size_t mostSteps);
    void access(const WarpAccess& access) override;
    InstructionSink* instructionsOf(const Dim3& block) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;

    /// By linear index.
    const std::map<std::uint64_t, SampledBlock>& blocks() const { return m_blocks; }
    /// Instructions of the warp with the most, of the blocks whose instructions are only counted.
    std::uint64_t longestCounted() const;
    /// Blocks waited for others, not at barriers of the grid: how often they looked depends on the emulator.
    bool blocksWaited() const { return m_waited; }

private:
    void instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) override;
    void gridBarrier(std::uint32_t warp, bool looks) override;
    void matched(std::uint32_t warp, std::uint32_t values) override;
    void waitedForBlocks() override { m_waited = true; }

    const Architecture& m_architecture;
    Rules m_rules;
    const MachineCode& m_code;
    Dim3 m_grid, m_blockSize;
    Blocks m_which;
    std::size_t m_mostSteps = 0;
    std::map<std::uint64_t, SampledBlock> m_blocks, m_counted;
    SampledBlock* m_current = nullptr;
    std::uint64_t m_currentNumber = ~std::uint64_t{0};
    std::size_t m_room = 0; // steps of the present block
    bool m_full = false;    // the warp whose instruction was the last
    bool m_waited = false;
};

} // namespace lanescope::model
