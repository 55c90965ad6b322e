// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/transfers/streams.h"
#include "recording/recording.h"

#include <cstdint>
#include <memory>
#include <string>

/// A recording's calls in streams, made on a GPU and timed.
namespace lanescope::device {

/// One recording as a GPU played it.
struct StreamMeasurement {
    std::shared_ptr<const recording::Recording> recording;
    /// By the commands of recording::streamCallsOf(); of the repetition with the median time. It knows times,
    /// no reasons.
    model::Schedule schedule;
    double serialSeconds = 0; ///< the same calls in one stream, the median of as many repetitions
    int repetitions = 0;
    std::string device;
    std::string trouble; ///< why there are no times; empty: there are

    /// Whether it was measured of this recording, or of one that is equal.
    bool isOf(const recording::Recording& other) const {
        return recording.get() == &other || *recording == other;
    }
};

/// Bytes of all copies with the host together that a bench takes at most.
inline constexpr std::uint64_t kMostStreamBytes = std::uint64_t{256} << 20;

/// A GPU's streams, memory and modules, kept from one measurement to the next.
class StreamBench {
public:
    /// Throws Unavailable or Error.
    explicit StreamBench(const Info& info);
    ~StreamBench();
    StreamBench(const StreamBench&) = delete;
    StreamBench& operator=(const StreamBench&) = delete;

    /// Makes the recording's calls as a host thread would: blocking streams with priorities, asynchronous
    /// copies of page-locked or pageable memory in them, launches (one with a pace with so many rounds that
    /// it takes that time when it is alone), events, host functions. A command ends with the event behind it.
    /// A copy starts when its stream and its engine are free; a kernel that notes the device's clock when its
    /// first block does, another when its stream is free; what the host does itself is timed by the host's
    /// clock. Up to 7 repetitions within half a second, each followed by one of the same commands in one
    /// stream. Throws OutOfMemory, or Error.
    StreamMeasurement measure(const std::shared_ptr<const recording::Recording>& recording);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::device
