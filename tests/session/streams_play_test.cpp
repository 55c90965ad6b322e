// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "streams_play.h"

#include "recording/file.h"
#include "session/playback.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanescope::session {
namespace {

/// What kernels/streams.cu computes for one element.
float processed(float value, int rounds) {
    for (int i = 0; i < rounds; ++i) value = 0.5F * value + 1.0F;
    return value;
}

std::vector<float> played(const std::shared_ptr<recording::Recording>& recording, const char* buffer) {
    Playback playback(device::openEmulated(), {});
    playback.show(recording, false, 0);
    playback.step(0);
    EXPECT_EQ(playback.error(), "");
    const auto values = playback.result().values<float>(buffer);
    return {values.begin(), values.end()};
}

TEST(StreamsOfData, AreInOrderWithinEachAndByEvents) {
    using namespace recording;
    auto made = std::make_shared<Recording>();
    Recorder recorder(*made, kernelModules(), model::defaultArchitecture());
    const Buffer a = recorder.buffer("a", 1024, elements<float>([](std::size_t i) { return i; }));
    const Buffer b = recorder.buffer("b", 1024);
    const Stream one = recorder.stream(), two = recorder.stream();
    recorder.in(one);
    recorder.launch("streams.process", {1, 1, 1}, {256, 1, 1}, 0, b, a, 256, 3);
    const Event there = recorder.recordEvent();
    recorder.in(two);
    recorder.waitEvent(there);
    recorder.launch("streams.process", {1, 1, 1}, {256, 1, 1}, 0, a, b, 256, 2);
    recorder.synchronize(two);
    recorder.copyOut(a, 1024);
    const std::vector<float> out = played(made, "a");
    ASSERT_EQ(out.size(), 256U);
    for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], processed(processed(static_cast<float>(i), 3), 2)) << i;
    const auto again = std::make_shared<Recording>(recording::unpack(recording::pack(*made), "streams"));
    EXPECT_TRUE(usesStreams(*again));
    EXPECT_EQ(played(again, "a"), out);
    EXPECT_EQ(textOf(*made, made->calls[0]), "process<<<1, 256, 0, stream1>>>(b, a, 256, 3)");
    EXPECT_EQ(textOf(*made, made->calls[2]), "cudaStreamWaitEvent(stream2, event0)");
    EXPECT_EQ(textOf(*made, made->calls[5]), "cudaMemcpyAsync(host, a, 1024, stream2)");
}

TEST(StreamsPlay, ACopyWithinTheDeviceBringsItsBytes) {
    using namespace recording;
    auto made = std::make_shared<Recording>();
    Recorder recorder(*made, kernelModules(), model::defaultArchitecture());
    const Buffer from = recorder.buffer("from", 1024, elements<float>([](std::size_t i) { return i; }));
    const Buffer to = recorder.buffer("to", 1024);
    recorder.copyWithin(to.at(128), from.at(256), 512);
    recorder.keep(to);
    const std::vector<float> out = played(made, "to");
    ASSERT_EQ(out.size(), 256U);
    for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], i < 32 || i >= 160 ? 0.0F : static_cast<float>(i - 32 + 64)) << i;
    const auto again = std::make_shared<Recording>(recording::unpack(recording::pack(*made), "copies"));
    EXPECT_EQ(played(again, "to"), out);
    EXPECT_EQ(textOf(*made, made->calls[0]), "cudaMemcpy(to + 128, from + 256, 512)");
}

} // namespace
} // namespace lanescope::session
