// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/canvas.h"
#include "render/fonts.h"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace lanescope::render {

/// Whole pixels from the top left, the end not included.
struct PixelRect {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool operator==(const PixelRect&) const = default;
    bool empty() const { return right <= left || bottom <= top; }
    PixelRect common(const PixelRect& other) const;
};

/// One shape as shaders/shape.vert reads it; lengths are pixels.
struct Instance {
    enum Kind : std::uint32_t { Box, Ribbon, Triangle, Glyph };
    glm::vec4 a{0}, b{0};
    std::uint32_t color0 = 0, color1 = 0; ///< red in the lowest byte
    std::uint32_t kind = Box;
    float halfWidth = 0;
};

struct DrawShapes {
    std::size_t first = 0, count = 0;
    PixelRect clip;
};
struct DrawImage {
    unsigned texture = 0;
    glm::vec4 rect, part; ///< corner and size, in pixels and in the texture
    bool nearest = true, premultiplied = false;
    float opacity = 1;
    PixelRect clip;
};
struct SceneMesh {
    Grid grid;
    MeshLook look;
};
struct ScenePoints {
    Grid grid;
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> colors;
    float diameter = 0; ///< pixels
};
struct SceneCloud {
    PointCloud cloud;
    std::uint32_t color = 0;
    float diameter = 0; ///< pixels
};
struct SceneLabel {
    glm::vec2 at;
    std::string text;
    TextStyle style;
};
struct DrawScene {
    PixelRect viewport, clip;
    glm::mat4 toClip{1};
    glm::vec2 depth{0};           ///< normalized depth = y / distance - x
    float pixelAtDistanceOne = 0; ///< its size in space
    std::vector<std::variant<SceneMesh, ScenePoints, SceneCloud>> parts;
};
using Command = std::variant<DrawShapes, DrawImage, DrawScene>;

/// Carries out the recorded commands with OpenGL; owns the programs, the atlas and the targets.
class Painter {
public:
    Painter();
    void resize(int width, int height);
    void setFine(bool fine) { m_fine = fine; }
    void paint(const std::vector<Instance>& instances, const std::vector<Command>& commands, FontSet& fonts,
               const Theme& theme);
    const Texture& texture() const { return m_color; }
    /// What a command alone draws within a part of the picture, after paint().
    Image imageOf(const Command& command, const PixelRect& part, const Theme& theme);
    int drawCalls() const { return m_drawCalls; }
    /// A texture that lives until the next picture, for a table of colours.
    unsigned transientTexture(int width, int height, const std::uint32_t* pixels);
    void endTransients() { m_transientsUsed = 0; }
    /// How many there are in this picture; as many that stay as they were in the one before may be taken
    /// over.
    std::size_t transientsUsed() const { return m_transientsUsed; }
    void keepTransients(std::size_t count) { m_transientsUsed = count; }

private:
    struct GridIndices {
        Buffer indices;
        int count = 0;
        std::uint64_t lastUse = 0;
    };
    using GridKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

    void upload(const std::vector<Instance>& instances, FontSet& fonts);
    void draw(const DrawShapes& shapes);
    void draw(const DrawImage& image);
    void draw(const DrawScene& scene, const Theme& theme);
    void drawMesh(const DrawScene& scene, const SceneMesh& mesh, const Theme& theme);
    void drawPoints(const DrawScene& scene, const ScenePoints& points, const Theme& theme);
    void drawCloud(const DrawScene& scene, const SceneCloud& cloud, const Theme& theme);
    void useBalls(const DrawScene& scene, float diameter, const Theme& theme);
    void reservePoints(std::size_t colors, std::size_t draws);
    static void attachGrid(VertexArray& array, const Grid& grid);
    GridIndices& indicesFor(const Grid& grid, std::uint32_t stride);
    void prepareSceneTargets(int width, int height);
    void clipTo(const PixelRect& clip) const;

    int m_width = 0, m_height = 0;
    int m_drawCalls = 0;
    Texture m_color;
    Framebuffer m_target;

