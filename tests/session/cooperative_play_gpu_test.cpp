// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Recordings of cooperative launches, on the GPU and in the emulator.
#include "cooperative_play.h"

#include "device/cuda/cuda_calls.h"
#include "session/calls.h"
#include "session/playback.h"

#include <gtest/gtest.h>

namespace lanescope::session {
namespace {

struct Played {
    std::vector<float> stencil;
    std::vector<int> own, sum;
    std::vector<std::uint64_t> requests; ///< of global loads, by launch
};

Played played(std::shared_ptr<device::Device> device) {
    Playback playback(std::move(device), {.exact = true});
    playback.show(test::twoCooperative(), false, 0);
    playback.step(0);
    EXPECT_EQ(playback.error(), "");
    const auto ints = [&](const char* buffer) {
        const auto values = playback.result().values<int>(buffer);
        return std::vector<int>(values.begin(), values.end());
    };
    const auto floats = playback.result().values<float>("b");
    Played all{{floats.begin(), floats.end()}, ints("own"), ints("out"), {}};
    for (const LaunchResult& launch : playback.result().launches)
        all.requests.push_back(
            launch.observation->reports.front().total(model::Space::Global, model::Direction::Load).requests);
    return all;
}

TEST(CooperativePlay, GivesOnAGpuWhatItGivesEmulated) {
    const Played emulated = played(device::openEmulated());
    ASSERT_EQ(emulated.stencil.size(), static_cast<std::size_t>(test::kStencil));
    for (int i = 0; i < 5; ++i) {
        const Played measured = played(device::openDevice("cuda"));
        EXPECT_TRUE(measured.stencil == emulated.stencil) << "play " << i;
        EXPECT_EQ(measured.own, emulated.own);
        EXPECT_EQ(measured.sum, emulated.sum);
        EXPECT_EQ(measured.requests, emulated.requests) << "both are the emulator's";
    }
}

TEST(CooperativePlay, TooManyBlocksAreRefusedAndTheGpuStaysWell) {
    Playback playback(device::openDevice("cuda"), {});
    playback.show(test::tooManyBlocks(false), false, 0);
    playback.step(0);
    EXPECT_NE(playback.error().find("cudaErrorCooperativeLaunchTooLarge"), std::string::npos)
        << playback.error();
    playback.show(test::twoCooperative(), false, 0);
    playback.step(0);
    EXPECT_EQ(playback.error(), "");
}

TEST(CooperativePlay, TooManyBlocksGiveTheCodesOfTheEmulatedRuntime) {
    const auto program = test::tooManyBlocks(true);
    const device::CallReturns measured = device::makeCalls(*program, 0),
                              emulated = emulateCalls(*program, model::defaultArchitecture());
    ASSERT_EQ(measured.returns.size(), emulated.returns.size());
    for (std::size_t i = 0; i < measured.returns.size(); ++i) {
        EXPECT_EQ(measured.returns[i].code, emulated.returns[i].code) << i;
        EXPECT_EQ(measured.returns[i].name, emulated.returns[i].name) << i;
        EXPECT_EQ(measured.returns[i].meaning, emulated.returns[i].meaning) << i;
        EXPECT_EQ(measured.returns[i].lastCode, emulated.returns[i].lastCode) << i;
    }
}

} // namespace
} // namespace lanescope::session
