// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/coalescing/model.h"

#include "lab_run.h"

#include "kit/background_sweep.h"

namespace lanescope::lab_coalescing {
namespace {

using namespace labs_test;

using lab_coalescing::ByteRange;
using lab_coalescing::Pattern;

TEST(CoalescingModel, PlacesByHand) {
    const Pattern late{.offset = 3, .elementBytes = 4};
    EXPECT_EQ(late.byteOf(0), 12U);
    EXPECT_EQ(late.byteOf(10), 52U);
    EXPECT_EQ(late.arrayBytes(1024), 4U * 1027);
    EXPECT_EQ(late.bytesOfBlock(0), (ByteRange{12, 12 + 1024}));
    EXPECT_EQ(late.bytesOfBlock(2), (ByteRange{2 * 1024 + 12, 3 * 1024 + 12}));
    const Pattern strided{.stride = 5, .elementBytes = 8};
    EXPECT_EQ(strided.byteOf(3), 120U);
    EXPECT_EQ(strided.arrayBytes(256), 8U * 5 * 256);
    EXPECT_EQ(strided.bytesOfBlock(1), (ByteRange{256 * 40, 511 * 40 + 8}));
}

TEST(CoalescingModel, TheLastThreadsElementLiesInTheArray) {
    for (const std::uint64_t bytes : {1U, 2U, 4U, 8U, 16U})
        for (const Pattern& pattern :
             {Pattern{.offset = 32, .elementBytes = bytes}, Pattern{.stride = 32, .elementBytes = bytes}}) {
            const std::uint64_t threads = lab_coalescing::threadsFor(1, bytes);
            EXPECT_EQ(threads * bytes, 1U << 20);
            EXPECT_EQ(threads % lab_coalescing::kThreads, 0U);
            EXPECT_LE(pattern.byteOf(threads - 1) + bytes, pattern.arrayBytes(threads));
        }
}

TEST(CoalescingModel, ArraysThatAreShrunkFit) {
    for (const std::uint64_t most : {3U << 20, 100U << 20, (1U << 30) + 12345U})
        for (const Pattern& pattern : {Pattern{.offset = 7}, Pattern{.stride = 1}, Pattern{.stride = 3}}) {
            const auto mebibytes = static_cast<std::uint64_t>(lab_coalescing::mebibytesWithin(most, pattern));
            const auto bytes = [&](std::uint64_t size) {
                return pattern.arrayBytes(lab_coalescing::threadsFor(size, pattern.elementBytes));
            };
            EXPECT_LE(bytes(mebibytes), most);
            EXPECT_GT(bytes(mebibytes + 2), most) << "much smaller than it has to be";
        }
    EXPECT_EQ(lab_coalescing::mebibytesWithin(100, {.offset = 1}), 1); // the least there is
    EXPECT_EQ(lab_coalescing::mebibytesWithin(std::size_t{1} << 40, {}), 65536);
}

TEST(CoalescingModel, KernelsByElement) {
    EXPECT_EQ(lab_coalescing::kernelName("stride", "float4"), "strideFloat4");
    EXPECT_EQ(lab_coalescing::kernelName("offset", "char"), "offsetChar");
}

/// The accesses of a block's 8 warps, made of one of them, are those that the block's warps made.
TEST(Coalescing, TheWarpsOfABlockAreAsTheyRan) {
    for (const auto& [kernel, pattern] :
         {std::pair("stride", Pattern{.stride = 3}), {"offset", Pattern{.offset = 5}}}) {
        const LabRun run("coalescing", {{"kernel", kernel},
                                        {"stride", "3"},
                                        {"offset", "5"},
                                        {"focus-block", "2"},
                                        {"focus-warp", "6"}});
        const session::Observation& seen = *run.result().launches.front().observation;
        const std::uint64_t array = seen.placement("array")->address;
        const model::WarpAccess& shown = seen.trace.front();
        const auto all = pattern.blockAccesses(shown);
        ASSERT_EQ(all.size(), 8U);
        for (std::uint64_t warp = 0; warp < 8; ++warp)
            for (std::uint64_t lane = 0; lane < 32; ++lane)
                EXPECT_EQ(all[warp].address[lane] - array, pattern.byteOf(2 * 256 + warp * 32 + lane));
        std::size_t compared = 0;
        for (const model::WarpAccess& access : seen.blockTrace)
            if (access.site == shown.site) {
                EXPECT_EQ(access.address, all.at(access.warp).address);
                ++compared;
            }
        EXPECT_EQ(compared, 8U);
    }
}

/// Grids that the first GPUs do not take leave the others their curves.
TEST(CoalescingSweep, WhatSomeGpusRefuseTheOthersHave) {
    const auto lab = prepared("coalescing", {{"element", "char"}, {"size-mib", "20"}});
    kit::BackgroundSweep sweep;
    sweep.request(kit::findLab("coalescing"), *lab, model::defaultArchitecture());
    ASSERT_TRUE(sweep.waitUntilDone(120));
    const kit::BackgroundSweep::Snapshot made = sweep.snapshot();
    EXPECT_EQ(made.error, "");
    EXPECT_EQ(made.leftOut, "Tesla C870, Tesla C1060, Tesla C2050");
    EXPECT_NE(made.leftOutWhy.find("a grid of 81920 blocks: CC 1.0 takes at most 65535 in x"),
              std::string::npos)
        << made.leftOutWhy;
    for (const kit::BackgroundSweep::Curve& curve : made.curves)
        EXPECT_EQ(curve.x.size(), curve.architecture->cc.major < 3 ? 0U : 32U) << curve.architecture->name;
}

} // namespace
} // namespace lanescope::lab_coalescing
