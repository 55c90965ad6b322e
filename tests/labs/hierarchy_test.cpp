// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/registry.h"
#include "labs/hierarchy/idle_warp.h"
#include "labs/hierarchy/model.h"
#include "labs/hierarchy/words.h"

#include <fmt/format.h>

namespace lanescope::lab_hierarchy {
namespace {

using namespace labs_test;

/// Every cell of the picture has one thread, and every element one thread that has it.
TEST(HierarchyModel, CellsThreadsAndElementsBelongTogether) {
    std::vector<ThreadsView> views{{.threads = kit::threadsOver(28, 20, {16, 16, 1})},
                                   {.threads = kit::threadsOver(20, 28, {16, 8, 1}), .xDown = true},
                                   {.threads = kit::threadsOver(100, 1, {64, 1, 1})},
                                   {.threads = kit::threadsOver(100, 1, {48, 1, 1})}};
    views.push_back(
        {.threads = {.grid = {2, 3, 2}, .block = {4, 2, 2}, .width = 7, .height = 5, .depth = 3}});
    for (const ThreadsView& view : views) {
        const Threads& all = view.threads;
        const std::uint32_t slices = all.grid.z * all.block.z;
        EXPECT_EQ(std::uint64_t{view.rows()} * view.columns() * slices, all.grid.count() * all.block.count());
        std::vector<int> owners(all.width * all.height * all.depth);
        std::int64_t number = 0;
        for (std::uint32_t slice = 0; slice < slices; ++slice)
            for (std::uint32_t row = 0; row < view.rows(); ++row)
                for (std::uint32_t column = 0; column < view.columns(); ++column, ++number) {
                    const model::Dim3 thread = view.threadAt(row, column, slice);
                    EXPECT_EQ(view.threadOf(number), thread);
                    EXPECT_EQ(view.cellOf(thread), (Cells{row, column}));
                    const model::Dim3 block{thread.x / all.block.x, thread.y / all.block.y,
                                            thread.z / all.block.z};
                    const Cells corner = view.blockCorner(block);
                    EXPECT_LT(row - corner.rows, view.blockCells().rows);
                    EXPECT_LT(column - corner.columns, view.blockCells().columns);
                    if (view.hasElement(thread)) ++owners.at(view.elementOf(thread));
                }
        EXPECT_EQ(owners, std::vector<int>(owners.size(), 1));
    }
}

/// 28 x 20 elements in blocks of 16 x 16: 4 blocks of 8 warps; 100 in blocks of 48: 3 blocks of a warp and a
/// half.
TEST(HierarchyModel, WhatALaunchStarts) {
    const Started square(kit::threadsOver(28, 20, {16, 16, 1}));
    EXPECT_EQ(square.elements, 560U);
    EXPECT_EQ(square.threads, 1024U);
    EXPECT_EQ(square.warps, 8U);
    EXPECT_EQ(square.lanes, 1024U);
    EXPECT_EQ(square.lastWarpThreads, 32U);
    EXPECT_EQ(square.beyondEdge(), 464U);
    EXPECT_EQ(square.withoutThread(), 0U);
    const Started row(kit::threadsOver(100, 1, {48, 1, 1}));
    EXPECT_EQ(row.threads, 144U);
    EXPECT_EQ(row.lanes, 3U * 64);
    EXPECT_EQ(row.lastWarpThreads, 16U);
    EXPECT_EQ(row.beyondEdge(), 44U);
    EXPECT_EQ(row.withoutThread(), 48U);
}

/// Thread (20, 5) of 28 columns, in blocks of 32 x 8: its warp is row 5, whose lane 27 is the last element.
TEST(HierarchyModel, AWarpsAddressesInAnotherBlock) {
    const ThreadsView view{.threads = kit::threadsOver(28, 20, {16, 16, 1})};
    const auto at = [&](model::Dim3 block, int lane) {
        return elementAddress(view, block, {20, 5, 0}, lane);
    };
    EXPECT_EQ(at({32, 8, 1}, 0), 4U * (5 * 28));
    EXPECT_EQ(at({32, 8, 1}, 27), 4U * (5 * 28 + 27));
    EXPECT_EQ(at({32, 8, 1}, 28), std::nullopt);
    // Of 16 x 16 it is warp 2, rows 4 and 5, from column 16 on.
    EXPECT_EQ(at({16, 16, 1}, 0), 4U * (4 * 28 + 16));
    EXPECT_EQ(at({16, 16, 1}, 20), 4U * (5 * 28 + 20));
    EXPECT_EQ(at({16, 16, 1}, 12), std::nullopt); // column 28
    // Of 8 x 3 a block has 24 threads: lanes 24 to 31 have none.
    EXPECT_EQ(at({8, 3, 1}, 23), 4U * (5 * 28 + 23));
    EXPECT_EQ(at({8, 3, 1}, 24), std::nullopt);
}

TEST(HierarchyModel, IdleLanesByTheirReason) {
    model::WarpAccess access;
    access.warp = 1;
    access.activeMask = 0xFFF;
    const IdleLanes idle = idleLanes(access, {48, 1, 1});
    EXPECT_EQ(idle.withoutElement, 0xF000U);
    EXPECT_EQ(idle.withoutThread, 0xFFFF0000U);
    access.activeMask = ~0U;
    EXPECT_EQ(idleLanes(access, {64, 1, 1}).withoutElement, 0U);
    EXPECT_EQ(idleLanes(access, {64, 1, 1}).withoutThread, 0U);
}

/// The sum of what the lab adds, element by element.
void expectSums(const Sets& sets, std::size_t elements) {
    std::string name;
    for (const auto& [parameter, value] : sets) name += fmt::format("{}={} ", parameter, value);
    const auto lab = prepared("hierarchy", sets);
    PlainRun run(*lab, 0);
    const std::vector<float> sums = run.read<float>("C");
    ASSERT_EQ(sums.size(), elements) << name;
    for (std::size_t i = 0; i < elements; ++i)
        ASSERT_EQ(sums[i], static_cast<float>(i % 1000) + static_cast<float>(i % 7)) << name << i;
}

TEST(Hierarchy, EveryElementIsAddedWhateverTheBlock) {
    expectSums({{"kernel", "vector"}, {"width", "1"}, {"block-x", "1024"}}, 1);
    expectSums({{"kernel", "vector"}, {"width", "1000"}, {"block-x", "48"}}, 1000);
    expectSums({{"kernel", "vector"}, {"width", "4096"}, {"block-x", "1"}}, 4096);
    for (const char* kernel : {"matrix", "matrix-by-column"}) {
        expectSums({{"kernel", kernel}, {"width", "45"}, {"height", "31"}}, 1395);
        expectSums(
            {{"kernel", kernel}, {"width", "7"}, {"height", "130"}, {"block-x", "24"}, {"block-y", "5"}},
            910);
        expectSums({{"kernel", kernel}, {"width", "1"}, {"height", "1"}}, 1);
    }
    expectSums({{"kernel", "volume"},
                {"width", "13"},
                {"height", "7"},
                {"depth", "5"},
                {"block-x", "4"},
                {"block-y", "3"},
                {"block-z", "4"}},
               455);
}

TEST(Hierarchy, AWarpCutAcrossRowsMovesMoreSectors) {
    // 28 floats a row: the two rows of the warp are bytes 512 to 559 and 624 to 671, so sectors 16, 17,
    // 19, 20.
    const LabRun cut("hierarchy", {{"width", "28"}, {"height", "20"}});
    const auto& launch = cut.result().launches.front();
    const model::WarpAccess& load = launch.observation->trace.front();
    EXPECT_EQ(load.activeMask, 0x0FFF0FFFU); // 16 columns of the block, 12 of the matrix
    EXPECT_EQ(load.block, (model::Dim3{1, 0, 0}));
    EXPECT_EQ(model::count(load, model::defaultArchitecture(), {}).sectors, 4U);
    // Rows of 256 bytes: a warp is a row of 128 bytes, or one element in each of 32 rows.
    const auto sectors = [](const char* kernel) {
        const LabRun run("hierarchy", {{"kernel", kernel}, {"block-x", "32"}, {"block-y", "8"}});
        const model::Counts loads = run.result().total(model::Space::Global, model::Direction::Load);
        EXPECT_EQ(loads.requests, 256U) << kernel; // A and B, 64 x 64 / 32 warps
        return loads.sectors / loads.requests;
    };
    EXPECT_EQ(sectors("matrix"), 4U);
    EXPECT_EQ(sectors("matrix-by-column"), 32U);
}

TEST(Hierarchy, LanesWithoutAnElementAreCounted) {
    const auto reading = [](std::uint32_t x, std::uint32_t y, int width, int height) {
        return lab_hierarchy::readThreads(kit::threadsOver(width, height, {x, y, 1}));
    };
    EXPECT_EQ(reading(16, 16, 32, 64).headline, "Every lane has an element");
    EXPECT_EQ(reading(16, 16, 32, 64).tone, kit::Tone::Good);
    const kit::Reading apart = lab_hierarchy::readThreads(kit::threadsOver(32, 64, {16, 16, 1}), {}, 0.125);
    EXPECT_EQ(apart.tone, kit::Tone::Warn) << "what a warp moves is wasted: that is not good";
    EXPECT_EQ(apart.headline, "Only 12.5 % of the moved bytes are used");
    EXPECT_NE(apart.sentence.find("every lane has an element"), std::string::npos) << apart.sentence;
    EXPECT_EQ(reading(16, 16, 28, 20).headline, "45.3 % of the lanes idle"); // 464 of 1024
    // 10 threads fill 10 of a warp's 32 lanes, and 100 elements 10 blocks.
    EXPECT_EQ(reading(10, 1, 100, 1).sentence,
              "10 blocks of 10 threads: 220 lanes without a thread, since warps are whole.");
    const std::vector<kit::Row> rows = lab_hierarchy::launchRows(kit::threadsOver(100, 1, {48, 1, 1}));
    const auto model = [&](std::string_view label) {
        for (const kit::Row& row : rows)
            if (row.label == label) return row.model;
        return std::string("no such row");
    };
    EXPECT_EQ(model("grid"), "3");
    EXPECT_EQ(model("warps per block"), "2");
    EXPECT_EQ(model("threads in the last warp"), "16");
    EXPECT_EQ(model("threads beyond the edge"), "44");
}

TEST(Hierarchy, TooManyThreadsABlockIsOneClearLine) {
    const auto failure = [](const Sets& sets, std::string_view architecture) {
        std::shared_ptr<kit::Lab> lab = prepared("hierarchy", sets);
        kit::SessionOptions options;
        options.architectures = {model::findArchitecture(architecture)};
        kit::Session session(device::openEmulated(), options);
        session.setLab(kit::findLab("hierarchy"), lab);
        session.step(0, 0);
        if (!session.error().empty()) {
            EXPECT_THROW(session.throwError(), BadInput);
        }
        return session.error();
    };
    EXPECT_EQ(failure({{"block-x", "64"}, {"block-y", "17"}}, "9.0"),
              "a block of 64 x 17 = 1088 threads: CC 9.0 takes at most 1024; make it smaller");
    EXPECT_EQ(failure({{"block-x", "32"}, {"block-y", "32"}}, "9.0"), "");
    EXPECT_EQ(failure({{"block-x", "32"}, {"block-y", "32"}}, "1.3"),
              "a block of 32 x 32 = 1024 threads: CC 1.3 takes at most 512; make it smaller");
    EXPECT_EQ(failure({{"kernel", "volume"}}, "1.3").substr(0, 10), "a grid of ");
    EXPECT_EQ(failure({{"kernel", "volume"}}, "2.0"), "");
    // A vector has no second dimension.
    EXPECT_EQ(failure({{"kernel", "vector"}, {"block-x", "1024"}, {"block-y", "1024"}}, "9.0"), "");
}

/// A frame of a run, without a window.
struct FrameOf {
    explicit FrameOf(const LabRun& run) : frame(run.drawn(), device, view, brush, render::darkTheme()) {}
    device::Info device;
    kit::View view;
    kit::Brush brush;
    kit::Frame frame;
};

TEST(Hierarchy, AThreadOfAnIdleWarpIsLookedAt) {
    // Blocks of 16 x 16 over 28 x 20: warp 7 of block (0, 1) is rows 30 and 31.
    const LabRun run("hierarchy",
                     {{"width", "28"}, {"height", "20"}, {"focus-block", "2"}, {"focus-warp", "7"}});
    EXPECT_EQ(kit::recordingOf(*run.lab, model::defaultArchitecture()).options.focus.block, 2U);
    EXPECT_EQ(kit::recordingOf(*run.lab, model::defaultArchitecture()).options.focus.warp, 7U);
    const FrameOf of(run);
    model::WarpAccess none;
    const auto shown = lab_hierarchy::shownOrIdle(of.frame, none);
    ASSERT_TRUE(shown);
    EXPECT_TRUE(lab_hierarchy::isIdle(*shown));
    EXPECT_EQ(shown->access->warp, 7U);
    EXPECT_EQ(shown->access->block, (model::Dim3{0, 1, 0}));
    std::string y;
    for (const kit::Formula& step :
         lab_hierarchy::threadFormulas({kit::threadsOver(28, 20, {16, 16, 1}), false, 2}, *shown, 2))
        if (step.name == "y") y = step.result;
    EXPECT_EQ(y, "30 >= 20: returns");
    // A click on such a cell, row 30, column 2, shows just that thread.
    const auto lab = prepared("hierarchy", {});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 30 * 32 + 2}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 2U);
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 7U);
}

