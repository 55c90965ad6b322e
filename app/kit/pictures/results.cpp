// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/results.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/vertices.h"
#include "kit/result_objects.h"
#include "kit/words/lanes_met.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::kit {

namespace {

using Place = std::function<glm::vec3(std::uint32_t, std::uint32_t)>;

/// Whether a click in the result looks at another warp.
bool isClickable(const Frame& frame) {
    return frame.lab.as<Clickable>();
}

bool isDrawable(const ResultObject& object) {
    return textureOf(object) || (bufferOf(object) && object.vertices.count > 0);
}

/// "256 x 256 vertices".
std::string sizeOf(const ResultObject& object) {
    if (textureOf(object)) return tr("{} x {} pixels", object.desc.width, object.desc.height);
    const recording::Vertices& vertices = object.vertices;
    return vertices.columns ? tr("{} x {} vertices", vertices.columns, vertices.rows())
                            : counted(vertices.count, "point");
}

std::string_view hintOf(const Frame& frame, const ResultObject& object) {
    if (textureOf(object)) return isClickable(frame) ? tr("Click to look at another block.") : "";
    return isClickable(frame) ? tr("Drag to turn, click to choose.") : tr("Drag to turn.");
}

/// Regions to click; of a large mesh on some of the vertices only, as the mesh moves in each frame.
void markVertices(Canvas& canvas, const render::Scene& scene, const render::Grid& grid, const Place& place) {
    constexpr std::uint32_t kMostAcross = 32;
    constexpr float kRadius = 7; // points
    const std::uint32_t stepX = std::max(1U, grid.width / kMostAcross);
    const std::uint32_t stepY = std::max(1U, grid.height / kMostAcross);
    for (std::uint32_t y = stepY / 2; y < grid.height; y += stepY)
        for (std::uint32_t x = stepX / 2; x < grid.width; x += stepX)
            if (const auto at = scene.project(place(x, y)))
                canvas.pick(*at, kRadius, {PickKind::Vertex, static_cast<std::int64_t>(y) * grid.width + x});
}

/// At most one for each lane, without memory of its own: for what is drawn in every frame of an animation.
template<class T>
class PerLane {
public:
    void push_back(const T& value) { m_values[m_count++] = value; }
    std::span<const T> values() const { return std::span(m_values).first(m_count); }

private:
    std::array<T, model::kWarpSize> m_values{};
    std::size_t m_count = 0;
};

struct Mark {
    glm::vec2 at{0};
    Color color;
};

/// The balls on the warp's vertices; gives where they are on screen.
PerLane<Mark> drawWarp(Canvas& canvas, const Frame& frame, render::Scene& scene, const render::Grid& grid,
                       const ShownAccess& shown, const Place& place) {
    PerLane<Mark> places;
    PerLane<std::uint32_t> vertices;
    PerLane<Color> colors;
    const std::uint32_t lit = litLanes(frame, shown);
    forEachLane(shown.access->activeMask, [&](int lane) {
        const model::Dim3 at = elementOf(*shown.launch, *shown.access, lane);
        const std::uint64_t vertex = std::uint64_t{at.y} * grid.width + at.x;
        if (vertex >= std::uint64_t{grid.width} * grid.height) return;
        const Color color = render::laneColor(lane).faded((lit >> lane & 1) != 0 ? 1.F : 0.25F);
        vertices.push_back(static_cast<std::uint32_t>(vertex));
        colors.push_back(color);
        const auto point = scene.project(place(static_cast<std::uint32_t>(vertex % grid.width),
                                               static_cast<std::uint32_t>(vertex / grid.width)));
        if (!point) return;
        places.push_back({*point, color});
        canvas.pick(*point, 6,
                    {PickKind::Vertex, static_cast<std::int64_t>(vertex), lane,
                     static_cast<int>(shown.access->site)});
    });
    scene.points(grid, vertices.values(), colors.values(), 5);
    return places;
}

} // namespace

