// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/pointer.h"

#include "kit/panel/style.h"

#include <imgui.h>

#include <algorithm>

namespace lanescope::shell {

using kit::points;

namespace {

constexpr ImU32 kRed = IM_COL32(255, 40, 30, 255), kGlow = IM_COL32(255, 40, 30, 90);
constexpr ImU32 kDark = IM_COL32(0, 0, 0, 170);
constexpr int kCorners = 64; // of the circle

/// Everything outside a circle: four bands around its square, and what the square has beyond the circle.
void drawDarkness(ImDrawList& list, ImVec2 centre, float radius, ImVec2 size) {
    const float left = centre.x - radius, right = centre.x + radius;
    const float top = centre.y - radius, bottom = centre.y + radius;
    list.AddRectFilled(ImVec2(0, 0), ImVec2(size.x, top), kDark);
    list.AddRectFilled(ImVec2(0, bottom), size, kDark);
    list.AddRectFilled(ImVec2(0, std::max(top, 0.F)), ImVec2(left, bottom), kDark);
    list.AddRectFilled(ImVec2(right, std::max(top, 0.F)), ImVec2(size.x, bottom), kDark);
    constexpr float kQuarter = 1.5707963F;
    const ImVec2 corners[] = {{right, bottom}, {left, bottom}, {left, top}, {right, top}};
    for (int i = 0; i < 4; ++i) {
        const float from = static_cast<float>(i) * kQuarter;
        list.PathLineTo(corners[i]);
        list.PathArcTo(centre, radius, from + kQuarter, from,
                       kCorners / 4); // clockwise, as the filling wants it
        list.PathFillConcave(kDark);
    }
}

} // namespace

void Pointer::show() {
    if (m_kind != Kind::None && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) m_kind = Kind::None;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (m_kind == Kind::None || !ImGui::IsMousePosValid(&mouse)) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    if (m_kind == Kind::Spotlight)
        return drawDarkness(list, mouse, points(110), ImGui::GetMainViewport()->Size);
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    list.AddCircleFilled(mouse, points(13), kGlow);
    list.AddCircleFilled(mouse, points(7), kRed);
}

} // namespace lanescope::shell
