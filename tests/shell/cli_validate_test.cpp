// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

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

TEST_F(CliTest, ValidateRefusesWhatItCannotDo) {
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
