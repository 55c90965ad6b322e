// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texel_format.h"
#include "texture_fetch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <random>
#include <sstream>
#include <string>

namespace lanescope::ptx {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct AddressCase {
    AddressMode mode;
    FilterMode filter;
    bool normalized;
    float coordinate;
    float expected;
};

// The texels are 10, 20, 30, 40; the border's colour is 7. Worked out by hand from the Programming Guide's
// rules.
const AddressCase kAddressCases[] = {
    {AddressMode::Clamp, FilterMode::Point, false, 0.0F, 10},
    {AddressMode::Clamp, FilterMode::Point, false, 0.99F, 10},
    {AddressMode::Clamp, FilterMode::Point, false, 1.0F, 20},
    {AddressMode::Clamp, FilterMode::Point, false, 3.999F, 40},
    {AddressMode::Clamp, FilterMode::Point, false, 4.0F, 40},
    {AddressMode::Clamp, FilterMode::Point, false, 1e30F, 40},
    {AddressMode::Clamp, FilterMode::Point, false, -0.001F, 10},
    {AddressMode::Clamp, FilterMode::Point, false, -kInfinity, 10},
    {AddressMode::Clamp, FilterMode::Point, false, kInfinity, 40},
    {AddressMode::Clamp, FilterMode::Point, false, kNaN, 10},
    {AddressMode::Clamp, FilterMode::Point, true, 0.25F, 20},
    {AddressMode::Clamp, FilterMode::Point, true, 0.75F, 40},
    {AddressMode::Clamp, FilterMode::Point, true, 1.5F, 40},
    {AddressMode::Border, FilterMode::Point, false, -0.001F, 7},
    {AddressMode::Border, FilterMode::Point, false, 4.0F, 7},
    {AddressMode::Border, FilterMode::Point, false, 3.5F, 40},
    {AddressMode::Border, FilterMode::Point, true, 1.0F, 7},
    {AddressMode::Wrap, FilterMode::Point, true, 1.0F, 10},
    {AddressMode::Wrap, FilterMode::Point, true, 2.5F, 30},
    {AddressMode::Wrap, FilterMode::Point, true, -0.25F, 40},
    {AddressMode::Wrap, FilterMode::Point, true, -3.0F, 10},
    {AddressMode::Wrap, FilterMode::Point, true, -1e-30F, 40}, // 1 - 1e-30 is cut to 21 bits
    {AddressMode::Wrap, FilterMode::Point, true, 1e20F, 10},
    {AddressMode::Wrap, FilterMode::Point, false, 5.0F, 40}, // not normalized: clamp
    {AddressMode::Wrap, FilterMode::Point, false, -1.0F, 10},
    {AddressMode::Mirror, FilterMode::Point, true, 1.125F, 40},
    {AddressMode::Mirror, FilterMode::Point, true, 1.875F, 10},
    {AddressMode::Mirror, FilterMode::Point, true, 2.3F, 20},
    {AddressMode::Mirror, FilterMode::Point, true, -0.3F, 20},
    {AddressMode::Mirror, FilterMode::Point, true, -1.1F, 40},
    {AddressMode::Mirror, FilterMode::Point, false, 9.0F, 40},
    {AddressMode::Clamp, FilterMode::Linear, false, 0.5F, 10},
    {AddressMode::Clamp, FilterMode::Linear, false, 1.0F, 15},
    {AddressMode::Clamp, FilterMode::Linear, false, 1.75F, 22.5F},
    {AddressMode::Clamp, FilterMode::Linear, false, 0.0F, 10},
    {AddressMode::Clamp, FilterMode::Linear, false, 3.75F, 40},
    {AddressMode::Clamp, FilterMode::Linear, false, 100.0F, 40},
    {AddressMode::Clamp, FilterMode::Linear, true, 0.25F, 15},
    {AddressMode::Border, FilterMode::Linear, false, 0.0F, 8.5F},
    {AddressMode::Border, FilterMode::Linear, false, 4.25F, 15.25F},
    {AddressMode::Border, FilterMode::Linear, false, -1.0F, 7},
    {AddressMode::Wrap, FilterMode::Linear, true, 0.0F, 25}, // half of 40, half of 10
    {AddressMode::Wrap, FilterMode::Linear, true, 1.0F, 25},
    {AddressMode::Wrap, FilterMode::Linear, true, -0.0625F, 32.5F},
    {AddressMode::Mirror, FilterMode::Linear, true, 0.0F, 10},
    {AddressMode::Mirror, FilterMode::Linear, true, 1.0F, 40},
    {AddressMode::Mirror, FilterMode::Linear, true, 1.25F, 35},
    {AddressMode::Mirror, FilterMode::Linear, true, 2.0F, 10},
};

TEST(Texture, AddressModesByHand) {
    const auto array = makeArray<float>(ChannelKind::Float, 1, 4, 1, 1, false, {10, 20, 30, 40});
    for (const AddressCase& each : kAddressCases) {
        Sampler sampler = samplerOf(each.mode, each.filter, each.normalized);
        sampler.border = {7, 8, 9, 10};
        sampler.address[1] = AddressMode::Clamp; // see BorderOfTheSecondAxisReachesALine
        Fetch fetch(array, sampler, TexelGeometry::D1);
        fetch.x.fill(std::bit_cast<std::uint32_t>(each.coordinate));
        fetch.run();
        SCOPED_TRACE(::testing::Message() << "mode " << int(each.mode) << " filter " << int(each.filter)
                                          << " normalized " << each.normalized << " at " << each.coordinate);
        EXPECT_EQ(fetch.at(0, 0), each.expected);
        EXPECT_EQ(fetch.at(0, 31), each.expected);
        EXPECT_EQ(fetch.at(1, 3), 0.0F);
        EXPECT_EQ(fetch.at(2, 3), 0.0F);
        EXPECT_EQ(fetch.at(3, 3), 0.0F);
    }
}

// An H200 reads a line as a picture of one row at y = 0: half of what it filters is beyond the edge.
TEST(Texture, BorderOfTheSecondAxisReachesALine) {
    const auto array = makeArray<float>(ChannelKind::Float, 1, 4, 1, 1, false, {10, 20, 30, 40});
    for (const FilterMode filter : {FilterMode::Point, FilterMode::Linear}) {
        Sampler sampler = samplerOf(AddressMode::Clamp, filter, false);
        sampler.address[1] = AddressMode::Border;
        sampler.border[0] = 100;
        Fetch fetch(array, sampler, TexelGeometry::D1);
        fetch.x.fill(word(2.0F));
        fetch.run();
        EXPECT_EQ(fetch.at(0, 0), filter == FilterMode::Point ? 30.0F : 62.5F);
    }
}

TEST(Texture, WeightHasEightFractionalBits) {
    Fetch fetch(makeArray<float>(ChannelKind::Float, 1, 2, 1, 1, false, {0, 256}),
                samplerOf(AddressMode::Clamp, FilterMode::Linear, false), TexelGeometry::D1);
    // 0.5 + k/256 gives weight k exactly; in between it is rounded to the nearest.
    setFloats(fetch.x, {0.5F, 0.5F + 1 / 256.F, 0.5F + 1.4F / 256, 0.5F + 1.6F / 256, 0.5F + 255.6F / 256});
    fetch.run();
    EXPECT_EQ(fetch.at(0, 0), 0);
    EXPECT_EQ(fetch.at(0, 1), 1);
    EXPECT_EQ(fetch.at(0, 2), 1);
    EXPECT_EQ(fetch.at(0, 3), 2);
    EXPECT_EQ(fetch.at(0, 4), 256);
}

struct FormatCase {
    const char* name;
    ChannelKind kind;
    std::uint32_t bits;
    bool readNormalized;
    std::uint64_t stored;
    std::uint32_t expected;
};

const FormatCase kFormatCases[] = {
    {"u8 element", ChannelKind::Unsigned, 8, false, 0xFE, 254},
    {"s8 element", ChannelKind::Signed, 8, false, 0xFE, 0xFFFFFFFE},
    {"u16 element", ChannelKind::Unsigned, 16, false, 0xFFFE, 65534},
    {"s16 element", ChannelKind::Signed, 16, false, 0x8000, 0xFFFF8000},
    {"u32 element", ChannelKind::Unsigned, 32, false, 0xFFFFFFFE, 0xFFFFFFFE},
    {"s32 element", ChannelKind::Signed, 32, false, 0x80000000, 0x80000000},
    {"u32, a read mode that it does not have", ChannelKind::Unsigned, 32, true, 77, 77},
    {"u8 normalized", ChannelKind::Unsigned, 8, true, 0x33, word(0.2F)},
    {"u8 normalized, most", ChannelKind::Unsigned, 8, true, 0xFF, word(1.0F)},
    {"s8 normalized, most", ChannelKind::Signed, 8, true, 0x7F, word(1.0F)},
    {"s8 normalized, -127", ChannelKind::Signed, 8, true, 0x81, word(-1.0F)},
    {"s8 normalized, -128", ChannelKind::Signed, 8, true, 0x80, word(-1.0F)},
    {"u16 normalized", ChannelKind::Unsigned, 16, true, 0x3333, word(0.2F)},
    {"s16 normalized", ChannelKind::Signed, 16, true, 0x8000, word(-1.0F)},
    {"half 1.5", ChannelKind::Float, 16, false, 0x3E00, word(1.5F)},
    {"half smallest subnormal", ChannelKind::Float, 16, false, 0x0001, word(0x1p-24F)},
    {"half -infinity", ChannelKind::Float, 16, false, 0xFC00, word(-kInfinity)},
    {"float", ChannelKind::Float, 32, false, 0x7FC12345, 0x7FC12345},
};

TEST(Texture, FormatsByHand) {
    for (const FormatCase& each : kFormatCases) {
        for (const std::uint32_t channels : {1U, 2U, 4U}) {
            SCOPED_TRACE(::testing::Message() << each.name << " x " << channels);
            auto array = std::make_shared<Array>();
            array->width = 2;
            array->kind = each.kind;
            array->channels = channels;
            array->bitsPerChannel = each.bits;
            array->texels.resize(std::size_t{2} * array->bytesPerTexel());
            const std::size_t bytes = each.bits / 8;
            // Only the last channel of the second texel holds the value, all else is zero.
            std::memcpy(array->texels.data() + array->texels.size() - bytes, &each.stored, bytes);
            Fetch fetch(array, samplerOf(AddressMode::Clamp, FilterMode::Point, false, each.readNormalized),
                        TexelGeometry::D1);
            fetch.operation.floatCoordinates = false;
            fetch.x.fill(1);
            fetch.run(0x80000001);
            for (std::uint32_t channel = 0; channel < channels; ++channel) {
                EXPECT_EQ(fetch.result[channel][31], channel + 1 == channels ? each.expected : 0) << channel;
            }
            EXPECT_EQ(fetch.result[0][7], 0U) << "an inactive lane was written";
            if (channels < 4) {
                EXPECT_EQ(fetch.result[3][0], 0U);
                EXPECT_EQ(fetch.result[2][0], 0U);
            }
        }
    }
}

TEST(Texture, HalvesAgreeWithLdexp) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const int exponent = static_cast<int>(bits >> 10 & 31);
        const int mantissa = static_cast<int>(bits & 1023);
        if (exponent == 31) {
            continue;
        }
        const float magnitude = exponent == 0
                                    ? std::ldexp(static_cast<float>(mantissa), -24)
                                    : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
        const float expected = (bits & 0x8000) != 0 ? -magnitude : magnitude;
        ASSERT_EQ(word(halfToFloat(static_cast<std::uint16_t>(bits))), word(expected)) << bits;
    }
    EXPECT_TRUE(std::isnan(halfToFloat(0x7E00)));
}

