// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What an H200 (driver 580) read from textures of every format that it filters.
#include "texture_fetch.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

struct Sample {
    float x, y, z;
    std::uint32_t result;
};
struct Measured {
    ChannelKind kind;
    std::uint32_t bits;
    int dimensions;
    std::vector<Sample> samples;
};

// Of 5, 5 x 4 and 5 x 4 x 3 texels, clamped, with unnormalized coordinates.
const Measured kMeasured[] = {
    {ChannelKind::Unsigned,
     8,
     1,
     {
         {0x1.9f29ep+1F, 0, 0, 0x3f11d592},
         {0x1.0d4p+2F, 0, 0, 0x3e4e78ce},
         {0x1.930a56p+1F, 0, 0, 0x3f1b0e9b},
         {0x1.e38p+1F, 0, 0, 0x3ebaecbb},
         {0x1.278p+1F, 0, 0, 0x3f3c7ebc},
         {0x1.1883d2p-2F, 0, 0, 0x3f1e9e9f},
         {0x1.36d102p+1F, 0, 0, 0x3f4fb3d0},
         {0x1.14cp+2F, 0, 0, 0x3e20d4a1},
     }},
    {ChannelKind::Unsigned,
     8,
     2,
     {
         {0x1.27b05cp-1F, 0x1.f984ep+1F, 0, 0x3f5c33dc},
         {0x1.a88p+1F, 0x1.c4p-1F, 0, 0x3f135f93},
         {0x1.791d7ep+1F, 0x1.b57fd8p+1F, 0, 0x3ec89ec9},
         {0x1.a7p+0F, 0x1.9cp-1F, 0, 0x3eb6deb7},
         {0x1.418p+1F, 0x1.bc8p+1F, 0, 0x3e017081},
         {0x1.0b7cf8p+1F, 0x1.f14adap-1F, 0, 0x3f24b5a5},
         {0x1.2fdecap+2F, 0x1.bddbaep-3F, 0, 0x3db8b8b9},
         {0x1.05p+2F, 0x1.15p+1F, 0, 0x3ecdc0ce},
     }},
    {ChannelKind::Unsigned,
     8,
     3,
     {
         {0x1.97a4dp+1F, 0x1.7fcf84p+1F, 0x1.3e1972p+1F, 0x3f089a89},
         {0x1.4cp-1F, 0x1.26p+1F, 0x1.92p-1F, 0x3f159996},
         {0x1.d30c9cp-3F, 0x1.33a6aap+1F, 0x1.1faaeap+1F, 0x3ed6f8d7},
         {0x1.8p+0F, 0x1.578p+1F, 0x1.c3p+0F, 0x3f2053a0},
         {0x1.f7p+0F, 0x1.268p+1F, 0x1.1a8p+1F, 0x3eea6cea},
         {0x1.6c70d6p-2F, 0x1.629dcep+1F, 0x1.8e09d8p+0F, 0x3e4df0ce},
         {0x1.d71676p+1F, 0x1.fcf4acp-1F, 0x1.59fe1ep+0F, 0x3f4199c2},
         {0x1.838p+1F, 0x1.8bp+0F, 0x1.78p+0F, 0x3f1e049e},
     }},
    {ChannelKind::Signed,
     8,
     1,
     {
         {0x1.1e8292p+2F, 0, 0, 0x3e4bc998},
         {0x1.6p+1F, 0, 0, 0x3c418183},
         {0x1.b3de78p+1F, 0, 0, 0x3f5407a8},
         {0x1.47p+1F, 0, 0, 0xbe6cb9d9},
         {0x1.f38p+1F, 0, 0, 0x3f233946},
         {0x1.1272a2p+2F, 0, 0, 0x3eaf355e},
         {0x1.7a407cp-1F, 0, 0, 0xbef34de7},
         {0x1.47p+1F, 0, 0, 0xbe6cb9d9},
     }},
    {ChannelKind::Signed,
     8,
     2,
     {
         {0x1.1290aap+1F, 0x1.8f3e44p+1F, 0, 0x3c05010a},
         {0x1.1cp+1F, 0x1.82p-1F, 0, 0xbd144129},
         {0x1.1cf968p+1F, 0x1.44b674p+1F, 0, 0x3e87790f},
         {0x1.004p+2F, 0x1.16p+1F, 0, 0xbe09d114},
         {0x1.dep+1F, 0x1.a2p+0F, 0, 0xbf124d25},
         {0x1.2b95dep+2F, 0x1.c37daep-1F, 0, 0x3e803900},
         {0x1.dce712p+0F, 0x1.6e1386p+0F, 0, 0x3eb89171},
         {0x1.abp+0F, 0x1.26p-1F, 0, 0x3eb6696d},
     }},
    {ChannelKind::Signed,
     8,
     3,
     {
         {0x1.cfeae6p+1F, 0x1.1439fp+1F, 0x1.7f6ee4p+1F, 0x3f16dd2e},
         {0x1.e4p-1F, 0x1.26p+0F, 0x1.5bp+0F, 0xbe811902},
         {0x1.c82ee4p+0F, 0x1.76bc4ep+1F, 0x1.062594p+0F, 0x3ce881d1},
         {0x1.cf8p+1F, 0x1.14p+1F, 0x1.42p-1F, 0xbf0d471b},
         {0x1.74p+0F, 0x1.02p-1F, 0x1.2cp+1F, 0xbe286951},
         {0x1.f98df6p+0F, 0x1.a61aa2p+0F, 0x1.4edcc2p+0F, 0x3d5141a3},
         {0x1.a4671p+1F, 0x1.c3f0f8p-1F, 0x1.743168p-3F, 0x3e100120},
         {0x1.0dp+0F, 0x1.fcp+0F, 0x1.ebp+0F, 0xbda24145},
     }},
    {ChannelKind::Unsigned,
     16,
     1,
     {
         {0x1.895b5p+0F, 0, 0, 0x3e83fe84},
         {0x1.e6p+1F, 0, 0, 0x3eb7a8b8},
         {0x1.96d5dcp-1F, 0, 0, 0x3f018e82},
         {0x1.2ep+1F, 0, 0, 0x3f4464c4},
         {0x1.48p+0F, 0, 0, 0x3ea3a4a4},
         {0x1.037f5p+2F, 0, 0, 0x3e853e85},
         {0x1.d32724p-3F, 0, 0, 0x3f1e329e},
         {0x1.92p+0F, 0, 0, 0x3e8f1e8f},
     }},
    {ChannelKind::Unsigned,
     16,
     2,
     {
         {0x1.14fb64p+1F, 0x1.d1bf84p+0F, 0, 0x3f0df98e},
         {0x1.fa8p+1F, 0x1.18p+0F, 0, 0x3eb3c2b4},
         {0x1.28ac2cp+1F, 0x1.664338p-1F, 0, 0x3f4231c2},
         {0x1.57p+1F, 0x1.6ap+1F, 0, 0x3e3350b3},
         {0x1.3ep+0F, 0x1.37p+1F, 0, 0x3f023182},
         {0x1.34f194p+0F, 0x1.dd38b8p-1F, 0, 0x3ec62cc6},
         {0x1.fbbb1ap+1F, 0x1.613f74p+1F, 0, 0x3eff16ff},
         {0x1.838p+1F, 0x1.768p+1F, 0, 0x3ecc2ccc},
     }},
    {ChannelKind::Unsigned,
     16,
     3,
     {
         {0x1.072812p+2F, 0x1.b68346p+0F, 0x1.2a25f6p+0F, 0x3f082d88},
         {0x1.66p+0F, 0x1.c9p+0F, 0x1.248p+1F, 0x3e67c4e8},
         {0x1.8d6c68p+1F, 0x1.e93ea2p+0F, 0x1.6eedaap+1F, 0x3ef14ef1},
         {0x1.fep-1F, 0x1.7p+1F, 0x1.1ep+0F, 0x3f0d6b8d},
         {0x1.5e8p+1F, 0x1.64p+1F, 0x1.028p+1F, 0x3f043884},
         {0x1.40e9f2p+1F, 0x1.2efcf4p+0F, 0x1.37cc4p+0F, 0x3eea42ea},
         {0x1.0afa94p+0F, 0x1.0403acp+0F, 0x1.68427p-1F, 0x3ef760f7},
         {0x1p-1F, 0x1.06p-1F, 0x1.058p+1F, 0x3f20f6a1},
     }},
    {ChannelKind::Signed,
     16,
     1,
     {
         {0x1.a716a4p+0F, 0, 0, 0x3eb6256c},
         {0x1.808p+1F, 0, 0, 0x3ea97953},
         {0x1.21902ep+2F, 0, 0, 0x3e389971},
         {0x1.49p+0F, 0, 0, 0x3e5381a7},
         {0x1.e2p+1F, 0, 0, 0x3f3dc77c},
         {0x1.c1b7c8p+0F, 0, 0, 0x3e8ce11a},
         {0x1.dc885ep+1F, 0, 0, 0x3f462d8c},
         {0x1.72p+1F, 0, 0, 0x3e438987},
     }},
    {ChannelKind::Signed,
     16,
     2,
     {
         {0x1.847218p+1F, 0x1.d8f1c4p-1F, 0, 0xbbf301e6},
         {0x1.62p+1F, 0x1.fdp+0F, 0, 0xbe67b9cf},
         {0x1.60d6d2p-1F, 0x1.20165p+0F, 0, 0xbed6c9ae},
         {0x1.bp-1F, 0x1.86p+1F, 0, 0xbe827105},
         {0x1.f6p+0F, 0x1.5ep+1F, 0, 0x3e8bc918},
         {0x1.01039ep+0F, 0x1.70e266p-1F, 0, 0xbdd041a1},
         {0x1.4545acp+1F, 0x1.5d8944p-2F, 0, 0xbe7489e9},
         {0x1.278p+1F, 0x1.bep-1F, 0, 0xbda14143},
     }},
    {ChannelKind::Signed,
     16,
     3,
     {
         {0x1.03c1bp+2F, 0x1.79c58ep+1F, 0x1.1ec554p-2F, 0x3d9e113c},
         {0x1.a18p+1F, 0x1.788p+1F, 0x1.dap+0F, 0x3ec14183},
         {0x1.0d2532p-2F, 0x1.b283ap+1F, 0x1.598ee4p+1F, 0xbf4c9d99},
         {0x1.bp-1F, 0x1.9ep+1F, 0x1.15p+0F, 0xbd144129},
         {0x1.898p+1F, 0x1.d6p-1F, 0x1.a6p-1F, 0x3d02a105},
         {0x1.5aef64p+1F, 0x1.489f84p+1F, 0x1.a39a76p-5F, 0xbda43148},
         {0x1.28d484p+2F, 0x1.a3238p-1F, 0x1.cbcbf2p-6F, 0x3e73c1e8},
         {0x1.024p+2F, 0x1.73p+0F, 0x1.e4p+0F, 0xbe849509},
     }},
    {ChannelKind::Float,
     16,
     1,
     {
         {0x1.de2f0ep+1F, 0, 0, 0x414a4000},
         {0x1.94p+0F, 0, 0, 0xc1ad2000},
         {0x1.3ee9dap+2F, 0, 0, 0x40af0000},
         {0x1p+2F, 0, 0, 0x41228000},
         {0x1.8dp+1F, 0, 0, 0x4048e000},
         {0x1.a5def2p+1F, 0, 0, 0x410e0000},
         {0x1.36b722p+2F, 0, 0, 0x40af0000},
         {0x1.198p+1F, 0, 0, 0xc186c000},
     }},
    {ChannelKind::Float,
     16,
     2,
     {
         {0x1.0d992p+2F, 0x1.f05b44p+0F, 0, 0x3e1c6000},
         {0x1.bap-1F, 0x1.61p+0F, 0, 0xbff2c000},
         {0x1.193918p+2F, 0x1.e77a6p+1F, 0, 0x41a52000},
         {0x1.f1p+0F, 0x1.b4p+1F, 0, 0xc1290000},
         {0x1.02p+2F, 0x1.7bp+0F, 0, 0x3e332000},
         {0x1.a72c28p+0F, 0x1.94abdep+1F, 0, 0xc0342000},
         {0x1.93e696p+1F, 0x1.18e5ccp+1F, 0, 0x3cd3e000},
         {0x1.3e8p+1F, 0x1.bfp+1F, 0, 0xc1d08000},
     }},
    {ChannelKind::Float,
     16,
     3,
     {
         {0x1.11cddap-1F, 0x1.a0befcp-5F, 0x1.de3b68p+0F, 0x4092c000},
         {0x1.818p+1F, 0x1.37p+1F, 0x1.dep-1F, 0xbda04000},
         {0x1.5802eep+0F, 0x1.c01ec2p-1F, 0x1.1961b6p+1F, 0x4086a000},
         {0x1.388p+1F, 0x1.588p+1F, 0x1.fep+0F, 0x4024c000},
         {0x1.d4p-1F, 0x1.39p+1F, 0x1.39p+0F, 0x3ef6c000},
         {0x1.fd7ea2p-1F, 0x1.bc94dep+0F, 0x1.6ca4dp-2F, 0xbfbbe000},
         {0x1.3890aap-2F, 0x1.dc250cp+1F, 0x1.791deep+0F, 0xc1aec000},
         {0x1.f9p+0F, 0x1.3ap+1F, 0x1.258p+1F, 0xbce7a000},
     }},
    {ChannelKind::Float,
     32,
     1,
     {
         {0x1.d92e32p+1F, 0, 0, 0x40b2215d},
         {0x1.10cp+2F, 0, 0, 0x3fdff59d},
         {0x1.0e7c38p+0F, 0, 0, 0x407fd151},
         {0x1.25p+0F, 0, 0, 0x40966e2d},
         {0x1.8f8p+1F, 0, 0, 0x4084ea7b},
         {0x1.1760fcp+2F, 0, 0, 0x3f84fc60},
         {0x1.1820ecp+1F, 0, 0, 0x4007a2da},
         {0x1.66p+0F, 0, 0, 0x40d61406},
     }},
    {ChannelKind::Float,
     32,
     2,
     {
         {0x1.afb038p+1F, 0x1.f38a1p+1F, 0, 0xc088603d},
         {0x1.9p-1F, 0x1.2ap+1F, 0, 0xbe3949e0},
         {0x1.474a18p+0F, 0x1.1b4778p+1F, 0, 0x3ef5842e},
         {0x1.1ep-1F, 0x1.b3p+0F, 0, 0xc01c0653},
         {0x1.ecp+0F, 0x1.738p+1F, 0, 0x3f01c9aa},
         {0x1.59f776p-1F, 0x1.433756p+1F, 0, 0x3dcb25d7},
         {0x1.4d5a7ep+1F, 0x1.c86416p+0F, 0, 0xbfeee408},
         {0x1.3cp+1F, 0x1.c1p+0F, 0, 0xc003802b},
     }},
    {ChannelKind::Float,
     32,
     3,
     {
         {0x1.de9a6p+1F, 0x1.32a5a2p+1F, 0x1.bc733cp+0F, 0xbefb3dfd},
         {0x1.3p+1F, 0x1.fcp+0F, 0x1.2ep+1F, 0xbf27189b},
         {0x1.350d6p+2F, 0x1.f3442p+0F, 0x1.bef274p+0F, 0xbf933042},
         {0x1.6fp+1F, 0x1.098p+1F, 0x1.91p+0F, 0xbc41c42d},
         {0x1.77p+0F, 0x1.a5p+1F, 0x1.6cp+0F, 0xbcc6795a},
         {0x1.312432p+1F, 0x1.0b3b78p-5F, 0x1.56a23ap+1F, 0xbeed445c},
         {0x1.f0459p-1F, 0x1.e27204p+0F, 0x1.791a9ep+1F, 0x3f49963b},
         {0x1.f5p+0F, 0x1p-1F, 0x1.7bp+0F, 0x3fd2777e},
     }},
};

