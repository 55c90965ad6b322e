// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/model.h"

#include <algorithm>
#include <cmath>

namespace lanescope::lab_transfers {

using model::Transfer;
using model::TransferMemory;

double TransferChoice::gbPerSecond(double seconds) const {
    constexpr double kGiga = 1e9;
    if (seconds <= 0) return 0;
    return static_cast<double>(model::countedBytes(direction, bytes)) / seconds / kGiga;
}

bool TransferChoice::byKernel() const {
    return direction == Transfer::DeviceToDevice || memory == TransferMemory::Mapped;
}

bool TransferChoice::waysInTurn(const model::Architecture& architecture) const {
    if (direction != Transfer::Both) return false;
    if (memory == TransferMemory::Pageable) return true;
    return architecture.cc.major < 2 && memory != TransferMemory::Mapped;
}

std::uint32_t ObservedCopy::blocks() const {
    return static_cast<std::uint32_t>((threads() + kThreads - 1) / kThreads);
}

ObservedCopy observedCopy(const TransferChoice& choice) {
    constexpr std::uint64_t kMost = 256 << 10;
    return {.bytes = std::min(choice.bytes, kMost)};
}

bool mostlyStart(const model::TransferLegs& legs) {
    return legs.latency > legs.total / 2;
}

double axisStep(double top, int most) {
    const double step = std::pow(10, std::floor(std::log10(std::max(top, 1e-9) / std::max(most, 1))));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (top / (step * factor) <= most) return step * factor;
    return step * 10;
}

double axisTop(double highest, std::span<const double> peaks) {
    constexpr double kFarPeak = 2.5; // times the highest curve: only named
    constexpr double kRoom = 1.12;
    double top = highest;
    for (const double peak : peaks)
        if (peak < highest * kFarPeak) top = std::max(top, peak);
    return top * kRoom;
}

double logShare(double value, double first, double last) {
    const double share = (std::log2(value) - std::log2(first)) / std::max(std::log2(last / first), 1e-9);
    return std::clamp(share, 0.0, 1.0);
}

bool coincide(std::span<const CurvePoint> one, std::span<const CurvePoint> other, double top) {
    constexpr double kNear = 0.015; // of the height: less than the lines' width in a usual picture
    return std::ranges::equal(one, other, [&](const CurvePoint& a, const CurvePoint& b) {
        return a.x == b.x && std::abs(a.y - b.y) < top * kNear;
    });
}

} // namespace lanescope::lab_transfers