/// The guide's formulas one coordinate at a time, with the widths that an H200 computes in; index -1 is the
/// border.
int referenceIndex(AddressMode mode, bool normalized, int index, int size) {
    if (!normalized && mode != AddressMode::Border) mode = AddressMode::Clamp;
    switch (mode) {
    case AddressMode::Clamp:
        return std::clamp(index, 0, size - 1);
    case AddressMode::Border:
        return index < 0 ? ~0 : index >= size ? ~(size - 1) : index; // of the edge's texel
    case AddressMode::Wrap:
        return ((index % size) + size) % size;
    case AddressMode::Mirror: {
        const int turn = ((index % (2 * size)) + 2 * size) % (2 * size);
        return turn < size ? turn : 2 * size - 1 - turn;
    }
    }
    return -2;
}

struct ReferenceAxis {
    int index[2];
    int second; ///< 256ths of the second texel
};

ReferenceAxis referenceAxis(AddressMode mode, bool linear, bool normalized, float coordinate, int size) {
    long double x = coordinate;
    if (normalized) x = std::floor(x * 2097152) / 2097152 * size;
    if (!linear) {
        const int index = referenceIndex(mode, normalized, static_cast<int>(std::floor(x)), size);
        return {{index, index}, 0};
    }
    const long double steps = std::floor((x - 0.5L) * 256 + 0.5L);
    const int index = static_cast<int>(std::floor(steps / 256));
    const int first = referenceIndex(mode, normalized, index, size);
    const int second = referenceIndex(mode, normalized, index + 1, size);
    const bool clamps = mode == AddressMode::Clamp || (!normalized && mode != AddressMode::Border);
    return {{first, second}, clamps && first == second ? 0 : static_cast<int>(steps - index * 256.0L)};
}

