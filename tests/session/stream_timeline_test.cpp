// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Recordings of no lab: what uses streams has a timeline.
#include "session/stream_timeline.h"

#include "model/transfers/streams_simulation.h"
#include "recording/recorder.h"
#include "session/kernel_modules.h"
#include "session/playback.h"
#include "session/timing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanescope::session {
namespace {

using model::StreamWait;
using model::TransferMemory;
using Kind = model::StreamTaskKind;
using Pointer = std::shared_ptr<recording::Recording>;

constexpr std::uint64_t kBytes = 16 << 20;
constexpr std::uint32_t kElements = 1 << 20;

const model::Architecture& h200() {
    return *model::findArchitecture("H200 SXM");
}

/// One stream copies in and computes; the other copies out meanwhile, and then waits for the first's kernel.
Pointer twoStreams(TransferMemory memory) {
    auto made = std::make_shared<recording::Recording>();
    recording::Recorder recorder(*made, kernelModules(), h200());
    const recording::Buffer in = recorder.buffer("in", kBytes), out = recorder.buffer("out", kBytes);
    const recording::Stream one = recorder.stream(), two = recorder.stream();
    recorder.in(one);
    recorder.copyIn(in, kBytes, {}, memory);
    recorder.launch("streams.process", {kElements / 256, 1, 1}, {256, 1, 1}, 0, out, in, int{kElements}, 4);
    const recording::Event computed = recorder.recordEvent();
    recorder.in(two);
    recorder.copyOut(out, kBytes, memory);
    recorder.waitEvent(computed);
    recorder.launch("streams.process", {kElements / 256, 1, 1}, {256, 1, 1}, 0, in, out, int{kElements}, 4);
    recorder.synchronize(two);
    recorder.in({});
    recorder.clear(out);
    return made;
}

struct Played {
    explicit Played(Pointer recording) : playback(device::openEmulated(), {.architectures = {&h200()}}) {
        playback.show(std::move(recording), false, 0);
        playback.step(0);
        EXPECT_EQ(playback.error(), "");
    }
    std::span<const LaunchResult> launches() const { return playback.result().launches; }
    Playback playback;
};

TEST(StreamTimeline, OfARecordingThatIsNoLabs) {
    const Pointer recording = twoStreams(TransferMemory::PageLocked);
    const Played played(recording);
    const auto line = streamTimelineOf(*recording, h200(), played.launches());
    ASSERT_TRUE(line);
    EXPECT_TRUE(line->untimed.empty());
    EXPECT_FALSE(lacksKernelTimes(*line));
    const auto& commands = line->program.commands;
    const std::vector<Kind> kinds{Kind::CopyIn,    Kind::Kernel, Kind::EventRecord, Kind::CopyOut,
                                  Kind::EventWait, Kind::Kernel, Kind::HostWait,    Kind::Memset};
    ASSERT_EQ(commands.size(), kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(commands[i].kind, kinds[i]) << i;
    EXPECT_EQ(commands[5].stream, 1);
    EXPECT_EQ(commands[7].stream, model::kDefaultStream);
    // 16 MiB at 58.449 GB/s after 3.9 us; the kernels what the model says of the same launches
    const double copy = kBytes / 58.449e9 + 3.9e-6;
    EXPECT_NEAR(commands[0].seconds, copy, 1e-8);
    EXPECT_GT(commands[1].seconds, 0);
    EXPECT_EQ(commands[1].seconds, modelledTime(played.launches()[0], model::Cache::Cold).seconds);
    // 4,096 blocks of 256 threads; 132 multiprocessors hold 8 of them each
    EXPECT_NEAR(commands[1].fill, 4096.0 / (132 * 8), 1e-12);

    const model::Schedule ran = simulate(line->program, line->device);
    EXPECT_GT(ran.overlap(), 0.8 * copy); // the copies of both ways
    EXPECT_GE(ran.commands[5].start, ran.commands[1].end);
    EXPECT_GE(ran.commands[7].issued, ran.commands[5].end); // the host waited for the second stream
    EXPECT_LT(ran.seconds, serialSeconds(line->program, line->device));
    EXPECT_FALSE(copyTimeOf(*recording, h200())) << "its launches say how long it takes";
}

TEST(StreamTimeline, OfPageableMemoryHasNoOverlap) {
    const Pointer recording = twoStreams(TransferMemory::Pageable);
    const auto line = streamTimelineOf(*recording, h200(), Played(recording).launches());
    ASSERT_TRUE(line);
    EXPECT_NEAR(simulate(line->program, line->device).overlap(), 0, 1e-6);
}

TEST(StreamTimeline, SaysThatTheTimeOfALaunchIsNotKnown) {
    const Pointer recording = twoStreams(TransferMemory::PageLocked);
    const auto line = streamTimelineOf(*recording, h200()); // nobody played it
    EXPECT_EQ(line->untimed, (std::vector<std::size_t>{1, 5}));
    EXPECT_TRUE(lacksKernelTimes(*line));
    EXPECT_EQ(untimedNames(*recording, *line), std::vector<std::string>{"process"}) << "both launches";
    const auto integrated = streamTimelineOf(*recording, *model::findArchitecture("6.2")); // no bus
    EXPECT_EQ(untimedNames(*recording, *integrated),
              (std::vector<std::string>{"copy in", "copy out", "process"}));
}

/// It never ran, so that it takes no time, and nobody misses any.
TEST(StreamTimeline, HasNoLaunchThatWasRefused) {
    const Pointer recording = twoStreams(TransferMemory::PageLocked);
    recording->options.mayFail = true;
    recording::Launch* first = nullptr;
    for (recording::Call& call : recording->calls)
        if (auto* launch = std::get_if<recording::Launch>(&call); launch && !first) first = launch;
    ASSERT_NE(first, nullptr);
    first->block = {2048, 1, 1};
    const Played played(recording);
    const auto line = streamTimelineOf(*recording, h200(), played.launches());
    ASSERT_TRUE(line);
    EXPECT_TRUE(line->untimed.empty());
    const auto& commands = line->program.commands;
    const auto kernel = std::ranges::find(commands, Kind::Kernel, &model::StreamTask::kind);
    ASSERT_NE(kernel, commands.end());
    EXPECT_EQ(std::ranges::count(commands, Kind::Kernel, &model::StreamTask::kind), 1);
    EXPECT_GT(kernel->seconds, 0) << "that of the second launch";
    const TimelineCalls calls = timelineCallsOf(*recording, played.launches());
    EXPECT_EQ(calls.launches[static_cast<std::size_t>(kernel - commands.begin())], 1U);
    EXPECT_EQ(calls.calls, line->calls);
}

/// It takes its stream's turn and no time that anybody knows, and the host goes on.
TEST(StreamTimeline, HasAllocationsInTheOrderOfTheirStream) {
    using recording::MemoryFunction;
    const Pointer recording = twoStreams(TransferMemory::PageLocked);
    recording->objects.push_back(recording->objects.front());
    recording->objects.back().setup = false;
    const auto object = static_cast<std::uint32_t>(recording->objects.size() - 1);
    auto& calls = recording->calls;
    calls.insert(calls.begin() + 2, recording::Free{object, {MemoryFunction::FreeAsync, 1}});
    calls.insert(calls.begin(), recording::Allocate{object, {MemoryFunction::MallocFromPoolAsync, 1}});
    const auto line = streamTimelineOf(*recording, h200(), Played(recording).launches());
    ASSERT_TRUE(line);
    const auto& commands = line->program.commands;
    EXPECT_EQ(commands[0].kind, Kind::StreamMalloc);
    EXPECT_EQ(commands[3].kind, Kind::StreamFree);
    EXPECT_EQ(model::commandName(line->program, 0), "cudaMallocFromPoolAsync, stream 1");
    EXPECT_EQ(model::commandName(line->program, 3), "cudaFreeAsync, stream 1");
    EXPECT_TRUE(hasStreamMemory(*line));
    EXPECT_TRUE(line->untimed.empty());
    const model::Schedule ran = simulate(line->program, line->device);
    EXPECT_NEAR(ran.commands[1].issued, line->device.issueSeconds, 1e-9) << "the host does not wait for it";
    EXPECT_EQ(ran.commands[3].start, ran.commands[2].end) << "behind the kernel of its stream";
    EXPECT_LT(ran.commands[4].issued, ran.commands[3].start);
    // By cudaMallocManaged the host waits; page-locked memory came before it is in a recording.
    calls.front() = recording::Allocate{object, {MemoryFunction::MallocManaged, 0}};
    const auto managed = streamTimelineOf(*recording, h200());
    EXPECT_EQ(managed->program.commands[0].kind, Kind::DeviceMalloc);
    EXPECT_EQ(model::commandName(managed->program, 0), "cudaMallocManaged");
    calls.front() = recording::Allocate{object, {MemoryFunction::MallocHost, 0}};
    EXPECT_EQ(streamTimelineOf(*recording, h200())->program.commands[0].kind, Kind::CopyIn);
}

TEST(StreamTimeline, IsOfStreamsOnly) {
    recording::Recording made;
    recording::Recorder recorder(made, kernelModules(), h200());
    const recording::Buffer buffer = recorder.buffer("buffer", 1024);
    recorder.copyIn(buffer, 1024, {});
    recorder.copyOut(buffer, 1024);
    EXPECT_FALSE(streamTimelineOf(made, h200()));
}

} // namespace
} // namespace lanescope::session
