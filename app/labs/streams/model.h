// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/streams.h"
#include "model/transfers/streams_simulation.h"
#include "recording/recorder.h"

#include <cstdint>
#include <optional>
#include <vector>

/// An array that is copied, processed and copied back in parts, each in a stream of its own.
namespace lanescope::lab_streams {

/// Where each stream has a host function.
enum class HostFunctions : std::uint8_t { None, BehindKernel, BehindCopyOut };

/// Copy in, kernel, copy out of an array's parts, each in a stream of its own.
struct StreamPlan {
    bool depthFirst = true;  ///< stream after stream; else all copies in, all kernels, all copies out
    int streams = 2;         ///< and parts of the array
    std::uint64_t bytes = 0; ///< of the whole array
    double kernelRatio = 1;  ///< time of a kernel / time of its copy in from page-locked memory
    double fill = 1;         ///< blocks of a kernel / those that the device holds at once
    bool pageable = false;   ///< the host's memory
    bool events = false;     ///< each kernel waits for an event behind the kernel of the stream before
    HostFunctions hostFunctions = HostFunctions::None; ///< 50 us each
    bool lastFirst = false;                            ///< the last stream has the highest priority
    std::optional<model::StreamCommandKind> between;   ///< among the kernels: a query, or an implicit barrier
};

/// A command of the plan; a kernel's time is given by that of its copy.
struct PlannedCommand {
    model::StreamCommand command;
    double copies = 0; ///< of a kernel: its time / that of its copy in; else 0
};
/// The plan's commands in the order of issue.
std::vector<PlannedCommand> commandsOf(const StreamPlan& plan);
/// By stream, the smaller first.
std::vector<int> prioritiesOf(const StreamPlan& plan);
/// Records the commands in the order of issue.
void recordPlan(recording::Recorder& recorder, const StreamPlan& plan);
/// Bytes of a stream's part: whole KiB, and the last stream has what the others leave.
std::uint64_t partBytes(const StreamPlan& plan, int stream);

/// Elements of an array that one stream's kernel works on.
struct Part {
    int first = 0;
    int count = 0;
    bool operator==(const Part&) const = default;
};
Part partOf(int elements, int streams, int stream);

/// One stream's time / the schedule's, by the model.
double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device);
/// Seconds of the engine with the most work; of all work where copies run on no engine of their own.
/// copyEngines: 0 copies never run beside kernels, 1 one engine has both directions, 2 one each.
double busiestSeconds(const model::Schedule& schedule, int copyEngines);
/// The call that should synchronize implicitly, where commands from before and behind it ran at the same
/// time; nothing: there is none.
std::optional<std::size_t> passedCall(const model::StreamProgram& program, const model::Schedule& ran);

} // namespace lanescope::lab_streams
