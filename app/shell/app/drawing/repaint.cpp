// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/drawing/repaint.h"

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <span>

namespace lanescope::shell {

namespace {

/// Each of a list's commands once for each part of the window that it may reach.
void clip(const ImVector<ImDrawCmd>& all, std::span<const PixelBox> parts, ImVector<ImDrawCmd>& clipped) {
    clipped.resize(0);
    for (const ImDrawCmd& command : all)
        for (const PixelBox& part : parts) {
            ImDrawCmd within = command;
            ImVec4& clip = within.ClipRect;
            clip = {std::max(clip.x, static_cast<float>(part.left)),
                    std::max(clip.y, static_cast<float>(part.top)),
                    std::min(clip.z, static_cast<float>(part.right)),
                    std::min(clip.w, static_cast<float>(part.bottom))};
            if (clip.x < clip.z && clip.y < clip.w) clipped.push_back(within);
        }
}

} // namespace

/// The lists have other commands meanwhile; those that reach no part are not sent to OpenGL.
void Repaint::drawWithin(std::span<const PixelBox> parts) {
    const ImDrawData& all = *ImGui::GetDrawData();
    ImDrawData within = all;
    within.CmdLists.resize(0);
    m_commands.resize(static_cast<std::size_t>(all.CmdLists.Size));
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        ImDrawList* const list = all.CmdLists[static_cast<int>(i)];
        clip(list->CmdBuffer, parts, m_commands[i]);
        m_commands[i].swap(list->CmdBuffer);
        if (!list->CmdBuffer.empty()) within.CmdLists.push_back(list);
    }
    within.CmdListsCount = within.CmdLists.Size;
    ImGui_ImplOpenGL3_RenderDrawData(&within);
    for (std::size_t i = 0; i < m_commands.size(); ++i)
        m_commands[i].swap(all.CmdLists[static_cast<int>(i)]->CmdBuffer);
}

void Repaint::draw(int width, int height, const render::Color& ground) {
    glClearColor(ground.r, ground.g, ground.b, 1);
    if (m_keepsFrames) return drawChanges(width, height, ground);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Repaint::drawChanges(int width, int height, const render::Color& ground) {
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
    drawWithin(parts);
    // Mesa asks a window for its size when it is bound and gets a viewport, and else keeps what it knew.
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
    glViewport(0, 0, width, height);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(target));
}

} // namespace lanescope::shell
