// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/matmul/model.h"

namespace lanescope::lab_matmul {

namespace {

constexpr std::size_t kElementBytes = 4;

} // namespace

std::size_t factorAt(std::size_t i, std::size_t bytes) {
    return 1 + 32 * i / bytes + i % 3;
}

std::size_t Product::bytesOfA() const {
    return kElementBytes * rows * inner;
}
std::size_t Product::bytesOfB() const {
    return kElementBytes * inner * columns;
}
std::size_t Product::bytesOfC() const {
    return kElementBytes * rows * columns;
}

double Product::readsOfA() const {
    return squares ? static_cast<double>(columns) / side : columns;
}
double Product::readsOfB() const {
    return squares ? static_cast<double>(rows) / side : rows;
}

FactorElement Product::factorElement(std::int64_t number) const {
    const bool ofA = number < firstOfB();
    const std::int64_t inFactor = ofA ? number : number - firstOfB();
    const std::int64_t across = ofA ? inner : columns;
    return {.ofA = ofA, .row = inFactor / across, .column = inFactor % across};
}

} // namespace lanescope::lab_matmul
