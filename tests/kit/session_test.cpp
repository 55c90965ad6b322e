// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/background_sweep.h"
#include "kit/lab_sweep.h"
#include "kit/panel/run_table.h"
#include "kit/panel/sweep_plot.h"
#include "kit/recorded_lab.h"
#include "kit/session.h"
#include "kit/words/limit_words.h"
#include "model/metrics.h"
#include "session/timing.h"
#include "text/language.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace lanescope::kit {
namespace {

int g_records = 0, g_subjectsAsked = 0;

/// a[i * stride] of a float array, by the coalescing lab's kernel.
class StrideLab final : public Lab, public HasSweep, public HasSubject {
public:
    Integer stride{this, "stride", 1, 1, 32, "elements between neighbouring threads"};
    Integer blocks{this, "blocks", 4, 1, 4096, "blocks of 256 threads"};
    Toggle beyond{this, "beyond", false, "makes the array too short"};
    Toggle huge{this, "huge", false, "asks for more memory than there is"};
    Toggle moves{this, "moves", false, "runs anew with time"};
    Toggle widens{this, "widens", false, "the stride is that of the moment: ten more each second"};

    void record(Recorder& recorder) const override {
        ++g_records;
        const int now = widens ? 1 + static_cast<int>(recorder.time() * 10 + 0.5) : stride.value();
        const std::size_t floats = std::size_t(256) * blocks * now;
        const std::size_t bytes = huge ? std::size_t{1} << 50 : floats * 4 / (beyond ? 2 : 1);
        const Buffer array = recorder.buffer("array", bytes);
        recorder.options().focus = {1, 3};
        recorder.launch("coalescing.strideFloat", {static_cast<unsigned>(blocks.value()), 1, 1}, {256, 1, 1},
                        0, array, now);
        if (moves)
            recorder.launch("wave.createVertices", {1, 1, 1}, {32, 1, 1}, 0,
                            recorder.buffer("moving", 32 * 16),
                            OnlyResults{static_cast<float>(recorder.time())}, 1.0F, 32U, 1U);
    }
    bool isSubject(const session::LaunchResult& launch, const model::WarpAccess& access) const override {
        ++g_subjectsAsked;
        return launch.label == "coalescing.strideFloat" &&
               model::directionOf(access.operation) == model::Direction::Load;
    }
    void draw(const Frame&, render::Canvas&) const override {}
    void readout(const Frame&, Panel&) const override {}
    std::optional<Sweep> sweep() const override {
        return Sweep{"stride", "1", "4", "", "efficiency", "", {}, false};
    }
};

const LabEntry kEntry{.name = "stride-test", .chapter = "Test", .make = [] {
                          return std::unique_ptr<Lab>(std::make_unique<StrideLab>());
                      }};

class SessionTest : public testing::Test {
protected:
    SessionTest() { session.setLab(kEntry, lab); }
    std::shared_ptr<StrideLab> lab = std::make_shared<StrideLab>();
    Session session{device::openEmulated(std::size_t{1} << 30, 2), {}};
};

TEST_F(SessionTest, RunsWhenSomethingChangedAndOnlyThen) {
    EXPECT_TRUE(session.step(0, 0));
    EXPECT_FALSE(session.step(1, 0));
    const std::uint64_t first = session.drawn()->result.generation;
    lab->stride.assign(2);
    EXPECT_TRUE(session.step(2, 0));
    EXPECT_NE(session.drawn()->result.generation, first);
    EXPECT_FALSE(session.step(3, 0));
    session.setArchitectures({model::findArchitecture("2.0")});
    EXPECT_TRUE(session.step(4, 0));
    EXPECT_EQ(session.drawn()->result.launches.front().observation->reports.front().architecture->cc.major,
              2);
}

TEST_F(SessionTest, AFlagFromOutsideEndsTheRunUnderWay) {
    std::atomic<bool> ended{true};
    SessionOptions options;
    options.cancelled = &ended;
    Session other(device::openEmulated(std::size_t{1} << 30, 2), options);
    other.setLab(kEntry, lab);
    other.step(0, 0);
    EXPECT_FALSE(other.drawn());
    ended = false;
    other.invalidate();
    EXPECT_TRUE(other.step(0, 0));
    EXPECT_TRUE(other.drawn());
}

TEST_F(SessionTest, OtherCodeStandsInFromTheNextStepOn) {
    ASSERT_TRUE(session.step(0, 0));
    const recording::ModulePointer own = session.recording()->modules.front();
    recording::Module changed = *own;
    changed.source = "// another one\n" + changed.source;
    const auto other = std::make_shared<const recording::Module>(changed);
    session.setOtherCode(other);
    EXPECT_TRUE(session.step(0, 0));
    EXPECT_EQ(session.drawn()->result.launches.front().file, other);
    session.setOtherCode(other);
    EXPECT_FALSE(session.step(0, 0));
    session.setOtherCode(nullptr);
    EXPECT_TRUE(session.step(0, 0));
    EXPECT_EQ(session.drawn()->result.launches.front().file, own);
}

TEST_F(SessionTest, GridsAboveALimitAreSampledFromTheNextRunOn) {
    lab->blocks.assign(1024);
    session.step(0, 0);
    const auto blocksRun = [this] {
        return session.drawn()->result.launches.front().observation->reports.front().blocksRun;
    };
    EXPECT_EQ(blocksRun(), 1024U);
    session.setSampleAbove(1000);
    session.invalidate();
    session.step(0, 0);
    EXPECT_LT(blocksRun(), 1000U);
}

TEST_F(SessionTest, TheTimesOfTheStepsAddUpToTheRuns) {
    lab->blocks.assign(4096);
    StageTimes sum;
    int steps = 0;
    for (bool done = false; !done; ++steps) {
        done = session.step(0, 1e-4);
        ASSERT_EQ(session.error(), "");
        sum.kernel += session.stepTimes().kernel;
        sum.model += session.stepTimes().model;
    }
    EXPECT_GT(steps, 1);
    const StageTimes& whole = session.drawn()->result.times;
    EXPECT_GT(whole.kernel, 0);
    EXPECT_GT(whole.model, 0);
    EXPECT_LT(whole.kernel + whole.model, whole.run);
    EXPECT_NEAR(sum.kernel, whole.kernel, 1e-9);
    EXPECT_NEAR(sum.model, whole.model, 1e-9);
    // Nothing has changed: the next step does nothing, and its times say so.
    EXPECT_FALSE(session.step(1, 1e-4));
    EXPECT_EQ(session.stepTimes().kernel, 0);
    EXPECT_EQ(session.stepTimes().model, 0);
}

TEST_F(SessionTest, CountsTheWholeGridAndTracesTheFocusWarp) {
    lab->stride.assign(8);
    session.step(0, 0);
    ASSERT_EQ(session.error(), "");
    const model::Counts loads = session.drawn()->result.total(model::Space::Global, model::Direction::Load);
    EXPECT_EQ(loads.requests, 4U * 8);
    EXPECT_EQ(loads.sectors, 4U * 8 * 32);
    EXPECT_EQ(loads.bytesRequested, 4U * 256 * 4);
    const Observation& seen = *session.drawn()->result.launches.front().observation;
    ASSERT_EQ(seen.trace.size(), 2U); // a load and a store
    EXPECT_EQ(seen.trace[0].block, (model::Dim3{1, 0, 0}));
    EXPECT_EQ(seen.trace[0].warp, 3U);
    EXPECT_EQ(seen.trace[0].address[1] - seen.trace[0].address[0], 32U);
}

TEST_F(SessionTest, AnAnimationKeepsItsObservations) {
    lab->moves.assign(true);
    session.step(0, 0);
    const std::uint64_t generation = session.drawn()->result.generation;
    const auto seen = session.drawn()->result.launches.front().observation;
    ASSERT_NE(seen, nullptr);
    EXPECT_TRUE(session::launchTime(session.drawn()->result.launches.front()));
    EXPECT_TRUE(session.step(0.5, 0)) << session.error();
    EXPECT_EQ(session.drawn()->result.generation, generation);
    EXPECT_EQ(session.drawn()->result.launches.front().observation, seen);
    EXPECT_FALSE(session.step(0.5, 0)); // the same moment
}

TEST_F(SessionTest, AnAnimationWhoseAccessesChangeIsObservedTwiceASecond) {
    lab->widens.assign(true);
    const auto sectors = [this] { return session.drawn()->access()->counts.sectors; };
    session.step(0, 0);
    EXPECT_EQ(sectors(), 4U); // 32 floats side by side
    const std::uint64_t edition = session.edition();
    EXPECT_TRUE(session.step(0.1, 0)) << "it runs";
    EXPECT_EQ(session.drawn()->result.time, 0.1);
    EXPECT_EQ(session.drawn()->result.observedTime, 0);
    EXPECT_EQ(sectors(), 4U) << "of the moment that was observed";
    EXPECT_EQ(session.edition(), edition);
    EXPECT_TRUE(session.step(0.1, 0)) << "it stands still";
    EXPECT_EQ(session.drawn()->result.observedTime, 0.1);
    EXPECT_EQ(sectors(), 8U);
    EXPECT_NE(session.edition(), edition);
    EXPECT_FALSE(session.step(0.1, 0));
    session.step(0.3, 0);
    EXPECT_EQ(session.drawn()->result.observedTime, 0.1);
    session.step(0.7, 0);
    EXPECT_EQ(session.drawn()->result.observedTime, 0.7) << "the next is due";
    EXPECT_EQ(sectors(), 32U);
    lab->blocks.assign(8);
    session.step(0.8, 0);
    EXPECT_EQ(session.drawn()->result.observedTime, 0.8) << "other values are observed at once";
}

TEST_F(SessionTest, WhatThePicturesAreAboutIsDerivedOnce) {
    lab->set("moves", "true");
    lab->stride.assign(4);
    session.step(0, 0);
    const std::optional<ShownAccess> shown = session.drawn()->access();
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->launch->label, "coalescing.strideFloat");
    EXPECT_EQ(shown->counts.sectors, 16U);
    EXPECT_EQ(session.drawn()->subjects.of(0).size(), 1U); // the load
    EXPECT_TRUE(session.drawn()->subjects.of(1).empty());
    const int asked = g_subjectsAsked;
    session.step(1, 0);
    EXPECT_EQ(g_subjectsAsked, asked); // only time has passed
    const std::optional<ShownAccess> later = session.drawn()->access();
    ASSERT_TRUE(later);
    EXPECT_EQ(later->launch, &session.drawn()->result.launches.front()); // of the new result
    EXPECT_EQ(later->access, shown->access);
    EXPECT_EQ(shown->view->lines().size(), 4U);
    EXPECT_EQ(&later->view->lines(), &shown->view->lines()) << "for all pictures, words and frames the same";
    lab->stride.assign(1);
    session.step(1, 0);
    EXPECT_GT(g_subjectsAsked, asked);
    const std::optional<ShownAccess> other = session.drawn()->access();
    EXPECT_EQ(other->counts.sectors, 4U);
    EXPECT_EQ(other->view->lines().size(), 1U) << "of other accesses they are others";
}

