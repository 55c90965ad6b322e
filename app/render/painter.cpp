// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/canvas_state.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanescope::render {
namespace {

/// Gives back the state that painting changes, for whoever draws in the same context.
class StateGuard {
public:
    StateGuard() {
        for (std::size_t i = 0; i < kSwitches.size(); ++i) m_on[i] = glIsEnabled(kSwitches[i]);
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &m_drawTarget);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &m_readTarget);
        glGetIntegerv(GL_VIEWPORT, m_viewport.data());
        glGetIntegerv(GL_SCISSOR_BOX, m_scissor.data());
        glGetIntegerv(GL_BLEND_SRC_RGB, &m_blend[0]);
        glGetIntegerv(GL_BLEND_DST_RGB, &m_blend[1]);
        glGetIntegerv(GL_BLEND_SRC_ALPHA, &m_blend[2]);
        glGetIntegerv(GL_BLEND_DST_ALPHA, &m_blend[3]);
        glGetIntegerv(GL_BLEND_EQUATION_RGB, &m_equation[0]);
        glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &m_equation[1]);
    }
    ~StateGuard() {
        for (std::size_t i = 0; i < kSwitches.size(); ++i) (m_on[i] ? glEnable : glDisable)(kSwitches[i]);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(m_drawTarget));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(m_readTarget));
        glViewport(m_viewport[0], m_viewport[1], m_viewport[2], m_viewport[3]);
        glScissor(m_scissor[0], m_scissor[1], m_scissor[2], m_scissor[3]);
        const auto word = [](GLint v) { return static_cast<GLenum>(v); };
        glBlendFuncSeparate(word(m_blend[0]), word(m_blend[1]), word(m_blend[2]), word(m_blend[3]));
        glBlendEquationSeparate(word(m_equation[0]), word(m_equation[1]));
        glBindVertexArray(0);
        glBindSampler(0, 0);
        glUseProgram(0);
    }
    StateGuard(const StateGuard&) = delete;
    StateGuard& operator=(const StateGuard&) = delete;

private:
    static constexpr std::array<GLenum, 7> kSwitches{GL_BLEND,
                                                     GL_SCISSOR_TEST,
                                                     GL_DEPTH_TEST,
                                                     GL_CULL_FACE,
                                                     GL_PROGRAM_POINT_SIZE,
                                                     GL_FRAMEBUFFER_SRGB,
                                                     GL_PRIMITIVE_RESTART_FIXED_INDEX};
    std::array<GLboolean, kSwitches.size()> m_on{};
    GLint m_drawTarget = 0, m_readTarget = 0;
    std::array<GLint, 4> m_viewport{}, m_scissor{}, m_blend{};
    std::array<GLint, 2> m_equation{};
};

} // namespace

Painter::Painter()
    : m_shapeProgram(Program::fromShaders("shape")), m_imageProgram(Program::fromShaders("image")),
      m_meshProgram(Program::fromShaders("mesh")), m_pointProgram(Program::fromShaders("point")),
      m_nearest("nearest", true), m_linear("linear", false),
      m_shapeArray("canvas shapes",
                   {{0, 0, 4, offsetof(Instance, a)},
                    {1, 0, 4, offsetof(Instance, b)},
                    {2, 0, 4, offsetof(Instance, color0), Attribute::Type::UnsignedByteNormalized},
                    {3, 0, 4, offsetof(Instance, color1), Attribute::Type::UnsignedByteNormalized},
                    {4, 0, 1, offsetof(Instance, kind), Attribute::Type::UnsignedInt},
                    {5, 0, 1, offsetof(Instance, halfWidth)}}),
      m_emptyArray("canvas images", {}), m_meshArray("canvas mesh", {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}}),
      m_pointArray("canvas balls",
                   {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}, {3, 3, 4, 0, Attribute::Type::UnsignedByteNormalized}}) {
}

void Painter::resize(int width, int height) {
    if (width == m_width && height == m_height) return;
    m_target.reset();
    m_color = Texture("canvas", width, height, PixelFormat::Rgba8);
    m_color.filter(false);
    m_target = Framebuffer("canvas", m_color);
    m_width = width;
    m_height = height;
}

unsigned Painter::transientTexture(int width, int height, const std::uint32_t* pixels) {
    if (m_transientsUsed == m_transients.size()) m_transients.emplace_back();
    Texture& texture = m_transients[m_transientsUsed++];
    if (texture.width() != width || texture.height() != height)
        texture = Texture("canvas table", width, height, PixelFormat::Rgba8);
    texture.write(0, 0, width, height, pixels);
    return texture.id();
}

void Painter::clipTo(const PixelRect& clip) const {
    glScissor(clip.left, m_height - clip.bottom, clip.right - clip.left, clip.bottom - clip.top);
}

