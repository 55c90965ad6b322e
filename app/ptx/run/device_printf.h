// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::ptx {

/// What vprintf's argument buffer and its strings are read through; each function gives std::nullopt where
/// the memory cannot be read.
struct PrintReader {
    /// bytes (4 or 8) little-endian at an offset of the argument buffer.
    std::function<std::optional<std::uint64_t>(std::size_t offset, std::size_t bytes)> argument;
    /// A zero-terminated string at a device address.
    std::function<std::optional<std::string>(std::uint64_t address)> string;
};

/// What one call wrote, and what it returns: the number of arguments it took, or -1 when one was unreadable.
struct Printed {
    std::string text;
    int result = 0;
};

/// Device printf, as the CUDA C++ Programming Guide describes it. Each value stands in the argument buffer at
/// the next multiple of its size (int 4 bytes; double, long, long long, pointers 8). A conversion that is not
/// well formed or not supported (%n) is printed as it stands. Widths and precisions are cut at 4096.
Printed formatPrintf(std::string_view format, const PrintReader& reader);

/// That a kernel had printed so many bytes before the last ones, of which no more are kept, in one line.
std::string printedBeforeText(std::uint64_t bytes, std::size_t kept);

} // namespace lanescope::ptx
