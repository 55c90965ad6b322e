// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace lanescope::shell {

/// Leaves out what nobody looks at. Without a GPU nothing takes as long as to paint, and the frame is built
/// all the same: what is clicked, and what textures hold. For the current contexts of OpenGL and Dear ImGui.
class Painting {
public:
    /// asked: paints the window in any case, and may change until the frame is built.
    explicit Painting(const bool& asked) : m_asked(asked) {
        ImGuiContextHook hook;
        hook.Type = ImGuiContextHookType_RenderPost;
        hook.UserData = this;
        hook.Callback = [](ImGuiContext*, ImGuiContextHook* called) {
            const auto* painting = static_cast<const Painting*>(called->UserData);
            if (painting->m_window || painting->m_asked) return;
            ImDrawData* drawn = ImGui::GetDrawData();
            drawn->CmdLists.resize(0);
            drawn->CmdListsCount = 0;
        };
        m_hook = ImGui::AddContextHook(ImGui::GetCurrentContext(), &hook);
    }
    Painting(const Painting&) = delete;
    Painting& operator=(const Painting&) = delete;
    ~Painting() {
        set(true, true);
        ImGui::RemoveContextHook(ImGui::GetCurrentContext(), m_hook);
    }

    /// pictures: of the stage, which are kept from frame to frame. window: the panels, and what shows the
    /// pictures.
    void set(bool pictures, bool window) {
        m_window = window;
        glad_glDrawArrays = pictures ? m_arrays : [](GLenum, GLint, GLsizei) {};
        glad_glDrawElements = pictures ? m_elements : [](GLenum, GLsizei, GLenum, const void*) {};
        glad_glDrawArraysInstancedBaseInstance =
            pictures ? m_instances : [](GLenum, GLint, GLsizei, GLsizei, GLuint) {};
    }

private:
    const bool& m_asked;
    bool m_window = true;
    ImGuiID m_hook = 0;
    PFNGLDRAWARRAYSPROC m_arrays = glad_glDrawArrays;
    PFNGLDRAWELEMENTSPROC m_elements = glad_glDrawElements;
    PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEPROC m_instances = glad_glDrawArraysInstancedBaseInstance;
};

} // namespace lanescope::shell
