// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// `lanescope calls`, and what the other commands make of a lab whose calls may fail.
#include "child.h"

namespace lanescope::shell {
namespace {

TEST_F(CliTest, CallsSaysWhatEachReturned) {
    const auto document = good("calls errors --set mistake=late-error --device emulated --json").json();
    EXPECT_EQ(document["emulated"], true);
    EXPECT_EQ(document["device"], "emulated as CC 9.0");
    EXPECT_TRUE(document["ended"].is_null());
    int failed = 0;
    for (const auto& call : document["calls"])
        if (call["code"] == 700) {
            EXPECT_EQ(call["returned"], "cudaErrorIllegalAddress");
            ++failed;
        }
    EXPECT_EQ(failed, 4); // the copy, the question after it, both cudaFree
    const Outcome text = good("calls errors --set mistake=too-many-threads --arch 1.3 --device emulated");
    EXPECT_NE(text.out.find("cudaErrorInvalidValue"), std::string::npos);
    EXPECT_NE(text.out.find("emulated as CC 1.3, by the CUDA runtime's rules"), std::string::npos);
}

TEST_F(CliTest, WhatNoGpuRunsSaysSo) {
    const std::string private_ =
        "calls dynamic --set pointer=shared --set ask=off --arch 2.0 --device emulated";
    EXPECT_NE(good(private_).out.find("No GPU of CC 2.0 runs this"), std::string::npos);
    const auto facts = good("report dynamic --arch 2.0 --device emulated --json").json()["facts"];
    EXPECT_EQ(facts[0]["name"], "Beyond the hardware");
    EXPECT_NE(good("report hierarchy --set registers=100 --arch 2.0 --device emulated")
                  .out.find("at most 63 registers"),
              std::string::npos);
    EXPECT_EQ(lines(good("sweep hierarchy --arch 1.0 --csv - --device emulated").out).size(), 33U);
}

TEST_F(CliTest, CallsOfOtherLabsAreRefused) {
    refuses("calls nolab", 2, {"nolab", "errors"});
    refuses("calls wave --device emulated", 2, {"wave"});
    refuses("calls errors --set mistake=none", 2, {"none", "race"});
}

TEST_F(CliTest, AReportOfAMistakeHasItsFindingAndTheCalls) {
    const auto document = good("report errors --set mistake=race --device emulated --json").json();
    EXPECT_EQ(document["launches"][0]["findings"][0]["kind"], "race");
    EXPECT_EQ(document["host"]["calls"].size(), 8U);
    const auto faulty = good("report errors --device emulated --json").json();
    const auto& fault = faulty["launches"][0]["fault"];
    EXPECT_EQ(fault["kind"], "out of bounds");
    EXPECT_EQ(fault["block"][0], 1);
    EXPECT_EQ(fault["warp"], 1);
    EXPECT_EQ(fault["lane"], 31);
    const auto refused = good("report errors --set mistake=too-many-threads --device emulated --json").json();
    EXPECT_EQ(refused["launches"][0]["blocks_run"], 0);
    EXPECT_NE(refused["launches"][0]["refused"].get<std::string>().find("1536"), std::string::npos);
    const Outcome text = good("report errors --device emulated");
    EXPECT_NE(text.out.find("block (1,0,0), warp 1, lane 31"), std::string::npos);
    const Outcome barrier = good("report errors --set mistake=barrier --device emulated");
    EXPECT_NE(barrier.out.find("missing: lanes 8-31 of warp 1"), std::string::npos) << barrier.out;
    const auto late = good("report errors --set mistake=late-error --device emulated --json").json();
    EXPECT_EQ(late["launches"][1]["blocks_run"], 0);
    EXPECT_FALSE(late["launches"][1]["refused"].is_null());
}

TEST_F(CliTest, ASweepOverAMistakeCounts) {
    EXPECT_EQ(lines(good("sweep errors --over ahead=0:2 --csv - --device emulated").out).size(), 4U);
    refuses("sweep errors --csv - --device emulated", 2, {"errors", "--over"});
}

TEST_F(CliTest, ASweepHasNoCountsOfALaunchThatFailed) {
    // 127 shorts end at byte 254, where no float may begin.
    const auto rows = lines(good("sweep carving --over length0=126:127 --csv -").out);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_TRUE(rows[0].ends_with(",stopped"));
    EXPECT_TRUE(rows[1].starts_with("126,9.0,") && rows[1].ends_with(",")) << rows[1];
    const auto columns = static_cast<std::size_t>(std::count(rows[0].begin(), rows[0].end(), ','));
    const std::string nothing(columns - 1, ',');
    EXPECT_TRUE(rows[2].starts_with("127,9.0" + nothing + "\"carving.cu:31: misaligned 4-byte store at 0xfe"))
        << rows[2];
    const auto points = good("sweep carving --over length0=126:127 --json").json()["series"][0]["points"];
    EXPECT_TRUE(points[0]["modelled"][0]["counts"].is_object());
    EXPECT_TRUE(points[1]["modelled"][0]["counts"].is_null());
    EXPECT_FALSE(points[0].contains("stopped"));
    EXPECT_TRUE(points[1].contains("stopped"));
}

} // namespace
} // namespace lanescope::shell
