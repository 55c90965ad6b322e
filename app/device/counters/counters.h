// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/counters/counter_names.h"
#include "device/device.h"

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope::device {

/// Whether a GPU's hardware counters can be read.
struct CounterProbe {
    bool found = false;     ///< CUPTI is here, in a version that this program can use
    bool available = false; ///< the device's counters may be read
    std::string reason;     ///< when not: why and what to do, one line
    std::string library;    ///< the file CUPTI was found as
    std::string version;    ///< of CUPTI, "13.0"
    std::string chip;       ///< of the device, "GH100"
};
/// Opens a profiling session on a device and ends it again. Never throws; without a device only CUPTI is
/// looked for.
CounterProbe probeCounters(int ordinal);

/// The measurement was given up because its flag was set.
class Cancelled : public Error {
public:
    using Error::Error;
};

/// The hardware counters of one CUDA device, read through CUPTI's range profiler. Where the build found no
/// headers of CUPTI, counters_absent.cpp stands in for counters.cpp, and there are none.
class Counters {
public:
    /// wanted: what to count, of which the chip may lack some; empty: everything known. The fewer, the fewer
    /// times a kernel is replayed. Throws Unavailable with the reason and the cure.
    explicit Counters(const Info& device, std::span<const CounterId> wanted = {});
    ~Counters();
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;

    const std::string& chip() const;    ///< "GH100"
    const std::string& library() const; ///< the file CUPTI was found as
    const std::string& version() const; ///< of CUPTI
    /// How often each kernel runs: what it writes is put back in between, and its L2 is warm from the second
    /// time on.
    std::size_t passes() const;
    /// Wanted, but not on this chip.
    std::span<const CounterId> missing() const;

    /// The counts of every kernel that `launches` launches on the device, in their order. It has to wait for
    /// them; what it throws comes out again. Throws Unavailable for an error of CUPTI and for more than
    /// `most` kernels.
    std::vector<CounterValues> measure(const std::function<void()>& launches, std::size_t most);
    /// The same for `count` launches, one at a time: throws Cancelled between two once the flag is set.
    std::vector<CounterValues> measure(std::size_t count, const std::function<void(std::size_t)>& launch,
                                       const std::atomic<bool>* cancel = nullptr);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::device
