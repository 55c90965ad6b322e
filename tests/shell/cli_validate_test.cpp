// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace lanescope::shell {

namespace {

TEST_F(CliTest, ValidateComparesWhatTheProgramCarries) {
    const auto document = good("validate --device emulated --json").json();
    EXPECT_GE(document["bundled"]["accesses"], 955);
    EXPECT_EQ(document["bundled"]["architecture"], "9.0");
    EXPECT_TRUE(document["holds"]);
    EXPECT_TRUE(document["live"].is_null());
    EXPECT_NE(std::string(document["not_live_because"]).find("--device cuda"), std::string::npos);
    std::size_t exact = 0;
    for (const auto& row : document["bundled"]["quantities"]) {
        exact += static_cast<std::size_t>(row["exact"]);
        EXPECT_EQ(row["off"] == 0, row["largest_deviation"].is_null()) << row["quantity"];
        EXPECT_TRUE(!row["promised"] || row["off"] == 0) << row["quantity"];
    }
    EXPECT_GT(exact, 1900U);

    const Outcome text = good("validate --device emulated --progress");
    EXPECT_NE(text.out.find("shared load wavefronts"), std::string::npos);
    const std::size_t note = text.out.find("The access that deviates most");
    for (const auto& row : document["bundled"]["quantities"])
        if (row["off"] != 0) {
            const std::string access = row["largest_deviation"]["access"];
            EXPECT_GT(text.out.find(access), note) << "below the table";
            EXPECT_NE(text.out.find(access), std::string::npos);
        }
    ASSERT_NE(note, std::string::npos);
    for (const std::string& line : lines(text.out.substr(0, note))) EXPECT_LE(line.size(), 110U) << line;
    EXPECT_NE(text.out.find("Not compared with a GPU's counters"), std::string::npos);
}

TEST_F(CliTest, ValidateSaysHowFarModelledTimesAreOff) {
    const auto document = good("validate --times --device emulated --json").json();
    EXPECT_EQ(document["bundled"]["device"], "NVIDIA H200");
    EXPECT_TRUE(document["live"].is_null());
    EXPECT_TRUE(document["device"].is_null());
    EXPECT_TRUE(document["saved"].is_null());
    EXPECT_NE(std::string(document["not_live_because"]).find("--device cuda"), std::string::npos);
    EXPECT_GE(document["figures"].size(), 45U);
    for (const auto& figure : document["figures"]) {
        EXPECT_GT(figure["h200"], 0) << figure["figure"];
        EXPECT_TRUE(figure["here"].is_null());
    }
    const auto& launches = document["bundled"]["launches"];
    EXPECT_GE(launches.size(), 44U);
    double sum = 0;
    for (const auto& launch : launches) {
        const double modelled = launch["modelled_seconds"], measured = launch["measured_seconds"];
        EXPECT_NEAR(launch["error"], modelled / measured - 1, 1e-9);
        sum += std::abs(modelled / measured - 1);
    }
    const double mean = document["bundled"]["mean_error"];
    EXPECT_NEAR(mean, sum / static_cast<double>(launches.size()), 1e-9);
    EXPECT_LT(mean, 0.15);
    std::size_t counted = 0;
    for (const auto& bin : document["bundled"]["histogram"])
        counted += static_cast<std::size_t>(bin["launches"]);
    EXPECT_EQ(counted, launches.size());

    const Outcome text = good("validate --times --device emulated --progress");
    for (const char* word :
         {"l2_latency", "bytes per cycle", "mean error", "-5 % to 0 %", "Not measured here"})
        EXPECT_NE(text.out.find(word), std::string::npos) << word;
    EXPECT_NE(text.error.find("progress 0"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(configFolder(m_folder))) << "nothing is kept unless it is asked for";
}

/// The program's own row as another chip's.
std::string rowOfA100() {
    std::ifstream file(LANESCOPE_MEASURED_DATA "/h200_microbenchmarks.csv");
    std::stringstream text;
    text << file.rdbuf();
    std::string row = text.str();
    for (const auto& [from, to] :
         {std::pair("NVIDIA H200", "A100-SXM4-40GB"), std::pair("H200 SXM", "A100 40 GB SXM"),
          std::pair("multiprocessors,132", "multiprocessors,108")})
        row.replace(row.find(from), std::strlen(from), to);
    return row;
}

TEST_F(CliTest, TimesThatAreKeptAreModelled) {
    const std::string trace = std::string("trace ") + LANESCOPE_TRACED_PTX +
                              " --device emulated --kernel saxpy --grid 4 --block 256 --arg i32:1024 "
                              "--arg f32:2 --arg f32[1024] --arg f32[1024] --json --arch ";
    const auto seconds = [&](const Outcome& outcome) {
        return outcome.json()["launches"][0]["modelled_seconds"];
    };
    const auto from = [&](const Outcome& outcome) { return outcome.json()["launches"][0]["modelled_from"]; };
    const Outcome published = good(trace + "8.0");
    EXPECT_EQ(from(published), "published figures");
    const auto h200 = seconds(good(trace + "9.0"));
    EXPECT_GT(seconds(good(trace + "H100")), 0) << "the program carries its row";
    const std::filesystem::path rows = configFolder(m_folder) / "lanescope/times";
    std::filesystem::create_directories(rows);
    const auto keep = [&](const char* name, const std::string& row) { std::ofstream(rows / name) << row; };
    keep("a.csv", rowOfA100());
    const Outcome kept = good(trace + "8.0");
    EXPECT_GT(seconds(kept), 0);
    EXPECT_NE(seconds(kept), seconds(published));
    EXPECT_EQ(from(kept), "measured chip");
    EXPECT_EQ(kept.error, "");
    EXPECT_EQ(seconds(good(trace + "9.0")), h200) << "another chip's do not touch it";

    // A damaged row costs a line, and nothing else.
    keep("a.csv", rowOfA100().substr(0, 400));
    const Outcome damaged = good(trace + "8.0");
    EXPECT_EQ(seconds(damaged), seconds(published));
    EXPECT_EQ(lines(damaged.error).size(), 1U) << damaged.error;
    EXPECT_NE(damaged.error.find("a.csv"), std::string::npos);
    EXPECT_NE(damaged.error.find("left out"), std::string::npos);
    keep("b.csv", rowOfA100());
    EXPECT_EQ(from(good(trace + "8.0")), "measured chip") << "the next one is read all the same";
}

TEST_F(CliTest, ValidateRefusesWhatItCannotDo) {
    refuses("validate --save", 2, {"--save", "--times"});
    refuses("validate --times --csv accesses.csv", 2, {"--times", "--csv"});
    refuses("validate --times --accesses 60", 2, {"--times", "--accesses"});
    refuses("validate --times --save --device emulated", 2, {"--save", "emulated"});
    refuses("validate --times --device cuda:63", 3, {});
    refuses("validate --accesses 0", 2, {"--accesses", "1 to 100000"});
    for (const char* seed : {"many", "-1", "1.5", "18446744073709551616", "99999999999999999999"})
        refuses(std::string("validate --seed ") + seed, 2, {"--seed", seed, "18446744073709551615"});
    EXPECT_EQ(good("validate --device emulated --json --seed 18446744073709551615").json()["holds"], true);
    refuses("validate --device quick", 2, {"quick", "emulated"});
    refuses("validate --device cuda:63", 3, {});
    refuses("validate --device emulated --csv accesses.csv", 2, {"--csv", "emulated"});
    refuses("validate --csv -", 2, {"--csv", "file"});
    refuses("validate --csv no/such/folder/a.csv", 2, {"no/such/folder"});
}

TEST_F(CliTest, WhatNeedsAGpuIsRefusedAlike) {
    const bool gpu = good("list devices --json").json()["devices"].size() > 1;
    for (const char* option :
         {"report banks --counters", "report banks --cache cold", "report banks --launches 5",
          "sweep banks --csv out.csv --measure", "validate --csv out.csv"}) {
        const std::string line(option);
        const std::size_t begin = line.rfind("--");
        const std::string flag = line.substr(begin, line.find(' ', begin) - begin);
        refuses(line + " --device emulated", 2, {flag, "emulated"});
        refuses(line + " --device cuda:63", 3, {});
        if (!gpu) refuses(line, 3, {flag, "GPU"});
    }
    refuses("report banks --cache lukewarm", 2, {"warm or cold", "lukewarm"});
    refuses("report banks --cache lukewarm --device emulated", 2, {"warm or cold", "lukewarm"});
    refuses("report banks --cache lukewarm --device cuda:63", 2, {"warm or cold", "lukewarm"});
}

} // namespace

} // namespace lanescope::shell
