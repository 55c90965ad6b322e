// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/device.h"

#include "device/cuda/cuda_device.h"
#include "device/cuda/cuda_probe.h"
#include "device/launch_check.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace lanescope::device {

namespace {

constexpr std::string_view kCudaPrefix = "cuda:";
/// The embedded PTX is for compute_75, the least that CUDA 13 compiles for.
constexpr int kLeastMajor = 7, kLeastMinor = 5;

bool runsOurPtx(const Info& info) {
    return info.ccMajor > kLeastMajor || (info.ccMajor == kLeastMajor && info.ccMinor >= kLeastMinor);
}

std::unique_ptr<Device> openCuda(const CudaProbe& probe, int ordinal) {
    if (!probe.available) throw Unavailable(probe.reason);
    if (static_cast<std::size_t>(ordinal) >= probe.devices.size())
        throw Unavailable(fmt::format("there is no CUDA device {}: this machine has {}, numbered from 0",
                                      ordinal, probe.devices.size()));
    const Info& info = probe.devices[static_cast<std::size_t>(ordinal)];
    if (!runsOurPtx(info))
        throw Unavailable(
            fmt::format("{} has compute capability {}.{}; {}.{} or later is needed: use --device "
                        "emulated",
                        info.name, info.ccMajor, info.ccMinor, kLeastMajor, kLeastMinor));
    return std::make_unique<CudaDevice>(info);
}

/// The first device that runs our PTX; 0 when none does, so that the message speaks of a device there is.
int firstUsable(const CudaProbe& probe) {
    for (const Info& info : probe.devices)
        if (runsOurPtx(info)) return info.ordinal;
    return 0;
}

/// "128 GiB", or "1000 bytes" where that is not a round number of a unit.
std::string sizeText(std::size_t bytes) {
    constexpr std::array<const char*, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
    return size == std::floor(size) ? fmt::format("{:.0f} {}", size, kUnits[unit])
                                    : fmt::format("{:.1f} {}", std::floor(size * 10) / 10, kUnits[unit]);
}

} // namespace

OutOfMemory::OutOfMemory(std::string_view what, std::size_t bytes, std::string_view where,
                         std::size_t largest)
    : Error(fmt::format("{} ({}) does not fit in {}; the largest that would is {}: choose a smaller size",
                        what, sizeText(bytes), where, sizeText(largest)),
            Exit::BadInput),
      largestBytes(largest) {}

double Info::peakBytesPerSecond() const {
    return memoryClockMHz * 1e6 * memoryBusBits / 8 * 2;
}

void Device::downloadArray(std::span<std::byte> to, DeviceArray& array) {
    const ArrayDesc desc = array.desc();
    checkTexels(desc, to.size());
    downloadRows(to, {0, desc.rowBytes(), &array}, desc.rowBytes());
}

std::unique_ptr<Device> openDevice(std::string_view choice) {
    if (choice == "emulated") return openEmulated();
    if (choice == "auto") {
        const CudaProbe probe = probeCuda();
        try {
            if (probe.available) return openCuda(probe, firstUsable(probe));
        } catch (const Unavailable&) {
            // A GPU that is too old or held by another program exclusively: what auto is for.
        }
        return openEmulated();
    }
    if (choice == "cuda") {
        const CudaProbe probe = probeCuda();
        return openCuda(probe, firstUsable(probe));
    }
    int ordinal = -1;
    if (choice.starts_with(kCudaPrefix)) {
        const std::string_view digits = choice.substr(kCudaPrefix.size());
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
        if (error != std::errc{} || end != digits.data() + digits.size()) ordinal = -1;
    }
    if (ordinal < 0)
        throw BadInput(fmt::format("'{}' is no device: choose auto, cuda, cuda:N or emulated", choice));
    return openCuda(probeCuda(), ordinal);
}

} // namespace lanescope::device
