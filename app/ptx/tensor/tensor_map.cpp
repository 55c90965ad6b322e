// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/tensor/tensor_map.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace lanescope::ptx {

namespace {

constexpr std::uint64_t kMark = 0x32414d544e534e4c; ///< begins the bytes of a map

/// A map as its bytes have it; the address comes as a whole word, so that it is found where addresses are
/// looked for.
struct Encoded {
    std::uint64_t mark = kMark;
    /// The bytes are no program's business, but CUTLASS clears bit 21 here, of maps of less than 128 KiB, for
    /// a driver that has it wrong.
    std::uint64_t unused = 0;
    std::uint64_t address = 0;
    std::array<std::uint64_t, kMostDimensions - 1> stride{};
    std::array<std::uint32_t, kMostDimensions> lastIndex{}; ///< sizes, less one
    std::array<std::uint16_t, kMostDimensions> box{};
    std::array<std::uint8_t, kMostDimensions> step{};
    TensorElement element = TensorElement::F32;
    std::uint8_t rank = 1;
    SharedSwizzle swizzle = SharedSwizzle::None;
    std::uint8_t fillsWithNan = 0, asColumns = 0;
    std::uint16_t pixels = 0;
    std::array<std::int16_t, kMostOfImage> lower{}, upper{};
    std::array<std::byte, 2> padding{}; ///< so that all bytes are known
};
static_assert(sizeof(Encoded) == 112 && sizeof(Encoded) <= kTensorMapBytes &&
              std::has_unique_object_representations_v<Encoded>);

/// The elements by their numbers in PTX.
constexpr std::array<TensorElement, kTensorElements> kNumbered = [] {
    using enum TensorElement;
    return std::array{U8, U16, U32, S32, U64, S64, F16, F32, F32Flushed, F64, BF16, TF32, TF32Flushed};
}();

constexpr std::uint64_t kMostSize = std::uint64_t{1} << 32, kMostStride = std::uint64_t{1} << 40;

std::string whyNotAsColumns(const TensorMap& map) {
    if (map.rank < 3) return "a batch of images has three to five dimensions";
    if (map.pixels < 1 || map.pixels > 1024) return "a column has 1 to 1024 pixels";
    const std::size_t dimensions = map.rank - 2U;
    const int most = dimensions == 1 ? 1 << 15 : dimensions == 2 ? 1 << 7 : 1 << 4;
    for (std::size_t i = 0; i < dimensions; ++i) {
        for (const int corner : {map.lower[i], map.upper[i]})
            if (corner < -most || corner >= most) return "a corner is further away than its bits can say";
        if (map.lower[i] >= static_cast<std::int64_t>(map.size[i + 1]) + map.upper[i])
            return "the part of an image is empty";
    }
    return {};
}

} // namespace

unsigned bytesOf(TensorElement element) {
    using enum TensorElement;
    switch (element) {
    case U8:
        return 1;
    case U16:
    case F16:
    case BF16:
        return 2;
    case U64:
    case S64:
    case F64:
        return 8;
    default:
        return 4;
    }
}

bool isFloat(TensorElement element) {
    return element >= TensorElement::F16;
}

unsigned TensorMap::countOf(std::size_t dimension) const {
    // the steps of the innermost dimension are not heeded where nothing is interleaved
    return dimension == 0 ? box[0] : (box[dimension] + step[dimension] - 1U) / step[dimension];
}

std::uint32_t TensorMap::boxBytes() const {
    std::uint32_t bytes = bytesOf(element);
    if (asColumns) return bytes * box[0] * pixels;
    for (std::size_t i = 0; i < rank; ++i) bytes *= countOf(i);
    return bytes;
}

std::uint32_t TensorMap::rowPitch() const {
    const std::uint32_t bytes = box[0] * bytesOf(element);
    return swizzle == SharedSwizzle::None ? bytes : rowBytesOf(swizzle);
}

std::string whyNotEncoded(const TensorMap& map) {
    if (map.rank < 1 || map.rank > kMostDimensions) return "a tensor has one to five dimensions";
    if (map.address % 16 != 0) return "the address is no multiple of 16";
    if (map.asColumns)
        if (const std::string why = whyNotAsColumns(map); !why.empty()) return why;
    for (std::size_t i = 0; i < map.rank; ++i) {
        if (map.size[i] < 1 || map.size[i] > kMostSize) return "a dimension has 1 to 2^32 elements";
        if ((i == 0 || !map.asColumns) && (map.box[i] < 1 || map.box[i] > 256))
            return "a box has 1 to 256 elements along a dimension";
        if (map.step[i] < 1 || map.step[i] > 8) return "an element stride is 1 to 8";
        if (i > 0 && (map.stride[i - 1] % 16 != 0 || map.stride[i - 1] >= kMostStride))
            return "a stride is a multiple of 16 below 2^40";
    }
    const std::uint32_t row = map.box[0] * bytesOf(map.element);
    if (row % 16 != 0) return "a row of a box is a multiple of 16 bytes";
    if (map.swizzle != SharedSwizzle::None && row > rowBytesOf(map.swizzle))
        return "a row of a box is longer than that of its swizzle";
    if (map.fillsWithNan && !isFloat(map.element)) return "only floats have a not-a-number";
    return {};
}

