// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/stream_timeline.h"

#include "model/launch_limits.h"
#include "model/transfers/bus.h"
#include "model/transfers/streams_simulation.h"
#include "recording/plain_name.h"
#include "recording/stream_calls.h"
#include "session/timing.h"

#include <algorithm>

namespace lanescope::session {

namespace {

using model::StreamTask;
using model::StreamTaskKind;
using recording::Recording;

/// What a fill, or a copy within the device, takes at least, and of how many bytes it has the device to
/// itself (H100, CUDA 13.0: 1.4 to 2.1 us up to 1 MiB, and beside each other nearly twice as many; of 16 MiB
/// a third more).
constexpr double kLeastWork = 2e-6;
constexpr double kFillingBytes = 16 << 20;

constexpr std::uint64_t kMebibyte = 1 << 20;
/// cudaMalloc from what the driver has at hand, and with memory that it maps first (H100, CUDA 13.0). Others
/// of its kind, as cudaMallocManaged, were not measured and count as the same.
double mallocSeconds(std::uint64_t bytes) {
    return bytes <= kMebibyte ? 8e-6 : 100e-6;
}
/// cudaMallocHost, which pins 2 MiB at least: it takes 0.55 ms for them, and 0.36 to 0.39 for each more (the
/// host of an H100; others differ).
double mallocHostSeconds(std::uint64_t bytes) {
    return std::max(0.55e-3, static_cast<double>(bytes) / static_cast<double>(kMebibyte) * 0.38e-3);
}

double copySeconds(const model::Architecture& architecture, model::Transfer way, model::TransferMemory memory,
                   std::uint64_t bytes) {
    const auto legs = model::modelTransfer(architecture, way, memory, bytes);
    return legs ? legs->total : 0;
}

/// Gives the commands of a recording their seconds.
class Clockwork {
public:
    Clockwork(const Recording& recording, const model::Architecture& architecture,
              std::span<const LaunchResult> launches, std::size_t number)
        : m_recording(recording), m_architecture(architecture), m_launches(launches), m_number(number) {}

    StreamTimeline run() {
        TimelineCalls calls = timelineCallsOf(m_recording, m_launches, m_number);
        for (std::size_t i = 0; i < calls.calls.size(); ++i)
            if (!setTime(calls.program.commands[i], m_recording.calls[calls.calls[i]], calls.launches[i]))
                m_made.untimed.push_back(i);
        m_made.program = std::move(calls.program);
        m_made.calls = std::move(calls.calls);
        m_made.device = model::streamDevice(m_architecture);
        if (m_recording.options.copyEngines >= 0) m_made.device.copyEngines = m_recording.options.copyEngines;
        return std::move(m_made);
    }

private:
    /// False: it is not known.
    bool setTime(StreamTask& task, const recording::Call& call, std::optional<std::size_t> launch) {
        const bool in = task.kind == StreamTaskKind::CopyIn;
        if (in || task.kind == StreamTaskKind::CopyOut) {
            task.seconds = copySeconds(
                m_architecture, in ? model::Transfer::HostToDevice : model::Transfer::DeviceToHost,
                task.pageable ? model::TransferMemory::Pageable : model::TransferMemory::PageLocked,
                task.bytes);
            return task.seconds != 0;
        } else if (task.kind == StreamTaskKind::CopyWithin || task.kind == StreamTaskKind::Memset) {
            const double copy = copySeconds(m_architecture, model::Transfer::DeviceToDevice,
                                            model::TransferMemory::CopyCall, task.bytes);
            // Half of the copy's bytes: nothing is read.
            task.seconds = std::max(kLeastWork, task.kind == StreamTaskKind::Memset ? copy / 2 : copy);
            task.fill = std::min(static_cast<double>(task.bytes) / kFillingBytes, 1.0);
        } else if (task.kind == StreamTaskKind::DeviceMalloc) {
            const auto* const allocate = std::get_if<recording::Allocate>(&call);
            task.seconds = mallocSeconds(m_recording.objects[allocate->object].bytes);
        } else if (const auto* pinned = std::get_if<recording::AllocateHost>(&call)) {
            task.seconds = mallocHostSeconds(pinned->bytes);
        } else if (task.kind == StreamTaskKind::Kernel) {
            return setTime(task, std::get<recording::Launch>(call), *launch);
        }
        return true;
    }