TEST(Hierarchy, OtherBlocksAreOfTheShownElement) {
    const LabRun run("hierarchy", {{"width", "28"}, {"height", "20"}});
    const FrameOf of(run);
    const auto shown = of.frame.shown;
    ASSERT_TRUE(shown);
    // Element 128 is (16, 4). As drawn, the sectors are 16, 17, 19, 20; a row of 28 floats from byte 448 is
    // sectors 14 to 17; eight floats from bytes 512, 624, 736 and 848 on are 1, 2, 1 and 2; a column of 20
    // rows 20.
    EXPECT_EQ(
        kit::textOf(
            lab_hierarchy::blocksFor(of.frame, *shown, {kit::threadsOver(28, 20, {16, 16, 1}), false, -1})),
        "block-x=32, block-y=8: 4 sectors, 128 B moved\nblock-x=16, block-y=16 (now): 4 sectors, 128 B "
        "moved\n"
        "block-x=8, block-y=32: 6 sectors, 192 B moved\nblock-x=1, block-y=256: 20 sectors, 640 B moved\n"
        "Each is the warp that has element 128.");
}

TEST(Hierarchy, WhatCannotBeLaunchedSaysWhy) {
    const auto why = [](std::string_view cc, kit::Threads threads, std::uint64_t registers) {
        return lab_hierarchy::whyNoLaunch(threads, {threads.block.count(), 0, registers},
                                          *model::findArchitecture(cc));
    };
    const kit::Threads flat = kit::threadsOver(28, 20, {16, 16, 1}), deep{{2, 2, 2}, {16, 16, 1}, 28, 20, 2};
    EXPECT_EQ(why("1.0", flat, 10), "");
    EXPECT_EQ(why("1.0", deep, 10), "a grid there has two dimensions, this one is 2 x 2 x 2");
    EXPECT_EQ(why("2.0", deep, 10), "");
    EXPECT_EQ(why("2.0", flat, 100), "a thread has at most 63 registers there, this one takes 100");
    EXPECT_EQ(why("9.0", kit::threadsOver(64, 64, {33, 31, 1}), 255),
              "its threads take more than the 65,536 registers that a block has there");
    EXPECT_EQ(lab_hierarchy::readThreads(deep, why("1.0", deep, 10)).headline, "Cannot be launched");
}

