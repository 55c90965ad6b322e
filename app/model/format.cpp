// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace lanescope {

namespace {

/// A number by printf's rules.
std::string printed(const char* format, double value) {
    std::array<char, 400> text{}; // the largest double has 309 digits before its point
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

} // namespace

std::string lowered(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string shortNumber(double value) {
    if (!std::isfinite(value)) return "-";
    const double size = std::abs(value);
    if (size >= 999.5) {
        const std::string text = grouped(static_cast<std::uint64_t>(std::llround(size)));
        return value < 0 ? "-" + text : text;
    }
    if (size == std::floor(size)) return printed("%.0f", value);
    if (size >= 99.95) return printed("%.0f", value);
    if (size >= 9.995) return printed("%.1f", value);
    return printed("%.3g", value);
}

std::string percent(double share) {
    if (!std::isfinite(share)) return "-";
    const double value = share * 100;
    if (value > 0 && value < 0.05) return "< 0.1 %";
    return std::abs(value - std::round(value)) < 0.05 ? printed("%.0f %%", value) : printed("%.1f %%", value);
}

std::string bytesText(std::uint64_t bytes) {
    return bytes == 1 ? "1 byte" : std::to_string(bytes) + " bytes";
}

std::string byteSize(double bytes) {
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return shortNumber(bytes) + " " + kUnits[unit];
}

std::string bandwidth(double bytesPerSecond) {
    return shortNumber(bytesPerSecond * 1e-9) + " GB/s";
}

std::string duration(double seconds) {
    if (seconds < 1e-3) return printed("%.1f us", seconds * 1e6);
    if (seconds < 1) return printed("%.2f ms", seconds * 1e3);
    return printed("%.2f s", seconds);
}

std::string hexAddress(std::uint64_t address) {
    std::array<char, 19> text{};
    std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(address));
    return text.data();
}

std::string coordinates(model::Dim3 index, int dimensions) {
    if (dimensions == 1) return std::to_string(index.x);
    std::string text = "(" + std::to_string(index.x) + ", " + std::to_string(index.y);
    if (dimensions > 2) text += ", " + std::to_string(index.z);
    return text + ")";
}

std::string triple(model::Dim3 value) {
    return coordinates(value, value.z > 1 ? 3 : 2);
}

std::string launchSize(model::Dim3 size) {
    return coordinates(size, size.z != 1 ? 3 : size.y != 1 ? 2 : 1);
}

std::string sides(model::Dim3 size) {
    std::string text = std::to_string(size.x);
    if (size.y != 1 || size.z != 1) text += " x " + std::to_string(size.y);
    if (size.z != 1) text += " x " + std::to_string(size.z);
    return text;
}

std::string checkedIndex(model::Dim3 index) {
    return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) +
           ")";
}

std::string plural(std::uint64_t count, std::string_view noun) {
    std::string text = grouped(count) + " ";
    text += noun;
    return count == 1 ? text : text + "s";
}

} // namespace lanescope
