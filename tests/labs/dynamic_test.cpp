// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lab_run.h"

#include "kit/registry.h"
#include "labs/dynamic/grid_view.h"
#include "labs/dynamic/model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::lab_dynamic {
namespace {

using namespace labs_test;

/// Two blocks of 3 children, 5 warps each: 160 threads, of which a child of 64 has 3 blocks.
TEST(DynamicModel, SizesAndWhatIsPicked) {
    const Sizes sizes{.blocks = 2, .children = 3, .warps = 5, .childThreads = 64};
    EXPECT_EQ(sizes.threads(), 160U);
    EXPECT_EQ(sizes.allChildren(), 6U);
    EXPECT_EQ(sizes.childBlocks(), 3U);
    EXPECT_EQ((Sizes{.warps = 8, .childThreads = 256}).childBlocks(), 1U);
    EXPECT_EQ(sizes.childNumber(1, 2), 5U);
    for (std::size_t block = 0; block < 2; ++block)
        for (std::size_t child = 0; child < 3; ++child)
            EXPECT_EQ(sizes.picked(sizes.childNumber(block, child)), (Sizes::Picked{block, child}));
    EXPECT_EQ(sizes.picked(6), (Sizes::Picked{0, std::nullopt}));
    EXPECT_EQ(sizes.picked(7), (Sizes::Picked{1, std::nullopt}));
    EXPECT_EQ(sizes.picked(8), std::nullopt);
}

/// Blocks of the parent from 10 to 50 and from 5 to 40; children of two blocks each.
TEST(DynamicModel, AFamilyByItsNotes) {
    const std::vector<RunSpan> parents{{10, 50}, {5, 40}};
    const std::vector<RunSpan> blocks{{20, 30}, {22, 35}, {34, 60}, {36, 55}, {70, 80}};
    const std::vector<std::uint64_t> launches{15, 33, 38};
    const GridFamily family = familyOf({parents, blocks, launches}, 2, 64, Stream::Named);
    ASSERT_EQ(family.children.size(), 2U); // of the third one only one block has noted anything
    EXPECT_EQ(family.each(), 1U);
    EXPECT_EQ(family.children[0].ran.start, 20U);
    EXPECT_EQ(family.children[0].ran.end, 35U);
    EXPECT_EQ(family.children[0].delay(), 5U);
    EXPECT_EQ(family.children[1].ran.end, 60U);
    EXPECT_EQ(family.begin(), 5U);
    EXPECT_EQ(family.parentsEnd(), 50U);
    EXPECT_EQ(family.complete(), 60U);
    EXPECT_EQ(family.mostAtOnce(), 2U); // at 34
    EXPECT_FALSE(family.inOrder());
    EXPECT_TRUE(familyOf({parents, blocks, launches}, 2, 64, Stream::Tail).inOrder());
    GridFamily inTurn = family;
    inTurn.children[1].ran.start = 35; // when the first one has ended
    EXPECT_EQ(inTurn.mostAtOnce(), 1U);
}

TEST(DynamicModel, WhatIsFoundBesideWhatIsPromised) {
    EXPECT_EQ(visibilityOf(true, true), Visibility::Kept);
    EXPECT_EQ(visibilityOf(true, false), Visibility::Broken);
    EXPECT_EQ(visibilityOf(false, true), Visibility::Luck);
    EXPECT_EQ(visibilityOf(false, false), Visibility::Missing);
    const std::vector<std::uint32_t> values{1, 0, 0, 7, 9, 0};
    EXPECT_EQ(writtenIn(values, 1, 3), (std::vector<bool>{true, true, false}));
    EXPECT_TRUE(writtenIn(values, 2, 3).empty());
}

/// The kernel's think(), as a plain loop.
std::uint32_t think(std::uint32_t x, int steps) {
    for (int i = 0; i < steps; ++i) x = (x * 1664525u + 1013904223u) | 1u;
    return x;
}

struct Shape {
    int blocks, children, warps, childThreads, work, childWork;
};

Sets setsOf(const Shape& shape, std::vector<std::string>& texts) {
    texts = {std::to_string(shape.blocks), std::to_string(shape.children),
             std::to_string(shape.warps),  std::to_string(shape.childThreads),
             std::to_string(shape.work),   std::to_string(shape.childWork)};
    return {{"blocks", texts[0].c_str()}, {"children", texts[1].c_str()},
            {"warps", texts[2].c_str()},  {"child-threads", texts[3].c_str()},
            {"work", texts[4].c_str()},   {"child-work", texts[5].c_str()}};
}

const char* const kStreamWords[] = {"implicit", "named", "fire-and-forget", "tail"};
const Shape kShapes[] = {
    {1, 1, 1, 32, 0, 0}, {2, 3, 8, 256, 10, 7}, {3, 2, 5, 64, 3, 20}, {8, 8, 3, 128, 1, 1}};

TEST(DynamicLab, LeavesWhatPlainLoopsLeave) {
    for (const Shape& shape : kShapes)
        for (const char* stream : kStreamWords) {
            std::vector<std::string> texts;
            Sets sets = setsOf(shape, texts);
            sets.push_back({"stream", stream});
            sets.push_back({"sync", "on"});
            const LabRun run("dynamic", sets);
            const auto data = run.result().values<std::uint32_t>("data"),
                       seen = run.result().values<std::uint32_t>("seen"),
                       results = run.result().values<std::uint32_t>("results");
            const auto n = static_cast<std::size_t>(shape.warps) * 32;
            ASSERT_EQ(data.size(), n * static_cast<std::size_t>(shape.blocks));
            ASSERT_EQ(seen.size(), data.size() * static_cast<std::size_t>(shape.children));
            ASSERT_EQ(results.size(), seen.size());
            for (std::size_t i = 0; i < data.size(); ++i)
                ASSERT_EQ(data[i], think(static_cast<std::uint32_t>(i + 1),
                                         static_cast<int>(i % n / 32) * shape.work));
            for (std::size_t i = 0; i < seen.size(); ++i) {
                const std::size_t block = i / n / static_cast<std::size_t>(shape.children);
                ASSERT_EQ(seen[i], data[block * n + i % n]) << stream << " " << i;
                ASSERT_EQ(results[i], think(static_cast<std::uint32_t>(i % n + 1), shape.childWork));
            }
        }
}

/// What the parent found of its first child's results cannot be older than they are by the times that are
/// drawn.
TEST(DynamicLab, WhatIsFoundFitsTheTimes) {
    for (const char* stream : kStreamWords)
        for (const char* start : {"at-launch", "after-parent"})
            for (const char* work : {"0", "1000"}) {
                const LabRun run(
                    "dynamic",
                    {{"stream", stream}, {"start", start}, {"work", work}, {"child-work", "8000"}});
                const lab_dynamic::GridFamily family =
                    lab_dynamic::familyIn(run.result(), 1, 256, Stream::Implicit);
                const auto back = run.result().values<std::uint32_t>("back");
                for (std::size_t block = 0; block < 2; ++block) {
                    const bool found = std::ranges::count(back.subspan(block * 256, 256), 0U) < 256;
                    EXPECT_EQ(found, family.children[block * 3].ran.end < family.parents[block].end)
                        << stream << " " << start << " " << work;
                }
            }
}

/// How many elements of block 0 its first child found, and of that one's results the parent.
std::pair<long, long> found(const Sets& sets) {
    const LabRun run("dynamic", sets);
    const auto seen = run.result().values<std::uint32_t>("seen").first(256),
               back = run.result().values<std::uint32_t>("back").first(256);
    return {256 - std::ranges::count(seen, 0U), 256 - std::ranges::count(back, 0U)};
}

TEST(DynamicLab, AChildIsPromisedWhatIsBehindABarrier) {
    // thread 0 launches when its own warp has written, or behind the barrier
    EXPECT_EQ(found({}), (std::pair<long, long>{32, 256}));
    EXPECT_EQ(found({{"sync", "on"}}).first, 256);
    for (const char* stream : {"named", "fire-and-forget"}) EXPECT_EQ(found({{"stream", stream}}).first, 32);
    // tails see all of the parent, and it nothing of them
    EXPECT_EQ(found({{"stream", "tail"}}), (std::pair<long, long>{256, 0}));
    EXPECT_EQ(found({{"start", "after-parent"}}), (std::pair<long, long>{256, 0}));
}

TEST(DynamicLab, GridsNoteWhenTheyRan) {
    for (const char* stream : kStreamWords) {
        const LabRun run("dynamic", {{"stream", stream}, {"child-threads", "64"}});
        const lab_dynamic::GridFamily family = lab_dynamic::familyIn(run.result(), 4, 64, Stream::Implicit);
        ASSERT_EQ(family.parents.size(), 2U);
        ASSERT_EQ(family.children.size(), 6U);
        for (std::size_t i = 0; i < 6; ++i) {
            const lab_dynamic::ChildGrid& child = family.children[i];
            EXPECT_LT(child.ran.start, child.ran.end);
            EXPECT_GE(child.ran.start, child.launched);
            if (stream == std::string("tail"))
                EXPECT_GE(child.ran.start, family.parentsEnd());
            else
                EXPECT_LT(child.ran.end, family.parents[i / 3].end); // which stands still meanwhile
            EXPECT_GE(child.ran.start, i ? family.children[i - 1].ran.end : 0);
        }
        // the emulator's own record agrees: the parent, then its children in the order of their launch
        const auto& grids = run.result().launches[0].record.grids;
        ASSERT_EQ(grids.size(), 7U);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_LE(grids[i + 1].start, family.children[i].ran.start);
            EXPECT_GE(grids[i + 1].end, family.children[i].ran.end);
            EXPECT_LE(grids[i + 1].end - grids[i + 1].start,
                      family.children[i].ran.end - family.children[i].ran.start + 40);
        }
    }
}

