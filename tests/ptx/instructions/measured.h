// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// Numbers that inputs on a GPU were made of, so that what it made of them can be compared.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next() {
        std::uint64_t z = m_state++ * 7919 + 12345 + 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(next() % n); }

private:
    std::uint64_t m_state;
};

inline constexpr std::uint64_t kStartOfDigest = 0xcbf29ce484222325;
/// FNV-1a of the values' bytes; start: of those before them.
template<class T>
std::uint64_t digest(const std::vector<T>& values, std::uint64_t start = kStartOfDigest) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
    for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) start = (start ^ bytes[i]) * 0x100000001b3;
    return start;
}

} // namespace lanescope::ptx
