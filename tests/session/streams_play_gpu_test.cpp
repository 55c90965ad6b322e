// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Streams and events of a recording, on the GPU's own streams.
#include "streams_play.h"

#include "device/cuda/cuda_probe.h"
#include "session/playback.h"

#include <gtest/gtest.h>

namespace lanescope::session {
namespace {

std::vector<float> played(std::shared_ptr<device::Device> device, int times) {
    Playback playback(std::move(device), {});
    std::vector<float> last;
    for (int i = 0; i < times; ++i) {
        playback.show(test::streamsThatWait(), false, 0);
        playback.invalidate();
        playback.step(0);
        EXPECT_EQ(playback.error(), "");
        const auto values = playback.result().values<float>("d");
        if (i > 0) {
            EXPECT_TRUE(std::ranges::equal(values, last)) << "play " << i;
        }
        last.assign(values.begin(), values.end());
    }
    return last;
}

TEST(StreamsOfData, GiveOnAGpuWhatTheyGiveEmulated) {
    const std::vector<float> measured = played(device::openDevice("cuda"), 20);
    const std::vector<float> emulated = played(device::openEmulated(), 1);
    ASSERT_EQ(measured.size(), emulated.size());
    EXPECT_TRUE(measured == emulated);
}

} // namespace
} // namespace lanescope::session
