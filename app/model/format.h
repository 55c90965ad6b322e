// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstdint>
#include <string>
#include <string_view>

/// The one place that turns numbers into text.
namespace lanescope {

/// "1,048,576".
std::string grouped(std::uint64_t value);
/// Its letters A to Z small; all else, other alphabets too, stays.
std::string lowered(std::string_view text);
/// Three digits that matter: "0.125", "12.5", "4,210".
std::string shortNumber(double value);
/// "12.5 %"; "-" for what is not a number.
std::string percent(double share);
/// "1.5 KiB", "256 MiB"; exact bytes below 1 KiB.
std::string byteSize(double bytes);
/// "1 byte", "4096 bytes".
std::string bytesText(std::uint64_t bytes);
/// 10^9 bytes a second: "4,210 GB/s".
std::string bandwidth(double bytesPerSecond);
/// "6.0 us", "3.1 ms", "1.2 s".
std::string duration(double seconds);
/// "0x7e00".
std::string hexAddress(std::uint64_t address);
/// "(3, 20, 0)" without trailing zeros that say nothing.
std::string triple(model::Dim3 value);
/// "5", "(1, 0)", "(1, 0, 2)": an index in so many dimensions.
std::string coordinates(model::Dim3 index, int dimensions);
/// "256", "(16, 16)", "(8, 8, 4)": a grid or block as a launch has it, without trailing sides of 1.
std::string launchSize(model::Dim3 size);
/// "16 x 8", "16 x 8 x 2": likewise, for people.
std::string sides(model::Dim3 size);
/// "(3,0,0)": a block or thread as compute-sanitizer writes it, always all three.
std::string checkedIndex(model::Dim3 index);
/// "1 wavefront", "4 wavefronts".
std::string plural(std::uint64_t count, std::string_view noun);

} // namespace lanescope
