// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texel_format.h"
#include "ptx/texture_sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace lanescope::ptx {
namespace {

using model::kWarpSize;

template<class T>
std::shared_ptr<Array> makeArray(ChannelKind kind, std::uint32_t channels, std::uint32_t width,
                                 std::uint32_t height, std::uint32_t depth, bool layered,
                                 const std::vector<T>& values) {
    auto array = std::make_shared<Array>();
    array->width = width;
    array->height = height;
    array->depth = depth;
    array->layered = layered;
    array->kind = kind;
    array->channels = channels;
    array->bitsPerChannel = sizeof(T) * 8;
    array->texels.resize(values.size() * sizeof(T));
    std::copy(values.begin(), values.end(), reinterpret_cast<T*>(array->texels.data()));
    return array;
}

/// A table with one texture, and a warp's operands for it.
struct Fetch {
    TextureTable table;
    std::array<std::uint64_t, kWarpSize> handles{};
    LaneWords layer{}, x{}, y{}, z{}, lod{};
    SampleOperation operation;
    std::array<LaneWords, 4> result{};
    model::TexelFootprint footprint;

    Fetch(std::shared_ptr<Array> array, const Sampler& sampler, TexelGeometry geometry) {
        handles.fill(table.addTexture(std::move(array), sampler));
        operation.geometry = geometry;
    }
    void run(std::uint32_t mask = 0xFFFFFFFF) {
        SampleOperands operands;
        operands.handle = handles.data();
        operands.layer = layer.data();
        operands.x = x.data();
        operands.y = y.data();
        operands.z = z.data();
        operands.lod = lod.data();
        sampleTexture(table, operation, operands, mask, result, &footprint);
    }
    float at(int channel, int lane) const {
        return std::bit_cast<float>(
            result[static_cast<std::size_t>(channel)][static_cast<std::size_t>(lane)]);
    }
};

void setFloats(LaneWords& words, const std::vector<float>& values) {
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
        words[lane] = std::bit_cast<std::uint32_t>(values[lane]);
    }
}

Sampler samplerOf(AddressMode mode, FilterMode filter, bool normalized, bool readNormalized = false) {
    Sampler sampler;
    sampler.address = {mode, mode, mode};
    sampler.filter = filter;
    sampler.normalizedCoordinates = normalized;
    sampler.readNormalizedFloat = readNormalized;
    return sampler;
}

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
    {AddressMode::Wrap, FilterMode::Point, true, -1e-30F, 10}, // 1 - 1e-30 rounds to the next turn
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
        Fetch fetch(array, sampler, TexelGeometry::D1);
        fetch.x.fill(std::bit_cast<std::uint32_t>(each.coordinate));
        fetch.run();
        SCOPED_TRACE(::testing::Message() << "mode " << int(each.mode) << " filter " << int(each.filter)
                                          << " normalized " << each.normalized << " at " << each.coordinate);
        EXPECT_EQ(fetch.at(0, 0), each.expected);
        EXPECT_EQ(fetch.at(0, 31), each.expected);
        EXPECT_EQ(fetch.at(1, 3), 0.0F);
        EXPECT_EQ(fetch.at(2, 3), 0.0F);
        EXPECT_EQ(fetch.at(3, 3), 1.0F);
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

std::uint32_t word(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

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
                const bool floats =
                    each.kind == ChannelKind::Float || (each.readNormalized && each.bits < 32);
                EXPECT_EQ(fetch.result[3][0], floats ? word(1.0F) : 1U);
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

/// The guide's formulas one coordinate at a time, with real arithmetic; index -1 is the border.
int referenceIndex(AddressMode mode, bool normalized, int index, int size) {
    if (!normalized && mode != AddressMode::Border) mode = AddressMode::Clamp;
    switch (mode) {
    case AddressMode::Clamp:
        return std::clamp(index, 0, size - 1);
    case AddressMode::Border:
        return index >= 0 && index < size ? index : -1;
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
    double weight[2];
};

ReferenceAxis referenceAxis(AddressMode mode, bool linear, bool normalized, float coordinate, int size) {
    const long double x = static_cast<long double>(coordinate) * (normalized ? size : 1);
    if (!linear) {
        const int index = referenceIndex(mode, normalized, static_cast<int>(std::floor(x)), size);
        return {{index, index}, {1, 0}};
    }
    const long double steps = std::floor((x - 0.5L) * 256 + 0.5L);
    const int index = static_cast<int>(std::floor(steps / 256));
    const double alpha = static_cast<double>(steps / 256 - index);
    return {
        {referenceIndex(mode, normalized, index, size), referenceIndex(mode, normalized, index + 1, size)},
        {1 - alpha, alpha}};
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
                ReferenceAxis axes[3] = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
                for (int axis = 0; axis < dimensions; ++axis) {
                    axes[axis] = referenceAxis(sampler.address[static_cast<std::size_t>(axis)], linear,
                                               sampler.normalizedCoordinates,
                                               std::bit_cast<float>((*words[axis])[lane]), sizes[axis]);
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
                        expected += value * axes[0].weight[corner & 1] * axes[1].weight[corner >> 1 & 1] *
                                    axes[2].weight[corner >> 2];
                    }
                    ASSERT_EQ(fetch.at(channel, static_cast<int>(lane)), static_cast<float>(expected))
                        << "geometry " << int(shape.geometry) << " variant " << variant << " lane " << lane;
                }
                EXPECT_EQ(fetch.footprint.x0[lane], axes[0].index[0]);
                EXPECT_EQ(fetch.footprint.x1[lane], axes[0].index[1]);
                const auto row = [&](int j, int k) {
                    return j < 0 || k < 0 ? -1 : (k + layer) * shape.height + j;
                };
                EXPECT_EQ(fetch.footprint.y0[lane], row(axes[1].index[0], axes[2].index[0]));
                EXPECT_EQ(fetch.footprint.y1[lane], row(axes[1].index[1], axes[2].index[1]));
            }
        }
    }
}

