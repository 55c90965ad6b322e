// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/registry.h"
#include "labs/transpose/model.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace lanescope::lab_transpose {
namespace {

using namespace labs_test;

constexpr const char* kVariants[] = {"copy", "naive", "tiled", "padded", "swizzled"};

TEST(TransposeResult, EveryVariantAndShapeIsAPlainLoop) {
    struct Shape {
        const char *width, *height;
    };
    for (const Shape shape :
         {Shape{"96", "64"}, {"45", "70"}, {"1", "1"}, {"33", "1"}, {"1", "129"}, {"7", "8"}})
        for (const char* tile : {"8", "16", "32"})
            for (const char* rows : {"1", "2", "8", "32"})
                for (const char* variant : kVariants) {
                    const auto lab = prepared("transpose", {{"variant", variant},
                                                            {"width", shape.width},
                                                            {"height", shape.height},
                                                            {"tile", tile},
                                                            {"rows", rows},
                                                            {"pad", "3"}});
                    PlainRun run(*lab, 0);
                    const std::vector<float> in = run.read<float>("in"), out = run.read<float>("out");
                    const auto w = static_cast<std::size_t>(std::stoi(shape.width)),
                               h = static_cast<std::size_t>(std::stoi(shape.height));
                    ASSERT_EQ(out.size(), w * h);
                    for (std::size_t y = 0; y < h; ++y)
                        for (std::size_t x = 0; x < w; ++x) {
                            ASSERT_EQ(in[y * w + x], static_cast<float>(y * w + x + 1));
                            const std::size_t to = variant == kVariants[0] ? y * w + x : x * h + y;
                            ASSERT_EQ(out[to], in[y * w + x])
                                << variant << " " << w << "x" << h << " tile " << tile << " rows " << rows;
                        }
                }
}

model::Counts totalOf(const LabRun& run, model::Space space, model::Direction direction) {
    return run.result().total(space, direction);
}

/// 128 x 96 elements in tiles of 32: 384 warps' worth of rows, all aligned to 128 bytes.
TEST(Transpose, WhatEachVariantCosts) {
    struct Case {
        const char *variant, *architecture;
        std::uint64_t loadUnits, storeUnits, shared; // a warp
    };
    // On 1.0 a half-warp's row is one transaction of 64 bytes and a column 16 of 32; 16 banks take a
    // half-warp at a time, and a column of 32 rows of 32 words lies in one of them: 2 x 16 steps. The tile is
    // filled in 2 steps. On 2.0 a row is a 128-byte line when it is loaded, 32-byte segments when it is
    // stored.
    const std::vector<Case> cases{
        {"copy", "9.0", 4, 4, 0},     {"naive", "9.0", 4, 32, 0},   {"tiled", "9.0", 4, 4, 33},
        {"padded", "9.0", 4, 4, 2},   {"swizzled", "9.0", 4, 4, 2}, {"copy", "1.0", 2, 2, 0},
        {"naive", "1.0", 2, 32, 0},   {"tiled", "1.0", 2, 2, 34},   {"padded", "1.0", 2, 2, 4},
        {"swizzled", "1.0", 2, 2, 4}, {"tiled", "2.0", 1, 4, 33},   {"padded", "2.0", 1, 4, 2}};
    for (const Case& each : cases) {
        const LabRun run("transpose", {{"variant", each.variant}, {"width", "128"}, {"height", "96"}},
                         each.architecture);
        constexpr std::uint64_t kWarps = 384;
        const std::string name = std::string(each.variant) + " on " + each.architecture;
        EXPECT_EQ(totalOf(run, model::Space::Global, model::Direction::Load).transactions,
                  kWarps * each.loadUnits)
            << name;
        EXPECT_EQ(totalOf(run, model::Space::Global, model::Direction::Store).transactions,
                  kWarps * each.storeUnits)
            << name;
        EXPECT_EQ(run.result().total(model::Space::Shared).sharedWavefronts, kWarps * each.shared) << name;
    }
}

TEST(Transpose, APaddingSpreadsAColumnByItsCommonDivisorWithTheBanks) {
    for (int pad = 0; pad <= 8; ++pad) {
        const LabRun run("transpose", {{"variant", "padded"}, {"pad", std::to_string(pad).c_str()}});
        const auto ways = static_cast<std::uint64_t>(std::gcd(32 + pad, 32));
        EXPECT_EQ(totalOf(run, model::Space::Shared, model::Direction::Load).sharedWavefronts, 128 * ways)
            << pad;
    }
}

/// The most words that a bank serves at once, over a block's rows and columns of a tile, by a plain loop.
std::uint32_t mostInABank(std::uint32_t side, std::uint32_t rows, std::uint32_t pitch, std::uint32_t banks) {
    std::uint32_t most = 0;
    for (const bool columns : {false, true})
        for (std::uint32_t step = 0; step < side / rows; ++step)
            for (std::uint32_t first = 0; first < side * rows; first += banks) {
                std::vector<std::uint32_t> words(banks);
                for (std::uint32_t t = first; t < std::min(first + banks, side * rows); ++t) {
                    const std::uint32_t fast = t % side, slow = t / side + step * rows;
                    ++words[(columns ? fast * pitch + slow : slow * pitch + fast) % banks];
                }
                most = std::max(most, *std::ranges::max_element(words));
            }
    return most;
}

TEST(Transpose, TheSmallestPaddingIsThatOfAPlainSearch) {
    for (const auto& [name, banks] : {std::pair("1.3", 16U), {"2.0", 32U}, {"9.0", 32U}})
        for (const std::uint32_t side : {8U, 16U, 32U})
            for (const std::uint32_t rows : {2U, 4U, 8U}) {
                const model::Architecture& chip = *model::findArchitecture(name);
                const lab_transpose::Tile tile{.block = {side, rows, 1}};
                const lab_transpose::PaddingSearch search(chip, {}, tile, 8);
                std::optional<std::uint32_t> expected;
                for (std::uint32_t pad = 0; pad <= 8 && !expected; ++pad)
                    if (mostInABank(side, rows, side + pad, banks) == 1) expected = pad;
                EXPECT_EQ(search.found(), expected.has_value()) << name << " " << side << " " << rows;
                if (expected) {
                    EXPECT_EQ(search.best(), *expected) << name << " " << side << " " << rows;
                }
                lab_transpose::Tile swizzled = tile;
                swizzled.swizzle = true;
                EXPECT_EQ(swizzled.cost(chip, {}).bankConflicts, 0U) << name << " " << side << " " << rows;
                EXPECT_NE(search.sentence(), "");
            }
    // The guide's own: a column more for tiles of 16 and half-warps on 16 banks, of 32 and warps on 32.
    EXPECT_EQ(mostInABank(16, 16, 17, 16), 1U);
    EXPECT_EQ(mostInABank(32, 8, 33, 32), 1U);
    EXPECT_GT(mostInABank(16, 16, 17, 32), 1U);
}

/// What the warp of the run does in a step.
lab_transpose::VariantCost costsOfRun(const LabRun& run) {
    lab_transpose::VariantCost costs;
    const session::LaunchResult& launch = run.result().launches.front();
    for (const model::WarpAccess& access : launch.observation->trace) {
        if (!kit::isSubject(*run.lab, launch, access)) continue;
        const model::Counts counts = model::count(access, model::defaultArchitecture());
        const bool store = model::directionOf(access.operation) == model::Direction::Store;
        if (access.space == model::Space::Shared)
            (store ? costs.tileStores : costs.tileLoads) += counts.sharedWavefronts;
        else
            (store ? costs.stores : costs.loads) += counts.transactions;
    }
    return costs;
}

using lab_transpose::Variant;

/// By hand: 4 rows of 8 words, 3 unused behind each; row 2, column 5 is word 2 * 11 + 5.
TEST(TransposeModel, WordsOfATile) {
    lab_transpose::Tile tile{.block = {8, 4, 1}, .pad = 3};
    EXPECT_EQ(tile.pitch(), 11U);
    EXPECT_EQ(tile.bytes(), 8U * 11 * 4);
    EXPECT_EQ(tile.steps(), 2U);
    EXPECT_EQ(tile.wordOf(2, 5), 27U);
    tile.pad = 0;
    tile.swizzle = true;
    EXPECT_EQ(tile.wordOf(2, 5), 16U + 7);
    // Each row keeps all of its words, in another order.
    for (std::uint32_t row = 0; row < 8; ++row) {
        std::vector<int> held(8);
        for (std::uint32_t column = 0; column < 8; ++column) ++held.at(tile.wordOf(row, column) - 8 * row);
        EXPECT_EQ(held, std::vector<int>(8, 1));
    }
    // Lane 9 of a warp of 8 x 4 threads is thread (1, 1): in step 1 row 5, or column 5.
    tile.swizzle = false;
    EXPECT_EQ(tile.byRows(0, 1).address[9], 4U * (5 * 8 + 1));
    EXPECT_EQ(tile.byColumns(0, 1).address[9], 4U * (1 * 8 + 5));
    tile.usedRows = 5; // rows 5 to 7 lie beyond the matrix
    EXPECT_EQ(tile.byRows(0, 1).activeMask, 0xFFU);
    EXPECT_EQ(tile.byColumns(0, 1).activeMask, 0x1F1F1F1FU);
}

/// 64 x 64 elements, a warp of a block of 32 x 8: a row of 128 bytes is 4 sectors, a column 32.
TEST(TransposeModel, CostsOfAVariantByHand) {
    const lab_transpose::TiledMatrix matrix{.rows = 64, .columns = 64, .row = 32, .column = 0};
    const auto cost = [&](Variant variant, const char* name = "9.0") {
        const lab_transpose::Tile tile{.block = {32, 8, 1},
                                       .pad = variant == Variant::Padded ? 1U : 0U,
                                       .swizzle = variant == Variant::Swizzled};
        return lab_transpose::costOf(variant, *model::findArchitecture(name), {}, matrix, tile, 3, 2);
    };
    using Cost = lab_transpose::VariantCost;
    EXPECT_EQ(cost(Variant::Copy), (Cost{4, 4, 0, 0}));
    EXPECT_EQ(cost(Variant::Naive), (Cost{4, 32, 0, 0}));
    EXPECT_EQ(cost(Variant::Tiled), (Cost{4, 4, 1, 32}));
    EXPECT_EQ(cost(Variant::Padded), (Cost{4, 4, 1, 1}));
    EXPECT_EQ(cost(Variant::Swizzled), (Cost{4, 4, 1, 1}));
    EXPECT_EQ(cost(Variant::Padded, "1.3"), (Cost{2, 2, 2, 2})); // by half-warps
}

TEST(Transpose, WhatIsComparedIsWhatTheVariantsDoAtTheEdgesToo) {
    struct Case {
        std::uint32_t width, height, block, warp, side, rows;
    };
    for (const Case& c : {Case{40, 40, 3, 1, 32, 8},
                          {40, 40, 1, 3, 32, 8},
                          {40, 40, 2, 0, 32, 4},
                          {1, 1, 0, 0, 8, 8},
                          {33, 7, 1, 0, 16, 2},
                          {96, 64, 1, 3, 32, 8}})
        for (const char* variant : kVariants) {
            const auto text = [](std::uint32_t number) { return std::to_string(number); };
            const std::vector<std::string> values{text(c.width), text(c.height), text(c.side),
                                                  text(c.rows),  text(c.block),  text(c.warp)};
            const LabRun run("transpose", {{"variant", variant},
                                           {"width", values[0].c_str()},
                                           {"height", values[1].c_str()},
                                           {"tile", values[2].c_str()},
                                           {"rows", values[3].c_str()},
                                           {"focus-block", values[4].c_str()},
                                           {"focus-warp", values[5].c_str()}});
            const std::uint32_t across = (c.width + c.side - 1) / c.side;
            const lab_transpose::TiledMatrix matrix{
                .rows = c.height,
                .columns = c.width,
                .row = c.block / across * c.side,
                .column = c.block % across * c.side,
            };
            const auto number = std::ranges::find(kVariants, variant) - std::begin(kVariants);
            const auto which = static_cast<Variant>(number);
            const lab_transpose::Tile tile{
                .block = {c.side, c.rows, 1},
                .pad = which == Variant::Padded ? 1U : 0U,
                .swizzle = which == Variant::Swizzled,
            };
            EXPECT_EQ(costsOfRun(run),
                      lab_transpose::costOf(which, model::defaultArchitecture(), {}, matrix, tile, c.warp, 0))
                << variant << " " << c.width << "x" << c.height << " block " << c.block;
        }
}

TEST(Transpose, TheStepChoosesTheElementThatIsShown) {
    // Warp 3 of block 1 of 32 x 8 threads: its step 2 reads row 3 + 16 from column 32 on.
    const LabRun run("transpose", {{"variant", "naive"}, {"width", "96"}, {"step", "2"}});
    const session::LaunchResult& launch = run.result().launches.front();
    const session::Observation& seen = *launch.observation;
    std::map<model::Direction, const model::WarpAccess*> subjects;
    for (const model::WarpAccess& access : seen.trace)
        if (kit::isSubject(*run.lab, launch, access)) {
            EXPECT_TRUE(subjects.emplace(model::directionOf(access.operation), &access).second);
            EXPECT_EQ(seen.occurrenceOf(access), 2U);
        }
    ASSERT_EQ(subjects.size(), 2U);
    for (std::size_t lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(subjects[model::Direction::Load]->address[lane] - seen.placement("in")->address,
                  4 * (19 * 96 + 32 + lane));
        EXPECT_EQ(subjects[model::Direction::Store]->address[lane] - seen.placement("out")->address,
                  4 * ((32 + lane) * 64 + 19));
    }
}

TEST(Transpose, ClicksSlidersAndSizesStayInRange) {
    const auto lab = kit::findLab("transpose").make();
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Block, 4}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 4U);
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 4}));
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("pad"), model::defaultArchitecture()), "");
    lab->set("variant", "padded");
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("pad"), model::defaultArchitecture()), "");
    lab->set("rows", "32");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("step"), model::defaultArchitecture()), "");
    lab->set("tile", "8");
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("rows"), model::defaultArchitecture()),
              "8 here: a tile of 8 rows needs no more");
    lab->set("width", "4096");
    EXPECT_EQ(kit::shrink(*lab, 100000), "width=256, height=64");
}

} // namespace
} // namespace lanescope::lab_transpose
