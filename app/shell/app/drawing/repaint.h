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

/// Draws what Dear ImGui made of the window. Where a processor draws, the last frame is kept in a texture,
/// and only what is not as it was is drawn again: to fill the same text in once more is most of its work. For
/// a GPU it is less than to find out. Needs a current OpenGL context for its whole life.
class Repaint {
public:
    explicit Repaint(bool keepsFrames = render::glInfo().software) : m_keepsFrames(keepsFrames) {}
    /// After ImGui::Render(): all of the window, in the framebuffer that is bound. picture: one without
    /// transparency, which is copied where the window has it pixel for pixel: drawing it would take a
    /// processor some thirty times as long (`bench texture`). Throws GlError.
    void draw(int width, int height, const render::Color& ground, const render::Texture& picture);

private:
    /// Of some pixels of the picture into the window, from the bottom left as OpenGL has it.
    struct Copy {
        unsigned from = 0, into = 0; ///< textures
        int fromX = 0, fromY = 0, x = 0, y = 0, width = 0, height = 0;
    };
    void drawChanges(int width, int height, const render::Color& ground, const render::Texture& picture);
    void drawWithin(std::span<const PixelBox> parts, const render::Texture& picture);
    void clip(const ImDrawList& list, std::span<const PixelBox> parts, const render::Texture& picture,
              ImVector<ImDrawCmd>& clipped);
    static void copy(const ImDrawList* list, const ImDrawCmd* command);

    bool m_keepsFrames;
    Damage m_damage;
    std::vector<ImVector<ImDrawCmd>> m_commands; ///< of each list within the parts; kept for their memory
    std::vector<Copy> m_copies;                  ///< of this frame
    render::Color m_ground;
    render::Texture m_color; ///< the window as it is now
    render::Framebuffer m_frame;
};

} // namespace lanescope::shell
