// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/counters/cupti_library.h"

#include "device/device.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace lanescope::device {

namespace {

struct Version {
    std::uint32_t major = 0, minor = 0;
};

/// From 13.0 on xxyyzz; before that a running number, as cupti_version.h lists them.
Version toolkitOf(std::uint32_t number) {
    constexpr std::uint32_t kFirstByToolkit = 10000;
    if (number >= kFirstByToolkit) return {number / 10000, number / 100 % 100};
    constexpr std::uint32_t kCuda126 = 24, kCuda128 = 26;
    if (number >= kCuda128) return {12, number == kCuda128 ? 8U : 9U};
    return {number >= 19 ? 12U : 11U, number >= kCuda126 ? 6U : 0U};
}

std::string text(Version version) {
    return fmt::format("{}.{}", version.major, version.minor);
}

/// What a user can do about a refusal; empty when there is nothing general to say.
std::string_view cureOfRefusal(CUptiResult code) {
    switch (code) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "run as root or with CAP_SYS_ADMIN, or let every user read counters by putting 'options "
               "nvidia NVreg_RestrictProfilingToAdminUsers=0' into a file of /etc/modprobe.d and restarting";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
        return "let the hypervisor's administrator allow profiling for this virtual GPU";
    case CUPTI_ERROR_HARDWARE_BUSY:
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    case CUPTI_ERROR_DISABLED:
        return "end the other profiler that is using the counters (Nsight Compute, Nsight Systems, a "
               "debugger, DCGM) and try again";
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
        return "measure on a GPU that is not partitioned (MIG)";
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_NOT_SUPPORTED:
        return "measure on a machine whose GPU can be profiled";
    case CUPTI_ERROR_INVALID_CHIP_NAME:
        return "install a newer CUDA toolkit, whose CUPTI knows this GPU";
    case CUPTI_ERROR_NOT_INITIALIZED:
        return "see that the NVIDIA driver is at least as new as CUPTI";
    case CUPTI_ERROR_OUT_OF_MEMORY:
        return "choose a smaller size: replaying a kernel keeps a copy of what it writes";
    default:
        return "see lanescope doctor";
    }
}

/// In the place of CUPTI's own words, where they say little.
std::string_view meaningOf(CUptiResult code) {
    switch (code) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "the driver lets only administrators read the GPU's counters";
    case CUPTI_ERROR_HARDWARE_BUSY:
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    case CUPTI_ERROR_DISABLED:
        return "another profiler is using the GPU's counters";
    default:
        return {};
    }
}

constexpr std::string_view kInstall =
    "install the CUDA toolkit with CUPTI, set CUDA_HOME, or name libcupti.so with LANESCOPE_CUPTI";

} // namespace

std::shared_ptr<const CuptiLibrary> CuptiLibrary::open(std::string& reason, const std::string& path) {
    const char* named = std::getenv("LANESCOPE_CUPTI");
    const std::string file = !path.empty() ? path : named ? named : "";
    std::string why = "libcupti.so was not found";
    std::optional<SharedLibrary> library =
        file.empty() ? SharedLibrary::open("cupti") : SharedLibrary::openFile(file, why);
    if (!library) {
        reason = fmt::format("{}: {}", why, kInstall);
        return nullptr;
    }
    std::shared_ptr<CuptiLibrary> opened(new CuptiLibrary(std::move(*library)));
    const auto getVersion = opened->m_library.function<decltype(cuptiGetVersion)>("cuptiGetVersion");
    std::uint32_t number = 0;
    const bool told = getVersion && getVersion(&number) == CUPTI_SUCCESS;
    const Version found = toolkitOf(number), built = toolkitOf(CUPTI_API_VERSION);
    opened->m_version = text(found);
    // Within a major version newer libraries take the older, shorter structures: each tells its size.
    if (!told || found.major != built.major || found.minor < built.minor) {
        reason = fmt::format("{} is CUPTI {}, this program was built with {}: {}", opened->name(),
                             told ? opened->m_version : "of an unknown version", text(built), kInstall);
        return nullptr;
    }
    if (!opened->loadAll()) {
        reason = fmt::format("{} (CUPTI {}) has no range profiler: {}", opened->name(), opened->m_version,
                             kInstall);
        return nullptr;
    }
    return opened;
}

template<class Function>
bool CuptiLibrary::load(Function& into, const char* name) {
    into = m_library.function<std::remove_pointer_t<Function>>(name);
    return into != nullptr;
}

bool CuptiLibrary::loadAll() {
    return load(m_getResultString, "cuptiGetResultString") &&
           load(hostInitialize, "cuptiProfilerHostInitialize") &&
           load(hostDeinitialize, "cuptiProfilerHostDeinitialize") &&
           load(hostGetSupportedChips, "cuptiProfilerHostGetSupportedChips") &&
           load(hostGetMetricProperties, "cuptiProfilerHostGetMetricProperties") &&
           load(hostConfigAddMetrics, "cuptiProfilerHostConfigAddMetrics") &&
           load(hostGetConfigImageSize, "cuptiProfilerHostGetConfigImageSize") &&
           load(hostGetConfigImage, "cuptiProfilerHostGetConfigImage") &&
           load(hostGetNumOfPasses, "cuptiProfilerHostGetNumOfPasses") &&
           load(hostEvaluateToGpuValues, "cuptiProfilerHostEvaluateToGpuValues") &&
           load(profilerInitialize, "cuptiProfilerInitialize") &&
           load(deviceGetChipName, "cuptiDeviceGetChipName") && load(enable, "cuptiRangeProfilerEnable") &&
           load(disable, "cuptiRangeProfilerDisable") &&
           load(getCounterDataSize, "cuptiRangeProfilerGetCounterDataSize") &&
           load(counterDataImageInitialize, "cuptiRangeProfilerCounterDataImageInitialize") &&
           load(setConfig, "cuptiRangeProfilerSetConfig") && load(start, "cuptiRangeProfilerStart") &&
           load(stop, "cuptiRangeProfilerStop") && load(decodeData, "cuptiRangeProfilerDecodeData") &&
           load(getCounterDataInfo, "cuptiRangeProfilerGetCounterDataInfo");
}

void CuptiLibrary::check(CUptiResult code, const char* call) const {
    if (code == CUPTI_SUCCESS) return;
    const char* name = nullptr;
    if (m_getResultString(code, &name) != CUPTI_SUCCESS || !name) name = "an unknown error";
    const std::string_view meaning = meaningOf(code);
    const std::string why = meaning.empty() ? fmt::format("{} of CUPTI {} failed ({})", call, m_version, name)
                                            : fmt::format("{} ({})", meaning, name);
    throw Unavailable(fmt::format("{}: {}", why, cureOfRefusal(code)));
}

} // namespace lanescope::device
