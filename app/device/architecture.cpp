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
    constexpr double kNear = 0.05; // of the memory clock, which CUDA reports a little lower than nvidia-smi
    return row.hasDeviceFigures() && row.multiprocessors == info.multiprocessors &&
           row.busBits == info.memoryBusBits &&
           std::abs(info.memoryClockMHz - row.memoryClockMHz) < kNear * row.memoryClockMHz;
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