    bool setTime(StreamTask& task, const recording::Launch& call, std::size_t index) {
        const recording::Pace& pace = call.pace;
        if (pace.bytes > 0) {
            const double copy = copySeconds(m_architecture, model::Transfer::HostToDevice,
                                            model::TransferMemory::PageLocked, pace.bytes);
            task.seconds = pace.seconds + pace.copies * copy;
            return true;
        }
        std::uint64_t shared = call.sharedBytes;
        if (index < m_launches.size()) {
            task.seconds = modelledTime(m_launches[index], model::Cache::Cold, m_number).seconds;
            if (m_launches[index].observation) shared = m_launches[index].observation->resources.sharedBytes;
        }
        if (const auto held = model::residentBlocks(m_architecture, call.block, shared); held && *held > 0)
            task.fill = static_cast<double>(call.grid.count()) / static_cast<double>(*held);
        return task.seconds != 0;
    }

    const Recording& m_recording;
    const model::Architecture& m_architecture;
    std::span<const LaunchResult> m_launches;
    std::size_t m_number;
    StreamTimeline m_made;
};

} // namespace

TimelineCalls timelineCallsOf(const Recording& recording, std::span<const LaunchResult> launches,
                              std::size_t number) {
    recording::StreamCalls all = recording::streamCallsOf(recording);
    TimelineCalls made;
    made.program.streams = all.program.streams;
    made.program.priorities = std::move(all.program.priorities);
    made.program.nonBlocking = std::move(all.program.nonBlocking);
    made.program.branches = all.program.branches;
    std::size_t next = 0; // launch
    for (std::size_t i = 0; i < all.calls.size(); ++i) {
        std::optional<std::size_t> launch;
        if (std::holds_alternative<recording::Launch>(recording.calls[all.calls[i]])) launch = next++;
        if (launch && *launch < launches.size() && !launches[*launch].refusedOn(number).empty()) continue;
        made.program.commands.push_back(all.program.commands[i]);
        made.calls.push_back(all.calls[i]);
        made.launches.push_back(launch);
    }
    return made;
}

std::optional<StreamTimeline> streamTimelineOf(const Recording& recording,
                                               const model::Architecture& architecture,
                                               std::span<const LaunchResult> launches, std::size_t number) {
    if (!recording::usesStreams(recording)) return std::nullopt;
    return Clockwork(recording, architecture, launches, number).run();
}

bool lacksKernelTimes(const StreamTimeline& line) {
    const auto isKernel = [](const StreamTask& each) { return each.kind == StreamTaskKind::Kernel; };
    const auto untimed = std::ranges::count_if(
        line.untimed, [&](std::size_t command) { return isKernel(line.program.commands[command]); });
    return untimed > 0 && untimed == std::ranges::count_if(line.program.commands, isKernel);
}

std::string kernelOf(const Recording& recording, const StreamTimeline& line, std::size_t command) {
    const auto* const launch = std::get_if<recording::Launch>(&recording.calls[line.calls[command]]);
    return launch ? recording::plainName(recording.view(launch->kernel)) : std::string();
}

std::vector<std::string> untimedNames(const Recording& recording, const StreamTimeline& line) {
    std::vector<std::string> copies, kernels;
    for (const std::size_t command : line.untimed) {
        std::string name = kernelOf(recording, line, command);
        std::vector<std::string>& names = name.empty() ? copies : kernels;
        if (name.empty()) name = model::nameOf(line.program.commands[command]);
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    copies.insert(copies.end(), kernels.begin(), kernels.end());
    return copies;
}

bool hasStreamMemory(const StreamTimeline& line) {
    return std::ranges::any_of(line.program.commands, [](const StreamTask& each) {
        return each.kind == StreamTaskKind::StreamMalloc || each.kind == StreamTaskKind::StreamFree;
    });
}

std::optional<CopyTime> copyTimeOf(const Recording& recording, const model::Architecture& architecture) {
    std::optional<CopyTime> made;
    if (recording::isPaced(recording)) {
        const StreamTimeline line = Clockwork(recording, architecture, {}, 0).run();
        made.emplace();
        for (const StreamTask& each : line.program.commands)
            if (each.kind == StreamTaskKind::CopyIn || each.kind == StreamTaskKind::CopyOut)
                made->bytes += static_cast<double>(each.bytes);
        if (model::busOf(architecture)) made->seconds = simulate(line.program, line.device).seconds;
        return made;
    }
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
