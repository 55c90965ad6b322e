// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/atomics/peaked_values.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lanescope::lab_atomics {

namespace {

/// The share of numbers below a place from -1 to 1, and its inverse: a power of the distance from the middle.
double below(double place, double spread) {
    return 0.5 + std::copysign(std::pow(std::abs(place), spread), place) / 2;
}
double placeOf(double share, double spread) {
    return std::copysign(std::pow(std::abs(2 * share - 1), 1 / spread), share - 0.5);
}

} // namespace

int PeakedValues::at(std::size_t i) const {
    if (spread <= 0) return count / 2;
    // The numbers of splitmix64: a step of the golden ratio, mixed.
    std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15U;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
    const double share = static_cast<double>((bits ^ bits >> 31) >> 11) / 0x1p53;
    return std::clamp(static_cast<int>(std::floor((placeOf(share, spread) + 1) * count / 2)), 0, count - 1);
}

double PeakedValues::share(int value) const {
    if (spread <= 0) return value == count / 2 ? 1 : 0;
    const auto place = [&](int at) { return 2.0 * at / count - 1; };
    return below(place(value + 1), spread) - below(place(value), spread);
}

PeakedValues::Amounts PeakedValues::amounts(std::size_t n) const {
    constexpr std::size_t kFew = 4096; // counted in a fraction of a frame
    Amounts made{std::vector<double>(static_cast<std::size_t>(count)), n <= kFew};
    for (int value = 0; value < count && !made.exact; ++value)
        made.of[static_cast<std::size_t>(value)] = share(value) * static_cast<double>(n);
    for (std::size_t i = 0; made.exact && i < n; ++i) ++made.of[static_cast<std::size_t>(at(i))];
    return made;
}

} // namespace lanescope::lab_atomics
