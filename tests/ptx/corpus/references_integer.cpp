// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/reference_list.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

namespace lanescope::corpus {

namespace {

using Bytes = std::uint8_t;
using Words = std::uint32_t;
using Longs = std::uint64_t;
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

void bitCounts(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const Words word = v.at<Words>(0, i);
        const Longs wide = v.at<Longs>(1, i);
        Words reversed = 0;
        Longs reversedWide = 0;
        for (int bit = 0; bit < 32; ++bit) reversed |= (word >> bit & 1) << (31 - bit);
        for (int bit = 0; bit < 64; ++bit) reversedWide |= (wide >> bit & 1) << (63 - bit);
        const Words expected[] = {static_cast<Words>(std::popcount(word)),
                                  static_cast<Words>(std::countl_zero(word)),
                                  word == 0 ? 0 : static_cast<Words>(std::countr_zero(word)) + 1,
                                  reversed,
                                  static_cast<Words>(std::popcount(wide)),
                                  static_cast<Words>(std::countl_zero(wide)),
                                  wide == 0 ? 0 : static_cast<Words>(std::countr_zero(wide)) + 1,
                                  static_cast<Words>(reversedWide >> 17)};
        for (std::size_t k = 0; k < 8; ++k) v.set(2, i * 8 + k, expected[k]);
    }
}

/// A bit of bfe's result, one at a time, as the PTX manual tells it.
template<class T, int kBits>
T bitField(T value, unsigned position, unsigned length, bool isSigned) {
    const T sign =
        isSigned && length != 0 ? value >> std::min<unsigned>(position + length - 1, kBits - 1) & 1 : 0;
    T result = 0;
    for (unsigned bit = 0; bit < kBits; ++bit) {
        const bool inside = bit < length && position + bit < kBits;
        result |= (inside ? value >> (position + bit) & 1 : sign) << bit;
    }
    return result;
}

template<class T, int kBits>
T insertField(T from, T into, unsigned position, unsigned length) {
    for (unsigned bit = 0; bit < length && position + bit < kBits; ++bit) {
        const T one = T{1} << (position + bit);
        into = (from >> bit & 1) != 0 ? into | one : into & ~one;
    }
    return into;
}

void bitFields(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const Words word = v.at<Words>(0, i);
        const unsigned position = word & 31, length = word >> 5 & 63;
        const Longs wide = Longs{word} << 32 | static_cast<Words>(~word);
        const Longs extracted = bitField<Longs, 64>(wide, position, length, false);
        const Longs inserted = insertField<Longs, 64>(wide, ~wide, position, length);
        const auto top = [](Words value) {
            return value == 0 ? ~Words{0} : 31U - static_cast<Words>(std::countl_zero(value));
        };
        const Words expected[] = {bitField<Words, 32>(word, position, length, false),
                                  bitField<Words, 32>(word, position, length, true),
                                  insertField<Words, 32>(word, ~word, position, length),
                                  top(word),
                                  top((word >> 31) != 0 ? ~word : word),
                                  static_cast<Words>(extracted) ^ static_cast<Words>(extracted >> 32),
                                  static_cast<Words>(inserted),
                                  static_cast<Words>(inserted >> 32)};
        for (std::size_t k = 0; k < 8; ++k) v.set(1, i * 8 + k, expected[k]);
    }
}

Words permute(Words a, Words b, Words selector) {
    Words result = 0;
    const Longs both = Longs{b} << 32 | a;
    for (unsigned byte = 0; byte < 4; ++byte) {
        const Words pick = selector >> (4 * byte) & 15;
        Words value = static_cast<Words>(both >> (8 * (pick & 7)) & 255);
        if ((pick & 8) != 0) value = (value & 128) != 0 ? 255 : 0;
        result |= value << (8 * byte);
    }
    return result;
}

void permuteBytes(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const Words a = v.at<Words>(0, i), b = v.at<Words>(1, i);
        const Words mode = static_cast<Words>(i) & 3;
        const Words forward[] = {0x3210, 0x4321, 0x5432, 0x6543};
        const Words replicate[] = {0x0000, 0x1111, 0x2222, 0x3333};
        const Words edge[] = {0x3210, 0x3211, 0x3222, 0x3333};
        const Words expected[] = {permute(a, b, 0x3715),        permute(a, b, b & 0x7777),
                                  permute(a, b, forward[mode]), permute(a, b, replicate[mode]),
                                  permute(a, b, edge[mode]),    permute(a, 0, 0x89ab & 0x7777)};
        for (std::size_t k = 0; k < 6; ++k) v.set(2, i * 6 + k, expected[k]);
    }
}

