// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Recordings of cooperative launches, as the emulated device plays them.
#include "cooperative_play.h"

#include "model/launch_limits.h"
#include "recording/file.h"
#include "session/calls.h"
#include "session/playback.h"
#include "session/timing.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <set>

namespace lanescope::session {
namespace {

using recording::Buffer;
using recording::Recorder;
using recording::Recording;
using test::kStencil;
using test::kThreads;
using test::kTogether;
using test::recorded;

const model::Architecture& architecture(const char* name) {
    return *model::findArchitecture(name);
}

std::vector<float> stencilByALoop() {
    std::vector<float> now(kStencil);
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = test::firstOf(i);
    for (int step = 0; step < test::kSteps; ++step) {
        const std::vector<float> before = now;
        const std::size_t n = now.size();
        for (std::size_t i = 0; i < n; ++i) {
            const float right = 0.25F * before[(i + 1) % n];
            now[i] = std::fma(0.3F, before[(i + n - 1) % n], std::fma(0.45F, before[i], right));
        }
    }
    return now;
}

int sumByALoop() {
    int sum = 0;
    for (int i = 0; i < kStencil; ++i) sum += i % 1000 - 300;
    return sum;
}

template<class T>
std::vector<T> valuesOf(const Playback& playback, const char* buffer) {
    const auto values = playback.result().values<T>(buffer);
    return {values.begin(), values.end()};
}

TEST(CooperativePlay, LeavesWhatALoopLeavesAlsoFromAFile) {
    const auto made = test::twoCooperative();
    const auto again = std::make_shared<Recording>(recording::unpack(recording::pack(*made), "cooperative"));
    EXPECT_TRUE(made->calls == again->calls);
    std::set<double> times;
    for (const auto& each : {made, again})
        for (const unsigned workers : {1U, 3U}) {
            Playback playback(device::openEmulated(0, workers), {});
            playback.show(each, false, 0);
            playback.step(0);
            ASSERT_EQ(playback.error(), "");
            EXPECT_TRUE(valuesOf<float>(playback, "b") == stencilByALoop());
            EXPECT_EQ(valuesOf<int>(playback, "out"), (std::vector<int>{sumByALoop()}));
            ASSERT_EQ(playback.result().launches.size(), 2U);
            const model::LaunchTime* time = launchTime(playback.result().launches[0]);
            ASSERT_TRUE(time);
            EXPECT_GT(time->cold.seconds, 9 * 0.9e-6) << "nine barriers of the grid";
            times.insert(time->cold.seconds);
            EXPECT_EQ(times.size(), 1U) << "whoever runs the blocks, and however often they look";
            for (const LaunchResult& launch : playback.result().launches) {
                EXPECT_TRUE(launch.cooperative);
                EXPECT_TRUE(launch.record.findings.empty()) << launch.record.findings.front().text();
            }
        }
    EXPECT_EQ(textOf(*made, made->calls[2]),
              "cudaLaunchCooperativeKernel(pingPong, 64, 128, {a, b, 50000, 9}, 0, 0)");
    EXPECT_EQ(
        textOf(*made, made->calls[4]),
        "cudaLaunchCooperativeKernel(total, dim3(32, 2), 128, {in, 50000, parts, own, out}, 0, stream1)");
}

TEST(CooperativePlay, IsAnotherProgramThanThePlainLaunch) {
    const auto launched = [](bool cooperative) {
        return recorded([cooperative](Recorder& recorder) {
            const Buffer a = recorder.buffer("a", 4096);
            if (cooperative)
                recorder.launchCooperative("cooperative.oneLeaves", {1, 1, 1}, {32, 1, 1}, 0, a);
            else
                recorder.launch("cooperative.oneLeaves", {1, 1, 1}, {32, 1, 1}, 0, a);
        });
    };
    EXPECT_TRUE(*launched(true) == *launched(true));
    EXPECT_FALSE(*launched(true) == *launched(false));
    EXPECT_FALSE(sameAccesses(*launched(true), *launched(false)));
}

TEST(CooperativePlay, ASampleIsCountedAndTheWholeGridRuns) {
    const auto play = [](std::uint64_t sampleAbove, bool checks) {
        auto playback = std::make_unique<Playback>(
            device::openEmulated(0, 2), PlaybackOptions{.sampleAbove = sampleAbove, .checks = checks});
        // more blocks than stand for a grid
        playback->show(recorded([](Recorder& recorder) {
                           constexpr std::uint64_t kBytes = kStencil * sizeof(float);
                           const Buffer a = recorder.buffer("a", kBytes,
                                                            recording::elements<float>(test::firstOf)),
                                        b = recorder.allocate("b", kBytes);
                           recorder.launchCooperative("cooperative.pingPong", {130, 1, 1}, {kThreads, 1, 1},
                                                      0, a, b, kStencil, test::kSteps);
                           recorder.copyOut(b, kBytes);
                       }),
                       false, 0);
        playback->step(0);
        EXPECT_EQ(playback->error(), "");
        return playback;
    };
    const auto whole = play(0, false), sampled = play(1, true);
    EXPECT_TRUE(valuesOf<float>(*sampled, "b") == stencilByALoop());
    const LaunchResult &all = whole->result().launches.front(), &part = sampled->result().launches.front();
    EXPECT_EQ(part.record.blocksRun, 130U);
    EXPECT_TRUE(part.record.findings.empty()) << part.record.findings.front().text();
    const model::Report &allCounts = all.observation->reports.front(),
                        &partCounts = part.observation->reports.front();
    EXPECT_EQ(allCounts.blocksRun, 130U);
    EXPECT_LT(partCounts.blocksRun, 70U);
    EXPECT_EQ(partCounts.blocksTotal, 130U);
    // every block makes as many accesses as any other, but for those at the end of the ring
    const auto requests = [](const model::Report& report) {
        return static_cast<double>(report.total(model::Space::Global, model::Direction::Load).requests) /
               static_cast<double>(report.blocksRun);
    };
    EXPECT_NEAR(requests(partCounts), requests(allCounts), 0.05 * requests(allCounts));
    EXPECT_NEAR(static_cast<double>(part.observation->warpInstructions) / 66,
                static_cast<double>(all.observation->warpInstructions) / 130,
                0.1 * static_cast<double>(all.observation->warpInstructions) / 130);
}

TEST(CooperativePlay, MoreBlocksThanTheDeviceHoldsAreRefused) {
    Playback playback(device::openEmulated(), {.architectures = {&architecture("H200")}});
    playback.show(test::tooManyBlocks(false), false, 0);
    playback.step(0);
    EXPECT_EQ(playback.error(), "");
    EXPECT_EQ(playback.result().launches.at(0).refused,
              "100000 blocks in a cooperative launch, where the 132 multiprocessors of H200 SXM hold at most "
              "264 of this size at once");
    // by the runtime's rules: an error of the launch, which is forgotten when it was asked for
    const device::CallReturns story = emulateCalls(*test::tooManyBlocks(true), architecture("9.0"));
    std::vector<int> codes;
    for (const device::CallReturn& each : story.returns) codes.push_back(each.code);
    EXPECT_EQ(codes, (std::vector<int>{720, 720, 0, 0}));
    EXPECT_EQ(story.returns[0].name, "cudaErrorCooperativeLaunchTooLarge");
    EXPECT_EQ(story.returns[0].meaning, "too many blocks in cooperative launch");
    EXPECT_EQ(emulateCalls(*test::tooManyBlocks(true), architecture("5.2")).returns[0].code, 801);
}

TEST(CooperativePlay, TheLimitIsWhatTheMultiprocessorsHold) {
    const auto refused = [](const char* name, std::uint32_t blocks, std::uint32_t threads,
                            std::uint64_t shared) {
        return !model::cooperativeRefusal(architecture(name), {blocks, 1, 1}, {threads, 1, 1}, shared)
                    .empty();
    };
    EXPECT_FALSE(refused("H200", 264, 1024, 0));
    EXPECT_TRUE(refused("H200", 265, 1024, 0));
    EXPECT_FALSE(refused("H200", 132 * 32, 32, 0));
    EXPECT_TRUE(refused("H200", 132 * 32 + 1, 32, 0));
    EXPECT_FALSE(refused("H200", 132, 128, 200 * 1024));
    EXPECT_TRUE(refused("H200", 133, 128, 200 * 1024));
    EXPECT_TRUE(refused("H200", 1, 2048, 0)) << "no such block";
    // a row without device figures
    const auto any = std::ranges::find_if(
        model::architectures(), [](const model::Architecture& row) { return !row.hasDeviceFigures(); });
    ASSERT_NE(any, model::architectures().end());
    EXPECT_EQ(model::residentBlocks(*any, {32, 1, 1}, 0), std::nullopt);
    EXPECT_EQ(model::cooperativeRefusal(*any, {100000, 1, 1}, {32, 1, 1}, 0), "");
}

TEST(CooperativePlay, ABarrierOfAPlainLaunchFailsTheKernel) {
    const auto codes = [](bool cooperative, std::uint32_t blocks) {
        const auto program = recorded([=](Recorder& recorder) {
            const Buffer out = recorder.allocate("out", 64);
            recorder.clear(out);
            if (cooperative)
                recorder.launchCooperative("cooperative.oneLeaves", {blocks, 1, 1}, {32, 1, 1}, 0, out);
            else
                recorder.launch("cooperative.oneLeaves", {blocks, 1, 1}, {32, 1, 1}, 0, out);
            recorder.synchronize();
        });
        const device::CallReturns story = emulateCalls(*program, architecture("9.0"));
        return std::pair{story.returns.back().code, story.returns[2].note};
    };
    EXPECT_EQ(codes(false, 2), (std::pair{719, std::string()}));
    EXPECT_EQ(codes(true, 1).first, 0) << "the only block leaves";
    EXPECT_EQ(codes(true, 3),
              (std::pair{719, std::string("a GPU would go on for ever; the emulator stopped the "
                                          "kernel")}));
}

TEST(CooperativePlay, AKernelThatWaitsForEverIsNamed) {
    Playback playback(device::openEmulated(), {});
    playback.show(recorded([](Recorder& recorder) {
                      const Buffer out = recorder.buffer("out", 64);
                      recorder.launchCooperative("cooperative.oneLeaves", {8, 1, 1}, {256, 1, 1}, 0, out);
                  }),
                  false, 0);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000 && playback.error().empty(); ++i) playback.step(0.01);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    EXPECT_NE(playback.error().find("deadlock: a barrier of the grid that not all blocks reach"),
              std::string::npos)
        << playback.error();
}

} // namespace
} // namespace lanescope::session
