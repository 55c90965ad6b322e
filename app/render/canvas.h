// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/camera.h"
#include "render/gl.h"
#include "render/image.h"
#include "render/shapes.h"
#include "render/vector/drawing.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::render {

class Canvas;
struct CanvasState;

/// A part of the canvas seen through a camera; what is drawn stands between the verbs before and after its
/// scope. Vertex buffers are read by Canvas::end().
class Scene {
public:
    ~Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    void mesh(const Grid& grid, const MeshLook& look);
    /// Balls on vertices of a grid; an index beyond the grid is left out. radius in points.
    void points(const Grid& grid, std::span<const std::uint32_t> vertices, std::span<const Color> colors,
                float radius);
    /// Every point of a cloud as a ball of one colour; radius in points.
    void cloud(const PointCloud& cloud, Color color, float radius);
    /// Behind the meshes and balls, whatever its depth: for axes and the floor.
    void line(glm::vec3 from, glm::vec3 to, float width, Color color);
    /// Text at a place in space, on top of everything.
    void label(glm::vec3 at, std::string_view text, const TextStyle& style);
    /// Where a place in space appears, in the canvas's points; nothing when it lies behind the eye.
    std::optional<glm::vec2> project(glm::vec3 at) const;

private:
    friend class Canvas;
    Scene(CanvasState& state, const Rect& viewport, const Camera& camera);
    CanvasState& m_state;
};

/// Restores the clip rectangle at the end of a scope.
class ClipScope {
public:
    ~ClipScope();
    ClipScope(const ClipScope&) = delete;
    ClipScope& operator=(const ClipScope&) = delete;

private:
    friend class Canvas;
    explicit ClipScope(CanvasState& state) : m_state(state) {}
    CanvasState& m_state;
};

/// Drawing verbs in, pixels out. Lengths are in points, the origin is top left, later verbs cover earlier
/// ones. Needs a current OpenGL 4.5 context for its whole life; OpenGL state other than bindings is left as
/// found.
class Canvas {
public:
    Canvas();
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    /// Fine draws scenes with all their quads and smooth edges; else coarser and several times faster, which
    /// is how it starts where OpenGL is a software renderer. For pictures that are kept, not for frames.
    void setFine(bool fine);
    /// Whether somebody can click in the picture, as at first: else buttons, and words that speak of the
    /// mouse, are left out by those who draw.
    void setInteractive(bool interactive);
    bool interactive() const;
    /// Whether pictures may say what follows from what they show, as at first: not while a question about it
    /// waits.
    void setConcludes(bool concludes);
    bool concludes() const;
    /// Labels, which are texts of 10 points and more, get at least this size: for who sits far away. Smaller
    /// texts belong to the shapes that they stand in. 0, as at first: each has its own size.
    void setLeastLabel(float points);
    /// It has a least size: the picture is read from afar.
    bool isForAudience() const;
    /// From the next picture on, what drawing() needs is kept, and nothing is copied from the picture before.
    void keepDrawings(bool keep);
    /// Starts a picture of this many pixels; scale is pixels per point. Clears it and the pick regions.
    /// repeats: what still() draws is what it drew in the picture before.
    void begin(int widthPixels, int heightPixels, float scale, const Theme& theme, bool repeats = false);
    /// Draws what is pending; the texture is complete after it.
    void end();
    /// The picture, RGBA8, row 0 lowest; OpenGL's name changes when the size does.
    const Texture& texture() const;
    /// Reads the picture back.
    Image read() const;
    /// The picture as shapes, after end(): its texts as text, its meshes and textures as images of as many
    /// pixels. Needs keepDrawings().
    Drawing drawing();

    Rect bounds() const; ///< the whole picture in points
    float scale() const; ///< pixels per point
    const Theme& theme() const;

    void rectangle(const Rect& rect, const Fill& fill);
    void circle(glm::vec2 center, float radius, const Fill& fill);
    /// Flat ends; a vertical or horizontal line is aligned with the pixels.
    void line(glm::vec2 from, glm::vec2 to, float width, Color color);
    /// Dashes of this length with gaps as long.
    void dashedLine(glm::vec2 from, glm::vec2 to, float width, Color color, float dash);
    /// A cubic Bezier curve whose colour changes from one end to the other.
    void curve(glm::vec2 from, glm::vec2 control1, glm::vec2 control2, glm::vec2 to, float width, Color first,
               Color last);
    void curve(glm::vec2 from, glm::vec2 control1, glm::vec2 control2, glm::vec2 to, float width,
               Color color) {
        curve(from, control1, control2, to, width, color, color);
    }
    void polyline(std::span<const glm::vec2> points, float width, Color color);
    void triangle(glm::vec2 a, glm::vec2 b, glm::vec2 c, Color color);
    /// A line with a head at its end.
    void arrow(glm::vec2 from, glm::vec2 to, float width, Color color, float headLength = 8);
    /// UTF-8 text; '\n' starts a new line. Gives the area covered.
    Rect text(glm::vec2 at, std::string_view text, const TextStyle& style);
    /// Width and height of a text in points; the height is a whole number of lines.
    glm::vec2 measure(std::string_view text, const TextStyle& style) const;
    /// The first of these, the longest in front, that fits into a width without an ellipsis; else the last.
    /// Empty ones are none.
    std::string fitting(std::initializer_list<std::string_view> texts, TextStyle style, float width) const;
    /// A texture of one channel is shown in grey. It is read by end().
    void image(const Rect& rect, const Texture& texture, const ImageLook& look = {});
    /// A picture in memory, row 0 at the top; it is sent to OpenGL anew each time.
    void image(const Rect& rect, const Image& picture, const ImageLook& look = {});

    /// Restricts drawing to the common part of this and the present clip rectangle.
    [[nodiscard]] ClipScope clip(const Rect& rect);
    /// Opens a view in three dimensions; one at a time.
    [[nodiscard]] Scene scene(const Rect& viewport, const Camera& camera);

    /// Says what lies in a region. Regions hidden by the clip rectangle are not hit.
    void pick(const Rect& rect, const Pick& what);
    void pick(glm::vec2 center, float radius, const Pick& what);
    /// The topmost region at a point.
    std::optional<Pick> pickAt(glm::vec2 at) const;
    /// The topmost region of that pick at a point, whatever lies over it.
    std::optional<Rect> regionAt(glm::vec2 at, const Pick& what) const;

    /// Has a part of the picture drawn, and gives what draw() gives: the room that is left. In a picture that
    /// repeats the one before, both are copied from there. Parts are told apart by their order. Not within a
    /// scene, a clip or another such part.
    template<class Draw>
    Rect still(Draw draw) {
        if (const auto left = copyStill()) return *left;
        beginStill();
        return endStill(draw());
    }

    /// How many draw calls the last picture took.
    int drawCalls() const;

private:
    void drawTexture(const Rect& rect, unsigned glTexture, const ImageLook& look);
    std::optional<Rect> copyStill();
    void beginStill();
    Rect endStill(const Rect& left);

    friend class Scene;
    std::unique_ptr<CanvasState> m_state;
};

} // namespace lanescope::render
