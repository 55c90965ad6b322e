// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/doctor.h"

#include "device/compiler/compiler.h"
#include "device/counters/counters.h"
#include "device/cuda/cuda_probe.h"

#include <fmt/format.h>

namespace lanescope::device {

namespace {

/// "what is wrong: what to do" in its two halves.
void split(const std::string& reason, Check& check) {
    const auto colon = reason.rfind(": ");
    check.detail = reason.substr(0, colon);
    if (colon != std::string::npos) check.cure = reason.substr(colon + 2);
}

Check driverCheck(const CudaProbe& probe) {
    Check check{.name = "CUDA driver", .found = !probe.driverVersion.empty()};
    if (check.found)
        check.detail =
            fmt::format("CUDA {}; this program's runtime is {}", probe.driverVersion, probe.runtimeVersion);
    else
        split(probe.reason, check);
    return check;
}

Check deviceCheck(const Info& info) {
    Check check{.name = fmt::format("CUDA device {}", info.ordinal), .found = true};
    check.detail =
        fmt::format("{}, compute capability {}.{}, {} multiprocessors, {:.1f} GB", info.name, info.ccMajor,
                    info.ccMinor, info.multiprocessors, static_cast<double>(info.memoryBytes) / 1e9);
    if (const double peak = info.peakBytesPerSecond(); peak > 0)
        check.detail += fmt::format(", peak {:.0f} GB/s", peak / 1e9);
    return check;
}

Check nvrtcCheck() {
    const NvrtcProbe probe = probeNvrtc();
    Check check{.name = "NVRTC", .found = probe.available};
    if (probe.available)
        check.detail = fmt::format("{}.{}, {}", probe.major, probe.minor, probe.library);
    else
        split(probe.reason, check);
    return check;
}

Check cuptiCheck() {
    // Of the first device; without one CUPTI is only looked for.
    const CounterProbe probe = probeCounters(0);
    Check check{.name = "CUPTI", .found = probe.found};
    if (!probe.found) {
        split(probe.reason, check);
        check.detail = fmt::format("{}; only hardware counters need it", check.detail);
        return check;
    }
    check.detail = fmt::format("{}, {}", probe.version, probe.library);
    if (probe.available) {
        check.detail = fmt::format("{}; the counters of the {} may be read", check.detail, probe.chip);
    } else if (probeCuda().available) {
        Check refused;
        split(probe.reason, refused);
        check.found = false;
        check.detail = fmt::format("{}; but {}", check.detail, refused.detail);
        check.cure = refused.cure;
    } else {
        check.detail = fmt::format("{}; there is no CUDA device to read counters of", check.detail);
    }
    return check;
}

} // namespace

std::vector<Check> checkMachine() {
    const CudaProbe probe = probeCuda();
    std::vector<Check> checks{driverCheck(probe)};
    for (const Info& info : probe.devices) checks.push_back(deviceCheck(info));
    if (probe.devices.empty()) {
        Check none{.name = "CUDA device"};
        split(probe.reason, none);
        checks.push_back(none);
    }
    checks.push_back(nvrtcCheck());
    checks.push_back(cuptiCheck());
    checks.push_back(
        {.name = "kernels",
         .found = !kernelFiles().empty(),
         .detail = fmt::format("{} files, compiled by nvcc {} for compute capability 7.5 and later",
                               kernelFiles().size(), LANESCOPE_NVCC_VERSION)});
    return checks;
}

Check checkInterop(Device& device, unsigned glBuffer, std::size_t bytes) {
    Check check{.name = "OpenGL interop"};
    try {
        const auto shared = device.shareBuffer(glBuffer, bytes);
        switch (shared->route()) {
        case Route::Direct:
            check.found = true;
            check.detail = "direct: kernels write OpenGL's own memory";
            break;
        case Route::ThroughHost:
            split(std::string(shared->reason()), check);
            break;
        case Route::Emulated:
            check.detail = "emulated: the host uploads what kernels wrote";
            check.cure = "none without a CUDA device; pictures are the same";
            break;
        }
    } catch (const std::exception& error) {
        split(error.what(), check);
    }
    return check;
}

} // namespace lanescope::device
