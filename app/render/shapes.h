// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/palette.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::render {

/// A rectangle in points, from its top left corner.
struct Rect {
    float x = 0, y = 0, width = 0, height = 0;

    bool operator==(const Rect&) const = default;
    constexpr float right() const { return x + width; }
    constexpr float bottom() const { return y + height; }
    constexpr glm::vec2 center() const { return {x + width / 2, y + height / 2}; }
    constexpr bool contains(glm::vec2 p) const {
        return p.x >= x && p.y >= y && p.x < right() && p.y < bottom();
    }
    /// Smaller by this much on each side; negative grows.
    constexpr Rect inset(float by) const { return inset(by, by); }
    constexpr Rect inset(float byX, float byY) const {
        return {x + byX, y + byY, width - 2 * byX, height - 2 * byY};
    }
    /// Parts of this rectangle, taken from one side; the rest is what is left.
    constexpr Rect top(float h) const { return {x, y, width, h}; }
    constexpr Rect belowTop(float h) const { return {x, y + h, width, height - h}; }
    constexpr Rect left(float w) const { return {x, y, w, height}; }
    constexpr Rect rightOf(float w) const { return {x + w, y, width - w, height}; }
};

/// How an area is painted: inside, corners (points), and a border drawn inwards from the edge.
struct Fill {
    Color color;
    float radius = 0;
    Color border{0, 0, 0, 0};
    float borderWidth = 0;
};

enum class Font : std::uint8_t { Sans, Bold, Mono };
/// Start is left or top, End is right or bottom; a vertical Center centres the capital letters.
enum class Align : std::uint8_t { Start, Center, End };

struct TextStyle {
    float size = 13; ///< points
    Color color;
    Font font = Font::Sans;
    Align h = Align::Start, v = Align::Start;
    float maxWidth = 0; ///< points; longer text ends in an ellipsis; 0: no limit
};

/// How a texture is put into a rectangle.
struct ImageLook {
    bool flipY = false;  ///< true where row 0 of the texture is the lowest
    bool nearest = true; ///< each texel a square; else bilinear
    float opacity = 1;
    Rect uv{0, 0, 1, 1}; ///< the part shown, in 0 to 1
};

class Buffer;

/// How vertices lie in an OpenGL buffer: x y z w, x y z, or all x, then all y, then all z.
enum class VertexLayout : std::uint8_t { Float4, Float3, StructureOfArrays };

/// A grid of width x height vertices, row by row, in an OpenGL buffer that a kernel wrote.
struct Grid {
    const Buffer* buffer = nullptr; ///< read when the picture ends
    std::uint32_t width = 0, height = 0;
    VertexLayout layout = VertexLayout::Float4;
    std::size_t offsetBytes = 0; ///< of the first vertex; a multiple of 4
    /// From a vertex's x to the next one's, where more than its layout says lies between; 0: nothing does.
    std::size_t strideBytes = 0;
};

/// Free points in an OpenGL buffer that a kernel wrote, their x, y and z wherever the layout has them.
struct PointCloud {
    const Buffer* buffer = nullptr;           ///< read when the picture ends
    std::uint32_t count = 0;                  ///< of points
    std::size_t strideBytes = 0;              ///< from a point's x to the next one's
    std::array<std::size_t, 3> offsetBytes{}; ///< of the first point's x, y and z; multiples of 4
    std::uint32_t tile = 0;    ///< so many points lie a stride apart, then a tile begins; 0: all
    std::size_t tileBytes = 0; ///< from one tile to the next, a multiple of the stride
};

/// Surface colours by height, lit, under thin lines; a grid with more quads than pixels is drawn by every
/// n-th.
struct MeshLook {
    Color low, high, line;
    float lowest = -0.5f, highest = 0.5f; ///< heights (y) of the two colours
    bool surface = true;                  ///< false: lines only, with those behind hidden
};

enum class PickKind : std::uint8_t {
    None,
    Lane,
    Cell,
    Bank,
    Line,
    Sector,
    Wavefront,
    Site,
    Vertex,
    Texel,
    Block,
    Warp,
    Point,
    Control
};

/// What lies under the mouse: the kind says which of the fields mean something.
struct Pick {
    PickKind kind = PickKind::None;
    std::int64_t id = -1;      ///< number of the cell, bank, sector, wavefront, vertex, ... or a lab's own
    int lane = -1;             ///< the lane it belongs to
    int site = -1;             ///< the memory instruction it belongs to
    std::uint64_t address = 0; ///< byte address in its space
    int group = 0;             ///< of points: the set of a picture's points in which id counts

    bool operator==(const Pick&) const = default;
};

} // namespace lanescope::render