void dotProducts(Values& v) {
    const auto part = [](Words word, int byte) { return static_cast<std::int8_t>(word >> (8 * byte)); };
    for (std::size_t i = 0; i < 170; ++i) {
        const Words a = v.at<Words>(0, i), b = v.at<Words>(1, i);
        const auto lane = static_cast<int>(i);
        int sums[] = {lane, 7, -lane, 1};
        for (int k = 0; k < 4; ++k) {
            sums[0] += part(a, k) * part(b, k);
            sums[1] += static_cast<Bytes>(part(a, k)) * static_cast<Bytes>(part(b, k));
        }
        for (int k = 0; k < 2; ++k) {
            sums[2] += static_cast<std::int16_t>(a >> (16 * k)) * part(b, k);
            sums[3] += static_cast<int>(static_cast<std::uint16_t>(a >> (16 * k))) *
                       static_cast<Bytes>(part(b, k + 2));
        }
        for (std::size_t k = 0; k < 4; ++k) v.set(2, i * 4 + k, sums[k]);
    }
}

void funnels(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const Words a = v.at<Words>(0, i), b = v.at<Words>(1, i);
        const Longs both = Longs{b} << 32 | a; // b is the upper half
        const unsigned wrapped = i & 31, clamped = static_cast<unsigned>(std::min<std::size_t>(i, 32));
        const Words expected[] = {static_cast<Words>(both << wrapped >> 32),
                                  static_cast<Words>(both >> wrapped),
                                  clamped == 32 ? a : static_cast<Words>(both << clamped >> 32),
                                  static_cast<Words>(both >> clamped),
                                  std::rotl(a, static_cast<int>(wrapped)),
                                  (i > 31 ? 0 : a << i) ^ static_cast<Words>(static_cast<std::int32_t>(b) >>
                                                                             std::min<std::size_t>(i, 31))};
        for (std::size_t k = 0; k < 6; ++k) v.set(2, i * 6 + k, expected[k]);
    }
}

void logic3(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const Words a = v.at<Words>(0, i), b = v.at<Words>(1, i), c = v.at<Words>(2, i);
        const Words expected[] = {(a & b) | (a & c) | (b & c), a ^ b ^ c, (a & b) | (~a & c),
                                  (a & b) ^ (~c | a)};
        for (std::size_t k = 0; k < 4; ++k) v.set(3, i * 4 + k, expected[k]);
    }
}

void simdVideo(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const Words a = v.at<Words>(0, i), b = v.at<Words>(1, i);
        std::array<Words, 8> r{};
        for (int byte = 0; byte < 4; ++byte) {
            const int shift = 8 * byte;
            const int x = static_cast<int>(a >> shift & 255), y = static_cast<int>(b >> shift & 255);
            const auto put = [&](std::size_t k, int value) {
                r[k] |= static_cast<Words>(value & 255) << shift;
            };
            put(0, x + y);
            put(2, std::abs(x - y));
            put(4, std::min(x, y));
            put(5, x > y ? 255 : 0);
            put(6, (x + y + 1) / 2);
        }
        for (int half = 0; half < 2; ++half) {
            const int shift = 16 * half;
            const int x = static_cast<std::int16_t>(a >> shift), y = static_cast<std::int16_t>(b >> shift);
            const auto put = [&](std::size_t k, int value) {
                r[k] |= static_cast<Words>(value & 65535) << shift;
            };
            put(1, x - y);
            put(3, std::max(x, y));
            put(7, std::clamp(x + y, -32768, 32767));
        }
        for (std::size_t k = 0; k < 8; ++k) v.set(2, i * 8 + k, r[k]);
    }
}

