// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// mma and mma.sp of random factors, as an H200 (driver 580) left their sums: of 24 products each the tests
// have a digest.
#include "measured.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

enum class Kind : std::uint8_t { F16, BF16, TF32, E4M3, Integer, E5M2 };

struct Product {
    std::string instruction; ///< behind mma.
    Kind kind = Kind::F16;
    unsigned a = 4, b = 2; ///< registers
    int selector = -1;     ///< of mma.sp
    std::uint64_t seed = 0, digest = 0;
};

std::uint32_t floating(Random& random, int exponentBits, int fractionBits) {
    const int bias = (1 << (exponentBits - 1)) - 1, spread = exponentBits >= 8   ? 6
                                                             : exponentBits == 5 ? 5
                                                                                 : 4;
    const int exponent = bias + static_cast<int>(random.below(2U * static_cast<unsigned>(spread))) - spread;
    if (random.below(12) == 0) return 0;
    const std::uint32_t sign = random.below(2) << (exponentBits + fractionBits);
    return sign | static_cast<std::uint32_t>(std::max(exponent, 0)) << fractionBits |
           random.below(1U << fractionBits);
}

/// The same numbers of one register.
std::uint32_t word(Random& random, Kind kind) {
    const auto several = [&](int count, int exponentBits, int fractionBits) {
        std::uint32_t bits = 0;
        for (int i = 0; i < count; ++i)
            bits |= floating(random, exponentBits, fractionBits) << (32 / count * i);
        return bits;
    };
    switch (kind) {
    case Kind::F16:
        return several(2, 5, 10);
    case Kind::BF16:
        return several(2, 8, 7);
    case Kind::TF32:
        return several(1, 8, 23);
    case Kind::E4M3:
        return several(4, 4, 3);
    case Kind::E5M2:
        return several(4, 5, 2);
    default:
        return static_cast<std::uint32_t>(random.next());
    }
}

std::string registers(char letter, unsigned count) {
    std::string all = "{";
    for (unsigned i = 0; i < count; ++i)
        all += (i == 0 ? "%" : ", %") + std::string(1, letter) + std::to_string(i);
    return all + "}";
}

std::string textOf(const Product& product) {
    const bool sparse = product.selector >= 0;
    std::string body;
    for (const char letter : {'a', 'b', 'c'})
        body += "mad.wide.u32 %o, %t, 16, %p" + std::string(1, letter) + ";\nld.global.v4.b32 " +
                registers(letter, 4) + ", [%o];\n";
    return ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b, "
           ".param .u64 "
           "c, .param .u64 e, .param .u64 d) {\n.reg .b64 %pa, %pb, %pc, %pe, %pd, %o;\n.reg .b32 %t, %n, "
           "%a<4>, "
           "%b<4>, %c<4>, %d<4>, %e;\nld.param.u64 %pa, [a];\nld.param.u64 %pb, [b];\nld.param.u64 %pc, "
           "[c];\n"
           "ld.param.u64 %pe, [e];\nld.param.u64 %pd, [d];\nmov.u32 %t, %tid.x;\nmov.u32 %n, %ctaid.x;\n"
           "mad.lo.u32 %t, %n, 32, %t;\n" +
           body + "mad.wide.u32 %o, %t, 4, %pe;\nld.global.b32 %e, [%o];\nmma." +
           (sparse ? "sp::ordered_metadata." : "") + "sync.aligned." + product.instruction +
           " {%d0, %d1, %d2, %d3}, " + registers('a', product.a) + ", " + registers('b', product.b) +
           ", {%c0, %c1, %c2, %c3}" + (sparse ? ", %e, " + std::to_string(product.selector) : "") +
           ";\nmad.wide.u32 %o, %t, 16, %pd;\nst.global.v4.b32 [%o], {%d0, %d1, %d2, %d3};\nret;\n}\n";
}

/// The sums of a sparse product, a tile for each 32 words of metadata; c: what is added to.
template<class T>
std::vector<T> sparseSums(const Product& product, const std::vector<std::uint32_t>& a,
                          const std::vector<std::uint32_t>& b, const std::vector<std::uint32_t>& e,
                          const std::vector<T>& c) {
    Runner runner(textOf(product));
    const std::uint64_t d = runner.buffer(c);
    runner.launch("k", {static_cast<std::uint32_t>(e.size() / 32), 1, 1}, {32, 1, 1},
                  Parameters()
                      .add(runner.buffer(a))
                      .add(runner.buffer(b))
                      .add(runner.buffer(c))
                      .add(runner.buffer(e))
                      .add(d));
    return runner.read<T>(d, c.size());
}

class MeasuredProducts : public ::testing::TestWithParam<Product> {};

