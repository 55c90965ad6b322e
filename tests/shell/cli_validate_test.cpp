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
    EXPECT_NE(text.out.find("Not compared with a GPU's counters"), std::string::npos);
}

TEST_F(CliTest, ValidateRefusesWhatItCannotDo) {
    refuses("validate --accesses 0", 2, {"--accesses", "1 to 100000"});
    refuses("validate --seed many", 2, {"--seed"});
    refuses("validate --device quick", 2, {"quick", "emulated"});
    refuses("validate --device cuda:63", 3, {});
    refuses("validate --device emulated --csv accesses.csv", 3, {"--csv", "--device cuda"});
    refuses("validate --csv -", 2, {"--csv", "file"});
    refuses("validate --csv no/such/folder/a.csv", 2, {"no/such/folder"});
}

TEST_F(CliTest, CountersNeedAGpu) {
    refuses("report banks --counters --device emulated", 3, {"emulated", "--device cuda"});
    refuses("report banks --counters --device cuda:63", 3, {});
}

} // namespace

} // namespace lanescope::shell
