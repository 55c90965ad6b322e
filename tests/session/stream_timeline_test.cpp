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
    EXPECT_TRUE(line->known);
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
    EXPECT_FALSE(streamTimelineOf(*recording, h200())->known); // nobody played it
    const auto integrated = streamTimelineOf(*recording, *model::findArchitecture("6.2"));
    EXPECT_FALSE(integrated->known); // no bus
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
