// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "painting.h"

#include <imgui_internal.h>

namespace lanescope::shell {

Painting::Painting(const bool& asked) : m_asked(asked) {
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

Painting::~Painting() {
    set(true, true);
    ImGui::RemoveContextHook(ImGui::GetCurrentContext(), m_hook);
}

void Painting::set(bool pictures, bool window) {
    m_window = window;
    glad_glDrawArrays = pictures ? m_arrays : [](GLenum, GLint, GLsizei) {};
    glad_glDrawElements = pictures ? m_elements : [](GLenum, GLsizei, GLenum, const void*) {};
    glad_glDrawArraysInstancedBaseInstance =
        pictures ? m_instances : [](GLenum, GLint, GLsizei, GLsizei, GLuint) {};
}

} // namespace lanescope::shell
