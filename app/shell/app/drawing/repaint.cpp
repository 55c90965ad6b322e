// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/drawing/repaint.h"

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace lanescope::shell {

namespace {

/// Where a command shows all of a texture, upright and pixel for pixel; nothing for others.
std::optional<PixelBox> placeOf(const ImDrawList& list, const ImDrawCmd& command,
                                const render::Texture& picture) {
    constexpr unsigned kRectangle = 6; // indices
    if (command.TexRef._TexData || command.TexRef._TexID != picture.id() || command.ElemCount != kRectangle)
        return std::nullopt;
    const auto corner = [&](unsigned i) -> const ImDrawVert& {
        return list.VtxBuffer[static_cast<int>(command.VtxOffset +
                                               list.IdxBuffer[static_cast<int>(command.IdxOffset + i)])];
    };
    const ImVec2 first = corner(0).pos;
    const ImVec2 last(first.x + static_cast<float>(picture.width()),
                      first.y + static_cast<float>(picture.height()));
    for (unsigned i = 0; i < kRectangle; ++i) {
        const ImDrawVert& at = corner(i);
        const bool right = at.uv.x == 1, top = at.uv.y == 1;
        if (at.col != IM_COL32_WHITE || (!right && at.uv.x != 0) || (!top && at.uv.y != 0) ||
            at.pos.x != (right ? last.x : first.x) || at.pos.y != (top ? first.y : last.y))
            return std::nullopt;
    }
    if (first.x != std::floor(first.x) || first.y != std::floor(first.y)) return std::nullopt;
    return PixelBox{static_cast<int>(first.x), static_cast<int>(first.y), static_cast<int>(last.x),
                    static_cast<int>(last.y)};
}

} // namespace

void Repaint::copy(const ImDrawList*, const ImDrawCmd* command) {
    const auto& wanted = *static_cast<const Copy*>(command->UserCallbackData);
    glCopyImageSubData(wanted.from, GL_TEXTURE_2D, 0, wanted.fromX, wanted.fromY, 0, wanted.into,
                       GL_TEXTURE_2D, 0, wanted.x, wanted.y, 0, wanted.width, wanted.height, 1);
}

/// Each of a list's commands once for each part of the window that it may reach.
void Repaint::clip(const ImDrawList& list, std::span<const PixelBox> parts, const render::Texture& picture,
                   ImVector<ImDrawCmd>& clipped) {
    clipped.resize(0);
    for (const ImDrawCmd& command : list.CmdBuffer) {
        const std::optional<PixelBox> copied =
            isInPixels(*ImGui::GetDrawData()) ? placeOf(list, command, picture) : std::nullopt;
        for (const PixelBox& part : parts) {
            ImDrawCmd within = command;
            ImVec4& clip = within.ClipRect;
            clip = {std::max(clip.x, static_cast<float>(part.left)),
                    std::max(clip.y, static_cast<float>(part.top)),
                    std::min(clip.z, static_cast<float>(part.right)),
                    std::min(clip.w, static_cast<float>(part.bottom))};
            if (clip.x >= clip.z || clip.y >= clip.w) continue;
            if (copied) {
                const PixelBox box = common(*copied, whole(clip.x, clip.y, clip.z, clip.w));
                if (box.empty()) continue;
                m_copies.push_back({picture.id(), m_color.id(), box.left - copied->left,
                                    copied->bottom - box.bottom, box.left, m_color.height() - box.bottom,
                                    box.right - box.left, box.bottom - box.top});
                within.UserCallback = copy;
                within.UserCallbackData = &m_copies.back();
            }
            clipped.push_back(within);
        }
    }
}

/// The lists have other commands meanwhile; those that reach no part are not sent to OpenGL.
void Repaint::drawWithin(std::span<const PixelBox> parts, const render::Texture& picture) {
    const ImDrawData& all = *ImGui::GetDrawData();
    ImDrawData within = all;
    within.CmdLists.resize(0);
    m_commands.resize(static_cast<std::size_t>(all.CmdLists.Size));
    m_copies.clear();
    m_copies.reserve(m_commands.size() * parts.size()); // they stay where they are
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        ImDrawList* const list = all.CmdLists[static_cast<int>(i)];
        clip(*list, parts, picture, m_commands[i]);
        m_commands[i].swap(list->CmdBuffer);
        if (!list->CmdBuffer.empty()) within.CmdLists.push_back(list);
    }
    within.CmdListsCount = within.CmdLists.Size;
    ImGui_ImplOpenGL3_RenderDrawData(&within);
    for (std::size_t i = 0; i < m_commands.size(); ++i)
        m_commands[i].swap(all.CmdLists[static_cast<int>(i)]->CmdBuffer);
}

void Repaint::draw(int width, int height, const render::Color& ground, const render::Texture& picture) {
    glClearColor(ground.r, ground.g, ground.b, 1);
    if (m_keepsFrames) return drawChanges(width, height, ground, picture);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Repaint::drawChanges(int width, int height, const render::Color& ground,
                          const render::Texture& picture) {
    if (m_color.width() != width || m_color.height() != height) {
        m_frame.reset();
        m_color = render::Texture("window", width, height, render::PixelFormat::Rgba8);
        m_frame = render::Framebuffer("window", m_color);
        m_damage.forget();
    }
    if (m_ground != ground) m_damage.forget();
    m_ground = ground;
    const std::vector<PixelBox>& parts = m_damage.next(*ImGui::GetDrawData(), width, height);
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    m_frame.bind();
    glViewport(0, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    for (const PixelBox& part : parts) {
        glScissor(part.left, height - part.bottom, part.right - part.left, part.bottom - part.top);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    drawWithin(parts, picture);
    // Mesa asks a window for its size when it is bound and gets a viewport, and else keeps what it knew.
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
    glViewport(0, 0, width, height);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(target));
}

} // namespace lanescope::shell
