// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/transfers/bus.h"

#include "model/by_value.h"
#include "model/time/kernel_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lanescope::model {

namespace {

constexpr std::array kDirections{Transfer::HostToDevice, Transfer::DeviceToHost, Transfer::Both,
                                 Transfer::DeviceToDevice};
constexpr std::array kHostMemories{TransferMemory::Pageable, TransferMemory::PageLocked,
                                   TransferMemory::WriteCombining, TransferMemory::Mapped,
                                   TransferMemory::Registered};
constexpr std::array kDeviceCopies{TransferMemory::CopyCall, TransferMemory::CopyKernel};

constexpr ByValue<Transfer, std::string_view, 4> kDirectionNames({{Transfer::HostToDevice, "h2d"},
                                                                  {Transfer::DeviceToHost, "d2h"},
                                                                  {Transfer::DeviceToDevice, "d2d"},
                                                                  {Transfer::Both, "both"}});
constexpr ByValue<TransferMemory, std::string_view, 7>
    kMemoryNames({{TransferMemory::Pageable, "pageable"},
                  {TransferMemory::PageLocked, "page-locked"},
                  {TransferMemory::WriteCombining, "write-combining"},
                  {TransferMemory::Mapped, "mapped"},
                  {TransferMemory::Registered, "registered"},
                  {TransferMemory::CopyCall, "cudaMemcpy"},
                  {TransferMemory::CopyKernel, "kernel"}});

/// Seconds until the first byte moves: the time of 1 KiB on an H200 behind PCI Express 5.0 (driver 580), by
/// events or, of pageable memory, the host's clock. Taken for all architectures.
constexpr double kCopyTo = 3.9e-6, kCopyFrom = 2.9e-6, kCopyBoth = 11.3e-6, kPageable = 6.4e-6,
                 kDeviceCopy = 3.6e-6;
/// A kernel's loads wait for an answer over the bus, its stores do not.
constexpr double kKernel = 3.7e-6, kKernelReadsHost = 4.8e-6, kKernelWritesHost = 3.9e-6;
/// A kernel's access asks for a 128-byte line at most.
constexpr int kMappedReadBytes = 128;

double secondsAt(std::uint64_t bytes, double gbPerSecond) {
    return static_cast<double>(bytes) / (gbPerSecond * 1e9);
}

double busSeconds(const Bus& bus, Transfer direction, TransferMemory memory, std::uint64_t bytes) {
    const int payload = memory == TransferMemory::Mapped ? kMappedReadBytes : bus.payloadBytes();
    if (direction == Transfer::Both) return secondsAt(bytes, bus.bothWaysGBps(payload) / 2);
    // The device reads the host's memory, or writes it.
    return secondsAt(bytes, bus.packetGBps(payload, direction == Transfer::DeviceToHost));
}

double latencyOf(Transfer direction, TransferMemory memory) {
    if (direction == Transfer::DeviceToDevice)
        return memory == TransferMemory::CopyKernel ? kKernel : kDeviceCopy;
    const bool mapped = memory == TransferMemory::Mapped;
    if (memory == TransferMemory::Pageable) return kPageable;
    if (direction == Transfer::Both) return mapped ? kKernelReadsHost + kKernelWritesHost : kCopyBoth;
    if (direction == Transfer::HostToDevice) return mapped ? kKernelReadsHost : kCopyTo;
    return mapped ? kKernelWritesHost : kCopyFrom;
}

TransferLegs pageable(const Bus& bus, Transfer direction, std::uint64_t bytes) {
    TransferLegs legs;
    if (direction == Transfer::Both) {
        // The call that copies waits for the staging, so one thread's copies run one after the other.
        const TransferLegs to = pageable(bus, Transfer::HostToDevice, bytes),
                           from = pageable(bus, Transfer::DeviceToHost, bytes);
        return {to.latency + from.latency, to.staging + from.staging, to.bus + from.bus, 0,
                to.total + from.total};
    }
    legs.latency = latencyOf(direction, TransferMemory::Pageable);
    legs.staging = secondsAt(bytes, bus.stagingGBps());
    legs.bus = busSeconds(bus, direction, TransferMemory::Pageable, bytes);
    legs.total = legs.latency + std::max(legs.staging, legs.bus);
    return legs;
}

} // namespace

std::string_view nameOf(Transfer direction) {
    return kDirectionNames[direction];
}
std::string_view nameOf(TransferMemory memory) {
    return kMemoryNames[memory];
}
std::optional<Transfer> transferNamed(std::string_view name) {
    return kDirectionNames.find(name);
}
std::optional<TransferMemory> transferMemoryNamed(std::string_view name) {
    return kMemoryNames.find(name);
}
std::span<const Transfer> transfers() {
    return kDirections;
}
std::span<const TransferMemory> memoriesOf(Transfer direction) {
    if (direction == Transfer::DeviceToDevice) return kDeviceCopies;
    return kHostMemories;
}

std::uint64_t countedBytes(Transfer direction, std::uint64_t bytes) {
    const bool twice = direction == Transfer::DeviceToDevice || direction == Transfer::Both;
    return twice ? 2 * bytes : bytes;
}