TEST(Hierarchy, TheSweepEndsAtWhatEveryArchitectureTakes) {
    EXPECT_EQ(kit::sweepOf(*prepared("hierarchy", {}))->last, "32"); // 512 / 16
    EXPECT_EQ(kit::sweepOf(*prepared("hierarchy", {{"block-x", "48"}}))->last, "48");
    EXPECT_EQ(kit::sweepOf(*prepared("hierarchy", {{"block-y", "1"}}))->last, "64");
}

TEST(Hierarchy, FactsChangeWithWhatABlockTakes) {
    const auto fact = [](const Sets& sets, std::string_view name) {
        for (const kit::Fact& one :
             kit::factsOf(*prepared("hierarchy", sets), {}, model::defaultArchitecture(), false))
            if (one.name == name) return one.value;
        return std::string("none");
    };
    const Sets size{{"width", "28"}, {"height", "20"}};
    EXPECT_EQ(fact(size, "idle lanes"), "464 of 1,024, 45.3 %");
    EXPECT_EQ(fact(size, "Beyond the hardware"), "none");
    EXPECT_TRUE(
        fact({{"registers", "64"}}, "occupancy").starts_with("4 blocks of 256 threads: 32 of 64 warps."));
    EXPECT_TRUE(
        fact({{"shared", "56"}}, "occupancy").starts_with("4 blocks of 256 threads: 32 of 64 warps."));
}

