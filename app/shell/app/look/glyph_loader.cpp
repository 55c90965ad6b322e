// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/look/glyph_loader.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_SIZES_H
#include <imgui_freetype.h>
#include <imgui_internal.h>

namespace lanescope::shell {

namespace {

/// data: of the loader, for one size of a font's file; the size is all that it has.
bool loadGlyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* data, ImWchar codepoint,
               ImFontGlyph* glyph, float* advance) {
    FT_Activate_Size(*static_cast<FT_Size*>(data));
    return ImGuiFreeType::GetFontLoader()->FontBakedLoadGlyph(atlas, source, baked, data, codepoint, glyph,
                                                              advance);
}

} // namespace

const ImFontLoader* glyphLoader() {
    static const ImFontLoader loader = [] {
        ImFontLoader own = *ImGuiFreeType::GetFontLoader();
        // Of a release with other data it is not known what has to be done.
        if (own.FontBakedSrcLoaderDataSize == sizeof(FT_Size)) own.FontBakedLoadGlyph = &loadGlyph;
        return own;
    }();
    return &loader;
}

} // namespace lanescope::shell
