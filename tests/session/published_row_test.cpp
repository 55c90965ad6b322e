// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Times of chips from published figures: the rows that the program carries, and what follows what.
#include "model/error.h"
#include "session/times/published_row.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace lanescope::session {
namespace {

const std::string kRow = "name,value,of_9_0,source\narchitecture,Tesla T4,,\nclock,1590,1980,a data sheet\n";

ChipRow made(const std::string& figures) {
    return chipRowOf(parsePublishedRow(kRow + figures), bundledRow());
}
double ratio(const ChipRow& row, std::string_view figure) {
    return row.figure(figure)->value / bundledRow().figure(figure)->value;
}

TEST(PublishedRows, NameTheSourceOfEachFigure) {
    std::set<std::string> chips;
    for (const PublishedRow& row : publishedRows()) {
        EXPECT_TRUE(chips.insert(row.architecture).second) << row.architecture;
        EXPECT_GE(row.figures.size(), 5U) << row.architecture;
        for (const PublishedFigure& figure : row.figures)
            EXPECT_GT(figure.source.size(), 20U) << row.architecture << " " << figure.name;
    }
    for (const char* chip : {"Tesla V100 SXM2", "Tesla T4", "A100 40 GB SXM", "L40", "GeForce RTX 4090"})
        EXPECT_TRUE(chips.contains(chip)) << chip;
}

TEST(PublishedRows, AreTakenInProportionToTheSameSourcesHopper) {
    const ChipRow row = made("l2_latency,300,250,a paper, with a comma\n");
    EXPECT_DOUBLE_EQ(ratio(row, "l2_latency"), 1.2);
    for (const char* follows : {"dram_latency", "atomic_latency", "fence_latency", "code_line"})
        EXPECT_DOUBLE_EQ(ratio(row, follows), 1.2) << follows;
    EXPECT_DOUBLE_EQ(ratio(row, "l1_latency"), 1) << "the same in cycles";
    EXPECT_DOUBLE_EQ(ratio(row, "launch_warm"), 1590.0 / 1980) << "the same in seconds";
    EXPECT_EQ(row.multiprocessors, 40);
}

TEST(PublishedRows, AreTakenAsTheyAreWithoutSuchAFigure) {
    EXPECT_DOUBLE_EQ(made("shared_latency,23,,a page\n").figure("shared_latency")->value, 23);
}

TEST(PublishedRows, HaveFewerCyclesPerLineWhereTheL2IsWider) {
    const ChipRow row = made("l2_bytes_per_cycle,1000,4000,a page\n");
    for (const char* follows :
         {"l2_read_sector", "l2_read_line", "l2_write_line", "atomic_sector", "atomic_lane"})
        EXPECT_DOUBLE_EQ(ratio(row, follows), 4) << follows;
    EXPECT_DOUBLE_EQ(ratio(row, "atomic_four_words"), 1);
}

TEST(PublishedRows, CopyWhatWasPublishedOrAsMuchOfThePeakAsAnH200) {
    const auto gigabytes = [](const ChipRow& row) {
        return row.figure("dram_copy")->value * row.figure("clock")->value * 1e-3;
    };
    EXPECT_NEAR(gigabytes(made("dram_copy_bandwidth,250,,a page\n")), 250, 1e-6);
    const double peak = model::findArchitecture("Tesla T4")->peakGBps();
    EXPECT_NEAR(gigabytes(made("")) / peak, gigabytes(bundledRow()) / model::defaultArchitecture().peakGBps(),
                1e-9);
}

TEST(PublishedRows, ThatAreDamagedAreRefusedInOneLine) {
    for (const std::string& text :
         {std::string(), std::string("name,value\n"), kRow + "l2_latency,300,250,\n",
          kRow + "l2_latency,300\n", kRow + "l2_latency,0,250,a paper\n",
          kRow + "l2_latency,300,none,a paper\n", kRow + "speed,300,250,a paper\n",
          std::string("name,value,of_9_0,source\nclock,1590,,a page\n"),
          std::string("name,value,of_9_0,source\narchitecture,GPU of CC 9.0,,\n")}) {
        try {
            parsePublishedRow(text);
            ADD_FAILURE() << text;
        } catch (const BadInput& refused) {
            EXPECT_EQ(std::string(refused.what()).find('\n'), std::string::npos);
        }
    }
}

} // namespace
} // namespace lanescope::session
