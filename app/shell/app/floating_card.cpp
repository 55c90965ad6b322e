// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/floating_card.h"

#include "kit/panel/style.h"

#include <algorithm>

namespace lanescope::shell {

FloatingCard::FloatingCard(const char* id, const render::Color& border, ImVec2 padding, int moreFlags) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(kit::points(1), 1.F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(kit::points(padding.x), kit::points(padding.y)));
    ImGui::PushStyleColor(ImGuiCol_Border, kit::toImGui(border));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, kit::toImGui(kit::style().theme->background));
    m_visible =
        ImGui::Begin(id, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoFocusOnAppearing | moreFlags);
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(2);
}

} // namespace lanescope::shell