TEST_F(SessionTest, AnEditionLastsWhileOnlyTimePasses) {
    lab->set("moves", "true");
    session.step(0, 0);
    const std::uint64_t first = session.edition();
    EXPECT_TRUE(session.step(1, 0));
    EXPECT_EQ(session.edition(), first);
    lab->stride.assign(3);
    session.step(1, 0);
    const std::uint64_t second = session.edition();
    EXPECT_NE(second, first);
    lab->beyond.assign(true);
    session.step(1, 0);
    EXPECT_NE(session.error(), "");
    EXPECT_NE(session.edition(), second);
}

TEST(SweepPlotTest, TicksStandAtValuesThatAreSwept) {
    const auto ticks = [](std::vector<double> values, std::size_t most) {
        const Ticks made = ticksAmong(values, most);
        return std::vector<double>(made.at.begin(), made.at.begin() + made.count);
    };
    EXPECT_EQ(ticks({0, 0.25, 0.5, 0.75, 1}, 20), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(ticks({0, 0.25, 0.5, 0.75, 1}, 4), (std::vector<double>{0, 0.5, 1}));
    EXPECT_EQ(ticks({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 6), (std::vector<double>{2, 4, 6, 8, 10}));
    EXPECT_EQ(ticks({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 3), (std::vector<double>{5, 10}));
    EXPECT_EQ(ticks({7}, 3), (std::vector<double>{7}));
    EXPECT_TRUE(ticks({}, 3).empty());
}

TEST_F(SessionTest, AChosenSiteStandsAmongTheSubjects) {
    session.step(0, 0);
    const Subjects& subjects = session.drawn()->subjects;
    const std::vector<model::WarpAccess>& trace = session.drawn()->result.launches[0].observation->trace;
    const std::int64_t load = trace[0].site, store = trace[1].site;
    const std::optional<ShownAccess> own = subjects.shown(session.drawn()->result, -1);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->access, &trace[0]);
    EXPECT_EQ(own->number, 1U);
    EXPECT_EQ(own->of, 2U) << "the store of the line beside it, and nothing of another launch";
    EXPECT_EQ(subjects.neighbour(load, 1), store);
    EXPECT_EQ(subjects.neighbour(-1, -1), store);
    const std::optional<ShownAccess> chosen = subjects.shown(session.drawn()->result, store);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->access, &trace[1]);
    EXPECT_EQ(chosen->number, 2U);
    EXPECT_EQ(chosen->of, 2U);
    EXPECT_EQ(subjects.neighbour(store, 1), load);
    EXPECT_EQ(subjects.neighbour(store, -3), load);
    EXPECT_EQ(subjects.shown(session.drawn()->result, 1 << 20)->access, &trace[0]); // there is no such site
    EXPECT_EQ(Subjects().neighbour(0, 1), -1);
}

TEST_F(SessionTest, AChosenLaunchHasItsOwnAccesses) {
    session.step(0, 0);
    session::RunResult twice = session.drawn()->result;
    twice.launches.push_back(twice.launches.front());
    const Subjects subjects(twice, *lab, session.architecture(), session.drawn()->rules);
    const std::int64_t store = twice.launches[0].observation->trace[1].site;
    EXPECT_EQ(subjects.shown(twice, -1)->launch, &twice.launches[0]);
    EXPECT_EQ(subjects.shown(twice, -1)->of, 4U);
    for (const std::int64_t launch : {0, 1}) {
        const std::optional<ShownAccess> own = subjects.shown(twice, -1, launch);
        ASSERT_TRUE(own);
        EXPECT_EQ(own->launch, &twice.launches[static_cast<std::size_t>(launch)]);
        EXPECT_EQ(own->of, 2U);
        const std::optional<ShownAccess> chosen = subjects.shown(twice, store, launch);
        ASSERT_TRUE(chosen);
        EXPECT_EQ(chosen->launch, &twice.launches[static_cast<std::size_t>(launch)]);
        EXPECT_EQ(chosen->access->site, store);
        EXPECT_EQ(chosen->number, 2U);
        EXPECT_EQ(chosen->of, 2U);
        EXPECT_EQ(subjects.neighbour(store, 1, launch), own->access->site);
    }
    EXPECT_FALSE(subjects.shown(twice, -1, 2)) << "there is no such launch";
}

TEST_F(SessionTest, AccessesOfAProgramAreCountedWithinTheirLaunch) {
    session.step(0, 0);
    session::RunResult twice = session.drawn()->result;
    twice.launches.push_back(twice.launches.front());
    const LabEntry program =
        recordedLab("p.lanescope", "p", std::make_shared<const recording::Recording>(*session.recording()));
    const Subjects subjects(twice, *program.make(), session.architecture(), session.drawn()->rules);
    const std::int64_t first = twice.launches[0].observation->trace[0].site,
                       second = twice.launches[0].observation->trace[1].site;
    EXPECT_EQ(subjects.shown(twice, -1)->of, 2U);
    EXPECT_EQ(subjects.shown(twice, second)->number, 2U);
    EXPECT_EQ(subjects.neighbour(second, 1), first);
}

TEST_F(SessionTest, WhatWasFoundWrongIsShownFirst) {
    session.step(0, 0);
    session::RunResult result = session.drawn()->result;
    // Of a program every access can be shown.
    const LabEntry program =
        recordedLab("p.lanescope", "p", std::make_shared<const recording::Recording>(*session.recording()));
    const auto shown = [&, made = program.make()] {
        return Subjects(result, *made, session.architecture(), session.drawn()->rules)
            .shown(result, -1)
            ->access;
    };
    const std::vector<model::WarpAccess>& trace = result.launches[0].observation->trace;
    EXPECT_EQ(shown(), &trace[0]);
    const model::Site& store = result.launches[0].observation->site(trace[1].site);
    ptx::Finding finding;
    finding.kind = ptx::FindingKind::Race;
    finding.space = trace[1].space;
    finding.access.emplace();
    finding.access->file = store.file;
    finding.access->line = store.line;
    finding.access->operation = store.operation;
    result.launches[0].record.findings.push_back(finding);
    EXPECT_EQ(shown(), &trace[1]);
}

/// A program whose kernel runs over the end of its array in another warp than the first.
LabEntry stoppingProgram(const recording::Recording& made) {
    auto recording = std::make_shared<recording::Recording>(made);
    recording->options.mayFail = true;
    recording->options.focus = {0, 0};
    return recordedLab("p.lanescope", "p", recording);
}

TEST_F(SessionTest, OfAProgramTheAccessAtWhichItStopsIsShown) {
    lab->beyond.assign(true);
    EXPECT_THROW(
        {
            session.step(0, 0);
            session.throwError();
        },
        std::exception);
    const LabEntry program = stoppingProgram(*session.recording());
    const std::shared_ptr<Lab> made = program.make();
    session.setLab(program, made);
    session.step(0, 0);
    std::optional<ShownAccess> shown = session.drawn()->access();
    ASSERT_TRUE(shown);
    const std::shared_ptr<const ptx::Fault> fault = shown->launch->fault;
    const std::uint32_t site = shown->access->site;
    ASSERT_TRUE(fault);
    EXPECT_EQ(shown->access->block, fault->block);
    EXPECT_EQ(shown->access->warp, fault->warp);
    EXPECT_EQ(shown->site->line, fault->line);
    EXPECT_EQ(std::countr_zero(shown->stoppedLanes), fault->lane);
    EXPECT_EQ(shown->access->address[static_cast<std::size_t>(fault->lane)], fault->address);

    // The same instruction of a warp that went well.
    const auto* const chooses = made->as<RecordsAProgram>();
    ASSERT_TRUE(chooses);
    for (const auto& [name, value] : chooses->choosing({0, 3})) made->set(name, value);
    session.step(0, 0);
    const std::optional<ShownAccess> other = session.drawn()->access(site);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->access->warp, 3U);
    EXPECT_EQ(other->access->block, (model::Dim3{0, 0, 0}));
    EXPECT_EQ(other->site->line, fault->line);
    EXPECT_EQ(other->stoppedLanes, 0U);
}

