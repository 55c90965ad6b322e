// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/words.h"

#include "kit/counted.h"
#include "model/format.h"
#include "model/transfers/streams_simulation.h"
#include "session/kernel_modules.h"
#include "session/stream_timeline.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::lab_streams {

using namespace kit;
using model::Engine;
using model::StreamTask;
using model::StreamWait;
using Kind = model::StreamTaskKind;

namespace {

/// What the Guide says of a call among the kernels, and what measurements do.
std::string_view ruleOfCall(const StreamTask& task, const model::StreamDevice& device) {
    if (task.kind == Kind::DeviceMalloc && !device.mallocSeparates)
        return tr(
            "The Guide lists cudaMalloc among the calls that separate streams. An H100 and an H200 with "
            "CUDA 13 keep running beside it, whatever its size; cudaMallocHost and cudaFree do wait for "
            "all that runs.");
    switch (task.kind) {
    case Kind::StreamQuery:
        return tr("Up to CC 3.0, asking whether a stream is done is a dependency check: it holds back all "
                  "later launches until that stream's kernel is complete. Later devices lose nothing by it.");
    case Kind::Kernel: // in the default stream
        return tr(
            "The default stream waits for the others and they for it, but for those made with "
            "cudaStreamNonBlocking. Compiled with --default-stream per-thread it is a stream like others.");
    case Kind::CacheSwitch:
        return tr(
            "A kernel that wants another split of L1 and shared memory waits until no other runs. CC 1.x "
            "has no L1; in CC 5.x and 6.x the two are apart, and nothing is switched.");
    default:
        return tr("Allocate before the streams begin. What else separates them: memory set and copied within "
                  "the "
                  "device, commands to the default stream, another split of L1 and shared memory.");
    }
}

/// Calls that separate streams, and the query, which did.
bool isBetween(const StreamTask& task) {
    return model::synchronizesImplicitly(task) || task.kind == Kind::StreamQuery;
}

/// What the priority of one stream is worth; empty: all are alike.
std::string priorityText(const StreamView& view) {
    const auto& priorities = view.program().priorities;
    const auto high = std::ranges::min_element(priorities);
    if (high == priorities.end() || *high >= 0) return {};
    const auto stream = static_cast<int>(high - priorities.begin());
    model::StreamProgram alike = view.program();
    alike.priorities.clear();
    const auto doneAt = [&](const model::Schedule& schedule) {
        double done = 0;
        for (std::size_t i = 0; i < schedule.commands.size(); ++i)
            if (alike.commands[i].stream == stream && !isBetween(alike.commands[i]))
                done = std::max(done, schedule.commands[i].end);
        return done;
    };
    const double with = doneAt(view.modelled());
    const double without = doneAt(simulate(alike, view.device()));
    const std::string rule =
        tr("As blocks of other kernels end, waiting blocks of stream {} take their places", stream + 1);
    if (with < without * 0.999)
        return tr("{}: it is done after {}; without its priority, after {} (modelled).", rule, duration(with),
                  duration(without));
    return rule + tr(". Here that changes nothing: when its kernel arrives, no other has blocks that wait.");
}

const StreamTask& commandOf(const StreamView& view, int index) {
    return view.program().commands[static_cast<std::size_t>(index)];
}

/// Where no rule holds a command back, the work itself sets the time.
std::string busiestText(const StreamView& view) {
    const model::Schedule& shown = view.shown();
    const double in = shown.busy(Engine::CopyIn), out = shown.busy(Engine::CopyOut);
    const bool oneEngine = view.device().copyEngines == 1;
    struct Busy {
        std::string_view words;
        double seconds = 0;
    };
    const std::array busy{Busy{oneEngine ? translatable("Copies in and out keep their one engine")
                                         : translatable("Copies in keep their engine"),
                               oneEngine ? in + out : in},
                          Busy{translatable("Kernels keep the device"), shown.busy(Engine::Compute)},
                          Busy{translatable("Copies out keep their engine"), oneEngine ? 0 : out}};
    const Busy& most = *std::ranges::max_element(busy, {}, &Busy::seconds);
    const std::string text =
        tr("{} busy for {} of the {}", tr(most.words), duration(most.seconds), duration(shown.seconds));
    constexpr double kAlways = 0.95;
    if (most.seconds > kAlways * shown.seconds)
        return tr("{}: it is hardly ever idle, so neither order nor more streams can make this shorter.",
                  text);
    const bool isTold = std::ranges::any_of(shown.commands, [](const model::ScheduledCommand& ran) {
        return ran.wait == StreamWait::HostSignal;
    });
    if (isTold)
        return tr(
            "{}. Host functions hold their streams up: before and after each of them, device and host have "
            "to tell each other. More streams need not be faster.",
            text);
    return tr(
        "{}. No rule holds a command back: those that wait, wait for an engine at work. More streams would "
        "only shorten the beginning and the end, where one engine works alone.",
        text);
}

model::StreamProgram programOn(const StreamPlan& plan, const model::Architecture& architecture) {
    recording::Recording made;
    Recorder recorder(made, session::kernelModules(), architecture);
    recordPlan(recorder, plan);
    return session::streamTimelineOf(made, architecture)->program;
}

} // namespace

