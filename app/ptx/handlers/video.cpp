// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The video instructions: on two halves or four bytes of a register at a time, and on one part of it.
#include "ptx/handlers/lanes.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

bool holds(Compare compare, std::int64_t x, std::int64_t y) {
    switch (compare) {
    case Compare::Eq:
        return x == y;
    case Compare::Ne:
        return x != y;
    case Compare::Lt:
        return x < y;
    case Compare::Le:
        return x <= y;
    case Compare::Gt:
        return x > y;
    default:
        return x >= y;
    }
}

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
            case VideoOp::Set:
                r = holds(static_cast<Compare>(in.imm), x, y) ? 1 : 0;
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

/// Of a register's part: where it begins and how many bits it has.
struct PartOfRegister {
    int shift = 0, bits = 32;
    explicit PartOfRegister(std::uint8_t part) {
        if (part == 0) return;
        bits = part <= 4 ? 8 : 16;
        shift = part <= 4 ? (part - 1) * 8 : (part - 5) * 16;
    }
    std::uint32_t mask() const { return bits == 32 ? ~0U : ((1U << bits) - 1) << shift; }
    std::int64_t of(std::uint32_t word, bool isSigned) const {
        const std::int64_t value = (word & mask()) >> shift;
        return isSigned && (value >> (bits - 1)) != 0 ? value - (std::int64_t{1} << bits) : value;
    }
    std::int64_t clamp(std::int64_t value, bool isSigned) const {
        const std::int64_t end = std::int64_t{1} << (isSigned ? bits - 1 : bits);
        return std::clamp<std::int64_t>(value, isSigned ? -end : 0, end - 1);
    }
};

/// A product of two words and a third one.
__extension__ using Wide = __int128;

std::int64_t multiplyAndAdd(const ScalarVideo& video, std::int64_t x, std::int64_t y, std::uint32_t c) {
    const bool isSigned = (video.flags & (kVideoSignedA | kVideoSignedB)) != 0;
    const Wide addend = isSigned ? Wide{static_cast<std::int32_t>(c)} : Wide{c};
    const Wide sum = Wide{x} * y + addend + ((video.flags & kVideoPlusOne) != 0 ? 1 : 0);
    const Wide scaled = sum >> video.shift;
    if (!(video.flags & kVideoSaturate)) return static_cast<std::int64_t>(scaled);
    const Wide end = std::int64_t{1} << (isSigned ? 31 : 32);
    return static_cast<std::int64_t>(std::clamp<Wide>(scaled, isSigned ? -end : 0, end - 1));
}

std::int64_t videoResult(const ScalarVideo& video, std::int64_t x, std::int64_t y) {
    switch (video.op) {
    case ScalarVideoOp::Add:
        return x + y;
    case ScalarVideoOp::Sub:
        return x - y;
    case ScalarVideoOp::AbsoluteDifference:
        return x > y ? x - y : y - x;
    case ScalarVideoOp::Min:
        return std::min(x, y);
    case ScalarVideoOp::Max:
        return std::max(x, y);
    case ScalarVideoOp::ShiftLeft:
    case ScalarVideoOp::ShiftRight: {
        const std::int64_t amount = video.shift != 0 ? y & 31 : std::min<std::int64_t>(y, 32);
        return video.op == ScalarVideoOp::ShiftLeft
                   ? static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << amount)
                   : x >> amount;
    }
    default:
        return holds(video.compare, x, y) ? 1 : 0;
    }
}

void scalarVideo(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto video = std::bit_cast<ScalarVideo>(in.imm);
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    const PartOfRegister partOfA(video.partOfA), partOfB(video.partOfB), partOfD(video.partOfD);
    const bool isSigned = (video.flags & kVideoSignedD) != 0;
    forActive(mask, [&](int i) {
        const std::int64_t x = partOfA.of(a[i], video.flags & kVideoSignedA),
                           y = partOfB.of(b[i], video.flags & kVideoSignedB);
        if (video.op == ScalarVideoOp::Mad) {
            d[i] = static_cast<std::uint32_t>(multiplyAndAdd(video, x, y, c[i]));
            return;
        }
        std::int64_t r = videoResult(video, x, y);
        if (video.flags & kVideoSaturate) r = partOfD.clamp(r, isSigned);
        const auto word = static_cast<std::uint32_t>(r);
        const std::int64_t before =
                               isSigned ? std::int64_t{static_cast<std::int32_t>(c[i])} : std::int64_t{c[i]},
                           own =
                               isSigned ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
        switch (video.second) {
        case VideoSecond::None:
            d[i] = word;
            break;
        case VideoSecond::Add:
            d[i] = word + c[i];
            break;
        case VideoSecond::Min:
            d[i] = static_cast<std::uint32_t>(std::min(own, before));
            break;
        case VideoSecond::Max:
            d[i] = static_cast<std::uint32_t>(std::max(own, before));
            break;
        case VideoSecond::Merge:
            d[i] = (c[i] & ~partOfD.mask()) | (word << partOfD.shift & partOfD.mask());
            break;
        }
    });
}

} // namespace

Handler scalarVideoHandler() {
    return scalarVideo;
}

Handler videoHandler() {
    return video;
}

} // namespace lanescope::ptx
