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

float FontScope::pixelsOf(const ImFont* font, float size) {
    constexpr float kLeastChinese = 12; // points
    const float wanted = style().textSize * size,
                language = text::language() == text::Language::Chinese ? kLeastChinese : 0,
                reader = font == style().mono && size <= kCodeSize ? 0 : style().leastText;
    return style().scale * std::max({wanted, language, reader});
}

} // namespace lanescope::kit
