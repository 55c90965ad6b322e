// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/call_errors.h"

#include "model/launch_limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::recording {

namespace {

// cudaError_t of driver_types.h.
constexpr int kInvalidValue = 1, kDevicesUnavailable = 46, kNotReady = 600, kLaunchTimeout = 702,
              kCooperativeTooLarge = 720, kInvalidClusterSize = 912, kUncorrectableMemory = 214,
              kContained = 226, kNotSupported = 801;
/// Illegal address, assertion, stack, illegal instruction, misaligned address, address space, program
/// counter, any other.
constexpr std::array kFaults{700, 710, 714, 715, 716, 717, 718, 719};

} // namespace

void LastError::note(int code) {
    if (code != 0 && code != kNotReady) m_code = code;
}

int LastError::take() {
    return std::exchange(m_code, 0);
}

void DeviceErrors::kernelFailed(int code) {
    m_pending = code;
}

int DeviceErrors::begin(bool waits) {
    if (waits && m_pending != 0) m_sticky = std::exchange(m_pending, 0);
    return m_sticky;
}

void DeviceErrors::reset() {
    m_sticky = m_pending != 0 || m_sticky != 0 ? kDevicesUnavailable : 0;
    m_pending = 0;
}

std::optional<LaunchRefusal> launchRefusal(const model::Architecture& architecture,
                                           const LaunchRequest& request) {
    const auto& [grid, block, sharedBytes, cooperative, allowedShared, mostThreads, clusters] = request;
    // The reference speaks of cudaErrorInvalidConfiguration and cudaErrorLaunchOutOfResources.
    if (std::string shape = model::shapeRefusal(architecture, grid, block); !shape.empty())
        return LaunchRefusal{kInvalidValue, std::move(shape),
                             "the code of CUDA 13.0; the documentation says cudaErrorInvalidConfiguration"};
    if (block.count() > mostThreads)
        return LaunchRefusal{kInvalidValue, "more threads in a block than the kernel's bounds allow", {}};
    std::string why = model::launchRefusal(architecture, grid, block, sharedBytes);
    if (allowedShared)
        why = sharedBytes > *allowedShared ? "more shared memory than the kernel is allowed" : "";
    if (std::string ever = model::sharedRefusal(architecture, sharedBytes); !ever.empty())
        why = std::move(ever);
    if (!why.empty()) return LaunchRefusal{kInvalidValue, std::move(why), {}};
    if (!clusters.empty()) return LaunchRefusal{kInvalidClusterSize, std::string(clusters), {}};
    if (!cooperative) return std::nullopt;
    if (!model::hasCooperativeLaunches(architecture))
        return LaunchRefusal{
            kNotSupported, "a cooperative launch, which CC " + architecture.cc.text() + " does not have",
            "cooperative launches came with CC 6.0; which code a device before it gives is not documented"};
    if (why = model::cooperativeRefusal(architecture, grid, block, sharedBytes); !why.empty())
        return LaunchRefusal{kCooperativeTooLarge, std::move(why), {}};
    return std::nullopt;
}

bool isKernelFault(int code) {
    return std::ranges::find(kFaults, code) != kFaults.end();
}

bool losesDevice(int code) {
    return isKernelFault(code) || code == kLaunchTimeout || code == kUncorrectableMemory ||
           code == kContained;
}

} // namespace lanescope::recording
