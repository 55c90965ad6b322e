// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/constant/model.h"
#include "labs/constant/words.h"
#include "plain_run.h"
#include "render/palette.h"

#include <cmath>

namespace lanescope::lab_constant {
namespace {

using namespace labs_test;

using lab_constant::Pattern;

TEST(ConstantModel, ElementsOfLanesByHand) {
    const Pattern few{.first = 250, .distinct = 3, .stride = 4};
    EXPECT_EQ(few.element(0), 250);
    EXPECT_EQ(few.element(1), 254);
    EXPECT_EQ(few.element(2), 2); // 258 of 256
    EXPECT_EQ(few.element(3), 250);
    EXPECT_EQ((Pattern{.first = 9, .distinct = 1, .stride = 64}).element(31), 9);
    EXPECT_EQ((Pattern{.first = 0, .distinct = 32, .stride = 1}).element(31), 31);
}

TEST(ConstantModel, TheTablesNumbers) {
    EXPECT_EQ(lab_constant::valueAt(0, true), 0.0F);
    EXPECT_EQ(lab_constant::valueAt(192, true), 0.75F);
    EXPECT_NEAR(lab_constant::valueAt(0, false), 0.5F, 1e-6F);
    EXPECT_NEAR(lab_constant::valueAt(64, false), 1.0F, 1e-6F);
    EXPECT_NEAR(lab_constant::valueAt(192, false), 0.0F, 1e-6F);
}

/// What the lab says of the other memories is what its kernels do there.
TEST(ConstantModel, CostsAreThoseOfTheKernels) {
    for (const auto& [pattern, stride] :
         {std::pair("uniform", "1"), {"few", "1"}, {"few", "32"}, {"per-lane", "1"}, {"per-lane", "8"}})
        for (const char* architecture : {"1.3", "2.0", "9.0"}) {
            const auto subject = [&](const char* memory) {
                return LabRun("constant", {{"memory", memory}, {"pattern", pattern}, {"stride", stride}},
                              architecture)
                    .subject();
            };
            const std::string_view name = pattern;
            const int distinct = name == "uniform" ? 1 : name == "few" ? 4 : 32;
            const lab_constant::Costs costs =
                lab_constant::costsOf({.first = 0, .distinct = distinct, .stride = std::stoi(stride)}, ~0U,
                                      *model::findArchitecture(architecture), {});
            SCOPED_TRACE(std::string(pattern) + " " + stride + " on " + architecture);
            EXPECT_EQ(costs.constant.requests, subject("constant").requests);
            EXPECT_EQ(costs.global.transactions, subject("global").transactions);
            EXPECT_EQ(costs.shared.sharedWavefronts, subject("shared").sharedWavefronts);
            EXPECT_EQ(costs.texture.transactions, subject("texture").transactions);
        }
}

TEST(ConstantModel, CostsByHand) {
    // 32 neighbours: an address each, 4 sectors, 1 wavefront, 2 rows of 16 texels in tiles of 4 x 2.
    const auto on = [](const Pattern& pattern) {
        return lab_constant::costsOf(pattern, ~0U, *model::findArchitecture("9.0"), {});
    };
    const lab_constant::Costs row = on({.first = 0, .distinct = 32, .stride = 1});
    EXPECT_EQ(row.constant.requests, 32U);
    EXPECT_EQ(row.global.transactions, 4U);
    EXPECT_EQ(row.shared.sharedWavefronts, 1U);
    EXPECT_EQ(row.texture.transactions, 4U);
    // Two elements 32 apart: a sector each, two words of one bank.
    const lab_constant::Costs two = on({.first = 0, .distinct = 2, .stride = 32});
    EXPECT_EQ(two.constant.requests, 2U);
    EXPECT_EQ(two.global.transactions, 2U);
    EXPECT_EQ(two.shared.sharedWavefronts, 2U);
    EXPECT_EQ(lab_constant::costsText(two, *model::findArchitecture("9.0")).substr(0, 60),
              "constant: 2 requests\nglobal: 2 sectors\nshared: 2 wavefronts\n");
}

constexpr const char* kMemories[] = {"constant", "global", "shared", "texture"};

TEST(ConstantResult, EveryMemoryGivesTheSameElements) {
    struct Case {
        const char *pattern, *distinct, *stride, *first;
        int taken; // different elements
    };
    for (const Case& each : {Case{"uniform", "7", "3", "9", 1},
                             {"few", "5", "1", "0", 5},
                             {"few", "7", "13", "200", 7},
                             {"per-lane", "1", "64", "255", 32}})
        for (const char* contents : {"sine", "ramp"})
            for (const char* memory : kMemories) {
                const auto lab = prepared("constant", {{"memory", memory},
                                                       {"pattern", each.pattern},
                                                       {"distinct", each.distinct},
                                                       {"stride", each.stride},
                                                       {"first", each.first},
                                                       {"contents", contents}});
                PlainRun run(*lab, 0);
                const auto out = run.read<float>("out");
                ASSERT_EQ(out.size(), 32U);
                for (int lane = 0; lane < 32; ++lane) {
                    const int i = (std::stoi(each.first) + lane % each.taken * std::stoi(each.stride)) % 256;
                    const double expected =
                        *contents == 'r' ? i / 256.0 : 0.5 + 0.5 * std::sin(i / 256.0 * 2 * 3.14159265358979);
                    EXPECT_NEAR(out[static_cast<std::size_t>(lane)], expected, 1e-6) << memory << " " << lane;
                }
            }
}

/// CUDA C Programming Guide 4.2, 5.3.2.4: a request for each different address, on 1.x of each half-warp.
TEST(Constant, OneRequestForEachAddress) {
    struct Case {
        const char *pattern, *distinct, *architecture;
        std::uint64_t requests;
    };
    for (const Case& each : {Case{"uniform", "4", "9.0", 1},
                             {"uniform", "4", "1.0", 2},
                             {"few", "4", "9.0", 4},
                             {"few", "4", "1.3", 8},
                             {"few", "5", "2.0", 5},
                             {"per-lane", "4", "9.0", 32},
                             {"per-lane", "4", "1.0", 32},
                             {"few", "20", "1.0", 32}})
        for (const char* stride : {"1", "64"}) {
            if (*stride == '6' && each.requests > 4) continue; // the table has only four elements 64 apart
            const model::Counts counts =
                LabRun("constant",
                       {{"pattern", each.pattern}, {"distinct", each.distinct}, {"stride", stride}},
                       each.architecture)
                    .subject();
            EXPECT_EQ(counts.requests, each.requests)
                << each.pattern << each.distinct << " on " << each.architecture << ", stride " << stride;
        }
}

/// Thirty-two neighbours: 4 sectors, 1 wavefront; 32 elements apart: a sector each of 8 lines, and one bank.
TEST(Constant, OtherMemoriesCountDistanceAndBanks) {
    const auto counts = [](const char* memory, const char* distinct, const char* stride) {
        return LabRun("constant", {{"memory", memory}, {"distinct", distinct}, {"stride", stride}}).subject();
    };
    EXPECT_EQ(counts("global", "32", "1").sectors, 4U);
    EXPECT_EQ(counts("global", "8", "32").sectors, 8U);
    EXPECT_EQ(counts("global", "1", "1").sectors, 1U);
    EXPECT_EQ(counts("shared", "32", "1").sharedWavefronts, 1U);
    EXPECT_EQ(counts("shared", "8", "32").sharedWavefronts, 8U);
    // A quad of lanes is a request; a sector of an array has 4 texels of 4 bytes in 2 rows.
    EXPECT_EQ(counts("texture", "1", "1").requests, 8U);
    EXPECT_EQ(counts("texture", "32", "1").transactions, 4U);
    EXPECT_EQ(counts("texture", "1", "1").transactions, 1U);
}

TEST(Constant, WhatMakesALoadDearFollowsTheRuleOfTheChip) {
    const auto sentence = [](const char* memory, const char* pattern, const char* architecture) {
        const LabRun run("constant", {{"memory", memory}, {"pattern", pattern}}, architecture);
        const device::Info device;
        const kit::View view;
        const kit::Brush brush;
        const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
        const auto& shown = frame.shown;
        return shown ? lab_constant::costRule(frame, *shown) : std::string();
    };
    // On 1.0 and 1.1 lanes that all read one element read it alone.
    for (const char* old : {"1.0", "1.1"}) {
        EXPECT_EQ(sentence("global", "uniform", old),
                  "32 transactions: a lane that does not read the word of its own number leaves each lane of "
                  "its half-warp a transaction of its own.");
        EXPECT_EQ(sentence("global", "per-lane", old),
                  "2 transactions: each lane of a half-warp reads the word of its own number; in any other "
                  "order each would have a transaction of its own.");
    }
    const std::string whole = ": each is moved whole, whatever part of it the lanes want.";
    EXPECT_EQ(sentence("global", "uniform", "1.3"), "2 transactions" + whole);
    EXPECT_EQ(sentence("global", "uniform", "9.0"), "1 sector" + whole);
    EXPECT_EQ(sentence("texture", "per-lane", "9.0"), "4 sectors" + whole);
    // Four words in four banks: before 2.0 one of them a step goes to all that want it.
    EXPECT_EQ(sentence("shared", "few", "1.3"),
              "8 wavefronts: in each, one word goes to all lanes of a half-warp that want it, and each other "
              "bank serves one lane.");
    EXPECT_EQ(sentence("shared", "few", "9.0"),
              "1 wavefront: different words cost nothing extra, unless they lie in one bank.");
    EXPECT_EQ(sentence("constant", "few", "2.0"),
              "4 requests: the cost grows with the number of addresses, wherever they lie.");
}

TEST(Constant, AClickSetsTheFirstElement) {
    const auto lab = prepared("constant", {});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 77}));
    EXPECT_EQ(lab->findParameter("first")->text(), "77");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 256 + 3})); // a bar of a lane
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Lane, 3}));
}

} // namespace
} // namespace lanescope::lab_constant