/// Texel k of a measured texture: bits that look random, floats between 2^-5 and 8.
std::uint32_t texelBits(const Measured& each, std::uint32_t k) {
    const std::uint32_t hash = (k + 1) * 2654435761U ^ ((k + 7) * 2246822519U >> 13);
    const bool floats = each.kind == ChannelKind::Float;
    if (each.bits == 8) return hash >> 24;
    if (each.bits == 16) return floats ? (hash & 0x83FFU) | (0x3000U + (hash >> 16 & 0x1C00U)) : hash >> 16;
    return (hash & 0x807FFFFFU) | (0x3D000000U + (hash >> 4 & 0x03800000U));
}

TEST(TextureMeasured, FilteredTexels) {
    for (const Measured& each : kMeasured) {
        auto array = std::make_shared<Array>();
        array->width = 5;
        array->height = each.dimensions > 1 ? 4 : 1;
        array->depth = each.dimensions > 2 ? 3 : 1;
        array->kind = each.kind;
        array->bitsPerChannel = each.bits;
        const std::uint32_t count = array->width * array->height * array->depth, bytes = each.bits / 8;
        array->texels.resize(std::size_t{count} * bytes);
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t bits = texelBits(each, k);
            std::memcpy(array->texels.data() + std::size_t{k} * bytes, &bits, bytes);
        }
        constexpr TexelGeometry kGeometries[] = {TexelGeometry::D1, TexelGeometry::D2, TexelGeometry::D3};
        Fetch fetch(array,
                    samplerOf(AddressMode::Clamp, FilterMode::Linear, false, each.kind != ChannelKind::Float),
                    kGeometries[each.dimensions - 1]);
        for (std::size_t lane = 0; lane < each.samples.size(); ++lane) {
            fetch.x[lane] = word(each.samples[lane].x);
            fetch.y[lane] = word(each.samples[lane].y);
            fetch.z[lane] = word(each.samples[lane].z);
        }
        fetch.run((1U << each.samples.size()) - 1);
        for (std::size_t lane = 0; lane < each.samples.size(); ++lane) {
            EXPECT_EQ(fetch.result[0][lane], each.samples[lane].result)
                << "kind " << int(each.kind) << ", " << each.bits << " bits, " << each.dimensions
                << "-D, sample " << lane;
        }
    }
}

