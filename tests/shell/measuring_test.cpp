// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The process that measures beside the window, and what the window reads of it.
#include "kit/parameters.h"
#include "script_folder.h"
#include "shell/app/measuring/measuring_process.h"
#include "shell/output/counters.h"
#include "shell/output/sweep.h"
#include "shell/output/times.h"
#include "shell/output/validation.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace lanescope::shell {
namespace {

using namespace std::chrono_literals;

class Measuring : public testing::Test {
protected:
    std::string program(const std::string& script) const { return m_folder.program(script); }
    MeasuringProcess::Outcome waitFor(MeasuringProcess& process) const {
        for (int i = 0; i < 1000; ++i) {
            if (auto outcome = process.poll()) return *outcome;
            std::this_thread::sleep_for(10ms);
        }
        ADD_FAILURE() << "the process does not end";
        return {};
    }
    ScriptFolder m_folder{"measuring"};
};

TEST_F(Measuring, GivesWhatTheProgramWritesAndItsArguments) {
    MeasuringProcess process;
    process.start(program("echo \"$@\"; echo 'progress 0.5 half' >&2"), {"report", "wave", "--json"});
    const auto outcome = waitFor(process);
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.output, "report wave --json --progress\n");
    EXPECT_EQ(outcome.error, "");
    EXPECT_DOUBLE_EQ(process.progress(), 0.5);
    EXPECT_EQ(process.doing(), "half");
    EXPECT_FALSE(process.running());
    EXPECT_FALSE(process.poll().has_value()) << "an outcome comes once";
}

TEST_F(Measuring, MoreThanAPipeHoldsComesThrough) {
    MeasuringProcess process;
    process.start(program("i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done"), {});
    EXPECT_EQ(waitFor(process).output.size(), 220000U);
}

TEST_F(Measuring, SaysWhyItFailedInOneLine) {
    MeasuringProcess process;
    process.start(
        program("echo 'progress 0.1 begins' >&2; echo 'lanescope: no counters: become root' >&2; exit 3"),
        {});
    const auto outcome = waitFor(process);
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_EQ(outcome.error, "no counters: become root");
    process.start(program("kill -SEGV $$"), {});
    EXPECT_EQ(waitFor(process).error, "the measuring process ended by signal 11");
    EXPECT_THROW(process.start((m_folder.path() / "nothing").string(), {}), std::runtime_error);
    EXPECT_FALSE(process.running());
}

TEST_F(Measuring, IsCancelledHalfWayAtOnce) {
    MeasuringProcess process;
    process.start(program("echo 'progress 0.25 a quarter' >&2; echo $$ > " +
                          (m_folder.path() / "pid").string() + "; exec sleep 60"),
                  {});
    for (int i = 0; i < 500 && process.progress() < 0.25; ++i) {
        EXPECT_FALSE(process.poll().has_value());
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_EQ(process.doing(), "a quarter");
    const auto start = std::chrono::steady_clock::now();
    process.cancel();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    EXPECT_FALSE(process.running());
    EXPECT_FALSE(process.poll().has_value());
    pid_t id = 0;
    std::ifstream(m_folder.path() / "pid") >> id;
    ASSERT_GT(id, 0);
    EXPECT_NE(::kill(id, 0), 0) << "it is gone";
    process.start(program("echo again"), {});
    EXPECT_EQ(waitFor(process).output, "again\n");
}

TEST(MeasuredJson, CountersAreFoundByTheirPath) {
    const auto readings = countersFromJson(
        R"({"counters": {"total": {"global": {"load": {"sectors": 12, "requests": 3, "wavefronts": null}}},
            "dram_bytes_read": 4096, "dram_bytes_written": null, "l2_sectors": 128}})");
    EXPECT_EQ(readings.find("global.load.sectors"), 12);
    EXPECT_EQ(readings.find("dram_bytes_read"), 4096);
    EXPECT_EQ(readings.find("l2_sectors"), 128);
    EXPECT_FALSE(readings.find("global.load.wavefronts").has_value());
    EXPECT_FALSE(readings.find("dram_bytes_written").has_value());
    EXPECT_THROW(countersFromJson("{}"), BadInput);
    EXPECT_THROW(countersFromJson("not json"), BadInput);
}

TEST(MeasuredJson, TimesComeBackAsTheyWereWritten) {
    TimesDocument document;
    document.figures = figuresOf(session::bundledRow(), &session::bundledRow());
    const std::vector<session::ComparedLaunch> launches{{&session::microbenchmarks().front(), 2e-6, 3e-6}};
    document.bundled = comparisonOf(session::bundledRow(), launches);
    document.live = document.bundled;
    const TimesDocument back = parseTimes(timesJson(document).dump());
    EXPECT_EQ(back.figures.size(), document.figures.size());
    EXPECT_EQ(back.figures.front().here, document.figures.front().here);
    EXPECT_DOUBLE_EQ(back.live->launches.front().error, 0.5);
    EXPECT_EQ(back.bundled.histogram.front().from, std::nullopt);
    EXPECT_EQ(rangeOf(back.bundled.histogram.front()), "below -50 %");
    EXPECT_EQ(rangeOf(back.bundled.histogram[1]), "-50 % to -30 %");
    EXPECT_EQ(rangeOf(back.bundled.histogram.back()), "above +50 %");
    EXPECT_EQ(errorText(0.004), "0 %");
    EXPECT_EQ(errorText(-0.126), "-13 %");
    EXPECT_EQ(errorsText(back.bundled), "Of 1 launches the mean error is 50 %, the largest 50 %.");
    EXPECT_NE(timesText(back).find("this GPU"), std::string::npos);
    EXPECT_THROW(parseTimes("{}"), BadInput);
    EXPECT_THROW(parseTimes("not json"), BadInput);
}