TEST(Hierarchy, AClickOnAnElementFindsItsThread) {
    const auto lab = prepared("hierarchy", {});
    // Blocks of 16 x 16 over 28 x 20: 32 x 32 cells. Cell (20, 5) is thread (4, 5) of block (1, 0): 84.
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 5 * 32 + 20}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 1U);
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 2U);
    EXPECT_EQ(lab->findParameter("focus-lane")->text(), "20");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Lane, 3, 3}));
    EXPECT_EQ(lab->findParameter("focus-lane")->text(), "3");
    // Slice 1 of the volume, in blocks of two slices: thread (2, 1, 1) of the first block, 256 + 18.
    lab->set("kernel", "volume");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 32 * 32 + 32 + 2}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 0U);
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 8U);
    EXPECT_EQ(lab->findParameter("focus-lane")->text(), "18");
    // x runs down: cell row 17, column 3 is thread (17, 3), of block (1, 0), 3 * 16 + 1 = 49.
    lab->set("kernel", "matrix-by-column");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 17 * 32 + 3}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 1U);
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 1U);
    EXPECT_EQ(lab->findParameter("focus-lane")->text(), "17");
}

TEST(Hierarchy, TheCalculationOfAThread) {
    lab_hierarchy::ThreadsView view{kit::threadsOver(28, 20, {16, 16, 1}), false, -1};
    session::LaunchResult launch;
    launch.block = {16, 16, 1};
    model::WarpAccess access;
    access.block = {1, 0, 0};
    access.warp = 2;
    const kit::ShownAccess shown{&launch, &access};
    const auto result = [&](int lane, std::string_view name) {
        for (const kit::Formula& step : lab_hierarchy::threadFormulas(view, shown, lane))
            if (step.name == name) return step.numbers + " -> " + step.result;
        return std::string("none");
    };
    EXPECT_EQ(result(20, "number"), "5 * 16 + 4 -> 84");
    EXPECT_EQ(result(20, "warp"), "84 / 32 -> 2");
    EXPECT_EQ(result(20, "lane"), "84 % 32 -> 20");
    EXPECT_EQ(result(20, "x"), "1 * 16 + 4 -> 20");
    EXPECT_EQ(result(20, "element"), "5 * 28 + 20 -> 160");
    EXPECT_EQ(result(12, "x"), "1 * 16 + 12 -> 28 >= 28: returns");
    EXPECT_EQ(result(12, "element"), "none");
    // 10 threads: lane 12 of the block's only warp does not exist.
    view.threads = kit::threadsOver(100, 1, {10, 1, 1});
    access.warp = 0;
    EXPECT_EQ(result(12, "thread"), " -> none: the block has 10");
    EXPECT_EQ(result(9, "thread"), " -> 9"); // one dimension, one number
    // A block of the second layer of a grid in three dimensions.
    view.threads = {{2, 2, 2}, {16, 16, 2}, 28, 20, 3};
    launch.block = view.threads.block;
    access.block = {1, 0, 1};
    EXPECT_EQ(result(20, "block"), " -> (1, 0, 1)");
    EXPECT_EQ(result(20, "thread"), " -> (4, 1, 0)");
    EXPECT_EQ(result(20, "row"), "0 * 16 + 1 -> 1");
    EXPECT_EQ(result(20, "number"), "1 * 16 + 4 -> 20");
}

