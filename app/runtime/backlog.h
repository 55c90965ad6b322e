// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/machine.h"

#include <driver_types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lanescope::runtime {

class Runtime;

/// What was put into a stream, for as long as it is not done.
struct Operation {
    std::function<ptx::Progress()> goOn;
    /// It has waited long enough: it ends with a fault. Empty: it never waits.
    std::function<void()> giveUp;
};

/// What was put into streams and is not done: kernels that wait for what others write, the host, another
/// stream or another device, and all that the streams' order puts behind them. Of all devices, and under
/// Runtime::mutex. It is empty as long as no kernel waits. It goes on in calls that wait for it, and between
/// calls on a thread of its own.
class Backlog {
public:
    using Number = std::uint64_t; ///< of an operation, from 1

    /// It lives as long as the process.
    static Backlog& instance();

    /// Does an operation of this device's stream at once, unless the order of streams, or these operations,
    /// put it behind something that is not done. Gives its number as long as it is not done itself, else 0.
    Number add(Runtime& on, cudaStream_t stream, Operation operation, std::vector<Number> behind = {});
    /// The same of one that never waits.
    Number add(Runtime& on, cudaStream_t stream, std::function<void()> work, std::vector<Number> behind = {});

    bool isDone(Number number) const;
    /// Behind which an operation of this stream would have to come.
    std::vector<Number> before(Runtime& on, cudaStream_t stream) const;
    std::vector<Number> allOf(const Runtime& device) const;
    /// Goes on until these are done. Kernels that only wait for so long that nobody is going to write what
    /// they wait for are given up. Other threads may make calls meanwhile.
    void waitFor(const std::vector<Number>& numbers);
    /// Gives each that can go on its chance; whether one did.
    bool advance();
    /// A kernel of this device has failed: none after it runs.
    void forget(const Runtime& device);
    /// Whether a kernel has found what it waited for.
    bool hasGoneOn() const { return m_hasGoneOn; }
    /// Nothing goes on any more: the process ends.
    void stop() { m_stopped = true; }

private:
    struct Entry {
        Number number = 0;
        Runtime* on = nullptr;
        unsigned long long stream = 0;
        bool isDefault = false, waitsForDefault = false;
        std::vector<Number> behind;
        Operation operation;
        bool waits = false; ///< it was its turn
    };

    bool areDone(const std::vector<Number>& numbers) const;
    ptx::Progress goOn(Runtime& on, const Operation& operation);
    void giveUp(const std::vector<Number>& numbers);
    void serve();

    std::vector<std::shared_ptr<Entry>> m_entries; ///< in the order in which they came
    Number m_last = 0;
    bool m_goesOn = false; ///< an operation does: what it puts into streams is part of it
    bool m_isServed = false, m_stopped = false;
    std::atomic<bool> m_hasGoneOn{false};
};

} // namespace lanescope::runtime
