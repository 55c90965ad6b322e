// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// When grids run that grids launch: by the rules of their streams, and as an H200 measured it
// (tests/data/h200_child_grids.csv).
#include "model/time/grid_timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace lanescope::model {
namespace {

constexpr double kMicrosecond = 1e-6;

LaunchedGrid grid(ChildStream stream, double microseconds, std::uint32_t parent = 0,
                  std::uint64_t block = 0) {
    LaunchedGrid made;
    made.parent = parent;
    made.stream = stream;
    made.block = block;
    made.launchedAfter = 1;
    made.seconds = microseconds * kMicrosecond;
    return made;
}

/// A parent of one block that takes 2 us, and its children, which take so long.
std::vector<GridSpan> family(ChildStream stream, std::vector<double> children, double load = 0.1) {
    std::vector<LaunchedGrid> grids{grid(ChildStream::Implicit, 2)};
    for (const double each : children) {
        grids.push_back(grid(stream, each));
        grids.back().streamNumber =
            stream == ChildStream::Named ? static_cast<std::uint32_t>(grids.size()) : 0;
        grids.back().load = load;
    }
    return gridTimeline(grids, builtInTimes());
}

double length(const GridSpan& span) {
    return (span.end - span.start) / kMicrosecond;
}

TEST(GridTimeline, HasOneGridFromStartToEnd) {
    const std::vector<LaunchedGrid> alone{grid(ChildStream::Implicit, 5)};
    const std::vector<GridSpan> spans = gridTimeline(alone, builtInTimes());
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_DOUBLE_EQ(spans[0].start, 0);
    EXPECT_NEAR(spans[0].end, 5 * kMicrosecond, 1e-12);
    EXPECT_NEAR(timelineSeconds(spans, builtInTimes(), true), 5 * kMicrosecond, 1e-12);
    EXPECT_GT(timelineSeconds(spans, builtInTimes()), 6 * kMicrosecond) << "a kernel that may launch";
    EXPECT_TRUE(gridTimeline({}, builtInTimes()).empty());
}

TEST(GridTimeline, RunsChildrenOfABlocksStreamOneAfterAnother) {
    const auto spans = family(ChildStream::Implicit, {50, 50, 50});
    for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(length(spans[i]), 50, 0.01);
    for (std::size_t i = 2; i < 4; ++i) EXPECT_GT(spans[i].start, spans[i - 1].end);
    EXPECT_LT(spans[0].end, spans[1].end) << "the parent does not wait";
    EXPECT_GT(spans[0].complete, spans[3].end);
}

TEST(GridTimeline, RunsChildrenWithoutACommonStreamSideBySide) {
    for (const ChildStream stream : {ChildStream::Named, ChildStream::FireAndForget}) {
        const auto spans = family(stream, {50, 50, 50});
        EXPECT_LT(spans[3].start, spans[1].end);
        EXPECT_NEAR(length(spans[3]), 50, 0.01);
    }
}

TEST(GridTimeline, RunsTailLaunchesWhenTheGridAndItsChildrenHaveEnded) {
    std::vector<LaunchedGrid> grids{grid(ChildStream::Implicit, 2), grid(ChildStream::FireAndForget, 80),
                                    grid(ChildStream::Tail, 10), grid(ChildStream::Tail, 10)};
    const auto spans = gridTimeline(grids, builtInTimes());
    EXPECT_GT(spans[2].start, spans[1].end);
    EXPECT_GT(spans[3].start, spans[2].end);
    EXPECT_GE(spans[0].complete, spans[3].complete);
}

TEST(GridTimeline, SharesTheChipAmongGridsThatFillIt) {
    const auto full = family(ChildStream::FireAndForget, {100, 100, 100}, 1);
    const auto small = family(ChildStream::FireAndForget, {100, 100, 100}, 0.2);
    EXPECT_NEAR((full[3].end - full[1].start) / kMicrosecond, 300, 5);
    EXPECT_NEAR(length(small[3]), 100, 1);
}

TEST(GridTimeline, EndsAGridWhenThoseWithinItHave) {
    std::vector<LaunchedGrid> nested{grid(ChildStream::Implicit, 1)};
    for (std::uint32_t depth = 0; depth < 5; ++depth) nested.push_back(grid(ChildStream::Implicit, 1, depth));
    const auto spans = gridTimeline(nested, builtInTimes());
    for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
        EXPECT_GE(spans[i + 1].start, spans[i + 1].launched);
        EXPECT_GT(spans[i].complete, spans[i + 1].complete);
    }
    // An H200 takes 3.1 us more for each grid around.
    EXPECT_NEAR((spans[0].complete - spans[1].complete) / kMicrosecond, 3.1, 0.2);
}

