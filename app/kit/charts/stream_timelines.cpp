// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/stream_timelines.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::kit {

using model::Engine;
using model::StreamTask;
using model::StreamWait;
using Kind = model::StreamTaskKind;

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
        const std::size_t from = spanOf(static_cast<std::size_t>(ran.waitedFor));
        const std::size_t to = spanOf(i);
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

/// The row of an engine in the picture by engine.
std::size_t rowOf(Engine engine, bool oneEngine) {
    switch (engine) {
    case Engine::CopyIn:
        return 0;
    case Engine::Compute:
        return 1;
    case Engine::CopyOut:
        return oneEngine ? 0 : 2;
    case Engine::Host:
        break;
    }
    return oneEngine ? 2 : 3;
}

std::string engineLabel(const model::StreamProgram& program, const StreamTask& command, bool oneEngine) {
    if (model::synchronizesImplicitly(command)) return std::string(tr(callOf(command)));
    const int branch = model::branchOf(program, command.stream);
    const std::string stream = branch ? tr("b{}", branch) : fmt::format("{}", model::streamNumber(command));
    if (command.kind == Kind::HostFunction) return fmt::format("f {}", stream);
    if (oneEngine && command.kind == Kind::CopyIn) return tr("in {}", stream);
    if (oneEngine && command.kind == Kind::CopyOut) return tr("out {}", stream);
    return stream;
}

std::string_view streamLabel(Kind kind) {
    switch (kind) {
    case Kind::CopyIn:
        return tr("in");
    case Kind::Kernel:
        return tr("kernel");
    case Kind::CopyOut:
        return tr("out");
    case Kind::Memset:
        return tr("set");
    case Kind::CopyWithin:
        return tr("copy");
    default:
        return "f";
    }
}

} // namespace

Timeline engineTimeline(const StreamView& view, bool measured, int chosen) {
    const model::Schedule& schedule = measured ? view.shown() : view.modelled();
    const bool oneEngine = view.device().copyEngines <= 1 && !measured;
    Timeline line;
    line.axis = tr("time");
    line.origin = measured ? tr("measured on {}, the median of {}", view.measurement().device,
                                counted(static_cast<std::uint64_t>(view.measurement().repetitions), "run"))
                           : tr("modelled as CC {}", view.frame().architecture.cc.text());
    const bool timeless = !measured && session::lacksKernelTimes(view.line());
    if (timeless) {
        line.shortOrigin = line.origin;
        line.origin = tr("{}: the times of the kernels are not known for this chip", line.origin);
    }
    line.chosen = chosen;
    if (oneEngine) {
        line.rows = {
            {tr("copies"), view.device().copyEngines == 0 ? tr("never beside a kernel") : tr("one engine")},
            {tr("kernels"), {}},
            {tr("host"), tr("calls")}};
    } else {
        line.rows = {{tr("copy in"), tr("one engine")},
                     {tr("kernels"), {}},
                     {tr("copy out"), tr("another")},
                     {tr("host"), tr("calls")}};
    }
    const std::size_t host = rowOf(Engine::Host, oneEngine);
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const StreamTask& command = view.program().commands[i];
        const model::ScheduledCommand& ran = schedule.commands[i];
        const int series = model::synchronizesImplicitly(command) ? -1 : command.stream;
        const auto id = static_cast<std::int64_t>(i);
        const bool holds = ran.returned - ran.issued > 3 * view.device().issueSeconds;
        if (ran.engine != Engine::Host || command.kind == Kind::HostWait)
            line.spans.push_back({host, ran.issued, ran.returned, "", series,
                                  holds ? SpanLook::Wait : SpanLook::Faint, -1, ""});
        if (model::isMark(command.kind)) continue;
        line.spans.push_back({.row = rowOf(ran.engine, oneEngine),
                              .start = ran.start,
                              .end = ran.end,
                              .label = engineLabel(view.program(), command, oneEngine),
                              .series = series,
                              .look = SpanLook::Work,
                              .id = id});
        addShares(line, ran);
        // A label would hide the copies; the picture by stream has it where there is a span to point at.
        if (model::separatesStreams(command, view.device()) && ran.end > 0)
            line.marks.push_back(
                {ran.start, TimelineMark::kAllRows,
                 command.kind == Kind::CacheSwitch ? std::string(tr(callOf(command))) : std::string(),
                 Tone::Warn});
    }
    addArrows(line, schedule);
    const double serial = measured ? view.serial() : view.modelledSerial();
    if (model::hasSeveralStreams(view.program()) && !timeless) { // else there is nothing to compare
        line.bars.push_back({serial, tr("one after another"), Tone::Plain});
        line.bars.push_back({schedule.seconds,
                             tr("{}, {} x", streamsText(view.program()), gainText(serial / schedule.seconds)),
                             serial / schedule.seconds > 1.03 ? Tone::Good : Tone::Bad,
                             tr("{} x", gainText(serial / schedule.seconds))});
    }
    line.end = view.end();
    return line;
}

