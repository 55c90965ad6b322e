// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/streams.h"

#include "kit/charts/stream_view.h"
#include "model/format.h"
#include "model/transfers/streams_simulation.h"
#include "session/stream_timeline.h"
#include "shell/output/text_table.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope::shell {

namespace {

/// Of a table in a terminal: a program may make a hundred thousand.
constexpr std::size_t kMostCommands = 30;

/// Only a measurement that did not fail.
const device::StreamMeasurement* timed(const device::StreamMeasurement* measured) {
    return measured && measured->trouble.empty() ? measured : nullptr;
}

Json wholeJson(const model::Schedule& schedule, double serial) {
    return {{"seconds", schedule.seconds},
            {"one_stream_seconds", serial},
            {"gain", schedule.seconds > 0 ? Json(serial / schedule.seconds) : Json(nullptr)},
            {"overlapped_seconds", schedule.overlap()}};
}

Json timesJson(const model::ScheduledCommand& ran) {
    return {{"issued", ran.issued}, {"start", ran.start}, {"end", ran.end}};
}

} // namespace

void addStreams(json::Stream& document, const recording::Recording& recording,
                const session::StreamTimeline& work, const device::StreamMeasurement* measured) {
    const model::Schedule modelled = simulate(work.program, work.device);
    const device::StreamMeasurement* gpu = timed(measured);
    document.name("streams");
    document.beginObject();
    document.field("copy_engines", work.device.copyEngines);
    document.field("hardware_queues", work.device.hardwareQueues);
    Json whole = wholeJson(modelled, serialSeconds(work.program, work.device));
    if (session::lacksKernelTimes(work))
        for (auto& each : whole) each = nullptr;
    document.field("modelled", whole);
    if (const std::string untimed = kit::untimedText(recording, work); !untimed.empty())
        document.field("incomplete", untimed);
    if (gpu) {
        whole = wholeJson(gpu->schedule, gpu->serialSeconds);
        whole["device"] = gpu->device;
        whole["repetitions"] = gpu->repetitions;
        document.field("measured", whole);
    } else if (measured) {
        document.field("trouble", measured->trouble);
    }
    document.name("commands");
    document.beginList();
    for (std::size_t i = 0; i < work.program.commands.size(); ++i) {
        const model::StreamTask& command = work.program.commands[i];
        const model::ScheduledCommand& ran = modelled.commands[i];
        const int branch = model::branchOf(work.program, command.stream);
        const bool isInStream = !model::synchronizesImplicitly(command) && branch == 0;
        Json row{{"command", model::nameOf(command)},
                 {"stream", isInStream ? Json(model::streamNumber(command)) : Json(nullptr)},
                 {"modelled", timesJson(ran)},
                 {"rule", model::ruleOf(ran.wait)},
                 {"waited_for", ran.waitedFor < 0 ? Json(nullptr) : Json(ran.waitedFor)}};
        if (branch > 0) row["graph_branch"] = branch;
        if (std::string kernel = session::kernelOf(recording, work, i); !kernel.empty())
            row["kernel"] = std::move(kernel);
        if (gpu) row["measured"] = timesJson(gpu->schedule.commands[i]);
        document.value(row);
    }
    document.end();
    document.end();
}

std::string streamsText(const recording::Recording& recording, const session::StreamTimeline& work,
                        const device::StreamMeasurement* measured) {
    using Align = TextTable::Align;
    const model::Schedule modelled = simulate(work.program, work.device);
    const device::StreamMeasurement* gpu = timed(measured);
    TextTable table({{""},
                     {tr("command")},
                     {tr("issued"), Align::Right},
                     {tr("start"), Align::Right},
                     {tr("end"), Align::Right},
                     {tr("measured start"), Align::Right},
                     {tr("measured end"), Align::Right},
                     {tr("modelled: why then")}});
    const std::size_t count = modelled.commands.size(), shown = count > kMostCommands ? kMostCommands : count;
    for (std::size_t i = 0; i < shown; ++i) {
        const model::ScheduledCommand& ran = modelled.commands[i];
        const auto measuredTime = [&](double model::ScheduledCommand::*time) {
            return gpu ? lanescope::duration(gpu->schedule.commands[i].*time) : std::string();
        };
        table.add({fmt::format("{}", i + 1), kit::nameOf(recording, work, static_cast<int>(i)),
                   lanescope::duration(ran.issued), lanescope::duration(ran.start),
                   lanescope::duration(ran.end), measuredTime(&model::ScheduledCommand::start),
                   measuredTime(&model::ScheduledCommand::end), std::string(tr(model::ruleOf(ran.wait)))});
    }
    const auto whole = [&](std::string_view how, double seconds, double serial) {
        if (!model::hasSeveralStreams(work.program))
            return fmt::format("{}: {}\n", how, lanescope::duration(seconds));
        return tr("{}: {}, one after another {}: gain {:.2f} x\n", how, lanescope::duration(seconds),
                  lanescope::duration(serial), seconds > 0 ? serial / seconds : 1);
    };
    std::string text =
        session::lacksKernelTimes(work)
            ? tr("modelled: no time and no gain, as the times of the kernels are not known for this chip\n")
            : whole(tr("modelled"), modelled.seconds, serialSeconds(work.program, work.device));
    text += tr("each call is taken to cost the host {}\n", lanescope::duration(work.device.issueSeconds));
    if (gpu)
        text += whole(tr("measured on {}, the median of {} runs", gpu->device, gpu->repetitions),
                      gpu->schedule.seconds, gpu->serialSeconds);
    else if (measured)
        text += tr("not measured: {}\n", retold(measured->trouble));
    if (const std::string untimed = kit::untimedText(recording, work); !untimed.empty())
        text += untimed + "\n";
    text += "\n" + table.text(2);
    if (shown < count) text += tr("  and {} more, which --json lists\n", lanescope::grouped(count - shown));
    return text;
}

} // namespace lanescope::shell
