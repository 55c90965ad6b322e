// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The SIMD video instructions on whole registers: two halves or four bytes at a time.
#include "ptx/handlers/lanes.h"

#include <algorithm>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// Slots a, b, c, d. width: parts of a register (2 or 4); extra: VideoOp; mode: see kVideo constants.
void video(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    const int bits = 32 / in.width;
    const std::int64_t ones = (std::int64_t{1} << bits) - 1;
    const auto part = [=](std::uint32_t word, int k, bool isSignedPart) {
        const std::int64_t value = (word >> (k * bits)) & ones;
        return isSignedPart && (value >> (bits - 1)) != 0 ? value - ones - 1 : value;
    };
    forActive(mask, [=](int i) {
        std::uint32_t packed = 0, sum = c[i];
        for (int k = 0; k < in.width; ++k) {
            const std::int64_t x = part(a[i], k, in.mode & kVideoSignedA),
                               y = part(b[i], k, in.mode & kVideoSignedB);
            std::int64_t r = 0;
            switch (static_cast<VideoOp>(in.extra)) {
            case VideoOp::Add:
                r = x + y;
                break;
            case VideoOp::Sub:
                r = x - y;
                break;
            case VideoOp::Average:
                r = (x + y + (x + y >= 0 ? 1 : 0)) >> 1;
                break; // rounded away from zero
            case VideoOp::AbsoluteDifference:
                r = x > y ? x - y : y - x;
                break;
            case VideoOp::Min:
                r = std::min(x, y);
                break;
            case VideoOp::Max:
                r = std::max(x, y);
                break;
            }
            if (in.mode & kVideoSaturate) {
                const bool isSignedResult = in.mode & kVideoSignedD;
                r = std::clamp<std::int64_t>(r, isSignedResult ? -(ones / 2) - 1 : 0,
                                             isSignedResult ? ones / 2 : ones);
            }
            packed |= static_cast<std::uint32_t>(r & ones) << (k * bits);
            sum += static_cast<std::uint32_t>(r);
        }
        d[i] = in.mode & kVideoAccumulate ? sum : packed;
    });
}

} // namespace

Handler videoHandler() {
    return video;
}

} // namespace lanescope::ptx
