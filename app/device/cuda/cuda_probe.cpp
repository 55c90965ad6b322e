// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/cuda_probe.h"

#include "device/cuda/context/cuda_context.h"

#include <fmt/format.h>

#include <array>

namespace lanescope::device {

namespace {

std::string versionText(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string orEmulated(std::string_view cure) {
    return fmt::format("{}, or use --device emulated", cure);
}

int attribute(cudaDeviceAttr which, int ordinal) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, ordinal) == cudaSuccess) return value;
    static_cast<void>(cudaGetLastError());
    return 0;
}

Info describeDevice(int ordinal, const std::string& driver) {
    Info info;
    info.can = kOfGpus;
    info.choice = fmt::format("cuda:{}", ordinal);
    info.ordinal = ordinal;
    info.driver = driver;
    info.name = fmt::format("CUDA device {}", ordinal);
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, ordinal) == cudaSuccess) {
        info.name = properties.name;
        info.memoryBytes = properties.totalGlobalMem;
    } else {
        static_cast<void>(cudaGetLastError());
    }
    info.ccMajor = attribute(cudaDevAttrComputeCapabilityMajor, ordinal);
    info.ccMinor = attribute(cudaDevAttrComputeCapabilityMinor, ordinal);
    info.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, ordinal);
    info.l2Bytes = static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize, ordinal));
    info.memoryClockMHz = attribute(cudaDevAttrMemoryClockRate, ordinal) / 1000.0; // CUDA counts in kHz
    info.memoryBusBits = attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal);
    std::array<char, 32> busId{};
    if (cudaDeviceGetPCIBusId(busId.data(), static_cast<int>(busId.size()), ordinal) == cudaSuccess)
        info.busId = busId.data();
    else
        static_cast<void>(cudaGetLastError());
    info.sharedLimitBytes =
        static_cast<std::uint32_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, ordinal));
    return info;
}

} // namespace

CudaProbe probeCuda() {
    CudaProbe probe;
    int runtime = 0, driver = 0, count = 0;
    ignoreError(cudaRuntimeGetVersion(&runtime));
    ignoreError(cudaDriverGetVersion(&driver));
    probe.runtimeVersion = versionText(runtime);
    if (driver > 0) probe.driverVersion = versionText(driver);
    const cudaError_t code = cudaGetDeviceCount(&count);
    ignoreError(code);
    if (driver == 0) {
        probe.reason = fmt::format("{}: {}", "no NVIDIA driver is installed (libcuda.so.1 was not found)",
                                   orEmulated("install it to measure on a GPU"));
    } else if (code == cudaErrorInsufficientDriver) {
        const std::string why = fmt::format("the NVIDIA driver supports CUDA {}, this program needs {}",
                                            probe.driverVersion, probe.runtimeVersion);
        probe.reason = fmt::format("{}: {}", why, orEmulated("update the driver"));
    } else if (code != cudaSuccess) {
        const std::string_view cure = cureOf(code);
        probe.reason =
            fmt::format("the NVIDIA driver (CUDA {}) finds no usable GPU: {}: {}", probe.driverVersion,
                        describe(code), cure.empty() ? "check nvidia-smi" : cure);
    } else if (count == 0) {
        probe.reason = fmt::format("the NVIDIA driver (CUDA {}) finds no GPU: {}", probe.driverVersion,
                                   cureOf(cudaErrorNoDevice));
    } else {
        probe.available = true;
        for (int ordinal = 0; ordinal < count; ++ordinal)
            probe.devices.push_back(describeDevice(ordinal, probe.driverVersion));
    }
    return probe;
}

} // namespace lanescope::device