struct Border {
    ChannelKind kind;
    std::uint32_t bits;
    float colour;
    std::uint32_t result;
};
const Border kBorders[] = {
    {ChannelKind::Unsigned, 8, 0x1p-2F, 0x3e808081},
    {ChannelKind::Unsigned, 8, 0x1p-1F, 0x3efefeff},
    {ChannelKind::Unsigned, 8, 0x1.9p-1F, 0x3f47c7c8},
    {ChannelKind::Unsigned, 8, 0x1.01p+0F, 0x3f800000},
    {ChannelKind::Unsigned, 8, 0x1.ffecp-1F, 0x3f800000},
    {ChannelKind::Unsigned, 8, 0x1.ff3ap-1F, 0x3f800000},
    {ChannelKind::Unsigned, 8, 0x1.c4b108p-2F, 0x3ee2e2e3},
    {ChannelKind::Unsigned, 8, 0x1.5ab8e4p-1F, 0x3f2dadae},
    {ChannelKind::Unsigned, 8, 0x1.5753b8p-1F, 0x3f2babac},
    {ChannelKind::Unsigned, 8, 0x1.0f735ep-1F, 0x3f078788},
    {ChannelKind::Signed, 8, 0x1p-2F, 0x3e810204},
    {ChannelKind::Signed, 8, 0x1p-1F, 0x3efdfbf8},
    {ChannelKind::Signed, 8, 0x1.9p-1F, 0x3f478f1e},
    {ChannelKind::Signed, 8, 0x1.01p+0F, 0x3f800000},
    {ChannelKind::Signed, 8, 0x1.ffecp-1F, 0x3f800000},
    {ChannelKind::Signed, 8, 0x1.ff3ap-1F, 0x3f800000},
    {ChannelKind::Signed, 8, -0x1.661c44p-1F, 0xbf3366ce},
    {ChannelKind::Signed, 8, 0x1.a7a3f2p-1F, 0x3f53a74f},
    {ChannelKind::Signed, 8, 0x1.025172p+0F, 0x3f800000},
    {ChannelKind::Signed, 8, 0x1.0b9936p+0F, 0x3f800000},
    {ChannelKind::Unsigned, 16, 0x1p-2F, 0x3e800080},
    {ChannelKind::Unsigned, 16, 0x1p-1F, 0x3effff00},
    {ChannelKind::Unsigned, 16, 0x1.9p-1F, 0x3f47ffc8},
    {ChannelKind::Unsigned, 16, 0x1.01p+0F, 0x3f800000},
    {ChannelKind::Unsigned, 16, 0x1.ffecp-1F, 0x3f7ff600},
    {ChannelKind::Unsigned, 16, 0x1.ff3ap-1F, 0x3f7f9d00},
    {ChannelKind::Unsigned, 16, -0x1.99601ep-1F, 0x00000000},
    {ChannelKind::Unsigned, 16, 0x1.9702dap-7F, 0x3c4b80cc},
    {ChannelKind::Unsigned, 16, -0x1.9884ap-1F, 0x00000000},
    {ChannelKind::Unsigned, 16, 0x1.f6a34ep-3F, 0x3e7b50fb},
    {ChannelKind::Signed, 16, 0x1p-2F, 0x3e800100},
    {ChannelKind::Signed, 16, 0x1p-1F, 0x3efffe00},
    {ChannelKind::Signed, 16, 0x1.9p-1F, 0x3f47ff90},
    {ChannelKind::Signed, 16, 0x1.01p+0F, 0x3f800000},
    {ChannelKind::Signed, 16, 0x1.ffecp-1F, 0x3f7ff600},
    {ChannelKind::Signed, 16, 0x1.ff3ap-1F, 0x3f7f9dff},
    {ChannelKind::Signed, 16, 0x1.135838p+0F, 0x3f800000},
    {ChannelKind::Signed, 16, -0x1.2eacaap-2F, 0xbe97552f},
    {ChannelKind::Signed, 16, -0x1.fa3b54p-1F, 0xbf7d1dfa},
    {ChannelKind::Signed, 16, 0x1.93105ep-1F, 0x3f498793},
    {ChannelKind::Float, 16, 0x1p-2F, 0x3e800000},
    {ChannelKind::Float, 16, 0x1p-1F, 0x3f000000},
    {ChannelKind::Float, 16, 0x1.9p-1F, 0x3f480000},
    {ChannelKind::Float, 16, 0x1.01p+0F, 0x3f808000},
    {ChannelKind::Float, 16, 0x1.ffecp-1F, 0x3f7fe000},
    {ChannelKind::Float, 16, 0x1.ff3ap-1F, 0x3f7f8000},
    {ChannelKind::Float, 16, -0x1.06cef4p+0F, 0xbf836000},
    {ChannelKind::Float, 16, -0x1.81b05ap-6F, 0xbcc0c000},
    {ChannelKind::Float, 16, 0x1.957322p-2F, 0x3ecaa000},
    {ChannelKind::Float, 16, 0x1.2283eep-2F, 0x3e914000},
};

