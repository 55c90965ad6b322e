// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Whether the pattern matters for the time of a run, as the window says it.
#include "kit/panel/run_table.h"
#include "kit/words/lanes_met.h"
#include "lab_run.h"
#include "render/palette.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace lanescope::labs_test {
namespace {

kit::RunVerdict verdictOf(std::string_view lab, const Sets& sets, std::string_view architecture = "9.0") {
    const LabRun run(lab, sets, architecture);
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
    return kit::runVerdict(frame);
}

std::string untimedNoteOf(std::string_view lab, std::string_view architecture) {
    const LabRun run(lab, {}, architecture);
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    return kit::untimedNote({run.drawn(), device, view, brush, render::darkTheme()});
}

/// Not how atomics wait, where no kernel has a time.
TEST(RunVerdict, ARunOnAChipWithoutFiguresSaysThatItHasNone) {
    for (const char* lab : {"coalescing", "atomics"}) {
        const std::string note = untimedNoteOf(lab, "8.7");
        EXPECT_EQ(note.find("atomics"), std::string::npos) << note;
        EXPECT_NE(note.find("it has rules, but no chip's figures"), std::string::npos) << lab << ": " << note;
        EXPECT_EQ(untimedNoteOf(lab, "9.0"), "") << lab;
    }
}

/// A launch that takes so long, of which a part of the chip is what binds.
session::LaunchResult launchOf(const std::string& kernel, double seconds, model::TimeLimit limit) {
    static const model::Architecture& h200 = *model::findArchitecture("9.0");
    auto observation = std::make_shared<session::Observation>();
    observation->reports.push_back({.architecture = &h200, .blocksRun = 1, .blocksTotal = 1});
    observation->dram.emplace_back();
    model::LaunchTime time;
    for (model::LimitedTime* each : {&time.cold, &time.warm}) {
        each->seconds = each->withoutWaste = seconds;
        each->limit = limit;
        each->busy = {{limit, model::Pipe::Any, seconds}};
    }
    observation->times.emplace_back(time);
    session::LaunchResult launch;
    launch.label = kernel;
    launch.grid = launch.block = {1, 1, 1};
    launch.observation = observation;
    return launch;
}

/// One long launch says less of a run than a hundred short ones that take longer together.
TEST(RunVerdict, IsOfTheKernelThatTakesMostInAll) {
    session::RunResult result;
    result.launches.push_back(launchOf("once", 50e-6, model::TimeLimit::Dram));
    for (int i = 0; i < 100; ++i) result.launches.push_back(launchOf("often", 2e-6, model::TimeLimit::Issue));
    result.launches.push_back(launchOf("often", 4e-6, model::TimeLimit::L2));
    const std::string often = kit::patternTimes(result, model::Cache::Cold).verdict.text;
    EXPECT_NE(often.find("The kernel is limited by issue slots"), std::string::npos) << often;
    EXPECT_NE(often.find(" The kernel meant is often: of 2 it takes the most time, 80.3 % of all."),
              std::string::npos)
        << often;
    result.launches.resize(1);
    const std::string once = kit::patternTimes(result, model::Cache::Cold).verdict.text;
    EXPECT_NE(once.find("limited by DRAM"), std::string::npos) << once;
    EXPECT_EQ(once.find("kernel meant"), std::string::npos) << once;
}

/// Another kernel of the run neither adds to its waste nor hides it.
TEST(RunVerdict, IsOfTheKernelThatIsShown) {
    const LabRun run("coalescing", {{"kernel", "stride"}, {"stride", "4"}, {"size-mib", "1"}});
    const kit::Drawn drawn = run.drawn();
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const auto of = [&](const session::RunResult& result) {
        const kit::Frame frame({result, drawn.lab, drawn.architecture, drawn.rules, drawn.subjects}, device,
                               view, brush, render::darkTheme());
        return kit::runVerdict(frame);
    };
    const kit::RunVerdict alone = of(run.result());
    EXPECT_EQ(alone.kernel, "");
    ASSERT_NE(alone.text, "");
    session::RunResult both = run.result();
    both.launches.push_back(launchOf("other", 50e-3, model::TimeLimit::Issue));
    const kit::RunVerdict shown = of(both);
    EXPECT_EQ(shown.kernel, run.result().launches.front().label);
    EXPECT_EQ(shown.text, alone.text);
    EXPECT_EQ(shown.tone, alone.tone);
}

/// ptxas joins neighbouring loads where it knows their alignment: in this lab's product, whose tiles have a
/// size of run time, it makes LDS alone (nvdisasm, 9.0). Where it joins: MachineCode of ptx_test.
TEST(MergedLoads, NoneWhereTheAlignmentIsNotKnown) {
    const auto merged = [](const session::RunResult& result) {
        const session::Observation& observation = *result.launches.front().observation;
        std::array<int, 2> counts{}; // of loads of shared memory, of others
        for (const model::SiteCounts& each : observation.reports.front().sites)
            if (observation.module->module().sites()[each.site].merged)
                ++counts[each.space == model::Space::Shared && each.direction == model::Direction::Load ? 0
                                                                                                        : 1];
        return counts;
    };
    EXPECT_EQ(merged(LabRun("matmul", {{"variant", "shared"}}).result()), (std::array{0, 0}));
    EXPECT_EQ(merged(LabRun("banks", {}).result()), (std::array{0, 0})) << "each load is alone";
}

/// By the model the lab takes 6 times as long as with counters in shared memory.
TEST(RunVerdict, AtomicsThatWaitAreWhatThePatternCosts) {
    const kit::RunVerdict global = verdictOf("atomics", {});
    EXPECT_EQ(global.tone, kit::Tone::Warn);
    EXPECT_EQ(
        global.text,
        "Yes: the kernel is limited by atomics that wait for each other in L2. Fewer of them, "
        "or summing in shared memory first, would take less time. Warps go on meanwhile: what waits in the "
        "source below is something else. This is modelled.");
    const kit::RunVerdict shared = verdictOf("atomics", {{"variant", "shared"}});
    EXPECT_EQ(shared.text.find("atomics that wait"), std::string::npos) << shared.text;
}

/// A launch with textures has a time; what its fetches would take otherwise nobody has simulated: that is not
/// green.
TEST(RunVerdict, OfTexturesDoesNotJudgeThePattern) {
    const kit::RunVerdict said = verdictOf("texture", {});
    EXPECT_EQ(said.tone, kit::Tone::Plain);
    EXPECT_NE(said.text.find("the rest of the kernel is limited by "), std::string::npos) << said.text;
    EXPECT_EQ(said.text.find("wastes"), std::string::npos) << said.text;
}

/// "Limited by DRAM" beside a DRAM that is busy for half of the time is explained; of what is no part of the
/// chip, as launching, nothing can be busy.
TEST(RunVerdict, OfAShortLaunchSaysWhatTheRestIs) {
    const std::string words = "This launch is short: ";
    const kit::RunVerdict apart =
        verdictOf("coalescing", {{"kernel", "stride"}, {"stride", "4"}, {"size-mib", "1"}});
    EXPECT_NE(apart.text.find(words), std::string::npos) << apart.text;
    EXPECT_NE(apart.text.find("limited by DRAM, busy for "), std::string::npos) << apart.text;
    const kit::RunVerdict large =
        verdictOf("coalescing", {{"kernel", "stride"}, {"stride", "4"}, {"size-mib", "256"}});
    EXPECT_EQ(large.text.find(words), std::string::npos) << large.text;
    const kit::RunVerdict tiny = verdictOf("hierarchy", {});
    EXPECT_NE(tiny.text.find("limited by launch and latency"), std::string::npos) << tiny.text;
    EXPECT_EQ(tiny.text.find(words), std::string::npos) << tiny.text;
}

/// The colours are those of everywhere else: green where nothing is wasted, orange where waste costs time.
TEST(RunVerdict, GreenIsWhatWastesNothing) {
    const Sets matrix{{"width", "1024"}, {"height", "1024"}};
    const auto tone = [&](const char* variant) {
        Sets sets = matrix;
        sets.emplace_back("variant", variant);
        return verdictOf("transpose", sets).tone;
    };
    EXPECT_EQ(tone("padded"), kit::Tone::Good);
    EXPECT_EQ(tone("naive"), kit::Tone::Warn);
    const kit::RunVerdict atomics = verdictOf("atomics", {{"variant", "global"}, {"elements", "1024"}});
    EXPECT_NE(atomics.text.find("again and again, but that is not"), std::string::npos) << atomics.text;
    EXPECT_EQ(atomics.tone, kit::Tone::Plain);
}

/// A warp of which few lanes have anything to do is not green, however little its accesses waste.
TEST(RunVerdict, LanesThatIdleAreNamedBesideTheBytes) {
    const kit::RunVerdict said = verdictOf("reduction", {{"variant", "interleaved"}});
    EXPECT_NE(said.tone, kit::Tone::Good);
    EXPECT_NE(said.text.find("times the bytes"), std::string::npos) << said.text;
    EXPECT_NE(said.text.find("on average only 7 of a warp's 32 lanes"), std::string::npos) << said.text;
}

/// Where the mouse is over memory that no lane wants, none of them goes out.
TEST(LitLanes, StayWhereNoneIsAskedFor) {
    const LabRun run("banks", {});
    const device::Info device;
    const kit::View view;
    const auto lit = [&](const kit::Brush& brush) {
        const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
        return kit::litLanes(frame, *frame.shown);
    };
    EXPECT_EQ(lit({}), ~0U);
    EXPECT_EQ(lit({.address = 4, .bytes = 4}), ~0U) << "every fourth word is read";
    EXPECT_EQ(lit({.address = 16, .bytes = 4}), 1U << 1) << "word 4 is lane 1's";
}

/// What an H200 measured of variants of a lab (tests/times/labs.txt), microseconds from a cold L2 and a warm
/// one.
struct Group {
    const char* lab;
    const char* sets;
    const char* parameter;
    std::vector<std::string> variants;
    const char* best; ///< the one without what the others waste
};
std::map<std::string, std::array<double, 2>> measuredTimes(const Group& group) {
    std::map<std::string, std::array<double, 2>> times;
    std::ifstream table(LANESCOPE_TEST_DATA "/h200_labs.csv");
    const std::string start = fmt::format("{},{},{},", group.lab, group.sets, group.parameter);
    for (std::string line; std::getline(table, line);) {
        if (!line.starts_with(start)) continue;
        std::istringstream cells(line.substr(start.size()));
        std::string variant, cold, warm;
        std::getline(cells, variant, ',');
        std::getline(cells, cold, ',');
        std::getline(cells, warm);
        times[variant] = {std::stod(cold), std::stod(warm)};
    }
    return times;
}

kit::PatternTimes patternOf(const Group& group, const std::string& variant, model::Cache cache) {
    std::vector<std::pair<std::string, std::string>> sets;
    std::istringstream words(group.sets);
    for (std::string word; words >> word;)
        sets.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
    sets.emplace_back(group.parameter, variant);
    Sets all;
    for (const auto& [name, value] : sets) all.emplace_back(name.c_str(), value.c_str());
    return kit::patternTimes(LabRun(group.lab, all).result(), cache);
}

TEST(RunVerdict, SaysNothingThatAnH200Denies) {
    const std::vector<Group> groups{
        {"coalescing", "kernel=stride element=float size-mib=4", "stride", {"1", "4", "16"}, "1"},
        {"coalescing", "kernel=offset element=float size-mib=4", "offset", {"1", "17"}, "0"},
        {"transpose", "width=512 height=512", "variant", {"naive", "tiled", "swizzled"}, "padded"},
        {"transpose", "width=1024 height=1024", "variant", {"naive", "tiled", "swizzled"}, "padded"},
        {"layout",
         "particles=1048576 fields=8 access=position animate=false",
         "layout",
         {"aos", "soa"},
         "soa"},
        {"reduction", "size=1048576 block=256", "variant", {"strided"}, "sequential"},
        {"pitch", "width=1000 height=4096 element=float", "memory", {"packed"}, "pitched"},
        {"atomics", "elements=65536 bins=64", "variant", {"global"}, "shared"}};
    // Events of a few microseconds differ by a few percent from run to run.
    constexpr double kCosts = 1.25, kFree = 1.05;
    for (const Group& group : groups) {
        const auto measured = measuredTimes(group);
        for (const std::string& variant : group.variants) {
            ASSERT_TRUE(measured.contains(variant) && measured.contains(group.best)) << variant;
            for (const model::Cache cache : {model::Cache::Cold, model::Cache::Warm}) {
                const auto at = static_cast<std::size_t>(cache);
                const double costs = measured.at(variant)[at] / measured.at(group.best)[at];
                const kit::PatternTimes said = patternOf(group, variant, cache);
                const std::string what =
                    fmt::format("{} {} {}={}: {} Measured: {:.2f} times as long.", group.lab, group.sets,
                                group.parameter, variant, said.verdict.text, costs);
                const bool yes = said.verdict.text.starts_with("Yes");
                EXPECT_TRUE(yes || costs < kCosts) << what;
                EXPECT_TRUE(!yes || costs > kFree) << what;
            }
        }
    }
}

/// 4096 x 4096 vertices take an H200 64.0 us as three floats, 67.2 as a structure of arrays.
TEST(RunVerdict, StoresThatMeetInL1CostNothing) {
    const Group wave{"wave", "width=1024 height=1024 animate=false", "layout", {}, "soa"};
    const kit::PatternTimes three = patternOf(wave, "float3", model::Cache::Cold),
                            arrays = patternOf(wave, "soa", model::Cache::Cold);
    EXPECT_FALSE(three.verdict.text.starts_with("Yes")) << three.verdict.text;
    EXPECT_NEAR(three.seconds / arrays.seconds, 1, 0.25);
}

/// Eight words in eight lines of constants take an H200 longer than eight in global memory: 4.7 us, 3.2.
TEST(ModelledTime, ConstantsComeALineAtATime) {
    const Group table{"constant", "pattern=per-lane stride=32", "memory", {}, ""};
    EXPECT_GT(patternOf(table, "constant", model::Cache::Cold).seconds,
              patternOf(table, "global", model::Cache::Cold).seconds);
}

/// Conflicts add to what a warp waits for, so a launch that nothing binds is a little longer by them: of 64 x
/// 64 an H200 takes 5.4 us, 5.1 with padding.
TEST(RunVerdict, WhatWaitingAddsIsNotDenied) {
    const Sets matrix{{"variant", "tiled"}, {"width", "96"}, {"height", "64"}};
    const kit::RunVerdict tiled = verdictOf("transpose", matrix);
    EXPECT_EQ(tiled.tone, kit::Tone::Plain) << "it wastes, at no cost";
    EXPECT_EQ(tiled.text,
              "Not much at this size: 16.5 times the wavefronts, yet it takes only 8 % longer "
              "than without bank conflicts (6.3 us instead of 5.9 us, both with 2.6 us for launching). "
              "The kernel is limited by latency. This is modelled.");
}

TEST(RunVerdict, TimesThatReadTheSameAreSaidOnce) {
    EXPECT_EQ(verdictOf("coalescing", {{"kernel", "offset"}, {"offset", "1"}, {"size-mib", "1"}}).text,
              "Not much at this size: 1.25 times the bytes, yet it takes about as long as with contiguous "
              "accesses (5.4 us either way, with 2.6 us for launching). The kernel is limited by launch and "
              "latency. This is modelled.");
}

/// Every byte is used, and yet half of what the warps issue is for lanes that wait.
TEST(RunVerdict, LanesThatWaitAreNotPassedOver) {
    const kit::RunVerdict apart = verdictOf("divergence", {{"size", "4096"}});
    EXPECT_EQ(apart.tone, kit::Tone::Warn);
    EXPECT_NE(apart.text.find("but lanes that wait for others cost 1.93 times the instructions"),
              std::string::npos)
        << apart.text;
    const kit::RunVerdict together = verdictOf("divergence", {{"size", "4096"}, {"group", "32"}});
    EXPECT_EQ(together.tone, kit::Tone::Good);
    EXPECT_EQ(together.text.find("lanes that wait"), std::string::npos) << together.text;
}

/// The tree of a reduction leaves ever more lanes without work, which the accesses say nothing of.
TEST(RunVerdict, IdleLanesAreNotCalledNothing) {
    for (const char* variant : {"interleaved", "sequential"}) {
        const kit::RunVerdict said =
            verdictOf("reduction", {{"variant", variant}, {"size", "1048576"}, {"block", "256"}});
        EXPECT_TRUE(said.text.starts_with("The accesses waste next to nothing, though on average only "))
            << said.text;
        EXPECT_NE(said.text.find(" of a warp's 32 lanes take part in a memory access. "), std::string::npos)
            << said.text;
    }
    const kit::RunVerdict whole = verdictOf("coalescing", {{"size-mib", "1"}, {"stride", "1"}});
    EXPECT_TRUE(whole.text.starts_with("The accesses waste next to nothing. ")) << whole.text;
}

TEST(RunVerdict, WithoutAModelledTimeThereIsNone) {
    EXPECT_EQ(verdictOf("texture", {}, "6.0").text, "");
    EXPECT_EQ(verdictOf("atomics", {}, "6.0").text, "");
    EXPECT_NE(verdictOf("coalescing", {}, "6.0").text, "");
}

} // namespace
} // namespace lanescope::labs_test