Timeline streamTimeline(const StreamView& view, int chosen) {
    const model::Schedule& schedule = view.shown();
    Timeline line;
    const bool functions = std::ranges::any_of(view.program().commands, [](const StreamTask& command) {
        return command.kind == Kind::HostFunction;
    });
    line.origin = functions ? tr("by stream; waiting commands are outlined; f: host function")
                            : tr("by stream; waiting commands are outlined");
    line.shortOrigin = tr("by stream");
    const bool isProgram = view.frame().lab.as<RecordsAProgram>() != nullptr;
    line.chosen = chosen;
    for (int stream = 0; stream < view.program().streams; ++stream) {
        const auto index = static_cast<std::size_t>(stream);
        const bool high = index < view.program().priorities.size() && view.program().priorities[index] < 0;
        line.rows.push_back({streamText(view.program(), stream), high ? tr("high priority") : ""});
    }
    std::vector<double> free(line.rows.size());
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const StreamTask& command = view.program().commands[i];
        if (model::synchronizesImplicitly(command)) continue;
        const model::ScheduledCommand& ran = schedule.commands[i];
        const auto row = static_cast<std::size_t>(command.stream);
        const auto id = static_cast<std::int64_t>(i);
        const double from = std::max(free[row], ran.issued);
        free[row] = std::max(free[row], ran.end);
        if (model::isMark(command.kind)) continue;
        line.spans.push_back({.row = row,
                              .start = ran.start,
                              .end = ran.end,
                              .label = std::string(streamLabel(command.kind)),
                              .series = command.stream,
                              .look = SpanLook::Work,
                              .id = id});
        // A lab has but one kernel, and is about what kinds of commands there are.
        if (isProgram && command.kind == Kind::Kernel)
            line.spans.back().shortLabel = std::exchange(
                line.spans.back().label, session::kernelOf(*view.frame().result.recording, view.line(), i));
        addShares(line, ran);
        // Behind the command's own span, which is the one that its arrows belong to.
        if (ran.start > from + 1e-9)
            line.spans.push_back({row, from, ran.start, tr("waits"), command.stream, SpanLook::Wait, id, ""});
    }
    addArrows(line, schedule);
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const StreamTask& command = view.program().commands[i];
        if (model::separatesStreams(command, view.device()) && !command.isEdge &&
            schedule.commands[i].end > 0)
            line.marks.push_back({schedule.commands[i].start, TimelineMark::kAllRows,
                                  std::string(tr(callOf(command))), Tone::Warn});
    }
    line.end = view.end();
    return line;
}