TEST_F(SessionTest, OfAProgramTheLaunchThatDidNotEndIsShown) {
    session.step(0, 0);
    session::RunResult twice = session.drawn()->result;
    twice.launches.push_back(twice.launches.front());
    twice.launches[1].fault =
        std::make_shared<ptx::Fault>(ptx::FaultKind::Budget, "it goes on", ptx::FaultPlace{});
    const LabEntry program =
        recordedLab("p.lanescope", "p", std::make_shared<const recording::Recording>(*session.recording()));
    const auto subjects = [&] {
        return Subjects(twice, *program.make(), session.architecture(), session.drawn()->rules);
    };
    EXPECT_EQ(subjects().shown(twice, -1)->launch, &twice.launches[1]);
    auto idle = std::make_shared<session::Observation>();
    idle->module = twice.launches[1].observation->module;
    idle->reports = twice.launches[1].observation->reports;
    twice.launches[1].observation = idle;
    EXPECT_FALSE(subjects().shown(twice, -1)) << "it made no access, and another one's says nothing of it";
    EXPECT_TRUE(subjects().shown(twice, -1, 0));
}

TEST_F(SessionTest, ALaunchThatDidNotRunIsNoSample) {
    session.step(0, 0);
    session::RunResult result = session.drawn()->result;
    result.launches.push_back(result.launches.front());
    const auto none = std::make_shared<session::Observation>();
    none->module = result.launches[0].observation->module;
    none->reports = {{.architecture = &session.architecture(), .rules = {}, .sites = {}, .blocksTotal = 1}};
    none->dram.resize(1);
    none->times.resize(1);
    result.launches[1].observation = none;
    EXPECT_FALSE(result.sampled());
    EXPECT_FALSE(session::bytesOf(result).sampled);
    none->reports[0].blocksRun = 1;
    none->reports[0].blocksTotal = 4;
    EXPECT_TRUE(result.sampled());
    EXPECT_TRUE(session::bytesOf(result).sampled);
    EXPECT_EQ(none->reports[0].scale(), 4);
}

