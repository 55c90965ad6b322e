// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/bus.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// How fast bytes get to a GPU, back, and from one place of its memory to another: measured, on CUDA devices.
namespace lanescope::device {

/// One curve that is wanted. portable: page-locked memory that all devices may use so.
struct TransferKind {
    model::Transfer direction = model::Transfer::HostToDevice;
    model::TransferMemory memory = model::TransferMemory::PageLocked;
    bool portable = false;
    bool operator==(const TransferKind&) const = default;
};
/// Every direction with all that it can be measured with; page-locked memory also with the portable flag.
std::vector<TransferKind> allTransferKinds();

struct TransferRequest {
    std::uint64_t mostBytes = model::kUsualMostTransfer; ///< sizes are the powers of two up to it
    std::vector<TransferKind> kinds = allTransferKinds();
    double secondsAPoint = 0.02; ///< repetitions fill about this time, but there are at least 5
};
/// fraction: 0 to 1; what: "h2d, page-locked".
using TransferProgress = std::function<void(double fraction, std::string_view what)>;

/// Copies that one timed repetition holds when each takes so long: enough that it lasts 250 us, 32 at most.
/// Events around small copies on two streams have been seen apart by whole steps of 8.192 us only.
int copiesBetweenEvents(double secondsACopy);
/// They are queued before the first one starts: five commands each at most, far below a stream's 1024.
inline constexpr int kMostCopiesBetweenEvents = 32;

/// Measures curves, those with the same host memory one after another. Each point: some copies to warm up,
/// then from 5 to 100 repetitions. CUDA events lie before and after each copy; a repetition is the mean of
/// copiesBetweenEvents. Copies of pageable memory hold up the host and are timed one by one by its clock,
/// which has steps of nanoseconds. Buffers are allocated once for the
/// largest size. Stops between repetitions when cancel is set and gives the points it has. Throws OutOfMemory
/// before anything is allocated, or Error.
std::vector<model::TransferCurve> measureTransfers(const Info& info, const TransferRequest& request,
                                                   const TransferProgress& progress = {},
                                                   const std::atomic<bool>* cancel = nullptr);

/// What a measurement up to this size allocates at the same time: two buffers at either end.
std::uint64_t transferFootprint(std::uint64_t mostBytes);
/// Memory that the host can give out without swapping, bytes (Linux's MemAvailable); 0 when unknown.
std::uint64_t availableHostBytes();
/// Throws OutOfMemory, with the largest size that fits, when the buffers for a size exceed what is free at
/// either end; a freeHost of 0 is unknown.
void checkTransferSize(std::uint64_t mostBytes, std::uint64_t freeHost, std::uint64_t freeDevice,
                       std::string_view deviceName);

/// The PCI Express link of a device as the system reports it; a generation or width of 0 is unknown.
struct PcieLink {
    int generation = 0, lanes = 0;         ///< now; idle GPUs may have slowed it down
    int mostGeneration = 0, mostLanes = 0; ///< that the device can do
    std::string source;                    ///< where it was read
};
/// Read from the system's files, else from NVML; never throws.
PcieLink pcieLinkOf(const Info& info);
/// Sysfs's "32.0 GT/s PCIe" as a generation; 0 for another text.
int pcieGenerationOf(std::string_view speed);

/// The fastest copy within a device's memory.
struct BestCopy {
    double bytesPerSecond = 0; ///< bytes read + bytes written, over the median time
    double seconds = 0;        ///< of one copy, the median
    std::uint64_t bytes = 0;   ///< of the array that is copied
    std::string how;           ///< "kernel copy, 8 blocks of 256 threads a multiprocessor", "cudaMemcpy"
};
/// Tries a few launch shapes of a copy kernel and cudaMemcpy over 512 MiB, each by the median of 15 copies
/// after 5, and measures the fastest again: 180 copies in all beside the allocation of two such arrays. The
/// device's own work has to be finished. Throws OutOfMemory, Unavailable or Error.
BestCopy bestCopy(const Info& info);

} // namespace lanescope::device
