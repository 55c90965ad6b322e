// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Writes app/ptx/handlers/multifunction_tables.h from what measure.cu wrote into a folder:
//   g++ -std=c++20 -O3 -o fit fit.cpp && ./fit FOLDER > multifunction_tables.h
// The unit computes value 2^k + slope x + curve square(x) + bias in integers and drops the low bits. Each
// result says between which two integers that sum lies, so in one segment of a function slope and curve are
// right exactly when one and the same constant keeps every result between its two. All integers near the
// least-squares fit are tried; what is kept satisfies every input, and the program fails unless it is the
// only one.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using Bits = std::uint32_t;

/// A position in the segment and the limits of the sum there: low <= sum < high.
struct Sample {
    std::int64_t x, square, low, high;
};
struct Coefficients {
    std::int64_t slope, curve, low, high; ///< low and high: of value 2^k + bias
};

[[noreturn]] void fail(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::exit(1);
}

std::vector<Bits> load(const std::string& folder, const std::string& name) {
    std::ifstream file(folder + "/" + name, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    if (bytes.empty()) fail(folder + "/" + name + " is missing");
    std::vector<Bits> words(bytes.size() / 4);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(words.data()));
    return words;
}

/// x^2 / 2^19 of 17 bits as the unit squares: rows of partial products that lose their low bits.
std::int64_t square(std::int64_t x) {
    std::int64_t sum = 0;
    for (int i = 0; i < 17; ++i)
        if ((x >> i & 1) != 0) sum += x >> (18 - i);
    return sum >> 1;
}

std::int64_t significand(Bits bits) {
    return (bits & 0x7fffff) | 0x800000;
}

/// The limits of a sum whose value 1.0 is 2^one, of which a float holds the first 24 bits.
Sample between(std::int64_t x, Bits bits, int one) {
    if (bits == 0) return {x, square(x), 0, std::int64_t{1} << (one - 23)};
    const int shift = one + static_cast<int>(bits >> 23) - 127 - 23;
    const std::int64_t low = significand(bits), high = low + 1;
    if (shift >= 0) return {x, square(x), low << shift, high << shift};
    const std::int64_t up = (std::int64_t{1} << -shift) - 1;
    const std::int64_t first = (low + up) >> -shift;
    return {x, square(x), first, std::max(first + 1, (high + up) >> -shift)};
}

/// Slope and curve, in multiples of the units given, that satisfy all samples.
Coefficients solve(const std::vector<Sample>& samples, std::int64_t slopeUnit, std::int64_t curveUnit) {
    double sums[3][4] = {};
    const double xScale = 1.0 / (static_cast<double>(samples.back().x) + 1),
                 squareScale = 1.0 / (static_cast<double>(samples.back().square) + 1);
    const std::size_t step = std::max<std::size_t>(1, samples.size() / 4096);
    for (std::size_t i = 0; i < samples.size(); i += step) {
        const Sample& s = samples[i];
        const double terms[] = {1, static_cast<double>(s.x) * xScale,
                                static_cast<double>(s.square) * squareScale,
                                static_cast<double>(s.low + s.high - 1) * 0.5};
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column) sums[row][column] += terms[row] * terms[column];
    }
    for (int pivot = 0; pivot < 3; ++pivot)
        for (int row = 0; row < 3; ++row) {
            if (row == pivot) continue;
            const double factor = sums[row][pivot] / sums[pivot][pivot];
            for (int column = 0; column < 4; ++column) sums[row][column] -= factor * sums[pivot][column];
        }
    const double slopeGuess = sums[1][3] / sums[1][1] * xScale / static_cast<double>(slopeUnit),
                 curveGuess = sums[2][3] / sums[2][2] * squareScale / static_cast<double>(curveUnit);
    std::vector<Coefficients> found;
    for (std::int64_t c = std::llround(curveGuess) - 6; c <= std::llround(curveGuess) + 6; ++c) {
        // a curve that is stronger is made up for by a slope that is weaker
        const double change = (static_cast<double>(c) - curveGuess) * static_cast<double>(curveUnit) *
                              static_cast<double>(samples.back().square) /
                              static_cast<double>(samples.back().x) / static_cast<double>(slopeUnit);
        const std::int64_t middle = std::llround(slopeGuess - change);
        for (std::int64_t s = middle - 8; s <= middle + 8; ++s) {
            Coefficients each{s * slopeUnit, c * curveUnit, INT64_MIN, INT64_MAX};
            for (const std::size_t stride : {std::size_t{61}, std::size_t{1}}) // most fail on the first few
                for (std::size_t i = 0; i < samples.size() && each.low <= each.high; i += stride) {
                    const std::int64_t sum = each.slope * samples[i].x + each.curve * samples[i].square;
                    each.low = std::max(each.low, samples[i].low - sum);
                    each.high = std::min(each.high, samples[i].high - 1 - sum);
                }
            if (each.low <= each.high) found.push_back(each);
        }
    }
    if (found.size() != 1) fail(std::to_string(found.size()) + " solutions of a segment");
    return found.front();
}

