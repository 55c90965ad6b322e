// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/stream_view.h"

#include "model/format.h"
#include "model/streams_simulation.h"
#include "session/stream_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::lab_streams {

using model::Engine;
using model::StreamCommand;
using model::StreamWait;
using Kind = model::StreamCommandKind;

namespace {

/// What the Guide says of a call among the kernels.
std::string_view ruleOfCall(Kind kind) {
    switch (kind) {
    case Kind::StreamQuery:
        return "Asking whether a stream is done is a dependency check up to CC 3.0: it holds back all later "
               "launches until that stream's kernel is complete. Later devices lose nothing by it.";
    case Kind::DefaultKernel:
        return "The default stream waits for the others and they for it, but for those made with "
               "cudaStreamNonBlocking. Compiled with --default-stream per-thread it is a stream like others.";
    case Kind::CacheSwitch:
        return "A kernel that wants another split of L1 and shared memory waits until no other runs. CC 1.x "
               "has no L1; in CC 5.x and 6.x the two are apart, and nothing is switched.";
    default:
        return "Allocate before the streams begin. What else separates them: memory set and copied within "
               "the "
               "device, commands to the default stream, another split of L1 and shared memory.";
    }
}

/// Calls that separate streams, and the query, which did.
bool isBetween(Kind kind) {
    return model::synchronizesImplicitly(kind) || kind == Kind::StreamQuery;
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
            if (alike.commands[i].stream == stream && !isBetween(alike.commands[i].kind))
                done = std::max(done, schedule.commands[i].end);
        return done;
    };
    const double with = doneAt(view.modelled()), without = doneAt(simulate(alike, view.device()));
    const std::string rule =
        fmt::format("As blocks of other kernels end, waiting blocks of stream {} take their places", stream);
    if (with < without * 0.999)
        return fmt::format("{}: it is done after {}, without its priority after {} (modelled).", rule,
                           duration(with), duration(without));
    return rule + ". Here that changes nothing: when its kernel comes, no other has blocks that wait.";
}

const StreamCommand& commandOf(const StreamView& view, int index) {
    return view.program().commands[static_cast<std::size_t>(index)];
}

std::string gainText(double gain) {
    return gain < 9.95 ? fmt::format("{:.2f}", gain) : fmt::format("{:.0f}", gain);
}

/// The call that should synchronize implicitly, where a GPU ran commands of different streams from before and
/// behind it at the same time; else -1.
int passedBy(const StreamView& view) {
    if (!view.measured()) return -1;
    const auto& commands = view.program().commands;
    const auto& ran = view.shown().commands;
    for (std::size_t call = 0; call < commands.size(); ++call) {
        if (!model::synchronizesImplicitly(commands[call].kind)) continue;
        double before = 0, behind = view.shown().seconds;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            if (ran[i].engine == Engine::Host) continue;
            if (i < call) before = std::max(before, ran[i].end);
            if (i > call) behind = std::min(behind, ran[i].start);
        }
        constexpr double kClocks = 5e-6; // steps of the events
        if (behind < before - kClocks) return static_cast<int>(call);
    }
    return -1;
}

/// Where no rule holds a command back, the work itself sets the time.
std::string busiestConclusion(const StreamView& view) {
    constexpr std::array<std::pair<Engine, std::string_view>, 3> kEngines{
        {{Engine::CopyIn, "Copies in keep their engine"},
         {Engine::Compute, "Kernels keep the device"},
         {Engine::CopyOut, "Copies out keep their engine"}}};
    const model::Schedule& shown = view.shown();
    const auto& [engine, words] =
        *std::ranges::max_element(kEngines, {}, [&](const auto& each) { return shown.busy(each.first); });
    return fmt::format(
        "{} busy for {} of the {}: no rule holds a command back, and more streams shorten only "
        "the beginning and the end, where one engine works alone.",
        words, duration(shown.busy(engine)), duration(shown.seconds));
}

} // namespace

