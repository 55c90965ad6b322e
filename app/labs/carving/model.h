// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Three arrays in one block of shared memory.
namespace lanescope::lab_carving {

inline constexpr std::size_t kArrays = 3;

/// The parameter of the kernel, as kernels/carving.cu declares it.
struct Arrays {
    std::array<int, kArrays> start;  ///< bytes, by array
    std::array<int, kArrays> length; ///< elements
    int read;
};

/// An array of the block.
struct Part {
    std::string_view type; ///< of an element
    std::string_view array;
    std::uint64_t first = 0; ///< byte of the block
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 1; ///< bytes of an element, which first has to be a multiple of

    std::uint64_t elements() const { return bytes / alignment; }
    std::uint64_t end() const { return first + bytes; }
    bool misaligned() const { return first % alignment != 0; }
    bool holds(std::uint64_t byte) const { return byte >= first && byte < end(); }
    /// "float array1[64]".
    std::string name() const;
};
using Parts = std::array<Part, kArrays>;

/// What the arrays are to be.
struct Plan {
    std::array<std::size_t, kArrays> order{0, 1, 2};      ///< which lies first, next and last
    std::array<std::uint64_t, kArrays> elements{1, 1, 1}; ///< by array
    std::uint64_t gap = 0;                                ///< unused bytes between two of them
    bool align = false;                                   ///< each at the next multiple of its element

    /// The arrays by number, placed one after another.
    Parts parts() const;
    /// Of the block.
    std::uint64_t bytes() const;
    /// The array whose length decides how far apart array1 and array2 begin.
    std::size_t lengthBetween() const;
};
/// The array numbers of the n-th order, as the lab lists them.
std::array<std::size_t, kArrays> orderNumber(std::size_t n);

/// The first array, by number and so as the kernel fills them, whose start its elements do not allow;
/// nothing: all may begin where they do.
std::optional<std::size_t> firstMisaligned(const Parts& parts);

/// What a load comes to whose first 16 lanes read the first elements of array1 and the others those of
/// array2; an array of fewer elements is read from its start again.
model::Counts countHalves(const Parts& parts, const model::Architecture& architecture,
                          const model::Rules& rules);

/// Another number of elements of an array, and what countHalves then comes to.
struct OtherLength {
    std::size_t array = 0;
    std::uint64_t elements = 0;
    model::Counts counts;
};
/// The nearest length up to `most` elements with which the halves meet in a bank where they do not, or do not
/// where they do.
std::optional<OtherLength> otherLength(const Plan& plan, std::uint64_t most,
                                       const model::Architecture& architecture, const model::Rules& rules);

} // namespace lanescope::lab_carving