Rect drawResultHeading(Canvas& canvas, const Frame& frame, const ResultObject& object,
                       const ShownAccess* shown, std::string_view title, std::string_view what,
                       std::string_view hint) {
    return canvas.still([&] {
        const Rect rest =
            drawHeading(canvas, frame.left, {std::string(title), tr("{}, {}", what, routeText(object)), ""});
        if (!shown) return rest;
        return drawConclusion(canvas, rest,
                              tr("In colour: warp {} of block {}.{}{}", shown->access->warp,
                                 triple(shown->access->block),
                                 hint.empty() || !canvas.interactive() ? "" : " ",
                                 canvas.interactive() ? hint : std::string_view()),
                              canvas.theme().dim);
    });
}

bool hasDrawableResult(const RunResult& result) {
    return std::ranges::any_of(result.objects, isDrawable);
}

void drawFirstResult(Canvas& canvas, const Frame& frame, const ShownAccess* shown) {
    const auto object = std::ranges::find_if(frame.result.objects, isDrawable);
    if (object == frame.result.objects.end() || frame.left.width < 40) return;
    const Rect rest = drawResultHeading(canvas, frame, *object, shown, tr("What the kernel writes"),
                                        sizeOf(*object), hintOf(frame, *object));
    if (textureOf(*object)) return drawImageResult(canvas, frame, rest, *object, shown);
    VertexPlaces places(*object);
    if (const std::uint32_t columns = object->vertices.columns)
        drawMeshResult(canvas, frame, rest, gridOf(*object), shown,
                       [&](std::uint32_t x, std::uint32_t y) { return places.of(y * columns + x); });
    else
        drawCloudResult(canvas, frame, rest, cloudOf(*object), shown,
                        [&](std::uint32_t i) { return places.of(i); });
}

void drawMeshResult(Canvas& canvas, const Frame& frame, const Rect& rect, const render::Grid& grid,
                    const ShownAccess* shown, const Place& place) {
    if (rect.width < 8 || rect.height < 8) return;
    render::Camera camera = frame.view.camera;
    // The whole mesh is seen on a narrow stage too.
    camera.distance *= std::max(0.8F, 1.04F * rect.height / rect.width);
    canvas.pick(rect, {PickKind::Control, static_cast<int>(Control::Camera)});
    const bool dark = canvas.theme().dark;
    PerLane<Mark> marks;
    {
        auto scene = canvas.scene(rect, camera);
        scene.mesh(grid, {Color::hex(dark ? 0x0E3A5C : 0x9CC7E4), Color::hex(dark ? 0x3F8FC4 : 0x2F7FB8),
                          dark ? render::okabe::kSkyBlue : render::okabe::kBlue});
        if (isClickable(frame)) markVertices(canvas, scene, grid, place);
        if (shown) marks = drawWarp(canvas, frame, scene, grid, *shown, place);
    }
    // A warp behind a crest shows through as dots.
    for (const auto& [at, color] : marks.values()) canvas.circle(at, 2.6F, {color});
}

