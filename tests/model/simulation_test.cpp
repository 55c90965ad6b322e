// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/launch_time.h"
#include "model/time/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lanescope::model {
namespace {

constexpr std::uint32_t kChained = 0, kApart = 1, kBarrier = 2, kLoad = 3, kUse = 4, kRoot = 5;

/// x = x * a + b; y = a * b + c; a barrier; v = load; v + 1; x = 1 / x.
MachineCode makeSmallCode() {
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
const MachineCode& smallCode() {
    static const MachineCode code = makeSmallCode();
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
    block.accesses.push_back({.space = Space::Global,
                              .direction = Direction::Load,
                              .lanes = 32,
                              .bytes = 128,
                              .dataWavefronts = 1,
                              .tagWavefronts = 1,
                              .lines = 1});
    block.lines.push_back({.line = 4711, .sectors = 15});
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
    BlockSample sample(defaultArchitecture(), {}, smallCode(), {4, 2, 1}, {64, 1, 1}, {5}, 6);
    EXPECT_EQ(sample.instructionsOf({0, 0, 0}), nullptr);
    InstructionSink* const instructions = sample.instructionsOf({1, 1, 0}); // linear index 5
    ASSERT_NE(instructions, nullptr);
    WarpAccess access;
    access.block = {1, 1, 0};
    access.warp = 1;
    access.width = 4;
    access.activeMask = 0xffffffff;
    for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = 0x1000 + 8 * lane;
    instructions->instruction(1, 3, access.activeMask);
    sample.access(access);
    for (std::uint32_t i = 0; i < 5; ++i) instructions->instruction(0, i, 1);
    const SampledBlock& block = sample.blocks().at(5);
    ASSERT_EQ(block.warps.size(), 2U);
    EXPECT_EQ(block.warps[0].steps.size(), 3U); // its half of the room
    EXPECT_EQ(block.warps[0].executed, 5U);
    ASSERT_EQ(block.warps[1].steps.size(), 1U);
    EXPECT_EQ(block.warps[1].steps[0].instruction, 3U);
    ASSERT_EQ(block.accesses.size(), 1U);
    EXPECT_EQ(block.accesses[0].lines, 2U); // every second word of 256 bytes
    EXPECT_EQ(block.lines[0].line, 0x1000U / 128);
    EXPECT_EQ(block.lines[1].sectors, 15);
}

TEST(SampleFor, WatchesBlocksOfOneMultiprocessor) {
    // 1320 blocks are ten for each of 132; a multiprocessor holds eight of 256 threads.
    const LaunchedBlocks launch{{1320, 1, 1}, {256, 1, 1}, 0, 32};
    EXPECT_EQ(blocksOfOne(1320, 8, 132),
              (std::vector<std::uint64_t>{0, 169, 338, 507, 544, 713, 882, 1051, 1088, 1257}));
    const auto sample = sampleFor(launch, defaultArchitecture(), {}, smallCode());
    ASSERT_TRUE(sample);
    EXPECT_NE(sample->instructionsOf({169, 0, 0}), nullptr);
    EXPECT_EQ(sample->instructionsOf({170, 0, 0}), nullptr);
    // Where only some blocks run, of those: ten spread over them.
    std::vector<std::uint64_t> run;
    for (std::uint64_t i = 0; i < 64; ++i) run.push_back(7 + 20 * i);
    const auto some = sampleFor(launch, defaultArchitecture(), {}, smallCode(), run);
    ASSERT_TRUE(some);
    int watched = 0;
    for (std::uint32_t i = 0; i < 1320; ++i)
        if (some->instructionsOf({i, 0, 0})) {
            EXPECT_TRUE(std::ranges::binary_search(run, i));
            ++watched;
        }
    EXPECT_EQ(watched, 10);
}

TEST(SampleFor, KnowsNoTimeOfOtherChipsAndOfBlocksThatDoNotFit) {
    const auto* v100 = findArchitecture("7.0");
    ASSERT_NE(v100, nullptr);
    EXPECT_EQ(sampleFor({{4, 1, 1}, {256, 1, 1}, 0, 32}, *v100, {}, smallCode()), nullptr);
    EXPECT_EQ(sampleFor({{4, 1, 1}, {1024, 1, 1}, 0, 128}, defaultArchitecture(), {}, smallCode()), nullptr);
    EXPECT_EQ(sampleFor({{4, 1, 1}, {256, 1, 1}, 300 << 10, 32}, defaultArchitecture(), {}, smallCode()),
              nullptr);
}

/// Four warps of a block add a chain of numbers.
std::optional<LaunchTime> timeOfChain(std::size_t links, std::uint32_t blocks, bool texture) {
    const LaunchedBlocks launch{{blocks, 1, 1}, {128, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), {}, smallCode());
    for (std::uint32_t b = 0; b < blocks; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (std::uint32_t warp = 0; warp < 4; ++warp)
                for (std::size_t i = 0; i < links; ++i) instructions->instruction(warp, kChained, ~0U);
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = blocks;
    if (texture) report.sites.push_back({0, Space::Texture, Direction::Load, {}});
    return launchTime(launch, *sample, smallCode(), report, {}, {std::uint64_t{blocks} * 4 * links, links});
}

TEST(LaunchTime, SaysWhatBinds) {
    const auto few = timeOfChain(10, 132, false);
    ASSERT_TRUE(few);
    EXPECT_EQ(few->cold.limit, TimeLimit::Launch);
    const double step = h200().latency[at(Pipe::Fma)] / h200().clockHz;
    const double code = h200().codeLatency / h200().clockHz;
    EXPECT_NEAR(few->cold.seconds, few->cold.fixed + code + 10 * step, 0.02e-6);
    const auto waiting = timeOfChain(20000, 132, false);
    EXPECT_EQ(waiting->cold.limit, TimeLimit::Latency) << "one warp a scheduler waits for itself";
    const auto many = timeOfChain(5000, 132 * 16, false);
    EXPECT_EQ(many->cold.limit == TimeLimit::Pipe || many->cold.limit == TimeLimit::Issue, true)
        << limitName(many->cold.limit, many->cold.pipe);
    EXPECT_DOUBLE_EQ(many->warm.seconds - many->warm.fixed, many->cold.seconds - many->cold.fixed)
        << "they use no memory";
}

TEST(LaunchTime, EndsWithTheLongestWarp) {
    const LaunchedBlocks launch{{132, 1, 1}, {32, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), {}, smallCode());
    constexpr std::uint64_t kUsual = 2000, kLongest = 9000;
    for (std::uint32_t b = 0; b < 132; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (std::size_t i = 0; i < kUsual; ++i) instructions->instruction(0, kChained, ~0U);
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = 132;
    const auto run = [&](std::uint64_t longest) {
        const auto time = launchTime(launch, *sample, smallCode(), report, {}, {132 * kUsual, longest});
        return time->cold.seconds - time->cold.fixed;
    };
    EXPECT_NEAR(run(kLongest) / run(kUsual), static_cast<double>(kLongest) / kUsual, 0.05);
}

TEST(LaunchTime, HasTheShareOfEachInstruction) {
    const LaunchedBlocks launch{{132, 1, 1}, {32, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), {}, smallCode());
    for (std::uint32_t b = 0; b < 132; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (std::size_t i = 0; i < 3000; ++i) {
                instructions->instruction(0, kRoot, ~0U);
                instructions->instruction(0, kApart, ~0U);
            }
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = 132;
    const auto time = launchTime(launch, *sample, smallCode(), report, {}, {std::uint64_t{132} * 6000, 6000});
    ASSERT_TRUE(time);
    ASSERT_EQ(time->shares.size(), smallCode().instructions.size());
    EXPECT_NEAR(std::accumulate(time->shares.begin(), time->shares.end(), 0.0), 1, 1e-9);
    // A root waits for the one before; the addition between them only takes its turn.
    const double root = h200().latency[at(Pipe::Xu)], turn = h200().interval[at(Pipe::Fma)];
    EXPECT_NEAR(time->shares[kRoot], 1 - turn / root, 0.15);
    EXPECT_GT(time->shares[kApart], 0);
    EXPECT_EQ(time->shares[kLoad], 0) << "it did not run";
}

TEST(LaunchTime, IsNotOfTextures) {
    EXPECT_FALSE(timeOfChain(10, 4, true));
}

TEST(LaunchTime, StretchesASampleThatWasFull) {
    // 16 blocks of a multiprocessor share the room for steps: each has more of them than fit.
    const auto all = timeOfChain(4000, 132 * 16, false), cut = timeOfChain(16000, 132 * 16, false);
    EXPECT_NEAR((cut->cold.seconds - cut->cold.fixed) / (all->cold.seconds - all->cold.fixed), 4, 0.1);
}

} // namespace
} // namespace lanescope::model
