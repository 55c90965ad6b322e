// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "model/streams.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::lab_streams {

using namespace kit;

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

/// Records the plan's commands in the order of issue.
void recordPlan(Recorder& recorder, const StreamPlan& plan);
/// One stream's time / the schedule's, by the model.
double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device);
/// The gain of either order, a line each: here, and by the rules of other capabilities.
std::string gainsText(const StreamPlan& plan, const model::Architecture& here,
                      const model::StreamDevice& device);

} // namespace lanescope::lab_streams
