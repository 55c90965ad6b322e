// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/kernel_time.h"

#include "model/occupancy.h"

#include <algorithm>
#include <array>

namespace lanescope::model {

namespace {

// Fitted to the H200's read, write and copy curves; its best contiguous copy measures 4.22 to 4.29e12.
constexpr double kH200Copy = 4.2e12;
constexpr double kLatency = 720e-9;
// Between events around a kernel of one block, less that latency; measured on an idle H200. Behind another
// kernel it is 2.4e-6.
constexpr double kLaunch = 3.8e-6;
// Of kernels that go over 16 to 48 MiB again and again, past L1; measured on an H200.
constexpr double kH200L2Read = 8.0e12, kH200L2Write = 4.6e12;
constexpr double kIssuedPerClock = 4;

constexpr std::array kBounds{Bound::Latency,  Bound::Dram,      Bound::L2,
                             Bound::TagStage, Bound::DataStage, Bound::Instructions};

std::uint64_t sumOver(const Report& report, Space space, std::uint64_t Counts::*field) {
    std::uint64_t sum = 0;
    for (const SiteCounts& site : report.sites) {
        sum += site.space == space ? site.counts.*field : 0;
    }
    return sum;
}

/// Of global memory: what loads count, or what stores and atomics do.
std::uint64_t sumOver(const Report& report, bool written, std::uint64_t Counts::*field) {
    std::uint64_t sum = 0;
    for (const SiteCounts& site : report.sites) {
        const bool counts = site.space == Space::Global && (site.direction != Direction::Load) == written;
        sum += counts ? site.counts.*field : 0;
    }
    return sum;
}

KernelTime timeOf(const Report& report, const DramTraffic& traffic, const LaunchShape& shape, Cache cache,
                  bool ideal) {
    const Architecture& chip = *report.architecture;
    const TimeFigures figures = timeFigures(chip);
    KernelTime time;
    if (!chip.hasDeviceFigures() || !timeIsModelled(report)) {
        return time;
    }
    time.launch = figures.launchSeconds;
    const double scale = report.blocksRun == 0 ? 1
                                               : static_cast<double>(report.blocksTotal) /
                                                     static_cast<double>(report.blocksRun);
    const auto scaled = [scale](std::uint64_t count) { return static_cast<double>(count) * scale; };
    const double clocks = chip.coreClockMHz * 1e6 * chip.multiprocessors;

    const Occupancy held = occupancy({shape.threadsPerBlock, shape.sharedBytesPerBlock, 0}, chip);
    if (held.blocks > 0) {
        time.latency = figures.latencySeconds * static_cast<double>(shape.blocks) /
                       (static_cast<double>(held.blocks) * chip.multiprocessors);
        time.latency = std::max(time.latency, figures.latencySeconds);
    }
    const bool inL2 = cache == Cache::Warm && scaled(traffic.footprintBytes) < chip.l2MiB * 1048576;
    const DramTraffic moved = ideal ? packedTraffic(report, traffic) : traffic;
    if (!inL2 && figures.copyBytesPerSecond > 0) {
        // Without an L2 every transaction goes to the DRAM.
        const std::uint64_t busy = chip.l2MiB > 0 ? moved.busyBytes
                                   : ideal        ? report.total().bytesRequested
                                                  : report.total().bytesTransferred;
        time.dram = scaled(busy) / figures.copyBytesPerSecond;
    }
    const auto tags = ideal ? &Counts::idealTagWavefronts : &Counts::tagWavefronts;
    const auto shared = ideal ? &Counts::idealSharedWavefronts : &Counts::sharedWavefronts;
    if (figures.l2ReadBytesPerSecond > 0) {
        const auto bytes = ideal ? &Counts::bytesRequested : &Counts::bytesTransferred;
        time.l2 = scaled(sumOver(report, false, bytes)) / figures.l2ReadBytesPerSecond +
                  scaled(sumOver(report, true, bytes)) / figures.l2WriteBytesPerSecond;
    }
    time.tagStage =
        scaled(sumOver(report, Space::Global, tags) + sumOver(report, Space::Local, tags)) / clocks;
    time.dataStage =
        (scaled(sumOver(report, Space::Shared, shared)) +
         scaled(sumOver(report, Space::Global, ideal ? &Counts::accesses : &Counts::dataWavefronts))) /
        clocks;
    time.instructions = static_cast<double>(shape.warpInstructions) / (clocks * kIssuedPerClock);
    return time;
}

} // namespace

std::string_view cacheName(Cache cache) {
    switch (cache) {
    case Cache::Cold:
        return "cold";
    case Cache::Warm:
        return "warm";
    }
    return {};
}

std::optional<Cache> cacheNamed(std::string_view name) {
    for (const Cache cache : {Cache::Cold, Cache::Warm})
        if (cacheName(cache) == name) return cache;
    return std::nullopt;
}

TimeFigures timeFigures(const Architecture& architecture) {
    const double share = kH200Copy / (defaultArchitecture().peakGBps() * 1e9);
    TimeFigures figures;
    figures.measured = architecture.measuredDram;
    figures.copyBytesPerSecond = figures.measured ? kH200Copy : architecture.peakGBps() * 1e9 * share;
    figures.l2ReadBytesPerSecond = figures.measured ? kH200L2Read : 0;
    figures.l2WriteBytesPerSecond = figures.measured ? kH200L2Write : 0;
    figures.latencySeconds = kLatency;
    figures.launchSeconds = kLaunch;
    return figures;
}

double KernelTime::of(Bound bound) const {
    switch (bound) {
    case Bound::Latency:
        return latency;
    case Bound::Dram:
        return dram;
    case Bound::L2:
        return l2;
    case Bound::TagStage:
        return tagStage;
    case Bound::DataStage:
        return dataStage;
    case Bound::Instructions:
        return instructions;
    }
    return 0;
}

Bound KernelTime::bound() const {
    return *std::ranges::max_element(kBounds, {}, [this](Bound bound) { return of(bound); });
}

bool trafficIsModelled(const Report& report) {
    return std::ranges::none_of(report.sites, [](const SiteCounts& site) {
        return site.space == Space::Texture || site.space == Space::Local || site.space == Space::Constant;
    });
}

bool timeIsModelled(const Report& report) {
    return trafficIsModelled(report) && std::ranges::none_of(report.sites, [](const SiteCounts& site) {
               return site.space == Space::Global && site.direction == Direction::Atomic;
           });
}

KernelTime kernelTime(const Report& report, const DramTraffic& traffic, const LaunchShape& shape,
                      Cache cache) {
    return timeOf(report, traffic, shape, cache, false);
}

KernelTime idealKernelTime(const Report& report, const DramTraffic& traffic, const LaunchShape& shape,
                           Cache cache) {
    return timeOf(report, traffic, shape, cache, true);
}

} // namespace lanescope::model
