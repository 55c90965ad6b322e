// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A libcupti.so that counts nothing: it answers as LANESCOPE_FAKE_CUPTI says, and notes what was called.
//   (empty)   everything succeeds; a metric reads 100 x range + its place in the list
//   old       it is the CUPTI of CUDA 12.9
//   next      it is a later CUPTI of the same toolkit
//   denied    enabling is refused: no permission
//   busy      enabling is refused: another profiler
//   starts    starting fails
//   decodes   decoding fails
//   dropped   decoding dropped two ranges
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cupti_version.h>

#include <cstdlib>
#include <cstring>

namespace {

bool is(const char* mode) {
    const char* chosen = std::getenv("LANESCOPE_FAKE_CUPTI");
    return chosen && std::strcmp(chosen, mode) == 0;
}

int targetCalls = 0, enabled = 0, started = 0;
constexpr std::size_t kRanges = 3;
int host = 0, profiler = 0; // what the opaque pointers point to

} // namespace

extern "C" {

int fakeTargetCalls() {
    return targetCalls;
}
int fakeEnabled() {
    return enabled;
}
int fakeStarted() {
    return started;
}

CUptiResult cuptiGetVersion(std::uint32_t* version) {
    *version = is("old") ? 28 : is("next") ? CUPTI_API_VERSION + 100 : CUPTI_API_VERSION;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
    *text =
        result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* params) {
    if (std::strcmp(params->pChipName, "GH100") != 0) return CUPTI_ERROR_INVALID_CHIP_NAME;
    params->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(&host);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*) {
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetSupportedChips(CUpti_Profiler_Host_GetSupportedChips_Params* params) {
    static const char* const chips[] = {"GH100"};
    params->numChips = 1;
    params->ppChipNames = chips;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetMetricProperties(CUpti_Profiler_Host_GetMetricProperties_Params*) {
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params*) {
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* params) {
    params->configImageSize = 16;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params*) {
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* params) {
    params->numOfPasses = 5;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params* params) {
    for (std::size_t i = 0; i < params->numMetrics; ++i)
        params->pMetricValues[i] = static_cast<double>(100 * params->rangeIndex + i);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) {
    ++targetCalls;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* params) {
    ++targetCalls;
    params->pChipName = "GH100";
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* params) {
    ++targetCalls;
    if (is("denied")) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    if (is("busy")) return CUPTI_ERROR_HARDWARE_BUSY;
    ++enabled;
    params->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(&profiler);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*) {
    --enabled;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* params) {
    params->counterDataSize = 64;
    return CUPTI_SUCCESS;
}
CUptiResult
cuptiRangeProfilerCounterDataImageInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params*) {
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params* params) {
    return params->replayMode == CUPTI_KernelReplay && params->range != CUPTI_AutoRange
               ? CUPTI_ERROR_INVALID_PARAMETER
               : CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) {
    if (is("starts")) return CUPTI_ERROR_UNKNOWN;
    ++started;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* params) {
    --started;
    params->isAllPassSubmitted = 1;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params* params) {
    if (is("decodes")) return CUPTI_ERROR_UNKNOWN;
    params->numOfRangeDropped = is("dropped") ? 2 : 0;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* params) {
    params->numTotalRanges = kRanges;
    return CUPTI_SUCCESS;
}

} // extern "C"
