// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/style.h"

#include "text/language.h"

#include <algorithm>

namespace lanescope::kit {

const Style& style() {
    static const Style none;
    const void* used = ImGui::GetCurrentContext() ? ImGui::GetIO().UserData : nullptr;
    return used ? *static_cast<const Style*>(used) : none;
}

void useStyle(const Style* style) {
    // Dear ImGui only keeps the pointer for us; nobody writes through it.
    ImGui::GetIO().UserData = const_cast<Style*>(style);
}

float FontScope::pixelsOf(float size) {
    constexpr float kLeastChinese = 12; // points
    const float wanted = style().textSize * size;
    return style().scale *
           (text::language() == text::Language::Chinese ? std::max(wanted, kLeastChinese) : wanted);
}

} // namespace lanescope::kit
