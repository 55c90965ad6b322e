// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/banks/model.h"

#include "kit/words/readings.h"
#include "lab_run.h"
#include "labs/banks/words.h"
#include "model/memory/banks.h"
#include "render/palette.h"

#include <bit>
#include <numeric>
#include <set>

namespace lanescope::lab_banks {
namespace {

using namespace labs_test;

using lab_banks::Pattern;

/// Lane 5 with stride 7 from element 3: i = 38 is row 1, column 6.
TEST(BanksModel, TheElementOfALaneByHand) {
    Pattern pattern{.offset = 3, .stride = 7};
    EXPECT_EQ(pattern.element(0), 3);
    EXPECT_EQ(pattern.element(5), 38);
    pattern.pad = 2;
    EXPECT_EQ(pattern.element(5), 34 + 6);
    pattern.swizzle = 1;
    EXPECT_EQ(pattern.element(5), 34 + (6 ^ 1));
    pattern.group = 4; // lanes 4 to 7 share i = 10
    EXPECT_EQ(pattern.element(5), 10);
    EXPECT_EQ(pattern.element(4), pattern.element(7));
}

TEST(BanksModel, TheArrayHasRoomForEveryLaneAndNoMore) {
    for (const int stride : {0, 1, 5, 64})
        for (const int pad : {0, 3})
            for (const int swizzle : {0, 1}) {
                const Pattern pattern{.offset = 9, .stride = stride, .pad = pad, .swizzle = swizzle};
                int last = 0;
                for (int lane = 0; lane < 32; ++lane) last = std::max(last, pattern.element(lane));
                EXPECT_EQ(pattern.shortestArray(), last + 1);
            }
    EXPECT_EQ((Pattern{.offset = 0, .stride = 4}).shortestArray(), 125);
    EXPECT_EQ((Pattern{.offset = 64, .stride = 64, .pad = 8}).shortestArray(), (64 + 31 * 64) / 32 * 40 + 1);
}

/// A swizzle moves elements within their row only; 32 elements 32 apart then lie in 32 banks.
TEST(BanksModel, ASwizzleKeepsElementsApart) {
    for (const int stride : {1, 2, 3, 32}) {
        const Pattern pattern{.offset = 0, .stride = stride, .swizzle = 1};
        std::set<int> elements;
        for (int lane = 0; lane < 32; ++lane) {
            elements.insert(pattern.element(lane));
            EXPECT_EQ(pattern.element(lane) / 32, lane * stride / 32);
        }
        EXPECT_EQ(elements.size(), 32U);
    }
    std::set<int> banks;
    const Pattern column{.stride = 32, .swizzle = 1};
    for (int lane = 0; lane < 32; ++lane) banks.insert(column.element(lane) % 32);
    EXPECT_EQ(banks.size(), 32U);
}

TEST(BanksModel, OtherSettingsKeepTheLanes) {
    const Pattern pattern{.offset = 1, .stride = 4, .pad = 1, .group = 2, .lanes = 0xFF};
    const Pattern other = pattern.with(9, 0, true);
    EXPECT_EQ(other.stride, 9);
    EXPECT_EQ(other.pad, 0);
    EXPECT_EQ(other.swizzle, 1);
    EXPECT_EQ(other.offset, 1);
    EXPECT_EQ(other.group, 2);
    EXPECT_EQ(other.lanes, 0xFFU);
}

TEST(BanksModel, KernelsByOperationAndWidth) {
    using model::Direction;
    EXPECT_EQ(lab_banks::kernelName(Direction::Load, 1), "bankLoadChar");
    EXPECT_EQ(lab_banks::kernelName(Direction::Load, 16), "bankLoadFloat4");
    EXPECT_EQ(lab_banks::kernelName(Direction::Store, 8), "bankStoreDouble");
    EXPECT_EQ(lab_banks::kernelName(Direction::Atomic, 4), "bankAtomicInt");
}

TEST(Banks, TheExpressionIsTheKernelsWithNumbers) {
    EXPECT_EQ(lab_banks::expressionText({.offset = 2, .stride = 4}), "s[4 * threadIdx.x + 2]");
    EXPECT_EQ(lab_banks::expressionText({.stride = 1, .group = 8}), "s[(threadIdx.x / 8)]");
    EXPECT_EQ(lab_banks::expressionText({.offset = 5, .stride = 3, .group = 32}), "s[5]");
    EXPECT_EQ(lab_banks::expressionText({.stride = 32, .pad = 1}), "i = 32 * threadIdx.x;  s[i + (i / 32)]");
    EXPECT_EQ(lab_banks::expressionText({.stride = 32, .swizzle = 1}),
              "i = 32 * threadIdx.x;  s[(i ^ i / 32 % 32)]");
}

/// Four lanes want each word. That less would do is said only of lanes that meet at other words of a bank.
TEST(Banks, LanesOfOneWordTakeTurns) {
    const auto read = [](const char* op, const char* stride) {
        const LabRun run("banks", {{"op", op}, {"broadcast", "4"}, {"stride", stride}});
        const device::Info device;
        const kit::View view;
        const kit::Brush brush;
        kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
        return kit::readShared(frame, frame.shown.value());
    };
    const kit::Reading turns = read("atomic", "1");
    EXPECT_EQ(turns.headline, "4 lanes update one word");
    EXPECT_EQ(turns.sentence, "4 wavefronts: lanes that update the same word take turns.");
    EXPECT_EQ(turns.neededText, "4 needed");
    const kit::Reading both = read("atomic", "32");
    EXPECT_EQ(both.headline, "32 lanes at one bank");
    EXPECT_EQ(both.sentence, "32 wavefronts where 4 would do: a bank updates for one lane at a time.");
    EXPECT_EQ(read("load", "32").neededText, "1 needed");
}

/// Words a stride apart meet in as many ways as it has a divisor in common with the banks.
TEST(Banks, WhatTheKernelTouchesIsThePattern) {
    for (const int stride : {1, 2, 6, 12, 32}) {
        const LabRun run("banks", {{"stride", std::to_string(stride).c_str()}, {"offset", "7"}});
        EXPECT_EQ(run.subject().sharedWavefronts, static_cast<std::uint64_t>(std::gcd(stride, 32))) << stride;
        const Pattern pattern{.offset = 7, .stride = stride};
        const session::LaunchResult& launch = run.result().launches.front();
        for (const model::WarpAccess& access : launch.observation->trace) {
            if (!kit::isSubject(*run.lab, launch, access)) continue;
            for (std::size_t lane = 0; lane < 32; ++lane)
                EXPECT_EQ(access.address[lane],
                          4 * static_cast<std::uint64_t>(pattern.element(static_cast<int>(lane))));
        }
    }
}

/// Where an access has no conflict what is suggested shows one, and stands apart from what helps.
TEST(BanksSuggestions, ThatCostMoreAreMarked) {
    const auto noBetter = [](const char* stride) {
        const LabRun run("banks", {{"stride", stride}});
        const device::Info device;
        const kit::View view;
        const kit::Brush brush;
        const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
        std::vector<bool> all;
        const Access access{.pattern = {.stride = std::stoi(stride)}};
        for (const kit::Suggestion& each : suggestionsFor(frame, frame.shown.value(), access))
            if (!each.sets.empty()) all.push_back(each.noBetter);
        return all;
    };
    EXPECT_EQ(noBetter("1"), (std::vector<bool>{true, true, true}))
        << "strides 2 and 32; 32 with padding is as good";
    for (const bool each : noBetter("4")) EXPECT_FALSE(each);
}

/// The arrows over the picture go through what the warp does to memory, a line of source at a time: it fills
/// the array, reads its element, and stores it. The lab's own access is among them, whichever is shown.
TEST(BanksAccesses, AreGoneThroughLineByLine) {
    const LabRun run("banks", {{"stride", "4"}});
    const kit::Drawn drawn = run.drawn();
    const auto own = drawn.access();
    ASSERT_TRUE(own);
    EXPECT_EQ(own->number, 2U);
    EXPECT_EQ(own->of, 3U);
    const std::int64_t fill = drawn.subjects.neighbour(-1, -1), out = drawn.subjects.neighbour(-1, 1);
    const auto filled = drawn.access(fill), stored = drawn.access(out);
    ASSERT_TRUE(filled && stored);
    EXPECT_EQ(filled->access->space, model::Space::Shared);
    EXPECT_EQ(filled->access->operation, model::Operation::Store);
    EXPECT_EQ(std::popcount(filled->access->activeMask), 29) << "and not the three lanes of the loop's rest";
    EXPECT_EQ(stored->access->space, model::Space::Global);
    for (const auto& [shown, site] : {std::pair(filled, fill), std::pair(stored, out)}) {
        EXPECT_EQ(shown->of, 3U);
        EXPECT_EQ(drawn.access(drawn.subjects.neighbour(site, site == fill ? 1 : -1))->site, own->site);
    }
    // The copies of an unrolled loop are one line: a click on any of them stands for it.
    for (const model::WarpAccess& access : drawn.result.launches.front().observation->trace)
        if (access.operation == model::Operation::Store && access.space == model::Space::Shared) {
            EXPECT_EQ(drawn.access(access.site)->number, 1U);
            EXPECT_EQ(drawn.access(access.site)->of, 3U);
        }
}

} // namespace
} // namespace lanescope::lab_banks