/// The 256ths of a corner: split along z, x and y, rounded to the nearest, where two are near to the second
/// in x, and in y to the second right of the middle and to the first left of it.
int referenceWeight(const ReferenceAxis (&axes)[3], int corner) {
    const auto part = [](int whole, int second, bool tiesToSecond, bool wantsSecond) {
        const double exact = whole * second / 256.0;
        const int share = static_cast<int>(tiesToSecond ? std::floor(exact + 0.5) : std::ceil(exact - 0.5));
        return wantsSecond ? share : whole - share;
    };
    const bool right = (corner & 1) != 0;
    const int slice = part(256, axes[2].second, true, (corner & 4) != 0);
    return part(part(slice, axes[0].second, true, right), axes[1].second, right, (corner & 2) != 0);
}

struct GeometryCase {
    TexelGeometry geometry;
    int width, height, depth;
    bool layered;
};

TEST(Texture, RandomFetchesAgreeWithTheFormulas) {
    std::mt19937 random(20);
    const GeometryCase geometries[] = {{TexelGeometry::D1, 13, 1, 1, false},
                                       {TexelGeometry::D2, 8, 6, 1, false},
                                       {TexelGeometry::D3, 5, 4, 3, false},
                                       {TexelGeometry::A1, 9, 1, 4, true},
                                       {TexelGeometry::A2, 6, 5, 3, true}};
    for (const GeometryCase& shape : geometries) {
        const int dimensions = shape.geometry == TexelGeometry::D3 ? 3 : shape.height > 1 ? 2 : 1;
        std::vector<float> values(static_cast<std::size_t>(shape.width * shape.height * shape.depth) * 2);
        for (float& value : values) {
            value = static_cast<float>(static_cast<int>(random() % 2001) - 1000);
        }
        for (int variant = 0; variant < 32; ++variant) {
            Sampler sampler =
                samplerOf(AddressMode::Clamp, (variant & 1) != 0 ? FilterMode::Linear : FilterMode::Point,
                          (variant & 2) != 0);
            for (AddressMode& mode : sampler.address) {
                mode = static_cast<AddressMode>(random() % 4);
            }
            sampler.border = {1234.5F, -77.25F, 3, 4};
            Fetch fetch(makeArray<float>(ChannelKind::Float, 2, static_cast<std::uint32_t>(shape.width),
                                         static_cast<std::uint32_t>(shape.height),
                                         static_cast<std::uint32_t>(shape.depth), shape.layered, values),
                        sampler, shape.geometry);
            const bool linear = sampler.filter == FilterMode::Linear;
            const int sizes[3] = {shape.width, shape.height, shape.depth};
            LaneWords* words[3] = {&fetch.x, &fetch.y, &fetch.z};
            for (int axis = 0; axis < 3; ++axis) {
                for (std::uint32_t& each : *words[axis]) {
                    const double unit = static_cast<double>(random()) / 4294967296.0 * 5 - 2; // -2 .. 3 sizes
                    each =
                        word(static_cast<float>(sampler.normalizedCoordinates ? unit : unit * sizes[axis]));
                }
            }
            for (std::uint32_t& each : fetch.layer) {
                each = random() % 6;
            }
            fetch.run();
            for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
                ReferenceAxis axes[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
                for (int axis = 0; axis < dimensions; ++axis) {
                    axes[axis] = referenceAxis(sampler.address[static_cast<std::size_t>(axis)], linear,
                                               sampler.normalizedCoordinates,
                                               std::bit_cast<float>((*words[axis])[lane]), sizes[axis]);
                }
                if (shape.geometry == TexelGeometry::D1 && sampler.address[1] == AddressMode::Border &&
                    linear) {
                    axes[1] = referenceAxis(AddressMode::Border, true, false, 0, 1);
                }
                const int layer =
                    shape.layered ? std::min<int>(static_cast<int>(fetch.layer[lane]), shape.depth - 1) : 0;
                for (int channel = 0; channel < 2; ++channel) {
                    double expected = 0;
                    for (int corner = 0; corner < 8; ++corner) {
                        const int i = axes[0].index[corner & 1];
                        const int j = axes[1].index[corner >> 1 & 1];
                        const int k = axes[2].index[corner >> 2];
                        const bool border = i < 0 || j < 0 || k < 0;
                        const int texel = ((k + layer) * shape.height + j) * shape.width + i;
                        const double value = border ? sampler.border[static_cast<std::size_t>(channel)]
                                                    : values[static_cast<std::size_t>(texel * 2 + channel)];
                        expected += value * referenceWeight(axes, corner) / 256;
                    }
                    ASSERT_EQ(fetch.at(channel, static_cast<int>(lane)), static_cast<float>(expected))
                        << "geometry " << int(shape.geometry) << " variant " << variant << " lane " << lane;
                }
                // A texel without weight is not asked for.
                const auto second = [](const ReferenceAxis& axis) {
                    return axis.index[axis.second == 0 ? 0 : 1];
                };
                const auto row = [&](int j, int k) {
                    const int number = ((k < 0 ? ~k : k) + layer) * shape.height + (j < 0 ? ~j : j);
                    return j < 0 || k < 0 ? ~number : number;
                };
                EXPECT_EQ(fetch.footprint.x0[lane], axes[0].index[0]);
                EXPECT_EQ(fetch.footprint.x1[lane], second(axes[0]));
                EXPECT_EQ(fetch.footprint.y0[lane], row(axes[1].index[0], axes[2].index[0]));
                EXPECT_EQ(fetch.footprint.y1[lane], row(second(axes[1]), second(axes[2])));
            }
        }
    }
}

