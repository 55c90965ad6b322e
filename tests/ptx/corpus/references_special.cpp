// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/reference_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace lanescope::corpus {

namespace {

using Bytes = std::uint8_t;
using Words = std::uint32_t;

void matches(Values& v) {
    for (std::size_t i = 0; i < 192; ++i) {
        const std::size_t base = i / 32 * 32;
        Words any = 0, all = ~Words{0}, parity = 0;
        for (std::size_t lane = 0; lane < 32; ++lane) {
            const int mine = v.at<int>(0, i), other = v.at<int>(0, base + lane);
            any |= static_cast<Words>((mine & 3) == (other & 3)) << lane;
            parity |= static_cast<Words>((mine & 1) == (other & 1)) << lane;
            if (mine >> 30 != other >> 30) all = 0;
        }
        v.set(1, 3 * i, any);
        v.set(1, 3 * i + 1, all == 0 ? 0 : all + 1);
        v.set(1, 3 * i + 2, parity);
    }
}

void redux(Values& v) {
    for (std::size_t i = 0; i < 192; ++i) {
        Words sum = 0, conjunction = ~Words{0}, disjunction = 0, parity = 0, most = 0, part = 0;
        std::int32_t low = INT32_MAX, high = INT32_MIN;
        for (std::size_t lane = 0; lane < 32; ++lane) {
            const Words word = v.at<Words>(0, i / 32 * 32 + lane);
            sum += word;
            conjunction &= word | 0xF0;
            disjunction |= word & 0xF0F;
            parity ^= word;
            most = std::max(most, word);
            low = std::min(low, static_cast<std::int32_t>(word));
            high = std::max(high, static_cast<std::int32_t>(word));
            part += lane < 11 ? word : 0;
        }
        const Words expected[] = {
            sum,  static_cast<Words>(low), static_cast<Words>(high), conjunction, disjunction, parity,
            most, i % 32 < 11 ? part : 0};
        for (std::size_t k = 0; k < 8; ++k) v.set(1, 8 * i + k, expected[k]);
    }
}

void shuffles(Values& v) {
    for (std::size_t i = 0; i < 192; ++i) {
        const std::size_t base = i / 32 * 32, lane = i % 32;
        const auto from = [&](std::size_t source) { return v.at<Words>(0, base + source); };
        const Words mine = from(lane);
        const Words expected[] = {from(mine & 31),
                                  from(lane >= 3 ? lane - 3 : lane),
                                  from(lane + 5 < 32 ? lane + 5 : lane),
                                  from(lane ^ 9),
                                  from(lane / 8 * 8 + (mine & 7)),
                                  from(lane % 4 >= 1 ? lane - 1 : lane),
                                  from(lane % 16 + 6 < 16 ? lane + 6 : lane),
                                  from(lane ^ 3)};
        for (std::size_t k = 0; k < 8; ++k) v.set(1, 8 * i + k, expected[k]);
    }
}

void recursion(Values& v) {
    for (int i = 0; i < 100; ++i) {
        int a = 0, b = 1;
        for (int k = 0; k < i % 13; ++k) {
            const int next = a + b;
            a = b;
            b = next;
        }
        v.set(0, static_cast<std::size_t>(i), a);
    }
}

void deepRecursion(Values& v) { // the closed forms of Ackermann's function for m below 3
    for (Words i = 0; i < 32; ++i) {
        const Words m = i % 3, n = i % 5;
        v.set(0, i, m == 0 ? n + 1 : m == 1 ? n + 2 : 2 * n + 3);
    }
}

void functionPointers(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const Words a = v.at<Words>(0, i), b = v.at<Words>(1, i);
        const Words results[] = {a + b, a - b, a * b, a};
        v.set(2, i, results[(a ^ i) & 3]);
    }
}

void virtualFunctions(Values& v) {
    for (std::size_t i = 0; i < 100; ++i) {
        const auto x = static_cast<float>(i);
        v.set(0, i, i % 3 == 0 ? 3 * x * x : 2 * x);
        v.set(1, i, i % 3 == 0 ? 0 : 4);
    }
}

void structReturn(Values& v) {
    for (int i = 0; i < 100; ++i) v.set(0, static_cast<std::size_t>(i), i * 3 + i / 4.0 + i + i % 3);
}

void jumpTable(Values& v) {
    for (std::size_t i = 0; i < 100; ++i) {
        const Words x = v.at<Words>(0, i);
        const Words results[] = {11, x + 100, x * 3, 0 - x};
        v.set(1, i, results[x & 3]);
    }
}