TEST(DynamicLab, PointersToPrivateMemoryAreFoundOut) {
    for (const std::string which : {"shared", "local"}) {
        const LabRun asked("dynamic", {{"pointer", which.c_str()}});
        EXPECT_TRUE(asked.result().launches[0].record.grids.empty());
        EXPECT_FALSE(asked.result().launches[0].fault);
        // Where nobody asks the launch is stopped, the run is complete all the same, and the host hears of it
        // when it waits.
        const LabRun tried("dynamic", {{"pointer", which.c_str()}, {"ask", "off"}});
        ASSERT_EQ(tried.result().launches.size(), 1U);
        const auto& fault = tried.result().launches[0].fault;
        ASSERT_TRUE(fault);
        EXPECT_NE(
            std::string(fault->what()).find("argument 1 of child points to " + which + " memory of its"),
            std::string::npos)
            << fault->what();
        EXPECT_EQ(fault->lane, 0);
        const auto& calls = tried.result().calls;
        ASSERT_TRUE(calls);
        std::vector<int> codes;
        for (const device::CallReturn& each : calls->returns) codes.push_back(each.code);
        ASSERT_EQ(codes.size(),
                  8U); // three allocations, a clear, the launch, LastError, Synchronize, CopyOut
        EXPECT_EQ(std::count(codes.begin(), codes.begin() + 6, 0), 6);
        EXPECT_NE(codes[6], 0);
        EXPECT_NE(codes[7], 0);
    }
}

