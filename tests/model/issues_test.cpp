// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"

#include "model/issues.h"
#include "model/metrics.h"
#include "model/trace.h"

#include <gtest/gtest.h>

namespace lanescope::model::test {
namespace {

/// Warps 0 and 1 of a block: instruction 4 with all lanes, then 5 with a half, of which a guard lets one run.
void issue(AccessSink& sink, Dim3 block) {
    InstructionSink* wants = sink.instructionsOf(block);
    ASSERT_NE(wants, nullptr);
    for (const std::uint32_t warp : {0U, 1U}) {
        wants->issued(warp, 4, ~0U, ~0U);
        wants->issued(warp, 5, 1, 0xffff);
    }
}

TEST(IssueTallyTest, CountsActiveLanesWhateverTheirGuard) {
    IssueTally tally({1, 0, 0}, 1);
    issue(tally, {0, 0, 0});
    issue(tally, {1, 0, 0});
    const IssuedInstructions& issued = tally.issued();
    ASSERT_EQ(issued.byInstruction.size(), 6U);
    EXPECT_EQ(issued.byInstruction[4], (Issues{4, 128}));
    EXPECT_EQ(issued.byInstruction[5], (Issues{4, 64}));
    EXPECT_EQ(issued.byInstruction[0], Issues{});
    EXPECT_EQ(issued.total(), (Issues{8, 192}));
    EXPECT_DOUBLE_EQ(issued.total().lanesPerInstruction(), 24);
    EXPECT_EQ(issued.total().leastWarps(), 6U);
    EXPECT_EQ((Issues{1, 33}).leastWarps(), 2U);
    EXPECT_EQ(Issues{}.lanesPerInstruction(), 0);
    EXPECT_EQ(issued.steps, (std::vector<IssuedStep>{{4, ~0U}, {5, 0xffff}})) << "of one warp of one block";
    EXPECT_EQ(issued.left, 0U);
}

TEST(IssueTallyTest, ForksGiveWhatOneSinkGives) {
    IssueTally whole({2, 0, 0}, 0);
    IssueTally joined({2, 0, 0}, 0);
    const std::unique_ptr<AccessSink> first = joined.fork();
    const std::unique_ptr<AccessSink> second = joined.fork();
    for (std::uint32_t block = 0; block < 5; ++block) {
        issue(whole, {block, 0, 0});
        issue(block % 2 == 0 ? *first : *second, {block, 0, 0});
    }
    joined.join(*second);
    joined.join(*first);
    EXPECT_EQ(joined.issued().byInstruction, whole.issued().byInstruction);
    EXPECT_EQ(joined.issued().steps, whole.issued().steps);
    Trace other;
    EXPECT_THROW(joined.join(other), std::invalid_argument);
}

TEST(IssueTallyTest, SaysHowManyStepsThereWasNoRoomFor) {
    IssueTally tally({0, 0, 0}, 0);
    InstructionSink* wants = tally.instructionsOf({0, 0, 0});
    for (std::size_t i = 0; i < IssueTally::kMostSteps + 7; ++i) wants->issued(0, 0, 1, 1);
    EXPECT_EQ(tally.issued().steps.size(), IssueTally::kMostSteps);
    EXPECT_EQ(tally.issued().left, 7U);
    EXPECT_EQ(tally.issued().total().warps, IssueTally::kMostSteps + 7);
}

/// Without one that wants them nobody is called for an instruction, and one alone is called itself.
TEST(FanoutTest, InstructionsGoToAllThatWantThem) {
    Trace trace;
    IssueTally first({0, 0, 0}, 0);
    IssueTally second({0, 0, 0}, 1);
    Fanout none({&trace});
    EXPECT_EQ(none.instructionsOf({0, 0, 0}), nullptr);
    Fanout one({&trace, &first});
    EXPECT_EQ(one.instructionsOf({0, 0, 0}), first.instructionsOf({0, 0, 0}));
    Fanout both({&first, &trace, &second});
    issue(both, {0, 0, 0});
    EXPECT_EQ(first.issued().total(), (Issues{4, 96}));
    EXPECT_EQ(second.issued().total(), (Issues{4, 96}));
    EXPECT_EQ(second.issued().steps.size(), 2U);
}

TEST(MetricsTest, ActiveLanesAreOfTheWholeRun) {
    Report report;
    report.architecture = &rowOf("9.0");
    EXPECT_EQ(metricValue(report, "active_lanes_per_instruction"), 0) << "not counted";
    report.issued = {10, 160};
    EXPECT_EQ(metricValue(report, "active_lanes_per_instruction"), 16);
    report.blocksRun = 2;
    report.blocksTotal = 6;
    EXPECT_EQ(wholeGrid(report).issued, (Issues{30, 480}));
}

} // namespace
} // namespace lanescope::model::test
