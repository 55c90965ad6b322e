// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/transfers/streams.h"

#include <cstdint>
#include <memory>
#include <string>

/// Commands in streams, issued to a GPU and timed.
namespace lanescope::device {

/// One program as a GPU ran it.
struct StreamMeasurement {
    model::StreamProgram program;
    model::Schedule schedule; ///< of the repetition with the median time; it knows times, no reasons
    double serialSeconds = 0; ///< the same commands in one stream, the median of as many repetitions
    int repetitions = 0;
    std::string device;
    std::string trouble; ///< why there are no times; empty: there are
};

/// Bytes of all copies in together that a bench takes at most.
inline constexpr std::uint64_t kMostStreamBytes = std::uint64_t{128} << 20;

/// A GPU's streams, memory and kernel, kept from one measurement to the next.
class StreamBench {
public:
    /// Throws Unavailable or Error.
    explicit StreamBench(const Info& info);
    ~StreamBench();
    StreamBench(const StreamBench&) = delete;
    StreamBench& operator=(const StreamBench&) = delete;

    /// Issues the program's calls as a host thread would: blocking streams with priorities, cudaMemcpyAsync
    /// of page-locked or pageable memory, the kernel processTimed with so many rounds that it takes the time
    /// asked for when it is alone, events, host functions. A command ends with the event behind it. A copy
    /// starts when its stream and its engine are free; a kernel when its first block does, by the device's
    /// own clock; what the host does itself is timed by the host's clock. Up to 7 repetitions within half a
    /// second, each followed by one of the same commands in one stream. Throws OutOfMemory or Error.
    StreamMeasurement measure(const model::StreamProgram& program);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::device
