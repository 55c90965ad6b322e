// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/counters/cupti_library.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::device {

/// What CUPTI's host side knows of a chip; needs neither driver nor GPU.
class ChipMetrics {
public:
    /// Throws Unavailable for a chip that this CUPTI does not know.
    ChipMetrics(std::shared_ptr<const CuptiLibrary> cupti, std::string chip);
    ~ChipMetrics();
    ChipMetrics(const ChipMetrics&) = delete;
    ChipMetrics& operator=(const ChipMetrics&) = delete;

    /// As CUPTI names it, "GH100".
    const std::string& chip() const { return m_chip; }
    /// Whether the chip has a metric, named without its roll-up.
    bool has(const std::string& metric) const;
    /// The host's image that makes the GPU count these metrics, each with its roll-up. Throws Unavailable.
    std::vector<std::uint8_t> configure(const std::vector<std::string>& metrics);
    /// How often a kernel runs until everything in the image was counted. Throws Unavailable.
    std::size_t passes(std::vector<std::uint8_t> image) const;
    /// The metrics of one range. Throws Unavailable.
    std::vector<double> evaluate(const std::vector<std::uint8_t>& counterData, std::size_t range,
                                 const std::vector<std::string>& metrics) const;

private:
    std::shared_ptr<const CuptiLibrary> m_cupti;
    std::string m_chip;
    CUpti_Profiler_Host_Object* m_host = nullptr;
};

/// The name that CUPTI has for a CUDA device's chip. Only where a device was counted. Throws Unavailable.
std::string chipOf(const CuptiLibrary& cupti, int ordinal);

/// Runs launches in one CUDA context while the GPU counts, each kernel as a range of its own that is replayed
/// until all was counted.
class RangeProfiler {
public:
    /// Metrics with their roll-up, as the chip has them. Throws Unavailable.
    RangeProfiler(std::shared_ptr<const CuptiLibrary> cupti, CUcontext context, const std::string& chip,
                  std::vector<std::string> metrics);

    /// How often each kernel is replayed.
    std::size_t passes() const { return m_passes; }
    /// By kernel in the order of the launches, the metrics in the order given. `launches` has to wait for its
    /// kernels; what it throws is thrown again, after counting was ended. More than `most` kernels, or an
    /// error of CUPTI, throw Unavailable.
    std::vector<std::vector<double>> collect(const std::function<void()>& launches, std::size_t most);

private:
    std::shared_ptr<const CuptiLibrary> m_cupti;
    CUcontext m_context;
    ChipMetrics m_chip;
    std::vector<std::string> m_metrics;
    std::vector<std::uint8_t> m_config;
    std::size_t m_passes = 0;
};

} // namespace lanescope::device
