// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/guide/key_list.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/commands.h"
#include "text/tr.h"

#include <imgui.h>

namespace lanescope::shell {

using kit::FontScope;

void KeyList::draw() {
    if (!m_open) return;
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    if (ImGui::Begin(tr("Keys"), &m_open,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                         ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
            for (const KeyRow& key : keyRows()) {
                ImGui::TableNextRow();
                ImGui::TableSetColumnIndex(0);
                {
                    const FontScope mono(kit::style().mono, 0.95F);
                    kit::coloredText(kit::style().theme->accent, key.keys);
                }
                ImGui::TableSetColumnIndex(1);
                kit::coloredText(kit::style().theme->text, tr(key.does));
            }
            ImGui::EndTable();
        }
        kit::coloredText(kit::style().theme->dim, tr("Mouse: drag the mesh to turn it, wheel to come nearer; "
                                                     "hover or click lanes, cells and sectors."));
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) m_open = false;
    }
    ImGui::End();
}

} // namespace lanescope::shell