StreamView::StreamView(const Frame& frame) : m_frame(frame), m_measured(nullptr) {
    if (frame.result.recording) {
        if (auto work = session::streamWorkOf(*frame.result.recording, frame.architecture)) {
            m_program = std::move(work->program);
            m_device = work->device;
        }
    }
    m_modelled = model::simulate(m_program, m_device);
    const device::StreamMeasurement* streams = frame.result.streams.get();
    if (frame.measured && streams && streams->trouble.empty() && streams->program == m_program)
        m_measured = streams;
}

double StreamView::modelledSerial() const {
    return model::serialSeconds(m_program);
}
double StreamView::serial() const {
    return m_measured ? m_measured->serialSeconds : modelledSerial();
}
std::size_t StreamView::works() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        m_program.commands, [](const StreamCommand& command) { return !model::isMark(command.kind); }));
}

std::string StreamView::commandsText() const {
    const std::size_t marks = m_program.commands.size() - works();
    std::string text = plural(works(), "command");
    if (marks > 0)
        text += fmt::format(" and {} without work", marks == 1 ? "a call" : fmt::format("{} calls", marks));
    return text;
}
double StreamView::busiest() const {
    const model::Schedule& ran = shown();
    const double in = ran.busy(Engine::CopyIn), kernels = ran.busy(Engine::Compute),
                 out = ran.busy(Engine::CopyOut);
    if (measured() || m_device.copyEngines >= 2) return std::max({in, kernels, out});
    return m_device.copyEngines == 1 ? std::max(in + out, kernels) : in + kernels + out;
}

std::string describeCommand(const render::Pick& pick, const StreamView& view) {
    const auto& commands = view.program().commands;
    if (pick.kind != render::PickKind::Point || pick.id < 0 ||
        pick.id >= static_cast<std::int64_t>(commands.size()))
        return {};
    const int index = static_cast<int>(pick.id);
    const StreamCommand& command = commandOf(view, index);
    const model::ScheduledCommand& ran = view.shown().commands[static_cast<std::size_t>(index)];
    std::string text = fmt::format("{}: {}", index + 1, commandName(view.program(), index));
    if (command.bytes > 0)
        text += fmt::format(", {}{}", byteSize(static_cast<double>(command.bytes)),
                            command.pageable ? ", pageable" : ", page-locked");
    text += fmt::format("\nissued at {}", duration(ran.issued));
    if (ran.end > ran.start)
        text += fmt::format(", runs from {} to {}: {}", duration(ran.start), duration(ran.end),
                            duration(ran.end - ran.start));
    if (!view.measured()) {
        text += fmt::format("\nIt {}", model::ruleOf(ran.wait));
        if (ran.waitedFor >= 0)
            text += fmt::format(" (last: {})", commandName(view.program(), ran.waitedFor));
        if (ran.lost > 0) text += fmt::format("; that costs {}", duration(ran.lost));
    }
    return text + "\nclick to keep what it waited for lit";
}

