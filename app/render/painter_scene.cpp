// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/canvas_state.h"

#include <glad/gl.h>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <array>

namespace lanescope::render {
namespace {

/// Grid lines a side at most, and pixels from one to the next on a flat grid: more lines would be a grey
/// haze.
constexpr std::uint32_t kMostLines = 64, kPixelsPerLine = 12;
/// Quads a side at most.
constexpr std::uint32_t kMostQuads = 512;
/// The same when a processor draws: a triangle takes it about a microsecond.
constexpr std::uint32_t kMostFastQuads = 128;
/// Index buffers kept for grids drawn lately.
constexpr std::size_t kKeptGrids = 4;

std::uint32_t divideUp(std::uint32_t value, std::uint32_t by) {
    return (value + by - 1) / by;
}

} // namespace

void Painter::prepareSceneTargets(int width, int height) {
    const int samples = m_fine ? 4 : 1;
    if (m_sceneColor.width() == width && m_sceneColor.height() == height && m_sceneSampleCount == samples)
        return;
    m_sceneSampleCount = samples;
    m_sceneTarget.reset();
    m_sceneResolved.reset();
    m_sceneSamples = Texture("scene samples", width, height, PixelFormat::Rgba8, samples);
    m_sceneDepth = Texture("scene depth", width, height, PixelFormat::Depth, samples);
    m_sceneColor = Texture("scene", width, height, PixelFormat::Rgba8);
    m_sceneTarget = Framebuffer("scene samples", m_sceneSamples, &m_sceneDepth);
    m_sceneResolved = Framebuffer("scene", m_sceneColor);
}

void Painter::draw(const DrawScene& scene, const Theme& theme) {
    const int width = std::clamp(scene.viewport.right - scene.viewport.left, 1, kMaxImageSize);
    const int height = std::clamp(scene.viewport.bottom - scene.viewport.top, 1, kMaxImageSize);
    prepareSceneTargets(width, height);
    glDisable(GL_SCISSOR_TEST);
    m_sceneTarget.bind();
    glViewport(0, 0, width, height);
    const std::array<float, 4> nothing{};
    const float farthest = 1;
    glClearBufferfv(GL_COLOR, 0, nothing.data());
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    for (const auto& part : scene.parts) {
        if (const auto* mesh = std::get_if<SceneMesh>(&part)) drawMesh(scene, *mesh, theme);
        if (const auto* points = std::get_if<ScenePoints>(&part)) drawPoints(scene, *points, theme);
        if (const auto* cloud = std::get_if<SceneCloud>(&part)) drawCloud(scene, *cloud, theme);
    }
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_sceneResolved.id());
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glEnable(GL_SCISSOR_TEST);
    m_target.bind();
    glViewport(0, 0, m_width, m_height);
    draw(DrawImage{
        .texture = m_sceneColor.id(),
        .rect = {scene.viewport.left, scene.viewport.top, width, height},
        .part = {0, 1, 1, -1},
        .nearest = true,
        .premultiplied = true,
        .opacity = 1,
        .clip = scene.clip,
    });
}

void Painter::attachGrid(VertexArray& array, const Grid& grid) {
    constexpr std::size_t kFloat = 4;
    const std::size_t count = static_cast<std::size_t>(grid.width) * grid.height;
    const auto stride = [&grid](unsigned packed) {
        return grid.strideBytes ? static_cast<unsigned>(grid.strideBytes) : packed;
    };
    for (unsigned axis = 0; axis < 3; ++axis) {
        switch (grid.layout) {
        case VertexLayout::Float4:
            array.attach(axis, grid.buffer->id(), grid.offsetBytes + axis * kFloat, stride(16));
            break;
        case VertexLayout::Float3:
            array.attach(axis, grid.buffer->id(), grid.offsetBytes + axis * kFloat, stride(12));
            break;
        case VertexLayout::StructureOfArrays:
            array.attach(axis, grid.buffer->id(), grid.offsetBytes + axis * count * kFloat, stride(4));
            break;
        }
    }
}

