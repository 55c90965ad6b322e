// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/gl.h"
#include "render/shapes.h"
#include "shell/app/drawing/damage.h"

#include <imgui.h>

#include <span>
#include <vector>

namespace lanescope::shell {

/// Draws what Dear ImGui made of the window, and of that only what is not as it was: the last frame is kept
/// in a texture. A software renderer, and a GPU that also computes, have more to do than to fill the same
/// text in again. Needs a current OpenGL context for its whole life.
class Repaint {
public:
    /// After ImGui::Render(): all of the window, in the framebuffer that is bound. Throws GlError.
    void draw(int width, int height, const render::Color& ground);

private:
    void drawWithin(std::span<const PixelBox> parts);

    Damage m_damage;
    std::vector<ImVector<ImDrawCmd>> m_commands; ///< of each list within the parts; kept for their memory
    render::Color m_ground;
    render::Texture m_color; ///< the window as it is now
    render::Framebuffer m_frame;
};

} // namespace lanescope::shell