void integerZoo(Values& v) {
    for (std::size_t i = 0; i < 170; ++i) {
        const std::int64_t x = v.at<std::int32_t>(0, i), y = v.at<std::int32_t>(1, i);
        const Longs u = static_cast<Words>(x), w = static_cast<Words>(y);
        const auto low24 = [](std::int64_t value) {
            return (value & 0xFFFFFF) - ((value & 0x800000) != 0 ? 0x1000000 : 0);
        };
        const bool divides = y != 0 && !(x == INT32_MIN && y == -1);
        const std::int64_t expected[] = {
            x * y >> 32,
            static_cast<std::int64_t>(u * w >> 32),
            low24(x) * low24(y),
            static_cast<std::int64_t>((u & 0xFFFFFF) * (w & 0xFFFFFF)),
            std::abs(x - y) + static_cast<std::int64_t>(i),
            std::abs(static_cast<std::int64_t>(u) - static_cast<std::int64_t>(w)) + 5,
            (x + y) >> 1,
            (x + y + 1) >> 1,
            divides ? x / y : 1,
            divides ? x % y : 2,
            w != 0 ? static_cast<std::int64_t>(u / w) : 3,
            w != 0 ? static_cast<std::int64_t>(u % w) : 4,
            std::abs(x) + std::min(x, y) * 3 - std::max<std::int64_t>(x, 7),
            static_cast<std::int64_t>(static_cast<std::int16_t>(x)) * static_cast<std::int16_t>(y) +
                static_cast<std::int8_t>(x),
            x > y ? x >> (y & 31) : static_cast<std::int64_t>(u << (y & 31)),
            (x * y >> 13) + (x < 0 ? 1 : 0) + (y == 0 ? 1 : 0)};
        for (std::size_t k = 0; k < 16; ++k) v.set(2, i * 16 + k, static_cast<Words>(expected[k]));
    }
}

void add128(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const auto load = [&](std::size_t argument) {
            return static_cast<UnsignedWide>(v.at<Longs>(argument, 2 * i + 1)) << 64 |
                   v.at<Longs>(argument, 2 * i);
        };
        const auto store = [&](std::size_t argument, UnsignedWide value) {
            v.set(argument, 2 * i, static_cast<Longs>(value));
            v.set(argument, 2 * i + 1, static_cast<Longs>(value >> 64));
        };
        store(2, load(0) + load(1));
        store(3, load(0) - load(1));
    }
}

void add256(Values& v) {
    for (std::size_t i = 0; i < 1024; i += 8) {
        Longs carry = 0;
        for (std::size_t k = 0; k < 8; ++k) {
            carry += Longs{v.at<Words>(0, i + k)} + v.at<Words>(1, i + k);
            v.set(2, i + k, static_cast<Words>(carry));
            carry >>= 32;
        }
        v.set(2, i, v.at<Words>(2, i) ^ static_cast<Words>(carry));
    }
}

void multiplyLimbs(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const UnsignedWide product = static_cast<UnsignedWide>(v.at<Longs>(0, i)) * v.at<Longs>(1, i);
        v.set(2, 2 * i, static_cast<Longs>(product));
        v.set(2, 2 * i + 1, static_cast<Longs>(product >> 64));
    }
}

void int128(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const std::int64_t a = v.at<std::int64_t>(0, i), b = v.at<std::int64_t>(1, i);
        const Wide product = Wide{a} * b;
        const Wide sum = product + (Wide{b} << 40) - a;
        v.set(2, 4 * i, static_cast<std::int64_t>(product >> 64));
        v.set(2, 4 * i + 1, static_cast<std::int64_t>(sum));
        v.set(2, 4 * i + 2, static_cast<std::int64_t>(sum >> 57));
        v.set(2, 4 * i + 3, std::int64_t{sum < product ? 1 : 2});
    }
}

void divide64(Values& v) {
    for (std::size_t i = 0; i < 120; ++i) {
        const std::int64_t a = v.at<std::int64_t>(0, i), b = v.at<std::int64_t>(1, i);
        const Wide x = a, y = b == 0 ? 3 : b;
        const Wide ux = static_cast<Longs>(a), uy = static_cast<Longs>(static_cast<std::int64_t>(y));
        const Wide expected[] = {
            x / y,
            x % y,
            ux / uy,
            ux % uy,
            x * y >> 64,
            static_cast<Wide>(static_cast<UnsignedWide>(ux) * static_cast<UnsignedWide>(uy) >> 64) +
                (x < 0 ? -x : x) + std::min(x, y)};
        for (std::size_t k = 0; k < 6; ++k) v.set(2, 6 * i + k, static_cast<Longs>(expected[k]));
    }
}

