// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/streams.h"
#include "model/transfers/streams_simulation.h"
#include "recording/recorder.h"

#include <cstdint>
#include <vector>

/// An array that is copied, processed and copied back in parts, each in a stream of its own.
namespace lanescope::lab_streams {

/// Where each stream has a host function.
enum class HostFunctions : std::uint8_t { None, BehindKernel, BehindCopyOut };

/// A call among the kernels.
enum class Between : std::uint8_t {
    None,
    PageLockedMalloc,
    DeviceMalloc,
    Memset,
    CopyWithin,
    DefaultKernel,
    CacheSwitch,
    StreamQuery
};

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
    Between between = Between::None;
};

/// By stream, the smaller first.
std::vector<int> prioritiesOf(const StreamPlan& plan);
/// Records the calls in the order of issue.
void recordPlan(recording::Recorder& recorder, const StreamPlan& plan);
/// A stream's part of the array, bytes: whole KiB, and the last stream has what the others leave.
std::uint64_t partStart(const StreamPlan& plan, int stream);
std::uint64_t partBytes(const StreamPlan& plan, int stream);
/// Elements at the beginning of a stream's part that its kernel works on: enough for a look at the accesses.
/// Where it is timed, it works on all of them.
int countedElements(const StreamPlan& plan, int stream);
/// The host's array: element i of a part whose first has this number, as far as a kernel is counted.
inline float elementOf(std::size_t i, std::size_t first) {
    return static_cast<float>(first + i) / 3;
}

/// One stream's time / the schedule's, by the model.
double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device);

} // namespace lanescope::lab_streams