void sayStreams(Panel& panel, const StreamView& view) {
    const double least = view.measured() ? view.busiest() : leastSeconds(view.program(), view.device());
    const double gain = view.gain(), best = view.serial() / least;
    const std::string kind = view.measured() ? "Measured" : "Modelled";
    const std::string times =
        fmt::format("{}: {} in {} take {}, where one stream takes {}.", kind, plural(view.works(), "command"),
                    plural(static_cast<std::uint64_t>(view.program().streams), "stream"),
                    duration(view.shown().seconds), duration(view.serial()));
    constexpr double kNothing = 1.03;
    if (view.program().streams == 1)
        panel.verdict(Tone::Plain, "One stream: all in order", times);
    else if (gain < kNothing)
        panel.verdict(Tone::Bad, "No overlap", times);
    else
        panel.verdict(gain > 0.6 * best ? Tone::Good : Tone::Warn,
                      fmt::format("{} times one stream", gainText(gain)),
                      fmt::format("{} The busiest engine works for {} of it: were it never idle, {} times.",
                                  times, duration(view.busiest()), gainText(view.serial() / view.busiest())));
    const auto row = [&](std::string label, const auto& of, std::string tip) {
        return Row{std::move(label), of(view.modelled(), view.modelledSerial()),
                   view.measured() ? of(view.shown(), view.serial()) : std::string(), "", std::move(tip)};
    };
    const auto busy = [](Engine engine) {
        return [engine](const model::Schedule& schedule, double) { return duration(schedule.busy(engine)); };
    };
    panel.table(
        "whole program",
        std::vector<Row>{
            row(
                "time", [](const model::Schedule& s, double) { return duration(s.seconds); },
                "from the first call to the end of the last command"),
            row(
                "one stream", [](const model::Schedule&, double serial) { return duration(serial); },
                "the same commands one after the other"),
            row(
                "gain",
                [](const model::Schedule& s, double serial) { return gainText(serial / s.seconds) + " x"; },
                "one stream / time"),
            row(
                "overlapped",
                [](const model::Schedule& s, double) { return percent(s.overlap() / s.seconds); },
                "share of the time with two or more of copy in, kernels, copy out at work"),
            row("copy in busy", busy(Engine::CopyIn), "the time that copies to the device take"),
            row("kernels busy", busy(Engine::Compute), "the time with at least one kernel"),
            row("copy out busy", busy(Engine::CopyOut), "the time that copies from the device take")});
    const bool functions = std::ranges::any_of(view.program().commands, [](const StreamCommand& command) {
        return command.kind == Kind::HostFunction;
    });
    if (functions)
        panel.note(
            "A host function (cudaLaunchHostFunc; of old cudaStreamAddCallback) must not call CUDA. What "
            "its stream holds behind it waits for it.");
    if (const std::string priority = priorityText(view); !priority.empty()) panel.note(priority);
    for (const StreamCommand& command : view.program().commands)
        if (isBetween(command.kind)) panel.note(ruleOfCall(command.kind));
    if (const int call = passedBy(view); call >= 0)
        panel.note(
            fmt::format("Measured, {} did not separate the streams: commands from before and behind it ran "
                        "side by side. Drivers of today let some of the calls pass that the Guide lists.",
                        callOf(commandOf(view, call).kind)));
    const device::StreamMeasurement* tried = view.frame().result.streams.get();
    if (view.frame().measured && !view.measured())
        panel.note(tried && !tried->trouble.empty()
                       ? "Not measured: " + tried->trouble
                       : "The GPU is being measured; until then the schedule is modelled.");
    panel.note(
        view.measured()
            ? "Measured between events behind each command, kernels by the GPU's own clock. The events "
              "are commands too; up to CC 3.0 each of them is a dependency check."
            : "Modelled by the rules for this compute capability: copies by the figures of its bus, 4 us "
              "a call.");
}

std::string streamConclusion(const StreamView& view) {
    const model::StreamProgram& program = view.program();
    if (view.device().copyEngines == 0)
        return "This device copies nothing while a kernel runs: neither order nor streams make a difference.";
    const bool pageable = std::ranges::any_of(program.commands, &StreamCommand::pageable);
    if (program.streams == 1) return "Within one stream every command waits for the one before it.";
    // Of the rules that hold something back, the one without which the program would be shortest.
    model::StreamLoss loss;
    double shortest = view.modelled().seconds;
    for (const model::StreamLoss& each : losses(view.modelled()))
        if (const double seconds = secondsWithout(each.wait, program, view.device()); seconds < shortest)
            loss = each, shortest = seconds;
    const StreamWait rule = pageable ? StreamWait::Pageable : loss.wait;
    const std::string without = rule == StreamWait::None
                                    ? ""
                                    : fmt::format(" Without this rule: {} instead of {} (modelled).",
                                                  duration(secondsWithout(rule, program, view.device())),
                                                  duration(view.modelled().seconds));
    const std::string held = loss.command >= 0 ? commandName(program, loss.command) : "",
                      by = loss.heldBy >= 0 ? commandName(program, loss.heldBy) : "";
    switch (rule) {
    case StreamWait::Pageable:
        return "A copy of pageable memory holds up the host until it has ended, so that nothing is issued to "
               "overlap with it: streams need page-locked memory." +
               without;
    case StreamWait::QueueOrder:
        return fmt::format(
            "The one copy engine takes copies as they were issued: {} is queued behind {}, which "
            "waits for its kernel.{}",
            held, by, without);
    case StreamWait::KernelQueue:
        return fmt::format("One hardware queue keeps kernels in order: {} is queued behind {}.{}", held, by,
                           without);
    case StreamWait::CheckedLaunch:
        return fmt::format(
            "Up to CC 3.0 a command behind a launch checks it and blocks all later launches: {} "
            "cannot start until {} is complete.{}",
            held, by, without);
    case StreamWait::DependencyCheck:
        return fmt::format("Up to CC 3.0 a command that depends on a launch waits until all blocks of all "
                           "launches issued before it have started: {} waits for the last blocks of {}.{}",
                           held, by, without);
    case StreamWait::Implicit: {
        const auto found = std::ranges::find_if(program.commands, [](const StreamCommand& command) {
            return model::synchronizesImplicitly(command.kind);
        });
        std::string call(callOf(found->kind));
        if (found->kind == Kind::DefaultKernel) call = "A " + call;
        if (passedBy(view) >= 0)
            return fmt::format("{} separates the streams, says the Guide, which would take {} (modelled). On "
                               "this GPU it did not: commands from before and behind it ran side by side.",
                               call, duration(view.modelled().seconds));
        return fmt::format("{} synchronizes implicitly: what is issued behind it cannot overlap what was "
                           "issued before it.{}",
                           call, without);
    }
    default:
        return busiestConclusion(view);
    }
}

