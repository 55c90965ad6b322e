// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

#include <cstdint>
#include <functional>
#include <string_view>

/// What kernels wrote into OpenGL's buffers and images.
namespace lanescope::kit {

/// Title, what the result is and how it reaches OpenGL over it, and under it which warp is in colour with a
/// hint; gives the rectangle between. None of it may change while only time passes.
render::Rect drawResultHeading(render::Canvas& canvas, const Frame& frame, const ResultObject& object,
                               const ShownAccess* shown, std::string_view title, std::string_view what,
                               std::string_view hint);

/// The first image or mesh or points among the results, with heading and hint, in the frame's left part;
/// nothing where there is none. shown may be null.
void drawFirstResult(render::Canvas& canvas, const Frame& frame, const ShownAccess* shown);
/// Whether that draws something.
bool hasDrawableResult(const RunResult& result);

/// An image that a kernel wrote, one thread a pixel, with the block and the pixels of the shown warp; blocks
/// can be clicked (PickKind::Block). shown may be null.
void drawImageResult(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                     const ResultObject& image, const ShownAccess* shown);

/// A mesh that a kernel wrote, one thread a vertex, seen through the view's camera, with balls on the
/// vertices of the shown warp; vertices can be clicked. place says where in space vertex (x, y) lies. shown
/// may be null.
void drawMeshResult(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                    const render::Grid& grid, const ShownAccess* shown,
                    const std::function<glm::vec3(std::uint32_t, std::uint32_t)>& place);

/// Points that a kernel wrote, one thread a point, seen through the view's camera, with numbered discs on
/// those of the shown warp; points can be clicked (PickKind::Vertex). place says where in space point i lies.
/// shown may be null.
void drawCloudResult(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                     const render::PointCloud& cloud, const ShownAccess* shown,
                     const std::function<glm::vec3(std::uint32_t)>& place);

} // namespace lanescope::kit
