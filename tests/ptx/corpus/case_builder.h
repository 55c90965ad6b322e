// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "corpus/corpus.h"

#include <utility>

namespace lanescope::corpus {

inline Fill random(std::uint64_t seed, double low, double high) {
    return {Fill::Kind::Random, seed, low, high};
}
inline Fill whole(std::uint64_t seed, double low, double high) {
    return {Fill::Kind::Whole, seed, low, high};
}
inline Fill bits(std::uint64_t seed) {
    return {Fill::Kind::Bits, seed, 0, 0};
}
inline Fill special(std::uint64_t seed) {
    return {Fill::Kind::Special, seed, 0, 0};
}
inline Fill ramp(double first) {
    return {Fill::Kind::Ramp, 0, first, 0};
}
inline Fill letters(std::uint64_t seed) {
    return {Fill::Kind::Letters, seed, 0, 0};
}

inline Argument in(Element element, std::size_t count, Fill fill) {
    Argument argument;
    argument.kind = Argument::Kind::Buffer;
    argument.element = element;
    argument.count = count;
    argument.fill = fill;
    return argument;
}
/// A buffer of zeros, for results.
inline Argument out(Element element, std::size_t count) {
    return in(element, count, {});
}

template<class T>
Argument scalar(T value) {
    Argument argument;
    argument.scalar.resize(sizeof(T));
    std::memcpy(argument.scalar.data(), &value, sizeof(T));
    return argument;
}

inline Argument texture(const ArraySpec& array) {
    Argument argument;
    argument.kind = Argument::Kind::Texture;
    argument.array = array;
    return argument;
}
inline Argument surface(const ArraySpec& array) {
    Argument argument = texture(array);
    argument.kind = Argument::Kind::Surface;
    return argument;
}

inline Case withShared(Case each, std::uint32_t bytes) {
    each.sharedBytes = bytes;
    return each;
}
inline Case contracted(Case each, double relative) {
    each.contraction = relative;
    return each;
}
inline Case chaotic(Case each) {
    each.chaotic = true;
    return each;
}

std::vector<Case> mathsCases();
std::vector<Case> halfCases();
std::vector<Case> warpCases();
std::vector<Case> controlCases();
std::vector<Case> syncCases();
std::vector<Case> groupCases();
std::vector<Case> printCases();
std::vector<Case> asyncCases();
std::vector<Case> hopperCases();
std::vector<Case> textureCases();
std::vector<Case> fusingCases();

} // namespace lanescope::corpus
