// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/widgets.h"

#include <cctype>

namespace lanescope::kit {

void coloredText(const render::Color& color, std::string_view text) {
    const ColorScope scope(color);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

void wrappedText(const render::Color& color, std::string_view text) {
    const ColorScope scope(color);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
}

void rightText(const render::Color& color, std::string_view text) {
    const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    const float room = ImGui::GetContentRegionAvail().x;
    if (room > width) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
    coloredText(color, text);
}

void heading(std::string_view text) {
    fmt::basic_memory_buffer<char, 128> capitals;
    for (const char c : text)
        capitals.push_back(static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
    const FontScope font(style().bold, 0.8F);
    coloredText(style().theme->faint, {capitals.data(), capitals.size()});
}

bool wantsTooltip() {
    return ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled);
}

void tooltip(std::string_view text) {
    if (text.empty() || !wantsTooltip() || !ImGui::BeginTooltip()) return;
    ImGui::PushTextWrapPos(points(340));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

} // namespace lanescope::kit
