// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "labs/atomics/model.h"
#include "labs/atomics/words.h"
#include "render/palette.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <tuple>

namespace lanescope::lab_atomics {
namespace {

using namespace labs_test;

/// All lanes of a warp at one word of memory.
model::WarpAccess atOneWord(std::uint64_t address) {
    model::WarpAccess access;
    access.width = 4;
    access.activeMask = ~0U;
    access.address.fill(address);
    return access;
}

TEST(AtomicsModel, BlocksThreadsAndSetsByHand) {
    Histogram histogram{.place = Place::Warp, .bins = 100, .values = 5000, .perThread = 8};
    EXPECT_EQ(histogram.blocks(), 3U); // 2048 values each
    EXPECT_EQ(histogram.threads(), 768U);
    EXPECT_EQ(histogram.setBytes(), 400U);
    EXPECT_EQ(histogram.sets(), 8U);
    EXPECT_EQ(histogram.mergeUpdates(), 300U);
    histogram.place = Place::Shared;
    EXPECT_EQ(histogram.sets(), 1U);
    histogram.values = 100; // fewer than a block has threads
    EXPECT_EQ(histogram.blocks(), 1U);
    EXPECT_EQ(histogram.threads(), 100U);
}

/// Lanes 0 to 3 update bins 5, 5, 9 and 0, with the counters in each place.
TEST(AtomicsModel, BinsAndTheirUpdatesInEveryPlace) {
    constexpr std::uint64_t kBase = 0x7000;
    model::WarpAccess access;
    access.operation = model::Operation::Reduction;
    access.warp = 3;
    access.activeMask = 0b1111;
    constexpr std::array<std::uint64_t, 4> kBins{5, 5, 9, 0};
    for (std::size_t lane = 0; lane < 4; ++lane) access.address[lane] = kBase + 4 * kBins[lane];
    const Histogram global{.place = Place::Global, .bins = 16, .values = 1000};
    const LaneBins bins = binsOf(access, global, kBase);
    for (std::size_t lane = 0; lane < 4; ++lane) EXPECT_EQ(bins[lane], kBins[lane]);
    for (const Place place : {Place::Global, Place::Shared, Place::Warp})
        for (const bool addsOne : {true, false}) {
            const Histogram histogram{.place = place, .bins = 16, .values = 1000};
            const model::WarpAccess update = updateAt(access, bins, histogram, addsOne);
            const bool shared = place != Place::Global;
            EXPECT_EQ(update.space, shared ? model::Space::Shared : model::Space::Global);
            EXPECT_EQ(update.operation,
                      shared && addsOne ? model::Operation::Increment : model::Operation::Reduction);
            for (std::size_t lane = 0; lane < 4; ++lane)
                EXPECT_EQ(update.address[lane], 4 * kBins[lane] + (place == Place::Warp ? 3 * 64 : 0));
            EXPECT_EQ(update.activeMask, 0b1111U);
            // And back: a warp's set begins at a multiple of its bytes.
            if (shared) {
                EXPECT_EQ(binsOf(update, histogram, 0), bins);
            }
        }
}

TEST(AtomicsModel, TheFullestBankHasTheMostWords) {
    model::WarpAccess access;
    access.activeMask = 0b11111;
    access.address = {0, 128, 4, 4, 256}; // words 0, 32, 1, 1, 64
    const auto all = meetingsOf(access);
    const BankWords of32 = fullestBank(all, *model::findArchitecture("9.0"));
    EXPECT_EQ(of32.bank, 0U);
    EXPECT_EQ(of32.addresses.size(), 3U);
    access.address = {4, 68, 0, 0, 0}; // words 1 and 17: of one bank where there are 16
    EXPECT_EQ(fullestBank(meetingsOf(access), *model::findArchitecture("1.3")).bank, 1U);
    EXPECT_EQ(fullestBank(meetingsOf(access), *model::findArchitecture("1.3")).addresses,
              (std::vector<std::uint64_t>{4, 68}));
    EXPECT_TRUE(fullestBank({}, *model::findArchitecture("9.0")).addresses.empty());
}

TEST(AtomicsModel, TheNthUpdateOrTheLast) {
    std::vector<model::WarpAccess> trace(5);
    const std::vector<std::uint32_t> occurrence{0, 0, 1, 1, 2};
    for (const std::size_t load : {0U, 2U}) trace[load].operation = model::Operation::Load;
    for (const std::size_t update : {1U, 3U, 4U}) trace[update].operation = model::Operation::Atomic;
    const auto nth = [&](std::uint32_t n) {
        return nthAccess(trace, occurrence, n, [](const model::WarpAccess& each) {
            return each.operation == model::Operation::Atomic;
        });
    };
    EXPECT_EQ(nth(0), &trace[1]);
    EXPECT_EQ(nth(1), &trace[3]);
    EXPECT_EQ(nth(2), &trace[4]);
    EXPECT_EQ(nth(9), &trace[4]);
    EXPECT_EQ(nthAccess(trace, occurrence, 9, [](const model::WarpAccess&) { return false; }), nullptr);
}

TEST(PeakedValues, SpreadDecidesHowManyAreAlike) {
    const auto counts = [](double spread) {
        std::vector<int> all(64, 0);
        for (std::size_t i = 0; i < 64000; ++i)
            ++all.at(static_cast<std::size_t>(lab_atomics::PeakedValues{64, spread}.at(i)));
        return all;
    };
    EXPECT_EQ(counts(0)[32], 64000);
    for (const int count : counts(1)) EXPECT_NEAR(count, 1000, 160) << "five standard deviations";
    for (const double spread : {0.1, 0.3, 0.7}) {
        const std::vector<int> all = counts(spread);
        double sum = 0;
        for (int value = 0; value < 64; ++value) {
            const double share = lab_atomics::PeakedValues{64, spread}.share(value);
            EXPECT_NEAR(all[static_cast<std::size_t>(value)], 64000 * share, 5 * std::sqrt(64000 * share) + 2)
                << spread << " " << value;
            sum += share;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_GT(all[32], all[48]);
    }
}

/// Every way of counting, over sizes that fill no block and bins that divide nothing, against a loop.
TEST(AtomicsResult, EveryPlaceCountsWhatALoopCounts) {
    for (const char* variant : {"global", "shared", "warp"})
        for (const char* adds : {"1", "value"})
            for (const auto& [elements, bins, perThread, spread] : {std::tuple("1", "64", "1", "0.3"),
                                                                    {"255", "1", "4", "0.3"},
                                                                    {"5000", "1000", "8", "1"},
                                                                    {"4097", "37", "3", "0"},
                                                                    {"70001", "1024", "64", "0.5"}}) {
                const auto lab = prepared("atomics", {{"variant", variant},
                                                      {"adds", adds},
                                                      {"elements", elements},
                                                      {"bins", bins},
                                                      {"per-thread", perThread},
                                                      {"spread", spread}});
                PlainRun run(*lab, 0);
                const auto values = run.read<int>("values");
                const auto histogram = run.read<unsigned>("histogram");
                ASSERT_EQ(values.size(), std::stoul(elements));
                std::vector<unsigned> expected(std::stoul(bins), 0);
                for (const int value : values) {
                    ASSERT_GE(value, 0);
                    ASSERT_LT(value, 1024);
                    expected.at(static_cast<std::size_t>(value) * expected.size() / 1024) +=
                        *adds == '1' ? 1U : static_cast<unsigned>(value);
                }
                EXPECT_EQ(histogram, expected) << variant << " " << adds << " " << elements;
            }
}

TEST(Atomics, EqualValuesMeetInOneCounter) {
    struct Case {
        Sets sets;
        const char* architecture;
        std::uint64_t sectors, passes; // of one warp's update: of shared memory 0 and wavefronts
    };
    const std::vector<Case> cases{
        {{{"variant", "global"}}, "9.0", 32, 32}, {{{"variant", "global"}, {"adds", "value"}}, "9.0", 32, 32},
        {{{"variant", "shared"}}, "9.0", 0, 1},   {{{"variant", "shared"}, {"adds", "value"}}, "9.0", 0, 32},
        {{{"variant", "warp"}}, "9.0", 0, 1},     {{{"variant", "warp"}, {"adds", "value"}}, "9.0", 0, 32},
        {{{"variant", "shared"}}, "7.5", 0, 32}};
    for (const Case& each : cases) {
        Sets sets = each.sets;
        sets.insert(sets.end(), {{"spread", "0"}, {"elements", "4096"}});
        const model::Counts counts = LabRun("atomics", sets, each.architecture).subject();
        EXPECT_EQ(counts.accesses, 128U);
        EXPECT_EQ(counts.sectors, 128 * each.sectors) << sets[0].second;
        EXPECT_EQ(counts.wavefrontsIn(each.sectors ? model::Space::Global : model::Space::Shared),
                  128 * each.passes)
            << sets[0].second;
    }
}

/// 4096 values, 2 blocks of 2048: each merges its 64 bins.
TEST(Atomics, SetsOfCountersAreMergedOnceABlock) {
    const auto globalAtomics = [](const char* variant) {
        const LabRun run("atomics", {{"variant", variant}, {"elements", "4096"}});
        return run.result().total(model::Space::Global, model::Direction::Atomic).bytesRequested / 4;
    };
    EXPECT_EQ(globalAtomics("global"), 4096U);
    EXPECT_EQ(globalAtomics("shared"), 2U * 64);
    EXPECT_EQ(globalAtomics("warp"), 2U * 64);
}

/// The model has no law of waiting before CC 5.0: the sweep has no curve there, and a warp without a value is
/// not shown.
TEST(Atomics, WhatIsShownHasSomethingToShow) {
    const auto lab = prepared("atomics", {{"elements", "1"}});
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 0U);
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 0U);
    EXPECT_EQ(kit::sweepOf(*lab)->since, (model::ComputeCapability{5, 0}));
    EXPECT_EQ(kit::sweepOf(*prepared("atomics", {{"variant", "shared"}}))->since, model::ComputeCapability{});
    const lab_atomics::PeakedValues::Amounts few = lab_atomics::PeakedValues{1024, 0.3}.amounts(3);
    EXPECT_TRUE(few.exact);
    double sum = 0;
    for (const double each : few.of) sum += each;
    EXPECT_EQ(sum, 3);
    EXPECT_FALSE((lab_atomics::PeakedValues{1024, 0.3}.amounts(1 << 20).exact));
}

TEST(Atomics, StepsShowOneUpdateAfterTheOther) {
    std::vector<std::uint64_t> first;
    for (const char* step : {"0", "3", "7", "63"}) {
        const LabRun run("atomics", {{"step", step}, {"elements", "65536"}, {"spread", "1"}});
        const session::LaunchResult& launch = run.result().launches.front();
        const auto values = run.result().values<unsigned>("histogram");
        ASSERT_EQ(values.size(), 64U);
        std::size_t subjects = 0;
        for (const model::WarpAccess& access : launch.observation->trace)
            if (kit::isSubject(*run.lab, launch, access)) {
                ++subjects;
                first.push_back(access.address[0]);
                unsigned lanes = 0;
                for (const lab_atomics::Meeting& meeting : lab_atomics::meetingsOf(access))
                    lanes += static_cast<unsigned>(meeting.size());
                EXPECT_EQ(lanes, 32U);
            }
        EXPECT_EQ(subjects, 1U) << step;
    }
    // Thread 0 of warp 2 of block 3 counts values 832, 832 + 3 x 8192, 832 + 7 x 8192; the last step stands
    // for all beyond.
    const lab_atomics::PeakedValues drawn{1024, 1};
    const auto offset = [&](std::size_t i) {
        return static_cast<std::uint64_t>(drawn.at(i)) * 64 / 1024 * 4;
    };
    ASSERT_EQ(first.size(), 4U);
    const std::uint64_t base = first[0] - offset(832);
    EXPECT_EQ(first[1] - base, offset(832 + 3 * 8192));
    EXPECT_EQ(first[2] - base, offset(832 + 7 * 8192));
    EXPECT_EQ(first[3], first[2]);
}

TEST(Meetings, LanesAtOneAddressInTheOrderOfTheirNumber) {
    model::WarpAccess access;
    access.activeMask = 0xffff;
    for (std::size_t lane = 0; lane < 16; ++lane)
        access.address[lane] = lane < 3 ? 40 : lane < 8 ? 8 : 100 + 4 * lane;
    const auto all = lab_atomics::meetingsOf(access);
    ASSERT_EQ(all.size(), 10U);
    EXPECT_EQ(all[0].address, 8U);
    EXPECT_EQ(all[0].lanes, 0xf8U);
    EXPECT_EQ(all[1].address, 40U);
    EXPECT_EQ(all[1].size(), 3);
    EXPECT_EQ(all[2].address, 132U);
}

TEST(Meetings, WaitingIsModelledFromCc5On) {
    model::WarpAccess update = atOneWord(0x1000);
    update.operation = model::Operation::Reduction;
    for (const auto& [cc, modelled] :
         {std::pair("1.3", false), {"2.0", false}, {"3.5", false}, {"5.0", true}, {"9.0", true}})
        EXPECT_EQ(lab_atomics::waitingIsModelled(*model::findArchitecture(cc), update.space), modelled) << cc;
    EXPECT_TRUE(lab_atomics::waitingIsModelled(*model::findArchitecture("2.0"), model::Space::Shared));
}

TEST(Meetings, TheHeadlineNamesWhatWaits) {
    device::Info info;
    const session::RunResult result;
    const auto lab = kit::findLab("atomics").make();
    const kit::Subjects subjects;
    kit::View view;
    kit::Brush brush;
    const auto read = [&](const char* cc, model::Space space, model::WarpAccess update) {
        update.space = space;
        const kit::Frame frame({result, *lab, *model::findArchitecture(cc), {}, subjects}, info, view, brush,
                               render::darkTheme());
        const kit::ShownAccess shown = kit::ShownAccess{}.with(update, nullptr, frame.architecture, {});
        return lab_atomics::readMeetings(
            frame, shown, [](std::uint64_t address) { return fmt::format("bin {}", address / 4); });
    };
    model::WarpAccess update = atOneWord(0); // 31 lanes at word 0, one at word 32: both in bank 0
    update.operation = model::Operation::Increment;
    update.address[5] = 128;
    EXPECT_EQ(read("9.0", model::Space::Shared, update).headline, "Bank 0 holds both bin 0 and bin 32");
    update.address[5] = 4; // of another bank: both words are counted at once
    const kit::Reading both = read("9.0", model::Space::Shared, update);
    EXPECT_EQ(both.headline, "31 lanes meet in bin 0");
    EXPECT_EQ(both.tone, kit::Tone::Good);
    update.operation = model::Operation::Reduction;
    for (const auto& [cc, modelled] :
         {std::pair("1.3", false), {"2.0", false}, {"3.5", false}, {"9.0", true}}) {
        const kit::Reading reading = read(cc, model::Space::Global, update);
        EXPECT_EQ(reading.tone, kit::Tone::Warn) << cc;
        EXPECT_EQ(reading.sentence.find("not modelled") == std::string::npos, modelled) << cc;
        EXPECT_EQ(reading.taken > 0, modelled) << cc << ": no bar without a law";
        if (modelled) {
            EXPECT_EQ(reading.sentence,
                      "31 tag lookups in 31 tag wavefronts: lanes that meet go one after the "
                      "other.");
            EXPECT_EQ(reading.takenText, "31 tag lookups");
        }
    }
}

} // namespace
} // namespace lanescope::lab_atomics