namespace {

/// From what each command waited for to the command; those of events are always drawn.
void addArrows(Timeline& line, const model::Schedule& schedule) {
    const auto spanOf = [&](std::size_t command) {
        const auto id = static_cast<std::int64_t>(command);
        return static_cast<std::size_t>(std::ranges::find(line.spans, id, &TimelineSpan::id) -
                                        line.spans.begin());
    };
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const model::ScheduledCommand& ran = schedule.commands[i];
        if (ran.waitedFor < 0) continue;
        const std::size_t from = spanOf(static_cast<std::size_t>(ran.waitedFor)), to = spanOf(i);
        if (from < line.spans.size() && to < line.spans.size())
            line.arrows.push_back({from, to, ran.wait == StreamWait::Event});
    }
}

/// Where other kernels had places of the last span's kernel meanwhile.
void addShares(Timeline& line, const model::ScheduledCommand& ran) {
    const bool whole = std::ranges::all_of(ran.shares, [](const auto& each) { return each.part > 0.999; });
    for (std::size_t i = 0; !whole && i < ran.shares.size(); ++i)
        line.spans.back().shares.push_back({ran.shares[i].start, ran.shares[i].end, ran.shares[i].part});
}

} // namespace

Timeline engineTimeline(const StreamView& view, bool measured, int chosen) {
    const model::Schedule& schedule = measured ? view.shown() : view.modelled();
    const bool oneEngine = view.device().copyEngines <= 1 && !measured;
    Timeline line;
    line.axis = "time";
    line.origin = measured
                      ? fmt::format("measured on {}, the median of {}", view.measurement().device,
                                    plural(static_cast<std::uint64_t>(view.measurement().repetitions), "run"))
                      : fmt::format("modelled as CC {}", view.frame().architecture.cc.text());
    line.chosen = chosen;
    if (oneEngine) {
        line.rows = {{"copies", view.device().copyEngines == 0 ? "never beside a kernel" : "one engine"},
                     {"kernels", {}},
                     {"host", "calls"}};
    } else {
        line.rows = {{"copy in", "one engine"}, {"kernels", {}}, {"copy out", "another"}, {"host", "calls"}};
    }
    const std::size_t host = line.rows.size() - 1;
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const StreamCommand& command = view.program().commands[i];
        const model::ScheduledCommand& ran = schedule.commands[i];
        const int series = model::synchronizesImplicitly(command.kind) ? -1 : command.stream;
        const auto id = static_cast<std::int64_t>(i);
        const bool holds = ran.returned - ran.issued > 3 * view.device().issueSeconds;
        if (ran.engine != Engine::Host)
            line.spans.push_back({host, ran.issued, ran.returned, "", series,
                                  holds ? SpanLook::Wait : SpanLook::Faint, -1, ""});
        if (model::isMark(command.kind)) continue;
        const std::size_t row = ran.engine == Engine::Host      ? host
                                : ran.engine == Engine::Compute ? 1
                                : ran.engine == Engine::CopyIn  ? 0
                                : oneEngine                     ? 0
                                                                : 2;
        std::string label = model::synchronizesImplicitly(command.kind) ? std::string(callOf(command.kind))
                            : command.kind == Kind::HostFunction        ? fmt::format("f {}", command.stream)
                            : oneEngine && command.kind == Kind::CopyIn ? fmt::format("in {}", command.stream)
                            : oneEngine && command.kind == Kind::CopyOut
                                ? fmt::format("out {}", command.stream)
                                : fmt::format("{}", command.stream);
        line.spans.push_back({row, ran.start, ran.end, std::move(label), series, SpanLook::Work, id, ""});
        addShares(line, ran);
        // A label would hide the copies; the picture by stream has it where there is a span to point at.
        if (model::synchronizesImplicitly(command.kind) && ran.end > 0)
            line.marks.push_back(
                {ran.start, TimelineMark::kAllRows,
                 command.kind == Kind::CacheSwitch ? std::string(callOf(command.kind)) : std::string(),
                 Tone::Warn});
    }
    addArrows(line, schedule);
    const double serial = measured ? view.serial() : view.modelledSerial();
    line.bars.push_back({serial, "one stream", Tone::Plain});
    if (view.program().streams > 1)
        line.bars.push_back(
            {schedule.seconds,
             fmt::format("{} streams, {} x", view.program().streams, gainText(serial / schedule.seconds)),
             serial / schedule.seconds > 1.03 ? Tone::Good : Tone::Bad});
    line.end =
        std::max({view.serial(), view.shown().seconds, view.modelledSerial(), view.modelled().seconds});
    return line;
}