void spinLock(Values& v) {
    v.set(0, 0, 128);
}
void naiveLock(Values& v) {
    v.set(1, 0, 192);
}

void warpHandOff(Values& v) {
    for (int t = 0; t < 64; ++t) {
        v.set(1, static_cast<std::size_t>(t), t % 32 >= 16 ? 5 + t % 32 : t % 32 == 0 ? -1 : 0);
    }
    v.set(0, 0, 5);
    v.set(0, 1, 5);
}

void blockFlag(Values& v) {
    for (std::size_t t = 0; t < 128; ++t)
        v.set(1, t, v.at<Words>(0, t % 32) * 2 + static_cast<Words>(t / 32));
}

void exitedWarps(Values& v) {
    for (int t = 0; t < 64; ++t) v.set(0, static_cast<std::size_t>(t), 64 + 63 - t);
}

void namedBarriers(Values& v) {
    for (Words t = 0; t < 64; ++t) {
        const Words left = v.at<Words>(0, t) + 1;
        v.set(1, t, left * 3);
        v.set(1, t + 64, left - (t + 64));
    }
}

void pipelineCopy(Values& v) {
    for (std::size_t i = 0; i < 1024; ++i) {
        const std::size_t quad = i / 4, block = quad / 128;
        v.set(1, i, v.at<Words>(0, (block * 128 + 127 - quad % 128) * 4 + i % 4));
    }
}

void doubleBuffer(Values& v) {
    for (std::size_t i = 0; i < 128; ++i) {
        float sum = 0;
        for (std::size_t tile = 0; tile < 5; ++tile)
            sum += v.at<float>(0, (i / 64 * 5 + tile) * 64 + 63 - i % 64);
        v.set(1, i, sum);
    }
}

void partialCopy(Values& v) {
    for (std::size_t byte = 0; byte < 512; ++byte) {
        const std::size_t thread = byte / 16;
        v.set(1, byte, byte % 16 < thread % 17 ? v.at<Bytes>(0, byte) : Bytes{0});
    }
}

// Lane t of an 8x8 matrix holds row t / 4, columns 2 (t % 4) and the next.
void loadMatrix(Values& v) {
    const auto pair = [&](std::size_t a, std::size_t b) {
        return Words{v.at<std::uint16_t>(0, a)} | Words{v.at<std::uint16_t>(0, b)} << 16;
    };
    for (std::size_t t = 0; t < 32; ++t) {
        const std::size_t row = t / 4, column = t % 4 * 2;
        for (std::size_t matrix = 0; matrix < 4; ++matrix) {
            const std::size_t at = (matrix * 8 + row) * 8 + column;
            v.set(1, 4 * t + matrix, pair(at, at + 1));
            if (matrix < 2)
                v.set(2, 2 * t + matrix,
                      pair((matrix * 8 + column) * 8 + row, (matrix * 8 + column + 1) * 8 + row));
            if (matrix < 1) v.set(3, t, pair(at, at + 1));
        }
    }
}

void tileReduce(Values& v) {
    for (std::size_t i = 0; i < 192; ++i) {
        Words sum = 0;
        for (std::size_t k = 0; k < 8; ++k) sum += v.at<Words>(0, i / 8 * 8 + k);
        v.set(1, i, sum + static_cast<Words>(i % 96 / 8));
    }
}

void libraryReduce(Values& v) {
    for (std::size_t i = 0; i < 192; ++i) {
        Words sum = 0, scan = 0;
        std::int32_t most = INT32_MIN;
        for (std::size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k) {
            sum += v.at<Words>(0, k);
            most = std::max(most, v.at<std::int32_t>(0, k));
            scan += k <= i ? v.at<Words>(0, k) & 255 : 0;
        }
        v.set(1, 3 * i, sum);
        v.set(1, 3 * i + 1, most);
        v.set(1, 3 * i + 2, scan);
    }
}

void coalescedGroup(Values& v) {
    int total = 0;
    for (std::size_t warp = 0; warp < 6; ++warp) {
        int rank = 0;
        for (std::size_t i = warp * 32; i < warp * 32 + 32; ++i)
            v.set(2, i, v.at<int>(0, i) % 3 != 0 ? rank++ : -1);
        total += rank;
    }
    v.set(1, 0, total);
}