Painter::GridIndices& Painter::indicesFor(const Grid& grid, std::uint32_t stride) {
    GridIndices& cached = m_grids[{grid.width, grid.height, stride}];
    cached.lastUse = ++m_uses;
    if (cached.count > 0) return cached;
    const auto places = [stride](std::uint32_t size) {
        std::vector<std::uint32_t> all;
        for (std::uint32_t at = 0; at + 1 < size; at += stride) all.push_back(at);
        all.push_back(size - 1); // the rim stays where it is
        return all;
    };
    const auto columns = places(grid.width), rows = places(grid.height);
    std::vector<std::uint32_t> indices;
    indices.reserve((columns.size() * 2 + 1) * rows.size());
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
        for (const std::uint32_t column : columns) {
            indices.push_back(rows[row] * grid.width + column);
            indices.push_back(rows[row + 1] * grid.width + column);
        }
        indices.push_back(0xFFFFFFFF); // ends the strip
    }
    cached.indices = Buffer("grid", indices.size() * sizeof(std::uint32_t), indices.data());
    cached.count = static_cast<int>(indices.size());
    if (m_grids.size() > kKeptGrids)
        m_grids.erase(std::min_element(m_grids.begin(), m_grids.end(), [](const auto& a, const auto& b) {
            return a.second.lastUse < b.second.lastUse;
        }));
    return cached;
}

void Painter::drawMesh(const DrawScene& scene, const SceneMesh& mesh, const Theme& theme) {
    const auto& [grid, look] = mesh;
    // Two quads a pixel at the most: finer ones cost time and show nothing.
    const auto pixels = static_cast<std::uint32_t>(std::max(m_sceneColor.width(), m_sceneColor.height()));
    const std::uint32_t most = m_fine ? std::clamp(pixels / 2, 64u, kMostQuads) : kMostFastQuads;
    const std::uint32_t largest = std::max(grid.width, grid.height) - 1;
    const GridIndices& indices = indicesFor(grid, std::max(divideUp(largest, most), 1u));
    attachGrid(m_meshArray, grid);
    m_meshArray.indices(indices.indices);

    const auto& program = m_meshProgram;
    const Color low = look.surface ? look.low : theme.background,
                high = look.surface ? look.high : theme.background;
    const glm::vec3 light = glm::normalize(glm::vec3(0.35f, 1.f, 0.25f));
    glUseProgram(program.id());
    glUniformMatrix4fv(program.uniform("toClip"), 1, GL_FALSE, glm::value_ptr(scene.toClip));
    glUniform1ui(program.uniform("columns"), grid.width);
    glUniform1f(program.uniform("linesEvery"),
                static_cast<float>(divideUp(largest, std::clamp(pixels / kPixelsPerLine, 8u, kMostLines))));
    glUniform3f(program.uniform("low"), low.r, low.g, low.b);
    glUniform3f(program.uniform("high"), high.r, high.g, high.b);
    glUniform4f(program.uniform("line"), look.line.r, look.line.g, look.line.b, look.line.a);
    glUniform2f(program.uniform("heights"), look.lowest, 1.f / std::max(look.highest - look.lowest, 1e-6f));
    glUniform3fv(program.uniform("light"), 1, glm::value_ptr(light));
    glUniform1f(program.uniform("shade"), look.surface ? 1.f : 0.f);
    glUniform1f(program.uniform("lineWidth"), 1.f);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glBindVertexArray(m_meshArray.id());
    glDrawElements(GL_TRIANGLE_STRIP, indices.count, GL_UNSIGNED_INT, nullptr);
    ++m_drawCalls;
}

void Painter::reservePoints(std::size_t colors, std::size_t draws) {
    if (m_pointColors.bytes() < colors * sizeof(std::uint32_t))
        m_pointColors = Buffer("ball colours", colors * sizeof(std::uint32_t));
    if (m_pointCommands.bytes() < draws * sizeof(ArraysCommand))
        m_pointCommands = Buffer("ball draws", draws * sizeof(ArraysCommand));
}

