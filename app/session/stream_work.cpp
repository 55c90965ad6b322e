// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/stream_work.h"

#include "model/transfers/bus.h"
#include "model/transfers/streams_simulation.h"

namespace lanescope::session {

namespace {

using model::StreamCommandKind;

double copySeconds(const model::Architecture& architecture, model::Transfer way, bool pageable,
                   std::uint64_t bytes) {
    const auto memory = pageable ? model::TransferMemory::Pageable : model::TransferMemory::PageLocked;
    const auto legs = model::modelTransfer(architecture, way, memory, bytes);
    return legs ? legs->total : 0;
}

model::StreamCommand boundTo(const model::Architecture& architecture, const recording::Timed& timed) {
    model::StreamCommand command = timed.command;
    if (command.kind == StreamCommandKind::CopyIn)
        command.seconds =
            copySeconds(architecture, model::Transfer::HostToDevice, command.pageable, command.bytes);
    if (command.kind == StreamCommandKind::CopyOut)
        command.seconds =
            copySeconds(architecture, model::Transfer::DeviceToHost, command.pageable, command.bytes);
    if (command.kind == StreamCommandKind::Kernel && timed.relative > 0) {
        command.seconds =
            timed.relative * copySeconds(architecture, model::Transfer::HostToDevice, false, command.bytes);
        command.bytes = 0; // only what its time is measured by
    }
    return command;
}

} // namespace

std::optional<StreamWork> streamWorkOf(const recording::Recording& recording,
                                       const model::Architecture& architecture) {
    StreamWork work{{}, model::streamDevice(architecture)};
    for (const recording::Call& call : recording.calls)
        if (const auto* timed = std::get_if<recording::Timed>(&call))
            work.program.commands.push_back(boundTo(architecture, *timed));
    if (work.program.commands.empty()) return std::nullopt;
    work.program.streams = static_cast<int>(recording.streamPriorities.size());
    work.program.priorities = recording.streamPriorities;
    if (recording.options.copyEngines >= 0) work.device.copyEngines = recording.options.copyEngines;
    return work;
}

std::optional<ModelledWork> modelledWorkOf(const recording::Recording& recording,
                                           const model::Architecture& architecture) {
    if (const auto work = streamWorkOf(recording, architecture)) {
        ModelledWork made;
        for (const model::StreamCommand& each : work->program.commands)
            made.bytes += static_cast<double>(each.bytes);
        if (model::busOf(architecture)) made.seconds = simulate(work->program, work->device).seconds;
        return made;
    }
    std::optional<ModelledWork> made;
    for (const recording::Call& call : recording.calls) {
        const auto* transfer = std::get_if<recording::Transfer>(&call);
        if (!transfer) continue;
        if (!made) made.emplace();
        const auto legs =
            model::modelTransfer(architecture, transfer->direction, transfer->memory, transfer->bytes);
        made->seconds += legs ? legs->total : 0;
        made->bytes += static_cast<double>(model::countedBytes(transfer->direction, transfer->bytes));
    }
    return made;
}

} // namespace lanescope::session