void Painter::upload(const std::vector<Instance>& instances, FontSet& fonts) {
    if (m_atlas.height() != fonts.atlasHeight()) {
        m_atlas = Texture("glyphs", FontSet::kAtlasWidth, fonts.atlasHeight(), PixelFormat::R8);
        fonts.takeChangedRows();
        m_atlas.write(0, 0, FontSet::kAtlasWidth, fonts.atlasHeight(), fonts.atlas());
    } else if (const auto [first, end] = fonts.takeChangedRows(); first < end) {
        m_atlas.write(0, first, FontSet::kAtlasWidth, end - first,
                      fonts.atlas() + static_cast<std::size_t>(first) * FontSet::kAtlasWidth);
    }
    const std::size_t bytes = instances.size() * sizeof(Instance);
    if (m_instances.bytes() < bytes || !m_instances)
        m_instances = Buffer("canvas shapes", std::max(bytes * 3 / 2, std::size_t{1} << 16));
    if (bytes > 0) m_instances.write(0, instances.data(), bytes);
    m_shapeArray.attach(0, m_instances, 0, sizeof(Instance), 1);
}

void Painter::paint(const std::vector<Instance>& instances, const std::vector<Command>& commands,
                    FontSet& fonts, const Theme& theme) {
    const StateGuard guard;
    m_drawCalls = 0;
    upload(instances, fonts);
    for (const GLenum off : {GL_DEPTH_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB}) glDisable(off);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_SCISSOR_TEST);
    const std::array ground{theme.background.r, theme.background.g, theme.background.b, 1.f};
    m_target.bind();
    glClearBufferfv(GL_COLOR, 0, ground.data());
    glEnable(GL_SCISSOR_TEST);
    glViewport(0, 0, m_width, m_height);
    for (const auto& command : commands) {
        if (const auto* shapes = std::get_if<DrawShapes>(&command)) draw(*shapes);
        if (const auto* image = std::get_if<DrawImage>(&command)) draw(*image);
        if (const auto* scene = std::get_if<DrawScene>(&command)) draw(*scene, theme);
    }
    if (m_fine) glFlush(); // a GPU draws it while the host goes on
}

Image Painter::imageOf(const Command& command, const PixelRect& part, const Theme& theme) {
    if (part.empty()) return {};
    const StateGuard guard;
    Texture color("canvas part", m_width, m_height, PixelFormat::Rgba8);
    Framebuffer target("canvas part", color);
    for (const GLenum off : {GL_DEPTH_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB, GL_SCISSOR_TEST})
        glDisable(off);
    constexpr std::array kNothing{0.F, 0.F, 0.F, 0.F};
    glClearNamedFramebufferfv(target.id(), GL_COLOR, 0, kNothing.data());
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_SCISSOR_TEST);
    std::swap(target, m_target);
    m_target.bind();
    glViewport(0, 0, m_width, m_height);
    if (const auto* image = std::get_if<DrawImage>(&command)) draw(*image);
    if (const auto* scene = std::get_if<DrawScene>(&command)) draw(*scene, theme);
    std::swap(target, m_target);
    std::vector<std::uint8_t> all(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height) * 4);
    color.read(all.data(), all.size());
    Image image(part.right - part.left, part.bottom - part.top);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            // OpenGL's first row is the lowest, and its colours are multiplied by their opacity.
            const auto* from = &all[(static_cast<std::size_t>(m_height - 1 - part.top - y) *
                                         static_cast<std::size_t>(m_width) +
                                     static_cast<std::size_t>(part.left + x)) *
                                    4];
            std::uint8_t* to = image.at(x, y);
            const int alpha = from[3];
            for (int i = 0; i < 3; ++i)
                to[i] = static_cast<std::uint8_t>(
                    alpha == 0 ? 0 : std::min((from[i] * 255 + alpha / 2) / alpha, 255));
            to[3] = from[3];
        }
    return image;
}

void Painter::draw(const DrawShapes& shapes) {
    clipTo(shapes.clip);
    glUseProgram(m_shapeProgram.id());
    glUniform2f(m_shapeProgram.uniform("pixelsToClip"), 2.f / static_cast<float>(m_width),
                -2.f / static_cast<float>(m_height));
    glBindTextureUnit(0, m_atlas.id());
    glBindSampler(0, 0);
    glBindVertexArray(m_shapeArray.id());
    glDrawArraysInstancedBaseInstance(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(shapes.count),
                                      static_cast<GLuint>(shapes.first));
    ++m_drawCalls;
}

void Painter::draw(const DrawImage& image) {
    clipTo(image.clip);
    GLint greenBits = 0;
    glGetTextureLevelParameteriv(image.texture, 0, GL_TEXTURE_GREEN_SIZE, &greenBits);
    glUseProgram(m_imageProgram.id());
    glUniform2f(m_imageProgram.uniform("pixelsToClip"), 2.f / static_cast<float>(m_width),
                -2.f / static_cast<float>(m_height));
    glUniform4f(m_imageProgram.uniform("rect"), image.rect.x, image.rect.y, image.rect.z, image.rect.w);
    glUniform4f(m_imageProgram.uniform("part"), image.part.x, image.part.y, image.part.z, image.part.w);
    glUniform1f(m_imageProgram.uniform("opacity"), image.opacity);
    glUniform1i(m_imageProgram.uniform("gray"), greenBits == 0);
    glUniform1i(m_imageProgram.uniform("premultiplied"), image.premultiplied);
    // A sampler of our own: the texture's own parameters belong to whoever made it.
    glBindTextureUnit(0, image.texture);
    glBindSampler(0, (image.nearest ? m_nearest : m_linear).id());
    glBindVertexArray(m_emptyArray.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    ++m_drawCalls;
}

} // namespace lanescope::render
