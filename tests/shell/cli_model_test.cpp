// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <algorithm>
#include <fstream>

namespace lanescope::shell {

namespace {

const std::string kColumns =
    "shared_wavefronts,shared_bank_conflicts,global_sectors,global_tag_lookups,global_tstage_wavefronts,"
    "global_data_wavefronts,global_transactions,bytes_requested,bytes_transferred";

std::string fileText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A row of 32 lanes, each at first + lane x step.
std::string row(const std::string& begin, int first, int step) {
    std::string text = begin + ",";
    for (int lane = 0; lane < 32; ++lane)
        text.append(lane ? " " : "").append(std::to_string(first + lane * step));
    return text + "\n";
}

const std::string kHeading = "space,op,width_bytes,lane_byte_offsets\n";

TEST_F(CliTest, ModelGivesEveryMeasuredCount) {
    std::size_t compared = 0;
    for (const std::string name : {"h200_warp_counters.csv", "h200_warp_counters_2.csv"}) {
        const std::string path = std::string(LANESCOPE_MEASURED_DATA) + "/" + name;
        const auto measured = csv(fileText(path));
        const auto modelled = csv(good("model --arch 9.0 --csv " + path).out);
        ASSERT_EQ(modelled.size(), measured.size()) << name;
        const auto& in = measured.front();
        const auto& out = modelled.front();
        const auto op = std::find(in.begin(), in.end(), "op") - in.begin();
        for (std::size_t column = 0; column < in.size(); ++column) {
            const auto found = std::find(out.begin(), out.end(), in[column]) - out.begin();
            if (found == static_cast<std::ptrdiff_t>(out.size())) continue;
            for (std::size_t line = 1; line < measured.size(); ++line) {
                const bool store = measured[line][static_cast<std::size_t>(op)] == "st";
                if (measured[line][column].empty() || (store && in[column] == "global_data_wavefronts"))
                    continue;
                ASSERT_EQ(modelled[line][static_cast<std::size_t>(found)], measured[line][column])
                    << name << ", line " << line + 1 << ", " << in[column];
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 955U);
}

TEST_F(CliTest, ModelPrintsTheContractsColumns) {
    // A contiguous warp, and a stride of two words: a two-way conflict.
    const Outcome outcome =
        good("model --arch 9.0 --csv -", kHeading + row("global,ld,4", 0, 4) + row("shared,ld,4", 0, 8));
    EXPECT_EQ(outcome.out, kColumns + "\n,,4,1,1,1,4,128,128\n2,1,,,,,,128,\n");
    EXPECT_EQ(outcome.error, "");
    const auto document = good("model --arch 9.0 --json --csv -", kHeading + row("shared,ld,4", 0, 8)).json();
    EXPECT_EQ(document["architecture"], "9.0");
    EXPECT_EQ(document["rows"].size(), 1U);
    EXPECT_EQ(document["rows"][0]["shared_wavefronts"], 2);
    EXPECT_TRUE(document["rows"][0]["global_sectors"].is_null());
}

TEST_F(CliTest, ModelFollowsTheRulesAskedFor) {
    struct Case {
        const char* options;
        std::string row;
        const char* column;
        const char* value;
    };
    // 3.x, every 96th word: bank 0 of each in 4-byte mode; banks 0 and 16 by turns in 8-byte mode. 2.x: a
    // load of one word is a line of 128 bytes with L1 and a segment of 32 without. 1.x: all lanes of a
    // half-warp at words of one bank.
    const std::vector<Case> cases{
        {"--arch 3.5", row("shared,ld,4", 0, 384), "shared_wavefronts", "32"},
        {"--arch 3.5 --bank-mode 8", row("shared,ld,4", 0, 384), "shared_wavefronts", "16"},
        {"--arch 2.0", row("global,ld,4", 0, 128), "bytes_transferred", "4096"},
        {"--arch 2.0 --l1 off", row("global,ld,4", 0, 128), "bytes_transferred", "1024"},
        {"--arch 2.0 --l1 on", row("global,ld,4", 0, 128), "global_transactions", "32"},
        {"--arch 1.3 --broadcast worst", row("shared,ld,4", 0, 64), "shared_wavefronts", "32"},
        {"--arch 1.3 --broadcast best", row("shared,ld,4", 0, 64), "shared_wavefronts", "32"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.options);
        const auto table = csv(good(std::string("model --csv - ") + one.options, kHeading + one.row).out);
        ASSERT_EQ(table.size(), 2U);
        const auto at = std::find(table[0].begin(), table[0].end(), one.column) - table[0].begin();
        EXPECT_EQ(table[1].at(static_cast<std::size_t>(at)), one.value);
    }
}

TEST_F(CliTest, ModelRefusesBadTables) {
    struct Case {
        std::string table;
        std::vector<std::string> words;
    };
    const std::string fine = row("global,ld,4", 0, 4);
    const std::vector<Case> cases{
        {"", {"standard input"}},
        {"space,op,width_bytes\n", {"line 1"}},
        {kHeading + fine + row("moon,ld,4", 0, 4), {"line 3", "moon"}},
        {kHeading + fine + row("global,fetch,4", 0, 4), {"line 3", "fetch"}},
        {kHeading + fine + row("global,ld,5", 0, 4), {"line 3", "5"}},
        {kHeading + fine + row("global,ld,4", 1, 4), {"line 3"}},
        {kHeading + fine + "global,ld,4,0 4 8\n", {"line 3"}},
        {kHeading + fine + "global,ld,4\n", {"line 3"}},
    };
    for (const Case& one : cases) refuses("model --arch 9.0 --csv -", 2, one.words, one.table);
    refuses("model --arch 9.0 --csv missing.csv", 2, {"missing.csv", "No such file"});
    refuses("model --arch 9.0 --csv .", 2, {"directory"});
    refuses("model --arch 4.2 --csv -", 2, {"4.2", "9.0"});
    refuses("model --arch 9.0,2.0 --csv -", 2, {"one"});
    refuses("model --csv -", 2, {"--arch"});
    refuses("model --arch 9.0", 2, {"--csv"});
    refuses("model --arch 3.5 --bank-mode 6 --csv -", 2, {"--bank-mode", "6", "4 | 8"});
    refuses("model --arch 2.0 --l1 maybe --csv -", 2, {"--l1", "maybe"});
    refuses("model --arch 1.3 --broadcast lucky --csv -", 2, {"--broadcast", "lucky", "worst"});
}

} // namespace

} // namespace lanescope::shell
