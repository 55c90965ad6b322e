// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"
#include "model/warp_access.h"
#include "recording/objects.h"

#include <array>
#include <cstddef>
#include <cstdint>

/// A mesh of vertices that waves move.
namespace lanescope::lab_wave {

/// How a vertex lies in memory: x y z w, x y z, or all x, then all y, then all z.
enum class Layout : std::uint8_t { Float4, Float3, Arrays };

/// Of all floats of a vertex.
std::size_t bytesPerVertex(Layout layout);
/// Stores that a thread writes its vertex with.
int storesOf(Layout layout);
/// Bytes that one of them moves a lane.
int storeWidth(Layout layout);

/// So many vertices in x and in z.
struct Mesh {
    std::uint32_t width = 1;
    std::uint32_t height = 1;

    std::uint64_t vertices() const { return std::uint64_t{width} * height; }
    std::size_t bytes(Layout layout) const { return vertices() * bytesPerVertex(layout); }
    /// What the memory holds, for the pictures of it.
    recording::Vertices verticesIn(Layout layout) const;
    /// Where, in bytes from the first, one of a vertex's stores goes.
    std::uint64_t addressOf(Layout layout, std::uint32_t x, std::uint32_t y, int store) const;
    /// x, y and z of a vertex, -1 to 1, by the kernels' formula; frequency: radians from the middle of the
    /// mesh to its edge.
    std::array<float, 3> place(std::uint32_t x, std::uint32_t y, float frequency, float seconds) const;
};

/// The vertex of each lane of a warp.
using LaneVertices = std::array<model::Dim3, model::kWarpSize>;
/// What the stores of a warp's vertices come to in a layout from address 0 on; lanes take part as in `store`.
model::Counts warpStores(const Mesh& mesh, Layout layout, const LaneVertices& lanes,
                         const model::WarpAccess& store, const model::Architecture& architecture,
                         const model::Rules& rules);

/// The side of the largest square mesh that fits into memory of so many bytes, beside the kernel's own
/// tables.
int sideWithin(std::size_t bytes, Layout layout);

} // namespace lanescope::lab_wave