SweepDocumentPoint measuredAt(const std::string& parameter, const std::string& value,
                              std::optional<double> modelled, std::optional<double> measured) {
    SweepDocumentPoint point;
    point.values = {{parameter, value}};
    point.modelled.push_back({"9.0", "H200 SXM", Json{{"sectors", 4}}, std::nullopt, modelled});
    if (measured)
        point.measured = MeasuredPoint{.launches = 30,
                                       .medianMs = 1,
                                       .p5Ms = 0.9,
                                       .p95Ms = 1.1,
                                       .gbps = *measured,
                                       .gbpsP5 = *measured - 20,
                                       .gbpsP95 = *measured + 50};
    return point;
}

SweepDocument measuredSweep() {
    SweepDocument document;
    document.lab = "coalescing";
    document.measured = true;
    document.device = DeviceDocument{.kind = "cuda", .name = "NVIDIA H200"};
    document.cache = "cold";
    document.series = {{"by stride",
                        {"stride"},
                        {measuredAt("stride", "2", 2000.5, 1900), measuredAt("stride", "4", {}, {})}},
                       {"by layout", {"layout"}, {measuredAt("layout", "soa", {}, 21)}},
                       {"a plane", {"stride", "pad"}, {}}};
    document.series[1].points[0].blocksCounted = 64;
    document.series[1].points[0].blocksTotal = 65536;
    return document;
}

TEST(MeasuredJson, ASweepThatIsPrintedIsReadBackAsItWas) {
    const Json printed = sweepJson(measuredSweep());
    EXPECT_EQ(sweepJson(parseSweep(printed.dump())), printed);
    EXPECT_EQ(printed["series"][1]["points"][0]["blocks_total"], 65536);
    EXPECT_FALSE(printed["series"][0]["points"][0].contains("blocks_total"));
    EXPECT_TRUE(printed["series"][0]["points"][1]["measured"].is_null());
}

TEST(MeasuredJson, SweepsBecomeCurves) {
    const Json document = sweepJson(measuredSweep());
    const auto sweep = sweepFromJson(document.dump());
    EXPECT_EQ(sweep.device, "NVIDIA H200");
    EXPECT_EQ(sweep.cache, model::Cache::Cold);
    ASSERT_EQ(sweep.curves.size(), 2U) << "only series over one parameter are curves";
    EXPECT_EQ(sweep.curves[0].x, std::vector<double>{2}) << "a point without a measurement is left out";
    EXPECT_EQ(sweep.curves[0].low, std::vector<double>{1880});
    EXPECT_EQ(sweep.curves[0].modelled, std::vector<double>{2000.5});
    EXPECT_EQ(sweep.curves[1].words, std::vector<std::string>{"soa"});
    EXPECT_EQ(sweep.curves[1].x, std::vector<double>{0});
    EXPECT_THROW(sweepFromJson(R"({"series": 3})"), BadInput);
    // Each field is of one type, whichever way it goes.
    for (const char* path : {"/lab", "/cache", "/series/0/over", "/series/0/points/0/measured/gbps",
                             "/series/0/points/0/values/stride"}) {
        Json other = document;
        other[Json::json_pointer(path)] = true;
        EXPECT_THROW(sweepFromJson(other.dump()), BadInput) << path;
        other = document;
        const Json::json_pointer field(path);
        other[field.parent_pointer()].erase(field.back());
        EXPECT_THROW(sweepFromJson(other.dump()), BadInput) << path;
    }
}

TEST(MeasuredJson, ValidationsBecomeAPage) {
    ValidationDocument document;
    document.notLiveBecause = "no GPU";
    document.bundled.architecture = "9.0";
    document.bundled.accesses = 955;
    document.bundled.files = {{"h200.csv", 955}};
    document.bundled.quantities = {
        {"global load sectors", 10, 0, true, {}},
        {"global store data_wavefronts", 9, 1, false, Deviation{12, 10, "line 7"}}};
    const Json printed = validationJson(document);
    EXPECT_EQ(validationJson(parseValidation(printed.dump())), printed);
    EXPECT_TRUE(printed["live"].is_null());
    auto page = validationFromJson(printed.dump());
    EXPECT_FALSE(page.holds);
    ASSERT_EQ(page.rows.size(), 2U);
    EXPECT_TRUE(page.rows[0].exact && page.rows[0].promised);
    EXPECT_EQ(page.rows[0].result, "10 of 10 exact");
    EXPECT_EQ(page.rows[1].quantity, "global store data wavefronts");
    EXPECT_NE(page.rows[1].result.find("modelled 12, measured 10, line 7"), std::string::npos);
    EXPECT_NE(page.summary.find("no GPU"), std::string::npos);
    EXPECT_THROW(validationFromJson("[]"), BadInput);

    LiveComparison& live = document.live.emplace();
    live.device = DeviceDocument{.kind = "cuda", .name = "NVIDIA H200"};
    live.accesses = 600;
    live.labs = {{"banks", {{"bankLoad", "shared load wavefronts", 4, 5, false, true, "replays"}}, {}},
                 {"texture", {}, "no counter"}};
    const Json both = validationJson(document);
    EXPECT_EQ(validationJson(parseValidation(both.dump())), both);
    page = validationFromJson(both.dump());
    ASSERT_EQ(page.rows.size(), 4U);
    EXPECT_EQ(page.rows[2].result, "modelled 4, counted 5: replays");
    EXPECT_EQ(page.rows[3].result, "no counter");
}

} // namespace
} // namespace lanescope::shell