double TransferCurve::gbPerSecond(const TransferPoint& point) const {
    return point.median > 0 ? static_cast<double>(countedBytes(direction, point.bytes)) / point.median / 1e9
                            : 0;
}

double TransferCurve::bestGBps() const {
    double best = 0;
    for (const TransferPoint& point : points) best = std::max(best, gbPerSecond(point));
    return best;
}

double TransferCurve::halfBandwidthBytes() const {
    const double half = bestGBps() / 2;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double here = gbPerSecond(points[i]);
        if (here < half) continue;
        if (i == 0) return 0;
        const double before = gbPerSecond(points[i - 1]);
        const double share = (half - before) / (here - before);
        const auto bytes = [&](std::size_t k) { return std::log2(static_cast<double>(points[k].bytes)); };
        return std::exp2(bytes(i - 1) + share * (bytes(i) - bytes(i - 1)));
    }
    return 0;
}

std::vector<std::uint64_t> transferSizes(std::uint64_t most) {
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t bytes = kLeastTransfer; bytes <= most && bytes != 0; bytes *= 2)
        sizes.push_back(bytes);
    return sizes;
}

double Bus::peakGBps() const {
    // 10^9 transfers a second and lane, one bit each: 2.5, 5, then 8 and twice that with each generation.
    const double rate = generation <= 2 ? 2.5 * generation : 8.0 * std::exp2(generation - 3);
    const double encoding = generation <= 2 ? 8.0 / 10 : 128.0 / 130;
    return rate * lanes / 8 * encoding;
}

double Bus::packetGBps(int payloadBytes, bool writes) const {
    return peakGBps() * payloadBytes / (payloadBytes + (writes ? 24 : 20));
}

double Bus::bothWaysGBps(int payload) const {
    constexpr int kRequest = 24, kAcknowledgement = 16;
    return 2 * peakGBps() * payload / (payload + 24 + kRequest + kAcknowledgement);
}

double Bus::stagingGBps() const {
    constexpr std::array kChannelGBps{6.4, 10.667, 17.067, 25.6, 38.4};
    const auto index = static_cast<std::size_t>(std::clamp(generation, 1, 5) - 1);
    return kChannelGBps[index] / 2;
}

std::optional<Bus> busOf(const Architecture& architecture) {
    constexpr std::string_view kSource = "PCI Express generation of the family's boards, x16: NVIDIA product "
                                         "data sheets";
    const ComputeCapability cc = architecture.cc;
    // Jetson, DRIVE and DGX Spark: one memory for host and device.
    for (const ComputeCapability integrated :
         {ComputeCapability{3, 2}, {5, 3}, {6, 2}, {7, 2}, {8, 7}, {11, 0}, {12, 1}})
        if (cc == integrated) return std::nullopt;
    // The first G80 boards were PCI Express 1.0; G92 and GT200 are 2.0.
    if (cc == ComputeCapability{1, 0}) return Bus{1, 16, kSource};
    if (cc.major <= 2) return Bus{2, 16, kSource};
    if (cc.major <= 7) return Bus{3, 16, kSource};
    if (cc.major == 8) return Bus{4, 16, kSource};
    if (cc == ComputeCapability{10, 3}) return Bus{6, 16, kSource};
    return Bus{5, 16, kSource};
}

std::optional<TransferLegs> modelTransfer(const Architecture& architecture, Transfer direction,
                                          TransferMemory memory, std::uint64_t bytes) {
    TransferLegs legs;
    if (direction == Transfer::DeviceToDevice) {
        const double copy = timeFigures(architecture).copyBytesPerSecond;
        if (copy <= 0) return std::nullopt;
        legs.latency = latencyOf(direction, memory);
        legs.memory = secondsAt(countedBytes(direction, bytes), copy / 1e9);
        legs.total = legs.latency + legs.memory;
        return legs;
    }
    const std::optional<Bus> bus = busOf(architecture);
    if (!bus) return std::nullopt;
    if (memory == TransferMemory::Pageable) return pageable(*bus, direction, bytes);
    legs.latency = latencyOf(direction, memory);
    legs.bus = busSeconds(*bus, direction, memory, bytes);
    // Before CC 2.0 there is one copy engine (CUDA C Programming Guide, Concurrent Data Transfers).
    if (direction == Transfer::Both && architecture.cc.major < 2 && memory != TransferMemory::Mapped) {
        legs.latency = kCopyTo + kCopyFrom;
        legs.bus = busSeconds(*bus, Transfer::HostToDevice, memory, bytes) +
                   busSeconds(*bus, Transfer::DeviceToHost, memory, bytes);
    }
    legs.total = legs.latency + legs.bus;
    return legs;
}

TransferCurve modelCurve(const Architecture& architecture, Transfer direction, TransferMemory memory,
                         std::uint64_t most) {
    TransferCurve curve{direction, memory, false, false, {}};
    for (const std::uint64_t bytes : transferSizes(most))
        if (const auto legs = modelTransfer(architecture, direction, memory, bytes))
            curve.points.push_back({bytes, 0, legs->total, legs->total, legs->total});
    return curve;
}

} // namespace lanescope::model
