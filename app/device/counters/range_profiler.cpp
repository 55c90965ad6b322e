// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/counters/range_profiler.h"

#include "device/device.h"

#include <fmt/format.h>

namespace lanescope::device {

namespace {

/// A parameter block of CUPTI: zeroed, and telling its size.
#define LANESCOPE_CUPTI_PARAMS(type, name)                                                                   \
    type name{};                                                                                             \
    name.structSize = type##_STRUCT_SIZE

#define LANESCOPE_CUPTI(cupti, member, params) (cupti).check((cupti).member(&(params)), #member)

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> all;
    for (const std::string& text : texts) all.push_back(text.c_str());
    return all;
}

/// The profiler of a context, from enabling to disabling; a session that was started is stopped.
class Session {
public:
    Session(const CuptiLibrary& cupti, CUcontext context) : m_cupti(cupti) {
        LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params, params);
        params.ctx = context;
        LANESCOPE_CUPTI(m_cupti, enable, params);
        m_object = params.pRangeProfilerObject;
    }
    ~Session() {
        if (m_started) {
            LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, params);
            params.pRangeProfilerObject = m_object;
            m_cupti.stop(&params);
        }
        LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params, params);
        params.pRangeProfilerObject = m_object;
        m_cupti.disable(&params);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    CUpti_RangeProfiler_Object* object() const { return m_object; }
    void start() {
        LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, params);
        params.pRangeProfilerObject = m_object;
        LANESCOPE_CUPTI(m_cupti, start, params);
        m_started = true;
    }
    void stop() {
        LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, params);
        params.pRangeProfilerObject = m_object;
        m_started = false;
        LANESCOPE_CUPTI(m_cupti, stop, params);
    }

private:
    const CuptiLibrary& m_cupti;
    CUpti_RangeProfiler_Object* m_object = nullptr;
    bool m_started = false;
};

} // namespace

ChipMetrics::ChipMetrics(std::shared_ptr<const CuptiLibrary> cupti, std::string chip)
    : m_cupti(std::move(cupti)), m_chip(std::move(chip)) {
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params, params);
    params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    params.pChipName = m_chip.c_str();
    LANESCOPE_CUPTI(*m_cupti, hostInitialize, params);
    m_host = params.pHostObject;
}

ChipMetrics::~ChipMetrics() {
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, params);
    params.pHostObject = m_host;
    m_cupti->hostDeinitialize(&params);
}

bool ChipMetrics::has(const std::string& metric) const {
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetMetricProperties_Params, params);
    params.pHostObject = m_host;
    params.pMetricName = metric.c_str();
    return m_cupti->hostGetMetricProperties(&params) == CUPTI_SUCCESS;
}

std::vector<std::uint8_t> ChipMetrics::configure(const std::vector<std::string>& metrics) {
    std::vector<const char*> names = pointers(metrics);
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
    add.pHostObject = m_host;
    add.ppMetricNames = names.data();
    add.numMetrics = names.size();
    LANESCOPE_CUPTI(*m_cupti, hostConfigAddMetrics, add);
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
    size.pHostObject = m_host;
    LANESCOPE_CUPTI(*m_cupti, hostGetConfigImageSize, size);
    std::vector<std::uint8_t> image(size.configImageSize);
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, get);
    get.pHostObject = m_host;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    LANESCOPE_CUPTI(*m_cupti, hostGetConfigImage, get);
    return image;
}

std::size_t ChipMetrics::passes(std::vector<std::uint8_t> image) const {
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, params);
    params.configImageSize = image.size();
    params.pConfigImage = image.data();
    LANESCOPE_CUPTI(*m_cupti, hostGetNumOfPasses, params);
    return params.numOfPasses;
}

std::vector<double> ChipMetrics::evaluate(const std::vector<std::uint8_t>& counterData, std::size_t range,
                                          const std::vector<std::string>& metrics) const {
    std::vector<const char*> names = pointers(metrics);
    std::vector<double> values(metrics.size());
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, params);
    params.pHostObject = m_host;
    params.pCounterDataImage = counterData.data();
    params.counterDataImageSize = counterData.size();
    params.rangeIndex = range;
    params.ppMetricNames = names.data();
    params.numMetrics = names.size();
    params.pMetricValues = values.data();
    LANESCOPE_CUPTI(*m_cupti, hostEvaluateToGpuValues, params);
    return values;
}

std::string chipOf(const CuptiLibrary& cupti, int ordinal) {
    LANESCOPE_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, initialize);
    LANESCOPE_CUPTI(cupti, profilerInitialize, initialize);
    LANESCOPE_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, params);
    params.deviceIndex = static_cast<std::size_t>(ordinal);
    LANESCOPE_CUPTI(cupti, deviceGetChipName, params);
    return params.pChipName;
}

RangeProfiler::RangeProfiler(std::shared_ptr<const CuptiLibrary> cupti, CUcontext context,
                             const std::string& chip, std::vector<std::string> metrics)
    : m_cupti(cupti), m_context(context), m_chip(cupti, chip), m_metrics(std::move(metrics)),
      m_config(m_chip.configure(m_metrics)), m_passes(m_chip.passes(m_config)) {}

std::vector<std::vector<double>> RangeProfiler::collect(const std::function<void()>& launches,
                                                        std::size_t most) {
    Session session(*m_cupti, m_context);
    std::vector<const char*> names = pointers(m_metrics);
    LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = session.object();
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = most;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(most);
    LANESCOPE_CUPTI(*m_cupti, getCounterDataSize, size);
    std::vector<std::uint8_t> counterData(size.counterDataSize);
    LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image);
    image.pRangeProfilerObject = session.object();
    image.counterDataSize = counterData.size();
    image.pCounterData = counterData.data();
    LANESCOPE_CUPTI(*m_cupti, counterDataImageInitialize, image);

    LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params, config);
    config.pRangeProfilerObject = session.object();
    config.configSize = m_config.size();
    config.pConfig = m_config.data();
    config.counterDataImageSize = counterData.size();
    config.pCounterDataImage = counterData.data();
    config.range = CUPTI_AutoRange;
    config.replayMode = CUPTI_KernelReplay;
    config.maxRangesPerPass = most;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    LANESCOPE_CUPTI(*m_cupti, setConfig, config);

    session.start();
    launches();
    session.stop();
    LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode);
    decode.pRangeProfilerObject = session.object();
    LANESCOPE_CUPTI(*m_cupti, decodeData, decode);
    if (decode.numOfRangeDropped)
        throw Unavailable(fmt::format("{} kernels were launched and room was left for {}: measure fewer",
                                      decode.numOfRangeDropped + most, most));
    LANESCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params, info);
    info.pCounterDataImage = counterData.data();
    info.counterDataImageSize = counterData.size();
    LANESCOPE_CUPTI(*m_cupti, getCounterDataInfo, info);
    std::vector<std::vector<double>> all;
    for (std::size_t range = 0; range < info.numTotalRanges; ++range)
        all.push_back(m_chip.evaluate(counterData, range, m_metrics));
    return all;
}

} // namespace lanescope::device
