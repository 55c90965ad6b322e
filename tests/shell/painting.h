// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>
#include <imgui.h>

namespace lanescope::shell {

/// Leaves out what nobody looks at. Without a GPU nothing takes as long as to paint, and the frame is built
/// all the same: what is clicked, and what textures hold. For the current contexts of OpenGL and Dear ImGui.
class Painting {
public:
    /// asked: paints the window in any case, and may change until the frame is built.
    explicit Painting(const bool& asked);
    Painting(const Painting&) = delete;
    Painting& operator=(const Painting&) = delete;
    ~Painting();

    /// pictures: of the stage, which are kept from frame to frame. window: the panels, and what shows the
    /// pictures.
    void set(bool pictures, bool window);

private:
    const bool& m_asked;
    bool m_window = true;
    ImGuiID m_hook = 0;
    PFNGLDRAWARRAYSPROC m_arrays = glad_glDrawArrays;
    PFNGLDRAWELEMENTSPROC m_elements = glad_glDrawElements;
    PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEPROC m_instances = glad_glDrawArraysInstancedBaseInstance;
};

} // namespace lanescope::shell
