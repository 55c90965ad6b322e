// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// In the place of counters.cpp where the build found no headers of CUPTI.
#include "device/counters/counters.h"

namespace lanescope::device {

namespace {

constexpr const char* kReason =
    "this program was built without CUPTI: install the CUDA toolkit with CUPTI and build again";

} // namespace

CounterProbe probeCounters(int) {
    CounterProbe probe;
    probe.reason = kReason;
    return probe;
}

struct Counters::State {
    std::string none;
};

Counters::Counters(const Info&, std::span<const CounterId>) {
    throw Unavailable(kReason);
}
Counters::~Counters() = default;
const std::string& Counters::chip() const {
    return m_state->none;
}
const std::string& Counters::library() const {
    return m_state->none;
}
const std::string& Counters::version() const {
    return m_state->none;
}
std::size_t Counters::passes() const {
    return 0;
}
std::span<const CounterId> Counters::missing() const {
    return {};
}
std::vector<CounterValues> Counters::measure(const std::function<void()>&, std::size_t) {
    throw Unavailable(kReason);
}
std::vector<CounterValues> Counters::measure(std::size_t, const std::function<void(std::size_t)>&,
                                             const std::atomic<bool>*) {
    throw Unavailable(kReason);
}

} // namespace lanescope::device