std::string gainsText(const StreamPlan& plan, const model::Architecture& here,
                      const model::StreamDevice& device) {
    std::string text =
        tr("How many times as fast as one after another, modelled; depth-first | breadth-first");
    const auto line = [&](const model::Architecture& on, const model::StreamDevice& by) {
        text += tr("\nCC {}: ", on.cc.text());
        for (const bool depthFirst : {true, false}) {
            StreamPlan way = plan;
            way.depthFirst = depthFirst;
            text += fmt::format("{}{:.2f} x", depthFirst ? "" : " | ", modelledGain(programOn(way, on), by));
        }
    };
    line(here, device);
    for (const char* cc : {"1.0", "1.3", "2.0", "3.5"})
        if (const model::Architecture& on = *model::findArchitecture(cc); &on != &here)
            line(on, model::streamDevice(on));
    return text;
}

std::string describeCommand(const render::Pick& pick, const StreamView& view) {
    const auto& commands = view.program().commands;
    if (pick.kind != render::PickKind::Point || pick.id < 0 ||
        pick.id >= static_cast<std::int64_t>(commands.size()))
        return {};
    const int index = static_cast<int>(pick.id);
    const StreamTask& command = commandOf(view, index);
    const model::ScheduledCommand& ran = view.shown().commands[static_cast<std::size_t>(index)];
    std::string text = tr("{}: {}", index + 1, nameOf(view.program(), index));
    if (command.bytes > 0)
        text += tr(", {}{}", byteSize(static_cast<double>(command.bytes)),
                   command.pageable ? tr(", pageable") : tr(", page-locked"));
    text += tr("\nissued at {}", view.momentText(ran.issued));
    if (ran.end > ran.start)
        text += tr(", runs from {} to {}: {}", view.momentText(ran.start), view.momentText(ran.end),
                   duration(ran.end - ran.start));
    if (!view.measured()) {
        text += tr("\nIt {}", tr(model::ruleOf(ran.wait)));
        if (ran.waitedFor >= 0) text += tr(" (last: {})", nameOf(view.program(), ran.waitedFor));
        if (ran.lost > 0) text += tr("; that costs {}", duration(ran.lost));
    }
    return text + tr("\nclick to keep what it waited for lit");
}

void sayStreams(Panel& panel, const StreamView& view) {
    const double least = view.measured() ? view.busiest() : leastSeconds(view.program(), view.device());
    const double gain = view.gain();
    const double best = view.serial() / least;
    const std::string kind = view.measured() ? tr("Measured") : tr("Modelled");
    const std::string times = tr("{}: {} in {} take {}; the same commands one after another take {}.", kind,
                                 counted(view.works(), "command"),
                                 counted(static_cast<std::uint64_t>(view.program().streams), "stream"),
                                 duration(view.shown().seconds), duration(view.serial()));
    constexpr double kNothing = 1.03;
    if (view.program().streams == 1)
        panel.verdict(Tone::Plain, tr("One stream: all in order"), times);
    else if (gain < kNothing)
        panel.verdict(Tone::Bad, tr("No overlap"), times);
    else
        panel.verdict(
            gain > 0.6 * best ? Tone::Good : Tone::Warn,
            tr("{} times as fast as running them one after another", gainText(gain)),
            tr("{} The busiest engine works for {} of it: if it were never idle, the gain would be {} times.",
               times, duration(view.busiest()), gainText(view.serial() / view.busiest())));
    const auto row = [&](std::string label, const auto& of, std::string tip) {
        return Row{std::move(label), of(view.modelled(), view.modelledSerial()),
                   view.measured() ? of(view.shown(), view.serial()) : std::string(), "", std::move(tip)};
    };
    const auto busy = [](Engine engine) {
        return [engine](const model::Schedule& schedule, double) { return duration(schedule.busy(engine)); };
    };
    panel.table(
        tr("whole program"),
        std::vector<Row>{
            row(
                tr("time"), [](const model::Schedule& s, double) { return duration(s.seconds); },
                tr("from the first call to the end of the last command")),
            row(
                tr("one after another"),
                [](const model::Schedule&, double serial) { return duration(serial); },
                tr("the same commands, of the same pieces, in a single stream")),
            row(
                tr("gain"),
                [](const model::Schedule& s, double serial) { return gainText(serial / s.seconds) + " x"; },
                tr("one after another / time")),
            row(
                tr("overlapped"),
                [](const model::Schedule& s, double) { return percent(s.overlap() / s.seconds); },
                tr("share of the time with two or more of copy in, kernels, copy out at work")),
            row(tr("copy in busy"), busy(Engine::CopyIn),
                tr("the time that copies to the device take; those that run beside copies from it are slower "
                   "than alone")),
            row(tr("kernels busy"), busy(Engine::Compute), tr("the time with at least one kernel")),
            row(tr("copy out busy"), busy(Engine::CopyOut),
                tr("the time that copies from the device take; those that run beside copies to it are slower "
                   "than alone"))});
    const bool functions = std::ranges::any_of(view.program().commands, [](const StreamTask& command) {
        return command.kind == Kind::HostFunction;
    });
    const model::Schedule& all = view.shown();
    const double busyTogether =
        all.busy(Engine::CopyIn) + all.busy(Engine::Compute) + all.busy(Engine::CopyOut);
    if (busyTogether > 1.01 * view.serial())
        panel.note(tr("Copy in, kernels and copy out add up to more than one after another: copies in both "
                      "directions at once are slower than one alone."));
    if (functions)
        panel.note(
            tr("A host function (cudaLaunchHostFunc; formerly cudaStreamAddCallback) must not call "
               "CUDA. Whatever follows it in its stream waits for it. The model adds {} until a thread of "
               "the host hears that it may begin, and {} until the device hears that it has ended.",
               duration(view.device().beforeHostFunction), duration(view.device().behindHostFunction)));
    if (const std::string priority = priorityText(view); !priority.empty()) panel.note(priority);
    for (const StreamTask& command : view.program().commands)
        if (isBetween(command)) panel.note(ruleOfCall(command, view.device()));
    if (const auto call = view.passedCall();
        call && model::separatesStreams(view.program().commands[*call], view.device()))
        panel.note(tr("Measured, {} did not separate the streams: commands before and after it ran side by "
                      "side. With today's drivers, some of the calls that the Guide lists no longer do.",
                      tr(callOf(view.program().commands[*call]))));
    const device::StreamMeasurement* tried = view.frame().result.streams.get();
    if (view.frame().measured && !view.measured())
        panel.note(tried && !tried->trouble.empty()
                       ? tr("Not measured: {}", retold(tried->trouble))
                       : tr("The GPU is being measured; until then the schedule is modelled."));
    panel.note(
        view.measured()
            ? tr("Measured between events after each command, kernels by the GPU's own clock. The events are "
                 "commands too; up to CC 3.0 each of them is a dependency check.")
            : tr("Modelled by the rules for this compute capability: copies by the figures of its bus, 4 us "
                 "per call."));
}

