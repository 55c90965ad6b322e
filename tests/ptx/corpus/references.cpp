// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/reference_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>

// Each function knows its case's sizes from the arguments and computes what the kernel should, as plainly as
// it can.

namespace lanescope::corpus {

namespace {

using Bytes = std::uint8_t;
using Words = std::uint32_t;
using Longs = std::uint64_t;

int count(const Values& v, std::size_t argument) {
    return v.at<int>(argument, 0);
}

template<class T>
void saxpy(Values& v) {
    const T factor = v.at<T>(3, 0);
    for (int i = 0; i < count(v, 4); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if constexpr (sizeof(T) < 4) {
            v.set<T>(0, at, static_cast<T>(static_cast<int>(factor) * v.at<T>(1, at) + v.at<T>(2, at)));
        } else {
            using U = std::make_unsigned_t<T>;
            v.set<T>(0, at, static_cast<T>(static_cast<U>(factor) * v.at<U>(1, at) + v.at<U>(2, at)));
        }
    }
}

template<class T>
void saxpyFloat(Values& v) {
    for (int i = 0; i < count(v, 4); ++i) {
        const auto at = static_cast<std::size_t>(i);
        v.set<T>(0, at, std::fma(v.at<T>(3, 0), v.at<T>(1, at), v.at<T>(2, at)));
    }
}

void addFloat4(Values& v) {
    for (std::size_t i = 0; i < 2000; ++i) {
        v.set<float>(0, i, v.at<float>(1, i) + v.at<float>(2, i));
    }
}

void convert(Values& v) {
    const auto clampTo = [](double value, double low, double high) {
        return std::min(std::max(value, low), high);
    };
    for (std::size_t k = 0; k < 200; ++k) {
        const float f = v.at<float>(0, k);
        const double d = v.at<double>(1, k);
        const int i = v.at<int>(2, k);
        v.set(3, k, static_cast<int>(clampTo(std::trunc(f), -2147483648.0, 2147483647.0)));
        v.set(4, k, static_cast<Words>(clampTo(std::trunc(std::fabs(d)), 0, 4294967295.0)));
        v.set(5, k, static_cast<float>(i));
        v.set(6, k, static_cast<double>(f) + i);
        v.set(7, k, static_cast<float>(d));
        v.set(8, k,
              static_cast<std::int64_t>(d) + static_cast<std::int64_t>(std::floor(f)) +
                  static_cast<std::int64_t>(std::ceil(d)) + static_cast<std::int64_t>(std::nearbyint(f)));
        v.set(9, k, static_cast<Bytes>(i));
    }
}

template<std::size_t kBlock>
void blockSums(Values& v) {
    const auto values = v.all<Words>(0);
    for (std::size_t block = 0; block < 4; ++block) {
        const auto first =
            values.begin() + static_cast<std::ptrdiff_t>(std::min(block * kBlock, values.size()));
        const auto last =
            values.begin() + static_cast<std::ptrdiff_t>(std::min((block + 1) * kBlock, values.size()));
        v.set<Words>(1, block, std::accumulate(first, last, Words{0}));
    }
}

void reduceShuffle(Values& v) {
    const auto values = v.all<float>(0);
    for (std::size_t block = 0; block < 4; ++block) {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i / 128 % 4 == block) sum += values[i];
        }
        v.set(1, block, static_cast<float>(sum));
    }
}

void reduceAtomic(Values& v) {
    const auto values = v.all<Words>(0);
    Longs squares = 0;
    for (const Words value : values) squares += Longs{value} * value;
    v.set(1, 0, std::accumulate(values.begin(), values.end(), Words{0}));
    v.set(2, 0, *std::min_element(values.begin(), values.end()));
    v.set(3, 0, *std::max_element(values.begin(), values.end()));
    v.set(4, 0, squares);
}

void reduceLastBlock(Values& v) {
    const auto values = v.all<Words>(0);
    for (std::size_t block = 0; block < 6; ++block) {
        Words sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) sum += i / 128 % 6 == block ? values[i] : 0;
        v.set(1, block, sum);
    }
    v.set(2, 0, std::accumulate(values.begin(), values.end(), Words{0}));
}

void dotDouble(Values& v) {
    for (std::size_t warp = 0; warp < 16; ++warp) {
        double sum = 0;
        for (std::size_t i = warp * 32; i < std::min<std::size_t>(warp * 32 + 32, 500); ++i) {
            sum += v.at<double>(0, i) * v.at<double>(1, i);
        }
        v.set(2, warp, sum);
    }
}

template<class T>
void scan(Values& v, std::size_t segment, bool exclusive) {
    T sum = 0;
    for (std::size_t i = 0; i < v.all<T>(0).size(); ++i) {
        if (i % segment == 0) sum = 0;
        const T value = v.at<T>(0, i);
        v.set<T>(1, i, exclusive ? sum : static_cast<T>(sum + value));
        sum += value;
    }
}
void scanInclusive(Values& v) {
    scan<Words>(v, 256, false);
}
void scanExclusive(Values& v) {
    scan<Words>(v, 256, true);
}
void scanWarp(Values& v) {
    scan<Longs>(v, 32, false);
}

