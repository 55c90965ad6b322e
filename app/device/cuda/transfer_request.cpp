// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/transfer_request.h"

#include "device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>

namespace lanescope::device {

namespace {

using model::Transfer;
using model::TransferMemory;

constexpr std::uint64_t kBuffersAtAnEnd = 2; // both directions at once need one each
/// Left to everything else on the machine when page-locked memory is taken.
constexpr std::uint64_t kHostReserve = std::uint64_t{256} << 20;

} // namespace

std::vector<TransferKind> allTransferKinds() {
    std::vector<TransferKind> all;
    const auto add = [&](TransferMemory memory, bool portable) {
        for (const Transfer direction : {Transfer::HostToDevice, Transfer::DeviceToHost, Transfer::Both})
            all.push_back({direction, memory, portable});
    };
    for (const TransferMemory memory : model::memoriesOf(Transfer::HostToDevice)) {
        add(memory, false);
        if (memory == TransferMemory::PageLocked) add(memory, true);
    }
    for (const TransferMemory memory : model::memoriesOf(Transfer::DeviceToDevice))
        all.push_back({Transfer::DeviceToDevice, memory, false});
    return all;
}

int copiesBetweenEvents(double secondsACopy) {
    constexpr double kLeastSeconds = 250e-6; // 30 steps of the coarsest event clock seen
    return static_cast<int>(
        std::clamp(std::ceil(kLeastSeconds / secondsACopy), 1.0, double{kMostCopiesBetweenEvents}));
}

std::uint64_t availableHostBytes() {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    std::uint64_t kibibytes = 0;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        std::getline(file, unit);
    }
    return 0;
}

void checkTransferSize(std::uint64_t mostBytes, std::uint64_t freeHost, std::uint64_t freeDevice,
                       std::string_view deviceName) {
    const auto refuse = [&](std::uint64_t free, const std::string& where) {
        if (mostBytes <= free / kBuffersAtAnEnd) return;
        throw OutOfMemory("a transfer size, twice", mostBytes, where, std::bit_floor(free / kBuffersAtAnEnd));
    };
    if (freeHost != 0)
        refuse(freeHost - std::min(freeHost, kHostReserve), "the memory that the host has available");
    refuse(freeDevice, fmt::format("the free memory of {}", deviceName));
}

} // namespace lanescope::device