TEST_F(SessionTest, AResultIsOfTheArchitectureThatCountedIt) {
    session.step(0, 0);
    const model::Architecture* first = &session.drawn()->architecture;
    session.setArchitectures({model::findArchitecture("2.0")});
    EXPECT_EQ(&session.drawn()->architecture, first); // until the next result
    session.step(0, 0);
    EXPECT_EQ(&session.drawn()->architecture, model::findArchitecture("2.0"));
}

/// Neither the lab that is edited nor the architecture that was chosen stands in for one.
TEST_F(SessionTest, WhereThereIsNoResultNothingIsDrawn) {
    EXPECT_FALSE(session.drawn());
    lab->beyond.assign(true);
    session.step(0, 0);
    EXPECT_FALSE(session.drawn()) << "it did not run";
    lab->beyond.assign(false);
    session.step(0, 0);
    ASSERT_TRUE(session.drawn());
    lab->stride.assign(2);
    EXPECT_EQ(session.drawn()->lab.values().front(), "1") << "the values that the result was made from";
    lab->beyond.assign(true);
    session.step(0, 0);
    ASSERT_TRUE(session.drawn()) << "the last result stays";
    EXPECT_EQ(session.drawn()->lab.values().front(), "1");
    const LabEntry other = kEntry;
    session.setLab(other, std::make_shared<StrideLab>());
    EXPECT_FALSE(session.drawn()) << "it is another lab's";
}