TEST(Texture, BilinearBytesBecomeSixteenBits) {
    std::mt19937 random(4);
    std::vector<std::uint8_t> bytes(16 * 16 * 4);
    for (auto& byte : bytes) {
        byte = static_cast<std::uint8_t>(random());
    }
    Fetch fetch(makeArray<std::uint8_t>(ChannelKind::Unsigned, 4, 16, 16, 1, false, bytes),
                samplerOf(AddressMode::Clamp, FilterMode::Linear, false, true), TexelGeometry::D2);
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        fetch.x[lane] = word(0.5F + static_cast<float>(random() % 3584) / 256.0F);
        fetch.y[lane] = word(0.5F + static_cast<float>(random() % 3584) / 256.0F);
    }
    fetch.run();
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        const int u = static_cast<int>((std::bit_cast<float>(fetch.x[lane]) - 0.5F) * 256);
        const int v = static_cast<int>((std::bit_cast<float>(fetch.y[lane]) - 0.5F) * 256);
        for (int channel = 0; channel < 4; ++channel) {
            const auto texel = [&](int i, int j) {
                return std::int64_t{bytes[static_cast<std::size_t>((j * 16 + i) * 4 + channel)]};
            };
            const int a = u % 256, b = v % 256, i = u / 256, j = v / 256;
            const int both = (a * b + 128) / 256;
            const std::int64_t sum = (256 - a - b + both) * texel(i, j) + (a - both) * texel(i + 1, j) +
                                     (b - both) * texel(i, j + 1) + both * texel(i + 1, j + 1);
            EXPECT_EQ(fetch.at(channel, static_cast<int>(lane)),
                      static_cast<float>(static_cast<double>((sum * 257 + 128) / 256) / 65535));
        }
    }
    EXPECT_EQ(fetch.footprint.bytesPerTexel, 4U);
    EXPECT_EQ(fetch.footprint.width, 16U);
    EXPECT_EQ(fetch.footprint.height, 16U);
}

