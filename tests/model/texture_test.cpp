// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"
#include "model/memory/texture.h"

#include <gtest/gtest.h>

#include <set>

namespace lanescope::model::test {
namespace {

struct Texel {
    std::int32_t x, y;
};

/// A point fetch of floats; `reach` 1 makes it the 2x2 texels of a bilinear one.
TexelFootprint footprintOf(const std::function<Texel(int)>& texel, std::int32_t reach = 0,
                           std::uint32_t height = 256) {
    TexelFootprint footprint;
    footprint.width = 256;
    footprint.height = height;
    for (int lane = 0; lane < kWarpSize; ++lane) {
        const auto at = static_cast<std::size_t>(lane);
        const auto [x, y] = texel(lane);
        footprint.x0[at] = x;
        footprint.y0[at] = y;
        footprint.x1[at] = x + reach;
        footprint.y1[at] = y + reach;
    }
    return footprint;
}

Counts countOf(const TexelFootprint& footprint, const char* capability, std::uint32_t mask = ~0U) {
    WarpAccess access;
    access.space = Space::Texture;
    access.activeMask = mask;
    access.footprint = &footprint;
    return count(access, rowOf(capability));
}

TEST(Texture, SectorsOfPointFetches) {
    struct Row {
        const char* what;
        std::function<Texel(int)> texel;
        std::uint64_t moved, asked; ///< by the warp, and by its quads one after another
    };
    const std::vector<Row> rows{{"row",
                                 [](int l) {
                                     return Texel{l, 0};
                                 },
                                 8, 8},
                                {"column",
                                 [](int l) {
                                     return Texel{0, l};
                                 },
                                 16, 16},
                                {"8x4 tile",
                                 [](int l) {
                                     return Texel{l % 8, l / 8};
                                 },
                                 4, 8},
                                {"4x8 tile",
                                 [](int l) {
                                     return Texel{l % 4, l / 4};
                                 },
                                 4, 8},
                                {"every fourth texel of rows",
                                 [](int l) {
                                     return Texel{l % 2 * 4, l / 2};
                                 },
                                 16, 16},
                                {"one texel",
                                 [](int) {
                                     return Texel{9, 9};
                                 },
                                 1, 8}};
    for (const Row& row : rows) {
        for (const char* capability : {"1.3", "2.0", "3.5", "5.2", "9.0"}) {
            const Counts counts = countOf(footprintOf(row.texel), capability);
            EXPECT_EQ(counts.transactions, row.moved) << row.what << " on " << capability;
            EXPECT_EQ(counts.bytesTransferred, 32 * row.moved);
            EXPECT_EQ(counts.bytesRequested, 128U);
            EXPECT_EQ(counts.sectors, hasSectors(rowOf(capability)) ? row.asked : 0U) << row.what;
        }
    }
    // A 1-D array has the layout of a 2-D one, of whose pairs of rows it has the first alone.
    const TexelFootprint flat = footprintOf([](int lane) { return Texel{lane, 0}; }, 0, 1);
    EXPECT_EQ(countOf(flat, "9.0").transactions, 8U);
}

TEST(Texture, QuadsAreRequestsFrom5On) {
    const TexelFootprint footprint = footprintOf([](int l) { return Texel{l, 0}; });
    EXPECT_EQ(countOf(footprint, "9.0").requests, 8U);
    EXPECT_EQ(countOf(footprint, "9.0", 0x00010003).requests, 2U);
    EXPECT_EQ(countOf(footprint, "3.5").requests, 1U);
    EXPECT_EQ(countOf(footprint, "3.5").sectors, 0U);
}

TEST(Texture, EightLanesOfASurfaceAreARequest) {
    TexelFootprint footprint = footprintOf([](int l) { return Texel{l % 8, l / 8}; });
    footprint.surface = true;
    const Counts counts = countOf(footprint, "9.0");
    EXPECT_EQ(counts.requests, 4U);
    EXPECT_EQ(counts.sectors, 8U) << "8 texels of a row are two sectors";
    EXPECT_EQ(counts.transactions, 4U) << "but two rows lie in the same ones";
    EXPECT_EQ(countOf(footprint, "9.0", 0x00010003).requests, 2U);
}

TEST(Texture, BilinearTakesFourTexelsAndTheBorderTheEdges) {
    // Texel (7, 7) and its neighbours lie in four sectors of 4 x 2 texels.
    EXPECT_EQ(countOf(footprintOf([](int) { return Texel{7, 7}; }, 1), "9.0").transactions, 4U);
    EXPECT_EQ(countOf(footprintOf([](int) { return Texel{8, 8}; }, 1), "9.0").transactions, 1U);
    // Left of texel (0, 5) and below (0, 15): the edge's texels are asked for.
    EXPECT_EQ(countOf(footprintOf([](int) { return Texel{~0, 5}; }), "9.0").transactions, 1U);
    EXPECT_EQ(countOf(footprintOf([](int l) {
                          return Texel{l % 2, l < 16 ? 15 : ~15};
                      }),
                      "9.0")
                  .transactions,
              1U);
    EXPECT_EQ(countOf(footprintOf([](int) { return Texel{7, 7}; }, 1), "9.0").sectors, 32U) << "8 quads";
    EXPECT_THROW(countTexture(WarpAccess{}, rowOf("9.0")), std::invalid_argument);
}

TEST(Texture, BilinearTexelsOf16BytesGoInPairsOfLanesTwice) {
    TexelFootprint footprint = footprintOf([](int l) { return Texel{l, 0}; }, 1);
    footprint.bytesPerTexel = 16;
    const Counts counts = countOf(footprint, "9.0");
    EXPECT_EQ(counts.sectors, 96U) << "read on an H200: three sectors a pair, twice";
    EXPECT_EQ(counts.transactions, 33U);
    EXPECT_EQ(counts.requests, 8U);
}

TEST(Texture, LayoutPlacesEveryByteOnce) {
    for (const char* capability : {"1.0", "9.0"}) {
        for (const std::uint32_t height : {1U, 2U, 7U, 8U, 24U, 130U}) {
            TexelFootprint footprint;
            footprint.width = 48;
            footprint.height = height;
            const TextureLayout layout = textureLayout(footprint, rowOf(capability));
            std::set<std::uint64_t> offsets;
            for (std::uint32_t y = 0; y < height; ++y) {
                for (std::uint64_t x = 0; x < 48 * 4; ++x) {
                    EXPECT_TRUE(offsets.insert(layout.offset(x, y)).second) << x << ' ' << y;
                }
            }
        }
    }
    // The formula of the Tegra X1 manual, inside one block of 64 bytes x 8 rows.
    const TextureLayout gob{64, 8, 8, 1};
    EXPECT_EQ(gob.offset(0, 1), 16U);
    EXPECT_EQ(gob.offset(16, 0), 32U);
    EXPECT_EQ(gob.offset(0, 2), 64U);
    EXPECT_EQ(gob.offset(32, 0), 256U);
    EXPECT_EQ(gob.offset(63, 7), 511U);
    // Blocks of two such: the second stands below the first, the next pair beside them.
    const TextureLayout stacked{128, 16, 8, 2};
    EXPECT_EQ(stacked.offset(0, 8), 512U);
    EXPECT_EQ(stacked.offset(64, 0), 1024U);
}

} // namespace
} // namespace lanescope::model::test
