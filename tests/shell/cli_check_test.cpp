// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// --check: races, reads of uninitialised memory and misuse of warps, in text and as JSON.
#include "child.h"

namespace lanescope::shell {

namespace {

// lines of traced.cu
constexpr int kWrite = 91, kRead = 93, kShuffle = 126;

std::string turn(const std::string& in, bool wait, const std::string& more) {
    return std::string("trace ") + LANESCOPE_TRACED_PTX +
           " --device emulated --kernel turn --grid 1 --block 64 --arg i32[64]" + in +
           " --arg i32[64] --arg i8:" + (wait ? "1 " : "0 ") + more;
}

TEST_F(CliTest, CheckNamesBothAccessesOfARace) {
    const auto launch = good(turn("=ramp", false, "--check --json")).json()["launches"][0];
    ASSERT_EQ(launch["findings"].size(), 1U) << launch["findings"];
    EXPECT_TRUE(launch["checked"]);
    const auto& finding = launch["findings"][0];
    EXPECT_EQ(finding["kind"], "race");
    EXPECT_EQ(finding["line"], kRead);
    EXPECT_TRUE(std::string(finding["file"]).ends_with("traced.cu"));
    EXPECT_EQ(finding["count"], 64);
    EXPECT_EQ(finding["access"]["operation"], "load");
    EXPECT_EQ(finding["access"]["line"], kRead);
    EXPECT_EQ(finding["earlier"]["operation"], "store");
    EXPECT_EQ(finding["earlier"]["line"], kWrite);
    // lane l reads what lane 31 - l has written
    EXPECT_EQ(finding["access"]["warp"], 0);
    EXPECT_EQ(finding["access"]["lane"], 0);
    EXPECT_EQ(finding["earlier"]["lane"], 31);
    EXPECT_EQ(finding["earlier"]["thread"][0], 31);
    EXPECT_EQ(finding["array"], "part");
    EXPECT_EQ(finding["offset"], 31 * 4);
    EXPECT_EQ(finding["bytes"], 4);
    EXPECT_EQ(finding["space"], "shared");
}

/// A link or a file says it as well as the option does, and so a program runs with the checks of its host.
TEST_F(CliTest, AScenarioChecks) {
    write("plain.json", R"({"lab": "banks"})");
    write("checked.json", R"({"lab": "banks", "check": true})");
    for (const auto& [scenario, checked] :
         {std::pair{"lanescope:banks", false}, std::pair{"lanescope:banks?check", true},
          std::pair{"plain.json", false}, std::pair{"checked.json", true}})
        EXPECT_EQ(good(std::string("report --device emulated --json --scenario ") + scenario)
                      .json()["launches"][0]["checked"],
                  checked)
            << scenario;
    writeProgram("program", "echo checks: $LANESCOPE_CHECK >seen");
    run("report --run-program --device emulated --scenario lanescope:./program?check");
    EXPECT_EQ(read("seen"), "checks: 1\n");
}

TEST_F(CliTest, CheckGoesByTheArchitecture) {
    for (const char* cc : {"6.1", "7.0"}) {
        const auto launch =
            good(turn("=ramp", false, std::string("--check --json --arch ") + cc)).json()["launches"][0];
        EXPECT_EQ(launch["findings"].size(), std::string(cc) == "7.0" ? 1U : 0U) << cc;
    }
    EXPECT_EQ(good(turn("=ramp", true, "--check --json")).json()["launches"][0]["findings"].size(), 0U);
}

TEST_F(CliTest, CheckFindsReadsOfWhatNobodyHasWritten) {
    const auto launch = good(turn("=raw", true, "--check --json")).json()["launches"][0];
    ASSERT_GE(launch["findings"].size(), 1U);
    const auto& finding = launch["findings"][0];
    EXPECT_EQ(finding["kind"], "uninitialised read");
    EXPECT_EQ(finding["line"], kWrite);
    EXPECT_EQ(finding["space"], "global");
    EXPECT_EQ(finding["count"], 64);
    EXPECT_TRUE(finding["earlier"].is_null());
}

TEST_F(CliTest, NothingIsLookedForUnlessItIsAsked) {
    const auto launch = good(turn("=raw", false, "--json")).json()["launches"][0];
    EXPECT_FALSE(launch["checked"]);
    EXPECT_TRUE(launch["findings"].empty());
    EXPECT_EQ(good(turn("=raw", false, "")).out.find("checks, by the emulator"), std::string::npos);
}

TEST_F(CliTest, CheckFindsRacesOfBlocksAndLanesThatAreNotThere) {
    const std::string base =
        std::string("trace ") + LANESCOPE_TRACED_PTX +
        " --device emulated --kernel addNext --grid 2 --block 16 --arg i32[33]=ramp --check";
    const auto findings = good(base + " --json").json()["launches"][0]["findings"];
    const auto of = [&](const std::string& kind) {
        for (const auto& each : findings)
            if (each["kind"] == kind) return each;
        ADD_FAILURE() << kind << " in " << findings;
        return findings[0];
    };
    const auto lane = of("inactive lane");
    EXPECT_EQ(lane["line"], kShuffle);
    EXPECT_EQ(lane["count"], 2 * 8);
    EXPECT_EQ(lane["arrived_lanes"][0], 0xffff);
    EXPECT_TRUE(lane["access"].is_null());
    EXPECT_EQ(of("race")["space"], "global");
    // with one thread each, it is one between blocks
    const auto race =
        good(std::string("trace ") + LANESCOPE_TRACED_PTX +
             " --device emulated --kernel addNext --grid 2 --block 1 --arg i32[33]=ramp --check --json")
            .json()["launches"][0]["findings"][0];
    EXPECT_EQ(race["kind"], "race");
    EXPECT_EQ(race["access"]["block"][0], 1);
    EXPECT_EQ(race["earlier"]["block"][0], 0);
    const std::string text = good(base).out;
    EXPECT_NE(text.find("race on global memory at "), std::string::npos) << text;
    EXPECT_NE(text.find("shuffle from a lane that is not there"), std::string::npos) << text;
}

TEST_F(CliTest, CheckSaysInTextWhatWasFoundAndThatNothingWas) {
    const std::string found = good(turn("=ramp", false, "--check")).out;
    EXPECT_NE(
        found.find("traced.cu:" + std::to_string(kRead) + ": race on shared memory at part+124 (4 bytes)"),
        std::string::npos)
        << found;
    EXPECT_NE(found.find("(64 accesses race in this way; the threads named are one example)"),
              std::string::npos)
        << found;
    EXPECT_NE(good(turn("=ramp", true, "--check"))
                  .out.find("no race, no uninitialised read, no misuse of warps and mbarriers in all blocks"),
              std::string::npos);
    EXPECT_NE(good("report transpose --check --device emulated")
                  .out.find("no race, no uninitialised read, no misuse of warps and mbarriers in all blocks"),
              std::string::npos);
    const auto report = good("report transpose --check --device emulated --json").json();
    EXPECT_TRUE(report["launches"][0]["checked"]);
    EXPECT_TRUE(report["launches"][0]["findings"].empty());
}

} // namespace
} // namespace lanescope::shell