void bitonicSort(Values& v) {
    auto values = v.all<std::int32_t>(0);
    std::sort(values.begin(), values.begin() + 512);
    std::sort(values.begin() + 512, values.end());
    for (std::size_t i = 0; i < values.size(); ++i) v.set(0, i, values[i]);
}

void partitionByBit(Values& v) {
    auto values = v.all<Words>(0);
    for (std::size_t warp = 0; warp < 4; ++warp) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(warp * 32);
        std::stable_partition(first, first + 32, [](Words value) { return (value >> 7 & 1) == 0; });
    }
    for (std::size_t i = 0; i < values.size(); ++i) v.set(1, i, values[i]);
}

void histogram(Values& v) {
    for (const Bytes value : v.all<Bytes>(0)) v.set(1, value, v.at<Words>(1, value) + 1);
}

void atomicFloats(Values& v) {
    const auto values = v.all<float>(0);
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    v.set(1, 0, static_cast<float>(sum));
    v.set(2, 0, sum / 2);
}

void maxByCas(Values& v) {
    Longs product = 1;
    for (std::size_t i = 0; i < 120; ++i) {
        v.set(1, i % 4, std::max(v.at<float>(1, i % 4), v.at<float>(0, i)));
        product *= 2 * i + 1;
    }
    v.set(2, 0, product);
}

void compact(Values& v) {
    const auto values = v.all<std::int32_t>(0);
    const auto kept = static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(), [](std::int32_t value) { return value % 3 == 0; }));
    for (std::size_t i = 0; i < kept; ++i) v.set(1, i, 1);
    v.set(2, 0, static_cast<int>(kept));
}

template<class T>
void matmul(Values& v) {
    const auto n = static_cast<std::size_t>(count(v, 3));
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t column = 0; column < n; ++column) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) {
                sum += static_cast<double>(v.at<T>(0, row * n + k)) * v.at<T>(1, k * n + column);
            }
            v.set(2, row * n + column, static_cast<T>(sum));
        }
    }
}

void matmulInt(Values& v) {
    for (std::size_t row = 0; row < 20; ++row) {
        for (std::size_t column = 0; column < 25; ++column) {
            Longs sum = 0;
            for (std::size_t k = 0; k < 13; ++k) {
                sum += static_cast<Longs>(std::int64_t{v.at<int>(0, row * 13 + k)} *
                                          v.at<int>(1, k * 25 + column));
            }
            v.set(2, row * 25 + column, sum);
        }
    }
}

void transpose(Values& v) {
    for (std::size_t y = 0; y < 37; ++y) {
        for (std::size_t x = 0; x < 70; ++x) v.set(1, x * 37 + y, v.at<Words>(0, y * 70 + x));
    }
}

void transposeDiagonal(Values& v) {
    for (std::size_t i = 0; i < std::size_t{48} * 48 * 4; ++i) {
        const std::size_t texel = i / 4;
        v.set(1, (texel % 48 * 48 + texel / 48) * 4 + i % 4, v.at<Words>(0, i));
    }
}

// Elimination and back substitution in double.
void solve(Values& v) {
    for (std::size_t system = 0; system < 3; ++system) {
        double m[8][9];
        for (std::size_t k = 0; k < 72; ++k) m[k / 9][k % 9] = v.at<float>(0, system * 72 + k);
        for (int k = 0; k < 8; ++k) {
            int best = k;
            for (int i = k; i < 8; ++i) {
                if (std::fabs(m[i][k]) > std::fabs(m[best][k])) best = i;
            }
            std::swap_ranges(m[k], m[k] + 9, m[best]);
            for (int i = k + 1; i < 8; ++i) {
                for (int c = 8; c >= k; --c) m[i][c] -= m[i][k] / m[k][k] * m[k][c];
            }
        }
        for (int k = 7; k >= 0; --k) {
            double value = m[k][8];
            for (int c = k + 1; c < 8; ++c)
                value -= m[k][c] * v.at<float>(1, system * 8 + static_cast<std::size_t>(c));
            v.set(1, system * 8 + static_cast<std::size_t>(k), static_cast<float>(value / m[k][k]));
        }
    }
}

void stencil1d(Values& v) {
    for (int i = 0; i < 500; ++i) {
        Words sum = 0;
        for (int k = std::max(i - 3, 0); k <= std::min(i + 3, 499); ++k)
            sum += v.at<Words>(0, static_cast<std::size_t>(k));
        v.set(1, static_cast<std::size_t>(i), sum);
    }
}

