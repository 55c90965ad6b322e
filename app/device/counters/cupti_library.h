// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/shared_library.h"

#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cupti_version.h>

#include <cstdint>
#include <memory>
#include <string>

namespace lanescope::device {

/// CUPTI's host and range profilers, opened at run time. The functions of the host work without a driver; the
/// others may be called only once a CUDA device was counted: they crash without a driver.
class CuptiLibrary {
public:
    /// path empty: the file that LANESCOPE_CUPTI names, else libcupti where the toolkit has it. nullptr when
    /// there is none, or one that this program was not built for; reason then says why and what to do.
    static std::shared_ptr<const CuptiLibrary> open(std::string& reason, const std::string& path = {});

    /// The file that was opened.
    const std::string& name() const { return m_library.name(); }
    /// "13.0".
    const std::string& version() const { return m_version; }
    /// Throws Unavailable that says what failed, why and what to do, for anything but success.
    void check(CUptiResult code, const char* call) const;

    /// CUPTI's own functions, by their names without its prefix.
    decltype(&cuptiProfilerHostInitialize) hostInitialize = nullptr;
    decltype(&cuptiProfilerHostDeinitialize) hostDeinitialize = nullptr;
    decltype(&cuptiProfilerHostGetSupportedChips) hostGetSupportedChips = nullptr;
    decltype(&cuptiProfilerHostGetMetricProperties) hostGetMetricProperties = nullptr;
    decltype(&cuptiProfilerHostConfigAddMetrics) hostConfigAddMetrics = nullptr;
    decltype(&cuptiProfilerHostGetConfigImageSize) hostGetConfigImageSize = nullptr;
    decltype(&cuptiProfilerHostGetConfigImage) hostGetConfigImage = nullptr;
    decltype(&cuptiProfilerHostGetNumOfPasses) hostGetNumOfPasses = nullptr;
    decltype(&cuptiProfilerHostEvaluateToGpuValues) hostEvaluateToGpuValues = nullptr;
    decltype(&cuptiProfilerInitialize) profilerInitialize = nullptr;
    decltype(&cuptiDeviceGetChipName) deviceGetChipName = nullptr;
    decltype(&cuptiRangeProfilerEnable) enable = nullptr;
    decltype(&cuptiRangeProfilerDisable) disable = nullptr;
    decltype(&cuptiRangeProfilerGetCounterDataSize) getCounterDataSize = nullptr;
    decltype(&cuptiRangeProfilerCounterDataImageInitialize) counterDataImageInitialize = nullptr;
    decltype(&cuptiRangeProfilerSetConfig) setConfig = nullptr;
    decltype(&cuptiRangeProfilerStart) start = nullptr;
    decltype(&cuptiRangeProfilerStop) stop = nullptr;
    decltype(&cuptiRangeProfilerDecodeData) decodeData = nullptr;
    decltype(&cuptiRangeProfilerGetCounterDataInfo) getCounterDataInfo = nullptr;

private:
    explicit CuptiLibrary(SharedLibrary library) : m_library(std::move(library)) {}
    template<class Function>
    bool load(Function& into, const char* name);
    bool loadAll();

    SharedLibrary m_library;
    std::string m_version;
    decltype(&cuptiGetResultString) m_getResultString = nullptr;
};

} // namespace lanescope::device
