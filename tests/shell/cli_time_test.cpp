// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The modelled time of a launch, as the program says it.
#include "child.h"

#include "model/time/launch_time.h"
#include "point.h"

#include <algorithm>
#include <iterator>

namespace lanescope::shell {

namespace {

/// Of different limits, and small enough to be run whole.
constexpr const char* kNames[] = {"copyFloat.4K.b256", "copyFloat4.1M.b256", "fastSpecial.132x256",
                                  "chainOfFma.132x256"};

constexpr int kSlow = 111; // a line of traced.cu

std::string sides(model::Dim3 size) {
    return std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z);
}

const std::string kSaxpy =
    std::string("trace ") + LANESCOPE_TRACED_PTX +
    " --device emulated --kernel saxpy --grid 4 --block 256 --arg i32:1024 --arg f32:2 "
    "--arg f32[1024] --arg f32[1024] ";

TEST_F(CliTest, TraceSaysTheTimeThatThePointsAreComparedBy) {
    if (std::string(LANESCOPE_TIMES_PTX).empty()) GTEST_SKIP() << "no nvcc when this was built";
    times::PointRunner runner(LANESCOPE_TIMES_PTX);
    std::size_t seen = 0;
    for (const times::Point& point : times::readPoints(LANESCOPE_TIMES_POINTS)) {
        if (std::find(std::begin(kNames), std::end(kNames), point.name) == std::end(kNames)) continue;
        const auto module = runner.module(point);
        const int registers = module->find(point.kernel)->registers;
        ASSERT_GT(registers, 0);
        const times::Seen run = runner.run(point, registers, 1 << 20);
        const auto time =
            model::launchTime(times::launched(point, run, registers), model::builtInTimes(), *run.sample,
                              module->machineCode(), run.report, run.traffic, run.executed);
        ASSERT_TRUE(time);
        std::string line = std::string("trace ") + LANESCOPE_TIMES_PTX + "/" + point.file +
                           ".ptx --device emulated --arch 9.0 --json --kernel " + point.kernel + " --grid " +
                           sides(point.grid) + " --block " + sides(point.block);
        for (const std::string& spec : point.specs) line += " --arg " + spec;
        const auto launch = good(line).json()["launches"][0];
        EXPECT_DOUBLE_EQ(launch["modelled_seconds"].get<double>(), time->cold.seconds) << point.name;
        EXPECT_DOUBLE_EQ(launch["modelled_seconds_warm"].get<double>(), time->warm.seconds) << point.name;
        EXPECT_GT(time->warm.seconds, time->warm.fixed) << point.name;
        EXPECT_GE(time->cold.seconds, time->warm.seconds) << point.name;
        ++seen;
    }
    EXPECT_EQ(seen, std::size(kNames));
}

TEST_F(CliTest, TraceSaysWhatASmallLaunchIsMadeOf) {
    const auto launch = good(kSaxpy + "--arch 9.0 --json").json()["launches"][0];
    EXPECT_GT(launch["modelled_seconds"].get<double>(), 1e-6);
    EXPECT_LT(launch["modelled_seconds"].get<double>(), 5e-6);
    EXPECT_EQ(launch["modelled_limit"], "launch_and_latency");
    EXPECT_GT(launch["modelled_seconds_without_limit"].get<double>(), 0);
    EXPECT_LT(launch["modelled_seconds_without_limit"].get<double>(),
              launch["modelled_seconds"].get<double>() / 2)
        << "most of it is launching";
    EXPECT_LT(launch["modelled_seconds_without_limit_warm"].get<double>(),
              launch["modelled_seconds_warm"].get<double>());
    const std::string text = good(kSaxpy + "--arch 9.0").out;
    EXPECT_NE(text.find("limited by launch and latency"), std::string::npos) << text;
    EXPECT_NE(text.find("Without launch overhead it would take"), std::string::npos) << text;
    EXPECT_NE(text.find("modelled time of a launch, not measured"), std::string::npos) << text;
}

TEST_F(CliTest, TraceSaysBeforeWhichLinesWarpsWait) {
    const std::string line = std::string("trace ") + LANESCOPE_TRACED_PTX +
                             " --device emulated --arch 9.0 --kernel slowLine --grid 132 --block 64 "
                             "--arg i32:1000 --arg f32[64] --arg f32[64] ";
    const auto launch = good(line + "--json").json()["launches"][0];
    const auto& lines = launch["lines"];
    ASSERT_GE(lines.size(), 1U);
    EXPECT_EQ(lines[0]["line"], kSlow);
    EXPECT_TRUE(lines[0]["file"].get<std::string>().ends_with("traced.cu"));
    EXPECT_GT(lines[0]["modelled_time_share"].get<double>(), 0.8);
    double sum = 0, before = 1;
    for (const auto& each : lines) {
        const auto share = each["modelled_time_share"].get<double>();
        EXPECT_GT(share, 0.005);
        EXPECT_LE(share, before);
        sum += before = share;
    }
    EXPECT_GT(sum, 0.95);
    EXPECT_LT(sum, 1 + 1e-9);
    const std::string text = good(line).out;
    EXPECT_NE(text.find("warps wait most before " + lines[0]["file"].get<std::string>() + ":" +
                        std::to_string(kSlow) + " ("),
              std::string::npos)
        << text;
}

TEST_F(CliTest, TheThreeSlowestLinesAreInTheText) {
    const std::string line = "report transpose --device emulated --arch 9.0 ";
    const auto launch = good(line + "--json").json()["launches"][0];
    const std::string text = good(line).out;
    const std::size_t at = text.find("warps wait most before ");
    ASSERT_NE(at, std::string::npos) << text;
    const std::string said = text.substr(at, text.find('\n', at) - at);
    ASSERT_GE(launch["lines"].size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& each = launch["lines"][i];
        const std::string place =
            each["file"].get<std::string>() + ":" + std::to_string(each["line"].get<int>()) + " (";
        EXPECT_EQ(said.find(place) != std::string::npos, i < 3) << said << "\n" << place;
    }
}

TEST_F(CliTest, NoTimeIsSaidOfAChipOfWhichNothingIsPublished) {
    const auto both = good(kSaxpy + "--arch 6.0,9.0 --json").json();
    EXPECT_TRUE(both[0]["launches"][0]["modelled_from"].is_null());
    EXPECT_TRUE(both[0]["launches"][0]["modelled_seconds"].is_null());
    EXPECT_TRUE(both[0]["launches"][0]["modelled_seconds_warm"].is_null());
    EXPECT_TRUE(both[0]["launches"][0]["modelled_limit"].is_null());
    EXPECT_TRUE(both[0]["launches"][0]["modelled_seconds_without_limit"].is_null());
    EXPECT_TRUE(both[0]["launches"][0]["lines"].is_null());
    EXPECT_TRUE(both[1]["launches"][0]["modelled_seconds"].is_number());
    EXPECT_EQ(good(kSaxpy + "--arch 6.0").out.find("modelled time"), std::string::npos);
}

TEST_F(CliTest, ATimeFromPublishedFiguresSaysSo) {
    const std::string said = "by published figures of this chip, and not checked against one";
    for (const char* chip : {"7.0", "7.5", "8.0", "L40", "4090"}) {
        const auto launch = good(kSaxpy + "--json --arch " + chip).json()["launches"][0];
        EXPECT_EQ(launch["modelled_from"], "published figures") << chip;
        EXPECT_GT(launch["modelled_seconds"], 0) << chip;
    }
    EXPECT_NE(good(kSaxpy + "--arch 8.0").out.find(said), std::string::npos);
    const std::string measured = good(kSaxpy + "--arch 9.0").out;
    EXPECT_NE(measured.find("modelled time"), std::string::npos);
    EXPECT_EQ(measured.find(said), std::string::npos);
}

/// What an H200 measured of the dynamic lab (tests/data/h200_labs.csv), events around the launch, from a warm
/// L2.
TEST_F(CliTest, ALaunchThatLaunchesGridsHasAboutTheTimeOfAnH200) {
    for (const auto& [set, microseconds] :
         {std::pair("stream=implicit", 99.9), std::pair("stream=named", 61.5),
          std::pair("stream=fire-and-forget", 57.2), std::pair("stream=tail", 209.4)}) {
        const auto report =
            good(std::string("report dynamic --device emulated --arch 9.0 --json --set ") + set).json();
        const auto& launch = report["launches"][0];
        EXPECT_GE(launch["modelled_seconds"].get<double>(), launch["modelled_seconds_warm"].get<double>())
            << set;
        EXPECT_FALSE(launch["lines"].empty()) << set;
        EXPECT_NEAR(report["pattern"][1]["milliseconds"].get<double>() * 1e3 / microseconds, 1, 0.2) << set;
    }
}

TEST_F(CliTest, ReportSaysTheTimeOfItsLaunches) {
    const std::string line = "report coalescing --set stride=16 --set size-mib=4 --device emulated ";
    const auto report = good(line + "--arch 9.0 --json").json();
    const auto& launch = report["launches"][0];
    EXPECT_EQ(launch["modelled_limit"], "dram");
    EXPECT_GE(launch["modelled_seconds"].get<double>(), launch["modelled_seconds_warm"].get<double>());
    // between two events there is more
    EXPECT_GT(report["modelled_time"]["kernels"][0]["milliseconds"].get<double>(),
              launch["modelled_seconds"].get<double>() * 1e3);
    EXPECT_TRUE(good(line + "--arch 6.0 --json").json()["launches"][0]["modelled_seconds"].is_null());
    EXPECT_GT(good("report texture --device emulated --json").json()["launches"][0]["modelled_seconds"], 0);
}

} // namespace

} // namespace lanescope::shell