void heat2d(Values& v) {
    const auto at = [&](int x, int y) {
        return static_cast<double>(v.at<float>(0, static_cast<std::size_t>(y * 40 + x)));
    };
    for (int y = 0; y < 30; ++y) {
        for (int x = 0; x < 40; ++x) {
            const bool edge = x == 0 || y == 0 || x == 39 || y == 29;
            const double spread =
                edge ? 0 : at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
            v.set(1, static_cast<std::size_t>(y * 40 + x), static_cast<float>(at(x, y) + 0.2F * spread));
        }
    }
}

void blurRows(Values& v) {
    const double weights[] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
    for (int i = 0; i < 600; ++i) {
        double sum = 0;
        for (int k = 0; k < 5; ++k) {
            const int x = std::clamp(i % 100 + k - 2, 0, 99);
            sum += weights[k] * v.at<float>(0, static_cast<std::size_t>(i / 100 * 100 + x));
        }
        v.set(1, static_cast<std::size_t>(i), static_cast<float>(sum));
    }
}

void neighbours(Values& v) {
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) {
            const auto alive = [&](int i, int j) {
                return int{v.at<Bytes>(0, static_cast<std::size_t>((j + 20) % 20 * 20 + (i + 20) % 20))};
            };
            const int around = alive(x - 1, y) + alive(x + 1, y) + alive(x, y - 1) + alive(x, y + 1);
            v.set(1, static_cast<std::size_t>(y * 20 + x),
                  static_cast<Bytes>(around == 2 || (around == 1 && alive(x, y) != 0)));
        }
    }
}

void grey(Values& v) {
    for (std::size_t i = 0; i < 250; ++i) {
        const int value =
            (v.at<Bytes>(0, 4 * i) * 77 + v.at<Bytes>(0, 4 * i + 1) * 150 + v.at<Bytes>(0, 4 * i + 2) * 29) /
            256;
        v.set(1, i, static_cast<Bytes>(value > 180 ? 255 : value));
    }
}

void median(Values& v) {
    for (int y = 0; y < 14; ++y) {
        for (int x = 0; x < 25; ++x) {
            std::vector<std::int32_t> window;
            for (int j = -1; j <= 1; ++j) {
                for (int i = -1; i <= 1; ++i) {
                    if (x + i < 0 || x + i >= 25 || y + j < 0 || y + j >= 14) continue;
                    window.push_back(v.at<std::int32_t>(0, static_cast<std::size_t>((y + j) * 25 + x + i)));
                }
            }
            std::sort(window.begin(), window.end());
            v.set(1, static_cast<std::size_t>(y * 25 + x), window[window.size() / 2]);
        }
    }
}

const Reference kReferences[] = {
    {"saxpyI8", 0, saxpy<std::int8_t>},
    {"saxpyU8", 0, saxpy<std::uint8_t>},
    {"saxpyI16", 0, saxpy<std::int16_t>},
    {"saxpyU16", 0, saxpy<std::uint16_t>},
    {"saxpyI32", 0, saxpy<std::int32_t>},
    {"saxpyI64", 0, saxpy<std::int64_t>},
    {"saxpyF32", 0, saxpyFloat<float>},
    {"saxpyF64", 0, saxpyFloat<double>},
    {"addFloat4", 0, addFloat4},
    {"convert", 0, convert},
    {"reduceShared", 0, blockSums<256>},
    {"reduceInterleaved", 0, blockSums<128>},
    {"reduceShuffle", 1e-5, reduceShuffle},
    {"reduceAtomic", 0, reduceAtomic},
    {"reduceLastBlock", 0, reduceLastBlock},
    {"dotDouble", 1e-13, dotDouble},
    {"scanInclusive", 0, scanInclusive},
    {"scanExclusive", 0, scanExclusive},
    {"scanWarp", 0, scanWarp},
    {"bitonicSort", 0, bitonicSort},
    {"partitionByBit", 0, partitionByBit},
    {"histogramGlobal", 0, histogram},
    {"histogramShared", 0, histogram},
    {"atomicFloats", 0, atomicFloats},
    {"maxByCas", 0, maxByCas},
    {"compact", 0, compact},
    {"matmulNaive", 1e-5, matmul<float>},
    {"matmulTiled", 1e-5, matmul<float>},
    {"matmulRegisters", 1e-13, matmul<double>},
    {"matmulInt", 0, matmulInt},
    {"transposeNaive", 0, transpose},
    {"transposeShared", 0, transpose},
    {"transposeDiagonal", 0, transposeDiagonal},
    {"solve", 1e-3, solve},
    {"stencil1d", 0, stencil1d},
    {"heat2d", 1e-6, heat2d},
    {"blurRows", 1e-6, blurRows},
    {"neighboursFromConstant", 0, neighbours},
    {"grey", 0, grey},
    {"median", 0, median},
};

} // namespace

const Reference* findReference(std::string_view kernel) {
    for (const std::span<const Reference> list :
         {std::span<const Reference>(kReferences), integerReferences(), specialReferences()}) {
        for (const Reference& each : list) {
            if (each.kernel == kernel) {
                return &each;
            }
        }
    }
    return nullptr;
}

} // namespace lanescope::corpus
