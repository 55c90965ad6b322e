// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/transfers/bus.h"

#include <cstdint>
#include <span>
#include <vector>

/// Transfers between host and device, and the axes of their curves.
namespace lanescope::lab_transfers {

/// The transfer that a picture is about.
struct TransferChoice {
    model::Transfer direction = model::Transfer::HostToDevice;
    model::TransferMemory memory = model::TransferMemory::Pageable;
    bool portable = false;
    std::uint64_t bytes = 0;

    /// countedBytes / time, 10^9 bytes a second; 0 for no time.
    double gbPerSecond(double seconds) const;
    /// Whether a kernel does the copying, whose accesses can be looked at.
    bool byKernel() const;
    /// Whether the two ways of a transfer both ways wait for each other: one thread's copies of pageable
    /// memory, or all copies before CC 2.0, which has one copy engine.
    bool waysInTurn(const model::Architecture& architecture) const;
};

/// What the lab's kernel copies to be looked at, 16 bytes a thread in blocks of kThreads.
struct ObservedCopy {
    static constexpr std::uint32_t kThreads = 256;

    std::uint64_t bytes = 0;
    std::uint64_t threads() const { return bytes / 16; }
    std::uint32_t blocks() const;
};
/// The transfer's bytes, but no more than 256 KiB.
ObservedCopy observedCopy(const TransferChoice& choice);

/// Whether more than half of a transfer's time passes before its first byte moves.
bool mostlyStart(const model::TransferLegs& legs);

/// 1, 2 or 5 times a power of ten, so that there are at most `most` of them up to top.
double axisStep(double top, int most);
/// The end of a vertical axis: over the highest curve and the peaks that are not so far above it that they
/// would squash it.
double axisTop(double highest, std::span<const double> peaks);
/// The place of a value between two on a logarithmic axis, 0 to 1.
double logShare(double value, double first, double last);

/// A point of a curve.
struct CurvePoint {
    double x = 0;
    double y = 0;
    double low = 0; ///< of y; both 0: a single value
    double high = 0;
};
/// Whether two curves lie on each other in a picture as high as `top`: the lines' width hides what they
/// differ.
bool coincide(std::span<const CurvePoint> one, std::span<const CurvePoint> other, double top);

} // namespace lanescope::lab_transfers