void Painter::useBalls(const DrawScene& scene, float diameter, const Theme& theme) {
    const auto& program = m_pointProgram;
    glUseProgram(program.id());
    glUniformMatrix4fv(program.uniform("toClip"), 1, GL_FALSE, glm::value_ptr(scene.toClip));
    glUniform1f(program.uniform("diameter"), diameter);
    // One and a half radii: also where the surface is steep.
    const float nearer = std::min(0.75f * diameter * scene.pixelAtDistanceOne, 0.5f);
    glUniform1f(program.uniform("nearer"), nearer);
    glUniform2f(program.uniform("depth"), scene.depth.x, scene.depth.y);
    glUniform3f(program.uniform("rim"), theme.background.r, theme.background.g, theme.background.b);
}

void Painter::drawCloud(const DrawScene& scene, const SceneCloud& part, const Theme& theme) {
    const PointCloud& cloud = part.cloud;
    const std::uint32_t tile = cloud.tile ? cloud.tile : cloud.count;
    const auto apart = static_cast<std::uint32_t>(cloud.tileBytes / cloud.strideBytes);
    std::vector<ArraysCommand>& commands = m_pointDraws;
    commands.clear();
    for (std::uint32_t first = 0; first < cloud.count; first += tile)
        commands.push_back({std::min(tile, cloud.count - first), 1, first / tile * apart, 0});
    reservePoints(1, commands.size());
    m_pointColors.write(0, &part.color, sizeof(part.color));
    m_pointCommands.write(0, commands.data(), commands.size() * sizeof(ArraysCommand));
    for (unsigned axis = 0; axis < 3; ++axis)
        m_pointArray.attach(axis, cloud.buffer->id(), cloud.offsetBytes[axis],
                            static_cast<unsigned>(cloud.strideBytes));
    m_pointArray.attach(3, m_pointColors, 0, sizeof(std::uint32_t), 1);
    useBalls(scene, part.diameter, theme);
    glUniform1f(m_pointProgram.uniform("opacity"), 1.f);
    glUniform1i(m_pointProgram.uniform("core"), true);
    glBindVertexArray(m_pointArray.id());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_pointCommands.id());
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glMultiDrawArraysIndirect(GL_POINTS, nullptr, static_cast<GLsizei>(commands.size()), 0);
    ++m_drawCalls;
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void Painter::drawPoints(const DrawScene& scene, const ScenePoints& points, const Theme& theme) {
    // Each ball is a draw of one vertex and one instance: its place comes from the grid by the vertex's
    // number, its colour by the instance's.
    std::vector<ArraysCommand>& commands = m_pointDraws;
    commands.clear();
    commands.reserve(points.vertices.size());
    for (std::size_t i = 0; i < points.vertices.size(); ++i)
        commands.push_back({1, 1, points.vertices[i], static_cast<std::uint32_t>(i)});
    const std::size_t count = commands.size();
    reservePoints(count, count);
    m_pointColors.write(0, points.colors.data(), count * sizeof(std::uint32_t));
    m_pointCommands.write(0, commands.data(), count * sizeof(ArraysCommand));
    attachGrid(m_pointArray, points.grid);
    m_pointArray.attach(3, m_pointColors, 0, sizeof(std::uint32_t), 1);

    useBalls(scene, points.diameter, theme);
    const auto& program = m_pointProgram;
    glBindVertexArray(m_pointArray.id());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_pointCommands.id());
    // Faint where the surface hides them, so that none of a warp's vertices is lost from sight.
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    struct Pass {
        GLenum test;
        float opacity;
    };
    for (const auto& [test, opacity] : {Pass{GL_GREATER, 0.3f}, Pass{GL_LEQUAL, 1.f}}) {
        glDepthFunc(test);
        glUniform1f(program.uniform("opacity"), opacity);
        // All rims first: where balls crowd, their colours must not drown in their neighbours' rims.
        for (const bool core : {false, true}) {
            glUniform1i(program.uniform("core"), core);
            glMultiDrawArraysIndirect(GL_POINTS, nullptr, static_cast<GLsizei>(count), 0);
            ++m_drawCalls;
        }
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

} // namespace lanescope::render
