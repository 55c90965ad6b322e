// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/wave/model.h"

#include <cmath>

namespace lanescope::lab_wave {

std::size_t bytesPerVertex(Layout layout) {
    return sizeof(float) * (layout == Layout::Float4 ? 4 : 3);
}

int storesOf(Layout layout) {
    return layout == Layout::Float4 ? 1 : 3;
}

int storeWidth(Layout layout) {
    return static_cast<int>(sizeof(float)) * (layout == Layout::Float4 ? 4 : 1);
}

recording::Vertices Mesh::verticesIn(Layout layout) const {
    const auto count = static_cast<std::uint32_t>(vertices());
    return {
        .count = count,
        .columns = width,
        .floats = static_cast<std::uint32_t>(bytesPerVertex(layout) / sizeof(float)),
        .tile = layout == Layout::Arrays ? count : 1,
    };
}

std::uint64_t Mesh::addressOf(Layout layout, std::uint32_t x, std::uint32_t y, int store) const {
    const std::uint64_t vertex = std::uint64_t{y} * width + x;
    const auto field = static_cast<std::uint64_t>(store);
    if (layout == Layout::Arrays) return (field * vertices() + vertex) * sizeof(float);
    return vertex * bytesPerVertex(layout) + field * sizeof(float);
}

std::array<float, 3> Mesh::place(std::uint32_t x, std::uint32_t y, float frequency, float seconds) const {
    const float u = static_cast<float>(x) / static_cast<float>(width) * 2 - 1;
    const float v = static_cast<float>(y) / static_cast<float>(height) * 2 - 1;
    const float wave = std::sin(u * frequency + seconds) * std::cos(v * frequency + seconds);
    return {u, wave * 0.5F, v};
}

model::Counts warpStores(const Mesh& mesh, Layout layout, const LaneVertices& lanes,
                         const model::WarpAccess& store, const model::Architecture& architecture,
                         const model::Rules& rules) {
    model::Counts sum;
    model::WarpAccess each = store;
    each.width = static_cast<std::uint8_t>(storeWidth(layout));
    for (int number = 0; number < storesOf(layout); ++number) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
            each.address[lane] = mesh.addressOf(layout, lanes[lane].x, lanes[lane].y, number);
        sum += model::count(each, architecture, rules);
    }
    return sum;
}

int sideWithin(std::size_t bytes, Layout layout) {
    const std::size_t own = bytes / 16; // for tables of the kernel
    return static_cast<int>(
        std::sqrt(static_cast<double>(bytes - own) / static_cast<double>(bytesPerVertex(layout))));
}

} // namespace lanescope::lab_wave
