// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/texture/model.h"

#include "lab_run.h"

namespace lanescope::lab_texture {
namespace {

using namespace labs_test;

TEST(TextureModel, TheAngleGrowsByTwentyDegreesASecond) {
    EXPECT_DOUBLE_EQ(degreesAt(30, true, 0), 30);
    EXPECT_DOUBLE_EQ(degreesAt(30, true, 2.5), 80);
    EXPECT_DOUBLE_EQ(degreesAt(30, true, 17), 10); // 370
    EXPECT_DOUBLE_EQ(degreesAt(30, false, 17), 30);
}

/// A picture of 64 x 32 texels in 64 x 64 pixels: its middle stays in the middle.
TEST(TextureModel, PlacesByHand) {
    Turn turn{.degrees = 0, .size = 64, .width = 64, .height = 32};
    EXPECT_DOUBLE_EQ(turn.placeOf(31.5, 31.5).x, 32);
    EXPECT_DOUBLE_EQ(turn.placeOf(31.5, 31.5).y, 16);
    EXPECT_DOUBLE_EQ(turn.placeOf(0, 16).x, 0.5);
    EXPECT_DOUBLE_EQ(turn.placeOf(0, 16).y, 0.5);
    turn.scale = 2; // a pixel is half a texel
    EXPECT_DOUBLE_EQ(turn.placeOf(41.5, 31.5).x, 37);
    turn.scale = 1;
    turn.degrees = 90; // a step to the right is one down in the picture
    EXPECT_NEAR(turn.placeOf(41.5, 31.5).x, 32, 1e-9);
    EXPECT_NEAR(turn.placeOf(41.5, 31.5).y, 26, 1e-9);
}

TEST(TextureModel, TexelsOfAWarpWithoutATurn) {
    Turn turn{.degrees = 0, .size = 64, .width = 64, .height = 64};
    const model::TexelFootprint row = turn.footprint(8, 5, 32);
    const model::TexelFootprint block = turn.footprint(8, 5, 8);
    for (int lane = 0; lane < 32; ++lane) {
        const auto i = static_cast<std::size_t>(lane);
        EXPECT_EQ(row.x0[i], 8 + lane);
        EXPECT_EQ(row.y0[i], 5);
        EXPECT_EQ(row.x1[i], row.x0[i]);
        EXPECT_EQ(block.x0[i], 8 + lane % 8);
        EXPECT_EQ(block.y0[i], 5 + lane / 8);
    }
    turn.linear = true; // places in the middle of a texel: half of the next one on each side
    turn.degrees = 0;
    turn.scale = 2;
    const model::TexelFootprint mixed = turn.footprint(32, 32, 32);
    EXPECT_EQ(mixed.x0[0], 31); // 32.25 - 0.5
    EXPECT_EQ(mixed.x1[0], 32);
    const model::TexelFootprint edge = turn.footprint(4000, 0, 32);
    EXPECT_EQ(edge.x1[31], 63); // clamped
}

TEST(TextureModel, TheLargestResultThatFits) {
    EXPECT_EQ(sizeWithin(4 * 100 * 100, 4, 512), 100);
    EXPECT_EQ(sizeWithin(4 * 100 * 100 - 1, 4, 512), 99);
    EXPECT_EQ(sizeWithin(std::size_t{1} << 30, 16, 512), 512);
}

/// The texels that the lab lays beside the shown access are those that its kernel fetches.
TEST(Texture, TheKernelFetchesTheseTexels) {
    for (const char* filter : {"point", "linear"})
        for (const auto& [block, across] : {std::pair("32x8", 32), std::pair("8x32", 8)}) {
            const LabRun run("texture", {{"size", "256"},
                                         {"filter", filter},
                                         {"block", block},
                                         {"animate", "off"},
                                         {"angle", "30"},
                                         {"focus-block", across == 32 ? "131" : "144"},
                                         {"focus-warp", "2"}});
            const session::LaunchResult& launch = run.result().launches.front();
            std::size_t compared = 0;
            for (const model::WarpAccess& access : launch.observation->trace) {
                if (!kit::isSubject(*run.lab, launch, access)) continue;
                const model::TexelFootprint& fetched = *access.footprint;
                const Turn turn{.degrees = 30,
                                .size = 256,
                                .width = static_cast<int>(fetched.width),
                                .height = static_cast<int>(fetched.height),
                                .linear = std::string_view(filter) == "linear"};
                const auto width = static_cast<std::uint32_t>(across);
                const std::uint32_t height = 256 / width;
                const std::uint32_t x = access.block.x * width;
                const std::uint32_t y = access.block.y * height + access.warp * 32 / width;
                const model::TexelFootprint made = turn.footprint(x, y, across);
                for (std::size_t lane = 0; lane < 32; ++lane) {
                    // The kernel turns in float: a place at the edge of a texel may fall beside it.
                    EXPECT_NEAR(made.x0[lane], fetched.x0[lane], 1);
                    EXPECT_NEAR(made.y0[lane], fetched.y0[lane], 1);
                    compared += made.x0[lane] == fetched.x0[lane] && made.y0[lane] == fetched.y0[lane] &&
                                made.x1[lane] == fetched.x1[lane] && made.y1[lane] == fetched.y1[lane];
                }
            }
            EXPECT_GE(compared, 30U) << filter << " " << block;
        }
}

} // namespace
} // namespace lanescope::lab_texture
