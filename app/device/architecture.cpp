// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/architecture.h"

#include "model/capability.h"

#include <cmath>

namespace lanescope::device {

namespace {

/// A product has several names and a name several products: "GeForce RTX 4090 Laptop GPU" is another chip
/// than "GeForce RTX 4090". What is compared is what counts and times depend on.
bool hasFiguresOf(const model::Architecture& row, const Info& info) {
    constexpr double kNear = 0.05; // an H200 has 6144 bits of bus, and tells of 6016
    const double peak = row.peakGBps() * 1e9;
    return row.hasDeviceFigures() && row.multiprocessors == info.multiprocessors &&
           std::abs(info.peakBytesPerSecond() - peak) < kNear * peak;
}

} // namespace

const model::Architecture& architectureOf(const Info& info) {
    if (info.ccMajor == 0) return model::defaultArchitecture();
    const model::ComputeCapability cc{info.ccMajor, info.ccMinor};
    for (const model::Architecture& row : model::architectures())
        if (row.cc == cc && hasFiguresOf(row, info)) return row;
    const model::Architecture* rules = model::rulesOnly(cc);
    return rules ? *rules : model::defaultArchitecture();
}

} // namespace lanescope::device