TEST(GridTimeline, TakesNoTimeForLaunchingWhereThatIsFree) {
    const std::vector<LaunchedGrid> grids{grid(ChildStream::Implicit, 2), grid(ChildStream::Implicit, 5),
                                          grid(ChildStream::Implicit, 5)};
    const auto spans = gridTimeline(grids, builtInTimes(), true);
    EXPECT_NEAR(timelineSeconds(spans, builtInTimes(), true), 12 * kMicrosecond, 1e-9);
}

TEST(GridTimeline, LetsBlocksThatTheChipDoesNotHoldCallLater) {
    LaunchedGrid parent = grid(ChildStream::Implicit, 100);
    parent.blocks = 4;
    parent.blocksAtOnce = 2;
    const std::vector<LaunchedGrid> grids{parent, grid(ChildStream::Implicit, 1, 0, 0),
                                          grid(ChildStream::Implicit, 1, 0, 3)};
    const auto spans = gridTimeline(grids, builtInTimes());
    EXPECT_LT(spans[1].launched, 60 * kMicrosecond);
    EXPECT_GT(spans[2].launched, 100 * kMicrosecond);
}

/// A line of the table.
struct Measured {
    std::string stream;
    std::array<int, 6> shape{}; ///< parents, children, blocks, threads, turns, wait
    double microseconds = 0;
};
std::vector<Measured> measured() {
    std::ifstream file(LANESCOPE_TEST_DATA "/h200_child_grids.csv");
    std::vector<Measured> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#') || line.starts_with("stream")) continue;
        std::ranges::replace(line, ',', ' ');
        std::istringstream fields(line);
        Measured& row = rows.emplace_back();
        fields >> row.stream;
        for (int& each : row.shape) fields >> each;
        fields >> row.microseconds;
    }
    return rows;
}

ChildStream streamNamed(const std::string& name) {
    return name == "named"             ? ChildStream::Named
           : name == "fire-and-forget" ? ChildStream::FireAndForget
           : name == "tail"            ? ChildStream::Tail
                                       : ChildStream::Implicit;
}

/// With what one turn of such a thread took in a kernel without children: 2.28 ns, 10.2 where a
/// multiprocessor is full.
double modelledMicroseconds(const Measured& row) {
    const auto [parents, children, blocks, threads, turns, wait] = row.shape;
    constexpr double kLeast = 0.3, kTurn = 2.28e-3, kFullTurn = 10.2e-3, kFull = 1056, kAround = 5.7;
    std::vector<LaunchedGrid> grids{grid(ChildStream::Implicit, kLeast + wait * kTurn)};
    grids[0].blocks = static_cast<std::uint64_t>(parents);
    grids[0].blocksAtOnce = grids[0].blocks;
    const double full = blocks / kFull;
    const double each = kLeast + turns * (full < 1 ? kTurn : kFullTurn * full);
    for (int p = 0; p < parents; ++p)
        for (int c = 0; c < children; ++c) {
            LaunchedGrid& made =
                grids.emplace_back(grid(streamNamed(row.stream), each, 0, static_cast<std::uint64_t>(p)));
            made.streamNumber = row.stream == "named" ? static_cast<std::uint32_t>(c + 1) : 0;
            made.load = std::min(1.0, full * threads / 256.0 * (full < 1 ? 3.5 : 1));
        }
    return timelineSeconds(gridTimeline(grids, builtInTimes()), builtInTimes()) / kMicrosecond + kAround;
}

TEST(GridTimeline, TakesAboutAsLongAsOnAnH200) {
    const std::vector<Measured> rows = measured();
    ASSERT_GT(rows.size(), 250U);
    double sum = 0;
    std::size_t far = 0;
    for (const Measured& row : rows) {
        const double error = std::abs(modelledMicroseconds(row) / row.microseconds - 1);
        sum += error;
        far += error > 0.3 ? 1 : 0;
    }
    EXPECT_LE(sum / static_cast<double>(rows.size()), 0.06);
    EXPECT_LE(far, 2U) << "many blocks that each launch many into streams";
}

} // namespace
} // namespace lanescope::model