/// Prints a table. The results do not tell the bias from the values beyond 2^valueBits; below that it must be
/// one that all segments allow.
void print(const char* name, const char* what, const std::vector<Coefficients>& segments, int valueBits,
           std::int64_t slopeUnit, std::int64_t curveUnit, std::int64_t bias) {
    const std::int64_t one = std::int64_t{1} << valueBits;
    const auto allows = [&](std::int64_t low) {
        return std::ranges::all_of(segments, [&](const Coefficients& s) {
            return (s.low - low + one - 1) / one * one + low <= s.high;
        });
    };
    if (!allows(bias % one)) fail(std::string(name) + ": another bias");
    std::printf("/// %s\ninline constexpr Segment %s[%zu] = {\n", what, name, segments.size());
    for (const Coefficients& s : segments)
        std::printf("{0x%07llx, %lld, %lld},\n", static_cast<long long>((s.low - bias + one - 1) / one),
                    static_cast<long long>(s.slope / slopeUnit), static_cast<long long>(s.curve / curveUnit));
    std::printf("};\n");
}

/// Results of consecutive inputs, cut into segments; the scale of between(), and what is taken off the sums.
/// An exact power of two at the first input is a case of its own where skipFirst says so.
std::vector<Coefficients> solveAll(const std::vector<Bits>& results, std::size_t segments, int one,
                                   std::int64_t slopeUnit, std::int64_t curveUnit, std::int64_t less = 0,
                                   bool skipFirst = false) {
    std::vector<Coefficients> solved;
    const std::size_t each = results.size() / segments;
    for (std::size_t segment = 0; segment < segments; ++segment) {
        std::vector<Sample> samples;
        for (std::size_t i = skipFirst && segment == 0 ? 1 : 0; i < each; ++i) {
            Sample sample =
                between(static_cast<std::int64_t>((i << 17) / each), results[segment * each + i], one);
            sample.low -= less;
            sample.high -= less;
            samples.push_back(sample);
        }
        solved.push_back(solve(samples, slopeUnit, curveUnit));
    }
    return solved;
}

std::vector<Bits> joined(std::vector<Bits> first, const std::vector<Bits>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// sin.approx multiplies by 0x3e22f983 and drops bits; the unit's input is in turns. Arguments of [4, 8) hit
/// every float of 1 to 1.25 turns, which is the first quarter.
std::vector<Bits> quarterOfSine(const std::vector<Bits>& results) {
    std::vector<Bits> quarter(std::size_t{1} << 21);
    std::vector<bool> hit(quarter.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto x = std::bit_cast<float>(0x40800000 + static_cast<Bits>(i));
        const double exact = static_cast<double>(x) * static_cast<double>(std::bit_cast<float>(0x3e22f983));
        if (exact < 1 || exact >= 1.25) continue;
        const auto at = static_cast<std::size_t>((exact - 1) * 0x1p23);
        quarter[at] = results[i];
        hit[at] = true;
    }
    if (std::ranges::find(hit, false) != hit.end()) fail("an input of the sine is missing");
    return quarter;
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) fail("fit FOLDER");
    const std::string folder = arguments[1];
    std::printf(
        "// SPDX-FileCopyrightText: 2026 The Lanescope developers\n// SPDX-License-Identifier: MIT\n"
        "#pragma once\n\n#include <cstdint>\n\n"
        "/// The tables of the multifunction unit (MUFU), found by tests/ptx/multifunction/fit.cpp from all "
        "2^23\n/// significands on an H200.\nnamespace lanescope::ptx {\n\n"
        "/// value is in units of 2^-26, of tanh 2^-25; slope and curve in those that multifunction.h "
        "says.\nstruct Segment {\nstd::int32_t value, slope, curve;\n};\n\n");
    print("kReciprocal", "1/x, 128 segments of [1, 2).", solveAll(load(folder, "rcp_0"), 128, 40, 1, 2), 14,
          1, 2, 2 * 0x47e7);
    print("kReciprocalRoot", "1/sqrt(x), 64 segments of [1, 2) and 64 of [2, 4).",
          solveAll(joined(load(folder, "rsqrt_0"), load(folder, "rsqrt_1")), 128, 40, 1, 4, 0, true), 14, 1,
          4, 0x7fff);
    print("kRoot", "sqrt(x), 64 segments of [1, 2) and 64 of [2, 4).",
          solveAll(joined(load(folder, "sqrt_0"), load(folder, "sqrt_1")), 128, 40, 1, 2), 15, 1, 2, 0x7fff);
    print("kPower", "2^x, 64 segments of [0, 1).", solveAll(load(folder, "ex2_0"), 64, 37, 1, 1), 13, 1, 1,
          0x77e2);
    print("kLogarithm", "log2(x), 64 segments of [1, 2).",
          solveAll(load(folder, "lg2_1"), 64, 38, 1, 2, std::int64_t{1} << 38), 12, 1, 2, 0x3345);
    print("kSine", "sin(2 pi x), 64 segments of [0, 1/4).",
          solveAll(quarterOfSine(load(folder, "sin_2")), 64, 37, 1, 1), 11, 1, 1, 0);
    std::vector<Coefficients> tangents;
    const std::size_t segments[] = {1, 1, 1, 2, 2, 4, 4, 4, 8, 16, 8};
    for (int i = 0; i < 11; ++i) {
        const auto more = solveAll(load(folder, "tanh_" + std::to_string(i - 8)), segments[i], 40, 2, 2);
        tangents.insert(tangents.end(), more.begin(), more.end());
    }
    print("kTangent",
          "tanh(x): 1, 1, 1, 2, 2, 4, 4, 4, 8, 16 and 8 segments of the binades from 2^-8 to 2^2.", tangents,
          15, 2, 2, 0);
    std::printf("\n} // namespace lanescope::ptx\n");
    return 0;
}