TEST_F(SessionTest, ALongRunGoesOnOverSeveralSteps) {
    lab->blocks.assign(4096);
    int steps = 0;
    g_records = 0;
    while (!session.step(0, 1e-4)) {
        EXPECT_LE(session.progress().share, 1);
        ASSERT_LT(++steps, 100000);
    }
    EXPECT_GT(steps, 0);
    EXPECT_EQ(session.drawn()->result.total(model::Space::Global, model::Direction::Load).requests,
              4096U * 8);
    EXPECT_EQ(session.drawn()->result.launches.front().record.blocksRun, 4096U);
    // A change in the middle begins anew.
    lab->stride.assign(2);
    session.step(0, 1e-4);
    lab->stride.assign(1);
    while (!session.step(0, 1e-4)) ASSERT_LT(++steps, 200000);
    EXPECT_EQ(session.drawn()->result.total(model::Space::Global, model::Direction::Load).sectors,
              4096U * 8 * 4);
}

TEST_F(SessionTest, AFailedRunLeavesItsMessageAndTheLastResult) {
    session.step(0, 0);
    lab->beyond.assign(true);
    session.step(0, 0);
    EXPECT_NE(session.error().find("coalescing.cu"), std::string::npos) << session.error();
    EXPECT_THROW(session.throwError(), ptx::Fault);
    EXPECT_EQ(session.drawn()->result.launches.size(), 1U);
    lab->beyond.assign(false);
    session.step(0, 0);
    EXPECT_EQ(session.error(), "");
}

TEST_F(SessionTest, SaysWhatWouldFit) {
    lab->huge.assign(true);
    session.step(0, 0);
    EXPECT_THROW(session.throwError(), device::OutOfMemory);
    EXPECT_GT(session.largestFit(), 0U);
    EXPECT_LE(session.largestFit(), std::size_t{1} << 30);
}

