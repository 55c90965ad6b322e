// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What an H100 read between two levels of mipmaps.
#include "texture_fetch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace lanescope::ptx {
namespace {

constexpr std::uint32_t kSide = 8, kLevels = 2;

std::uint32_t hashOf(std::uint32_t level, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    std::uint32_t hash = 2166136261U;
    for (const std::uint32_t each : {level, x, y, z}) {
        hash = (hash ^ each) * 16777619U;
        hash ^= hash >> 13;
    }
    return hash * 2654435761U;
}

float unit(std::uint32_t hash) {
    return static_cast<float>(hash) / 4294967296.0F;
}

float wide(std::uint32_t hash) {
    const std::uint32_t mantissa = (hash & 1) != 0 ? 0U - (hash >> 8) : hash >> 8;
    return std::ldexp(static_cast<float>(mantissa) / 16777216.0F, static_cast<int>(hash >> 1 & 15) - 8);
}

template<class T>
T top(std::uint32_t hash) {
    return static_cast<T>(hash >> (32 - 8 * sizeof(T)));
}

template<class T>
std::unique_ptr<Fetch> mipmapOf(int dimensions, ChannelKind kind, T (*valueOf)(std::uint32_t hash)) {
    std::vector<T> texels;
    for (std::uint32_t level = 0, side = kSide; level < kLevels; ++level, side /= 2)
        for (std::uint32_t z = 0; z < (dimensions > 2 ? side : 1); ++z)
            for (std::uint32_t y = 0; y < (dimensions > 1 ? side : 1); ++y)
                for (std::uint32_t x = 0; x < side; ++x) texels.push_back(valueOf(hashOf(level, x, y, z)));
    auto array =
        makeArray<T>(kind, 1, kSide, dimensions > 1 ? kSide : 1, dimensions > 2 ? kSide : 1, false, texels);
    array->levels = kLevels;
    Sampler sampler = samplerOf(AddressMode::Clamp, FilterMode::Linear, true, kind != ChannelKind::Float);
    sampler.levelFilter = FilterMode::Linear;
    sampler.maxLevel = kLevels - 1;
    const TexelGeometry geometries[] = {TexelGeometry::D1, TexelGeometry::D2, TexelGeometry::D3};
    auto fetch = std::make_unique<Fetch>(std::move(array), sampler, geometries[dimensions - 1]);
    fetch->operation.level = TexelLevel::Level;
    return fetch;
}

std::unique_ptr<Fetch> mipmapOf(const std::string& kind, int dimensions) {
    if (kind == "unit") return mipmapOf(dimensions, ChannelKind::Float, unit);
    if (kind == "wide") return mipmapOf(dimensions, ChannelKind::Float, wide);
    if (kind == "u8") return mipmapOf(dimensions, ChannelKind::Unsigned, top<std::uint8_t>);
    if (kind == "s8") return mipmapOf(dimensions, ChannelKind::Signed, top<std::int8_t>);
    if (kind == "u16") return mipmapOf(dimensions, ChannelKind::Unsigned, top<std::uint16_t>);
    return mipmapOf(dimensions, ChannelKind::Signed, top<std::int16_t>);
}

TEST(Mipmap, TwoLevelsAreMixedAsAnH100MixesThem) {
    std::map<std::pair<std::string, int>, std::unique_ptr<Fetch>> all;
    std::ifstream in(LANESCOPE_TEST_DATA "/h100_mipmap_mix.csv");
    int rows = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#') || line.starts_with("kind")) continue;
        std::ranges::replace(line, ',', ' ');
        std::istringstream fields(line);
        std::string kind;
        int dimensions = 0;
        float x = 0, y = 0, z = 0, level = 0;
        std::uint32_t bits = 0;
        fields >> kind >> dimensions >> x >> y >> z >> level >> std::hex >> bits;
        ASSERT_TRUE(fields) << line;
        std::unique_ptr<Fetch>& fetch = all[{kind, dimensions}];
        if (!fetch) fetch = mipmapOf(kind, dimensions);
        setFloats(fetch->x, {x});
        setFloats(fetch->y, {y});
        setFloats(fetch->z, {z});
        setFloats(fetch->lod, {level});
        fetch->run(1);
        EXPECT_EQ(fetch->result[0][0], bits) << line;
        ++rows;
    }
    EXPECT_EQ(rows, 1080);
}

} // namespace
} // namespace lanescope::ptx
