// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/bus.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// Which transfers are to be measured, and what that takes.
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

/// Which curves are measured, and how long.
struct TransferRequest {
    std::uint64_t mostBytes = model::kUsualMostTransfer; ///< sizes are the powers of two up to it
    std::vector<TransferKind> kinds = allTransferKinds();
    double secondsAPoint = 0.02; ///< repetitions fill about this time, but there are at least 5
};
/// Copies that one timed repetition holds when each takes so long: enough that it lasts 250 us, 32 at most.
/// Events around small copies on two streams have been seen apart by whole steps of 8.192 us only.
int copiesBetweenEvents(double secondsACopy);
/// They are queued before the first one starts: five commands each at most, far below a stream's 1024.
inline constexpr int kMostCopiesBetweenEvents = 32;

/// Memory that the host can give out without swapping, bytes (Linux's MemAvailable); 0 when unknown.
std::uint64_t availableHostBytes();
/// Throws OutOfMemory, with the largest size that fits, when the buffers for a size exceed what is free at
/// either end; a freeHost of 0 is unknown.
void checkTransferSize(std::uint64_t mostBytes, std::uint64_t freeHost, std::uint64_t freeDevice,
                       std::string_view deviceName);

} // namespace lanescope::device