TEST(SweepTest, RunsEveryCombination) {
    StrideLab lab;
    const SweepAxis strides = parseAxis(lab, "stride=1:8:7"), blocks = parseAxis(lab, "blocks=1:2");
    SweepPlan plan = sweepPlan(kEntry, lab.values(), {strides, blocks});
    plan.architectures = {model::findArchitecture("9.0"), model::findArchitecture("1.0")};
    const auto points = session::runSweep(plan);
    ASSERT_EQ(points.size(), 4U);
    EXPECT_EQ(points[1].values, (std::vector<std::string>{"1", "2"}));
    EXPECT_EQ(points[2].values, (std::vector<std::string>{"8", "1"}));
    EXPECT_DOUBLE_EQ(points[0].counts[0].efficiency(), 1);
    EXPECT_DOUBLE_EQ(points[2].counts[0].efficiency(), 0.125);
    EXPECT_DOUBLE_EQ(points[2].counts[1].efficiency(), 0.125);
    EXPECT_EQ(points[0].measured.count, 0U) << "nothing is measured without a GPU";
    EXPECT_EQ(points[1].bytesRequested, 2 * points[0].bytesRequested) << "twice the blocks";
    EXPECT_EQ(points[1].blocksCounted, 2U);
    EXPECT_EQ(points[1].blocksTotal, 2U);
    EXPECT_GT(points[0].seconds[0], 0);
    EXPECT_GE(points[2].seconds[1], points[0].seconds[1]) << "a stride is never faster than a row";
}

TEST(SweepTest, RefusesWhatIsNoAxis) {
    StrideLab lab;
    for (const char* text :
         {"stride", "stride=1", "=1:2", "stride=1:2:", "stride=1:2:3:4", "nothing=1:2", "stride=0:4"})
        EXPECT_THROW(parseAxis(lab, text), BadInput) << text;
}

TEST(SweepTest, AnAxisMayBeAListOfValues) {
    StrideLab lab;
    EXPECT_EQ(parseAxis(lab, "stride=1,3").values, (std::vector<std::string>{"1", "3"}));
    EXPECT_EQ(parseAxis(lab, "stride=4,1:2").values, (std::vector<std::string>{"4", "1", "2"}));
    for (const char* text : {"stride=1,", "stride=,1", "stride=1,1", "stride=1:2,2", "stride=1,99"})
        EXPECT_THROW(parseAxis(lab, text), BadInput) << text;
}

TEST(SweepTest, WavefrontsOfUnlikeStagesAreNeverAddedUp) {
    model::Report report;
    report.architecture = &model::defaultArchitecture();
    model::SiteCounts shared, global;
    shared.space = model::Space::Shared;
    shared.counts.accesses = 1;
    shared.counts.sharedWavefronts = 32;
    global.space = model::Space::Global;
    global.counts.accesses = 2;
    global.counts.tagWavefronts = 4;
    report.sites = {shared, global};
    EXPECT_EQ(metricValue(report, "shared_wavefronts"), 32);
    EXPECT_EQ(metricValue(report, "global_tag_wavefronts"), 4);
    EXPECT_EQ(metricValue(report, "global_tag_wavefronts_per_access"), 2);
    // Counts of several spaces keep them apart, too.
    EXPECT_EQ(report.total().sharedWavefronts, 32U);
    EXPECT_EQ(report.total().tagWavefronts, 4U);
    EXPECT_EQ(metricValue(report.total(), "shared_wavefronts"), 32);
    EXPECT_EQ(metricValue(report.total(), "global_tag_wavefronts"), 4);
    EXPECT_THROW(metricValue(report, "efficiency_per_access"), BadInput) << "a ratio is of all accesses";
    for (const char* metric : {"wavefronts", "wavefronts_per_access"}) {
        try {
            metricValue(report, metric);
            ADD_FAILURE() << metric << " was given";
        } catch (const BadInput& refused) {
            EXPECT_NE(std::string(refused.what()).find("shared_wavefronts"), std::string::npos);
        }
        EXPECT_GT(metricValue(shared.counts, metric), 0) << "of one space it is plain";
    }
}

TEST_F(SessionTest, TheTableOfCountersFollowsFromTheMetrics) {
    session.step(0, 0);
    const device::Info info;
    const View view;
    const Brush brush;
    const Frame frame(session.drawn().value(), info, view, brush, render::darkTheme());
    session::CounterReadings readings;
    for (const model::Metric& metric : model::metrics())
        readings.values.emplace("global.store." + std::string(metric.name), 7);
    readings.values.emplace("shared.load.wavefronts", 7); // nothing in the run does that
    std::vector<std::string> names, modelled;
    for (const Row& row : counterRows(frame, readings)) {
        names.push_back(row.label);
        modelled.push_back(row.model);
        EXPECT_EQ(row.counter, "7") << row.label;
    }
    ASSERT_EQ(names.size(), model::metrics().size()) << "a metric with a counter has a row by itself";
    const model::Counts counts = session.drawn()->result.total(model::Space::Global, model::Direction::Store);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const model::Metric& metric = model::metrics()[i];
        EXPECT_EQ(names[i], "global store " + std::string(metric.labelIn(model::Space::Global)));
        if (metric.name == "wavefronts") {
            EXPECT_EQ(names[i], "global store tag wavefronts");
        }
        if (metric.name == "data_wavefronts") {
            EXPECT_EQ(modelled[i], std::to_string(counts.dataWavefronts));
        }
        if (metric.name == "bank_conflicts") {
            EXPECT_EQ(modelled[i], "") << "not of global memory";
        }
    }
}

