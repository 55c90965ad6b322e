// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/kept/offer.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/floating_card.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/user_actions.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace lanescope::shell {

using kit::points;

namespace {

/// What is typed into a field stays the field's.
void takeKeys(UserActions& actions) {
    if (ImGui::GetIO().WantTextInput) return;
    if (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false))
        actions.open.lost = true;
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) actions.open.lost = false;
}

} // namespace

void Offer::show(const render::Rect& stage, UserActions& actions) const {
    if (!m_any || stage.width <= 0) return;
    const render::Theme& theme = *kit::style().theme;
    const float width = std::min(points(460), stage.width - points(16));
    ImGui::SetNextWindowPos(ImVec2(stage.x + stage.width / 2, stage.bottom() - points(24)), ImGuiCond_Always,
                            ImVec2(0.5F, 1));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    const FloatingCard floating("Last session", theme.accent, ImVec2(12, 10), ImGuiWindowFlags_NoNavInputs);
    if (floating) {
        kit::wrappedText(theme.text, tr("Lanescope did not exit properly last time."));
        kit::wrappedText(theme.dim, tr("It showed {}", bookmarkDetail({"", m_link})));
        ImGui::Dummy(ImVec2(0, points(2)));
        if (ImGui::Button(tr("Continue with it"))) actions.open.lost = true;
        ImGui::SameLine(0, points(8));
        if (ImGui::Button(tr("Start afresh"))) actions.open.lost = false;
        kit::coloredText(theme.faint, tr("Enter continues with it, Escape starts afresh."));
    }
    takeKeys(actions);
}

} // namespace lanescope::shell
