// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/transfer_request.h"
#include "device/device.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// How fast bytes get to a GPU, back, and from one place of its memory to another: measured, on CUDA devices.
namespace lanescope::device {

/// fraction: 0 to 1; what: "h2d, page-locked".
using TransferProgress = std::function<void(double fraction, std::string_view what)>;

/// Measures curves, those with the same host memory one after another. Each point: some copies to warm up,
/// then from 5 to 100 repetitions. CUDA events lie before and after each copy; a repetition is the mean of
/// copiesBetweenEvents. Copies of pageable memory hold up the host and are timed one by one by its clock,
/// which has steps of nanoseconds. Buffers are allocated once for the
/// largest size. Stops between repetitions when cancel is set and gives the points it has. Throws OutOfMemory
/// before anything is allocated, or Error.
std::vector<model::TransferCurve> measureTransfers(const Info& info, const TransferRequest& request,
                                                   const TransferProgress& progress = {},
                                                   const std::atomic<bool>* cancel = nullptr);

/// The fastest copy within a device's memory.
struct BestCopy {
    double bytesPerSecond = 0; ///< bytes read + bytes written, over the median time
    double seconds = 0;        ///< of one copy, the median
    std::uint64_t bytes = 0;   ///< of the array that is copied
    std::string how;           ///< "kernel copy, 8 blocks of 256 threads per multiprocessor", "cudaMemcpy"
};
/// Tries a few launch shapes of a copy kernel and cudaMemcpy over 512 MiB, each by the median of 15 copies
/// after 5, and measures the fastest again: 180 copies in all beside the allocation of two such arrays. The
/// device's own work has to be finished. Throws OutOfMemory, Unavailable or Error.
BestCopy bestCopy(const Info& info);

} // namespace lanescope::device