/// A lab that stops at a gate while it is recorded, so that its sweep is certainly under way.
struct Gate {
    std::mutex mutex;
    std::condition_variable changed;
    bool reached = false, open = false;
} g_gate;
class GatedLab final : public Lab, public HasSweep {
public:
    Integer step{this, "step", 1, 1, 4, "nothing"};
    void record(Recorder&) const override {
        std::unique_lock lock(g_gate.mutex);
        g_gate.reached = true;
        g_gate.changed.notify_all();
        g_gate.changed.wait(lock, [] { return g_gate.open; });
    }
    void draw(const Frame&, render::Canvas&) const override {}
    void readout(const Frame&, Panel&) const override {}
    std::optional<Sweep> sweep() const override { return Sweep{"step", "1", "4", "", "requests"}; }
};
const LabEntry kGated{.name = "gated", .chapter = "Test", .make = [] {
                          return std::unique_ptr<Lab>(std::make_unique<GatedLab>());
                      }};

TEST(SweepTest, ACancelledOneIsNotWaitedFor) {
    BackgroundSweep sweep;
    EXPECT_FALSE(sweep.waitUntilDone(0)) << "nothing was asked for";
    sweep.request(kGated, GatedLab(), model::defaultArchitecture());
    {
        std::unique_lock lock(g_gate.mutex);
        ASSERT_TRUE(g_gate.changed.wait_for(lock, std::chrono::seconds(30), [] { return g_gate.reached; }));
    }
    const auto open = [] {
        const std::lock_guard lock(g_gate.mutex);
        g_gate.open = true;
        g_gate.changed.notify_all();
    };
    // Whoever waits for the first sweep waits until this opens the gate.
    std::promise<void> returned;
    bool inTime = false;
    std::thread watch([&, done = returned.get_future()]() mutable {
        inTime = done.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
        open();
    });
    const StrideLab lab;
    sweep.request(kEntry, lab, model::defaultArchitecture());
    returned.set_value();
    watch.join();
    EXPECT_TRUE(inTime) << "the new request waited for the old sweep to end";
    EXPECT_TRUE(sweep.waitUntilDone(60)) << "the last one is served";
    EXPECT_EQ(sweep.snapshot().sweep.parameter, "stride");
    EXPECT_EQ(sweep.snapshot().curves.at(0).y.size(), 4U) << "with its own points alone";
}

TEST(SweepTest, RunsInTheBackgroundAndBeginsAnewWhenTheLabChanges) {
    StrideLab lab;
    BackgroundSweep sweep;
    const auto wait = [&] {
        EXPECT_TRUE(sweep.waitUntilDone(60));
        return sweep.snapshot();
    };
    sweep.request(kEntry, lab, model::defaultArchitecture());
    const auto first = wait();
    ASSERT_EQ(first.curves.size(), 1U);
    EXPECT_EQ(first.curves[0].y, (std::vector<double>{1, 0.5, 1.0 / 3, 0.25}));
    EXPECT_EQ(first.others, "") << "all else is as it was at first";
    lab.stride.assign(3); // the swept parameter itself: nothing to do
    sweep.request(kEntry, lab, model::defaultArchitecture());
    EXPECT_EQ(sweep.snapshot().generation, first.generation);
    EXPECT_EQ(sweep.generation(), first.generation);
    lab.blocks.assign(2);
    sweep.request(kEntry, lab, model::defaultArchitecture());
    const auto second = wait();
    EXPECT_NE(second.generation, first.generation);
    EXPECT_EQ(second.others, "blocks=2") << "what bends the curve is named, and not the swept one";
    EXPECT_EQ(sweep.generation(), second.generation);
    // Undone: it is there at once, and nothing is run for it.
    lab.blocks.assign(4);
    const int records = g_records;
    sweep.request(kEntry, lab, model::defaultArchitecture());
    EXPECT_TRUE(sweep.waitUntilDone(0));
    EXPECT_EQ(sweep.snapshot().curves.at(0).y, first.curves[0].y);
    EXPECT_NE(sweep.generation(), second.generation) << "whoever keeps a copy takes it anew";
    lab.blocks.assign(2);
    sweep.request(kEntry, lab, model::defaultArchitecture());
    EXPECT_TRUE(sweep.waitUntilDone(0));
    EXPECT_EQ(sweep.snapshot().others, "blocks=2");
    EXPECT_EQ(g_records, records);
    sweep.cancel();
    sweep.request(kEntry, lab, model::defaultArchitecture());
    EXPECT_NE(wait().generation, second.generation) << "what was taken back is asked for anew";
}

