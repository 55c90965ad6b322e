// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Schedules worked out by hand from the sentences of the CUDA C Programming Guide on asynchronous concurrent
// execution: streams, implicit synchronization, concurrent kernels, overlapping behavior, callbacks,
// priorities.
#include "model/transfers/streams.h"
#include "model/transfers/streams_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lanescope::model {
namespace {

using Kind = StreamTaskKind;

StreamTask copyIn(int stream, double seconds) {
    return {Kind::CopyIn, stream, seconds, 1 << 20};
}
StreamTask copyOut(int stream, double seconds) {
    return {Kind::CopyOut, stream, seconds, 1 << 20};
}
StreamTask kernel(int stream, double seconds, double fill = 1) {
    return {Kind::Kernel, stream, seconds, 0, false, fill};
}

/// A device whose calls cost the host nothing.
StreamDevice device(const char* architecture, int copyEngines) {
    StreamDevice made = streamDevice(*findArchitecture(architecture));
    made.copyEngines = copyEngines;
    made.issueSeconds = made.beforeHostFunction = made.behindHostFunction = 0;
    made.bothWays = 1;
    return made;
}

struct Lengths {
    double in, kernel, out;
    double fill = 1;
};
/// The Guide's first code: copy, kernel, copy, stream after stream.
StreamProgram depthFirst(const Lengths& lengths) {
    StreamProgram program{2, {}, {}};
    for (const int stream : {0, 1}) {
        program.commands.push_back(copyIn(stream, lengths.in));
        program.commands.push_back(kernel(stream, lengths.kernel, lengths.fill));
        program.commands.push_back(copyOut(stream, lengths.out));
    }
    return program;
}
/// Its second: all copies in, all kernels, all copies out.
StreamProgram breadthFirst(const Lengths& lengths) {
    StreamProgram program{2, {}, {}};
    for (const int stream : {0, 1}) program.commands.push_back(copyIn(stream, lengths.in));
    for (const int stream : {0, 1}) program.commands.push_back(kernel(stream, lengths.kernel, lengths.fill));
    for (const int stream : {0, 1}) program.commands.push_back(copyOut(stream, lengths.out));
    return program;
}

void expectTimes(const Schedule& schedule, const std::vector<std::pair<double, double>>& times) {
    ASSERT_EQ(schedule.commands.size(), times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_NEAR(schedule.commands[i].start, times[i].first, 1e-6) << "command " << i;
        EXPECT_NEAR(schedule.commands[i].end, times[i].second, 1e-6) << "command " << i;
    }
}

/// A command that the device gets only when the one before it in its stream has long ended has waited for
/// none.
TEST(Streams, WhatEndsBeforeACommandIsThereDoesNotHoldItBack) {
    StreamDevice slow = device("9.0", 2);
    slow.issueSeconds = 4;
    const StreamProgram program{1, {}, {copyIn(0, 1), kernel(0, 6), kernel(0, 1)}};
    const Schedule schedule = simulate(program, slow);
    EXPECT_EQ(schedule.commands[1].wait, StreamWait::None);
    EXPECT_EQ(schedule.commands[1].start, schedule.commands[1].issued + 4);
    EXPECT_EQ(schedule.commands[2].wait, StreamWait::StreamOrder);
    EXPECT_EQ(schedule.commands[2].waitedFor, 1);
}

TEST(Streams, OneCopyEngineDepthFirstOverlapsNothing) {
    for (const char* architecture : {"1.3", "2.0", "3.0", "3.5", "9.0"}) {
        const StreamProgram program = depthFirst({2, 3, 2});
        const Schedule schedule = simulate(program, device(architecture, 1));
        expectTimes(schedule, {{0, 2}, {2, 5}, {5, 7}, {7, 9}, {9, 12}, {12, 14}});
        EXPECT_NEAR(schedule.overlap(), 0, 1e-9);
        EXPECT_NEAR(serialSeconds(program, device(architecture, 1)), 14, 1e-6);
        // The copy into stream 1 was issued after the copy out of stream 0.
        EXPECT_EQ(schedule.commands[3].wait, StreamWait::QueueOrder);
        EXPECT_EQ(schedule.commands[3].waitedFor, 2);
        const StreamLoss loss = losses(schedule).at(0);
        EXPECT_EQ(loss.wait, StreamWait::QueueOrder);
        EXPECT_EQ(loss.command, 3);
        EXPECT_EQ(loss.heldBy, 2);
        EXPECT_NEAR(secondsWithout(loss.wait, program, device("9.0", 1)), 10, 1e-6); // as with two engines
        EXPECT_NEAR(loss.seconds, 5, 1e-6); // from 2, when the engine is free, to 7
    }
}

TEST(Streams, OneStreamTakesTheHostAsLong) {
    // What the host does before the streams begin is in both, so that streams of no use gain nothing.
    StreamProgram program{2, {}, {{Kind::DeviceMalloc, 0, 30}, {Kind::DeviceMalloc, 0, 30}}};
    program.commands.push_back(copyIn(0, 2));
    program.commands.push_back(kernel(0, 3));
    StreamDevice on = device("9.0", 2);
    on.issueSeconds = 0.5;
    EXPECT_NEAR(serialSeconds(program, on), simulate(program, on).seconds, 1e-9);
    program.commands.push_back(copyIn(1, 2));
    program.commands.push_back(kernel(1, 3));
    const double several = simulate(program, on).seconds, one = serialSeconds(program, on);
    EXPECT_GT(several, 60);
    EXPECT_NEAR(one - several, 2, 1e-6); // the second copy beside the first kernel
}

TEST(Streams, AreCountedFromOneBesideTheDefaultStream) {
    StreamProgram program{2, {}, {copyIn(0, 2), copyIn(1, 2), copyIn(kDefaultStream, 2)}};
    EXPECT_EQ(commandName(program, 0), "copy in, stream 1");
    EXPECT_EQ(commandName(program, 1), "copy in, stream 2");
    EXPECT_EQ(streamNumber(program.commands[2]), 0);
}

TEST(Streams, OneCopyEngineBreadthFirstOverlapsTheSecondCopyWithTheFirstKernel) {
    const Schedule schedule = simulate(breadthFirst({2, 3, 2}), device("3.5", 1));
    expectTimes(schedule, {{0, 2}, {2, 4}, {2, 5}, {5, 8}, {5, 7}, {8, 10}});
    EXPECT_NEAR(schedule.overlap(), 4, 1e-9); // 2-4 and 5-7
    EXPECT_NEAR(schedule.busy(Engine::Compute), 6, 1e-9);
    EXPECT_TRUE(losses(schedule).empty());
}

TEST(Streams, TwoCopyEnginesDepthFirstOverlapCopiesWithEachOtherAndWithTheKernel) {
    const Schedule schedule = simulate(depthFirst({4, 1, 4}), device("3.5", 2));
    // In of stream 1 (4-8) lies over the kernel (4-5) and the copy out (5-9) of stream 0.
    expectTimes(schedule, {{0, 4}, {4, 5}, {5, 9}, {4, 8}, {8, 9}, {9, 13}});
}

TEST(Streams, UpToCc30DepthFirstKernelsCannotOverlap) {
    const StreamProgram program = depthFirst({1, 3, 1, 0.25});
    for (const char* old : {"2.0", "3.0"}) {
        const Schedule schedule = simulate(program, device(old, 2));
        expectTimes(schedule, {{0, 1}, {1, 4}, {4, 5}, {1, 2}, {4, 7}, {7, 8}});
        EXPECT_EQ(schedule.commands[4].wait, StreamWait::CheckedLaunch);
        EXPECT_EQ(schedule.commands[4].waitedFor, 1);
        EXPECT_NEAR(schedule.commands[4].lost, 2, 1e-6);
        EXPECT_EQ(losses(schedule).at(0).command, 4);
        EXPECT_EQ(losses(schedule).at(0).heldBy, 1);
        EXPECT_NEAR(secondsWithout(StreamWait::CheckedLaunch, program, device("9.0", 2)), 6, 1e-6);
    }
    expectTimes(simulate(program, device("3.5", 2)), {{0, 1}, {1, 4}, {4, 5}, {1, 2}, {2, 5}, {5, 6}});
}

TEST(Streams, UpToCc30BreadthFirstKernelsOverlap) {
    expectTimes(simulate(breadthFirst({1, 3, 1, 0.25}), device("3.0", 2)),
                {{0, 1}, {1, 2}, {1, 4}, {2, 5}, {4, 5}, {5, 6}});
}

TEST(Streams, UpToCc30BreadthFirstCopyOutOverlapsOnlyTheLastBlocks) {
    // The second kernel runs from 4 to 7 in four rounds of blocks; the last of them starts at 6.25.
    const StreamProgram program = breadthFirst({1, 3, 1, 4});
    const Schedule schedule = simulate(program, device("3.0", 2));
    expectTimes(schedule, {{0, 1}, {1, 2}, {1, 4}, {4, 7}, {6.25, 7.25}, {7.25, 8.25}});
    EXPECT_EQ(schedule.commands[4].wait, StreamWait::DependencyCheck);
    EXPECT_EQ(schedule.commands[4].waitedFor, 3);
    EXPECT_EQ(losses(schedule).at(0).heldBy, 3);
    expectTimes(simulate(program, device("3.5", 2)), {{0, 1}, {1, 2}, {1, 4}, {4, 7}, {4, 5}, {7, 8}});
}

TEST(Streams, WithoutOverlapOfCopiesAndKernelsEverythingIsInTurn) {
    const Schedule schedule = simulate(breadthFirst({2, 3, 2, 0.25}), device("1.0", 0));
    expectTimes(schedule, {{0, 2}, {2, 4}, {4, 7}, {7, 10}, {10, 12}, {12, 14}});
}

TEST(Streams, WithoutConcurrentKernelsTheyRunInTurn) {
    const StreamProgram program{2, {}, {kernel(0, 2, 0.1), kernel(1, 2, 0.1)}};
    const Schedule one = simulate(program, device("1.3", 1));
    expectTimes(one, {{0, 2}, {2, 4}});
    EXPECT_EQ(one.commands[1].wait, StreamWait::DeviceFull);
    expectTimes(simulate(program, device("2.0", 1)), {{0, 2}, {0, 2}});
}

TEST(Streams, AsManyGridsRunAtOnceAsTheCapabilityAllows) {
    StreamProgram program{17, {}, {}};
    for (int stream = 0; stream < 17; ++stream) program.commands.push_back(kernel(stream, 2, 0.01));
    const Schedule fermi = simulate(program, device("2.0", 2)), kepler = simulate(program, device("3.5", 2));
    EXPECT_NEAR(fermi.commands[15].start, 0, 1e-9);
    EXPECT_NEAR(fermi.commands[16].start, 2, 1e-6);
    EXPECT_NEAR(kepler.commands[16].start, 0, 1e-9);
}

TEST(Streams, OneHardwareQueueKeepsKernelsInOrder) {
    const StreamProgram program{2, {}, {copyIn(0, 5), kernel(0, 1), kernel(1, 1)}};
    const Schedule one = simulate(program, device("2.0", 2));
    expectTimes(one, {{0, 5}, {5, 6}, {6, 7}});
    EXPECT_EQ(one.commands[2].wait, StreamWait::KernelQueue);
    expectTimes(simulate(program, device("3.5", 2)), {{0, 5}, {5, 6}, {0, 1}});
}

TEST(Streams, WhatSynchronizesImplicitlySeparatesStreams) {
    for (const Kind kind : {Kind::PageLockedMalloc, Kind::DeviceMalloc, Kind::Memset, Kind::CopyWithin,
                            Kind::Kernel, Kind::CopyIn, Kind::CacheSwitch}) {
        const double seconds = kind == Kind::CacheSwitch ? 0 : 1;
        const StreamTask between{kind, kDefaultStream, seconds};
        EXPECT_TRUE(synchronizesImplicitly(between));
        const StreamProgram program{2, {}, {kernel(0, 3, 0.25), between, kernel(1, 3, 0.25)}};
        for (const char* architecture : {"2.0", "8.9", "9.0"}) {
            const StreamDevice on = device(architecture, 2);
            EXPECT_EQ(separatesStreams(between, on), kind != Kind::DeviceMalloc || on.mallocSeparates);
            const Schedule schedule = simulate(program, on);
            if (!on.mallocSeparates && kind == Kind::DeviceMalloc) {
                expectTimes(schedule, {{0, 3}, {0, 1}, {1, 4}}); // the host alone waits for it
                continue;
            }
            expectTimes(schedule, {{0, 3}, {3, 3 + seconds}, {3 + seconds, 6 + seconds}});
        }
    }
    for (const Kind kind : {Kind::Kernel, Kind::Memset, Kind::CopyWithin, Kind::CopyIn})
        EXPECT_FALSE(synchronizesImplicitly({kind, 1}));
    EXPECT_FALSE(synchronizesImplicitly({Kind::HostFunction}));
    const Schedule memset =
        simulate({2, {}, {kernel(0, 3, 0.25), {Kind::Memset, kDefaultStream, 1}, kernel(1, 3, 0.25)}},
                 device("9.0", 2));
    EXPECT_EQ(memset.commands[2].wait, StreamWait::Implicit);
    EXPECT_EQ(memset.commands[2].waitedFor, 1);
}

/// cudaStreamNonBlocking: the default stream's work has no order with theirs; what synchronizes the whole
/// device has.
TEST(Streams, TheDefaultStreamHasNoOrderWithStreamsThatDoNotBlock) {
    const auto times = [](const StreamTask& between, std::vector<int> nonBlocking) {
        return simulate({2, {}, {kernel(0, 3, 0.25), between, kernel(1, 3, 0.25)}, std::move(nonBlocking)},
                        device("9.0", 2));
    };
    const StreamTask ofDefault = kernel(kDefaultStream, 1, 0.25);
    expectTimes(times(ofDefault, {}), {{0, 3}, {3, 4}, {4, 7}});
    expectTimes(times(ofDefault, {0}), {{0, 3}, {0, 1}, {1, 4}});
    expectTimes(times(ofDefault, {1}), {{0, 3}, {3, 4}, {0, 3}});
    expectTimes(times(ofDefault, {0, 1}), {{0, 3}, {0, 1}, {0, 3}});
    const StreamTask pinned{Kind::PageLockedMalloc, kDefaultStream, 1};
    expectTimes(times(pinned, {0, 1}), {{0, 3}, {3, 4}, {4, 7}});
    // Among themselves the default stream's commands keep their order.
    expectTimes(simulate({1, {}, {ofDefault, ofDefault, kernel(0, 3, 0.25)}, {0}}, device("9.0", 2)),
                {{0, 1}, {1, 2}, {0, 3}});
}

/// A graph that forks and joins, launched into a stream: its nodes behind each other, each in its branch's
/// stream, with edges as events, for which the host makes no call.
StreamProgram forked(int stream) {
    const auto edge = [](Kind kind, int in, int event) {
        StreamTask task{kind, in};
        task.event = event;
        task.ofGraph = task.isEdge = true;
        return task;
    };
    return {.streams = 2,
            .priorities = {},
            .commands = {kernel(stream, 1, 0.25), edge(Kind::EventRecord, stream, 0), kernel(stream, 3, 0.25),
                         edge(Kind::EventWait, 1, 0), kernel(1, 4, 0.25), edge(Kind::EventRecord, 1, 0),
                         edge(Kind::EventWait, stream, 0), kernel(stream, 1, 0.25), kernel(0, 1, 0.25)},
            .nonBlocking = {1},
            .branches = 1};
}

TEST(Streams, BranchesOfAGraphRunBesideEachOther) {
    for (const int stream : {0, kDefaultStream}) {
        const StreamProgram program = forked(stream);
        const Schedule ran = simulate(program, device("9.0", 2));
        expectTimes(ran, {{0, 1}, {1, 1}, {1, 4}, {1, 1}, {1, 5}, {5, 5}, {5, 5}, {5, 6}, {6, 7}});
        EXPECT_NEAR(serialSeconds(program, device("9.0", 2)), 10, 1e-9);
        EXPECT_FALSE(passedCall(program, ran)) << "branches are none that the default stream separates";
    }
}

TEST(Streams, EdgesOfAGraphCostTheHostNothing) {
    StreamDevice slow = device("9.0", 2);
    slow.issueSeconds = 10;
    const Schedule ran = simulate(forked(0), slow);
    EXPECT_NEAR(ran.commands[2].issued, 10, 1e-9);
    EXPECT_NEAR(ran.commands[4].issued, 20, 1e-9);
    EXPECT_NEAR(ran.commands[7].issued, 30, 1e-9);
}

TEST(Streams, BranchesAreCountedBehindTheStreams) {
    const StreamProgram program = forked(0);
    EXPECT_EQ(commandName(program, 2), "kernel, stream 1");
    EXPECT_EQ(commandName(program, 4), "kernel, graph branch 1");
    EXPECT_EQ(commandName(program, 1), "graph edge begins, stream 1");
    EXPECT_EQ(commandName(program, 3), "graph edge ends, graph branch 1");
    EXPECT_EQ(commandName(forked(kDefaultStream), 1), "graph edge begins, stream 0");
    EXPECT_EQ(branchOf(program, kDefaultStream), 0);
    EXPECT_EQ(ownStreams(program), 1);
    EXPECT_TRUE(hasSeveralStreams({.streams = 1, .priorities = {}, .commands = {}, .branches = 1}));
    EXPECT_FALSE(hasSeveralStreams({.streams = 1, .priorities = {}, .commands = {}}));
}

/// Guide, Concurrent Kernel Execution: "any call to cudaStreamQuery() on that stream" checks a launch.
TEST(Streams, AQueryBlocksLaterLaunchesUpToCc30) {
    const StreamProgram program{
        2, {}, {kernel(0, 3, 0.25), {Kind::StreamQuery, 0}, kernel(1, 3, 0.25), copyIn(0, 1)}};
    for (const char* old : {"2.0", "3.0"}) {
        const Schedule schedule = simulate(program, device(old, 2));
        // The copy behind the query waits for its stream, not for the query.
        expectTimes(schedule, {{0, 3}, {0, 0}, {3, 6}, {3, 4}});
        EXPECT_EQ(schedule.commands[2].wait, StreamWait::CheckedLaunch);
        EXPECT_EQ(schedule.commands[2].waitedFor, 0);
    }
    expectTimes(simulate(program, device("3.5", 2)), {{0, 3}, {0, 0}, {0, 3}, {3, 4}});
    // With other launches before it the query comes when all their blocks have started.
    const StreamProgram full{2, {}, {kernel(0, 4, 1), kernel(1, 4, 2), {Kind::StreamQuery, 0}}};
    expectTimes(simulate(full, device("2.0", 2)), {{0, 4}, {4, 8}, {6, 6}});
    EXPECT_TRUE(isMark(Kind::StreamQuery));
    EXPECT_FALSE(synchronizesImplicitly({Kind::StreamQuery}));
}

/// What the host does behind a wait is issued when that has ended.
TEST(Streams, AHostThatWaitsIssuesNothing) {
    const StreamTask record{Kind::EventRecord, 0, 0, 0, false, 1, 3};
    const StreamTask all{Kind::HostWait, kDefaultStream}, one{Kind::HostWait, 1};
    const StreamTask event{Kind::HostWait, 0, 0, 0, false, 1, 3};
    const auto with = [&](const StreamTask& wait) {
        const StreamProgram program{
            3, {}, {kernel(0, 2, 0.25), record, kernel(0, 2, 0.25), kernel(1, 1, 0.25), wait, copyIn(2, 1)}};
        return simulate(program, device("9.0", 2)).commands[5].start;
    };
    EXPECT_NEAR(with(all), 4, 1e-6);
    EXPECT_NEAR(with(one), 1, 1e-6);
    EXPECT_NEAR(with(event), 2, 1e-6);
    EXPECT_NEAR(with({Kind::EventWait, 2, 0, 0, false, 1, 99}), 0, 1e-6);
    // cudaMemcpy without a stream waits for all, and the host for it.
    StreamTask copy = copyIn(kDefaultStream, 1);
    EXPECT_NEAR(with(copy), 5, 1e-6);
    EXPECT_TRUE(isMark(Kind::HostWait));
}

TEST(Streams, NothingIsSwitchedWhereL1IsApartOrNotThere) {
    const StreamProgram program{2, {}, {kernel(0, 3, 0.25), {Kind::CacheSwitch, 0}, kernel(1, 3, 0.25)}};
    for (const char* apart : {"5.2", "6.0", "6.1"})
        EXPECT_NEAR(simulate(program, device(apart, 2)).seconds, 3, 1e-6) << apart;
    for (const char* one : {"2.0", "3.5", "7.0", "9.0"})
        EXPECT_NEAR(simulate(program, device(one, 2)).seconds, 6, 1e-6) << one;
}

TEST(Streams, EachRuleThatHoldsCommandsBackIsNamedOnce) {
    // The copy into stream 1 is queued behind the copy out of stream 0 (3 from 1 to 4), and kernel 1 is
    // behind the memory set.
    StreamProgram program = depthFirst({1, 3, 1});
    program.commands.insert(program.commands.begin() + 2, {Kind::Memset, kDefaultStream, 1});
    const std::vector<StreamLoss> found = losses(simulate(program, device("9.0", 1)));
    ASSERT_FALSE(found.empty());
    for (std::size_t i = 1; i < found.size(); ++i) {
        EXPECT_GE(found[i - 1].seconds, found[i].seconds);
        EXPECT_NE(found[i - 1].wait, found[i].wait);
    }
    EXPECT_TRUE(
        std::ranges::any_of(found, [](const StreamLoss& loss) { return loss.wait == StreamWait::Implicit; }));
    EXPECT_TRUE(losses(simulate(StreamProgram{1, {}, {kernel(0, 1)}}, device("9.0", 2))).empty());
}

TEST(Streams, PageableMemoryOverlapsNothing) {
    for (const StreamProgram& locked : {depthFirst({2, 3, 2}), breadthFirst({2, 3, 2})}) {
        StreamProgram pageable = locked;
        for (StreamTask& command : pageable.commands) command.pageable = command.kind != Kind::Kernel;
        const Schedule schedule = simulate(pageable, device("8.0", 2));
        EXPECT_NEAR(schedule.overlap(), 0, 1e-9);
        EXPECT_NEAR(schedule.seconds, 14, 1e-6);
        EXPECT_EQ(losses(schedule).at(0).wait, StreamWait::Pageable);
        EXPECT_LT(simulate(locked, device("9.0", 2)).seconds, 11);
        // The call returns when the copy has ended.
        EXPECT_NEAR(schedule.commands[0].returned, 2, 1e-6);
    }
    StreamProgram small{1, {}, {copyIn(0, 2), copyOut(0, 2)}};
    for (StreamTask& command : small.commands) {
        command.pageable = true;
        command.bytes = 64 << 10;
    }
    const Schedule schedule = simulate(small, device("9.0", 2));
    EXPECT_NEAR(schedule.commands[0].returned, 0, 1e-9); // up to 64 KiB to the device
    EXPECT_NEAR(schedule.commands[1].returned, 4, 1e-6);
}

/// As measured on an H200: each copy out of breadth-first work begins when its own kernel has ended.
TEST(Streams, KernelsIssuedBeforeRunBesideACopyOfPageableMemory) {
    StreamProgram pageable = breadthFirst({2, 3, 2});
    for (StreamTask& command : pageable.commands) command.pageable = command.kind != Kind::Kernel;
    const Schedule schedule = simulate(pageable, device("9.0", 2));
    const auto ranAt = [&](Kind kind, int stream) -> const ScheduledCommand& {
        for (std::size_t i = 0; i < pageable.commands.size(); ++i)
            if (pageable.commands[i].kind == kind && pageable.commands[i].stream == stream)
                return schedule.commands[i];
        throw std::out_of_range("no such command");
    };
    const ScheduledCommand& copy = ranAt(Kind::CopyOut, 0);
    EXPECT_NEAR(copy.start, ranAt(Kind::Kernel, 0).end, 1e-6);
    EXPECT_LT(copy.start, ranAt(Kind::Kernel, 1).end);
    EXPECT_GT(schedule.overlap(), 1);
    // Copies are one after another all the same: the host waits for each.
    EXPECT_GE(ranAt(Kind::CopyOut, 1).start, copy.end - 1e-9);
    EXPECT_EQ(ranAt(Kind::CopyOut, 1).wait, StreamWait::Pageable);
}

TEST(Streams, AnEventHoldsBackTheStreamThatWaitsForIt) {
    const StreamTask record{Kind::EventRecord, 0, 0, 0, false, 1, 7};
    StreamTask wait{Kind::EventWait, 1, 0, 0, false, 1, 7};
    const Schedule schedule =
        simulate({2, {}, {kernel(0, 3, 0.25), record, wait, kernel(1, 3, 0.25)}}, device("9.0", 2));
    expectTimes(schedule, {{0, 3}, {3, 3}, {3, 3}, {3, 6}});
    EXPECT_EQ(schedule.commands[3].wait, StreamWait::Event);
    EXPECT_EQ(schedule.commands[3].waitedFor, 0);
    wait.event = 8; // never recorded: nothing to wait for
    expectTimes(simulate({2, {}, {kernel(0, 3, 0.25), record, wait, kernel(1, 3, 0.25)}}, device("9.0", 2)),
                {{0, 3}, {3, 3}, {0, 0}, {0, 3}});
}

TEST(Streams, ACallbackHoldsBackItsStreamOnly) {
    const StreamProgram program{2,
                                {},
                                {kernel(0, 2, 0.25),
                                 {Kind::HostFunction, 0, 3},
                                 kernel(0, 2, 0.25),
                                 kernel(1, 2, 0.25),
                                 {Kind::HostFunction, 1, 3}}};
    const Schedule schedule = simulate(program, device("9.0", 2));
    // The two functions take turns.
    expectTimes(schedule, {{0, 2}, {2, 5}, {5, 7}, {0, 2}, {5, 8}});
    EXPECT_EQ(schedule.commands[1].engine, Engine::Host);
}

/// Measured on an H100: the thread that runs host functions hears late of what has ended, and so does the
/// stream behind a function.
TEST(Streams, HostFunctionsBeginLateAndTheirStreamsGoOnLate) {
    StreamDevice late = device("9.0", 2);
    late.beforeHostFunction = 0.5;
    late.behindHostFunction = 0.25;
    const Kind function = Kind::HostFunction;
    const StreamProgram program{
        2,
        {},
        {kernel(0, 2, 0.25), {function, 0, 3}, kernel(0, 2, 0.25), kernel(1, 4, 0.25), {function, 1, 3}}};
    // The second is told while the first one runs.
    expectTimes(simulate(program, late), {{0, 2}, {2.5, 5.5}, {5.75, 7.75}, {0, 4}, {5.5, 8.5}});
    expectTimes(simulate({1, {}, {{function, 0, 1}, {function, 0, 1}}}, late), {{0.5, 1.5}, {2, 3}});
}

TEST(Streams, BlocksOfAHigherPriorityTakeThePlacesThatFinishedOnesLeave) {
    // Rounds of the first kernel end at 2, 4, 6 and 8; the other is ready at 3.
    const StreamProgram program{2, {0, -1}, {kernel(0, 8, 4), copyIn(1, 3), kernel(1, 2, 1)}};
    expectTimes(simulate(program, device("3.5", 2)), {{0, 10}, {0, 3}, {4, 6}});
    // Before 3.5 there are no priorities; from its last round on a kernel has no blocks that wait.
    expectTimes(simulate(program, device("3.0", 2)), {{0, 8}, {0, 3}, {8, 10}});
    StreamProgram late = program;
    late.commands[1].seconds = 7;
    expectTimes(simulate(late, device("3.5", 2)), {{0, 8}, {0, 7}, {8, 10}});
    // Of two that wait for the same places the one of higher priority is first.
    expectTimes(simulate({3, {0, 0, -1}, {kernel(0, 4), kernel(1, 4, 4), kernel(2, 2)}}, device("3.5", 2)),
                {{0, 4}, {6, 10}, {4, 6}});
    // Copies have no priority.
    expectTimes(simulate({2, {0, -1}, {copyIn(0, 1), copyIn(0, 1), copyIn(1, 1)}}, device("3.5", 1)),
                {{0, 1}, {1, 2}, {2, 3}});
    StreamProgram alike = program;
    alike.priorities = {};
    expectTimes(simulate(alike, device("3.5", 2)), {{0, 8}, {0, 3}, {8, 10}});
}

/// Rounds of the first kernel end at 2, 3, 4 and 5 while nothing takes its places: the third one does from 3.
TEST(Streams, AKernelBeginsWhenItsBlocksHavePlacesAndSaysWhichItHas) {
    StreamProgram program{3, {0, 0, -1}, {copyIn(0, 1), copyIn(1, 1), copyIn(2, 1)}};
    for (const int stream : {0, 1, 2}) program.commands.push_back(kernel(stream, 4, 4));
    const Schedule schedule = simulate(program, device("9.0", 2));
    expectTimes(schedule, {{0, 1}, {1, 2}, {2, 3}, {1, 9}, {9, 13}, {3, 7}});
    const auto& shares = schedule.commands[3].shares;
    ASSERT_EQ(shares.size(), 3U);
    for (const auto& [i, start, end, part] : {std::tuple(0U, 1, 3, 1), {1U, 3, 7, 0}, {2U, 7, 9, 1}}) {
        EXPECT_NEAR(shares[i].start, start, 1e-6) << i;
        EXPECT_NEAR(shares[i].end, end, 1e-6) << i;
        EXPECT_NEAR(shares[i].part, part, 1e-6) << i;
    }
    // A round is over at 4, before the last: its places are still to be had.
    program.commands[2].seconds = 2;
    expectTimes(simulate(program, device("9.0", 2)), {{0, 1}, {1, 2}, {2, 4}, {1, 9}, {9, 13}, {4, 8}});
}

/// Breadth-first, of three kernels of 1 s the last begins at 4. The copy of stream 0 could begin at 2, that
/// of stream 1 at 3, and its engine is busy until 5: the rule alone held the first one longest.
TEST(Streams, TheLossNamesTheCommandThatTheRuleAloneHeldLongest) {
    StreamProgram program{3, {}, {}};
    for (const int stream : {0, 1, 2}) program.commands.push_back(copyIn(stream, 1));
    for (const int stream : {0, 1, 2}) program.commands.push_back(kernel(stream, 1));
    for (const int stream : {0, 1, 2}) program.commands.push_back(copyOut(stream, 1));
    const StreamLoss loss = losses(simulate(program, device("2.0", 2))).at(0);
    EXPECT_EQ(loss.wait, StreamWait::DependencyCheck);
    EXPECT_EQ(loss.command, 6);
    EXPECT_EQ(loss.heldBy, 5);
}

TEST(Streams, CopiesOfBothWaysSlowEachOther) {
    StreamDevice shared = device("9.0", 2);
    shared.bothWays = 0.5;
    // Both at half speed until 4; what is left of the second alone.
    expectTimes(simulate({2, {}, {copyIn(0, 2), copyOut(1, 3)}}, shared), {{0, 4}, {0, 5}});
}

TEST(Streams, CallsTakeTheHostsTime) {
    StreamDevice slow = device("9.0", 2);
    slow.issueSeconds = 1;
    const Schedule schedule = simulate({2, {}, {kernel(0, 5, 0.25), kernel(1, 5, 0.25)}}, slow);
    expectTimes(schedule, {{1, 6}, {2, 7}});
    EXPECT_NEAR(schedule.commands[1].issued, 1, 1e-9);
}

TEST(Streams, DevicesFollowTheirCapability) {
    struct Expected {
        const char* cc;
        int engines, grids, queues;
        bool checks, priorities;
    };
    // Grids: the Guide's table of technical specifications.
    for (const Expected& expected : {Expected{"1.0", 0, 1, 1, false, false},
                                     {"1.3", 1, 1, 1, false, false},
                                     {"2.0", 2, 16, 1, true, false},
                                     {"3.0", 1, 16, 1, true, false},
                                     {"3.5", 2, 32, 32, false, true},
                                     {"5.2", 2, 32, 32, false, true},
                                     {"6.0", 2, 128, 32, false, true},
                                     {"6.1", 2, 32, 32, false, true},
                                     {"7.0", 2, 128, 32, false, true},
                                     {"9.0", 2, 128, 32, false, true}}) {
        const StreamDevice made = streamDevice(*findArchitecture(expected.cc));
        EXPECT_EQ(made.copyEngines, expected.engines) << expected.cc;
        EXPECT_EQ(made.concurrentKernels, expected.grids) << expected.cc;
        EXPECT_EQ(made.hardwareQueues, expected.queues) << expected.cc;
        EXPECT_EQ(made.checksDependencies, expected.checks) << expected.cc;
        EXPECT_EQ(made.priorities, expected.priorities) << expected.cc;
    }
}

/// "How to Overlap Data Transfers in CUDA C/C++" (NVIDIA, 2012) gives the times of four streams, one after
/// the other and in either order, on two boards. Its copies and kernels follow from two of the three times,
/// and the model has to give the third.
TEST(Streams, PublishedTimesOfTwoBoardsFollow) {
    const auto program = [](double copy, double work, bool depth) {
        StreamProgram made{4, {}, {}};
        constexpr double kBlocks = 4096; // each kernel's: more than either board holds at once
        if (depth)
            for (int stream = 0; stream < 4; ++stream)
                made.commands.insert(
                    made.commands.end(),
                    {copyIn(stream, copy), kernel(stream, work, kBlocks / 84), copyOut(stream, copy)});
        else {
            for (int stream = 0; stream < 4; ++stream) made.commands.push_back(copyIn(stream, copy));
            for (int stream = 0; stream < 4; ++stream)
                made.commands.push_back(kernel(stream, work, kBlocks / 84));
            for (int stream = 0; stream < 4; ++stream) made.commands.push_back(copyOut(stream, copy));
        }
        return made;
    };
    // Tesla C2050, two engines. In turn: 8 copies + 4 kernels = 9.984512 ms; depth-first 2 copies + 4 kernels
    // = 5.735584 ms.
    const double copy = (9.984512 - 5.735584) / 6, work = (5.735584 - 2 * copy) / 4;
    EXPECT_NEAR(simulate(program(copy, work, true), device("2.0", 2)).seconds, 5.735584, 1e-6);
    EXPECT_NEAR(simulate(program(copy, work, false), device("2.0", 2)).seconds, 7.597984, 0.05 * 7.597984);
    // Tesla C1060, one engine: in turn 12.92381 ms; breadth-first 2 copies + 4 kernels = 8.84588 ms.
    const double slow = (12.92381 - 8.84588) / 6, longer = (8.84588 - 2 * slow) / 4;
    EXPECT_NEAR(simulate(program(slow, longer, false), device("1.3", 1)).seconds, 8.84588, 1e-6);
    EXPECT_NEAR(simulate(program(slow, longer, true), device("1.3", 1)).seconds, 13.6369, 0.06 * 13.6369);
}

/// Whatever the program: everything runs, in stream order, one copy an engine, never slower than in turn.
TEST(Streams, AnyProgramKeepsTheInvariants) {
    std::mt19937 random(7);
    const auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    for (int round = 0; round < 400; ++round) {
        StreamProgram program{1 + pick(4), {}, {}};
        for (int stream = 0; stream < program.streams; ++stream) program.priorities.push_back(-pick(2));
        const int commands = 1 + pick(20);
        for (int i = 0; i < commands; ++i) {
            StreamTask command{static_cast<Kind>(pick(13)), pick(program.streams), 0.5 * (1 + pick(6))};
            if (pick(8) == 0) command.stream = kDefaultStream;
            command.bytes = 1 << 20;
            command.pageable = pick(8) == 0;
            command.fill = std::exp2(pick(6) - 3);
            command.event = pick(3);
            if (command.kind == Kind::HostWait && pick(2) == 0) command.event = -1;
            const bool mark = isMark(command.kind) || command.kind == Kind::CacheSwitch;
            if (mark) command.seconds = 0;
            program.commands.push_back(command);
        }
        const auto& rows = architectures();
        StreamDevice on = streamDevice(rows[static_cast<std::size_t>(pick(static_cast<int>(rows.size())))]);
        on.issueSeconds = on.beforeHostFunction = on.behindHostFunction = 0;
        on.bothWays = 1;
        const Schedule schedule = simulate(program, on);
        double all = 0;
        for (std::size_t i = 0; i < program.commands.size(); ++i) {
            const ScheduledCommand& mine = schedule.commands[i];
            all += program.commands[i].seconds;
            ASSERT_GE(mine.end, mine.start + program.commands[i].seconds - 1e-6) << round << ", " << i;
            ASSERT_GE(mine.start, mine.issued - 1e-9);
            for (std::size_t k = 0; k < i; ++k) {
                const ScheduledCommand& other = schedule.commands[k];
                const bool apart = mine.start >= other.end - 1e-6 || other.start >= mine.end - 1e-6;
                const auto separates = [&](std::size_t which) {
                    const StreamTask& each = program.commands[which];
                    return separatesStreams(each, on);
                };
                const bool barrier = separates(i) || separates(k);
                const auto asks = [&](std::size_t which) {
                    const StreamTask& each = program.commands[which];
                    return each.kind == Kind::StreamQuery || (each.kind == Kind::HostWait && each.event >= 0);
                };
                const bool query = asks(i) || asks(k) || synchronizesImplicitly(program.commands[i]) ||
                                   synchronizesImplicitly(program.commands[k]);
                if (barrier || (!query && program.commands[i].stream == program.commands[k].stream)) {
                    ASSERT_GE(mine.start, other.end - 1e-6) << round << ": " << k << ", " << i;
                }
                if (mine.engine == other.engine &&
                    (mine.engine == Engine::CopyIn || mine.engine == Engine::CopyOut)) {
                    ASSERT_TRUE(apart) << round << ": " << k << ", " << i;
                }
            }
        }
        EXPECT_LE(schedule.seconds, all + 1e-6) << round;
        EXPECT_GE(schedule.seconds, leastSeconds(program, on) - 1e-6) << round;
    }
}

} // namespace
} // namespace lanescope::model
