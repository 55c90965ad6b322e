// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"
#include "model/memory/access_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace lanescope::model::test {
namespace {

const std::string kHeading = "space,op,width_bytes,lane_byte_offsets\n";
const std::string kResult =
    "shared_wavefronts,shared_bank_conflicts,global_sectors,global_tag_lookups,global_tstage_wavefronts,"
    "global_data_wavefronts,global_transactions,bytes_requested,bytes_transferred\n";

std::string offsets(std::uint64_t stride, std::uint64_t first = 0) {
    std::string text;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
        text.append(lane != 0 ? " " : "").append(std::to_string(first + stride * lane));
    }
    return text;
}

std::string modelled(const std::string& table, const char* capability = "9.0", const Rules& rules = {}) {
    std::istringstream in(table);
    std::ostringstream out;
    writeCountTable(out, readAccessTable(in), rowOf(capability), rules);
    return out.str();
}

TEST(AccessTable, PrintsWhatTheArchitectureAndTheSpaceHave) {
    const std::string global = kHeading + "global,ld,4," + offsets(4, 4) + "\n";
    const std::string shared = kHeading + "shared,ld,4," + offsets(8) + "\n";
    // 4 bytes past the line's start: 5 sectors of 2 lines; lines 0 and 1 are in different tag banks.
    EXPECT_EQ(modelled(global), kResult + ",,5,2,1,1,5,128,160\n");
    EXPECT_EQ(modelled(global, "8.0"), kResult + ",,5,2,1,1,5,128,160\n");
    EXPECT_EQ(modelled(global, "6.1"), kResult + ",,5,2,1,,5,128,160\n");
    EXPECT_EQ(modelled(global, "3.5"), kResult + ",,,,,,5,128,160\n");
    EXPECT_EQ(modelled(global, "2.0"), kResult + ",,,,,,2,128,256\n");
    EXPECT_EQ(modelled(global, "2.0", {BroadcastChoice::Fixed, 4, false}), kResult + ",,,,,,5,128,160\n");
    EXPECT_EQ(modelled(global, "1.3"), kResult + ",,,,,,3,128,224\n");
    EXPECT_EQ(modelled(global, "1.0"), kResult + ",,,,,,32,128,1024\n");
    EXPECT_EQ(modelled(shared), kResult + "2,1,,,,,,128,\n");
    EXPECT_EQ(modelled(shared, "3.5"), kResult + "1,0,,,,,,128,\n");
    EXPECT_EQ(modelled(shared, "1.0"), kResult + "4,2,,,,,,128,\n");
    const std::string reduction = kHeading + "global,red,4," + offsets(0) + "\n";
    EXPECT_EQ(modelled(reduction), kResult + ",,32,32,32,,32,128,1024\n");
}

TEST(AccessTable, MatrixOperations) {
    const std::string table = "space,op,width_bytes,matrices,lane_byte_offsets\nshared,ldmatrix,16,4," +
                              offsets(64) + "\nshared,stmatrix,16,4," + offsets(16) + "\nshared,ld,16,," +
                              offsets(16) + "\n";
    EXPECT_EQ(modelled(table), kResult + "16,12,,,,,,512,\n4,0,,,,,,512,\n4,0,,,,,,512,\n");
    EXPECT_EQ(modelled(table, "8.0"), kResult + "16,12,,,,,,512,\n,,,,,,,512,\n4,0,,,,,,512,\n");
    EXPECT_EQ(modelled(table, "7.0"), kResult + ",,,,,,,512,\n,,,,,,,512,\n4,0,,,,,,512,\n");
}

TEST(AccessTable, FindsColumnsByName) {
    const std::string row = kResult + "1,0,,,,,,128,\n";
    EXPECT_EQ(
        modelled("note,lane_byte_offsets,op,x,width_bytes,space\nhello," + offsets(4) + ",st,,4,shared\n"),
        row);
    EXPECT_EQ(modelled("\xef\xbb\xbf" + kHeading + "shared,ld,4," + offsets(4) + "\n"), row)
        << "byte order mark";
    EXPECT_EQ(
        modelled("space,op,width_bytes,lane_byte_offsets\r\n\r\nshared,ld,4," + offsets(4) + "\r\n\r\n"),
        row);
    EXPECT_EQ(modelled(kHeading + "\n  \nshared,ld,4," + offsets(4)), row) << "no line end at the end";
    EXPECT_EQ(
        modelled(
            "\"space\",op,width_bytes,lane_byte_offsets,\"a \"\"note\"\", long\"\n\"shared\", ld ,\"4\",\"" +
            offsets(4) + "\",\"x,\ny\"\n"),
        row);
    EXPECT_EQ(modelled(kHeading), kResult) << "no rows";
}