TEST(Texture, BilinearBytesAreExactBeforeTheLastRounding) {
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
            const std::int64_t sum = (256 - a) * (256 - b) * texel(i, j) + a * (256 - b) * texel(i + 1, j) +
                                     (256 - a) * b * texel(i, j + 1) + a * b * texel(i + 1, j + 1);
            EXPECT_EQ(fetch.at(channel, static_cast<int>(lane)),
                      static_cast<float>(static_cast<long double>(sum) / (255.0L * 65536.0L)));
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
    EXPECT_EQ(fetch.at(2, 0), 1);
}

TEST(Texture, LevelsAreChosenByTheLane) {
    // 4 x 2, 2 x 1 and 1 x 1 texels.
    auto array =
        makeArray<float>(ChannelKind::Float, 1, 4, 2, 1, false, {0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 30});
    array->levels = 3;
    Fetch fetch(array, samplerOf(AddressMode::Clamp, FilterMode::Point, true), TexelGeometry::D2);
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
    sampleTexture(fetch.table, fetch.operation, operands, 1, fetch.result, nullptr);
    EXPECT_EQ(fetch.at(0, 0), 21);
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

/// A surface of numbered bytes and a warp's operands for it.
struct SurfaceFetch {
    TextureTable table;
    std::shared_ptr<Array> array;
    std::array<std::uint64_t, kWarpSize> handles{};
    LaneWords layer{}, x{}, y{}, z{};
    SurfaceOperation operation;
    std::array<LaneLongs, 4> value{};
    model::TexelFootprint footprint;

    SurfaceFetch(std::uint32_t width, std::uint32_t height, std::uint32_t depth, TexelGeometry geometry) {
        std::vector<std::uint32_t> words(std::size_t{width} * height * depth * 4);
        for (std::size_t k = 0; k < words.size(); ++k) {
            words[k] = static_cast<std::uint32_t>(k * 0x01010101U);
        }
        array =
            makeArray(ChannelKind::Unsigned, 4, width, height, depth, geometry != TexelGeometry::D3, words);
        handles.fill(table.addSurface(array));
        operation.geometry = geometry;
    }
    SurfaceOperands operands() const { return {handles.data(), layer.data(), x.data(), y.data(), z.data()}; }
    void load(std::uint32_t mask) { loadSurface(table, operation, operands(), mask, value, &footprint); }
    void store(std::uint32_t mask) { storeSurface(table, operation, operands(), mask, value, &footprint); }
    std::uint64_t bytes(std::size_t at, std::size_t count) const {
        std::uint64_t result = 0;
        std::memcpy(&result, array->texels.data() + at, count);
        return result;
    }
};

TEST(Surface, LoadsAndStoresEveryWidth) {
    struct Shape {
        TexelGeometry geometry;
        std::uint32_t height, depth;
    };
    for (const Shape shape :
         {Shape{TexelGeometry::D1, 1, 1}, Shape{TexelGeometry::D2, 3, 1}, Shape{TexelGeometry::D3, 3, 2},
          Shape{TexelGeometry::A1, 1, 3}, Shape{TexelGeometry::A2, 2, 3}}) {
        for (const std::uint8_t bits : {8, 16, 32, 64}) {
            for (const std::uint8_t elements : {1, 2, 4}) {
                const std::uint32_t size = bits / 8U * elements;
                if (size > 16) {
                    continue;
                }
                SCOPED_TRACE(::testing::Message() << "geometry " << int(shape.geometry) << " v"
                                                  << int(elements) << ".b" << int(bits));
                SurfaceFetch fetch(4, shape.height, shape.depth, shape.geometry);
                fetch.operation.bits = bits;
                fetch.operation.elements = elements;
                std::array<std::size_t, kWarpSize> at{};
                for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
                    fetch.x[lane] = lane * 5 % (64 / size) * size;
                    const std::uint32_t slice = lane % shape.depth;
                    const std::uint32_t row = lane / 3 % shape.height;
                    fetch.y[lane] = row;
                    fetch.layer[lane] = fetch.z[lane] = slice;
                    at[lane] = std::size_t{slice * shape.height + row} * 64 + fetch.x[lane];
                }
                fetch.load(0xFFFFFFFF);
                for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
                    for (std::size_t element = 0; element < elements; ++element) {
                        ASSERT_EQ(fetch.value[element][lane],
                                  fetch.bytes(at[lane] + element * (bits / 8U), bits / 8U));
                    }
                    EXPECT_EQ(fetch.footprint.x0[lane], static_cast<int>(fetch.x[lane] / 16));
                    EXPECT_EQ(fetch.footprint.y0[lane], static_cast<int>(at[lane] / 64));
                }
                const auto before = fetch.array->texels;
                for (auto& words : fetch.value) {
                    for (auto& each : words) {
                        each = ~each;
                    }
                }
                fetch.store(1U << 6);
                for (std::size_t byte = 0; byte < before.size(); ++byte) {
                    const bool written = byte >= at[6] && byte < at[6] + size;
                    ASSERT_EQ(fetch.array->texels[byte], written ? ~before[byte] : before[byte]) << byte;
                }
            }
        }
    }
}

