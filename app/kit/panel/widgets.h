// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/style.h"
#include "kit/short_text.h"

#include <string>
#include <string_view>

namespace lanescope::kit {

/// Text in a font and colour; the item before it stays where it is.
void coloredText(const render::Color& color, std::string_view text);
void wrappedText(const render::Color& color, std::string_view text);
/// Text in lines that are no wider, pixels.
void wrapWithin(float width, std::string_view text);
/// Text that ends at the right edge of the column or window.
void rightText(const render::Color& color, std::string_view text);
/// A small heading in capitals.
void heading(std::string_view text);
/// A tooltip on the last item, wrapped.
void tooltip(std::string_view text);
/// A tooltip, whatever it is on, in lines that are no wider, pixels.
void showTooltip(float width, std::string_view text);
/// Whether the last item's tooltip is to be seen: for texts that have to be put together. Not where the mouse
/// has just clicked.
bool wantsTooltip();

/// A frame in a colour, and within it what show() shows. padding: between the two, points.
template<class Show>
void coloredCard(const char* id, const render::Color& color, const ImVec2& padding, Show show) {
    ImGui::PushStyleColor(ImGuiCol_ChildBg, toImGui(render::mix(style().theme->panel, color, 0.12F)));
    ImGui::PushStyleColor(ImGuiCol_Border, toImGui(color.faded(0.7F)));
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, points(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(points(padding.x), points(padding.y)));
    if (ImGui::BeginChild(id, ImVec2(0, 0),
                          ImGuiChildFlags_Borders | ImGuiChildFlags_AutoResizeY |
                              ImGuiChildFlags_AlwaysUseWindowPadding))
        show();
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(2);
}

} // namespace lanescope::kit
