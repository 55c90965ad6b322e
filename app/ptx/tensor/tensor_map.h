// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/tensor/shared_swizzle.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lanescope::ptx {

/// What a tensor in global memory is made of; the order is that of CUtensorMapDataType.
enum class TensorElement : std::uint8_t {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    BF16,
    F32Flushed, ///< an H200 flushes nothing of it, nor of the other one
    TF32,       ///< loads round to it
    TF32Flushed
};
inline constexpr unsigned kTensorElements = 13;
unsigned bytesOf(TensorElement element);
bool isFloat(TensorElement element);

inline constexpr std::size_t kMostDimensions = 5, kTensorMapBytes = 128;

/// A tensor in global memory and the boxes of it that are copied; dimensions from the innermost one.
struct TensorMap {
    std::uint64_t address = 0;
    std::array<std::uint64_t, kMostDimensions> size{};       ///< elements, 1 to 2^32
    std::array<std::uint64_t, kMostDimensions - 1> stride{}; ///< bytes from one to the next, from the second
                                                             ///< dimension on
    std::array<std::uint16_t, kMostDimensions> box{};        ///< elements, 1 to 256
    std::array<std::uint8_t, kMostDimensions> step{};        ///< every so many-th element, 1 to 8
    TensorElement element = TensorElement::F32;
    std::uint8_t rank = 1;
    SharedSwizzle swizzle = SharedSwizzle::None;
    bool fillsWithNan = false; ///< what is outside, of floats; else it is zero

    /// Elements of a box in shared memory along a dimension.
    unsigned countOf(std::size_t dimension) const;
    std::uint32_t boxBytes() const;
    /// In shared memory, from one row of a box to the next.
    std::uint32_t rowPitch() const;
};

/// What cuTensorMapEncodeTiled refuses, or nothing (found out on an H200, driver 580).
std::string whyNotEncoded(const TensorMap& map);
/// Its 128 bytes, of a layout of our own: NVIDIA's is not published.
std::array<std::byte, kTensorMapBytes> encoded(const TensorMap& map);
/// The way back; nullopt for bytes that encoded() has not made.
std::optional<TensorMap> decodedTensorMap(std::span<const std::byte, kTensorMapBytes> bytes);

} // namespace lanescope::ptx