TEST(Hierarchy, LanesWithoutAThreadAreNotThoseWithoutAnElement) {
    const auto text = [](model::Dim3 grid, model::Dim3 block, std::uint32_t warp, std::uint32_t active) {
        session::LaunchResult launch;
        launch.grid = grid;
        launch.block = block;
        model::WarpAccess access;
        access.block = {1, 0, 0};
        access.warp = warp;
        access.activeMask = active;
        return lab_hierarchy::colouredText({&launch, &access});
    };
    EXPECT_EQ(text({2, 1, 1}, {48, 1, 1}, 1, 0xFFFF),
              "In colour: warp 1 of block 1. No thread for lanes 16-31: the block ends there.");
    EXPECT_EQ(text({2, 1, 1}, {48, 1, 1}, 1, 0xFFF),
              "In colour: warp 1 of block 1. No element for lanes 12-15: the bounds check makes them return. "
              "No thread for lanes 16-31: the block ends there.");
    EXPECT_EQ(text({2, 2, 2}, {16, 16, 1}, 2, ~0U),
              "In colour: warp 2 of block (1, 0, 0). Click an element to see which thread has it.");
}

/// By hand from the limits of CC 9.0: 64 warps, 32 blocks, 65536 registers, 228 KiB a multiprocessor, of
/// which each block takes 1 KiB more than it asks for.
TEST(Hierarchy, OccupancyByBlockSize) {
    const model::Architecture& chip = model::defaultArchitecture();
    const auto warps = [&](std::uint64_t threads, std::uint64_t shared, std::uint64_t registers) {
        const kit::BarsView view = lab_hierarchy::occupancyBars({threads, shared, registers}, chip);
        EXPECT_EQ(view.bars.size(), 32U);
        return view.bars.at(static_cast<std::size_t>(view.chosen)).value;
    };
    EXPECT_EQ(warps(256, 0, 32), 64);            // 8 blocks
    EXPECT_EQ(warps(32, 0, 32), 32);             // 32 blocks of a warp
    EXPECT_EQ(warps(256, 0, 64), 32);            // 65536 / (64 * 256) = 4 blocks
    EXPECT_EQ(warps(256, 56 * 1024, 32), 4 * 8); // 228 / 57 = 4 blocks
    EXPECT_EQ(
        lab_hierarchy::occupancyText({32, 0, 32}, chip),
        "32 blocks of 32 threads: 32 of 64 warps. It holds no more than 32 blocks, whatever their size.");
    EXPECT_EQ(
        lab_hierarchy::occupancyText({1024, 0, 255}, chip),
        "No block of 1,024 threads fits into a multiprocessor of H200 SXM: its threads take more than the "
        "65,536 registers that a block has there.");
}

} // namespace
} // namespace lanescope::lab_hierarchy
