// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/model.h"
#include "labs/layout/words.h"
#include "plain_run.h"
#include "render/palette.h"

#include <cmath>

namespace lanescope::lab_layout {
namespace {

using namespace labs_test;

/// Where the test looks for field f of particle i.
std::size_t place(std::string_view layout, std::size_t i, std::size_t f, std::size_t count,
                  std::size_t fields, std::size_t tile) {
    if (layout == "aos") return i * fields + f;
    if (layout == "soa") return f * count + i;
    return i / tile * tile * fields + f * tile + i % tile;
}

TEST(Layout, EveryLayoutHoldsTheSameParticles) {
    constexpr double kTime = 1.5;
    for (const auto& [particles, fields, tile] :
         {std::tuple("32", "3", "128"), std::tuple("256", "5", "4"), std::tuple("1024", "16", "32"),
          std::tuple("512", "8", "64")})
        for (const char* layout : {"aos", "soa", "aosoa"})
            for (const char* access : {"position", "all"}) {
                const auto lab = prepared("layout", {{"layout", layout},
                                                     {"particles", particles},
                                                     {"fields", fields},
                                                     {"tile", tile},
                                                     {"access", access}});
                PlainRun run(*lab, kTime);
                const std::vector<float> memory = run.read<float>("particles");
                const std::size_t count = std::stoul(particles), width = std::stoul(fields);
                const bool all = std::string_view(access) == "all";
                for (std::size_t i = 0; i < count; ++i) {
                    const auto field = [&](std::size_t f) {
                        return memory.at(place(layout, i, f, count, width, std::stoul(tile)));
                    };
                    const double radius =
                        std::sqrt((static_cast<double>(i) + 0.5) / static_cast<double>(count));
                    const auto turned = static_cast<std::uint32_t>(i * 2654435769U);
                    const double angle =
                        2 * std::acos(-1.0) * turned / 4294967296.0 + kTime / (0.5 + 2 * radius);
                    ASSERT_NEAR(field(0), radius * std::cos(angle), 2e-6) << layout << " " << i;
                    ASSERT_NEAR(field(1), 0.12 * std::sin(3 * angle + kTime), 2e-6) << layout << " " << i;
                    ASSERT_NEAR(field(2), radius * std::sin(angle), 2e-6) << layout << " " << i;
                    for (std::size_t f = 3; f < width; ++f)
                        ASSERT_EQ(field(f), all ? static_cast<float>(i) + 0.0625F * static_cast<float>(f) : 0)
                            << layout << " " << i << " " << f;
                }
            }
}

/// Every element belongs to one field of one structure, or to what fills up the last tile.
TEST(Layout, WhatLiesAtAnElementIsWhoseElementItIs) {
    for (const lab_layout::StructOrder order :
         {lab_layout::StructOrder::Structures, lab_layout::StructOrder::Arrays,
          lab_layout::StructOrder::Tiles})
        for (const std::uint64_t tile : {4U, 32U}) {
            const lab_layout::StructLayout layout{order, 75, 7, tile};
            std::vector<int> owners(layout.elements());
            for (std::uint64_t i = 0; i < layout.count; ++i)
                for (std::uint64_t f = 0; f < layout.fields; ++f) {
                    const std::uint64_t element = layout.element(i, f);
                    ASSERT_LT(element, owners.size());
                    ++owners[element];
                    EXPECT_EQ(layout.placeOf(element).structure, i);
                    EXPECT_EQ(layout.placeOf(element).field, f);
                }
            for (std::uint64_t element = 0; element < owners.size(); ++element)
                EXPECT_EQ(owners[element], layout.placeOf(element).structure < layout.count ? 1 : 0);
        }
}

/// Sectors of one store of a warp, by hand: in a row 4; of structures so many floats long, as many as the 32
/// particles' floats lie in; of tiles of 4 particles, 16 bytes of every tile.
TEST(Layout, AStoreMovesTheSectorsOfItsLayout) {
    const auto sectors = [](const char* layout, const char* fields, const char* tile) {
        const LabRun run("layout", {{"layout", layout}, {"fields", fields}, {"tile", tile}});
        const model::Counts stores = run.result().total(model::Space::Global, model::Direction::Store);
        EXPECT_EQ(stores.requests, 3U * 4096 / 32);
        return static_cast<double>(stores.sectors) / static_cast<double>(stores.requests);
    };
    EXPECT_EQ(sectors("soa", "8", "32"), 4);
    EXPECT_EQ(sectors("aosoa", "8", "32"), 4);
    EXPECT_EQ(sectors("aosoa", "8", "8"), 4); // a tile's field is just a sector
    EXPECT_EQ(sectors("aosoa", "8", "4"), 8);
    EXPECT_EQ(sectors("aos", "3", "32"), 12);
    EXPECT_EQ(sectors("aos", "4", "32"), 16);
    EXPECT_EQ(sectors("aos", "8", "32"), 32);
    EXPECT_EQ(sectors("aos", "16", "32"), 32);
}

/// 33 floats an array: y begins 4 bytes into a sector and z 8, so three stores of 128 bytes take 4 + 5 + 5.
TEST(Layout, AnOddCountShiftsTheArrays) {
    const LabRun run("layout",
                     {{"layout", "soa"}, {"particles", "33"}, {"focus-block", "0"}, {"focus-warp", "0"}});
    model::Counts stores;
    for (const model::WarpAccess& access : run.result().launches[0].observation->trace)
        stores += model::count(access, model::defaultArchitecture());
    EXPECT_EQ(stores.sectors, 14U);
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
    EXPECT_EQ(kit::describePick(*run.lab, {render::PickKind::Vertex, 21}, frame), "particle 21");
    EXPECT_EQ(lab_layout::conclusionText(frame.architecture, stores, stores, true),
              "The warp's 3 stores take 14 sectors: the fields' arrays do not end where sectors do, so "
              "neighbours share some.");
    EXPECT_EQ(lab_layout::conclusionText(frame.architecture, stores, stores, false),
              "The warp's 3 stores take 14 sectors: neighbours' fields lie side by side.");
}

/// Structure 5 of 7 fields, field 2, of 75 in tiles of 4, by hand.
TEST(LayoutModel, ElementsByHand) {
    StructLayout layout{.order = StructOrder::Structures, .count = 75, .fields = 7, .tile = 4};
    EXPECT_EQ(layout.element(5, 2), 37U);
    EXPECT_EQ(layout.elements(), 525U);
    layout.order = StructOrder::Arrays;
    EXPECT_EQ(layout.element(5, 2), 155U);
    layout.order = StructOrder::Tiles; // tile 1 begins at 28; its field 2 at 28 + 8
    EXPECT_EQ(layout.element(5, 2), 37U);
    EXPECT_EQ(layout.element(6, 2), 38U);
    EXPECT_EQ(layout.elements(), 19U * 28); // 76 structures
}

/// What a recording says of the buffer is where its fields lie.
TEST(LayoutModel, RecordedVerticesAreTheFields) {
    for (const StructOrder order : {StructOrder::Structures, StructOrder::Arrays, StructOrder::Tiles})
        for (const std::uint64_t count : {64U, 75U}) {
            const StructLayout layout{.order = order, .count = count, .fields = 7, .tile = 128};
            const recording::Vertices vertices = layout.vertices();
            EXPECT_EQ(vertices.count, count);
            EXPECT_EQ(vertices.columns, 0U) << "free points";
            EXPECT_EQ(vertices.bytes(), 4 * layout.elements());
            for (std::uint64_t i = 0; i < count; ++i)
                for (std::uint64_t field = 0; field < 3; ++field)
                    EXPECT_EQ(vertices.element(i, field), layout.element(i, field));
        }
}

TEST(LayoutModel, StoresByOrderAreTheStoresOfEach) {
    model::WarpAccess store;
    store.operation = model::Operation::Store;
    store.activeMask = ~0U;
    StructLayout layout{.order = StructOrder::Tiles, .count = 4096, .fields = 8, .tile = 4};
    const CountsByOrder counts =
        warpStoresByOrder(layout, store, 32, 3, 0x10000, model::defaultArchitecture(), {});
    EXPECT_EQ(counts[0].sectors, 3U * 32); // as the next test has them, by hand
    EXPECT_EQ(counts[1].sectors, 3U * 4);
    EXPECT_EQ(counts[2].sectors, 3U * 8);
}

/// Sectors of a warp's stores into x, y and z of 8 fields, from structure 32 on, by hand.
TEST(LayoutModel, StoresOfAWarpInEachOrder) {
    model::WarpAccess store;
    store.operation = model::Operation::Store;
    store.activeMask = ~0U;
    const auto stores = [&](StructOrder order, std::uint64_t written, std::uint64_t tile) {
        const StructLayout layout{.order = order, .count = 4096, .fields = 8, .tile = tile};
        return warpStores(layout, store, 32, written, 0x10000, model::defaultArchitecture(), {});
    };
    EXPECT_EQ(stores(StructOrder::Structures, 3, 32).sectors, 3U * 32);
    EXPECT_EQ(stores(StructOrder::Arrays, 3, 32).sectors, 3U * 4);
    EXPECT_EQ(stores(StructOrder::Tiles, 3, 32).sectors, 3U * 4);
    EXPECT_EQ(stores(StructOrder::Tiles, 3, 4).sectors, 3U * 8);
    EXPECT_EQ(stores(StructOrder::Arrays, 8, 32).accesses, 8U);
    EXPECT_EQ(stores(StructOrder::Arrays, 8, 32).bytesRequested, 8U * 128);
    store.activeMask = 0xFFFF;
    EXPECT_EQ(stores(StructOrder::Arrays, 3, 32).sectors, 3U * 2);
}

TEST(LayoutModel, ParticlesAreSpreadOverADiscThatTurns) {
    constexpr std::uint64_t kCount = 1000;
    int inner = 0;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const auto [x, y, z] = particlePlace(i, kCount, 2);
        const double radius = std::sqrt(x * x + z * z);
        EXPECT_NEAR(radius * radius, (i + 0.5) / kCount, 1e-9); // as many on every ring of the same area
        EXPECT_LE(std::abs(y), 0.12);
        inner += radius < 0.5;
    }
    EXPECT_EQ(inner, 250);
    // In the middle a second turns it by 2 radians, at the edge by 0.4.
    const auto turned = [](std::uint32_t i) {
        const auto before = particlePlace(i, 1U << 20, 0);
        const auto after = particlePlace(i, 1U << 20, 1);
        const double dot = before[0] * after[0] + before[2] * after[2];
        return std::acos(dot / (before[0] * before[0] + before[2] * before[2]));
    };
    EXPECT_NEAR(turned(0), 2, 0.01);
    EXPECT_NEAR(turned((1U << 20) - 1), 0.4, 0.001);
}

TEST(Layout, ClicksChooseParticleAndLayout) {
    const auto lab = prepared("layout", {});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Vertex, 3 * 256 + 5 * 32 + 7}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 3U);
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 5U);
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 1}));
    EXPECT_EQ(lab->findParameter("layout")->text(), "soa");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 3}));
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("tile"), model::defaultArchitecture()), "");
    lab->set("layout", "aosoa");
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("tile"), model::defaultArchitecture()), "");
}

} // namespace
} // namespace lanescope::lab_layout
