// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lab_run.h"
#include "plain_run.h"

#include "kit/charts/stream_timelines.h"
#include "kit/parameters.h"
#include "kit/recorded_lab.h"
#include "labs/streams/model.h"
#include "labs/streams/words.h"
#include "model/transfers/streams_simulation.h"
#include "recording/stream_calls.h"
#include "render/palette.h"
#include "session/kernel_modules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace lanescope::lab_streams {
namespace {

using namespace labs_test;

using Kind = model::StreamTaskKind;

const model::Architecture& row(const char* name) {
    return *model::findArchitecture(name);
}

/// "in 0", "kernel 1", ... in the order of issue.
std::vector<std::string> issued(const model::StreamProgram& program) {
    std::vector<std::string> all;
    for (const model::StreamTask& command : program.commands)
        all.push_back(std::string(model::nameOf(command)) + " " + std::to_string(command.stream));
    return all;
}

/// 10 MiB in 3 parts: 3413 KiB twice, and what they leave.
TEST(StreamsModel, PartsByHand) {
    const StreamPlan plan{.streams = 3, .bytes = 10 << 20};
    EXPECT_EQ(partBytes(plan, 0), 3413U << 10);
    EXPECT_EQ(partBytes(plan, 1), 3413U << 10);
    EXPECT_EQ(partBytes(plan, 2), 3414U << 10);
    EXPECT_EQ(partStart(plan, 2), 2 * 3413U << 10);
    EXPECT_EQ(countedElements(plan, 0), 5461);
    EXPECT_EQ(countedElements(plan, 2), 5462);
    EXPECT_EQ(countedElements({.streams = 1, .bytes = 1 << 20}, 0), 16384);
    EXPECT_EQ(prioritiesOf({.streams = 3}), (std::vector<int>{0, 0, 0}));
    EXPECT_EQ(prioritiesOf({.streams = 3, .lastFirst = true}), (std::vector<int>{0, 0, -1}));
}

/// What a plan records, of the calls that take part in the order of streams.
std::vector<model::StreamTask> commandsOf(const StreamPlan& plan, recording::Recording& into) {
    recording::Recorder recorder(into, session::kernelModules(), row("H200"));
    recordPlan(recorder, plan);
    return recording::streamCallsOf(into).program.commands;
}

TEST(StreamsModel, CommandsOfAPlanInTheirOrder) {
    StreamPlan plan{.streams = 2, .bytes = 4 << 20, .kernelRatio = 3, .fill = 0.5, .events = true};
    plan.hostFunctions = HostFunctions::BehindCopyOut;
    plan.between = Between::Memset;
    using Order = std::vector<std::pair<Kind, int>>;
    const auto orderOf = [](const std::vector<model::StreamTask>& commands) {
        Order order;
        for (const model::StreamTask& each : commands) order.emplace_back(each.kind, each.stream);
        return order;
    };
    recording::Recording made;
    const std::vector<model::StreamTask> commands = commandsOf(plan, made);
    EXPECT_EQ(orderOf(commands),
              (Order{{Kind::CopyIn, 0},
                     {Kind::Kernel, 0},
                     {Kind::EventRecord, 0},
                     {Kind::Memset, model::kDefaultStream}, // behind the kernel in the middle
                     {Kind::CopyOut, 0},
                     {Kind::HostFunction, 0},
                     {Kind::CopyIn, 1},
                     {Kind::EventWait, 1},
                     {Kind::Kernel, 1},
                     {Kind::CopyOut, 1},
                     {Kind::HostFunction, 1}}));
    for (const model::StreamTask& each : commands) {
        if (each.kind == Kind::Kernel) {
            EXPECT_EQ(each.fill, 0.5);
        }
        if (each.kind == Kind::HostFunction) {
            EXPECT_DOUBLE_EQ(each.seconds, 50e-6);
        }
    }
    for (const recording::Call& call : made.calls)
        if (const auto* launch = std::get_if<recording::Launch>(&call)) {
            EXPECT_EQ(launch->pace.copies, 3);
            EXPECT_EQ(launch->pace.bytes, 2U << 20);
            EXPECT_EQ(made.view(launch->pace.clockedKernel), "processTimed");
        }
    plan = {.depthFirst = false, .streams = 2, .bytes = 4 << 20};
    EXPECT_EQ(orderOf(commandsOf(plan, made)), (Order{{Kind::CopyIn, 0},
                                                      {Kind::CopyIn, 1},
                                                      {Kind::Kernel, 0},
                                                      {Kind::Kernel, 1},
                                                      {Kind::CopyOut, 0},
                                                      {Kind::CopyOut, 1}}));
}

/// A schedule by hand: copies in 2 ms, kernels 5 ms, copies out 4 ms.
TEST(StreamsModel, TheBusiestEngine) {
    model::Schedule ran;
    ran.commands.resize(3);
    ran.commands[0].engine = model::Engine::CopyIn;
    ran.commands[0].end = 2e-3;
    ran.commands[1].engine = model::Engine::Compute;
    ran.commands[1].end = 5e-3;
    ran.commands[2].engine = model::Engine::CopyOut;
    ran.commands[2].end = 4e-3;
    EXPECT_DOUBLE_EQ(busiestSeconds(ran, 2), 5e-3);
    EXPECT_DOUBLE_EQ(busiestSeconds(ran, 1), 6e-3);
    EXPECT_DOUBLE_EQ(busiestSeconds(ran, 0), 11e-3);
}

TEST(StreamsModel, ACallIsPassedWhereWorkBehindItBeginsBeforeWhatIsBeforeItEnds) {
    model::StreamProgram program;
    program.commands = {
        {.kind = Kind::Kernel}, {.kind = Kind::DeviceMalloc}, {.kind = Kind::Kernel, .stream = 1}};
    model::Schedule ran;
    ran.seconds = 4e-3;
    ran.commands.resize(3);
    ran.commands[0] = {.start = 0, .end = 2e-3, .engine = model::Engine::Compute};
    ran.commands[1] = {.engine = model::Engine::Host};
    ran.commands[2] = {.start = 2e-3, .end = 4e-3, .engine = model::Engine::Compute};
    EXPECT_EQ(passedCall(program, ran), std::nullopt);
    ran.commands[2].start = 2e-3 - 3e-6; // less than the events' clock tells
    EXPECT_EQ(passedCall(program, ran), std::nullopt);
    ran.commands[2].start = 1e-3;
    EXPECT_EQ(passedCall(program, ran), 1U);
    program.commands[1].kind = Kind::EventRecord; // which separates nothing
    EXPECT_EQ(passedCall(program, ran), std::nullopt);
}

TEST(Streams, EveryPartIsProcessedOnce) {
    for (const int streams : {1, 2, 3, 7, 8}) {
        const StreamPlan plan{.streams = streams, .bytes = 1 << 20};
        PlainRun run(*prepared("streams", {{"streams", std::to_string(streams).c_str()}, {"size", "1MiB"}}),
                     0);
        const std::vector<float> in = run.read<float>("in"), out = run.read<float>("out");
        ASSERT_EQ(in.size(), out.size());
        int number = 0; // of the counted elements
        for (int stream = 0; stream < streams; ++stream)
            for (int k = 0; k < countedElements(plan, stream); ++k, ++number) {
                const auto i = static_cast<std::size_t>(partStart(plan, stream)) / sizeof(float) +
                               static_cast<std::size_t>(k);
                float expected = static_cast<float>(number) / 3;
                ASSERT_EQ(in[i], expected) << streams << " streams, element " << i;
                for (int round = 0; round < 4; ++round) expected = std::fma(0.5F, expected, 1.0F);
                ASSERT_EQ(out[i], expected) << streams << " streams, element " << i;
            }
        EXPECT_EQ(number, 1 << 14);
    }
}

TEST(Streams, BothOrdersIssueTheGuidesCommands) {
    const auto program = [](const char* order) {
        return streamTimeline(*prepared("streams", {{"streams", "2"}, {"order", order}}), row("H200"))
            ->program;
    };
    EXPECT_EQ(issued(program("depth-first")),
              (std::vector<std::string>{"copy in 0", "kernel 0", "copy out 0", "copy in 1", "kernel 1",
                                        "copy out 1"}));
    EXPECT_EQ(issued(program("breadth-first")),
              (std::vector<std::string>{"copy in 0", "copy in 1", "kernel 0", "kernel 1", "copy out 0",
                                        "copy out 1"}));
}

TEST(Streams, ASpanOfARecordingSaysWhatItIsAndWhen) {
    const LabRun run("streams", {{"streams", "2"}, {"order", "depth-first"}});
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
    const auto said = [&](std::int64_t id) {
        return kit::describeRecordedStreams({render::PickKind::Point, id}, frame);
    };
    EXPECT_TRUE(said(0).starts_with("copy in, stream 1: ")) << said(0);
    EXPECT_NE(said(0).find("iB\nmodelled as CC "), std::string::npos) << said(0);
    EXPECT_NE(said(0).find(": starts at "), std::string::npos) << said(0);
    EXPECT_NE(said(0).find(", takes "), std::string::npos) << said(0);
    EXPECT_TRUE(said(1).starts_with("kernel process, stream 1\n")) << said(1);
    EXPECT_EQ(said(1000), "");
    // A kernel's leads to its launch, unless that is shown.
    const auto launchOf = [&](std::int64_t id) {
        return kit::launchOfSpan({render::PickKind::Point, id}, frame.result);
    };
    EXPECT_EQ(launchOf(0), std::nullopt);
    EXPECT_EQ(launchOf(1), 0U);
    EXPECT_EQ(launchOf(4), 1U);
    EXPECT_EQ(launchOf(1000), std::nullopt);
    EXPECT_EQ(said(1).find("Click"), std::string::npos) << said(1);
    EXPECT_NE(said(4).find("Click to see this launch."), std::string::npos) << said(4);
    EXPECT_EQ(kit::describeRecordedStreams({render::PickKind::Lane, 0}, frame), "");
}

TEST(Streams, ExtrasStandWhereTheyAreSaidTo) {
    const auto program = streamTimeline(*prepared("streams", {{"streams", "3"},
                                                              {"event", "on"},
                                                              {"callback", "behind-copy-out"},
                                                              {"priority", "on"},
                                                              {"between", "malloc"},
                                                              {"memory", "pageable"}}),
                                        row("H200"))
                             ->program;
    EXPECT_EQ(issued(program), (std::vector<std::string>{
                                   "copy in 0", "kernel 0", "event record 0", "copy out 0", "host function 0",
                                   "copy in 1", "event wait 1", "kernel 1", "event record 1",
                                   "device allocation 0", "copy out 1", "host function 1", "copy in 2",
                                   "event wait 2", "kernel 2", "copy out 2", "host function 2"}));
    EXPECT_EQ(program.priorities, (std::vector<int>{0, 0, -1}));
    for (const model::StreamTask& command : program.commands)
        EXPECT_EQ(command.pageable, command.kind == Kind::CopyIn || command.kind == Kind::CopyOut);
    EXPECT_EQ(program.commands[6].event, program.commands[2].event);
}

TEST(Streams, FunctionsAndQueriesBelongToTheirStream) {
    const auto program = streamTimeline(*prepared("streams", {{"streams", "2"},
                                                              {"order", "breadth-first"},
                                                              {"callback", "behind-kernel"},
                                                              {"between", "stream-query"}}),
                                        row("2.0"))
                             ->program;
    EXPECT_EQ(issued(program), (std::vector<std::string>{"copy in 0", "copy in 1", "kernel 0",
                                                         "host function 0", "stream query 0", "kernel 1",
                                                         "host function 1", "copy out 0", "copy out 1"}));
    // The copy out stands behind the function.
    const auto ran = simulate(program, model::streamDevice(row("3.5")));
    EXPECT_GE(ran.commands[7].start, ran.commands[3].end);
    EXPECT_NEAR(ran.commands[3].end - ran.commands[3].start, 50e-6, 1e-9);
}

TEST(Streams, APriorityTellsWhereKernelsWaitForRoom) {
    const auto done = [](const char* priority) {
        auto lab = prepared(
            "streams", {{"order", "breadth-first"}, {"work", "4"}, {"fill", "4"}, {"priority", priority}});
        const auto work = streamTimeline(*lab, row("H200"));
        return simulate(work->program, work->device).commands[7].end; // the kernel of stream 3
    };
    EXPECT_LT(done("on"), 0.7 * done("off"));
}

/// 16 MiB in 4 parts: 4 MiB at 58.449 GB/s (63.0154 x 256 / 276) after 3.9 us.
TEST(Streams, CopiesAndKernelsTakeTheBussTimes) {
    const auto program = streamTimeline(*prepared("streams", {{"work", "2"}}), row("H200"))->program;
    const double copy = 4194304 / 58.449e9 + 3.9e-6;
    EXPECT_EQ(program.commands[0].bytes, 4U << 20);
    EXPECT_NEAR(program.commands[0].seconds, copy, 1e-8);
    EXPECT_NEAR(program.commands[1].seconds, 2 * copy, 2e-8);
}

TEST(Streams, TheOrderDecidesWhereTheGuideSaysSo) {
    const auto gain = [](const char* architecture, const char* order, const char* engines = "as-CC") {
        auto lab = prepared("streams", {{"order", order}, {"engines", engines}, {"size", "64MiB"}});
        const auto work = streamTimeline(*lab, row(architecture));
        return lab_streams::modelledGain(work->program, work->device);
    };
    // No overlap of copies and kernels at all.
    EXPECT_NEAR(gain("1.0", "depth-first"), 1, 0.01);
    EXPECT_NEAR(gain("1.0", "breadth-first"), 1, 0.01);
    // One engine: only breadth-first, which hides the kernels but one. In, 4 kernels' time, out: 12 parts
    // in 8.
    EXPECT_NEAR(gain("1.3", "depth-first"), 1, 0.01);
    EXPECT_NEAR(gain("1.3", "breadth-first"), 1.5, 0.02);
    EXPECT_NEAR(gain("3.5", "depth-first", "one"), 1, 0.01);
    // Two engines and dependency checks: breadth-first holds the copies out back.
    EXPECT_GT(gain("2.0", "depth-first"), 1.7);
    EXPECT_NEAR(gain("2.0", "breadth-first"), 1.5, 0.03);
    // Hyper-Q: either.
    EXPECT_NEAR(gain("3.5", "depth-first"), gain("3.5", "breadth-first"), 0.03);
    EXPECT_GT(gain("3.5", "depth-first"), 1.7);
}

TEST(Streams, AReportHasTheTimeAndTheBytesOfTheWholeProgram) {
    auto lab = prepared("streams", {{"streams", "2"}, {"size", "8MiB"}});
    const auto work = copyTime(*lab, row("H200"));
    ASSERT_TRUE(work);
    EXPECT_EQ(work->bytes, 16 << 20); // in and out
    EXPECT_GT(work->seconds, (4 << 20) / 63.0154e9 * 3);
    const auto integrated = copyTime(*lab, row("6.2"));
    ASSERT_TRUE(integrated);
    EXPECT_EQ(integrated->seconds, 0); // it shares the host's memory
}

/// What the lab says of a program, modelled, or as a GPU ran it.
struct Said {
    Said(const Sets& sets, const char* architecture)
        : on(row(architecture)), lab(prepared("streams", sets)), work(*streamTimeline(*lab, on)) {
        result.recording = std::make_shared<recording::Recording>(kit::recordingOf(*lab, on));
    }
    /// passed: calls of this kind separated nothing on the GPU; nothing: there is none.
    std::string conclusion(std::optional<Kind> passed = {}) {
        if (passed) {
            model::StreamProgram freed = work.program;
            for (model::StreamTask& command : freed.commands)
                if (command.kind == *passed) command = {Kind::EventRecord, 0, 0, 0, false, 1, 99};
            auto measured = std::make_shared<device::StreamMeasurement>();
            measured->recording = result.recording;
            measured->schedule = simulate(freed, work.device);
            measured->serialSeconds = serialSeconds(work.program, work.device);
            measured->repetitions = 1;
            result.streams = measured;
        }
        kit::Frame seen = made();
        seen.measured = passed.has_value();
        return lab_streams::conclusionText(kit::StreamView(seen));
    }
    kit::StreamView view() {
        if (!frame) frame.emplace(made());
        return kit::StreamView(*frame);
    }
    kit::Frame made() const {
        return {{result, *lab, on, {}, subjects}, info, shown, brush, render::darkTheme()};
    }
    const model::Architecture& on;
    decltype(prepared("", {})) lab;
    std::optional<kit::Frame> frame;
    session::StreamTimeline work;
    device::Info info;
    session::RunResult result;
    kit::Subjects subjects;
    kit::View shown;
    kit::Brush brush;
};

/// However near one looks, two moments that are seen apart are written apart.
TEST(Streams, MomentsHaveAsManyDigitsAsTheTimelineIsShort) {
    Said said({{"streams", "2"}}, "9.0");
    const double end = said.view().end();
    for (const double length : {1.0, 1e-3, 1e-6}) {
        said.shown.times = {0.5, 0.5 + length};
        const double apart = end * length / 1000;
        EXPECT_NE(said.view().momentText(end / 2), said.view().momentText(end / 2 + apart)) << length;
    }
    EXPECT_LT(said.view().momentText(0).size(), 16U);
}

/// A span of a program has its kernel's name, of a lab, which has but one, what kind of command it is.
TEST(Streams, AKernelOfAProgramHasItsNameWhereThereIsRoom) {
    Said said({{"streams", "2"}}, "9.0");
    const auto kernel = [](const kit::StreamView& view) {
        const std::vector<kit::TimelineSpan> spans = kit::streamTimeline(view, -1).spans;
        return *std::ranges::find_if(spans, [](const kit::TimelineSpan& span) {
            return span.id == 1 && span.look == kit::SpanLook::Work;
        });
    };
    EXPECT_EQ(kernel(said.view()).label, "kernel");
    const auto recorded = kit::recordedLab("a", "a", said.result.recording).make();
    const kit::Frame frame({said.result, *recorded, said.on, {}, said.subjects}, said.info, said.shown,
                           said.brush, render::darkTheme());
    const kit::StreamView view(frame);
    EXPECT_EQ(kernel(view).label, session::kernelOf(*said.result.recording, view.line(), 1));
    EXPECT_EQ(kernel(view).shortLabel, "kernel");
    EXPECT_EQ(kit::nameOf(*said.result.recording, view.line(), 1),
              "kernel " + kernel(view).label + ", stream 1");
    EXPECT_EQ(kit::nameOf(*said.result.recording, view.line(), 0), "copy in, stream 1");
}

/// Of a program whose kernels take nobody knows how long, no bar says what it takes.
TEST(Streams, WithoutTimesOfKernelsThereIsNothingToCompare) {
    Said said({{"streams", "2"}}, "9.0");
    EXPECT_EQ(kit::engineTimeline(said.view(), false, -1).bars.size(), 2U);
    auto untimed = std::make_shared<recording::Recording>(*said.result.recording);
    for (recording::Call& call : untimed->calls)
        if (auto* const launch = std::get_if<recording::Launch>(&call)) launch->pace = {};
    said.result.recording = untimed;
    const kit::Timeline line = kit::engineTimeline(said.view(), false, -1);
    EXPECT_TRUE(line.bars.empty());
    EXPECT_NE(line.origin.find("the times of the kernels are not known"), std::string::npos) << line.origin;
}

TEST(Streams, TheConclusionNamesTheRuleThatCostsMost) {
    const auto says = [](const Sets& sets, const char* architecture, const char* words) {
        const std::string conclusion = Said(sets, architecture).conclusion();
        EXPECT_NE(conclusion.find(words), std::string::npos) << architecture << ": " << conclusion;
    };
    says({}, "1.0", "copies nothing while a kernel runs");
    says({}, "1.3", "The one copy engine takes copies as they were issued");
    says({{"between", "memset"}}, "1.3", "The one copy engine"); // which costs more than the barrier
    says({{"order", "breadth-first"}, {"fill", "4"}}, "2.0", "until all blocks of all launches");
    says({{"between", "memset"}}, "9.0", "cudaMemset synchronizes implicitly");
    says({{"between", "default-stream"}}, "9.0", "A kernel in the default stream synchronizes");
    says({{"memory", "pageable"}}, "9.0", "streams need page-locked memory");
    says({{"streams", "1"}}, "9.0", "Within one stream");
    says({}, "9.0", "No rule holds a command back");
}

TEST(Streams, PartsMakeUpTheArrayAndCommandsAreCountedAlike) {
    for (const char* streams : {"1", "3", "7", "8"}) {
        const auto lab = prepared("streams", {{"streams", streams}, {"size", "16MiB"}});
        EXPECT_EQ(copyTime(*lab, row("9.0"))->bytes, 2.0 * (16 << 20)) << streams;
    }
    Said said(
        {{"streams", "8"}, {"between", "default-stream"}, {"event", "on"}, {"callback", "behind-kernel"}},
        "9.0");
    // 8 x (in, kernel, out, function) and the kernel between; 7 records and 7 waits.
    EXPECT_EQ(said.view().commandsText(), "33 commands, and 14 calls that only order them or wait");
    EXPECT_NEAR(said.view().busiest(), said.view().modelled().busy(model::Engine::Compute), 1e-12);
    auto many = std::make_shared<recording::Recording>(*said.result.recording);
    const auto record = std::ranges::find_if(many->calls, [](const recording::Call& call) {
        return std::holds_alternative<recording::RecordEvent>(call);
    });
    ASSERT_NE(record, many->calls.end());
    const recording::Call again = *record;
    many->calls.insert(many->calls.end(), 1000, again);
    said.result.recording = many;
    EXPECT_EQ(said.view().commandsText(), "33 commands, and 1,014 calls that only order them or wait");
}

TEST(Streams, ACallThatAGpuPassesIsSaidToBeOne) {
    Said said({{"between", "malloc"}, {"fill", "0.25"}}, "8.0");
    EXPECT_NE(said.conclusion().find("cudaMalloc synchronizes implicitly"), std::string::npos);
    EXPECT_NE(said.conclusion(Kind::DeviceMalloc).find("On this GPU it did not"), std::string::npos);
    Said measured({{"between", "malloc"}, {"fill", "0.25"}}, "9.0"); // there it is known to separate nothing
    EXPECT_EQ(measured.conclusion().find("cudaMalloc"), std::string::npos);
}

TEST(Streams, AClickKeepsACommandLit) {
    auto lab = prepared("streams", {});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 4}));
    EXPECT_EQ(lab->findParameter("command")->text(), "5");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 4}));
    EXPECT_EQ(lab->findParameter("command")->text(), "0");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Cell, 4}));
}

TEST(Streams, SaysWhatHasNoEffect) {
    auto lab = prepared("streams", {{"streams", "1"}});
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("priority"), row("2.0")), "");
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("priority"), row("3.5")), "");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("event"), row("3.5")), "");
    lab = prepared("streams", {{"between", "stream-query"}});
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("between"), row("2.0")), "");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("between"), row("1.3")), "");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("between"), row("9.0")), "");
    lab = prepared("streams", {{"between", "malloc"}});
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("between"), row("8.9")), "");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("between"), row("9.0")), "");
    lab = prepared("streams", {{"between", "cache-switch"}});
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("between"), row("9.0")), "");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("between"), row("6.0")), "");
}

} // namespace
} // namespace lanescope::lab_streams
