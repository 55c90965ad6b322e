// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/code_editor.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "lessons/text.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

namespace lanescope::shell {

using kit::points;

namespace {

/// Gives Dear ImGui the room that a text needs.
int growText(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag != ImGuiInputTextFlags_CallbackResize) return 0;
    auto& text = *static_cast<std::string*>(data->UserData);
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
    return 0;
}

/// Pixels by which a field of several lines was scrolled.
float scrollOf(ImGuiID field) {
    for (const ImGuiWindow* child : ImGui::GetCurrentWindow()->DC.ChildWindows)
        if (child->ChildId == field) return child->Scroll.y;
    return 0;
}

/// A mark that says what is wrong with the line.
void markLine(const lessons::CodeError& error, const ImVec2& low, const ImVec2& high) {
    const render::Theme& theme = *kit::style().theme;
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, kit::packed(theme.bad.faded(0.5F)), points(3));
    ImGui::SetCursorScreenPos(low);
    ImGui::InvisibleButton(fmt::format("error {}", error.line).c_str(),
                           ImVec2(high.x - low.x, high.y - low.y));
    kit::tooltip(retold(error.what));
}

/// Left of the field, which is the last item.
void showMargin(const LessonDesk::Draft& draft, float left, float width) {
    const render::Theme& theme = *kit::style().theme;
    const ImVec2 low(left, ImGui::GetItemRectMin().y), high(left + width, ImGui::GetItemRectMax().y);
    const float lineHeight = ImGui::GetFontSize();
    const float top = low.y + ImGui::GetStyle().FramePadding.y - scrollOf(ImGui::GetItemID());
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(low, high, true);
    // What was checked has lost the empty lines before it.
    const std::string_view checked = lessons::trimmed(draft.text);
    const int before = lessons::lineOfPart(draft.text, checked) - 1;
    int marked = 0; // further errors of a line mostly follow from its first one
    if (checked == draft.checked)
        for (const lessons::CodeError& error : draft.errors) {
            const float y = top + lineHeight * static_cast<float>(error.line + before - 1);
            if (error.line > marked && y + lineHeight > low.y && y < high.y)
                markLine(error, ImVec2(low.x, y), ImVec2(high.x - points(4), y + lineHeight));
            marked = std::max(marked, error.line);
        }
    const auto lines = 1 + std::ranges::count(draft.text, '\n');
    for (std::ptrdiff_t line = 0; line < lines; ++line) {
        const float y = top + lineHeight * static_cast<float>(line);
        if (y + lineHeight < low.y || y > high.y) continue;
        const kit::ShortText number("{}", line + 1);
        ImGui::GetWindowDrawList()->AddText(
            ImVec2(high.x - points(8) - ImGui::CalcTextSize(number.c_str()).x, y), kit::packed(theme.dim),
            number.c_str());
    }
    ImGui::PopClipRect();
    ImGui::SetCursorScreenPos(after);
    ImGui::Dummy(ImVec2(0, 0));
}

} // namespace

void editCode(LessonDesk::Draft& draft) {
    const kit::FontScope mono(kit::style().mono);
    const float left = ImGui::GetCursorScreenPos().x, margin = ImGui::CalcTextSize("000").x + points(12);
    ImGui::SetCursorScreenPos(ImVec2(left + margin, ImGui::GetCursorScreenPos().y));
    ImGui::InputTextMultiline("##code", draft.text.data(), draft.text.capacity() + 1, ImVec2(-1, -1),
                              ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_CallbackResize |
                                  (draft.file.empty() ? 0 : ImGuiInputTextFlags_ReadOnly),
                              growText, &draft.text);
    if (ImGui::IsItemActive()) ImGui::SetNavCursorVisible(false);
    // Escape leaves the field; it is not to take back what was typed.
    if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) draft.text = draft.typed;
    draft.typed = draft.text;
    showMargin(draft, left, margin);
}

} // namespace lanescope::shell