Timeline streamTimeline(const StreamView& view, int chosen) {
    const model::Schedule& schedule = view.shown();
    Timeline line;
    const bool functions = std::ranges::any_of(view.program().commands, [](const StreamCommand& command) {
        return command.kind == Kind::HostFunction;
    });
    line.origin = functions ? "by stream; what waits is outlined; f: a host function"
                            : "by stream; what waits is outlined";
    line.chosen = chosen;
    for (int stream = 0; stream < view.program().streams; ++stream) {
        const auto index = static_cast<std::size_t>(stream);
        const bool high = index < view.program().priorities.size() && view.program().priorities[index] < 0;
        line.rows.push_back({fmt::format("stream {}", stream), high ? "high priority" : ""});
    }
    std::vector<double> free(line.rows.size());
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const StreamCommand& command = view.program().commands[i];
        if (model::synchronizesImplicitly(command.kind)) continue;
        const model::ScheduledCommand& ran = schedule.commands[i];
        const auto row = static_cast<std::size_t>(command.stream);
        const auto id = static_cast<std::int64_t>(i);
        const double from = std::max(free[row], ran.issued);
        free[row] = std::max(free[row], ran.end);
        if (model::isMark(command.kind)) continue;
        const std::string_view label = command.kind == Kind::CopyIn    ? "in"
                                       : command.kind == Kind::Kernel  ? "kernel"
                                       : command.kind == Kind::CopyOut ? "out"
                                                                       : "f";
        line.spans.push_back(
            {row, ran.start, ran.end, std::string(label), command.stream, SpanLook::Work, id, ""});
        addShares(line, ran);
        // Behind the command's own span, which is the one that its arrows belong to.
        if (ran.start > from + 1e-9)
            line.spans.push_back({row, from, ran.start, "waits", command.stream, SpanLook::Wait, id, ""});
    }
    addArrows(line, schedule);
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const StreamCommand& command = view.program().commands[i];
        if (model::synchronizesImplicitly(command.kind) && schedule.commands[i].end > 0)
            line.marks.push_back({schedule.commands[i].start, TimelineMark::kAllRows,
                                  std::string(callOf(command.kind)), Tone::Warn});
    }
    line.end =
        std::max({view.serial(), view.shown().seconds, view.modelledSerial(), view.modelled().seconds});
    return line;
}

} // namespace lanescope::lab_streams