void probablyPrime(Values& v) {
    for (int i = 0; i < 128; ++i) {
        const int n = 1000 + i;
        bool prime = true;
        for (int d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
        // 1105 and 1729 are Fermat pseudoprimes to both bases; only the first is in range.
        v.set(0, static_cast<std::size_t>(i), static_cast<Bytes>(prime || n == 1105));
    }
}

void collatz(Values& v) {
    for (int i = 0; i < 120; ++i) {
        std::int64_t value = i + 1;
        int steps = 0;
        for (; value != 1; ++steps) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        v.set(0, static_cast<std::size_t>(i), steps);
    }
}

void upperCase(Values& v) {
    for (std::size_t i = 0; i < 300; ++i) v.set(0, i, static_cast<char>(std::toupper(v.at<char>(0, i))));
}

void rot13(Values& v) {
    for (std::size_t i = 0; i < 300; ++i) {
        const char c = v.at<char>(0, i);
        const char folded = static_cast<char>(c | 32);
        v.set(1, i, folded < 'a' || folded > 'z' ? c : static_cast<char>(folded <= 'm' ? c + 13 : c - 13));
    }
}

void find(Values& v) {
    for (int i = 0; i + 3 <= 500; ++i) {
        bool same = true;
        for (int k = 0; k < 3; ++k) {
            same = same && v.at<Bytes>(0, static_cast<std::size_t>(i + k)) ==
                               v.at<Bytes>(1, static_cast<std::size_t>(k));
        }
        v.set(2, 0, v.at<int>(2, 0) + (same ? i + 1 : 0));
    }
}

void crc32(Values& v) {
    for (std::size_t i = 0; i < 64; ++i) {
        Words crc = ~Words{0};
        for (std::size_t k = 0; k < 33; ++k) {
            crc ^= v.at<Bytes>(0, i * 33 + k);
            for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0);
        }
        v.set(1, i, ~crc);
    }
}

void fnv1a(Values& v) {
    for (std::size_t i = 0; i < 64; ++i) {
        Words h = 0x811C9DC5;
        Longs w = 0xCBF29CE484222325;
        for (std::size_t k = 0; k < 21; ++k) {
            const Bytes byte = v.at<Bytes>(0, i * 21 + k);
            h = (h ^ byte) * 0x01000193;
            w = (w ^ byte) * 0x100000001B3;
        }
        v.set(1, i, h);
        v.set(2, i, w);
    }
}

void toHex(Values& v) {
    for (std::size_t i = 0; i < 100; ++i) {
        char text[9];
        std::snprintf(text, sizeof text, "%08x", v.at<Words>(0, i));
        for (std::size_t k = 0; k < 8; ++k) v.set(1, 8 * i + k, text[k]);
    }
}

void toDecimal(Values& v) {
    for (std::size_t i = 0; i < 100; ++i) {
        char text[13];
        std::snprintf(text, sizeof text, "%-12d", v.at<int>(0, i));
        for (std::size_t k = 0; k < 12; ++k) v.set(1, 12 * i + k, text[k]);
    }
}

void runStarts(Values& v) {
    for (std::size_t i = 0; i < 128; ++i) {
        const bool starts = i % 32 == 0 || v.at<Bytes>(0, i) != v.at<Bytes>(0, i - 1);
        v.set(1, i / 32, v.at<Words>(1, i / 32) | static_cast<Words>(starts) << (i % 32));
    }
}

const Reference kReferences[] = {
    {"bitCounts", 0, bitCounts},
    {"bitFields", 0, bitFields},
    {"permuteBytes", 0, permuteBytes},
    {"dotProducts", 0, dotProducts},
    {"funnels", 0, funnels},
    {"logic3", 0, logic3},
    {"simdVideo", 0, simdVideo},
    {"integerZoo", 0, integerZoo},
    {"add128", 0, add128},
    {"add256", 0, add256},
    {"multiplyLimbs", 0, multiplyLimbs},
    {"int128", 0, int128},
    {"divide64", 0, divide64},
    {"probablyPrime", 0, probablyPrime},
    {"collatz", 0, collatz},
    {"upperCase", 0, upperCase},
    {"rot13", 0, rot13},
    {"find", 0, find},
    {"crc32", 0, crc32},
    {"fnv1a", 0, fnv1a},
    {"toHex", 0, toHex},
    {"toDecimal", 0, toDecimal},
    {"runStarts", 0, runStarts},
};

} // namespace

std::span<const Reference> integerReferences() {
    return kReferences;
}

} // namespace lanescope::corpus
