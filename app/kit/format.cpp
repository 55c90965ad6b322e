// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace lanescope::kit {

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
    if (size == std::floor(size)) return fmt::format("{:.0f}", value);
    if (size >= 99.95) return fmt::format("{:.0f}", value);
    if (size >= 9.995) return fmt::format("{:.1f}", value);
    return fmt::format("{:.3g}", value);
}

std::string percent(double share) {
    if (!std::isfinite(share)) return "-";
    const double value = share * 100;
    return std::abs(value - std::round(value)) < 0.05 ? fmt::format("{:.0f} %", value)
                                                      : fmt::format("{:.1f} %", value);
}

std::string byteSize(double bytes) {
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return fmt::format("{} {}", shortNumber(bytes), kUnits[unit]);
}

std::string bandwidth(double bytesPerSecond) {
    return shortNumber(bytesPerSecond * 1e-9) + " GB/s";
}

std::string duration(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

std::string hexAddress(std::uint64_t address) {
    return fmt::format("0x{:x}", address);
}

std::string triple(model::Dim3 value) {
    if (value.z > 1) return fmt::format("({}, {}, {})", value.x, value.y, value.z);
    return fmt::format("({}, {})", value.x, value.y);
}

std::string coordinates(model::Dim3 index, int dimensions) {
    if (dimensions == 1) return fmt::format("{}", index.x);
    if (dimensions == 2) return fmt::format("({}, {})", index.x, index.y);
    return fmt::format("({}, {}, {})", index.x, index.y, index.z);
}

std::string plural(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string_view spaceName(model::Space space) {
    switch (space) {
    case model::Space::Global:
        return "global";
    case model::Space::Shared:
        return "shared";
    case model::Space::Constant:
        return "constant";
    case model::Space::Texture:
        return "texture";
    case model::Space::Local:
        return "local";
    }
    return "";
}

std::string_view directionName(model::Direction direction) {
    switch (direction) {
    case model::Direction::Load:
        return "load";
    case model::Direction::Store:
        return "store";
    case model::Direction::Atomic:
        return "atomic";
    }
    return "";
}

} // namespace lanescope::kit