std::string conclusionText(const StreamView& view) {
    const model::StreamProgram& program = view.program();
    if (view.device().copyEngines == 0)
        return tr(
            "This device copies nothing while a kernel runs: neither order nor streams make a difference.");
    const bool pageable = std::ranges::any_of(program.commands, &StreamTask::pageable);
    if (program.streams == 1) return tr("Within one stream every command waits for the one before it.");
    // Of the rules that hold something back, the one without which the program would be shortest.
    model::StreamLoss loss;
    double shortest = view.modelled().seconds;
    for (const model::StreamLoss& each : losses(view.modelled()))
        if (const double seconds = secondsWithout(each.wait, program, view.device()); seconds < shortest) {
            loss = each;
            shortest = seconds;
        }
    const StreamWait rule = pageable ? StreamWait::Pageable : loss.wait;
    std::string without;
    if (rule != StreamWait::None) {
        const std::string less = duration(secondsWithout(rule, program, view.device())),
                          taken = duration(view.modelled().seconds);
        without = less == taken ? tr(" With or without this rule: {} (modelled).", taken)
                                : tr(" Without this rule: {} instead of {} (modelled).", less, taken);
    }
    const std::string held = loss.command >= 0 ? nameOf(program, loss.command) : "";
    const std::string by = loss.heldBy >= 0 ? nameOf(program, loss.heldBy) : "";
    switch (rule) {
    case StreamWait::Pageable:
        return std::string(
                   view.device().pageableAlone
                       ? tr("Nothing overlaps a copy of pageable memory: streams need page-locked memory.")
                       : tr("The host waits for each copy of pageable memory, so only what was issued before "
                            "overlaps it: streams need page-locked memory.")) +
               without;
    case StreamWait::QueueOrder:
        return tr("The one copy engine takes copies as they were issued: {} is queued behind {}, which "
                  "waits for its kernel.{}",
                  held, by, without);
    case StreamWait::KernelQueue:
        return tr("One hardware queue keeps kernels in order: {} is queued behind {}.{}", held, by, without);
    case StreamWait::CheckedLaunch:
        return tr("Up to CC 3.0 a command behind a launch checks it and blocks all later launches: {} "
                  "cannot start until {} is complete.{}",
                  held, by, without);
    case StreamWait::DependencyCheck:
        return tr("Up to CC 3.0 a command that depends on a launch waits until all blocks of all "
                  "launches issued before it have started: {} waits for the last blocks of {}.{}",
                  held, by, without);
    case StreamWait::Implicit: {
        const auto found = std::ranges::find_if(
            program.commands, [&](const StreamTask& each) { return separatesStreams(each, view.device()); });
        std::string call(tr(callOf(*found)));
        if (found->kind == Kind::Kernel) call = "A " + call;
        if (view.passedCall())
            return tr("According to the Guide, {} separates the streams, which would take {} (modelled). On "
                      "this GPU it did not: commands before and after it ran side by side.",
                      call, duration(view.modelled().seconds));
        return tr(
            "{} synchronizes implicitly: what is issued after it cannot overlap what was issued before it.{}",
            call, without);
    }
    default:
        return busiestText(view);
    }
}

} // namespace lanescope::lab_streams
