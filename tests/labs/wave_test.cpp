// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/wave/model.h"

#include "lab_run.h"

#include <cmath>
#include <vector>

namespace lanescope::lab_wave {
namespace {

using namespace labs_test;

constexpr Layout kAll[] = {Layout::Float4, Layout::Float3, Layout::Arrays};

TEST(WaveModel, AddressesByHand) {
    const Mesh mesh{.width = 10, .height = 4};
    // Vertex (3, 2) is number 23; its z.
    EXPECT_EQ(mesh.addressOf(Layout::Float3, 3, 2, 2), 23U * 12 + 8);
    EXPECT_EQ(mesh.addressOf(Layout::Arrays, 3, 2, 2), (2U * 40 + 23) * 4);
    EXPECT_EQ(mesh.addressOf(Layout::Float4, 3, 2, 0), 23U * 16);
    EXPECT_EQ(mesh.bytes(Layout::Float4), 640U);
    EXPECT_EQ(mesh.bytes(Layout::Arrays), 480U);
}

/// Every float of the memory belongs to one store of one vertex.
TEST(WaveModel, StoresCoverTheMemoryOnce) {
    const Mesh mesh{.width = 7, .height = 5};
    for (const Layout layout : kAll) {
        std::vector<int> written(mesh.bytes(layout));
        for (std::uint32_t y = 0; y < mesh.height; ++y)
            for (std::uint32_t x = 0; x < mesh.width; ++x)
                for (int store = 0; store < storesOf(layout); ++store)
                    for (int byte = 0; byte < storeWidth(layout); ++byte)
                        ++written.at(mesh.addressOf(layout, x, y, store) + static_cast<std::size_t>(byte));
        EXPECT_EQ(written, std::vector<int>(mesh.bytes(layout), 1));
    }
}

/// A row of 32 vertices: 512 bytes in one store; 384 bytes, each sector touched by three stores; three rows
/// of 128 bytes.
TEST(WaveModel, StoresOfAWarpByHand) {
    const Mesh mesh{.width = 64, .height = 8};
    LaneVertices row;
    LaneVertices column;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        row[lane] = {lane, 3, 0};
        column[lane] = {5, lane % 8, 0};
    }
    model::WarpAccess store;
    store.operation = model::Operation::Store;
    store.activeMask = ~0U;
    const auto sectors = [&](Layout layout, const LaneVertices& lanes) {
        const model::Counts counts = warpStores(mesh, layout, lanes, store, model::defaultArchitecture(), {});
        EXPECT_EQ(counts.accesses, static_cast<std::uint64_t>(storesOf(layout)));
        return counts.transactions;
    };
    EXPECT_EQ(sectors(Layout::Float4, row), 16U);
    EXPECT_EQ(sectors(Layout::Float3, row), 36U);
    EXPECT_EQ(sectors(Layout::Arrays, row), 12U);
    EXPECT_EQ(sectors(Layout::Float4, column), 8U); // 8 rows; lanes of the same vertex share its sector
    store.activeMask = 0xFF;
    EXPECT_EQ(sectors(Layout::Float4, row), 4U);
}

/// What a recording says of the buffer is where the stores go.
TEST(WaveModel, RecordedVerticesAreWhereTheStoresGo) {
    const Mesh mesh{.width = 7, .height = 5};
    for (const Layout layout : kAll) {
        const recording::Vertices vertices = mesh.verticesIn(layout);
        EXPECT_EQ(vertices.columns, 7U);
        EXPECT_EQ(vertices.rows(), 5U);
        EXPECT_EQ(vertices.bytes(), mesh.bytes(layout));
        for (std::uint32_t y = 0; y < mesh.height; ++y)
            for (std::uint32_t x = 0; x < mesh.width; ++x)
                for (int axis = 0; axis < 3; ++axis) {
                    const bool together = storesOf(layout) == 1; // of x, y, z and w
                    EXPECT_EQ(4 * vertices.element(y * mesh.width + x, static_cast<std::uint64_t>(axis)),
                              mesh.addressOf(layout, x, y, together ? 0 : axis) +
                                  static_cast<std::uint64_t>(together ? 4 * axis : 0));
                }
    }
}

TEST(WaveModel, PlacesAreTheFormula) {
    const Mesh mesh{.width = 8, .height = 4};
    const auto middle = mesh.place(4, 2, 3, 0);
    EXPECT_FLOAT_EQ(middle[0], 0);
    EXPECT_FLOAT_EQ(middle[1], 0);
    EXPECT_FLOAT_EQ(middle[2], 0);
    const auto corner = mesh.place(0, 0, 2, 0.25F);
    EXPECT_FLOAT_EQ(corner[0], -1);
    EXPECT_FLOAT_EQ(corner[2], -1);
    EXPECT_NEAR(corner[1], 0.5 * std::sin(-1.75) * std::cos(-1.75), 1e-6);
}

TEST(WaveModel, TheLargestMeshThatFits) {
    for (const Layout layout : kAll)
        for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{100} << 20}) {
            const auto side = static_cast<std::uint32_t>(sideWithin(bytes, layout));
            EXPECT_LE((Mesh{side, side}).bytes(layout), bytes * 15 / 16);
            EXPECT_GT((Mesh{side + 1, side + 1}).bytes(layout), bytes * 15 / 16);
        }
}

/// What the lab says of a layout is what its kernel's stores come to.
TEST(Wave, TheShownWarpsStoresAreTheModels) {
    for (const auto& [name, layout] :
         {std::pair("float4", Layout::Float4), {"float3", Layout::Float3}, {"soa", Layout::Arrays}}) {
        const LabRun run("wave", {{"layout", name},
                                  {"width", "64"},
                                  {"height", "64"},
                                  {"block", "32x8"},
                                  {"focus-block", "3"},
                                  {"focus-warp", "2"}});
        model::Counts ran;
        const session::Observation& seen = *run.result().launches.front().observation;
        for (const model::WarpAccess& access : seen.trace)
            ran += model::count(access, model::defaultArchitecture());
        LaneVertices lanes; // block (1, 1), third row
        for (std::uint32_t lane = 0; lane < 32; ++lane) lanes[lane] = {32 + lane, 8 + 2, 0};
        const model::Counts made = warpStores({.width = 64, .height = 64}, layout, lanes, seen.trace.front(),
                                              model::defaultArchitecture(), {});
        EXPECT_EQ(made.transactions, ran.transactions) << name;
        EXPECT_EQ(made.accesses, ran.accesses) << name;
    }
}

} // namespace
} // namespace lanescope::lab_wave
