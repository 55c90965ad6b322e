// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// C = A * B, of 4-byte elements, by square blocks of threads.
namespace lanescope::lab_matmul {

/// The number of a factor's element, by which place it has of all bytes: small and whole, so that sums of
/// products are exact in float, in any order.
std::size_t factorAt(std::size_t i, std::size_t bytes);

/// An element of A or of B.
struct FactorElement {
    bool ofA = true;
    std::int64_t row = 0;
    std::int64_t column = 0;
    bool operator==(const FactorElement&) const = default;
    /// Which of the products of a sum uses it.
    std::int64_t step() const { return ofA ? column : row; }
};

/// A product, and how its threads fetch.
struct Product {
    std::uint32_t rows = 1;    ///< of A and C
    std::uint32_t inner = 1;   ///< columns of A, rows of B: products in a sum
    std::uint32_t columns = 1; ///< of B and C
    std::uint32_t side = 1;    ///< threads of a block in x and in y
    bool squares = false;      ///< a block fetches squares of side x side elements for all its threads

    std::size_t bytesOfA() const;
    std::size_t bytesOfB() const;
    std::size_t bytesOfC() const;
    /// Of one of a block's two squares.
    std::uint32_t squareBytes() const { return 4 * side * side; }
    /// Squares that a block goes through of each factor.
    std::uint32_t squareCount() const { return (inner + side - 1) / side; }
    /// The first product of the square that a step lies in.
    std::uint32_t squareStart(std::uint32_t step) const { return step / side * side; }
    /// How often all threads together read the whole of A: B.width or, through squares, B.width / side, where
    /// blocks are whole; CUDA C++ Programming Guide, Shared Memory.
    double readsOfA() const;
    double readsOfB() const;
    /// By its number, those of A first, row by row.
    FactorElement factorElement(std::int64_t number) const;
    /// The number of B's first element.
    std::int64_t firstOfB() const { return std::int64_t{rows} * inner; }
};

} // namespace lanescope::lab_matmul