void drawStreams(Canvas& canvas, const Rect& rect, const StreamView& view, int chosen) {
    constexpr float kGap = 18;
    constexpr float kLeastPart = 0.62F;
    std::vector<Timeline> lines{engineTimeline(view, view.measured(), chosen)};
    if (view.measured()) lines.push_back(engineTimeline(view, false, chosen));
    lines.push_back(streamTimeline(view, chosen));
    // As many as have enough height, the first one before the others.
    float needed = 0;
    float labels = 0;
    std::vector<Timeline*> shown;
    for (Timeline& each : lines) {
        const float height = timelineHeight(each) + (shown.empty() ? 0 : kGap);
        if (!shown.empty() && (needed + height) * kLeastPart > rect.height) continue;
        needed += height;
        labels = std::max(labels, timelineLabels(canvas, each));
        shown.push_back(&each);
    }
    Rect rest = rect;
    const float scale = rect.height / std::max(needed, 1.F);
    for (Timeline* each : shown) {
        each->labels = labels;
        const float height = std::min(timelineHeight(*each) * scale, rest.height);
        const Rect below = drawTimeline(canvas, view.frame(), rest.top(height), *each);
        rest = rest.belowTop(std::min(below.y + kGap - rest.y, rest.height));
    }
}

void drawRecordedStreams(Canvas& canvas, const Frame& frame) {
    const StreamView view(frame);
    Rect rest =
        drawHeading(canvas, frame.left,
                    {.title = tr("Calls in streams"),
                     .subtitle = view.commandsText() + tr(", as the host issues them, and when each runs"),
                     .expression = {}});
    if (const std::string untimed = untimedText(*frame.result.recording, view.line()); !untimed.empty())
        rest = drawConclusion(canvas, rest, untimed, canvas.theme().dim);
    drawStreams(canvas, rest, view, -1);
}

namespace {

/// Not of another picture.
bool isSpan(const render::Pick& pick, const session::RunResult& result) {
    return pick.kind == render::PickKind::Point && pick.group == 0 && pick.id >= 0 &&
           !hasDrawableResult(result);
}

bool isShown(std::size_t launch, const Frame& frame) {
    return frame.shown && frame.shown->launch == &frame.result.launches[launch];
}

/// "modelled as CC 9.0: starts at 12 us, takes 40 us".
std::string whenText(const StreamView& view, const std::string& origin, const model::ScheduledCommand& ran) {
    const std::string start = view.momentText(ran.start);
    return ran.end > ran.start
               ? tr("{}: starts at {}, takes {}", origin, start, duration(ran.end - ran.start))
               : tr("{}: starts at {}, its time is not known", origin, start);
}

} // namespace

std::string describeRecordedStreams(const render::Pick& pick, const Frame& frame) {
    if (!isSpan(pick, frame.result)) return {};
    const StreamView view(frame);
    const auto index = static_cast<std::size_t>(pick.id);
    if (index >= view.program().commands.size()) return {};
    const StreamTask& command = view.program().commands[index];
    std::string text = nameOf(*frame.result.recording, view.line(), static_cast<int>(index));
    if (command.kind != Kind::Kernel && command.bytes > 0)
        text += ": " + byteSize(static_cast<double>(command.bytes));
    if (view.measured())
        text += "\n" + whenText(view, tr("measured on {}", view.measurement().device),
                                view.measurement().schedule.commands[index]);
    text += "\n" + whenText(view, tr("modelled as CC {}", frame.architecture.cc.text()),
                            view.modelled().commands[index]);
    if (const auto launch = launchOfSpan(pick, frame.result); launch && !isShown(*launch, frame))
        text += "\n" + std::string(tr("Click to see this launch."));
    return text;
}

std::optional<std::size_t> launchOfSpan(const render::Pick& pick, const session::RunResult& result) {
    if (!isSpan(pick, result) || !result.recording) return std::nullopt;
    const session::TimelineCalls shown = session::timelineCallsOf(*result.recording, result.launches);
    const auto command = static_cast<std::size_t>(pick.id);
    const auto launch = command < shown.launches.size() ? shown.launches[command] : std::nullopt;
    return launch && *launch < result.launches.size() ? launch : std::nullopt;
}

} // namespace lanescope::kit