TEST(SweepTest, TheTimeCanBeAskedForInThePlaceOfWhatTheLabProposes) {
    const StrideLab lab;
    BackgroundSweep sweep;
    const std::vector<Sweep> times = timeSweeps(lab, model::defaultArchitecture());
    ASSERT_FALSE(times.empty());
    EXPECT_EQ(times[0].metric, Sweep::kMicroseconds);
    const auto asked = [&](const std::optional<Sweep>& chosen) {
        sweep.request(kEntry, lab, model::defaultArchitecture(), nullptr, chosen);
        EXPECT_TRUE(sweep.waitUntilDone(60));
        return sweep.snapshot();
    };
    const auto own = asked(std::nullopt), time = asked(times[0]);
    EXPECT_EQ(time.sweep.parameter, times[0].parameter);
    ASSERT_GT(time.curves.at(0).y.size(), own.curves.at(0).y.size()) << "from one end to the other";
    for (const double microseconds : time.curves[0].y) EXPECT_GT(microseconds, 0.5);
    EXPECT_EQ(time.error, "");
    EXPECT_EQ(asked(std::nullopt).curves.at(0).y, own.curves[0].y) << "and back";
    // Of a chip without figures nothing is known, and nothing is shown.
    sweep.request(kEntry, lab, *model::rulesOnly({9, 0}), nullptr, times[0]);
    EXPECT_TRUE(sweep.waitUntilDone(60));
    EXPECT_TRUE(sweep.snapshot().curves.at(0).y.empty());
    EXPECT_NE(sweep.snapshot().error, "");
}

TEST(SweepTest, AChipWithoutTimesIsSaidInThePlaceOfAnEmptyPlot) {
    const StrideLab lab;
    BackgroundSweep sweep;
    const auto asked = [&](const model::Architecture& chip, const Sweep& chosen) {
        sweep.request(kEntry, lab, chip, nullptr, chosen);
        EXPECT_TRUE(sweep.waitUntilDone(60));
        return sweep.snapshot();
    };
    const model::Architecture &rules = *model::rulesOnly({12, 0}), &chip = *model::findArchitecture("12.0");
    ASSERT_TRUE(chip.hasDeviceFigures());
    const std::string why =
        "No times are modelled for GPU of CC 12.0: it has rules, but no chip's figures. Chips with "
        "times are in the Device menu, of which the nearest is GeForce RTX 5090.";
    Sweep speed = *lab.sweep();
    speed.metric = Sweep::kBandwidth;
    const auto none = asked(rules, speed);
    EXPECT_EQ(none.error, why);
    EXPECT_TRUE(none.curves.at(0).y.empty());
    EXPECT_EQ(asked(chip, speed).error, "");
    // The second plot has no times; the first one has counts all the same.
    Sweep beside = *lab.sweep();
    beside.bandwidth = true;
    const auto counts = asked(rules, beside);
    EXPECT_EQ(counts.timeless, why);
    EXPECT_EQ(counts.error, "");
    EXPECT_EQ(counts.curves.at(0).y.size(), 4U);
    EXPECT_EQ(asked(chip, beside).timeless, "");
}

TEST(GainText, SpeaksTheLanguageThatWasChosen) {
    session::ModelledTime time;
    time.limit = model::TimeLimit::Dram;
    time.boundText = "DRAM";
    EXPECT_EQ(gainText(time), "") << "nothing says what it would take";
    time.withoutBound = 2e-6;
    EXPECT_EQ(gainText(time), "If DRAM were no limit, it would take 2.0 us.");
    text::setLanguage(text::Language::Chinese);
    EXPECT_EQ(gainText(time).find("limit"), std::string::npos);
    text::setLanguage(text::Language::English);
}

TEST(LimitWords, APartWithoutWhichLittleIsGainedIsNotTheLimit) {
    session::ModelledTime time;
    time.limit = model::TimeLimit::Issue;
    time.boundText = "issue slots";
    time.seconds = 28e-6;
    EXPECT_EQ(limitWords(time), "issue slots") << "nobody knows what would be gained";
    time.withoutBound = 20e-6;
    EXPECT_EQ(limitWords(time), "issue slots");
    time.withoutBound = 27.5e-6;
    EXPECT_EQ(limitWords(time), "no part of the chip alone (busiest: issue slots)");
    EXPECT_EQ(gainText(time), "If issue slots were no limit, it would still take 27.5 us.");
    time.limit = model::TimeLimit::Latency;
    EXPECT_EQ(limitWords(time), "issue slots") << "which is no part";
}

} // namespace
} // namespace lanescope::kit
