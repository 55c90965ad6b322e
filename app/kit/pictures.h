// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/test_images.h"
#include "render/canvas.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The pictures of accesses, as verbs that labs share. Each marks what it draws with Canvas::pick, lights
/// what belongs to frame.brush and dims the rest, and keeps within its rectangle at any size.
namespace lanescope::kit {

/// What stands over a picture.
struct Heading {
    std::string title;      ///< what is seen, in words
    std::string subtitle;   ///< the rule behind it
    std::string expression; ///< in the kernel's own notation, at the right; may be empty
};

/// The text broken into lines of at most this width in points.
std::string wrapped(const render::Canvas& canvas, std::string_view text, const render::TextStyle& style,
                    float width);

/// The first of the wordings, longest first, that is no wider than this; else the last.
std::string fitting(const render::Canvas& canvas, std::initializer_list<std::string> wordings,
                    render::TextStyle style, float width);

/// Draws a heading, with arrows to the other accesses when there are several; gives the rectangle beneath it.
render::Rect drawHeading(render::Canvas& canvas, const render::Rect& rect, const Heading& heading,
                         const ShownAccess* shown = nullptr);
/// Draws wrapped sentences at the lower edge; gives the rectangle above them.
render::Rect drawMoral(render::Canvas& canvas, const render::Rect& rect, std::string_view text,
                       const render::Color& color);
/// Says, in the middle, why there is nothing to see.
void drawNothing(render::Canvas& canvas, const render::Rect& rect, std::string_view why);

/// Shared memory: lanes above, the banks and the words asked of them below, then the wavefronts one after
/// another with controls that step through them.
void drawBanks(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
               const ShownAccess& shown);

/// Global memory: the 128-byte lines that the access touches, what is moved of them (32-byte sectors from
/// CC 5.0 on, before that the architecture's own transactions) and the bytes each lane uses. Gives the
/// rectangle left beneath.
render::Rect drawSectors(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                         const ShownAccess& shown);

/// Global memory from CC 5.0 on: which line goes through which of the four tag banks, pass by pass, and what
/// of their data moves together; where the banks are not known, that. It stands at the lower edge; gives the
/// rectangle above it.
render::Rect drawTagStage(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                          const ShownAccess& shown);

/// How the block's shape cuts its threads into warps, the focus warp in the colours of its lanes. Warps are
/// marked with PickKind::Warp.
void drawWarpMap(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                 const ShownAccess& shown);

/// Sectors, tag stage and warps, one under the other, as the height allows.
void drawSectorsAndWarps(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                         const ShownAccess& shown);

/// Any access: shared memory as banks, constant memory as requests, global memory as sectors and warps.
void drawAccess(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                const ShownAccess& shown);

/// Memory as rows of sectors: what these accesses move of it, how often, and how much of that is used; the
/// accesses of the focus warp in the colours of its lanes. All accesses are taken to be at the site shown.
void drawMemoryMap(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                   const ShownAccess& shown, std::span<const model::WarpAccess> accesses);

/// Title, what the result is and how it reaches OpenGL over it, and under it which warp is in colour with a
/// hint; gives the rectangle between.
render::Rect drawResultHeading(render::Canvas& canvas, const Frame& frame, const ResultObject& object,
                               const ShownAccess* shown, std::string_view title, std::string_view what,
                               std::string_view hint);
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

/// A strip that stands for a whole allocation with the part [first, end) marked, offsets in bytes.
void drawPlace(render::Canvas& canvas, const render::Rect& rect, std::uint64_t bytes, std::uint64_t first,
               std::uint64_t end, std::string_view caption);

/// The texels that the focus warp's fetch reads, enlarged, with their 32-byte sectors; in a corner the
/// picture that the texture is made of.
void drawTexels(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                const ShownAccess& shown, const Picture& source);
/// The largest rectangle of a picture's shape in the middle of rect.
render::Rect fitted(const render::Rect& rect, float width, float height);

/// What a region says when the mouse is over it, with the numbers put into the index expression; may be
/// empty.
std::string describe(const render::Pick& pick, const Frame& frame);

/// Lanes of the access that the brush lights; all active ones when nothing is hovered.
std::uint32_t litLanes(const Frame& frame, const ShownAccess& shown);
/// "5", "0-7", "0, 8, 16, 24", "1, 3, 5 and 13 more".
std::string laneList(std::uint32_t lanes, std::size_t most = 6);
/// An address as a label: its last six hexadecimal digits when it is longer.
std::string shortAddress(std::uint64_t address);
/// The thread's index in its block; threads are numbered x fastest (CUDA C++ Programming Guide, 2.2).
model::Dim3 threadIndex(model::Dim3 block, std::uint32_t warp, int lane);

/// What an access means in words: "32 lanes read 4 bytes each".
std::string accessSentence(const model::WarpAccess& access);
/// Addresses a constant distance apart from lane to lane.
struct Affine {
    std::int64_t base = 0, step = 0; ///< bytes
};
/// The rule that all active lanes follow; nothing when there is none or only one lane.
std::optional<Affine> affineOf(const model::WarpAccess& access);
/// "4 x lane + 16" for an affine access, in units of so many bytes; empty for any other pattern.
std::string affineText(const model::WarpAccess& access, std::uint64_t unitBytes,
                       std::string_view lane = "lane");

} // namespace lanescope::kit
