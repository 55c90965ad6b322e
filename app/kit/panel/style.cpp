// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/style.h"

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

} // namespace lanescope::kit
