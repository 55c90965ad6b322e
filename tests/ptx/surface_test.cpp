// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "texture_fetch.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

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

/// A whole warp in a row does what its lanes do in two halves, inside and beyond the edge.
TEST(Surface, AWarpInARowIsAsItsLanesAre) {
    const auto expectSame = [](TexelGeometry geometry, std::uint8_t bits, std::uint8_t elements,
                               SurfaceEdge edge, std::uint32_t begin) {
        const std::uint32_t rows = geometry == TexelGeometry::D1 ? 1 : 3, size = bits / 8U * elements;
        SurfaceFetch whole(40, rows, 1, geometry), halves(40, rows, 1, geometry);
        for (SurfaceFetch* fetch : {&whole, &halves}) {
            fetch->operation.bits = bits;
            fetch->operation.elements = elements;
            fetch->operation.edge = edge;
            for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
                fetch->x[lane] = (begin + lane) * size;
                fetch->y[lane] = rows - 1;
                for (std::uint64_t e = 0; e < 4; ++e) fetch->value[e][lane] = lane * 7 + e;
            }
        }
        whole.store(0xFFFFFFFF);
        const model::TexelFootprint at = whole.footprint;
        halves.store(0x0000FFFF);
        halves.store(0xFFFF0000);
        EXPECT_EQ(whole.array->texels, halves.array->texels);
        EXPECT_EQ(at.x0, halves.footprint.x0);
        EXPECT_EQ(at.x1, halves.footprint.x1);
        EXPECT_EQ(at.y0, halves.footprint.y0);
        whole.load(0xFFFFFFFF);
        halves.load(0x0000FFFF);
        const auto lower = halves.value;
        halves.load(0xFFFF0000);
        for (std::size_t lane = 0; lane < kWarpSize; ++lane)
            for (std::size_t e = 0; e < elements; ++e)
                EXPECT_EQ(whole.value[e][lane], (lane < 16 ? lower : halves.value)[e][lane]);
    };
    for (const TexelGeometry geometry : {TexelGeometry::D1, TexelGeometry::D2})
        for (const std::uint8_t bits : {8, 32})
            for (const std::uint8_t elements : {1, 2, 4})
                for (const SurfaceEdge edge : {SurfaceEdge::Zero, SurfaceEdge::Clamp})
                    for (const std::uint32_t begin : {0xFFFFFFFEU, 0U, 3U, 40U}) {
                        SCOPED_TRACE(::testing::Message() << int(geometry) << " v" << int(elements) << ".b"
                                                          << int(bits) << " from " << begin);
                        expectSame(geometry, bits, elements, edge, begin);
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

} // namespace
} // namespace lanescope::ptx
