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
#include <string_view>

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
/// Images have a width, or a height, or a depth, too: all dimensions but the channels and the images' own.
inline constexpr std::size_t kMostOfImage = kMostDimensions - 2;

/// A tensor in global memory and the boxes of it that are copied; dimensions from the innermost one. As
/// columns (im2col) it is a batch of images, and so many pixels, one after the other in a part of each image,
/// take the place of a box: of its dimensions the innermost alone counts, channels.
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
    bool asColumns = false;
    std::uint16_t pixels = 0;                       ///< 1 to 1024
    std::array<std::int16_t, kMostOfImage> lower{}, ///< where the part of an image begins
        upper{};                                    ///< where it ends, from the image's end

    /// Elements of a box in shared memory along a dimension.
    unsigned countOf(std::size_t dimension) const;
    std::uint32_t boxBytes() const;
    /// In shared memory, from one row of a box to the next.
    std::uint32_t rowPitch() const;
};

/// The fields that tensormap.replace sets, by tensorFieldNamed().
enum class TensorField : std::uint8_t {
    Address,
    Rank, ///< less one
    Box,
    Size,
    Stride,
    Step,
    Element, ///< by PTX's numbers, which are not CUtensorMapDataType's
    Interleave,
    Swizzle,
    Fill
};
/// "global_address"; nullopt also for swizzle_atomicity, which compute capability 9.0 has not.
std::optional<TensorField> tensorFieldNamed(std::string_view word);
/// Whether a value is one of those that a field with a number for each choice has, as far as it is there.
bool isChoice(TensorField field, std::uint64_t value);

/// What cuTensorMapEncodeTiled refuses, or nothing (found out on an H200, driver 580), and
/// cuTensorMapEncodeIm2col (as its documentation has it).
std::string whyNotEncoded(const TensorMap& map);
/// Its 128 bytes, of a layout of our own: NVIDIA's is not published.
std::array<std::byte, kTensorMapBytes> encoded(const TensorMap& map);
/// The way back, with 1 as the size of a dimension that there is none of; nullopt for bytes that neither
/// encoded() nor replaceField() has made. A map that was changed
/// may be one that whyNotEncoded() refuses.
std::optional<TensorMap> decodedTensorMap(std::span<const std::byte, kTensorMapBytes> bytes);

/// Sets a field, or of those for each dimension the one of dimension `which` (a stride: of the one after it),
/// of a map's bytes, or of zeros, which are a map of one element with nothing set. What does not fit into the
/// hardware's field is cut off. false: these bytes are neither.
bool replaceField(std::span<std::byte, kTensorMapBytes> bytes, TensorField field, unsigned which,
                  std::uint64_t value);

} // namespace lanescope::ptx