TEST_P(MeasuredProducts, AreThoseOfAnH200) {
    const Product& product = GetParam();
    constexpr std::uint32_t kTiles = 24, kThreads = kTiles * 32;
    Random random(product.seed);
    std::vector<std::uint32_t> a, b, c, e;
    for (std::uint32_t i = 0; i < kThreads * 4; ++i) {
        a.push_back(word(random, product.kind));
        b.push_back(word(random, product.kind));
        if (product.kind == Kind::Integer)
            c.push_back(static_cast<std::uint32_t>(random.next()) & 0xffffff);
        else
            c.push_back(i / 128 % 3 == 0 ? 0 : floating(random, 8, 23));
    }
    constexpr std::array<std::uint32_t, 6> kPairs{0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    for (std::uint32_t i = 0; i < kThreads; ++i) {
        std::uint32_t metadata = 0;
        for (unsigned group = 0; group < 8; ++group)
            metadata |=
                (product.kind == Kind::TF32 ? (random.below(2) != 0 ? 0xeU : 0x4U) : kPairs[random.below(6)])
                << (4 * group);
        e.push_back(metadata);
    }
    EXPECT_EQ(digest(sparseSums(product, a, b, e, c)), product.digest) << product.instruction;
}

/// The lower (0) or upper (1) half bytes, each as a byte.
std::vector<std::uint32_t> halfBytes(const std::vector<std::uint32_t>& from, unsigned which, bool isSigned) {
    std::vector<std::uint32_t> to;
    for (const std::uint32_t bits : from) {
        const std::uint32_t half = bits >> (4 * which) & 0x0f0f0f0f;
        to.push_back(isSigned ? half | (half & 0x08080808) * 0x1e : half);
    }
    return to;
}

// What is not there is no zero: it makes nothing of infinity and not-a-number.
TEST(SparseProducts, DoNotMeetWhatTheyHaveNot) {
    const Product product{"m16n8k32.row.col.f32.f16.f16.f32", Kind::F16, 4, 4, 0};
    std::vector<std::uint32_t> a(128, 0x3c003c00), b;
    // of four elements along k, which an even and an odd thread have, the first two are there
    for (std::uint32_t i = 0; i < 128; ++i) b.push_back(i / 4 % 2 == 0 ? 0x40003c00 : 0x7e007c00);
    const auto sums = [&](std::uint32_t metadata) {
        return sparseSums(product, a, b, std::vector<std::uint32_t>(32, metadata),
                          std::vector<std::int32_t>(128, 0x3f800000));
    };
    EXPECT_EQ(sums(0x44444444), std::vector<std::int32_t>(128, 0x41c80000)) << "1 + 8 x (1 + 2)";
    EXPECT_EQ(sums(0x88888888), std::vector<std::int32_t>(128, 0x7f800000)) << "the third is infinite";
    EXPECT_EQ(sums(0xcccccccc), std::vector<std::int32_t>(128, 0x7fffffff)) << "the fourth is no number";
}

// What ptxas 13.0 makes of it for sm_90: the lower half bytes and the upper ones are products of bytes, by
// the same metadata.
TEST(SparseProducts, OfHalfBytesAreTwoOfBytes) {
    constexpr std::array<std::uint32_t, 6> kPairs{0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    constexpr std::size_t kThreads = 8 * 32;
    Random random(4711);
    std::vector<std::uint32_t> a, b, e;
    std::vector<std::int32_t> c, none(kThreads * 4);
    for (std::size_t i = 0; i < kThreads * 4; ++i) {
        a.push_back(static_cast<std::uint32_t>(random.next()));
        b.push_back(static_cast<std::uint32_t>(random.next()));
        const auto small = static_cast<std::int32_t>(random.below(1000));
        c.push_back(i % 5 == 0 ? INT32_MAX - small : i % 5 == 1 ? INT32_MIN + small : small);
    }
    for (std::size_t i = 0; i < kThreads; ++i) {
        std::uint32_t metadata = 0;
        for (unsigned group = 0; group < 8; ++group) metadata |= kPairs[random.below(6)] << (4 * group);
        e.push_back(metadata);
    }
    for (const bool deep : {false, true})
        for (const int selector : {0, deep ? 0 : 1})
            for (const unsigned types : {0U, 1U, 2U, 3U}) {
                const bool signedA = (types & 1) != 0, signedB = (types & 2) != 0;
                const auto typed = [&](const std::string& shape, const std::string& limit, char bits) {
                    return Product{shape + ".row.col." + limit + "s32." + (signedA ? 's' : 'u') + bits + "." +
                                       (signedB ? 's' : 'u') + bits + ".s32",
                                   Kind::Integer, deep ? 4U : 2U, deep ? 4U : 2U, selector};
                };
                const std::string of4 = deep ? "m16n8k128" : "m16n8k64", of8 = deep ? "m16n8k64" : "m16n8k32";
                std::vector<std::int64_t> exact(c.begin(), c.end());
                for (const unsigned half : {0U, 1U}) {
                    const auto part = sparseSums(typed(of8, "", '8'), halfBytes(a, half, signedA),
                                                 halfBytes(b, half, signedB), e, none);
                    for (std::size_t i = 0; i < part.size(); ++i) exact[i] += part[i];
                }
                for (const std::string limit : {"", "satfinite."}) {
                    std::vector<std::int32_t> expected;
                    for (const std::int64_t sum : exact)
                        expected.push_back(static_cast<std::int32_t>(
                            limit.empty() ? sum : std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX)));
                    const Product product = typed(of4, limit, '4');
                    EXPECT_EQ(sparseSums(product, a, b, e, c), expected) << product.instruction << selector;
                }
            }
}

INSTANTIATE_TEST_SUITE_P(
    Dense, MeasuredProducts,
    ::testing::Values(
        Product{"m16n8k16.row.col.f32.f16.f16.f32", Kind::F16, 4, 2, -1, 109104, 0x3e8596689a001c1a},
        Product{"m16n8k16.row.col.f32.bf16.bf16.f32", Kind::BF16, 4, 2, -1, 109098, 0x352190315b86ebfc},
        Product{"m16n8k8.row.col.f32.tf32.tf32.f32", Kind::TF32, 4, 2, -1, 109116, 0xcf0eccec8996ab8f},
        Product{"m16n8k32.row.col.f32.e4m3.e4m3.f32", Kind::E4M3, 4, 2, -1, 109101, 0x8bc55236777c73f3},
        Product{"m16n8k32.row.col.f32.e5m2.e5m2.f32", Kind::E5M2, 4, 2, -1, 109101, 0xdafd2b4f8b549f62}));

INSTANTIATE_TEST_SUITE_P(
    Sparse, MeasuredProducts,
    ::testing::Values(
        Product{"m16n8k16.row.col.f32.f16.f16.f32", Kind::F16, 2, 2, 0, 104049, 0xb6c23b073a9aadd2},
        Product{"m16n8k16.row.col.f32.f16.f16.f32", Kind::F16, 2, 2, 1, 104049, 0x7935bf422ab1a96f},
        Product{"m16n8k16.row.col.f32.f16.f16.f32", Kind::F16, 2, 2, 2, 104049, 0x6db49d7eee2332ea},
        Product{"m16n8k16.row.col.f32.f16.f16.f32", Kind::F16, 2, 2, 3, 104049, 0xe897a7427691fefb},
        Product{"m16n8k32.row.col.f32.f16.f16.f32", Kind::F16, 4, 4, 0, 104051, 0x5c9321fc87d9a42d},
        Product{"m16n8k32.row.col.f32.f16.f16.f32", Kind::F16, 4, 4, 1, 104051, 0x50f5ccc5afc4f20f},
        Product{"m16n8k32.row.col.f32.bf16.bf16.f32", Kind::BF16, 4, 4, 0, 98051, 0xe5bcbb4a13dc4f0c},
        Product{"m16n8k8.row.col.f32.tf32.tf32.f32", Kind::TF32, 2, 2, 0, 116056, 0x0cd6e304ac3fa6aa},
        Product{"m16n8k8.row.col.f32.tf32.tf32.f32", Kind::TF32, 2, 2, 3, 116056, 0xc36ce9a9c0421d89},
        Product{"m16n8k16.row.col.f32.tf32.tf32.f32", Kind::TF32, 4, 4, 0, 116049, 0x556f784125a04168},
        Product{"m16n8k16.row.col.f32.tf32.tf32.f32", Kind::TF32, 4, 4, 1, 116049, 0x36816f0a49bba29b},
        Product{"m16n8k64.row.col.f32.e4m3.e4m3.f32", Kind::E4M3, 4, 4, 0, 101054, 0x2092ed9fc4c1f5ff},
        Product{"m16n8k32.row.col.s32.s8.s8.s32", Kind::Integer, 2, 2, 0, 115051, 0xf710522a12d32c9c},
        Product{"m16n8k32.row.col.s32.s8.s8.s32", Kind::Integer, 2, 2, 1, 115051, 0x75448e183f7cccf5},
        Product{"m16n8k64.row.col.s32.s8.u8.s32", Kind::Integer, 4, 4, 0, 115054, 0xa14ebb3878d760ea}));

} // namespace
} // namespace lanescope::ptx
