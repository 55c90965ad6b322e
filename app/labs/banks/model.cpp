// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/banks/model.h"

#include "model/warp_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace lanescope::lab_banks {

namespace {

constexpr int kRow = 32; // elements

} // namespace

int Pattern::element(int lane) const {
    const int i = offset + lane / group * stride;
    const int row = i / kRow;
    const int column = swizzle ? i % kRow ^ row % kRow : i % kRow;
    return row * (kRow + pad) + column;
}

int Pattern::shortestArray() const {
    int length = 1;
    for (int lane = 0; lane < model::kWarpSize; ++lane) length = std::max(length, element(lane) + 1);
    return length;
}

Pattern Pattern::with(int newStride, int newPad, bool newSwizzle) const {
    Pattern other = *this;
    other.stride = newStride;
    other.pad = newPad;
    other.swizzle = newSwizzle ? 1 : 0;
    return other;
}

std::string kernelName(model::Direction operation, unsigned bytes) {
    if (operation == model::Direction::Atomic) return "bankAtomicInt";
    constexpr std::array<std::string_view, 5> kTypes{"Char", "Short", "Float", "Double", "Float4"};
    const std::string verb = operation == model::Direction::Load ? "bankLoad" : "bankStore";
    return verb + std::string(kTypes.at(static_cast<std::size_t>(std::countr_zero(bytes))));
}

} // namespace lanescope::lab_banks