std::array<std::byte, kTensorMapBytes> encoded(const TensorMap& map) {
    Encoded whole{.address = map.address,
                  .stride = map.stride,
                  .box = map.box,
                  .step = map.step,
                  .element = map.element,
                  .rank = map.rank,
                  .swizzle = map.swizzle,
                  .fillsWithNan = map.fillsWithNan,
                  .asColumns = map.asColumns,
                  .pixels = map.pixels,
                  .lower = map.lower,
                  .upper = map.upper};
    for (std::size_t i = 0; i < map.size.size(); ++i)
        whole.lastIndex[i] = static_cast<std::uint32_t>(std::max<std::uint64_t>(map.size[i], 1) - 1);
    std::array<std::byte, kTensorMapBytes> bytes{};
    std::memcpy(bytes.data(), &whole, sizeof whole);
    return bytes;
}

std::optional<TensorMap> decodedTensorMap(std::span<const std::byte, kTensorMapBytes> bytes) {
    Encoded whole;
    std::memcpy(&whole, bytes.data(), sizeof whole);
    const bool known = whole.mark == kMark && static_cast<unsigned>(whole.element) < kTensorElements &&
                       whole.swizzle <= SharedSwizzle::Bytes128;
    if (!known) return std::nullopt;
    TensorMap map{.address = whole.address,
                  .stride = whole.stride,
                  .box = whole.box,
                  .step = whole.step,
                  .element = whole.element,
                  .rank = whole.rank,
                  .swizzle = whole.swizzle,
                  .fillsWithNan = whole.fillsWithNan != 0,
                  .asColumns = whole.asColumns != 0,
                  .pixels = whole.pixels,
                  .lower = whole.lower,
                  .upper = whole.upper};
    for (std::size_t i = 0; i < map.size.size(); ++i) map.size[i] = std::uint64_t{whole.lastIndex[i]} + 1;
    return map;
}

std::optional<TensorField> tensorFieldNamed(std::string_view word) {
    static constexpr std::array<std::string_view, 10> kNames{
        "global_address", "rank",     "box_dim",           "global_dim",   "global_stride",
        "element_stride", "elemtype", "interleave_layout", "swizzle_mode", "fill_mode"};
    const auto found = std::ranges::find(kNames, word);
    return found == kNames.end() ? std::nullopt
                                 : std::optional(static_cast<TensorField>(found - kNames.begin()));
}

bool isChoice(TensorField field, std::uint64_t value) {
    switch (field) {
    case TensorField::Element:
        return value < kTensorElements;
    case TensorField::Interleave:
        return value == 0;
    case TensorField::Swizzle:
        return value <= static_cast<std::uint64_t>(SharedSwizzle::Bytes128);
    default:
        return field == TensorField::Fill && value <= 1;
    }
}

bool replaceField(std::span<std::byte, kTensorMapBytes> bytes, TensorField field, unsigned which,
                  std::uint64_t value) {
    auto map = decodedTensorMap(bytes);
    if (!map && std::ranges::all_of(bytes, [](std::byte each) { return each == std::byte{0}; })) {
        map.emplace();
        map->element = TensorElement::U8;
        map->size.fill(1);
        map->box.fill(1);
        map->step.fill(1);
    }
    if (!map) return false;
    // sizes are kept less one, strides in 16 bytes
    const auto sizeIn = [&](unsigned bits) { return ((value - 1) & ((1ULL << bits) - 1)) + 1; };
    switch (field) {
    case TensorField::Address:
        map->address = value;
        break;
    case TensorField::Rank:
        map->rank = static_cast<std::uint8_t>((value & 7) + 1);
        break;
    case TensorField::Box:
        map->box[which] = static_cast<std::uint16_t>(sizeIn(8));
        break;
    case TensorField::Size:
        map->size[which] = sizeIn(32);
        break;
    case TensorField::Stride:
        map->stride[which] = value & (kMostStride - 16);
        break;
    case TensorField::Step:
        map->step[which] = static_cast<std::uint8_t>(sizeIn(3));
        break;
    case TensorField::Element:
        map->element = kNumbered[value];
        break;
    case TensorField::Interleave:
        break;
    case TensorField::Swizzle:
        map->swizzle = static_cast<SharedSwizzle>(value);
        break;
    case TensorField::Fill:
        map->fillsWithNan = value != 0;
        break;
    }
    const auto changed = encoded(*map);
    std::ranges::copy(changed, bytes.begin());
    return true;
}

} // namespace lanescope::ptx