TEST(Texture, GatherTakesTheFourTexelsCounterClockwise) {
    // Texel (i, j) has channels 10 j + i and 100 + 10 j + i.
    std::vector<float> values;
    for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 4; ++i) {
            values.push_back(static_cast<float>(10 * j + i));
            values.push_back(static_cast<float>(100 + 10 * j + i));
        }
    }
    Fetch fetch(makeArray<float>(ChannelKind::Float, 2, 4, 4, 1, false, values),
                samplerOf(AddressMode::Clamp, FilterMode::Point, false), TexelGeometry::D2);
    fetch.operation.gather = true;
    setFloats(fetch.x, {2.0F, 0.1F});
    setFloats(fetch.y, {1.0F, 3.9F});
    fetch.run(3);
    const float inside[4] = {11, 12, 2, 1}; // (1,1) (2,1) (2,0) (1,0)
    const float corner[4] = {30, 30, 30, 30};
    for (int k = 0; k < 4; ++k) {
        EXPECT_EQ(fetch.at(k, 0), inside[k]) << k;
        EXPECT_EQ(fetch.at(k, 1), corner[k]) << k;
    }
    fetch.operation.component = 1;
    fetch.run(1);
    EXPECT_EQ(fetch.at(0, 0), 111);
    fetch.operation.component = 3;
    fetch.run(1);
    EXPECT_EQ(fetch.at(2, 0), 0);
}

TEST(Texture, LevelsAreChosenByTheLane) {
    // 4 x 2, 2 x 1 and 1 x 1 texels.
    auto array =
        makeArray<float>(ChannelKind::Float, 1, 4, 2, 1, false, {0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 30});
    array->levels = 3;
    Sampler sampler = samplerOf(AddressMode::Clamp, FilterMode::Point, true);
    sampler.maxLevel = 2;
    Fetch fetch(array, sampler, TexelGeometry::D2);
    fetch.x.fill(word(0.9F));
    fetch.y.fill(word(0.9F));
    setFloats(fetch.lod, {0.0F, 0.49F, 0.51F, 1.0F, 2.0F, 9.0F, -3.0F, kNaN});
    fetch.operation.level = TexelLevel::Level;
    fetch.run(0xFF);
    const float expected[] = {7, 7, 21, 21, 30, 30, 7, 7};
    for (int lane = 0; lane < 8; ++lane) {
        EXPECT_EQ(fetch.at(0, lane), expected[lane]) << lane;
    }
    fetch.operation.level = TexelLevel::Base;
    fetch.run(0xFF);
    EXPECT_EQ(fetch.at(0, 5), 7);

    Sampler byNumber = sampler;
    byNumber.normalizedCoordinates = false;
    Fetch numbered(array, byNumber, TexelGeometry::D2);
    numbered.run(1);
    EXPECT_EQ(numbered.at(0, 0), 0) << "of level 0";
    numbered.operation.level = TexelLevel::Level;
    EXPECT_THROW(numbered.run(1), TexelError);

    // A step of half the width is two texels of level 0: level 1.
    fetch.operation.level = TexelLevel::Gradient;
    LaneWords half{}, none{};
    half.fill(word(0.5F));
    SampleOperands operands;
    operands.handle = fetch.handles.data();
    operands.x = fetch.x.data();
    operands.y = fetch.y.data();
    operands.dPdx = {half.data(), none.data(), nullptr};
    operands.dPdy = {none.data(), none.data(), nullptr};
    handlers().sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr, nullptr);
    EXPECT_EQ(fetch.at(0, 0), 21);
}

struct LevelCase {
    FilterMode filter;
    float bias, min, max, asked, expected;
};

// Levels of 8, 4, 2 and 1 texels, each of one value: 0, 256, 512 and 768.
const LevelCase kLevelCases[] = {
    {FilterMode::Point, 0, 0, 9, 1.49F, 256},
    {FilterMode::Point, 0, 0, 9, 1.51F, 512},
    {FilterMode::Point, 0, 0, 9, 40, 768},
    {FilterMode::Point, 1, 0, 9, 1, 512},
    {FilterMode::Point, -1, 0, 9, 1, 0},
    {FilterMode::Point, 0, 1, 9, 0, 256},
    {FilterMode::Point, 0, 0, 2, 3, 512},
    {FilterMode::Point, 4, 0, 1, 3, 256}, // the bias before the clamp
    {FilterMode::Linear, 0, 0, 9, 0, 0},
    {FilterMode::Linear, 0, 0, 9, 0.5F, 128},
    {FilterMode::Linear, 0, 0, 9, 1.25F, 320},
    {FilterMode::Linear, 0, 0, 9, 1 + 1.4F / 256, 257}, // eight fractional bits, the others cut off
    {FilterMode::Linear, 0, 0, 9, 1 + 1.9F / 256, 257},
    {FilterMode::Linear, 1.9F / 256, 0, 9, 1 + 1.9F / 256, 258}, // of each
    {FilterMode::Linear, 1, 0, 9, -1.9F / 256, 255},             // towards zero
    {FilterMode::Linear, -1.9F / 256, 0, 9, 1, 255},
    {FilterMode::Linear, 0, 0, 1 + 1.9F / 256, 2, 257},
    {FilterMode::Linear, 0, 0, 9, 2.75F, 704},
    {FilterMode::Linear, 0, 0, 9, 3.5F, 768},
    {FilterMode::Linear, 0.25F, 0, 9, 1, 320},
    {FilterMode::Linear, 0, 0.75F, 9, 0, 192},
    {FilterMode::Linear, 0, 0, 1.5F, 3, 384},
    {FilterMode::Linear, 0, 0, 9, kNaN, 0},
    {FilterMode::Linear, 0, 0, 0, 3, 0},
};