void drawCloudResult(Canvas& canvas, const Frame& frame, const Rect& rect, const render::PointCloud& cloud,
                     const ShownAccess* shown, const std::function<glm::vec3(std::uint32_t)>& place) {
    if (rect.width < 8 || rect.height < 8) return;
    render::Camera camera = frame.view.camera;
    // The cloud reaches a length of 1 from the middle, a mesh's corners further.
    camera.distance *= std::max(0.62F, 0.78F * rect.height / rect.width);
    canvas.pick(rect, {PickKind::Control, static_cast<int>(Control::Camera)});
    constexpr std::uint32_t kMostRegions = 2048;
    // Many points are small, few are seen from afar.
    const float radius = std::clamp(130.F / std::sqrt(static_cast<float>(cloud.count)), 1.2F, 4.F);
    struct Seen {
        glm::vec2 at{0};
        int lane = 0;
        bool lit = false;
    };
    PerLane<Seen> warp;
    {
        auto scene = canvas.scene(rect, camera);
        scene.cloud(cloud, frame.theme.dark ? render::okabe::kSkyBlue : render::okabe::kBlue, radius);
        const std::uint32_t every = std::max(1U, cloud.count / kMostRegions);
        for (std::uint32_t i = 0; i < cloud.count && isClickable(frame); i += every)
            if (const auto at = scene.project(place(i))) canvas.pick(*at, 4, {PickKind::Vertex, i});
        if (shown) {
            const std::uint32_t lit = litLanes(frame, *shown);
            forEachLane(shown->access->activeMask, [&](int lane) {
                const std::uint32_t i = elementOf(*shown->launch, *shown->access, lane).x;
                if (i >= cloud.count) return;
                if (const auto at = scene.project(place(i))) {
                    warp.push_back({*at, lane, (lit >> lane & 1) != 0});
                    canvas.pick(*at, 8, {PickKind::Vertex, i, lane, static_cast<int>(shown->access->site)});
                }
            });
        }
    }
    const auto clip = canvas.clip(rect);
    for (const Seen& each : warp.values())
        drawLaneDisc(canvas, each.at, std::clamp(rect.width / 55, 5.F, 8.F), each.lane, true, each.lit);
}

void drawImageResult(Canvas& canvas, const Frame& frame, const Rect& rect, const ResultObject& image,
                     const ShownAccess* shown) {
    const render::Texture* texture = textureOf(image);
    if (!texture || rect.width < 8 || rect.height < 8) return;
    const auto width = static_cast<float>(image.desc.width), height = static_cast<float>(image.desc.height);
    const Rect area = fitted(rect, width, height), picture{rect.x, rect.y, area.width, area.height};
    const float pixel = picture.width / width;
    canvas.image(picture, *texture, {.nearest = pixel * canvas.scale() >= 1});
    canvas.rectangle(picture, {{0, 0, 0, 0}, 0, canvas.theme().line, 1});
    if (!shown) return;
    const model::Dim3 threads = shown->launch->block, grid = shown->launch->grid;
    const auto cell = [&](const model::Dim3& block) {
        const auto x = static_cast<float>(block.x * threads.x), y = static_cast<float>(block.y * threads.y);
        return Rect{picture.x + x * pixel, picture.y + y * pixel, static_cast<float>(threads.x) * pixel,
                    static_cast<float>(threads.y) * pixel};
    };
    const auto clip = canvas.clip(picture);
    constexpr std::uint64_t kMostRegions = 16384;
    const std::uint64_t regions = std::uint64_t{grid.x} * grid.y;
    for (std::uint64_t i = 0; i < regions && regions <= kMostRegions; ++i)
        canvas.pick(cell(model::indexAt(i, grid)), {PickKind::Block, static_cast<std::int64_t>(i)});
    canvas.rectangle(cell(shown->access->block).inset(-2), {{0, 0, 0, 0}, 2, canvas.theme().accent, 1.5F});
    const std::uint32_t lit = litLanes(frame, *shown);
    forEachLane(shown->access->activeMask, [&](int lane) {
        const model::Dim3 at = elementOf(*shown->launch, *shown->access, lane);
        const Rect dot{picture.x + static_cast<float>(at.x) * pixel,
                       picture.y + static_cast<float>(at.y) * pixel, std::max(pixel, 0.5F),
                       std::max(pixel, 2.F)};
        canvas.rectangle(dot, {render::laneColor(lane).faded((lit >> lane & 1) != 0 ? 1.F : 0.25F)});
        canvas.pick(dot.inset(-1),
                    {PickKind::Texel, static_cast<std::int64_t>(at.y) * image.desc.width + at.x, lane,
                     static_cast<int>(shown->access->site)});
    });
}

} // namespace lanescope::kit