TEST(Surface, EdgesByHand) {
    SurfaceFetch fetch(4, 2, 1,
                       TexelGeometry::D2); // rows of 64 bytes; word w of row r is 0x01010101 (16 r + w)
    const auto minus = [](int value) { return static_cast<std::uint32_t>(value); };
    fetch.x = {minus(-4), 64, 60, 0, 0, 4};
    fetch.y = {0, 1, 0, 2, minus(-1), 1};
    const std::uint32_t inside = 1U << 2 | 1U << 5;

    fetch.operation.edge = SurfaceEdge::Zero;
    for (auto& words : fetch.value) {
        words.fill(99);
    }
    fetch.load(0x3F);
    const std::uint64_t zero[] = {0, 0, 0x0F0F0F0F, 0, 0, 0x11111111};
    for (std::size_t lane = 0; lane < 6; ++lane) {
        EXPECT_EQ(fetch.value[0][lane], zero[lane]) << lane;
    }
    EXPECT_EQ(fetch.footprint.x0[0], -1);
    EXPECT_EQ(fetch.footprint.x0[5], 0);

    fetch.operation.edge = SurfaceEdge::Clamp;
    fetch.load(0x3F);
    const std::uint64_t clamped[] = {0, 0x1F1F1F1F, 0x0F0F0F0F, 0x10101010, 0, 0x11111111};
    for (std::size_t lane = 0; lane < 6; ++lane) {
        EXPECT_EQ(fetch.value[0][lane], clamped[lane]) << lane;
    }

    fetch.operation.edge = SurfaceEdge::Trap;
    EXPECT_NO_THROW(fetch.load(inside));
    for (const int lane : {0, 1, 3, 4}) {
        try {
            fetch.load(inside | 1U << lane);
            FAIL() << lane;
        } catch (const TexelError& error) {
            EXPECT_EQ(error.kind, FaultKind::OutOfBounds);
            EXPECT_EQ(error.lane, lane);
        }
    }

    const auto before = fetch.array->texels;
    fetch.operation.edge = SurfaceEdge::Zero;
    fetch.store(0x1B);
    EXPECT_EQ(fetch.array->texels, before) << "writes beyond the edge are dropped";

    fetch.x[0] = 2;
    try {
        fetch.load(1);
        FAIL();
    } catch (const TexelError& error) {
        EXPECT_EQ(error.kind, FaultKind::Misaligned);
    }
}

TEST(Surface, TheHighestLaneWins) {
    SurfaceFetch fetch(4, 1, 1, TexelGeometry::D1);
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        fetch.value[0][lane] = 1000 + lane;
    }
    fetch.store(0x00FFFFFF);
    EXPECT_EQ(fetch.bytes(0, 4), 1023U);
    EXPECT_EQ(fetch.bytes(4, 4), 0x01010101U);
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
