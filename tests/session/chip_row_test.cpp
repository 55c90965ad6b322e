// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A GPU's measured latencies and widths: figures from raw times, rows as text, and the model's times of them.
#include "model/error.h"
#include "session/times/chip_row.h"
#include "session/times/microbenchmarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <string>

namespace lanescope::session {
namespace {

/// The H200's row with one figure so many times as large.
ChipRow withFigure(std::string_view name, double ratio) {
    ChipRow row = bundledRow();
    std::ranges::find(row.figures, name, &MeasuredFigure::name)->value *= ratio;
    return row;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// Without a figure's line.
std::string without(const std::string& text, const std::string& name) {
    const std::size_t begin = text.find("\n" + name + ",");
    return text.substr(0, begin) + text.substr(text.find('\n', begin + 1));
}

TEST(TimeSources, EveryTimeOfTheModelHasOne) {
    model::ChipTimes times;
    std::set<const double*> known{&times.l1Bytes, &times.l2Bytes, &times.l2ReadAmongWrites};
    for (const TimeSource& source : timeSources())
        EXPECT_TRUE(known.insert(&source.of(times)).second) << source.field << " has two";
    // But for numbers of multiprocessors, schedulers and slices, and whether all are published, it is
    // doubles.
    constexpr std::size_t kCounts = 3;
    EXPECT_EQ(known.size() + kCounts, sizeof(model::ChipTimes) / sizeof(double));
}

TEST(TimeSources, FollowMicrobenchmarksAndLeaveNoneOut) {
    std::set<std::string_view> used{"atomic_line"}; // only to be looked at beside the model
    for (const TimeSource& source : timeSources()) {
        EXPECT_EQ(std::ranges::count(microbenchmarks(), source.benchmark, &Microbenchmark::name), 1)
            << source.benchmark;
        used.insert(source.benchmark);
    }
    for (const Microbenchmark& benchmark : microbenchmarks())
        EXPECT_TRUE(used.contains(benchmark.name)) << benchmark.name;
}

TEST(ChipTimesOfARow, AreTheBuiltInOnesForTheH200sOwn) {
    model::ChipTimes made = chipTimesOf(bundledRow(), bundledRow()), built = model::builtInTimes();
    for (const TimeSource& source : timeSources())
        EXPECT_DOUBLE_EQ(source.of(made), source.of(built)) << source.field;
    EXPECT_EQ(made.multiprocessors, built.multiprocessors);
    EXPECT_EQ(made.l2Bytes, built.l2Bytes);
    EXPECT_EQ(made.l1Bytes, built.l1Bytes);
    EXPECT_EQ(made.l2Slices, built.l2Slices);
}

TEST(ChipTimesOfARow, FollowWhatWasMeasuredAndNothingElse) {
    const std::set<std::string_view> expected{
        "l2Latency",          "l2Queue",        "l2PerLine", "storeQueue",
        "gridBarrierLatency", "gridBarrierFar", "coldWrites"};
    model::ChipTimes made = chipTimesOf(withFigure("l2_latency", 1.5), bundledRow()),
                     built = model::builtInTimes();
    for (const TimeSource& source : timeSources())
        EXPECT_DOUBLE_EQ(source.of(made) / source.of(built), expected.contains(source.field) ? 1.5 : 1)
            << source.field;
}

TEST(ChipTimesOfARow, TakeSizesFromTheGpuAndItsCapability) {
    ChipRow row = bundledRow();
    row.architecture = "A100 40 GB SXM";
    row.multiprocessors = 108;
    row.l2Bytes = bundledRow().l2Bytes / 2;
    const model::ChipTimes made = chipTimesOf(row, bundledRow());
    EXPECT_EQ(made.multiprocessors, 108);
    EXPECT_DOUBLE_EQ(made.l2Bytes, model::builtInTimes().l2Bytes / 2);
    EXPECT_DOUBLE_EQ(made.l1Bytes, 192 * 1024) << "164 KiB of shared memory at most, of 192";
}

TEST(ChipTimesOfARow, AreRefusedForFiguresThatNoGpuHas) {
    EXPECT_THROW(chipTimesOf(withFigure("dram_latency", 5000), bundledRow()), BadInput);
    EXPECT_THROW(chipTimesOf(withFigure("dram_latency", 1e-4), bundledRow()), BadInput);
    ChipRow row = bundledRow();
    row.figures.pop_back();
    EXPECT_THROW(chipTimesOf(row, bundledRow()), BadInput);
}

TEST(ChipTimes, AreWhatWasSetForARow) {
    const model::Architecture& t4 = *model::findArchitecture("Tesla T4");
    const model::Architecture& p100 = *model::findArchitecture("Tesla P100 SXM2");
    EXPECT_EQ(bundledTimes()->of(p100), nullptr) << "nothing is known of it";
    ASSERT_NE(bundledTimes()->of(t4), nullptr);
    EXPECT_TRUE(bundledTimes()->of(t4)->published);
    EXPECT_FALSE(bundledTimes()->of(*model::findArchitecture("H100 SXM5"))->published);
    model::KnownTimes known = *bundledTimes();
    model::ChipTimes times = model::builtInTimes();
    times.dramLatency = 777;
    known.set(t4, times);
    ASSERT_NE(known.of(t4), nullptr);
    EXPECT_EQ(known.of(t4)->dramLatency, 777);
    EXPECT_FALSE(known.of(t4)->published);
    EXPECT_EQ(known.of(model::defaultArchitecture()), &model::builtInTimes());
    EXPECT_NE(bundledTimes()->of(t4)->dramLatency, 777);
}

TEST(ChipRows, ComeBackAsTheyWereWritten) {
    const ChipRow& row = bundledRow();
    const ChipRow back = parseChipRow(chipRowText(row));
    EXPECT_EQ(back.device, "NVIDIA H200");
    EXPECT_EQ(back.architecture, "H200 SXM");
    EXPECT_EQ(back.driver, row.driver);
    EXPECT_EQ(back.multiprocessors, 132);
    EXPECT_EQ(back.sharedLimitBytes, 232448U);
    EXPECT_EQ(back.l2Bytes, row.l2Bytes);
    ChipRow other = row; // of a GPU without a row of its own
    other.architecture = "GPU of CC 8.9";
    EXPECT_EQ(parseChipRow(chipRowText(other)).architecture, "GPU of CC 8.9");
    ASSERT_EQ(back.figures.size(), row.figures.size());
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
        EXPECT_EQ(back.figures[i].name, row.figures[i].name);
        EXPECT_NEAR(back.figures[i].value / row.figures[i].value, 1, 1e-5);
        EXPECT_NEAR(back.figures[i].seconds, row.figures[i].seconds, 1e-9);
    }
}

TEST(ChipRows, ThatTheProgramCarriesAreOfChipsThatTheModelKnows) {
    std::set<std::string> architectures;
    for (const ChipRow& row : bundledRows()) {
        EXPECT_TRUE(architectures.insert(row.architecture).second) << row.architecture;
        const model::ChipTimes times = chipTimesOf(row, bundledRow());
        EXPECT_EQ(times.multiprocessors, model::findArchitecture(row.architecture)->multiprocessors);
        EXPECT_GT(times.dramLatency, times.l2Latency);
    }
    EXPECT_EQ(bundledRows().front().architecture, "H200 SXM");
    EXPECT_TRUE(architectures.contains("H100 SXM5"));
}

TEST(ChipRows, ThatAreDamagedAreRefusedInOneLine) {
    const std::string whole = chipRowText(bundledRow());
    const std::string first = whole.substr(whole.find("fma_latency,"));
    const std::string value = first.substr(0, first.find(',', 12));
    for (const std::string& text :
         {std::string(), std::string("nothing of the kind\n"), whole.substr(0, whole.size() / 2),
          replaced(whole, "name,value,launch_us", "name;value"), without(whole, "device"),
          without(whole, "multiprocessors"), without(whole, "l2_bytes"), without(whole, "code_line"),
          whole + "fma_latency,4,1\n", replaced(whole, "H200 SXM", "H2OO SXM"),
          replaced(whole, value, "fma_latency,"), replaced(whole, value, "fma_latency,nan"),
          replaced(whole, value, "fma_latency,-4"), replaced(whole, value, "fma_latency,0"),
          replaced(whole, value, "fma_latency,4x"), replaced(whole, value, "fma_latency,inf"),
          replaced(whole, "multiprocessors,132", "multiprocessors,0"),
          replaced(whole, "multiprocessors,132", "multiprocessors,99999999999"),
          whole + std::string("a line without commas\n")}) {
        try {
            parseChipRow(text);
            ADD_FAILURE() << "taken: " << text.substr(0, 200);
        } catch (const BadInput& refused) {
            EXPECT_EQ(std::string(refused.what()).find('\n'), std::string::npos) << refused.what();
            EXPECT_NE(std::string(refused.what()), "");
        }
    }
}

TEST(Figures, FollowFromWhatWasRead) {
    Microbenchmark benchmark;
    benchmark.count = 100;
    const RawTimes raw{5000, 12e-6};
    const FigureBase base{
        .blocks = 264, .blocksOfOne = 2, .clockHz = 2e9, .emptySeconds = 2e-6, .copyBytesPerCycle = 2000};
    // 10 us beyond an empty launch are 20,000 cycles.
    const auto value = [&](FigureOf figure) {
        benchmark.figure = figure;
        return figureOf(benchmark, raw, base);
    };
    EXPECT_DOUBLE_EQ(value(FigureOf::Clock), 50);
    EXPECT_DOUBLE_EQ(value(FigureOf::BytesOfBlock), 0.02);
    EXPECT_NEAR(value(FigureOf::Chip), 20000.0 / 26400, 1e-9);
    EXPECT_NEAR(value(FigureOf::OneOf), 100, 1e-9);
    EXPECT_NEAR(value(FigureOf::BytesOfChip), 1.32, 1e-9);
    EXPECT_NEAR(value(FigureOf::Copied), 40e6 / 26400, 1e-6);
    EXPECT_NEAR(value(FigureOf::Launch), 24000, 1e-6);
    EXPECT_NEAR(value(FigureOf::Megahertz), 500, 1e-9);
}

TEST(TimeErrors, AreCountedBySize) {
    std::vector<ComparedLaunch> launches;
    for (const double modelled : {0.3, 0.95, 1.0, 1.04, 1.07, 3.0})
        launches.push_back({&microbenchmarks().front(), 1, modelled});
    const ErrorHistogram made = errorsOf(launches);
    EXPECT_NEAR(made.largest, 2, 1e-9);
    EXPECT_NEAR(made.mean, (0.7 + 0.05 + 0 + 0.04 + 0.07 + 2) / 6, 1e-9);
    EXPECT_EQ(made.bins.front().from, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(made.bins.front().launches, 1U);
    EXPECT_EQ(made.bins.back().launches, 1U);
    std::size_t all = 0;
    for (std::size_t i = 0; i < made.bins.size(); ++i) {
        all += made.bins[i].launches;
        if (i > 0) {
            EXPECT_EQ(made.bins[i].from, made.bins[i - 1].to);
        }
        if (made.bins[i].from == 0) {
            EXPECT_EQ(made.bins[i].launches, 2U) << "0 and 4 %";
        }
    }
    EXPECT_EQ(all, launches.size());
    EXPECT_TRUE(errorsOf({}).mean == 0);
}

TEST(ModelledChips, AreNoneWhereNoTimeIsKnown) {
    EXPECT_TRUE(modelChip(bundledRow(), *model::findArchitecture("Tesla K40"), {}, {}).empty());
}

} // namespace
} // namespace lanescope::session
