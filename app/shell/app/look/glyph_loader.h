// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

struct ImFontLoader;

namespace lanescope::shell {

/// Dear ImGui's FreeType loader, but for one defect: it knows which size of a font is active by the address
/// of that size's data, which the atlas moves when it drops sizes that are not used (Dear ImGui 1.92.8,
/// BakedLastActivated in imgui_freetype.cpp). A glyph that is needed after that then comes in another size.
const ImFontLoader* glyphLoader();

} // namespace lanescope::shell
