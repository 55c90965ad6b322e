// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/palette.h"

#include <imgui.h>

namespace lanescope::kit {

/// What every panel draws with: the fonts, the theme, and pixels per point.
struct Style {
    ImFont* sans = nullptr;
    ImFont* bold = nullptr;
    ImFont* mono = nullptr;
    const render::Theme* theme = &render::darkTheme();
    float scale = 1;         ///< pixels per point
    bool interactive = true; ///< else buttons, and words that speak of the mouse, are left out
    float textSize = 13.5F;  ///< points; larger in presenter mode
    float leastText = 0;     ///< points that small text has at least, but code of kCodeSize; a presenter's
};

/// The style of the current Dear ImGui context: the one given to useStyle().
const Style& style();
/// Has the current Dear ImGui context's panels drawn with a style that its owner keeps, and may change
/// between frames; nullptr takes it back.
void useStyle(const Style* style);

inline ImVec4 toImGui(const render::Color& color) {
    return {color.r, color.g, color.b, color.a};
}
inline ImU32 packed(const render::Color& color) {
    return ImGui::ColorConvertFloat4ToU32(toImGui(color));
}
/// Points to pixels.
inline float points(float value) {
    return value * style().scale;
}

/// The size of lines of code and of what programs print, at most: they are long, and `leastText` is not for
/// them.
inline constexpr float kCodeSize = 0.88F;

/// Uses a font for a scope; size is a multiple of the style's text size. Small Chinese is less small: its
/// characters have more strokes than letters have.
class FontScope {
public:
    explicit FontScope(ImFont* font, float size = 1) { ImGui::PushFont(font, pixelsOf(font, size)); }
    ~FontScope() { ImGui::PopFont(); }
    FontScope(const FontScope&) = delete;
    FontScope& operator=(const FontScope&) = delete;

private:
    static float pixelsOf(const ImFont* font, float size);
};

/// Uses a text colour for a scope.
class ColorScope {
public:
    explicit ColorScope(const render::Color& color) { ImGui::PushStyleColor(ImGuiCol_Text, toImGui(color)); }
    ~ColorScope() { ImGui::PopStyleColor(); }
    ColorScope(const ColorScope&) = delete;
    ColorScope& operator=(const ColorScope&) = delete;
};

} // namespace lanescope::kit
