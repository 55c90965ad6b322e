// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/counters/counters.h"

#include "device/counters/range_profiler.h"
#include "device/cuda/context/cuda_context.h"
#include "device/cuda/cuda_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::device {

namespace {

constexpr const char* kRollUp = ".sum";

/// The primary context of a device, which the CUDA runtime uses; made if need be, and current on this thread.
CUcontext contextOf(int ordinal) {
    const auto check = [&](cudaError_t code) {
        if (code == cudaSuccess) return;
        ignoreError(code);
        throw Unavailable(fmt::format("the counters of CUDA device {} cannot be reached, {}: see lanescope "
                                      "doctor",
                                      ordinal, describe(code)));
    };
    check(cudaSetDevice(ordinal));
    check(cudaFree(nullptr)); // the runtime makes its context only when something needs it
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult found{};
    constexpr unsigned kSince = 4000; // of CUDA, when the driver's function took its present form
    check(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, kSince, cudaEnableDefault, &found));
    CUcontext context = nullptr;
    if (!entry || reinterpret_cast<decltype(&cuCtxGetCurrent)>(entry)(&context) != CUDA_SUCCESS || !context)
        check(cudaErrorDeviceUninitialized);
    return context;
}

} // namespace

CounterProbe probeCounters(int ordinal) {
    CounterProbe probe;
    const std::shared_ptr<const CuptiLibrary> cupti = CuptiLibrary::open(probe.reason);
    if (!cupti) return probe;
    probe.found = true;
    probe.library = cupti->name();
    probe.version = cupti->version();
    const CudaProbe cuda = probeCuda();
    if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= cuda.devices.size()) {
        probe.reason = cuda.available ? fmt::format("there is no CUDA device {}: this machine has {}",
                                                    ordinal, cuda.devices.size())
                                      : cuda.reason;
        return probe;
    }
    try {
        probe.chip = chipOf(*cupti, ordinal);
        RangeProfiler profiler(cupti, contextOf(ordinal), probe.chip,
                               {std::string("smsp__inst_executed") + kRollUp});
        profiler.collect([] {}, 1);
        probe.available = true;
    } catch (const std::exception& failure) {
        probe.reason = failure.what();
    }
    return probe;
}

struct Counters::State {
    std::shared_ptr<const CuptiLibrary> cupti;
    std::string chip;
    std::vector<CounterId> missing;
    std::vector<std::string> metrics;
    struct Sum {
        std::size_t row = 0;
        std::vector<std::size_t> metrics; // indices into the above
    };
    std::vector<Sum> sums;
    std::unique_ptr<RangeProfiler> profiler;

    void choose(std::span<const CounterId> wanted) {
        const ChipMetrics known(cupti, chip);
        const auto rows = counterRows();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!wanted.empty() && std::ranges::find(wanted, rows[row].id) == wanted.end()) continue;
            const std::vector<std::string> parts =
                metricsOf(rows[row], [&](const std::string& name) { return known.has(name); });
            if (parts.empty()) missing.push_back(rows[row].id);
            if (parts.empty()) continue;
            Sum& sum = sums.emplace_back(Sum{row, {}});
            for (const std::string& part : parts) {
                sum.metrics.push_back(metrics.size());
                metrics.push_back(part + kRollUp);
            }
        }
    }

    CounterValues valuesOf(const std::vector<double>& values) const {
        CounterValues result;
        for (const Sum& sum : sums) {
            double total = 0;
            for (const std::size_t metric : sum.metrics) total += values[metric];
            if (std::isfinite(total) && total >= 0)
                result.at(sum.row) = static_cast<std::uint64_t>(std::llround(total));
        }
        return result;
    }
};

Counters::Counters(const Info& device, std::span<const CounterId> wanted)
    : m_state(std::make_unique<State>()) {
    if (!device.can.hasCounters)
        throw Unavailable("hardware counters need a CUDA device: this one is emulated; use --device cuda");
    State& s = *m_state;
    std::string reason;
    s.cupti = CuptiLibrary::open(reason);
    if (!s.cupti) throw Unavailable(reason);
    s.chip = chipOf(*s.cupti, device.ordinal);
    s.choose(wanted);
    if (s.metrics.empty())
        throw Unavailable(
            fmt::format("the chip {} has none of the counters asked for: ask for others", s.chip));
    s.profiler = std::make_unique<RangeProfiler>(s.cupti, contextOf(device.ordinal), s.chip, s.metrics);
}

Counters::~Counters() = default;

const std::string& Counters::chip() const {
    return m_state->chip;
}
const std::string& Counters::library() const {
    return m_state->cupti->name();
}
const std::string& Counters::version() const {
    return m_state->cupti->version();
}
std::size_t Counters::passes() const {
    return m_state->profiler->passes();
}
std::span<const CounterId> Counters::missing() const {
    return m_state->missing;
}

std::vector<CounterValues> Counters::measure(const std::function<void()>& launches, std::size_t most) {
    std::vector<CounterValues> all;
    for (const std::vector<double>& values : m_state->profiler->collect(launches, most))
        all.push_back(m_state->valuesOf(values));
    return all;
}

std::vector<CounterValues> Counters::measure(std::size_t count,
                                             const std::function<void(std::size_t)>& launch,
                                             const std::atomic<bool>* cancel) {
    const auto all = [&] {
        for (std::size_t i = 0; i < count; ++i) {
            if (cancel && cancel->load()) throw Cancelled("measuring was cancelled");
            launch(i);
        }
    };
    std::vector<CounterValues> values = measure(all, count);
    if (values.size() != count)
        throw Unavailable(
            fmt::format("CUPTI counted {} kernels where {} ran: see lanescope doctor", values.size(), count));
    return values;
}

} // namespace lanescope::device