TEST(Texture, LevelsAreBiasedClampedAndMixed) {
    const std::vector<float> texels{0, 0, 0, 0, 0, 0, 0, 0, 256, 256, 256, 256, 512, 512, 768};
    for (const LevelCase& each : kLevelCases) {
        SCOPED_TRACE(::testing::Message()
                     << "filter " << int(each.filter) << " bias " << each.bias << " from " << each.min
                     << " to " << each.max << " at " << each.asked);
        auto array = makeArray<float>(ChannelKind::Float, 1, 8, 1, 1, false, texels);
        array->levels = 4;
        Sampler sampler = samplerOf(AddressMode::Clamp, FilterMode::Linear, true);
        sampler.levelFilter = each.filter;
        sampler.levelBias = each.bias;
        sampler.minLevel = each.min;
        sampler.maxLevel = each.max;
        Fetch fetch(array, sampler, TexelGeometry::D1);
        fetch.x.fill(word(0.4F));
        fetch.lod.fill(word(each.asked));
        fetch.operation.level = TexelLevel::Level;
        fetch.run(1);
        EXPECT_EQ(fetch.at(0, 0), each.expected);
        // A gradient of as many texels asks for the same, in either direction.
        if (each.asked != each.asked) continue;
        LaneWords wide{}, narrow{};
        wide.fill(word(std::exp2(each.asked) / 8));
        narrow.fill(word(-std::exp2(each.asked) / 32));
        SampleOperands operands;
        operands.handle = fetch.handles.data();
        operands.x = fetch.x.data();
        fetch.operation.level = TexelLevel::Gradient;
        for (const bool turned : {false, true}) {
            operands.dPdx = {turned ? narrow.data() : wide.data(), nullptr, nullptr};
            operands.dPdy = {turned ? wide.data() : narrow.data(), nullptr, nullptr};
            handlers().sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr,
                                     nullptr);
            // The logarithm is a table's.
            EXPECT_NEAR(fetch.at(0, 0), each.expected, each.filter == FilterMode::Point ? 0 : 2);
        }
        // Without a level it is level 0 that is biased and clamped, and gathering takes level 0 itself.
        fetch.operation.level = TexelLevel::Base;
        fetch.run(1);
        const float base = std::clamp(each.bias, each.min, each.max);
        EXPECT_EQ(fetch.at(0, 0),
                  std::floor(256 * std::min(3.0F, each.filter == FilterMode::Point ? std::floor(base + 0.5F)
                                                                                   : base)));
    }
}

TEST(Texture, GradientsHaveALength) {
    // 16 x 8 texels: a step of 3 and 4 texels is one of 5.
    auto array = std::make_shared<Array>();
    array->width = 16;
    array->height = 8;
    array->levels = 5;
    array->texels.resize(array->bytes());
    for (std::uint32_t level = 0; level < 5; ++level) {
        const std::vector<float> values(128, static_cast<float>(level * 256));
        std::memcpy(array->data() + levelOffset(*array, level), values.data(),
                    levelOffset(*array, level + 1) - levelOffset(*array, level));
    }
    Sampler sampler = samplerOf(AddressMode::Wrap, FilterMode::Linear, true);
    sampler.levelFilter = FilterMode::Linear;
    sampler.maxLevel = 4;
    Fetch fetch(array, sampler, TexelGeometry::D2);
    LaneWords x{}, y{}, none{};
    x.fill(word(3.0F / 16));
    y.fill(word(4.0F / 8));
    SampleOperands operands;
    operands.handle = fetch.handles.data();
    operands.x = fetch.x.data();
    operands.y = fetch.y.data();
    operands.dPdx = {none.data(), none.data(), nullptr};
    operands.dPdy = {x.data(), y.data(), nullptr};
    fetch.operation.level = TexelLevel::Gradient;
    handlers().sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr, nullptr);
    EXPECT_EQ(fetch.at(0, 0), 597); // of 4 + 11/32 x 3, not of 5
    // One that goes nowhere asks for the first level.
    operands.dPdy = {none.data(), none.data(), nullptr};
    handlers().sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr, nullptr);
    EXPECT_EQ(fetch.at(0, 0), 0);
    sampler.maxAnisotropy = 16;
    fetch.handles.fill(fetch.table.addTexture(array, sampler));
    EXPECT_THROW(
        handlers().sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr, nullptr),
        TexelError);
}

