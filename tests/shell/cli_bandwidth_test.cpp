// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lanescope::shell {

namespace {

TEST_F(CliTest, BandwidthIsModelledWithoutAGpu) {
    const auto document = good("bandwidth --device emulated --json").json();
    EXPECT_EQ(document["modelled"], true);
    EXPECT_EQ(document["complete"], true);
    EXPECT_EQ(document["architecture"], "9.0");
    EXPECT_EQ(document["peaks"]["pcie"]["generation"], 5);
    EXPECT_EQ(document["peaks"]["pcie"]["lanes"], 16);
    // 32 GT/s x 16 lanes / 8 bits x 128/130.
    EXPECT_NEAR(document["peaks"]["pcie"]["gb_per_second"].get<double>(), 63.015, 0.001);
    EXPECT_GT(document["peaks"]["memory"]["gb_per_second"], 4000);
    EXPECT_TRUE(document["best_copy"].is_null()) << "nothing was measured";
    std::set<std::string> kinds;
    for (const auto& curve : document["curves"]) {
        kinds.insert(curve["direction"].get<std::string>() + " " + curve["memory"].get<std::string>());
        ASSERT_EQ(curve["points"].size(), 21U);
        const bool twice = curve["direction"] == "both" || curve["direction"] == "d2d";
        double bytes = 1024;
        for (const auto& point : curve["points"]) {
            EXPECT_EQ(point["bytes"], bytes);
            EXPECT_FALSE(point.contains("repetitions"));
            const double counted = twice ? 2 * bytes : bytes;
            EXPECT_NEAR(point["gb_per_second"].get<double>() * point["seconds"].get<double>() * 1e9, counted,
                        counted * 1e-9);
            bytes *= 2;
        }
        EXPECT_TRUE(curve["clock"].is_null());
    }
    EXPECT_EQ(kinds.size(), 3U * 5 + 2);
}

TEST_F(CliTest, BandwidthTablesAgreeWithTheJson) {
    const auto document = good("bandwidth --device emulated --arch K40 --size 1MiB --json").json();
    EXPECT_EQ(document["peaks"]["pcie"]["generation"], 3);
    const Outcome outcome = good("bandwidth --device emulated --arch K40 --size 1MiB --csv curves.csv");
    EXPECT_NE(outcome.out.find("modelled for Tesla K40"), std::string::npos);
    EXPECT_NE(outcome.out.find("host to device, GB/s (bytes copied, once; peak 15.8)"), std::string::npos)
        << outcome.out;
    const auto rows = csv(read("curves.csv"));
    ASSERT_EQ(rows.size(), 1 + 11 * document["curves"].size());
    std::map<std::string, std::size_t> column;
    for (std::size_t i = 0; i < rows[0].size(); ++i) column[rows[0][i]] = i;
    std::size_t row = 1;
    for (const auto& curve : document["curves"])
        for (const auto& point : curve["points"]) {
            EXPECT_EQ(rows[row][column.at("direction")], curve["direction"]);
            EXPECT_EQ(rows[row][column.at("memory")], curve["memory"]);
            EXPECT_EQ(rows[row][column.at("bytes")], std::to_string(point["bytes"].get<std::uint64_t>()));
            EXPECT_NEAR(std::stod(rows[row][column.at("seconds")]), point["seconds"].get<double>(),
                        point["seconds"].get<double>() * 1e-3);
            EXPECT_EQ(rows[row][column.at("repetitions")], "");
            EXPECT_EQ(rows[row][column.at("modelled")], "1");
            ++row;
        }
    EXPECT_EQ(good("bandwidth --device emulated --arch K40 --size 1MiB --csv -").out, read("curves.csv"));
}

TEST_F(CliTest, BandwidthSaysWhatItLeavesOut) {
    std::string cc; // one with a bus
    for (const std::string& each : capabilitiesWithoutProduct())
        if (run("bandwidth --device emulated --size 1MiB --arch " + each).code == 0) cc = each;
    ASSERT_NE(cc, "");
    const Outcome rules = good("bandwidth --device emulated --arch " + cc + " --size 1MiB");
    EXPECT_NE(rules.out.find("device to device is left out: CC " + cc + " stands for"), std::string::npos)
        << rules.out;
    EXPECT_EQ(rules.out.find("CC " + cc + " (CC " + cc + ")"), std::string::npos) << rules.out;
    EXPECT_NE(rules.out.find("host to device, GB/s"), std::string::npos);
    EXPECT_EQ(good("bandwidth --device emulated --arch 9.0 --size 1MiB").out.find("left out"),
              std::string::npos);
}

TEST_F(CliTest, BandwidthSizesAreChecked) {
    const auto sizes = [&](const std::string& text) {
        return good("bandwidth --device emulated --json --size " + text).json()["most_bytes"];
    };
    EXPECT_EQ(sizes("1KiB"), 1024);
    EXPECT_EQ(sizes("4096"), 4096);
    EXPECT_EQ(sizes("2M"), 2 << 20);
    EXPECT_EQ(sizes("2MiB"), 2 << 20);
    for (const char* wrong : {"0", "1000", "512", "3MiB", "-1", "1.5GiB", "MiB", "1XiB", "2TiB", "1kB",
                              "99999999999999999999", "18446744073709551616KiB"})
        refuses(std::string("bandwidth --device emulated --size ") + wrong, 2, {wrong, "power of two"});
    refuses("bandwidth --device emulated --arch 8.7", 2, {"8.7", "architecture"});
    refuses("bandwidth --device emulated --arch 4.0", 2, {"4.0"});
    refuses("bandwidth --device tpu", 2, {"tpu", "emulated"});
    refuses("bandwidth --device emulated --json --csv -", 2, {"standard output"});
    refuses("bandwidth --device emulated --csv missing/out.csv", 2, {"missing/out.csv"});
    refuses("bandwidth extra", 2, {"extra"});
}

TEST_F(CliTest, BandwidthOfADeviceThatIsNotThere) {
    if (!good("list devices --json").json().contains("no_cuda"))
        GTEST_SKIP() << "this machine has a CUDA device";
    refuses("bandwidth --device cuda", 3, {"NVIDIA driver"});
    refuses("bandwidth --device cuda:1 --json", 3, {"NVIDIA driver"});
    EXPECT_EQ(good("bandwidth --json").json()["modelled"], true);
}

TEST_F(CliTest, ALabWithoutKernelsIsReportedAndSwept) {
    const auto report = good("report transfers --device emulated --json --set size=1GiB --set "
                             "memory=page-locked")
                            .json();
    EXPECT_TRUE(report["launches"].empty());
    // 63.015 x 256 / 276 GB/s, nearly.
    EXPECT_NEAR(report["modelled_work"]["gb_per_second"].get<double>(), 58.45, 0.05);
    EXPECT_EQ(report["modelled_work"]["bytes"], 1 << 30);
    EXPECT_NE(good("report transfers --device emulated").out.find("no kernel runs"), std::string::npos);
    EXPECT_TRUE(good("report transfers --device emulated --arch 8.7 --json")
                    .json()["modelled_work"]["seconds"]
                    .is_null());
    EXPECT_FALSE(
        good("report transfers --device emulated --set direction=d2d --json").json()["launches"].empty());
    const Outcome device = good("report transfers --device emulated --set direction=d2d --set size=1GiB");
    EXPECT_NE(device.out.find("Not of this work"), std::string::npos) << device.out;
    EXPECT_EQ(device.out.find("DRAM"), std::string::npos) << "of another kernel\n" << device.out;
    EXPECT_EQ(device.out.find("modelled between events"), std::string::npos) << device.out;
    const auto deviceJson = good("report transfers --device emulated --set direction=d2d --json").json();
    for (const char* ofTheKernel : {"dram", "modelled_time", "timing"})
        EXPECT_FALSE(deviceJson.contains(ofTheKernel)) << ofTheKernel;
    const auto rows = csv(good("sweep transfers --over size=1KiB:1GiB --arch 2.0,9.0 --csv -").out);
    ASSERT_EQ(rows.size(), 1U + 21 * 2);
    EXPECT_EQ(rows[1][0], "1KiB");
    EXPECT_EQ(rows.back()[0], "1GiB");
    const std::size_t gbps = rows[0].size() - 2;
    EXPECT_EQ(rows[0][gbps], "modelled_gbps");
    // Pageable: half of a DDR3-1333 channel, half of a DDR5-4800 one.
    EXPECT_NEAR(std::stod(rows[rows.size() - 2][gbps]), 5.33, 0.01);
    EXPECT_NEAR(std::stod(rows.back()[gbps]), 19.2, 0.01);
    // The small launches beside the commands have accesses, the commands none: a 0 would be a count.
    const auto streams = csv(good("sweep streams --over streams=1:2 --arch 9.0 --csv -").out);
    for (std::size_t column = 0; column < streams[0].size(); ++column)
        for (const char* counted : {"requests", "sectors", "transactions", "wavefronts", "efficiency"})
            if (streams[0][column] == counted) {
                EXPECT_EQ(streams[1][column], "") << counted;
            }
    for (const char* direction : {"h2d", "d2d"}) {
        const auto swept = csv(good(std::string("sweep transfers --over size=64KiB:64MiB --arch 9.0 --csv - "
                                                "--set direction=") +
                                    direction)
                                   .out);
        const auto requested = static_cast<std::size_t>(
            std::find(swept[0].begin(), swept[0].end(), "bytes_requested") - swept[0].begin());
        ASSERT_LT(requested, swept[0].size());
        double bytes = direction[0] == 'h' ? 65536 : 2 * 65536;
        for (std::size_t row = 1; row < swept.size(); ++row, bytes *= 2)
            EXPECT_EQ(std::stod(swept[row][requested]), bytes) << direction << " " << row;
    }
}

} // namespace

} // namespace lanescope::shell
