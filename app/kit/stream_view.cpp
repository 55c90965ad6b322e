// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/stream_view.h"

#include "kit/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::kit {

using model::Engine;
using model::StreamCommand;
using model::StreamWait;
using Kind = model::StreamCommandKind;

namespace {

/// The call that synchronizes, as it is written in a program.
std::string_view callOf(Kind kind) {
    switch (kind) {
    case Kind::PageLockedMalloc:
        return "cudaMallocHost";
    case Kind::DeviceMalloc:
        return "cudaMalloc";
    case Kind::DeviceMemset:
        return "cudaMemset";
    case Kind::CopyWithin:
        return "cudaMemcpy within the device";
    case Kind::DefaultKernel:
        return "kernel in the default stream";
    default:
        return "cudaFuncSetCacheConfig";
    }
}

const StreamCommand& commandOf(const StreamView& view, int index) {
    return view.program().commands[static_cast<std::size_t>(index)];
}

std::string gainText(double gain) {
    return gain < 9.95 ? fmt::format("{:.2f}", gain) : fmt::format("{:.0f}", gain);
}

bool pageable(const model::StreamProgram& program) {
    return std::ranges::any_of(program.commands, &StreamCommand::pageable);
}

} // namespace

StreamView::StreamView(const Frame& frame, model::StreamProgram program, const model::StreamDevice& device)
    : m_frame(frame), m_program(std::move(program)), m_device(device),
      m_modelled(model::simulate(m_program, m_device)), m_measured(nullptr) {
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
    return static_cast<std::size_t>(
        std::ranges::count_if(m_program.commands, [](const StreamCommand& command) {
            return command.kind != Kind::EventRecord && command.kind != Kind::EventWait;
        }));
}

std::string commandName(const model::StreamProgram& program, int command) {
    const StreamCommand& named = program.commands[static_cast<std::size_t>(command)];
    if (model::synchronizesImplicitly(named.kind)) return std::string(callOf(named.kind));
    return fmt::format("{}, stream {}", model::nameOf(named.kind), named.stream);
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
    const double gain = view.gain(),
                 best = view.modelledSerial() / leastSeconds(view.program(), view.device());
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
        panel.verdict(gain > 0.75 * best ? Tone::Good : Tone::Warn,
                      fmt::format("{} times one stream", gainText(gain)),
                      fmt::format("{} The busiest engine would allow {} times.", times, gainText(best)));
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
}

std::string streamMoral(const StreamView& view) {
    const model::StreamLoss loss = largestLoss(view.modelled());
    const auto name = [&](int command) { return commandName(view.program(), command); };
    const std::string cost = fmt::format(" (costs {})", duration(loss.seconds));
    if (view.device().copyEngines == 0)
        return "This device copies nothing while a kernel runs: neither order nor streams make a difference.";
    if (pageable(view.program()))
        return "Copies of pageable memory hold up the host until they have ended, so that nothing is there "
               "to "
               "overlap with: page-locked memory is what streams need.";
    if (view.program().streams == 1) return "Within one stream every command waits for the one before it.";
    switch (loss.wait) {
    case StreamWait::QueueOrder:
        return fmt::format(
            "The one copy engine takes copies as they were issued: {} is queued behind {}, which "
            "waits for its kernel{}.",
            name(loss.command), name(loss.waitedFor), cost);
    case StreamWait::KernelQueue:
        return fmt::format("One hardware queue keeps kernels in order: {} is queued behind {}{}.",
                           name(loss.command), name(loss.waitedFor), cost);
    case StreamWait::CheckedLaunch:
        return fmt::format(
            "Up to CC 3.0 a command behind a launch checks it and blocks all later launches: {} "
            "cannot start until {} is complete{}.",
            name(loss.command), name(loss.waitedFor), cost);
    case StreamWait::DependencyCheck:
        return fmt::format("Up to CC 3.0 a command that depends on a launch waits until all blocks of all "
                           "launches issued before it have started: {} waits for the last blocks of {}{}.",
                           name(loss.command), name(loss.waitedFor), cost);
    case StreamWait::Implicit: {
        const auto found = std::ranges::find_if(view.program().commands, [](const StreamCommand& command) {
            return model::synchronizesImplicitly(command.kind);
        });
        return fmt::format(
            "{} synchronizes implicitly: what is issued behind it cannot overlap what was issued "
            "before it{}.",
            callOf(found->kind), cost);
    }
    default:
        break;
    }
    const model::Schedule& shown = view.shown();
    Engine most = Engine::CopyIn;
    for (const Engine engine : {Engine::Compute, Engine::CopyOut})
        if (shown.busy(engine) > shown.busy(most)) most = engine;
    const std::string_view what = most == Engine::CopyIn    ? "Copies in keep their engine"
                                  : most == Engine::Compute ? "Kernels keep the device"
                                                            : "Copies out keep their engine";
    return fmt::format(
        "No rule holds a command back: {} busy for {} of the {}. More streams make the parts at "
        "both ends shorter, nothing else.",
        what == "Kernels keep the device" ? "kernels keep the device"
        : most == Engine::CopyIn          ? "copies in keep their engine"
                                          : "copies out keep their engine",
        duration(shown.busy(most)), duration(shown.seconds));
}

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
                     {"host", {}}};
    } else {
        line.rows = {{"copy in", "one engine"}, {"kernels", {}}, {"copy out", "another"}, {"host", {}}};
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
        if (command.kind == Kind::EventRecord || command.kind == Kind::EventWait) continue;
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
        if (command.kind == Kind::CacheSwitch)
            line.marks.push_back(
                {ran.start, TimelineMark::kAllRows, std::string(callOf(command.kind)), Tone::Warn});
    }
    const auto spanOf = [&](int command) {
        return static_cast<std::size_t>(
            std::ranges::find(line.spans, static_cast<std::int64_t>(command), &TimelineSpan::id) -
            line.spans.begin());
    };
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const int from = schedule.commands[i].waitedFor;
        const std::size_t to = spanOf(static_cast<int>(i));
        if (from < 0 || to == line.spans.size() || spanOf(from) == line.spans.size()) continue;
        line.arrows.push_back({spanOf(from), to, schedule.commands[i].wait == StreamWait::Event});
    }
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
    line.origin = "the same by stream: what waits for its turn is outlined";
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
        if (command.kind == Kind::EventRecord || command.kind == Kind::EventWait) continue;
        if (ran.start > from + 1e-9)
            line.spans.push_back({row, from, ran.start, "waits", command.stream, SpanLook::Wait, -1, ""});
        const std::string_view label = command.kind == Kind::CopyIn    ? "in"
                                       : command.kind == Kind::Kernel  ? "kernel"
                                       : command.kind == Kind::CopyOut ? "out"
                                                                       : "f";
        line.spans.push_back(
            {row, ran.start, ran.end, std::string(label), command.stream, SpanLook::Work, id, ""});
    }
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

} // namespace lanescope::kit
