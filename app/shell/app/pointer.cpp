// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/pointer.h"

#include "kit/panel/style.h"
#include "text/tr.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::shell {

using kit::points;

namespace {

constexpr ImU32 kRed = IM_COL32(255, 40, 30, 255), kGlow = IM_COL32(255, 40, 30, 90);
constexpr ImU32 kDark = IM_COL32(0, 0, 0, 170), kDim = IM_COL32(110, 110, 110, 255);
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

/// Whoever did not mean it reads how to get the window back.
void drawBlack(ImDrawList& list, ImVec2 size) {
    list.AddRectFilled(ImVec2(0, 0), size, IM_COL32_BLACK);
    const char* const text = tr("Escape: the window again");
    const ImVec2 room = ImGui::CalcTextSize(text);
    list.AddText(ImVec2(size.x - room.x - points(12), size.y - room.y - points(8)), kDim, text);
}

bool takesAway(Pointer::Kind kind) {
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return true;
    return kind == Pointer::Kind::Black &&
           std::ranges::any_of(std::array{ImGuiKey_Period, ImGuiKey_KeypadDecimal, ImGuiKey_PageUp,
                                          ImGuiKey_PageDown, ImGuiKey_Space},
                               [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); });
}

} // namespace

void Pointer::show() {
    if (!std::exchange(m_isNew, false) && takesAway(m_kind)) m_kind = Kind::None;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    if (m_kind == Kind::Black) return drawBlack(list, ImGui::GetMainViewport()->Size);
    if (m_kind == Kind::None || !ImGui::IsMousePosValid(&mouse)) return;
    if (m_kind == Kind::Spotlight)
        return drawDarkness(list, mouse, points(110), ImGui::GetMainViewport()->Size);
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    list.AddCircleFilled(mouse, points(13), kGlow);
    list.AddCircleFilled(mouse, points(7), kRed);
}

} // namespace lanescope::shell
