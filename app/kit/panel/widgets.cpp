// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/widgets.h"

#include "text/breaks.h"

#include <cctype>
#include <cmath>
#include <string>

namespace lanescope::kit {

void coloredText(const render::Color& color, std::string_view text) {
    const ColorScope scope(color);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

namespace {

/// Dear ImGui ends lines at spaces alone.
std::string brokenLines(std::string_view text, float width) {
    const auto widthOf = [](std::string_view part) {
        return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
    };
    const float space = widthOf(" ");
    std::string all;
    float x = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '\n') {
            x = text[at] == ' ' ? x + space : 0;
            all += text[at++];
            continue;
        }
        const std::size_t end = text::endOfPart(text, at);
        const std::string_view part = text.substr(at, end - at);
        const float wide = widthOf(part);
        if (x > 0 && x + wide > width) {
            if (all.ends_with(' ')) all.pop_back();
            all += '\n';
            x = 0;
        }
        all += part;
        x += wide;
        at = end;
    }
    return all;
}

} // namespace

void wrapWithin(float width, std::string_view text) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    if (text::hasIdeographs(text)) {
        const std::string lines = brokenLines(text, width);
        ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
    } else {
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
    }
    ImGui::PopTextWrapPos();
}

void wrappedText(const render::Color& color, std::string_view text) {
    const ColorScope scope(color);
    if (text::hasIdeographs(text)) return wrapWithin(ImGui::GetContentRegionAvail().x, text);
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

namespace {

/// Whoever has just clicked wants to see what came of it, and not what the click would do, or what lies there
/// now. That holds until the mouse goes elsewhere.
bool hasJustClicked() {
    constexpr float kElsewhere = 16; // points: about the height of a button
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 at = io.MouseClickedPos[ImGuiMouseButton_Left];
    return io.MouseClickedTime[ImGuiMouseButton_Left] > 0 &&
           std::abs(io.MousePos.x - at.x) < points(kElsewhere) &&
           std::abs(io.MousePos.y - at.y) < points(kElsewhere);
}

} // namespace

bool wantsTooltip() {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled))
        return false;
    // What cannot be clicked says why.
    return !hasJustClicked() || (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
}

void tooltip(std::string_view text) {
    if (!text.empty() && wantsTooltip()) showTooltip(points(340), text);
}

void showTooltip(float width, std::string_view text) {
    // Left to itself it is as large as its last frame's text was.
    const std::string broken = text::hasIdeographs(text) ? brokenLines(text, width) : std::string();
    const std::string_view shown = broken.empty() ? text : std::string_view(broken);
    const ImVec2 size = ImGui::CalcTextSize(shown.data(), shown.data() + shown.size(), false, width);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImGui::SetNextWindowSize(ImVec2(std::ceil(size.x) + 2 * padding.x, std::ceil(size.y) + 2 * padding.y));
    if (!ImGui::BeginTooltip()) return;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

} // namespace lanescope::kit