TEST(DynamicLab, ArchitecturesThatCannotLaunchFromTheDeviceSaySo) {
    for (const char* cc : {"1.0", "2.0", "3.0", "3.2"})
        EXPECT_NE(lab_dynamic::whyNoChildren(*model::findArchitecture(cc)), "") << cc;
    for (const char* cc : {"3.5", "5.2", "9.0"})
        EXPECT_EQ(lab_dynamic::whyNoChildren(*model::findArchitecture(cc)), "") << cc;
}

TEST(DynamicLab, AReportHasWhatThePanelSays) {
    const auto facts = [](const Sets& sets, std::string_view architecture = "9.0") {
        const LabRun run("dynamic", sets, architecture);
        std::map<std::string, std::string> found;
        for (const kit::Fact& fact :
             kit::factsOf(*run.lab, run.result(), *model::findArchitecture(architecture), false))
            found[fact.name] = fact.value;
        return found;
    };
    EXPECT_EQ(facts({})["Found by the child"], "32 of 256");
    EXPECT_EQ(facts({{"sync", "on"}})["Found by the child"], "256 of 256");
    EXPECT_EQ(facts({{"start", "after-parent"}})["Found by the parent"], "0 of 256");
    EXPECT_EQ(facts({})["Child grids"], "6, of 1 block of 256 threads");
    EXPECT_FALSE(facts({}).contains("Beyond the hardware"));
    EXPECT_TRUE(facts({}, "2.0")["Beyond the hardware"].starts_with("CC 2.0: a grid cannot launch grids"));
    EXPECT_TRUE(facts({{"pointer", "shared"}}, "2.0").contains("Beyond the hardware"));
    EXPECT_TRUE(facts({{"stream", "tail"}}, "3.5")["Beyond the hardware"].starts_with(
        "Tail launches came with CUDA 12"));
    EXPECT_FALSE(facts({{"stream", "named"}}, "3.5").contains("Beyond the hardware"));
}

TEST(DynamicLab, ASpanNamesItsUnitOnce) {
    kit::Timeline timeline;
    timeline.unit = "warp instructions";
    timeline.rows.push_back({"children", "", kit::Tone::Plain});
    kit::TimelineSpan span;
    span.start = 94, span.end = 88412, span.label = "child 1", span.id = 0;
    timeline.spans.push_back(span);
    EXPECT_EQ(kit::describeSpan({render::PickKind::Point, 0}, timeline),
              "child 1: 94 to 88,412, 88,318 warp instructions");
}

TEST(DynamicLab, ClicksChooseBlockAndChild) {
    const auto lab = kit::findLab("dynamic").make(); // two blocks of three children
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 5}));
    EXPECT_EQ(lab->findParameter("block")->text(), "1");
    EXPECT_EQ(lab->findParameter("child")->text(), "3");
    EXPECT_TRUE(
        kit::pick(*lab, {render::PickKind::Point, 6})); // block 0 of the parent, behind the six children
    EXPECT_EQ(lab->findParameter("block")->text(), "0");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 8}));
    // Rules are clicked too.
    EXPECT_TRUE(kit::pick(*lab, {.kind = render::PickKind::Point, .id = 3, .group = 3}));
    EXPECT_EQ(lab->findParameter("stream")->text(), "tail");
    EXPECT_TRUE(kit::pick(*lab, {.kind = render::PickKind::Point, .id = 1, .group = 4}));
    EXPECT_EQ(lab->findParameter("pointer")->text(), "shared");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Block, 0}));
}

} // namespace
} // namespace lanescope::lab_dynamic