/// A mipmap of 8 texels a side whose four levels are of their numbers, 256 apart.
std::shared_ptr<Array> numberedLevels(int dimensions) {
    std::vector<float> texels;
    for (int level = 0, side = 8; level < 4; ++level, side /= 2)
        texels.insert(texels.end(), static_cast<std::size_t>(std::pow(side, dimensions)),
                      256 * static_cast<float>(level));
    auto array = makeArray<float>(ChannelKind::Float, 1, 8, 8, dimensions == 3 ? 8 : 1, false, texels);
    array->levels = 4;
    return array;
}

/// Which level gradients ask for, against what an H100 read.
TEST(Texture, GradientsAreAsLongAsAnH100TakesThemToBe) {
    Sampler sampler = samplerOf(AddressMode::Clamp, FilterMode::Linear, true);
    sampler.maxLevel = 9;
    sampler.levelFilter = FilterMode::Linear;
    Fetch flat(numberedLevels(2), sampler, TexelGeometry::D2);
    Fetch deep(numberedLevels(3), sampler, TexelGeometry::D3);
    std::ifstream in(LANESCOPE_TEST_DATA "/h100_mipmap_gradients.csv");
    int rows = 0, exact = 0;
    for (std::string line; std::getline(in, line);) {
        if (std::isdigit(static_cast<unsigned char>(line.front())) == 0) continue;
        std::ranges::replace(line, ',', ' ');
        std::istringstream fields(line);
        int dimensions = 0, steps = 0;
        std::array<LaneWords, 6> sides{};
        fields >> dimensions;
        for (LaneWords& side : sides) {
            float texels = 0;
            fields >> texels;
            side.fill(word(texels / 8));
        }
        ASSERT_TRUE(fields >> steps) << line;
        Fetch& fetch = dimensions == 2 ? flat : deep;
        fetch.operation.level = TexelLevel::Gradient;
        SampleOperands operands;
        operands.handle = fetch.handles.data();
        operands.x = fetch.x.data();
        operands.y = fetch.y.data();
        operands.z = dimensions == 3 ? fetch.z.data() : nullptr;
        const auto third = [&](std::size_t i) { return dimensions == 3 ? sides[i].data() : nullptr; };
        operands.dPdx = {sides[0].data(), sides[1].data(), third(2)};
        operands.dPdy = {sides[3].data(), sides[4].data(), third(5)};
        handlers().sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr, nullptr);
        const int got = static_cast<int>(fetch.at(0, 0));
        EXPECT_NEAR(got, steps, 2) << line;
        ++rows;
        exact += got == steps ? 1 : 0;
    }
    EXPECT_EQ(rows, 861);
    EXPECT_GE(exact, rows * 93 / 100);
}

TEST(Texture, TwoLevelsAreTwoFootprints) {
    // 4 x 2, 2 x 1 and 1 x 1 texels: rows 0 and 1, 2, 3.
    auto array =
        makeArray<float>(ChannelKind::Float, 1, 4, 2, 1, false, {0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 30});
    array->levels = 3;
    Sampler sampler = samplerOf(AddressMode::Clamp, FilterMode::Point, true);
    sampler.levelFilter = FilterMode::Linear;
    sampler.maxLevel = 2;
    Fetch fetch(array, sampler, TexelGeometry::D2);
    fetch.x.fill(word(0.9F));
    fetch.y.fill(word(0.9F));
    setFloats(fetch.lod, {0, 0.5F, 1, 1.5F});
    fetch.operation.level = TexelLevel::Level;
    SampleOperands operands;
    operands.handle = fetch.handles.data();
    operands.x = fetch.x.data();
    operands.y = fetch.y.data();
    operands.lod = fetch.lod.data();
    model::TexelFootprint coarser;
    EXPECT_EQ(handlers().sampleTexture(fetch.table, fetch.operation, operands, 15, fetch.result,
                                       &fetch.footprint, &coarser),
              0b1010U);
    const float expected[] = {7, 14, 21, 25.5F};
    for (int lane = 0; lane < 4; ++lane) EXPECT_EQ(fetch.at(0, lane), expected[lane]) << lane;
    EXPECT_EQ(fetch.footprint.width, 4U);
    EXPECT_EQ(fetch.footprint.height, 4U);
    const int x[] = {3, 3, 1, 1}, y[] = {1, 1, 2, 2};
    for (int lane = 0; lane < 4; ++lane) {
        EXPECT_EQ(fetch.footprint.x0[lane], x[lane]) << lane;
        EXPECT_EQ(fetch.footprint.y0[lane], y[lane]) << lane;
    }
    EXPECT_EQ(coarser.x0[1], 1);
    EXPECT_EQ(coarser.y0[1], 2);
    EXPECT_EQ(coarser.x0[3], 0);
    EXPECT_EQ(coarser.y0[3], 3);
}

TEST(Texture, LevelsAreArraysOfTheirOwn) {
    auto array =
        makeArray<float>(ChannelKind::Float, 1, 4, 2, 1, false, {0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 30});
    array->levels = 3;
    auto level = std::make_shared<Array>();
    level->width = 2;
    level->whole = array;
    level->levelOfWhole = 1;
    Fetch fetch(level, samplerOf(AddressMode::Clamp, FilterMode::Point, false), TexelGeometry::D2);
    setFloats(fetch.x, {0.5F, 1.5F});
    fetch.run(3);
    EXPECT_EQ(fetch.at(0, 0), 20);
    EXPECT_EQ(fetch.at(0, 1), 21);
}

