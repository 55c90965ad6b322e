// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/palette.h"

#include <imgui.h>

namespace lanescope::shell {

/// A card over the window that takes neither its keyboard nor its place in the layout, as high as what is in
/// it. Its width is set before, by ImGui::SetNextWindowPos and SetNextWindowSize.
class FloatingCard {
public:
    /// border: of what it says; padding: points.
    FloatingCard(const char* id, const render::Color& border, ImVec2 padding = {12, 10}, int moreFlags = 0);
    ~FloatingCard() { ImGui::End(); }
    FloatingCard(const FloatingCard&) = delete;
    FloatingCard& operator=(const FloatingCard&) = delete;
    /// It is visible: draw its contents.
    explicit operator bool() const { return m_visible; }

private:
    bool m_visible = false;
};

} // namespace lanescope::shell
