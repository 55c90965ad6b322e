// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/format.h"
#include "model/time/launch_time.h"
#include "model/time/sector_cache.h"
#include "model/time/shared_reads.h"
#include "model/time/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace lanescope::model {
namespace {

constexpr std::uint32_t kChained = 0, kApart = 1, kBarrier = 2, kLoad = 3, kUse = 4, kRoot = 5, kStore = 6,
                        kFetch = 9;

/// x = x * a + b; y = a * b + c; a barrier; v = load; v + 1; x = 1 / x; three stores; v = texel.
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
    for (int i = 0; i < 3; ++i)
        add(MachineKind::Access, Pipe::Lsu, MachineInstruction::kNoRegister, MachineInstruction::kNoRegister);
    add(MachineKind::Access, Pipe::Tex, 4, 3);
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
    return builtInTimes();
}

/// Cycles between the kernel's start and its end, of copies of one block.
double cyclesOf(const SampledBlock& block, std::size_t copies, std::uint64_t launched, int resident,
                bool packed = false) {
    const std::vector<ScheduledBlock> blocks(copies, ScheduledBlock(block, smallCode()));
    SampledLaunch launch;
    launch.blocks = launched;
    launch.warpsPerBlock = block.warps.size();
    launch.residentBlocks = resident;
    launch.packed = packed;
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

TEST(Simulation, ABarrierOfTheGridWaitsForTheLastBlock) {
    SampledBlock early = blockOf(1, {kLoad, kChained}, 1), late = early;
    early.warps[0].steps[0].jump = late.warps[0].steps[0].jump = Jump::Together;
    late.warps[0].steps.insert(late.warps[0].steps.begin(), 1000, {kChained, -1, 0});
    const auto cycles = [&](std::uint64_t blocks) {
        SampledLaunch launch;
        launch.blocks = blocks;
        launch.residentBlocks = 2;
        const std::vector<ScheduledBlock> both{{early, smallCode()}, {late, smallCode()}};
        return simulate(both, smallCode(), h200(), launch);
    };
    const double chain = 1000 * h200().latency[at(Pipe::Fma)];
    const SimulatedTime near = cycles(2 * 132);
    EXPECT_NEAR(near.cycles - h200().kernelCold, chain + h200().gridBarrierLatency + h200().gridBarrierFar,
                200);
    EXPECT_NEAR(near.together, h200().gridBarrierLatency + h200().gridBarrierFar, 1);
    // Many wait for each other's arrival.
    EXPECT_NEAR(cycles(2000).together, 2000 * h200().gridBarrierPerBlock, 1);
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

/// Whoever looks at a line of source wants to know what it costs, and a load is what a warp waits for, not
/// the addition behind it.
TEST(Simulation, WaitingCountsForWhatIsWaitedFor) {
    SampledBlock block = blockOf(2, {kLoad, kUse, kBarrier, kUse}, 1);
    block.accesses.push_back({.space = Space::Shared, .direction = Direction::Load, .dataWavefronts = 1});
    for (SampledBlock::Warp& warp : block.warps) {
        warp.steps[0].access = 0;
        warp.steps[0].accesses = 1;
    }
    block.warps[1].steps.insert(block.warps[1].steps.begin(), 1000, {kChained, -1, 0});
    SampledLaunch launch;
    launch.blocks = 1;
    launch.warpsPerBlock = 2;
    launch.residentBlocks = 1;
    const std::vector<ScheduledBlock> blocks(1, ScheduledBlock(block, smallCode()));
    const std::vector<double> waited = simulate(blocks, smallCode(), h200(), launch).waited;
    EXPECT_GT(waited[kLoad], 2 * h200().sharedLatency * 0.8) << "of both warps";
    EXPECT_NEAR(waited[kChained], 1000 * h200().latency[at(Pipe::Fma)], 300);
    EXPECT_NEAR(waited[kBarrier], 1000 * h200().latency[at(Pipe::Fma)], 300)
        << "the first warp's, for the other";
    EXPECT_LT(waited[kUse], 100);
}

TEST(Simulation, WhatL1HasMovesAtOnce) {
    // Of a line that other loads have fetched: as many wavefronts as its banks take, or passes through the
    // tags.
    const auto cyclesEach = [](std::uint16_t passes) {
        constexpr std::size_t kWarps = 8, kTimes = 400;
        SampledBlock block = blockOf(kWarps, {kLoad}, kTimes);
        block.accesses.push_back({.space = Space::Global,
                                  .direction = Direction::Load,
                                  .lanes = 32,
                                  .bytes = 128,
                                  .dataWavefronts = 16,
                                  .tagWavefronts = passes,
                                  .hitWavefronts = 5,
                                  .lines = 1});
        block.lines.push_back({.line = 4711, .sectors = 15});
        for (SampledBlock::Warp& warp : block.warps)
            for (SampledStep& step : warp.steps) step.access = 0, step.accesses = 1;
        return cyclesOf(block, 1, 1, 1) / (kWarps * kTimes);
    };
    EXPECT_NEAR(cyclesEach(2), 5, 1) << "the first ones miss";
    EXPECT_NEAR(cyclesEach(9), 9, 1);
}

/// A block whose warps make one access each.
SampledBlock accessing(std::size_t warps, std::uint32_t instruction, const SampledAccess& access,
                       const std::vector<SampledLine>& lines) {
    SampledBlock block = blockOf(warps, {instruction, kUse}, 1);
    for (std::size_t w = 0; w < warps; ++w) {
        block.warps[w].steps[0].access = static_cast<std::int32_t>(w);
        block.warps[w].steps[0].accesses = 1;
        block.accesses.push_back(access);
        block.accesses.back().firstLine = static_cast<std::uint32_t>(block.lines.size());
        for (SampledLine line : lines) {
            line.line += 1000 * w;
            block.lines.push_back(line);
        }
    }
    return block;
}

TEST(Simulation, WhatABlockHasStoredItFindsInL1) {
    const auto cycles = [](std::uint16_t bytes) {
        SampledBlock block = blockOf(1, {kStore, kLoad, kUse}, 1);
        SampledAccess access{.space = Space::Global,
                             .direction = Direction::Store,
                             .lanes = 32,
                             .bytes = bytes,
                             .dataWavefronts = 1,
                             .tagWavefronts = 1,
                             .lines = 1};
        block.accesses.push_back(access);
        access.direction = Direction::Load;
        block.accesses.push_back(access);
        block.lines.push_back({.line = 4711, .sectors = 15});
        for (std::size_t i = 0; i < 2; ++i) {
            block.warps[0].steps[i].access = static_cast<std::int32_t>(i);
            block.warps[0].steps[i].accesses = 1;
        }
        return cyclesOf(block, 1, 1, 1);
    };
    EXPECT_NEAR(cycles(64) - cycles(128), h200().l2Latency - h200().l1Latency, 20)
        << "but not sectors that were written in part";
}

/// A copy's line is waited for where its group is, not where it is asked for; but for the last group.
TEST(Simulation, CopiesAreWaitedForByGroups) {
    MachineCode code = smallCode();
    const auto add = [&](MachineKind kind, std::uint8_t groups) {
        code.instructions.push_back(code.instructions[kBarrier]);
        code.instructions.back().kind = kind;
        code.instructions.back().groups = groups;
        return static_cast<std::uint32_t>(code.instructions.size() - 1);
    };
    code.instructions[kStore].copies = true;
    const std::uint32_t group = add(MachineKind::CopyGroup, 0), all = add(MachineKind::CopyWait, 0),
                        butOne = add(MachineKind::CopyWait, 1);
    const auto cycles = [&](const std::vector<std::uint32_t>& instructions) {
        SampledBlock block = blockOf(1, instructions, 1);
        for (SampledStep& step : block.warps[0].steps) {
            if (step.instruction != kStore) continue;
            step.access = static_cast<std::int32_t>(block.accesses.size());
            step.accesses = 1;
            block.accesses.push_back({.space = Space::Global,
                                      .direction = Direction::Load,
                                      .lanes = 32,
                                      .bytes = 128,
                                      .lines = 1,
                                      .firstLine = static_cast<std::uint32_t>(block.lines.size())});
            block.lines.push_back({.line = 4711 + block.lines.size(), .sectors = 15});
        }
        const ScheduledBlock scheduled(block, code);
        return simulate({&scheduled, 1}, code, h200(), {}).cycles - h200().kernelCold;
    };
    EXPECT_LT(cycles({kStore, group, kChained}), h200().l2Latency / 2);
    EXPECT_GT(cycles({kStore, group, all, kChained}), h200().l2Latency);
    EXPECT_LT(cycles({kStore, group, butOne, kChained}), h200().l2Latency / 2);
    EXPECT_GT(cycles({kStore, group, kStore, group, butOne, kChained}), h200().l2Latency);
    EXPECT_GT(cycles({kStore, all, kChained}), h200().l2Latency) << "without a group of its own";
}

TEST(Simulation, MatchingTakesAsLongAsThereAreValues) {
    MachineCode code = smallCode();
    code.instructions[kRoot].kind = MachineKind::Match;
    const auto cycles = [&](std::uint8_t values) {
        SampledBlock block = blockOf(1, {kRoot}, 100);
        for (SampledStep& step : block.warps[0].steps) step.values = values;
        const ScheduledBlock scheduled(block, code);
        return simulate({&scheduled, 1}, code, h200(), {}).cycles - h200().kernelCold;
    };
    EXPECT_NEAR(cycles(32), 99 * h200().matchLatency, 100) << "nothing waits for the last";
    EXPECT_NEAR(cycles(8), 99 * h200().matchLatency / 4, 100);
}

TEST(Scheduled, WhatLanesMakeInGroupsIsMadeOneGroupAfterAnother) {
    // reduce; use; load; use
    MachineCode code = smallCode();
    code.instructions[kRoot].kind = MachineKind::Reduce;
    std::vector<SampledStep> steps{{kRoot, -1, 0}, {kChained, -1, 0}, {kLoad, -1, 0}, {kUse, -1, 0}};
    const auto order = [&] {
        std::vector<std::uint32_t> made;
        for (const SampledStep& step : scheduled(steps, code, {})) made.push_back(step.instruction);
        return made;
    };
    EXPECT_EQ(order(), (std::vector<std::uint32_t>{kRoot, kChained, kLoad, kUse}));
    steps[0].values = 3;
    EXPECT_EQ(order(),
              (std::vector<std::uint32_t>{kRoot, kChained, kRoot, kChained, kRoot, kChained, kLoad, kUse}));
    const auto cycles = [&](std::uint8_t groups) {
        SampledBlock block = blockOf(32, {kRoot}, 100);
        for (SampledBlock::Warp& warp : block.warps)
            for (SampledStep& step : warp.steps) step.values = groups;
        const ScheduledBlock made(block, code);
        return simulate({&made, 1}, code, h200(), {.warpsPerBlock = 32}).cycles - h200().kernelCold;
    };
    EXPECT_NEAR(cycles(32) / (32 * 100 * 32 * 2 * h200().matchInterval / 32), 1, 0.1);
    EXPECT_NEAR(cycles(16) / cycles(8), 2, 0.1);
    // A warp alone: each group's sum is moved out of the warp's register before the next one is made.
    const auto alone = [&](std::uint8_t groups) {
        SampledBlock block = blockOf(1, {kRoot}, 1);
        block.warps[0].steps[0].values = groups;
        const ScheduledBlock made(block, code);
        return simulate({&made, 1}, code, h200(), {}).cycles;
    };
    EXPECT_NEAR(alone(12) - alone(2), 10 * (h200().reduceLatency + h200().regroupLatency), 80);
}

/// load; use; the branch: the loads of turns that are ordered together come first.
MachineCode unrolledLoop() {
    MachineCode code = smallCode();
    code.instructions = {code.instructions[kLoad], code.instructions[kUse], code.instructions[kChained]};
    MachineInstruction &load = code.instructions[0], &use = code.instructions[1],
                       &back = code.instructions[2];
    load.last = false;
    use.place = 1;
    load.turn = 3;
    load.placeOfFour = {0, 1, 2, 3};
    use.placeOfFour = {4, 5, 6, 7};
    load.placeOfTwo = {0, 1};
    use.placeOfTwo = {2, 3};
    back.every = 4;
    back.placeOfFour[3] = 8;
    back.placeOfTwo[1] = 4;
    return code;
}

/// So many lanes in each turn.
std::vector<SampledStep> turnsOf(std::initializer_list<std::uint8_t> lanes) {
    std::vector<SampledStep> steps;
    for (const std::uint8_t each : lanes)
        for (std::uint32_t i = 0; i < 3; ++i) {
            steps.push_back({i, -1, 0});
            steps.back().lanes = each;
        }
    return steps;
}

/// As digits, with a bar where other lanes go on.
std::string orderOf(const std::vector<SampledStep>& steps) {
    std::string order;
    for (const SampledStep& step : steps) {
        order += static_cast<char>('0' + step.instruction);
        if (step.jump == Jump::Regroup) order += '|';
    }
    return order;
}

TEST(Scheduled, TurnsOfALoopAreOrderedTogether) {
    const MachineCode code = unrolledLoop();
    const std::vector<SampledStep> steps = scheduled(turnsOf({32, 32, 32, 32, 32, 32, 32}), code, {});
    std::string turns;
    for (const SampledStep& step : steps)
        turns += static_cast<char>('0' + (step.turn & ~SampledStep::kLastTurn));
    EXPECT_EQ(orderOf(steps), "000011112"
                              "00112"
                              "012");
    EXPECT_EQ(turns, "123412344"
                     "12122"
                     "000");
}

TEST(Scheduled, LanesWithFewerTurnsHaveARestOfTheirOwn) {
    const MachineCode code = unrolledLoop();
    const auto order = [&](std::initializer_list<std::uint8_t> lanes) {
        return orderOf(scheduled(turnsOf(lanes), code, {}));
    };
    // 24 lanes have seven turns, eight lanes eight: these are in the unrolled loop once more.
    EXPECT_EQ(order({32, 32, 32, 32, 32, 32, 32, 8}), "000011112"
                                                      "00112|"
                                                      "012|"
                                                      "000011112");
    // Some have four turns, and no rest.
    EXPECT_EQ(order({32, 32, 32, 32, 8, 8}), "000011112"
                                             "00112");
    // Some have one turn, some two.
    EXPECT_EQ(order({32, 31, 30, 30}), "00112|"
                                       "012|"
                                       "000011112");
    // Two and three turns, and six: the rest of two is one for all.
    EXPECT_EQ(order({32, 32, 16, 8, 8, 8}), "012|"
                                            "000011112"
                                            "00112");
}

TEST(Simulation, WithoutConflictsTheDataStageIsFreeSooner) {
    const SampledBlock block =
        accessing(32, kLoad, {.space = Space::Shared, .lanes = 32, .bytes = 128, .dataWavefronts = 32}, {});
    const double conflicts = cyclesOf(block, 1, 1, 1), without = cyclesOf(block, 1, 1, 1, true);
    EXPECT_NEAR(conflicts - without, 32 * 31, 60) << "a wavefront a cycle";
}

TEST(Simulation, PackedAccessesGoToTheirOwnLines) {
    // A float of every sector of eight lines, or a line.
    std::vector<SampledLine> lines;
    for (std::uint64_t i = 0; i < 8; ++i) lines.push_back({.line = i, .sectors = 15});
    lines.push_back({.line = 500, .sectors = 15});
    SampledAccess access{.space = Space::Global,
                         .lanes = 32,
                         .bytes = 128,
                         .dataWavefronts = 8,
                         .tagWavefronts = 2,
                         .lines = 8,
                         .packedWavefronts = 1,
                         .packedLines = 1};
    const SampledBlock block = accessing(32, kLoad, access, lines);
    EXPECT_TRUE(block.accesses.front().wastes());
    access.lines = 1;
    access.packedLines = 0;
    access.dataWavefronts = access.tagWavefronts = 1;
    const SampledBlock side = accessing(32, kLoad, access, {lines.back()});
    EXPECT_FALSE(side.accesses.front().wastes());
    EXPECT_NEAR(cyclesOf(block, 1, 1, 1, true), cyclesOf(side, 1, 1, 1), 20);
    EXPECT_GT(cyclesOf(block, 1, 1, 1), cyclesOf(side, 1, 1, 1) + 32 * 7 * 2 - 40) << "64 bytes per cycle";
}

/// Sectors that L2 is given by 32 warps, each of which makes three stores to the three lines that it has: by
/// instructions that follow each other, or by one of a loop.
double storedSectors(bool loop) {
    constexpr std::size_t kWarps = 32;
    SampledBlock block = blockOf(kWarps, {}, 1);
    for (std::size_t w = 0; w < kWarps; ++w)
        for (std::size_t k = 0; k < 3; ++k) {
            std::vector<SampledStep>& steps = block.warps[w].steps;
            const auto instruction = static_cast<std::uint32_t>(loop ? kStore : kStore + k);
            steps.push_back({instruction, static_cast<std::int32_t>(block.accesses.size()), 1});
            block.accesses.push_back({.space = Space::Global,
                                      .direction = Direction::Store,
                                      .lanes = 32,
                                      .bytes = 128,
                                      .dataWavefronts = 3,
                                      .tagWavefronts = 1,
                                      .lines = 3,
                                      .firstLine = static_cast<std::uint32_t>(3 * w)});
        }
    for (std::size_t i = 0; i < kWarps * 3; ++i) block.lines.push_back({.line = 100 + i, .sectors = 15});
    SampledLaunch launch;
    launch.warpsPerBlock = kWarps;
    const ScheduledBlock scheduled(block, smallCode());
    return simulate({&scheduled, 1}, smallCode(), h200(), launch).storedSectors;
}

/// Three such stores take an H200 no longer than one of 16 bytes (createVertices3 of the lab wave); with
/// other instructions between them they do (normals of tests/ptx/corpus).
TEST(Simulation, StoresOfAWarpThatFollowAtOnceAreSentAsOne) {
    EXPECT_EQ(storedSectors(false), 32 * 3 * 4);
    EXPECT_EQ(storedSectors(true), 3 * 32 * 3 * 4);
}

/// Of stores to so many lines in turn, the share of sectors that L2 is given.
double sentOf(std::uint64_t lines) {
    PendingStores pending;
    double sent = 0;
    for (std::uint64_t i = 0; i < 100 * lines; ++i)
        sent += std::popcount(pending.add(i % lines, 15, static_cast<double>(i)));
    return sent / static_cast<double>(400 * lines);
}

TEST(PendingStores, OfEightLinesInTurnMeetAtHalf) {
    EXPECT_NEAR(sentOf(7), 0.01, 0.001) << "bitCounts of tests/ptx/corpus on an H200";
    EXPECT_NEAR(sentOf(8), 0.5, 0.02);
    EXPECT_EQ(sentOf(10), 1);
}

TEST(PendingStores, ALineIsSentIfNoStoreFollows) {
    PendingStores pending;
    EXPECT_EQ(pending.add(1, 15, 0), 15U);
    EXPECT_EQ(pending.add(1, 15, 100), 0U);
    EXPECT_EQ(pending.add(1, 15, 200), 0U) << "since the last one";
    EXPECT_EQ(pending.add(1, 3, 400), 3U);
}

/// Cycles of 32 warps, each of which changes one word by an atomic of all its lanes, twice; words: that they
/// change, in lines far from each other.
double atomicCycles(std::uint64_t words) {
    constexpr std::size_t kWarps = 32;
    SampledBlock block = blockOf(kWarps, {}, 1);
    for (std::size_t w = 0; w < kWarps; ++w)
        for (std::uint64_t k = 0; k < 2; ++k) {
            block.warps[w].steps.push_back({kStore, static_cast<std::int32_t>(block.accesses.size()), 1});
            block.accesses.push_back({.space = Space::Global,
                                      .direction = Direction::Atomic,
                                      .returns = false,
                                      .lanes = 32,
                                      .bytes = 128,
                                      .lines = 1,
                                      .firstLine = static_cast<std::uint32_t>(block.lines.size())});
            block.lines.push_back({.line = 100000 * (k % words), .sectors = 1, .passes = 32, .deepest = 32});
        }
    return cyclesOf(block, 1, 132, 1);
}

/// A multiprocessor goes on with atomics of another line (reduceAtomic, atomicZoo of tests/ptx/corpus).
TEST(Simulation, AtomicsOfDifferentLinesWaitBesideEachOther) {
    const double one = 64 * 32 * h200().atomicChain * h200().multiprocessors;
    EXPECT_NEAR(atomicCycles(1) / one, 1, 0.05);
    EXPECT_LT(atomicCycles(2), 0.75 * one);
}

TEST(Simulation, ALineOfConstantsComesFromL2Once) {
    std::vector<SampledLine> lines;
    for (std::uint64_t i = 0; i < 8; ++i) lines.push_back({.line = 10 + i, .sectors = 1});
    const auto cycles = [&](std::uint16_t count) {
        return cyclesOf(accessing(1, kLoad,
                                  {.space = Space::Constant,
                                   .lanes = 32,
                                   .bytes = 128,
                                   .dataWavefronts = count,
                                   .lines = count},
                                  lines),
                        1, 1, 1);
    };
    EXPECT_NEAR(cycles(8) - cycles(1),
                7 * (h200().l2Latency + h200().constantMiss + h200().constantInterval + h200().constantWord),
                10);
}

/// A warp alone waits longer for many words than the unit is busy with them (crcConstant of tests/times).
TEST(Simulation, WordsOfConstantsComeOneAfterAnother) {
    const auto cycles = [&](std::uint16_t words, std::size_t warps) {
        SampledBlock block = blockOf(warps, {kLoad, kUse}, 50);
        block.accesses.push_back(
            {.space = Space::Constant, .lanes = 32, .bytes = 128, .dataWavefronts = words, .lines = 1});
        block.lines.push_back({.line = 10, .sectors = 15});
        for (SampledBlock::Warp& warp : block.warps)
            for (SampledStep& step : warp.steps)
                if (step.instruction == kLoad) {
                    step.access = 0;
                    step.accesses = 1;
                }
        return cyclesOf(block, 1, 1, 1);
    };
    EXPECT_NEAR(cycles(32, 1) - cycles(1, 1), 50 * 31 * (h200().constantInterval + h200().constantWord), 50);
    EXPECT_NEAR(cycles(32, 8), 8 * 50 * 32 * h200().constantInterval, 0.1 * cycles(32, 8)) << "the unit";
}

/// Blocks that load words here and there of three times what L2 keeps (chaseEight of tests/times), 6.4 for
/// each line: an H200 then reads 0.83 blocks of 64 bytes for each word.
TEST(SharedReads, WhatOthersDropIsReadAgain) {
    constexpr std::uint64_t kLines = 1 << 20, kLoads = 20000;
    const auto readsOf = [&](std::uint64_t lines) {
        std::vector<SampledBlock> sampled;
        std::uint64_t random = 1;
        for (std::uint64_t b = 0; b < 4; ++b) {
            sampled.push_back(blockOf(1, {kLoad}, kLoads));
            SampledBlock& block = sampled.back();
            for (std::uint64_t i = 0; i < kLoads; ++i) {
                random = random * 6364136223846793005U + 1442695040888963407U;
                const std::uint64_t place = lines < kLoads ? b * kLoads + i : random >> 20U;
                SampledStep& step = block.warps[0].steps[i];
                step.access = static_cast<std::int32_t>(i);
                step.accesses = 1;
                block.accesses.push_back({.space = Space::Global,
                                          .lanes = 1,
                                          .lines = 1,
                                          .firstLine = static_cast<std::uint32_t>(i)});
                block.lines.push_back({.line = place % kLines,
                                       .sectors = static_cast<std::uint8_t>(1U << (random >> 60U & 3U))});
            }
        }
        std::vector<ScheduledBlock> blocks;
        for (const SampledBlock& block : sampled) blocks.emplace_back(block, smallCode());
        return sharedReads(blocks, false, 6.4 * kLines / kLoads, kLines * 128.0, h200());
    };
    const SharedReads anywhere = readsOf(kLines), own = readsOf(0);
    EXPECT_NEAR(anywhere.warm, 0.83, 0.04);
    EXPECT_NEAR(anywhere.cold, 0.83, 0.04);
    EXPECT_NEAR(anywhere.coldBusy / anywhere.cold, h200().scatteredRead, 1);
    EXPECT_EQ(own.cold, 0) << "each block has its own lines";
}

TEST(Simulation, FetchesOfTexturesGoThroughTheirUnit) {
    const SampledAccess fetch{
        .space = Space::Texture, .lanes = 32, .bytes = 128, .dataWavefronts = 8, .lines = 1};
    SampledBlock block = blockOf(32, {kFetch}, 50);
    block.accesses.push_back(fetch);
    block.lines.push_back({.line = 7, .sectors = 15});
    for (SampledBlock::Warp& warp : block.warps)
        for (SampledStep& step : warp.steps) {
            step.access = 0;
            step.accesses = 1;
        }
    EXPECT_NEAR(cyclesOf(block, 1, 1, 1) / (32 * 50 * 8), 1, 0.05) << "a quad a cycle";
    const SampledBlock once = accessing(1, kFetch, fetch, {{.line = 7, .sectors = 15}});
    EXPECT_NEAR(cyclesOf(once, 1, 1, 1), h200().l2Latency + h200().textureLatency - h200().l1Latency, 60);
}

TEST(Simulation, AFewBlocksStandForMany) {
    const SampledBlock block = blockOf(8, {kChained}, 400);
    // Of 2640 blocks a multiprocessor has 20; the sample has them all, or six of them.
    const double all = cyclesOf(block, 20, 2640, 2), some = cyclesOf(block, 6, 2640, 2);
    EXPECT_NEAR(some / all, 1, 0.1);
    EXPECT_GT(all, 2 * cyclesOf(block, 6, 792, 2));
}

TEST(BlockSample, KeepsWhatChosenBlocksDo) {
    BlockSample sample(defaultArchitecture(), {}, smallCode(), {4, 2, 1}, {64, 1, 1}, {{5}, {}}, 6);
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

TEST(BlockSample, AWarpWaitsOnceAtABarrierOfTheGrid) {
    BlockSample sample(defaultArchitecture(), {}, smallCode(), {2, 1, 1}, {32, 1, 1}, {{0}, {1}}, 100);
    // Both wait twice; how often they look whether the other has come is chance.
    for (std::uint32_t block = 0; block < 2; ++block)
        for (const int looks : {1, 7}) {
            InstructionSink* const instructions = sample.instructionsOf({block, 0, 0});
            ASSERT_NE(instructions, nullptr);
            instructions->instruction(0, kStore, 1);
            instructions->gridBarrier(0, false);
            for (int i = 0; i < looks; ++i) {
                instructions->instruction(0, kLoad, 1);
                instructions->gridBarrier(0, true);
                instructions->instruction(0, kUse, 1);
            }
            instructions->instruction(0, kChained, 1);
        }
    const SampledBlock::Warp& warp = sample.blocks().at(0).warps[0];
    std::vector<std::uint32_t> steps;
    for (const SampledStep& step : warp.steps) steps.push_back(step.instruction);
    EXPECT_EQ(steps,
              (std::vector<std::uint32_t>{kStore, kLoad, kUse, kChained, kStore, kLoad, kUse, kChained}));
    EXPECT_EQ(warp.steps[1].jump, Jump::Together);
    EXPECT_EQ(warp.executed, 8U);
    EXPECT_EQ(sample.blocks().size(), 1U);
    EXPECT_EQ(sample.longestCounted(), 8U) << "of block 1 only this is known";
}

TEST(BlockSample, KnowsWhatAnAccessWouldTakeWithoutWaste) {
    BlockSample sample(defaultArchitecture(), {}, smallCode(), {1, 1, 1}, {32, 1, 1}, {{0}, {}}, 100);
    InstructionSink* const instructions = sample.instructionsOf({0, 0, 0});
    ASSERT_NE(instructions, nullptr);
    const auto make = [&](Space space, std::uint64_t first, std::uint64_t apart, std::uint32_t lanes = ~0U) {
        WarpAccess access;
        access.space = space;
        access.block = {0, 0, 0};
        access.activeMask = lanes;
        for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = first + apart * lane;
        instructions->instruction(0, kLoad, lanes);
        sample.access(access);
    };
    make(Space::Global, 0x1000, 32);    // a float of each sector
    make(Space::Global, 0x1004, 32);    // the next one
    make(Space::Global, 0x1000, 32);    // the first ones again
    make(Space::Global, 0x2000, 4);     // side by side
    make(Space::Global, 0x3000, 0);     // one for all
    make(Space::Global, 0x4000, 32, 3); // of two lanes
    make(Space::Shared, 0, 128);        // of one bank
    const SampledBlock& block = sample.blocks().at(0);
    ASSERT_EQ(block.accesses.size(), 7U);
    const auto packed = [&](std::size_t i) { return linesOf(block, block.accesses[i], true); };
    ASSERT_EQ(packed(0).size(), 1U);
    EXPECT_EQ(packed(0)[0].sectors, 15);
    EXPECT_EQ(linesOf(block, block.accesses[0], false).size(), 8U);
    EXPECT_EQ(block.accesses[0].hitWavefronts, 8) << "every eighth bank has eight of them";
    EXPECT_EQ(block.accesses[3].hitWavefronts, 1);
    EXPECT_NE(packed(1)[0].line, packed(0)[0].line) << "other bytes";
    EXPECT_EQ(packed(2)[0].line, packed(0)[0].line) << "the same bytes";
    EXPECT_EQ(packed(3).data(), linesOf(block, block.accesses[3], false).data());
    EXPECT_EQ(block.accesses[4].wastes(), false);
    ASSERT_EQ(packed(5).size(), 1U);
    EXPECT_EQ(packed(5)[0].sectors, 1) << "eight bytes";
    EXPECT_EQ(block.accesses[6].dataWavefronts, 32);
    EXPECT_EQ(block.accesses[6].packedWavefronts, 1);
}

TEST(BlockSample, LoadsAreOneWhereTheirAddressAllowsIt) {
    MachineCode code = smallCode();
    code.instructions[kLoad].merges = 4;
    BlockSample sample(defaultArchitecture(), {}, code, {1, 1, 1}, {32, 1, 1}, {{0}, {}}, 100);
    InstructionSink* const instructions = sample.instructionsOf({0, 0, 0});
    ASSERT_NE(instructions, nullptr);
    for (const std::uint64_t first : {0, 4}) {
        WarpAccess access;
        access.space = Space::Shared;
        access.block = {0, 0, 0};
        access.activeMask = ~0U;
        for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = first + 16 * lane;
        instructions->instruction(0, kLoad, ~0U);
        sample.access(access);
    }
    const SampledBlock& block = sample.blocks().at(0);
    ASSERT_EQ(block.accesses.size(), 2U);
    EXPECT_EQ(block.accesses[0].dataWavefronts, 4) << "512 bytes at once";
    EXPECT_EQ(block.accesses[1].dataWavefronts, 16) << "four loads, each with four lanes at a bank";
}

TEST(BlockSample, KeepsTheQuadsOfAFetch) {
    BlockSample sample(defaultArchitecture(), {}, smallCode(), {1, 1, 1}, {32, 1, 1}, {{0}, {}}, 100);
    InstructionSink* const instructions = sample.instructionsOf({0, 0, 0});
    const auto cycles = [&](std::int32_t across, std::int32_t down, std::int32_t reach, std::uint32_t bytes) {
        TexelFootprint texels;
        texels.width = texels.height = 1024;
        texels.bytesPerTexel = bytes;
        for (std::int32_t lane = 0; lane < 32; ++lane) {
            const auto i = static_cast<std::size_t>(lane);
            texels.x0[i] = across * lane;
            texels.x1[i] = texels.x0[i] + reach;
            texels.y0[i] = down * lane;
            texels.y1[i] = texels.y0[i] + reach;
        }
        WarpAccess access;
        access.space = Space::Texture;
        access.block = {0, 0, 0};
        access.activeMask = ~0U;
        access.footprint = &texels;
        instructions->instruction(0, kFetch, ~0U);
        sample.access(access);
        return sample.blocks().at(0).accesses.back().dataWavefronts;
    };
    // Cycles of a multiprocessor of an H200 for each fetch of a warp: tests/times/textures.txt
    EXPECT_EQ(cycles(1, 0, 0, 4), 8) << "streamFloat.point, blurTexture: 8.3";
    EXPECT_EQ(cycles(1, 0, 0, 16), 16) << "streamFloat4.point: 16.3";
    EXPECT_EQ(cycles(1, 0, 1, 16), 32) << "streamFloat4.linear: 32.6";
    EXPECT_EQ(cycles(0, 16, 0, 4), 32) << "streamRows: 34.8";
    EXPECT_EQ(sample.blocks().at(0).accesses[0].lines, 4U) << "two halves of blocks of 64 bytes, two of them";
}

TEST(SampleFor, WatchesBlocksOfOneMultiprocessor) {
    // 1320 blocks are ten for each of 132; a multiprocessor holds eight of 256 threads.
    const LaunchedBlocks launch{{1320, 1, 1}, {256, 1, 1}, 0, 32};
    EXPECT_EQ(blocksOfOne(1320, 8, 132),
              (std::vector<std::uint64_t>{0, 169, 338, 507, 544, 713, 882, 1051, 1088, 1257}));
    const auto sample = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode());
    ASSERT_TRUE(sample);
    EXPECT_NE(sample->instructionsOf({169, 0, 0}), nullptr);
    EXPECT_EQ(sample->instructionsOf({170, 0, 0}), nullptr);
    // Where only some blocks run, of those: ten spread over them.
    std::vector<std::uint64_t> run;
    for (std::uint64_t i = 0; i < 64; ++i) run.push_back(7 + 20 * i);
    const auto some = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode(), run);
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
    EXPECT_EQ(KnownTimes().of(*v100), nullptr);
    EXPECT_EQ(sampleFor({{4, 1, 1}, {1024, 1, 1}, 0, 128}, defaultArchitecture(), h200(), {}, smallCode()),
              nullptr);
    EXPECT_EQ(
        sampleFor({{4, 1, 1}, {256, 1, 1}, 300 << 10, 32}, defaultArchitecture(), h200(), {}, smallCode()),
        nullptr);
}

/// Four warps of a block add a chain of numbers.
std::optional<LaunchTime> timeOfChain(std::size_t links, std::uint32_t blocks) {
    const LaunchedBlocks launch{{blocks, 1, 1}, {128, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode());
    for (std::uint32_t b = 0; b < blocks; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (std::uint32_t warp = 0; warp < 4; ++warp)
                for (std::size_t i = 0; i < links; ++i) instructions->instruction(warp, kChained, ~0U);
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = blocks;
    return launchTime(launch, h200(), *sample, smallCode(), report, {},
                      {std::uint64_t{blocks} * 4 * links, links});
}

TEST(LaunchTime, SaysWhatBinds) {
    const auto few = timeOfChain(10, 132);
    ASSERT_TRUE(few);
    EXPECT_EQ(few->cold.limit, TimeLimit::Launch);
    const double step = h200().latency[at(Pipe::Fma)] / h200().clockHz;
    const double code = h200().codeLatency / h200().clockHz;
    EXPECT_NEAR(few->cold.seconds, few->cold.fixed + code + 10 * step, 0.02e-6);
    const auto waiting = timeOfChain(20000, 132);
    EXPECT_EQ(waiting->cold.limit, TimeLimit::Latency) << "one warp a scheduler waits for itself";
    const auto many = timeOfChain(5000, 132 * 16);
    EXPECT_EQ(many->cold.limit == TimeLimit::Pipe || many->cold.limit == TimeLimit::Issue, true)
        << limitName(many->cold.limit, many->cold.pipe);
    EXPECT_DOUBLE_EQ(many->warm.seconds - many->warm.fixed, many->cold.seconds - many->cold.fixed)
        << "they use no memory";
}

TEST(LaunchTime, SaysWhatItWouldTakeWithoutWhatBinds) {
    const auto few = timeOfChain(10, 132);
    EXPECT_DOUBLE_EQ(few->cold.withoutLimit, few->cold.seconds - few->cold.fixed);
    EXPECT_TRUE(gainText(few->cold).starts_with("Without launch overhead it would take "));
    const auto waiting = timeOfChain(20000, 132);
    double busiest = 0;
    for (const LimitedTime::Busy& each : waiting->cold.busy) busiest = std::max(busiest, each.seconds);
    EXPECT_DOUBLE_EQ(waiting->cold.withoutLimit, waiting->cold.fixed + busiest);
    EXPECT_TRUE(gainText(waiting->cold).starts_with("If warps never waited, it would take "));
    // 16 warps of each scheduler fill it. Issued at no cost they wait for their own chains: a quarter of
    // that.
    const auto many = timeOfChain(5000, 132 * 16);
    const double chain = 5000 * h200().latency[at(Pipe::Fma)] / h200().clockHz,
                 full = 5000 * 16 * h200().interval[at(Pipe::Fma)] / h200().clockHz;
    EXPECT_NEAR(many->cold.seconds - many->cold.fixed, full, 0.1 * full);
    EXPECT_GE(many->cold.withoutLimit - many->cold.fixed, chain);
    EXPECT_LE(many->cold.withoutLimit, many->cold.seconds);
    EXPECT_EQ(gainText(many->cold), "If " + std::string(limitText(many->cold.limit, many->cold.pipe)) +
                                        " were no limit, it would take " + duration(many->cold.withoutLimit) +
                                        ".");
}

/// Shared loads of which each takes 32 wavefronts.
TEST(LaunchTime, APartThatTakesNoTimeIsSimulatedAgain) {
    const LaunchedBlocks launch{{132, 1, 1}, {1024, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode());
    WarpAccess access;
    access.space = Space::Shared;
    access.width = 4;
    access.activeMask = ~0U;
    for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = 128 * lane;
    for (std::uint32_t b = 0; b < 132; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (access.warp = 0; access.warp < 32; ++access.warp)
                for (int i = 0; i < 20; ++i) {
                    instructions->instruction(access.warp, kLoad, ~0U);
                    access.block = {b, 0, 0};
                    sample->access(access);
                }
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = 132;
    const auto time = launchTime(launch, h200(), *sample, smallCode(), report, {}, {132 * 32 * 20, 20});
    ASSERT_TRUE(time);
    EXPECT_EQ(time->cold.limit, TimeLimit::Data);
    const double stage = 32 * 20 * 32 / h200().clockHz; // 32 wavefronts each
    EXPECT_NEAR(time->cold.seconds - time->cold.fixed, stage, 0.05 * stage);
    EXPECT_LT(time->cold.withoutLimit - time->cold.fixed, 0.1 * stage);
}

/// 132 blocks of 1024 threads access a word each by that instruction, so many bytes from one to the next.
std::optional<LaunchTime> timeOfWords(std::uint32_t instruction, Operation operation, std::uint64_t apart,
                                      const DramTraffic& traffic) {
    const LaunchedBlocks launch{{132, 1, 1}, {1024, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode());
    WarpAccess access;
    access.operation = operation;
    access.width = 4;
    access.activeMask = ~0U;
    for (std::uint32_t b = 0; b < 132; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (access.warp = 0; access.warp < 32; ++access.warp) {
                access.block = {b, 0, 0};
                for (std::uint64_t lane = 0; lane < 32; ++lane)
                    access.address[lane] = apart * ((std::uint64_t{b} * 32 + access.warp) * 32 + lane);
                instructions->instruction(access.warp, instruction, ~0U);
                sample->access(access);
            }
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = 132;
    SiteCounts& site = report.sites.emplace_back();
    site.space = Space::Global;
    site.direction = directionOf(operation);
    site.counts.transactions = 132 * 1024;
    return launchTime(launch, h200(), *sample, smallCode(), report, traffic, {132 * 32, 1});
}

/// A word of each line that the threads load; bytes of all lines as given.
std::optional<LaunchTime> timeOfScattered(std::uint64_t lineBytes) {
    DramTraffic traffic;
    traffic.bytesRead = traffic.busyBytes = 132 * 1024 * 64;
    traffic.footprintBytes = traffic.loadedBytes = 132 * 1024 * 32;
    traffic.lineBytes = lineBytes;
    return timeOfWords(kLoad, Operation::Load, 128, traffic);
}

/// 1 Mi floats 128 bytes apart take an H200 as long from a warm L2 as from a cold one, though their sectors
/// are 32 MiB.
TEST(LaunchTime, AWarmL2HasRoomForLinesNotForSectors) {
    const auto fits = timeOfScattered(132 * 1024 * 128), large = timeOfScattered(64 << 20);
    EXPECT_LT(fits->warm.seconds - fits->warm.fixed, 0.8 * (fits->cold.seconds - fits->cold.fixed));
    EXPECT_GT(large->warm.seconds - large->warm.fixed, 0.95 * (large->cold.seconds - large->cold.fixed));
}

/// Of a launch with one block per multiprocessor two are sampled and one is simulated.
TEST(LaunchTime, DramReadsForTheBlocksThatWereSimulated) {
    DramTraffic traffic; // half of the sectors that the blocks ask for
    traffic.bytesRead = traffic.busyBytes = traffic.footprintBytes = traffic.loadedBytes = 132 * 1024 * 16;
    traffic.lineBytes = 132 * 1024 * 64;
    const auto time = timeOfWords(kLoad, Operation::Load, 128, traffic);
    const auto dram = std::ranges::find(time->cold.busy, TimeLimit::Dram, &LimitedTime::Busy::part);
    ASSERT_NE(dram, time->cold.busy.end());
    const double reads = 132 * 1024 * 16 / (h200().dramBytes * h200().clockHz);
    EXPECT_NEAR(dram->seconds, reads, 0.1 * reads);
}

/// A word of a sector each that the threads store.
std::optional<LaunchTime> timeOfStores(std::uint64_t apart) {
    DramTraffic traffic;
    traffic.bytesRead = traffic.bytesWritten = traffic.fillBytes = traffic.footprintBytes = 132 * 1024 * 32;
    traffic.busyBytes = 2 * traffic.bytesRead;
    traffic.lineBytes = 132 * 1024 * apart;
    return timeOfWords(kStore, Operation::Store, apart, traffic);
}

/// Words here and there (scatter of tests/times) take longer than parts of structures that lie side by side.
TEST(LaunchTime, LoneWordsAreReadBeforeTheyAreWrittenInAColdL2) {
    const auto alone = timeOfStores(256), together = timeOfStores(32);
    const double traffic = 132 * 1024 * h200().scatteredWrite / (h200().dramBytes * h200().clockHz);
    EXPECT_GT(alone->cold.seconds - alone->cold.fixed, traffic);
    EXPECT_LT(together->cold.seconds - together->cold.fixed, 0.6 * traffic);
    EXPECT_LT(alone->warm.seconds - alone->warm.fixed, 0.6 * traffic);
}

TEST(LaunchTime, EndsWithTheLongestWarp) {
    const LaunchedBlocks launch{{132, 1, 1}, {32, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode());
    constexpr std::uint64_t kUsual = 2000, kLongest = 9000;
    for (std::uint32_t b = 0; b < 132; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (std::size_t i = 0; i < kUsual; ++i) instructions->instruction(0, kChained, ~0U);
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = 132;
    const auto run = [&](std::uint64_t longest) {
        const auto time =
            launchTime(launch, h200(), *sample, smallCode(), report, {}, {132 * kUsual, longest});
        return time->cold.seconds - time->cold.fixed;
    };
    EXPECT_NEAR(run(kLongest) / run(kUsual), static_cast<double>(kLongest) / kUsual, 0.05);
}

TEST(LaunchTime, HasTheShareOfEachInstruction) {
    const LaunchedBlocks launch{{132, 1, 1}, {32, 1, 1}, 0, 16};
    const auto sample = sampleFor(launch, defaultArchitecture(), h200(), {}, smallCode());
    for (std::uint32_t b = 0; b < 132; ++b)
        if (InstructionSink* instructions = sample->instructionsOf({b, 0, 0}))
            for (std::size_t i = 0; i < 3000; ++i) {
                instructions->instruction(0, kRoot, ~0U);
                instructions->instruction(0, kApart, ~0U);
            }
    Report report;
    report.architecture = &defaultArchitecture();
    report.blocksRun = report.blocksTotal = 132;
    const auto time =
        launchTime(launch, h200(), *sample, smallCode(), report, {}, {std::uint64_t{132} * 6000, 6000});
    ASSERT_TRUE(time);
    ASSERT_EQ(time->shares.size(), smallCode().instructions.size());
    EXPECT_NEAR(std::accumulate(time->shares.begin(), time->shares.end(), 0.0), 1, 1e-9);
    // A root waits for the one before; the addition between them only takes its turn.
    const double root = h200().latency[at(Pipe::Xu)], turn = h200().interval[at(Pipe::Fma)];
    EXPECT_NEAR(time->shares[kRoot], 1 - turn / root, 0.15);
    EXPECT_GT(time->shares[kApart], 0);
    EXPECT_EQ(time->shares[kLoad], 0) << "it did not run";
}

TEST(LaunchTime, IsThatOfThePatternWhereItWastesNothing) {
    const auto time = timeOfChain(5000, 132 * 16);
    EXPECT_EQ(time->cold.withoutWaste, time->cold.seconds);
    EXPECT_EQ(time->warm.withoutWaste, time->warm.seconds);
}

TEST(LaunchTime, StretchesASampleThatWasFull) {
    // 16 blocks of a multiprocessor share the room for steps: each has more of them than fit.
    const auto all = timeOfChain(4000, 132 * 16), cut = timeOfChain(16000, 132 * 16);
    EXPECT_NEAR((cut->cold.seconds - cut->cold.fixed) / (all->cold.seconds - all->cold.fixed), 4, 0.1);
}

} // namespace
} // namespace lanescope::model
