// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/answer_field.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace lanescope::shell {

namespace {

/// What a number or a list of lanes may begin with, as keyboards for Chinese write it, too.
bool beginsAnswer(ImWchar sign) {
    constexpr ImWchar kWideZero = 0xFF10, kWideNine = 0xFF19, kWideMinus = 0xFF0D, kMinus = 0x2212;
    return (sign >= '0' && sign <= '9') || sign == '.' || sign == '-' ||
           (sign >= kWideZero && sign <= kWideNine) || sign == kWideMinus || sign == kMinus;
}

void append(std::string& text, ImWchar sign) {
    std::array<char, 5> bytes{};
    ImTextCharToUtf8(bytes.data(), sign);
    text += bytes.data();
}

void removeLast(std::string& text) {
    const auto inside = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
    while (!text.empty() && inside(text.back())) text.pop_back();
    if (!text.empty()) text.pop_back();
}

/// What was typed outside stands in the field, with the cursor behind it.
int toEnd(ImGuiInputTextCallbackData* data) {
    auto& typing = *static_cast<bool*>(data->UserData);
    if (!std::exchange(typing, false)) return 0;
    data->ClearSelection();
    data->CursorPos = data->BufTextLen;
    return 0;
}

} // namespace

bool AnswerField::takeTyped(std::string& text) {
    auto& typed = ImGui::GetIO().InputQueueCharacters;
    const bool erases = ImGui::IsKeyPressed(ImGuiKey_Backspace) && !text.empty();
    const bool begins = !typed.empty() && beginsAnswer(typed.front());
    const bool goesOn = !typed.empty() && (m_typing || m_asks);
    if (!begins && !goesOn && !erases) return false;
    if (erases)
        removeLast(text);
    else if (!m_typing)
        text.clear();
    for (const ImWchar sign : typed) append(text, sign);
    // The field, which has the keyboard a frame later, is not to take them again.
    typed.resize(0);
    m_typing = m_asks = true;
    return true;
}

bool AnswerField::show(const char* id, const char* hint, std::string& text, bool enabled) {
    std::array<char, 256> bytes{};
    std::memcpy(bytes.data(), text.data(), std::min(text.size(), bytes.size() - 1));
    // Not out of the hands of one who has opened a menu, or drags something.
    const bool isMenuOpen = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    const bool isBusy = ImGui::IsAnyItemActive() || isMenuOpen;
    if (enabled && !isBusy && std::exchange(m_asks, false)) ImGui::SetKeyboardFocusHere();
    constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_EnterReturnsTrue |
                                           ImGuiInputTextFlags_AutoSelectAll |
                                           ImGuiInputTextFlags_CallbackAlways;
    const bool entered =
        ImGui::InputTextWithHint(id, hint, bytes.data(), bytes.size(), kFlags, toEnd, &m_typing);
    if (ImGui::IsItemActive() && isMenuOpen) {
        // It asked in the frame in which the menu was opened: Escape is to close the menu.
        ImGui::ClearActiveID();
        m_asks = true;
    }
    // Keys go on being the lesson's when the text is done.
    if (ImGui::IsItemActive()) {
        ImGui::SetNavCursorVisible(false);
        m_asks = false;
    }
    text = bytes.data();
    if (entered) m_entered = true;
    return entered;
}

void AnswerField::retry() {
    m_asks = m_asks || std::exchange(m_entered, false);
}

} // namespace lanescope::shell
