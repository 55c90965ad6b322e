// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace lanescope::shell {

namespace {

const std::string kTrace = std::string("trace ") + LANESCOPE_TRACED_PTX + " ";

TEST_F(CliTest, TraceDumpsAreTheGpusAndAgree) {
    const std::vector<std::string> launches{
        "--kernel saxpy --grid 4 --block 256 --arg i32:1000 --arg f32:1.5 --arg f32[1024]=random:3 --arg "
        "f32[1024]=ramp --dump 3=",
        "--kernel copyInts --grid 4 --block 64 --arg i32[256]=random:9 --arg i32[256] --dump 1=",
        "--kernel scalars --grid 1 --block 1 --arg i8:-3 --arg i16:-300 --arg i64:-5000000000 --arg "
        "f64:0.125 --arg f64[4] --dump 4=",
        "--kernel column --grid 1 --block 32 --shared 4096 --arg f32[32] --dump 0=",
        "--kernel sample --grid 2,2 --block 8,4 --arg tex2d:f32[16x8]=random:5 --arg i32:16 --arg f32[128] "
        "--dump 2=",
        "--kernel sample --grid 2,2 --block 8,4 --arg tex2d:u8[16x8]=ramp --arg i32:16 --arg f32[128] --dump "
        "2=",
    };
    for (const std::string& launch : launches) {
        SCOPED_TRACE(launch);
        const auto measured = good(kTrace + launch + "gpu.bin --device cuda --json").json();
        const auto modelled = good(kTrace + launch + "host.bin --device emulated --json --arch " +
                                   std::string(measured["architecture"]))
                                  .json();
        EXPECT_TRUE(read("gpu.bin") == read("host.bin"));
        EXPECT_EQ(measured["device"]["kind"], "cuda");
        EXPECT_EQ(measured["counts_from"], "emulated");
        EXPECT_EQ(measured["dumps"][0]["from"], "cuda");
        EXPECT_GT(measured["launches"][0]["milliseconds"], 0);
        EXPECT_EQ(measured["total"], modelled["total"]);
    }
}

TEST_F(CliTest, ReportCountsTheSameBesideAGpu) {
    const std::string line =
        "report coalescing --arch 9.0 --json --set kernel=stride --set stride=3 --device ";
    const auto measured = good(line + "cuda").json(), modelled = good(line + "emulated").json();
    EXPECT_EQ(measured["total"], modelled["total"]);
    EXPECT_EQ(measured["launches"][0]["blocks_run"], measured["launches"][0]["blocks_total"]);
    EXPECT_GT(measured["launches"][0]["milliseconds"], 0);
    EXPECT_TRUE(modelled["launches"][0]["milliseconds"].is_null());
}

TEST_F(CliTest, WhatAGpuPrintsIsNoResult) {
    const Outcome outcome = good(kTrace + "--kernel hello --grid 1 --block 2 --arg i32:2 --device cuda");
    EXPECT_EQ(outcome.out.find("lane 0 of 2"), std::string::npos);
    EXPECT_NE(outcome.error.find("lane 0 of 2\nlane 1 of 2\n"), std::string::npos);
}

TEST_F(CliTest, AFaultIsFoundBeforeItReachesTheGpu) {
    refuses(
        kTrace +
            "--kernel copyInts --grid 1 --block 64 --arg i32[32] --arg i32[64] --device cuda --dump 1=d.bin",
        2, {"out-of-bounds", "lane"});
    refuses(kTrace + "--kernel forever --grid 1 --block 32 --arg i32[1] --device cuda --budget 100000", 2,
            {"endless loop"});
}

TEST_F(CliTest, ReportTimesTheKernels) {
    const auto report =
        good("report coalescing --set size-mib=256 --set stride=1 --device cuda --launches 20 --json").json();
    const auto& timing = report["timing"];
    EXPECT_EQ(timing["run"]["launches"], 20);
    EXPECT_LE(timing["run"]["p5_ms"], timing["run"]["median_ms"]);
    EXPECT_LE(timing["run"]["median_ms"], timing["run"]["p95_ms"]);
    EXPECT_NEAR(static_cast<double>(timing["gbps"]),
                static_cast<double>(timing["bytes_requested"]) /
                    static_cast<double>(timing["run"]["median_ms"]) * 1e-6,
                1);
    EXPECT_GT(timing["share_of_peak"], 0.2);
    EXPECT_LT(timing["share_of_peak"], 1);
    EXPECT_GT(timing["best_copy_gbps"], 0);
    EXPECT_EQ(timing["cache"], "warm");
}

TEST_F(CliTest, MeasuredTimesAreNotAnotherChips) {
    const std::string text = good("report coalescing --arch 2.0,9.0 --device cuda --launches 5").out;
    const auto times = [&](const std::string& what) {
        std::size_t count = 0;
        for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
        return count;
    };
    EXPECT_EQ(times("'s peak"), 1U) << text;
    EXPECT_GE(times("which is another chip"), 1U) << text;
    EXPECT_LT(text.find("which is another chip"), text.find("CC 9.0")) << "said of the C2050";
    EXPECT_EQ(times("first launch"), 2U) << "one in each block, beside the median";
}

TEST_F(CliTest, ReportSamplesArraysBeyondTheEmulator) {
    const std::string line =
        "report coalescing --set size-mib=512 --set stride=32 --device cuda --launches 5 ";
    const auto report = good(line + "--json").json();
    EXPECT_NE(std::string(report["sampled_because"]).find("sample of the blocks"), std::string::npos);
    EXPECT_EQ(report["launches"][0]["blocks_total"], 524288);
    EXPECT_LT(report["launches"][0]["blocks_run"], 100);
    EXPECT_EQ(report["timing"]["bytes_requested"], 2.0 * (512 << 20)) << "of all blocks";
    EXPECT_NE(good(line).out.find("sample of the blocks"), std::string::npos);
    EXPECT_TRUE(good("report banks --device cuda --json").json()["sampled_because"].is_null());
}

TEST_F(CliTest, SweepMeasuresBesideTheModel) {
    good("sweep coalescing --over stride=1:8:7 --set size-mib=128 --measure --launches 10 --csv out.csv");
    const auto table = csv(read("out.csv"));
    ASSERT_EQ(table.size(), 3U);
    const auto column = [&](const std::string& name) {
        return static_cast<std::size_t>(std::find(table[0].begin(), table[0].end(), name) - table[0].begin());
    };
    ASSERT_LT(column("measured_gbps"), table[0].size());
    EXPECT_EQ(table[1][column("launches")], "10");
    EXPECT_EQ(table[1][column("bytes_requested")], std::to_string(2 * (128 << 20)));
    EXPECT_EQ(table[1][column("blocks_counted")], "65") << "64 spread over the grid, and the focus";
    EXPECT_EQ(table[1][column("blocks_total")], "131072");
    EXPECT_GT(std::stod(table[1][column("measured_gbps")]), 2 * std::stod(table[2][column("measured_gbps")]));
    EXPECT_LE(std::stod(table[1][column("measured_p5_ms")]), std::stod(table[1][column("measured_p95_ms")]));
}

/// Why this machine's counters cannot be read; empty when they can.
std::string counterTrouble(const Outcome& doctor) {
    for (const auto& check : doctor.json()["checks"])
        if (check["name"] == "CUPTI" && !check["found"]) return check["detail"];
    return {};
}

TEST_F(CliTest, CountersStandBesideTheCounts) {
    if (const std::string why = counterTrouble(good("doctor --json")); !why.empty()) GTEST_SKIP() << why;
    const Outcome outcome =
        good("report coalescing --device cuda --counters --json --progress --set size-mib=1 --set stride=3");
    const auto document = outcome.json();
    for (const char* direction : {"load", "store"})
        for (const char* count : {"requests", "sectors", "tag_lookups"})
            EXPECT_EQ(document["counters"]["total"]["global"][direction][count],
                      document["total"]["global"][direction][count])
                << direction << ' ' << count;
    EXPECT_EQ(document["counters"]["launches"].size(), 1U);
    EXPECT_TRUE(document["counters"]["dram_bytes_read"].is_number());
    EXPECT_TRUE(document["counters"]["dram_bytes_written"].is_number());
    EXPECT_GT(document["counters"]["l2_sectors"], 0);
    EXPECT_EQ(outcome.error.find("progress 0"), 0U);
    EXPECT_NE(good("report banks --device cuda --counters").out.find("shared load bank_conflicts"),
              std::string::npos);
}

TEST_F(CliTest, ValidateComparesWithTheGpu) {
    if (const std::string why = counterTrouble(good("doctor --json")); !why.empty()) GTEST_SKIP() << why;
    const Outcome outcome =
        good("validate --device cuda --accesses 58 --seed 2 --csv drawn.csv --json --progress");
    const auto document = outcome.json();
    EXPECT_EQ(document["live"]["accesses"], 58);
    EXPECT_TRUE(document["live"]["holds"]);
    EXPECT_GE(document["live"]["labs"].size(), 4U);
    EXPECT_EQ(csv(read("drawn.csv")).size(), 59U);
    EXPECT_NE(outcome.error.find("progress 0"), std::string::npos);
}

TEST_F(CliTest, TimesAreMeasuredKeptAndModelled) {
    const auto document = good("validate --times --save --device cuda --json").json();
    std::map<std::string, double> here;
    for (const auto& figure : document["figures"]) here[figure["figure"]] = figure["here"];
    for (const auto& [figure, value] : here) {
        EXPECT_GT(value, 0) << figure;
        std::printf("%s %.4g\n", figure.c_str(), value);
    }
    EXPECT_GT(here["clock"], 300);
    EXPECT_GE(here["fma_latency"], 2);
    EXPECT_LT(here["fma_latency"], 30);
    EXPECT_GE(here["fma_interval"], 0.9);
    EXPECT_LT(here["shared_latency"], here["l2_latency"]);
    EXPECT_LT(here["l1_latency"], here["l2_latency"]);
    EXPECT_LT(here["l2_latency"], here["dram_latency"]);
    EXPECT_LT(here["barrier"], here["barrier_32_warps"]);
    EXPECT_LT(here["atomic_sector"], here["atomic_line"]) << "one word of a line after the other";
    EXPECT_GE(document["live"]["launches"].size(), 40U);
    const std::filesystem::path kept = std::string(document["saved"]);
    EXPECT_TRUE(std::filesystem::exists(kept)) << kept;
    const auto traced = good("report banks --device cuda --json").json();
    EXPECT_TRUE(traced["launches"][0]["modelled_seconds"].is_number()) << "of the chip that was measured";
}

TEST_F(CliTest, BandwidthIsMeasuredWithProgress) {
    const Outcome outcome = good("bandwidth --device cuda --size 1MiB --json --progress --csv curves.csv");
    const auto document = outcome.json();
    EXPECT_EQ(document["modelled"], false);
    EXPECT_EQ(document["complete"], true);
    EXPECT_GT(document["best_copy"]["gb_per_second"], 0);
    EXPECT_EQ(document["curves"].size(), 20U);
    for (const auto& curve : document["curves"]) {
        EXPECT_EQ(curve["clock"], curve["memory"] == "pageable" ? "host" : "events");
        ASSERT_EQ(curve["points"].size(), 11U);
        for (const auto& point : curve["points"]) EXPECT_GE(point["repetitions"], 5);
    }
    double last = 0;
    for (const std::string& line : lines(outcome.error)) {
        ASSERT_TRUE(line.starts_with("progress ")) << line;
        const double fraction = std::stod(line.substr(9));
        EXPECT_GE(fraction, last);
        last = fraction;
    }
    EXPECT_EQ(last, 1);
    EXPECT_EQ(csv(read("curves.csv")).size(), 1U + 20 * 11);
    refuses("bandwidth --device cuda --size 1TiB", 2, {"1 TiB", "largest"});
    refuses("bandwidth --device cuda --arch 2.0", 2, {"--arch"});
}

TEST_F(CliTest, ADeviceThatIsNotThereIsNamed) {
    refuses("report banks --device cuda:63", 3, {"63"});
}

} // namespace

} // namespace lanescope::shell

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const auto list = lanescope::shell::runProgram(".", {"list", "devices", "--json"}).json();
    if (list.contains("no_cuda")) {
        std::printf("skipped: %s\n", std::string(list["no_cuda"]).c_str());
        return 77;
    }
    return RUN_ALL_TESTS();
}