TEST(AccessTable, InactiveLanesTakeNoPart) {
    std::string lanes = "128";
    for (int lane = 1; lane < 32; ++lane) {
        lanes += " -";
    }
    EXPECT_EQ(modelled(kHeading + "global,ld,8," + lanes + "\n"), kResult + ",,1,1,1,1,1,8,32\n");
    std::ranges::copy(std::string_view("-  "), lanes.begin());
    EXPECT_EQ(modelled(kHeading + "global,ld,8," + lanes + "\n"), kResult + ",,0,0,0,0,0,0,0\n");
}

struct BadTable {
    std::string table;
    std::size_t line;
    std::string says;
};

TEST(AccessTable, BadRowsSayWhereAndNothingIsWritten) {
    const std::string good = "shared,ld,4," + offsets(4) + "\n";
    const auto withOffset = [](const std::string& first) { return std::string(first).append(offsets(4), 1); };
    const std::vector<BadTable> tables{
        {"", 1, "empty"},
        {"\n\n", 1, "empty"},
        {"space,op,lane_byte_offsets\n", 1, "width_bytes"},
        {"\n" + good, 2, "no column space"},
        {kHeading + good + "surface,ld,4," + offsets(4) + "\n", 3, "'surface'"},
        {kHeading + good + "\nshared,move,4," + offsets(4) + "\n", 4, "'move'"},
        {kHeading + "shared,ld,5," + offsets(4) + "\n", 2, "'5'"},
        {kHeading + "shared,ld,," + offsets(4) + "\n", 2, "width_bytes"},
        {kHeading + "shared,ld,04," + offsets(4) + "\n", 2, "'04'"},
        {kHeading + "shared,ld,4\n", 2, "0 entries, not 32"},
        {kHeading + "shared,ld,4,0 4 8\n", 2, "3 entries, not 32"},
        {kHeading + "shared,ld,4," + offsets(4) + " 128\n", 2, "more than 32"},
        {kHeading + "shared,ld,4," + withOffset("x") + "\n", 2, "lane 0 is 'x'"},
        {kHeading + "shared,ld,4," + withOffset("-4") + "\n", 2, "'-4'"},
        {kHeading + "shared,ld,4," + withOffset("4.0") + "\n", 2, "'4.0'"},
        {kHeading + "shared,ld,4," + withOffset("99999999999999999999") + "\n", 2, "lane 0"},
        {kHeading + "shared,ld,4," + withOffset("2") + "\n", 2, "not a multiple of the width"},
        {kHeading + "shared,ld,8," + offsets(4) + "\n", 2, "lane 1 is not a multiple of the width, 8"},
        {kHeading + "shared,ldmatrix,16," + offsets(16) + "\n", 2, "matrices"},
        {"matrices," + kHeading + "3,shared,ldmatrix,16," + offsets(16) + "\n", 2, "'3'"},
        {"matrices," + kHeading + "1,global,ldmatrix,16," + offsets(16) + "\n", 2, "shared memory only"},
        {"matrices," + kHeading + "1,shared,stmatrix,8," + offsets(16) + "\n", 2, "16"},
        {kHeading + "\"shared,ld,4," + offsets(4) + "\n", 2, "quote"},
        {kHeading + "\"shared\"x,ld,4," + offsets(4) + "\n", 2, "quote"},
        {kHeading + "shared,ld,4,\"" + offsets(4) + "\n\"\nshared\n", 4, "op"},
    };
    for (const BadTable& bad : tables) {
        std::istringstream in(bad.table);
        std::ostringstream out;
        SCOPED_TRACE(bad.table);
        try {
            writeCountTable(out, readAccessTable(in), rowOf("9.0"));
            ADD_FAILURE() << "no error";
        } catch (const std::runtime_error& error) {
            const std::string message = error.what();
            EXPECT_TRUE(message.starts_with("line " + std::to_string(bad.line) + ": ")) << message;
            EXPECT_NE(message.find(bad.says), std::string::npos) << message;
            EXPECT_EQ(message.find('\n'), std::string::npos) << message;
            EXPECT_LT(message.size(), 200U);
        }
        EXPECT_TRUE(out.str().empty()) << "something was written before the error";
    }
}

} // namespace
} // namespace lanescope::model::test
