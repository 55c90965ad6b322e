// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/canvas_state.h"

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include <cassert>
#include <cmath>

namespace lanescope::render {

std::optional<glm::vec2> CanvasState::project(glm::vec3 at) const {
    const glm::vec4 clip = scene.toClip * glm::vec4(at, 1);
    if (clip.w <= 1e-4f) return std::nullopt;
    const glm::vec2 ndc = glm::vec2(clip) / clip.w;
    return glm::vec2(sceneRect.x + (ndc.x * 0.5f + 0.5f) * sceneRect.width,
                     sceneRect.y + (0.5f - ndc.y * 0.5f) * sceneRect.height);
}

Scene Canvas::scene(const Rect& viewport, const Camera& camera) {
    return Scene(*m_state, viewport, camera);
}

Scene::Scene(CanvasState& state, const Rect& viewport, const Camera& camera) : m_state(state) {
    assert(!state.inScene);
    state.inScene = true;
    state.scene = {};
    if (!state.spareScenes.empty()) {
        state.scene = std::move(state.spareScenes.back());
        state.spareScenes.pop_back();
    }
    state.labels.clear();
    // The part outside the picture is drawn too: the view must not change where it is cut off.
    const auto whole = [&state](float points) { return static_cast<int>(std::lround(points * state.scale)); };
    state.scene.viewport = {whole(viewport.x), whole(viewport.y), whole(viewport.right()),
                            whole(viewport.bottom())};
    state.sceneRect = viewport;
    state.scene.clip = state.clipPixels().common(state.scene.viewport);
    const glm::mat4 projection = camera.projection(viewport.width / std::max(viewport.height, 1.f));
    state.scene.toClip = projection * camera.view();
    state.scene.depth = {projection[2][2], projection[3][2]};
    state.scene.pixelAtDistanceOne =
        2 * std::tan(camera.fieldOfView / 2) / std::max(viewport.height * state.scale, 1.f);
}

Scene::~Scene() {
    m_state.inScene = false;
    if (!m_state.scene.parts.empty() && !m_state.scene.clip.empty())
        m_state.drawn.commands.emplace_back(std::move(m_state.scene));
    for (const auto& label : m_state.labels) {
        Rect covered;
        m_state.text(label.at, label.text, label.style, covered);
    }
}

void CanvasState::recycle(DrawList& list) {
    for (Command& command : list.commands) {
        auto* drawnScene = std::get_if<DrawScene>(&command);
        if (!drawnScene) continue;
        for (auto& part : drawnScene->parts)
            if (auto* points = std::get_if<ScenePoints>(&part)) {
                points->vertices.clear();
                points->colors.clear();
                sparePoints.push_back(std::move(*points));
            }
        drawnScene->parts.clear();
        spareScenes.push_back(std::move(*drawnScene));
    }
    list.instances.clear();
    list.commands.clear();
    list.picks.clear();
    list.texts.clear();
}

void Scene::mesh(const Grid& grid, const MeshLook& look) {
    if (!grid.buffer || grid.width < 2 || grid.height < 2) return;
    m_state.scene.parts.emplace_back(SceneMesh{grid, look});
}

void Scene::points(const Grid& grid, std::span<const std::uint32_t> vertices, std::span<const Color> colors,
                   float radius) {
    if (!grid.buffer || colors.empty()) return;
    ScenePoints points;
    if (!m_state.sparePoints.empty()) {
        points = std::move(m_state.sparePoints.back());
        m_state.sparePoints.pop_back();
    }
    points.grid = grid;
    points.diameter = 2 * radius * m_state.scale;
    points.vertices.reserve(vertices.size());
    points.colors.reserve(vertices.size());
    const std::uint64_t count = static_cast<std::uint64_t>(grid.width) * grid.height;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (vertices[i] >= count) continue;
        points.vertices.push_back(vertices[i]);
        points.colors.push_back(packed(colors[std::min(i, colors.size() - 1)]));
    }
    if (!points.vertices.empty()) m_state.scene.parts.emplace_back(std::move(points));
}

void Scene::cloud(const PointCloud& cloud, Color color, float radius) {
    if (!cloud.buffer || cloud.count == 0 || cloud.strideBytes == 0) return;
    m_state.scene.parts.emplace_back(SceneCloud{cloud, packed(color), 2 * radius * m_state.scale});
}

void Scene::line(glm::vec3 from, glm::vec3 to, float width, Color color) {
    const auto a = m_state.project(from), b = m_state.project(to);
    if (a && b) m_state.addLine(*a, *b, width, color);
}

void Scene::label(glm::vec3 at, std::string_view text, const TextStyle& style) {
    if (const auto place = m_state.project(at)) m_state.labels.push_back({*place, std::string(text), style});
}

std::optional<glm::vec2> Scene::project(glm::vec3 at) const {
    return m_state.project(at);
}

} // namespace lanescope::render