    Program m_shapeProgram, m_imageProgram, m_meshProgram, m_pointProgram;
    Texture m_atlas;
    Sampler m_nearest, m_linear;
    Buffer m_instances;
    VertexArray m_shapeArray, m_emptyArray, m_meshArray, m_pointArray;
    Buffer m_pointColors, m_pointCommands;
    /// What glMultiDrawArraysIndirect reads.
    struct ArraysCommand {
        std::uint32_t count, instances, first, baseInstance;
    };
    std::vector<ArraysCommand> m_pointDraws; // kept for its memory
    std::vector<Texture> m_transients;
    std::size_t m_transientsUsed = 0;

    // A scene is drawn with four samples a pixel where that is cheap, resolved, and laid into the picture.
    bool m_fine = true;
    int m_sceneSampleCount = 0;
    Texture m_sceneSamples, m_sceneDepth, m_sceneColor;
    Framebuffer m_sceneTarget, m_sceneResolved;
    std::map<GridKey, GridIndices> m_grids;
    std::uint64_t m_uses = 0;
};

struct PickRegion {
    Rect rect;         ///< a circle's bounds
    float radius = -1; ///< of a circle; negative for a rectangle
    Rect clip;
    Pick what;
};

/// A line of text among the shapes: its glyphs, and what they say.
struct TextLine {
    std::size_t first = 0, count = 0; ///< of its glyphs
    glm::vec2 at;                     ///< the left end of its baseline, pixels
    float width = 0, size = 0;        ///< pixels
    Font font = Font::Sans;
    Color color;
    std::string text;
};

/// What was drawn: shapes, what is done with them in order, and what lies where.
struct DrawList {
    std::vector<Instance> instances;
    std::vector<Command> commands;
    std::vector<PickRegion> picks;
    std::vector<TextLine> texts; ///< only where drawings are kept
};
/// A part of a list that may be copied to the next one. Ends are not included.
struct StillPart {
    struct Place {
        std::size_t instances = 0, commands = 0, picks = 0, transients = 0;
    };
    Place first, end;
    Rect left; ///< room that it did not take
};

struct CanvasState {
    FontSet fonts;
    Painter painter;
    Theme theme;
    int width = 0, height = 0;
    float scale = 1;
    DrawList drawn;
    std::vector<StillPart> stills;
    bool keepsDrawings = false, interactive = true, concludes = true;
    float leastLabel = 0;    ///< points
    bool joins = true;       ///< a shape may go on with the last command
    std::vector<Rect> clips; ///< in points, the innermost last
    // of the picture before
    DrawList before;
    std::vector<StillPart> stillsBefore; ///< none when this picture does not repeat it
    std::vector<FontSet::Placed> placed; ///< kept for its memory

    // Of pictures before, kept for their memory.
    std::vector<DrawScene> spareScenes;
    std::vector<ScenePoints> sparePoints;

    // The scene that is open.
    bool inScene = false;
    DrawScene scene;
    Rect sceneRect;
    std::vector<SceneLabel> labels;

    PixelRect pixels(const Rect& rect) const;
    PixelRect clipPixels() const { return pixels(clips.back()); }
    StillPart::Place place() const {
        return {drawn.instances.size(), drawn.commands.size(), drawn.picks.size(), painter.transientsUsed()};
    }
    /// Empties a list, and keeps the memory of its scenes for those to come.
    void recycle(DrawList& list);
    void add(const Instance& instance);
    void text(glm::vec2 at, std::string_view text, const TextStyle& style, Rect& covered);
    float sizeOf(const TextStyle& style) const;
    void addLine(glm::vec2 from, glm::vec2 to, float width, Color color);
    void addRibbon(std::span<const glm::vec2> pixelPoints, float width, Color first, Color last);
    std::optional<glm::vec2> project(glm::vec3 at) const;
};

/// Red in the lowest byte.
std::uint32_t packed(const Color& color);

} // namespace lanescope::render