TEST(TextureMeasured, BorderColours) {
    for (const Border& each : kBorders) {
        auto array = std::make_shared<Array>();
        array->width = array->height = 2;
        array->kind = each.kind;
        array->bitsPerChannel = each.bits;
        array->texels.resize(std::size_t{4} * each.bits / 8);
        Sampler sampler =
            samplerOf(AddressMode::Border, FilterMode::Point, false, each.kind != ChannelKind::Float);
        sampler.border[0] = each.colour;
        Fetch fetch(array, sampler, TexelGeometry::D2);
        fetch.x.fill(word(-3));
        fetch.run();
        EXPECT_EQ(fetch.result[0][0], each.result)
            << "kind " << int(each.kind) << ", " << each.bits << " bits, " << each.colour;
    }
}

// Integers that are not read as fractions take the low bits of the colour's floats.
TEST(TextureMeasured, BorderColoursOfIntegers) {
    const Border kIntegers[] = {
        {ChannelKind::Unsigned, 8, 3.7F, 0xCD},        {ChannelKind::Signed, 8, 3.7F, 0xFFFFFFCD},
        {ChannelKind::Unsigned, 16, -3e9F, 0xD05E},    {ChannelKind::Signed, 16, -3e9F, 0xFFFFD05E},
        {ChannelKind::Unsigned, 32, 3.7F, 0x406CCCCD}, {ChannelKind::Signed, 32, -1, 0xBF800000}};
    for (const Border& each : kIntegers) {
        auto array = std::make_shared<Array>();
        array->kind = each.kind;
        array->width = 1;
        array->bitsPerChannel = each.bits;
        array->texels.resize(each.bits / 8);
        Sampler sampler = samplerOf(AddressMode::Border, FilterMode::Point, false);
        sampler.border[0] = each.colour;
        Fetch fetch(array, sampler, TexelGeometry::D2);
        fetch.y.fill(word(9));
        fetch.run();
        EXPECT_EQ(fetch.result[0][0], each.result)
            << "kind " << int(each.kind) << ", " << each.bits << " bits";
        EXPECT_EQ(fetch.result[3][0], 0U);
    }
}

} // namespace
} // namespace lanescope::ptx
