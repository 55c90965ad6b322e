// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/block_sample.h"
#include "model/time/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanescope::model {
namespace {

constexpr std::uint32_t kChained = 0, kApart = 1, kBarrier = 2, kLoad = 3, kUse = 4, kRoot = 5;

/// x = x * a + b; y = a * b + c; a barrier; v = load; v + 1; x = 1 / x.
MachineCode smallCode() {
    MachineCode code;
    const auto add = [&](MachineKind kind, Pipe pipe, std::uint16_t source, std::uint16_t result) {
        MachineCost cost;
        cost.instructions[static_cast<std::size_t>(pipe)] = 1;
        cost.chain[static_cast<std::size_t>(pipe)] = 1;
        code.costs.push_back(cost);
        MachineInstruction in;
        in.cost = static_cast<std::uint16_t>(code.costs.size() - 1);
        in.kind = kind;
        in.sources[0] = source;
        in.results[0] = result;
        in.last = true; // in the order in which they are written
        code.instructions.push_back(in);
    };
    add(MachineKind::Plain, Pipe::Fma, 0, 0);
    add(MachineKind::Plain, Pipe::Fma, 1, 2);
    add(MachineKind::Barrier, Pipe::Adu, MachineInstruction::kNoRegister, MachineInstruction::kNoRegister);
    add(MachineKind::Access, Pipe::Lsu, 4, 3);
    add(MachineKind::Plain, Pipe::Fma, 3, 3);
    add(MachineKind::Plain, Pipe::Xu, 0, 0);
    return code;
}

SampledBlock blockOf(std::size_t warps, const std::vector<std::uint32_t>& instructions, std::size_t times) {
    SampledBlock block;
    block.warps.resize(warps);
    for (SampledBlock::Warp& warp : block.warps) {
        for (std::size_t i = 0; i < times; ++i)
            for (const std::uint32_t each : instructions) warp.steps.push_back({each, -1, 0});
        warp.executed = warp.steps.size();
    }
    return block;
}

const ChipTimes& h200() {
    return *chipTimes(defaultArchitecture());
}

/// Cycles between the kernel's start and its end, of copies of one block.
double cyclesOf(const SampledBlock& block, std::size_t copies, std::uint64_t launched, int resident) {
    const std::vector<const SampledBlock*> blocks(copies, &block);
    SampledLaunch launch;
    launch.blocks = launched;
    launch.warpsPerBlock = block.warps.size();
    launch.residentBlocks = resident;
    return simulate(blocks, smallCode(), h200(), launch).cycles - h200().kernelCold;
}

std::size_t at(Pipe pipe) {
    return static_cast<std::size_t>(pipe);
}

TEST(Simulation, AChainWaitsForItself) {
    const double cycles = cyclesOf(blockOf(1, {kChained}, 1000), 1, 1, 1);
    EXPECT_NEAR(cycles, 1000 * h200().latency[at(Pipe::Fma)], 10);
}

TEST(Simulation, ManyWarpsFillAPipe) {
    // 32 warps, eight for each scheduler: more than the latency of an addition.
    const double sums = cyclesOf(blockOf(32, {kChained}, 500), 1, 1, 1);
    EXPECT_NEAR(sums / (8 * 500 * h200().interval[at(Pipe::Fma)]), 1, 0.02);
    const double roots = cyclesOf(blockOf(32, {kRoot}, 100), 1, 1, 1);
    EXPECT_NEAR(roots / (8 * 100 * h200().interval[at(Pipe::Xu)]), 1, 0.02);
}

TEST(Simulation, InstructionsApartNeedNotWait) {
    const double apart = cyclesOf(blockOf(1, {kApart}, 1000), 1, 1, 1);
    EXPECT_NEAR(apart, 1000 * h200().interval[at(Pipe::Fma)], 10);
}

TEST(Simulation, ABarrierWaitsForTheLast) {
    SampledBlock block = blockOf(2, {kBarrier}, 1);
    // The second warp comes late.
    block.warps[1].steps.insert(block.warps[1].steps.begin(), 1000, {kChained, -1, 0});
    for (SampledBlock::Warp& warp : block.warps)
        for (int i = 0; i < 100; ++i) warp.steps.push_back({kChained, -1, 0});
    const double cycles = cyclesOf(block, 1, 1, 1), step = h200().latency[at(Pipe::Fma)];
    EXPECT_NEAR(cycles, 1100 * step + h200().barrierLatency, 30);
}

TEST(Simulation, ALoadThatMissesTakesLongerAndTheNextOneHits) {
    SampledBlock block = blockOf(1, {kLoad, kUse}, 1);
    block.accesses.push_back({Space::Global, Direction::Load, true, 32, 1, 1, 1, 0});
    block.lines.push_back({4711, 15});
    block.warps[0].steps[0].access = 0;
    block.warps[0].steps[0].accesses = 1;
    const double once = cyclesOf(block, 1, 1, 1);
    EXPECT_NEAR(once, h200().l2Latency, 60);
    SampledBlock twice = block;
    twice.warps[0].steps.insert(twice.warps[0].steps.end(), block.warps[0].steps.begin(),
                                block.warps[0].steps.end());
    EXPECT_NEAR(cyclesOf(twice, 1, 1, 1) - once, h200().l1Latency + h200().latency[at(Pipe::Fma)], 20);
}

TEST(Simulation, AFewBlocksStandForMany) {
    const SampledBlock block = blockOf(8, {kChained}, 400);
    // Of 2640 blocks a multiprocessor has 20; the sample has them all, or six of them.
    const double all = cyclesOf(block, 20, 2640, 2), some = cyclesOf(block, 6, 2640, 2);
    EXPECT_NEAR(some / all, 1, 0.1);
    EXPECT_GT(all, 2 * cyclesOf(block, 6, 792, 2));
}

TEST(BlockSample, KeepsWhatChosenBlocksDo) {
    BlockSample sample(defaultArchitecture(), {}, {4, 2, 1}, {64, 1, 1}, {5}, 6);
    EXPECT_EQ(sample.instructionsOf({0, 0, 0}), nullptr);
    InstructionSink* const instructions = sample.instructionsOf({1, 1, 0}); // linear index 5
    ASSERT_NE(instructions, nullptr);
    WarpAccess access;
    access.block = {1, 1, 0};
    access.warp = 1;
    access.width = 4;
    access.activeMask = 0xffffffff;
    for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = 0x1000 + 8 * lane;
    instructions->instruction(1, 7, access.activeMask);
    sample.access(access);
    for (std::uint32_t i = 0; i < 5; ++i) instructions->instruction(0, i, 1);
    const SampledBlock& block = sample.blocks().at(5);
    ASSERT_EQ(block.warps.size(), 2U);
    EXPECT_EQ(block.warps[0].steps.size(), 3U); // its half of the room
    EXPECT_EQ(block.warps[0].executed, 5U);
    ASSERT_EQ(block.warps[1].steps.size(), 1U);
    EXPECT_EQ(block.warps[1].steps[0].instruction, 7U);
    ASSERT_EQ(block.accesses.size(), 1U);
    EXPECT_EQ(block.accesses[0].lines, 2U); // every second word of 256 bytes
    EXPECT_EQ(block.lines[0].line, 0x1000U / 128);
    EXPECT_EQ(block.lines[1].sectors, 15);
}

} // namespace
} // namespace lanescope::model
