// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Whether the pattern matters for the time of a run, as the window says it.
#include "kit/panel/run_table.h"
#include "lab_run.h"
#include "render/palette.h"

#include <string>

namespace lanescope::labs_test {
namespace {

kit::RunVerdict verdictOf(std::string_view lab, const Sets& sets, std::string_view architecture = "9.0") {
    const LabRun run(lab, sets, architecture);
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame{*model::findArchitecture(architecture),
                           {},
                           device,
                           run.result(),
                           view,
                           brush,
                           render::darkTheme(),
                           {},
                           {}};
    return kit::runVerdict(frame);
}

/// By the model the lab takes 6 times as long as with counters in shared memory.
TEST(RunVerdict, AtomicsThatWaitAreWhatThePatternCosts) {
    const kit::RunVerdict global = verdictOf("atomics", {});
    EXPECT_EQ(global.tone, kit::Tone::Warn);
    EXPECT_EQ(global.text, "Yes: what binds the kernel is atomics that wait for each other in L2. Fewer of "
                           "them, or sums in shared memory first, take less. By the model.");
    const kit::RunVerdict shared = verdictOf("atomics", {{"variant", "shared"}});
    EXPECT_EQ(shared.text.find("atomics that wait"), std::string::npos) << shared.text;
}

/// Conflicts add to what a warp waits for, so a launch that nothing binds is a little longer by them.
TEST(RunVerdict, WhatWaitingAddsIsNotDenied) {
    const Sets matrix{{"variant", "tiled"}, {"width", "96"}, {"height", "64"}};
    const kit::RunVerdict tiled = verdictOf("transpose", matrix);
    EXPECT_EQ(tiled.tone, kit::Tone::Good);
    EXPECT_EQ(tiled.text, "Little: 16.5 times the wavefronts, but what binds the kernel is latency: about as "
                          "long as without bank conflicts. By the model.");
}

/// Every byte is used, and yet half of what the warps issue is for lanes that wait.
TEST(RunVerdict, LanesThatWaitAreNotPassedOver) {
    const kit::RunVerdict apart = verdictOf("divergence", {{"size", "4096"}});
    EXPECT_EQ(apart.tone, kit::Tone::Warn);
    EXPECT_NE(apart.text.find("but lanes that wait for others cost 1.93 times the instructions"),
              std::string::npos)
        << apart.text;
    const kit::RunVerdict together = verdictOf("divergence", {{"size", "4096"}, {"group", "32"}});
    EXPECT_EQ(together.tone, kit::Tone::Good);
    EXPECT_EQ(together.text.find("lanes that wait"), std::string::npos) << together.text;
}

TEST(RunVerdict, WithoutAModelledTimeThereIsNone) {
    EXPECT_EQ(verdictOf("texture", {}).text, "");
    EXPECT_EQ(verdictOf("atomics", {}, "8.0").text, "");
    EXPECT_NE(verdictOf("coalescing", {}, "8.0").text, "");
}

} // namespace
} // namespace lanescope::labs_test
