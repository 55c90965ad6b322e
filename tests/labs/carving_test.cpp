// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/carving/model.h"
#include "labs/carving/words.h"
#include "plain_run.h"

namespace lanescope::lab_carving {
namespace {

using namespace labs_test;

/// What lane reads: the kernel writes k, 1000 + k, 2000 + k into the three arrays.
float expectedOf(const std::string& read, const std::vector<int>& lengths, int lane) {
    if (read == "halves")
        return static_cast<float>(lane < 16 ? 1000 + lane % lengths[1] : 2000 + (lane - 16) % lengths[2]);
    const auto i = static_cast<std::size_t>(read.back() - '0');
    return static_cast<float>(1000 * static_cast<int>(i) + lane % lengths[i]);
}

TEST(CarvingResult, NoArrayWritesIntoAnother) {
    for (const char* order : {"short-float-int", "short-int-float", "float-short-int", "float-int-short",
                              "int-short-float", "int-float-short"})
        for (const std::vector<int>& lengths : {std::vector<int>{128, 64, 256}, {7, 3, 1}, {511, 33, 512}})
            for (const char* gap : {"0", "5", "64"})
                for (const char* read : {"array0", "array1", "array2", "halves"}) {
                    const std::string l0 = std::to_string(lengths[0]), l1 = std::to_string(lengths[1]),
                                      l2 = std::to_string(lengths[2]);
                    const auto lab = prepared("carving", {{"order", order},
                                                          {"length0", l0.c_str()},
                                                          {"length1", l1.c_str()},
                                                          {"length2", l2.c_str()},
                                                          {"gap", gap},
                                                          {"align", "on"},
                                                          {"read", read}});
                    PlainRun run(*lab, 0);
                    const auto out = run.read<float>("out");
                    for (int lane = 0; lane < 32; ++lane)
                        ASSERT_EQ(out[static_cast<std::size_t>(lane)], expectedOf(read, lengths, lane))
                            << order << ", gap " << gap << ", " << read << ", lane " << lane;
                }
}

/// Where the kernel fills an array, by array: lines of kernels/carving.cu.
constexpr std::uint32_t kFills[] = {30, 31, 32};

TEST(Carving, AMisalignedArrayStopsTheKernelWhereItIsFilled) {
    struct Case {
        Sets sets;
        int misaligned; ///< the first array that is; -1: none
        std::uint64_t at = 0;
    };
    const std::vector<Case> cases{{{}, -1},
                                  {{{"length0", "127"}}, 1, 254}, // 127 shorts, then a float
                                  {{{"length0", "127"}, {"align", "on"}}, -1},
                                  {{{"length0", "127"}, {"order", "float-int-short"}}, -1},
                                  {{{"length0", "127"}, {"order", "float-short-int"}}, 2, 510},
                                  {{{"gap", "2"}, {"order", "float-short-int"}}, -1}, // two gaps of 2 bytes
                                  {{{"gap", "1"}, {"order", "float-short-int"}}, 0, 257},
                                  {{{"gap", "6"}}, 1, 262},
                                  {{{"gap", "4"}}, -1}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        SCOPED_TRACE(i);
        const auto& [sets, misaligned, at] = cases[i];
        const LabRun run("carving", sets);
        ASSERT_EQ(run.result().launches.size(), 1U);
        const ptx::Fault* fault = run.result().launches[0].fault.get();
        ASSERT_EQ(fault != nullptr, misaligned >= 0);
        ASSERT_EQ(run.result().calls != nullptr, misaligned >= 0);
        if (misaligned < 0) continue;
        EXPECT_EQ(fault->kind, ptx::FaultKind::Misaligned);
        EXPECT_EQ(fault->line, kFills[misaligned]);
        EXPECT_EQ(fault->address, at);
        EXPECT_EQ(fault->lane, 0);
        EXPECT_EQ(fault->warp, 0U);
        // cudaMalloc, the launch and cudaGetLastError know of nothing; then 716, misaligned address
        std::vector<int> codes;
        for (const device::CallReturn& each : run.result().calls->returns) codes.push_back(each.code);
        EXPECT_EQ(codes, (std::vector<int>{0, 0, 0, 716, 716}));
    }
}

/// By hand: 128 shorts are 256 bytes, so array1 begins in bank 0; 64 floats later array2 does so too, and the
/// halves want two words of 16 banks. 80 floats put array2 in bank 16.
TEST(Carving, FirstBanksDecideWhetherTheHalvesMeet) {
    const auto wavefronts = [](const char* length1, const char* read) {
        return LabRun("carving", {{"length1", length1}, {"read", read}}).subject().sharedWavefronts;
    };
    EXPECT_EQ(wavefronts("64", "halves"), 2U);
    EXPECT_EQ(wavefronts("80", "halves"), 1U);
    EXPECT_EQ(wavefronts("72", "halves"), 2U);
    EXPECT_EQ(wavefronts("64", "array1"), 1U);
    EXPECT_EQ(wavefronts("64", "array0"), 1U);
    // 16 banks and half-warps: each half has all banks for itself.
    EXPECT_EQ(LabRun("carving", {}, "1.0").subject().sharedWavefronts, 2U);
    EXPECT_EQ(LabRun("carving", {{"length1", "80"}}, "1.0").subject().sharedWavefronts, 2U);
}

TEST(Carving, TheLengthItSuggestsDoesWhatItSays) {
    struct Case {
        std::size_t order; ///< its number
        const char* name;
        std::uint64_t length1, gap;
        std::size_t array; ///< by hand: whose length it is, and which
        const char* elements;
        std::uint64_t wavefronts;
    };
    for (const Case& each : {Case{0, "short-float-int", 64, 0, 1, "80", 1},
                             {0, "short-float-int", 80, 0, 1, "81", 2},
                             {1, "short-int-float", 80, 0, 2, "272", 1}, // length1 moves nothing
                             {5, "int-float-short", 64, 0, 2, "272", 1},
                             {0, "short-float-int", 64, 64, 1, "65", 2},
                             {0, "short-float-int", 64, 96, 1, "56", 1}}) {
        SCOPED_TRACE(each.name);
        const Plan plan{
            .order = orderNumber(each.order), .elements = {128, each.length1, 256}, .gap = each.gap};
        const auto other = otherLength(plan, 512, *model::findArchitecture("9.0"), {});
        ASSERT_TRUE(other.has_value());
        EXPECT_EQ(other->array, each.array);
        EXPECT_EQ(std::to_string(other->elements), each.elements);
        const std::string length1 = std::to_string(each.length1), gap = std::to_string(each.gap);
        const LabRun run("carving", {{"order", each.name},
                                     {"gap", gap.c_str()},
                                     {"length1", length1.c_str()},
                                     {each.array == 1 ? "length1" : "length2", each.elements}});
        EXPECT_EQ(run.subject().sharedWavefronts, each.wavefronts);
        EXPECT_EQ(halvesText(other->counts), each.wavefronts == 1 ? "1 wavefront, the halves do not meet"
                                                                  : "2 wavefronts, the halves meet");
    }
}

/// 3 shorts, 5 floats, 2 ints, by hand.
TEST(CarvingModel, PlacesOfTheArrays) {
    const auto starts = [](const Plan& plan) {
        const Parts parts = plan.parts();
        return std::array{parts[0].first, parts[1].first, parts[2].first};
    };
    using Starts = std::array<std::uint64_t, 3>;
    Plan plan{.elements = {3, 5, 2}};
    EXPECT_EQ(starts(plan), (Starts{0, 6, 26}));
    EXPECT_EQ(plan.bytes(), 34U);
    EXPECT_EQ(firstMisaligned(plan.parts()), 1U);
    EXPECT_EQ(plan.parts()[1].name(), "float array1[5]");
    plan.align = true;
    EXPECT_EQ(starts(plan), (Starts{0, 8, 28}));
    EXPECT_EQ(firstMisaligned(plan.parts()), std::nullopt);
    plan.gap = 3;
    EXPECT_EQ(starts(plan), (Starts{0, 12, 36})); // 6 + 3, and 32 + 3, rounded up
    plan = {.order = {2, 0, 1}, .elements = {3, 5, 2}, .gap = 1};
    EXPECT_EQ(starts(plan), (Starts{9, 16, 0}));
    EXPECT_EQ(firstMisaligned(plan.parts()), 0U); // a short at byte 9
    EXPECT_EQ(plan.bytes(), 36U);
}

TEST(CarvingModel, OrdersAreAsTheLabNamesThem) {
    constexpr std::string_view kNames[] = {"short", "float", "int"};
    const auto lab = kit::findLab("carving").make();
    const auto* order = dynamic_cast<const kit::Choice*>(lab->findParameter("order"));
    ASSERT_NE(order, nullptr);
    ASSERT_EQ(order->choices().size(), 6U);
    for (std::size_t n = 0; n < 6; ++n) {
        const auto numbers = orderNumber(n);
        std::string name;
        for (const std::size_t number : numbers)
            name += std::string(name.empty() ? "" : "-") + std::string(kNames[number]);
        EXPECT_EQ(order->choices()[n], name);
        // Only the array that lies first of 1 and 2 moves the other one against it.
        const bool first = name.find("float") < name.find("int");
        EXPECT_EQ((Plan{.order = numbers}).lengthBetween(), first ? 1U : 2U) << name;
    }
}

/// Words 0 to 15 of array1, and of array2 so many banks later; one short array is read from its start again.
TEST(CarvingModel, HalvesMeetWhereTheirBanksDo) {
    const auto ways = [](std::uint64_t length1, std::uint64_t length2) {
        const Plan plan{.elements = {128, length1, length2}};
        return countHalves(plan.parts(), *model::findArchitecture("9.0"), {}).maxWays;
    };
    EXPECT_EQ(ways(64, 256), 2U);
    EXPECT_EQ(ways(80, 256), 1U);
    EXPECT_EQ(ways(79, 256), 2U); // one bank in common
    EXPECT_EQ(ways(48, 16), 1U);
    EXPECT_EQ(ways(32, 1), 2U); // all of the upper half want the word of lane 0's bank
    EXPECT_EQ(ways(16, 1), 1U);
}

TEST(Carving, ItsCallsCanBeAskedForWhetherOneFailsOrNot) {
    for (const char* shorts : {"128", "127"}) {
        const auto lab = prepared("carving", {{"length0", shorts}});
        EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.mayFail, *(shorts + 2) == '7');
    }
}

TEST(Carving, AClickChoosesTheArray) {
    const auto lab = prepared("carving", {});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 2}));
    EXPECT_EQ(lab->findParameter("read")->text(), "array2");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 3}));
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Lane, 1}));
}

} // namespace
} // namespace lanescope::lab_carving