TEST(Texture, LanesMayUseDifferentTextures) {
    Fetch fetch(makeArray<float>(ChannelKind::Float, 1, 1, 1, 1, false, {5}), Sampler{}, TexelGeometry::D2);
    const auto other = makeArray<float>(ChannelKind::Float, 1, 1, 1, 1, false, {6});
    fetch.handles[3] = fetch.handles[9] = fetch.table.addTexture(other, Sampler{});
    fetch.run();
    for (int lane = 0; lane < kWarpSize; ++lane) {
        EXPECT_EQ(fetch.at(0, lane), lane == 3 || lane == 9 ? 6 : 5);
    }
}

TEST(Texture, BadHandlesAreNamed) {
    Fetch fetch(makeArray<float>(ChannelKind::Float, 1, 1, 1, 1, false, {5}), Sampler{}, TexelGeometry::D2);
    fetch.table.remove(12345); // no effect
    const std::uint64_t good = fetch.handles[0];
    for (const std::uint64_t bad : {std::uint64_t{0}, good + 1, ~std::uint64_t{0}}) {
        fetch.handles[4] = bad;
        EXPECT_NO_THROW(fetch.run(~0x10U)) << "an inactive lane's handle does not matter";
        try {
            fetch.run();
            FAIL() << bad;
        } catch (const TexelError& error) {
            EXPECT_EQ(error.kind, FaultKind::BadHandle);
            EXPECT_EQ(error.lane, 4);
        }
    }
    fetch.handles[4] = good;
    fetch.table.remove(good);
    EXPECT_THROW(fetch.run(), TexelError);
    EXPECT_EQ(fetch.table.find(good), nullptr);
    const auto array = makeArray<float>(ChannelKind::Float, 1, 1, 1, 1, false, {5});
    const std::uint64_t surface = fetch.table.addSurface(array);
    EXPECT_NE(surface, good) << "handles are not used twice";
    fetch.handles.fill(surface);
    EXPECT_THROW(fetch.run(), TexelError);
}

TEST(Texture, WhatNoArrayCanBeIsRefused) {
    TextureTable table;
    EXPECT_THROW(table.addTexture(nullptr, {}), std::invalid_argument);
    EXPECT_THROW(table.addTexture(makeArray<float>(ChannelKind::Float, 1, 2, 1, 1, false, {5}), {}),
                 std::invalid_argument)
        << "too few texels";
    EXPECT_THROW(table.addTexture(makeArray<float>(ChannelKind::Float, 3, 1, 1, 1, false, {1, 2, 3}), {}),
                 std::invalid_argument)
        << "three channels";
    EXPECT_THROW(table.addTexture(makeArray<float>(ChannelKind::Float, 1, 0, 1, 1, false, {}), {}),
                 std::invalid_argument)
        << "no texels";
    const auto bytes = makeArray<std::uint8_t>(ChannelKind::Unsigned, 1, 1, 1, 1, false, {5});
    EXPECT_THROW(table.addTexture(bytes, samplerOf(AddressMode::Clamp, FilterMode::Linear, false, false)),
                 std::invalid_argument);
    EXPECT_NO_THROW(table.addTexture(bytes, samplerOf(AddressMode::Clamp, FilterMode::Linear, false, true)));
}

TEST(Texture, Queries) {
    TextureTable table;
    auto array =
        makeArray<std::uint16_t>(ChannelKind::Unsigned, 2, 3, 2, 4, true, std::vector<std::uint16_t>(48));
    Sampler sampler = samplerOf(AddressMode::Mirror, FilterMode::Linear, true, true);
    sampler.address[1] = AddressMode::Border;
    const std::uint64_t handle = table.addTexture(array, sampler);
    const std::pair<TexelQuery, std::uint32_t> expected[] = {{TexelQuery::Width, 3},
                                                             {TexelQuery::Height, 2},
                                                             {TexelQuery::Depth, 1},
                                                             {TexelQuery::ArraySize, 4},
                                                             {TexelQuery::NumberOfLevels, 1},
                                                             {TexelQuery::ChannelDataType, 0x10D3},
                                                             {TexelQuery::ChannelOrder, 0x10B2},
                                                             {TexelQuery::NormalizedCoordinates, 1},
                                                             {TexelQuery::FilterMode, 1},
                                                             {TexelQuery::AddressMode0, 1},
                                                             {TexelQuery::AddressMode1, 4},
                                                             {TexelQuery::AddressMode2, 1}};
    for (const auto& [query, value] : expected) {
        EXPECT_EQ(queryTexture(table, query, handle, false), value) << int(query);
    }
    EXPECT_THROW(queryTexture(table, TexelQuery::Width, handle, true), TexelError);
    const std::uint64_t surface = table.addSurface(array);
    EXPECT_EQ(queryTexture(table, TexelQuery::Width, surface, true), 3U);
    EXPECT_EQ(queryTexture(table, TexelQuery::ChannelDataType, surface, true), 0x10DBU);
}

} // namespace
} // namespace lanescope::ptx