void maths64(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const double x = v.at<double>(0, i);
        const double expected[] = {std::sqrt(std::fabs(x)),
                                   x / 3.7,
                                   std::exp(x),
                                   std::pow(std::fabs(x), 2.3),
                                   std::erf(x),
                                   std::sin(x),
                                   std::cos(x),
                                   std::tan(x),
                                   std::log(std::fabs(x)),
                                   std::atan2(x, 2.0),
                                   std::tanh(x),
                                   std::cbrt(x),
                                   std::asin(x * 0.05),
                                   std::exp2(x),
                                   1 / std::sqrt(std::fabs(x)),
                                   std::fmod(x, 0.77)};
        for (std::size_t k = 0; k < 16; ++k) v.set(1, 16 * i + k, expected[k]);
    }
}

void maths32(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const double x = v.at<float>(0, i), a = std::fabs(x);
        const double turn = std::fmod(x, 2.0);
        const double expected[] = {std::sin(x),
                                   std::cos(x),
                                   std::tan(x),
                                   std::exp(x),
                                   std::exp2(x),
                                   std::log(a),
                                   std::log2(a),
                                   std::log10(a),
                                   std::pow(a, double{1.7F}),
                                   std::atan2(x, double{0.7F}),
                                   std::asin(double{static_cast<float>(x) * 0.05F}),
                                   std::acos(double{static_cast<float>(x) * 0.05F}),
                                   std::atan(x),
                                   std::sinh(x),
                                   std::cosh(x),
                                   std::tanh(x),
                                   std::erf(x),
                                   std::cbrt(x),
                                   std::hypot(x, 3.0),
                                   std::fmod(x, double{0.9F}),
                                   std::expm1(x),
                                   std::log1p(a),
                                   std::lgamma(double{static_cast<float>(a) + 0.5F}),
                                   std::sin(turn * 3.14159265358979323846)};
        for (std::size_t k = 0; k < 24; ++k) v.set(1, 24 * i + k, static_cast<float>(expected[k]));
    }
}

void writeSurface(Values& v) {
    const auto texel = [&](int x, int y, bool clamp, int channel) -> int {
        if (clamp) {
            x = std::clamp(x, 0, 12);
            y = std::clamp(y, 0, 6);
        }
        // What the first kernel wrote: the input with its channels reversed.
        return x < 0 || x > 12 || y < 0 || y > 6
                   ? 0
                   : v.at<Bytes>(1, static_cast<std::size_t>((y * 13 + x) * 4 + 3 - channel));
    };
    for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 13; ++x) {
            const int from = x + (y % 3 - 1) * 4;
            const auto a = [&](int channel) { return texel(from, y, false, channel); };
            const auto b = [&](int channel) { return texel(from, y + 1, true, channel); };
            const int expected[] = {a(0) ^ b(1), a(1) ^ b(2), a(2) + b(3), a(3) + b(0)};
            for (int k = 0; k < 4; ++k) {
                v.set(2, static_cast<std::size_t>((y * 13 + x) * 4 + k), static_cast<Bytes>(expected[k]));
            }
        }
    }
}

void surfaceFloats(Values& v) {
    for (std::size_t i = 0; i < 91; ++i) {
        v.set(2, i, v.at<float>(1, i / 13 * 13 + 12 - i % 13) * 2 + v.at<float>(1, i));
    }
}

const Reference kReferences[] = {
    {"matches", 0, matches},
    {"redux", 0, redux},
    {"shuffles", 0, shuffles},
    {"recursion", 0, recursion},
    {"deepRecursion", 0, deepRecursion},
    {"functionPointers", 0, functionPointers},
    {"virtualFunctions", 0, virtualFunctions},
    {"structReturn", 0, structReturn},
    {"jumpTable", 0, jumpTable},
    {"spinLock", 0, spinLock},
    {"naiveLock", 0, naiveLock},
    {"warpHandOff", 0, warpHandOff},
    {"blockFlag", 0, blockFlag},
    {"exitedWarps", 0, exitedWarps},
    {"namedBarriers", 0, namedBarriers},
    {"pipelineCopy", 0, pipelineCopy},
    {"doubleBuffer", 0, doubleBuffer},
    {"partialCopy", 0, partialCopy},
    {"loadMatrix", 0, loadMatrix},
    {"tileReduce", 0, tileReduce},
    {"libraryReduce", 0, libraryReduce},
    {"coalescedGroup", 0, coalescedGroup},
    {"maths64", 1e-13, maths64},
    {"maths32", 2e-6, maths32},
    {"writeSurface2d", 0, writeSurface},
    {"surfaceFloats", 0, surfaceFloats},
};

} // namespace

std::span<const Reference> specialReferences() {
    return kReferences;
}

} // namespace lanescope::corpus
