// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// The types of matrix elements, as wmma and mma name them.
enum class MatrixElement : std::uint8_t { F16, BF16, TF32, F32, F64, E4M3, E5M2, S8, U8, S4, U4, B1, S32 };
std::optional<MatrixElement> matrixElementNamed(std::string_view word);
constexpr unsigned bitsOf(MatrixElement element) {
    switch (element) {
    case MatrixElement::F64:
        return 64;
    case MatrixElement::TF32:
    case MatrixElement::F32:
    case MatrixElement::S32:
        return 32;
    case MatrixElement::F16:
    case MatrixElement::BF16:
        return 16;
    case MatrixElement::S4:
    case MatrixElement::U4:
        return 4;
    case MatrixElement::B1:
        return 1;
    default:
        return 8;
    }
}

/// D (m x n) = A (m x k) B (k x n) + C.
struct MatrixShape {
    std::uint16_t m = 0, n = 0, k = 0;
    bool operator==(const MatrixShape&) const = default;
};
/// "m16n8k16".
std::optional<MatrixShape> matrixShapeNamed(std::string_view word);

/// How a tensor core adds up products of floats (docs/ptx.md).
struct SumRule {
    int keptBits = 25;     ///< what is below this bit of the largest term is cut off
    int fractionBits = 23; ///< that an f32 sum keeps
    bool operator==(const SumRule&) const = default;
};

enum class MatrixRole : std::uint8_t { A, B, Accumulator };

/// Which elements of a matrix the lanes hold, as the PTX ISA has it for mma.sync; a larger matrix, which only
/// wmma has, is made of such ones, side by side or one below the other.
struct FragmentLayout {
    MatrixRole role = MatrixRole::A;
    MatrixShape shape;
    unsigned bits = 0;

    unsigned rows = 0, columns = 0;   ///< of the matrix, in places
    unsigned bitsPerPlace = 0;        ///< 32 where elements are single bits, else those of an element
    unsigned registers = 0;           ///< a lane's
    unsigned registersPerTile = 0;    ///< of them, those of one matrix of mma.sync
    unsigned perRegister = 1;         ///< places in a register
    std::vector<std::uint16_t> place; ///< row x columns + column, by place in the fragment, then lane

    unsigned registerBytes() const { return bits == 64 ? 8 : 4; }
    unsigned places() const { return registers * perRegister; }
    const std::uint16_t* lanesOf(unsigned index) const { return place.data() + std::size_t{index} * 32; }
};
FragmentLayout fragmentLayout(MatrixRole role, MatrixShape shape, MatrixElement element);

} // namespace lanescope::ptx
