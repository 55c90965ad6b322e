// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/style.h"
#include "render/palette.h"

#include <cstddef>
#include <vector>

namespace lanescope::shell {

/// A font's file in memory.
using FontData = std::vector<std::byte>;

/// Loads Inter and JetBrains Mono, where the system has them, into the current Dear ImGui context, and puts
/// them into the style; a font that is missing is replaced by the built-in one.
void loadFonts(kit::Style& style);
/// Has each of the style's fonts followed by the system's with Chinese characters, of which Dear ImGui makes
/// the glyphs that are drawn, in their size. Gives the fonts' files, which have to stay as long as the
/// context. Throws Unavailable that names a package where there is none.
std::vector<FontData> addChineseFont(kit::Style& style);

/// Gives Dear ImGui the theme's colours and sizes in pixels, and keeps both in the style.
void applyTheme(kit::Style& current, const render::Theme& theme, float scale, float textSize);

/// Pixels per point that suit a picture of this size when no monitor says: 1 at 1600 x 1000, 2 on a 4K
/// screen.
float scaleFor(int widthPixels, int heightPixels);

} // namespace lanescope::shell
