// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/fonts.h"

#include "embedded/font_bold.h"
#include "embedded/font_mono.h"
#include "embedded/font_sans.h"

#include <fmt/format.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

namespace lanescope::render {
namespace {

constexpr int kMaxAtlasHeight = 4096;
constexpr std::uint32_t kReplacement = 0xFFFD;

FT_Face openEmbedded(FT_Library library, Font font) {
    const auto bytes = fontBytes(font);
    FT_Face face = nullptr;
    const auto* data = reinterpret_cast<const FT_Byte*>(bytes.data());
    return FT_New_Memory_Face(library, data, static_cast<FT_Long>(bytes.size()), 0, &face) == 0 ? face
                                                                                                : nullptr;
}

} // namespace

std::span<const std::byte> fontBytes(Font font) {
    switch (font) {
    case Font::Bold:
        return font_bold::bytes();
    case Font::Mono:
        return font_mono::bytes();
    default:
        return font_sans::bytes();
    }
}

std::string fontName(Font font) {
    std::string name;
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) return name;
    if (FT_Face face = openEmbedded(library, font)) {
        name = fmt::format("{} {}", face->family_name ? face->family_name : "",
                           face->style_name ? face->style_name : "");
        FT_Done_Face(face);
    }
    FT_Done_FreeType(library);
    return name;
}

namespace {

/// Han characters, with their punctuation and full-width forms.
bool isChinese(std::uint32_t codepoint) {
    return (codepoint >= 0x2E80 && codepoint < 0xA000) || (codepoint >= 0xF900 && codepoint < 0xFB00) ||
           (codepoint >= 0xFF00 && codepoint < 0xFFF0) || (codepoint >= 0x20000 && codepoint < 0x30000);
}

} // namespace

FontFile systemFontFileFor(Font font, std::uint32_t codepoint) {
    FcPattern* pattern = FcPatternCreate();
    if (isChinese(codepoint)) {
        // simplified forms, where a font of several languages has the others too
        for (const char* family : {"Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC",
                                   "Source Han Sans CN", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei"})
            FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
        FcPatternAddString(pattern, FC_LANG, reinterpret_cast<const FcChar8*>("zh-cn"));
    }
    for (const char* family : font == Font::Mono ? std::array{"DejaVu Sans Mono", "monospace"}
                                                 : std::array{"DejaVu Sans", "sans-serif"})
        FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(pattern, FC_WEIGHT, font == Font::Bold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern, FC_OUTLINE, FcTrue);
    FcCharSet* characters = FcCharSetCreate();
    FcCharSetAddChar(characters, codepoint);
    FcPatternAddCharSet(pattern, FC_CHARSET, characters);
    FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FontFile file;
    FcResult result = FcResultNoMatch;
    if (FcPattern* found = FcFontMatch(nullptr, pattern, &result)) {
        FcChar8* path = nullptr;
        FcCharSet* has = nullptr;
        int index = 0;
        FcBool outline = FcFalse;
        // The best match need not have the character, nor outlines of it.
        if (FcPatternGetBool(found, FC_OUTLINE, 0, &outline) == FcResultMatch && outline &&
            FcPatternGetCharSet(found, FC_CHARSET, 0, &has) == FcResultMatch &&
            FcCharSetHasChar(has, codepoint) && FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch)
            file.path = reinterpret_cast<const char*>(path);
        // The upper half of the number would select a named instance of a variable font; it counts.
        if (FcPatternGetInteger(found, FC_INDEX, 0, &index) == FcResultMatch) file.index = index;
        FcPatternDestroy(found);
    }
    FcCharSetDestroy(characters);
    FcPatternDestroy(pattern);
    return file;
}

std::string systemFontFor(std::uint32_t codepoint) {
    return systemFontFileFor(Font::Sans, codepoint).path;
}

std::uint32_t takeCodepoint(std::string_view& text) {
    const auto byte = [&text](std::size_t i) {
        return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
    };
    const std::uint32_t first = byte(0);
    const std::size_t length = first < 0x80       ? 1
                               : first >> 5 == 6  ? 2
                               : first >> 4 == 14 ? 3
                               : first >> 3 == 30 ? 4
                                                  : 0;
    static constexpr std::array<std::uint32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    std::uint32_t code = length == 1 ? first : length > 0 ? first & (0x7Fu >> length) : kReplacement;
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) >> 6 != 2) {
            text.remove_prefix(1);
            return kReplacement;
        }
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    if (length == 0 || code < kSmallest[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
        text.remove_prefix(1);
        return kReplacement;
    }
    text.remove_prefix(length);
    return code;
}

struct FontSet::Face {
    FT_Face face = nullptr;
    int size64 = 0;
    std::unordered_map<std::uint64_t, Glyph> glyphs; ///< by glyph, size and fraction; addresses stay
    /// Of a size: by glyph; negative: not yet known.
    struct Advances {
        int size64 = 0;
        std::vector<float> known;
    };
    std::vector<Advances> advances;
    /// What FreeType says of ASCII: most texts are looked up in each frame.
    std::array<unsigned, 128> ascii{};

    Face() = default;
    Face(const Face&) = delete;
    Face& operator=(const Face&) = delete;
    ~Face() { close(); }
    void close() {
        if (face) FT_Done_Face(std::exchange(face, nullptr));
    }
    void resize(int size) {
        if (size == size64) return;
        size64 = size;
        FT_Set_Char_Size(face, 0, size, 72, 72);
    }
    void lookUpAscii() {
        for (unsigned c = 0; c < ascii.size(); ++c) ascii[c] = FT_Get_Char_Index(face, c);
    }
    unsigned indexOf(std::uint32_t codepoint) const {
        return codepoint < ascii.size() ? ascii[codepoint] : FT_Get_Char_Index(face, codepoint);
    }
    float& advanceOf(unsigned index, int size) {
        auto of = std::ranges::find(advances, size, &Advances::size64);
        if (of == advances.end()) {
            constexpr std::size_t kMostSizes = 64; // a zoom passes through many
            if (advances.size() == kMostSizes) advances.clear();
            of = advances.insert(advances.end(), {size, {}});
        }
        if (index >= of->known.size()) of->known.resize(std::size_t{index} + 1, -1.F);
        return of->known[index];
    }
    static std::uint64_t key(unsigned index, int size, int quarter) {
        return static_cast<std::uint64_t>(index) << 32 | static_cast<std::uint64_t>(size) << 2 |
               static_cast<unsigned>(quarter);
    }
};

struct FontSet::Library {
    FT_Library library = nullptr;
    std::array<Face, 3> roles;                                          ///< the program's own
    std::map<std::pair<std::string, int>, std::unique_ptr<Face>> faces; ///< the system's
    std::map<std::pair<Font, std::uint32_t>, Face*> fallbacks;

    ~Library() {
        faces.clear();
        for (Face& face : roles) face.close();
        if (library) FT_Done_FreeType(library);
    }
    Face* open(const FontFile& file) {
        if (file.path.empty()) return nullptr;
        auto& face = faces[{file.path, file.index}];
        if (!face) {
            face = std::make_unique<Face>();
            if (FT_New_Face(library, file.path.c_str(), file.index, &face->face) != 0) face->face = nullptr;
        }
        return face->face ? face.get() : nullptr;
    }
};

FontSet::FontSet() : m_library(std::make_unique<Library>()) {
    clear();
    if (FT_Init_FreeType(&m_library->library) != 0) return;
    for (const Font font : {Font::Sans, Font::Bold, Font::Mono}) {
        Face& role = m_library->roles[static_cast<std::size_t>(font)];
        role.face = openEmbedded(m_library->library, font);
        if (role.face) role.lookUpAscii();
    }
}

FontSet::~FontSet() = default;

bool FontSet::available() const {
    return m_library->roles[0].face && m_library->roles[1].face && m_library->roles[2].face;
}

void FontSet::clear() {
    for (auto& [file, face] : m_library->faces) face->glyphs.clear();
    for (Face& face : m_library->roles) face.glyphs.clear();
    m_atlasHeight = 256;
    m_atlas.assign(static_cast<std::size_t>(kAtlasWidth) * m_atlasHeight, 0);
    // Shapes that are no glyphs sample the first texel.
    m_atlas[0] = 255;
    m_shelfX = 2;
    m_shelfY = 0;
    m_shelfHeight = 1;
    m_changedFirst = 0;
    m_changedEnd = m_atlasHeight;
}

bool FontSet::trim() {
    if (m_atlasHeight < kMaxAtlasHeight) return false;
    clear();
    return true;
}

std::pair<int, int> FontSet::takeChangedRows() {
    const std::pair rows{m_changedFirst, m_changedEnd};
    m_changedFirst = m_atlasHeight;
    m_changedEnd = 0;
    return rows;
}

FontSet::Metrics FontSet::metrics(Font font, float size) {
    auto* face = m_library->roles[static_cast<std::size_t>(font)].face;
    if (!face) return {size, size * 0.25f, size * 0.7f, size * 1.25f};
    const auto unit = size / static_cast<float>(face->units_per_EM);
    Metrics m;
    m.ascent = static_cast<float>(face->ascender) * unit;
    m.descent = -static_cast<float>(face->descender) * unit;
    const auto* os2 = static_cast<const TT_OS2*>(FT_Get_Sfnt_Table(face, FT_SFNT_OS2));
    m.capHeight = os2 && os2->version >= 2 && os2->sCapHeight > 0 ? static_cast<float>(os2->sCapHeight) * unit
                                                                  : size * 0.72f;
    m.lineHeight = std::round(std::max(m.ascent + m.descent, size * 1.3f));
    return m;
}

FontSet::Face* FontSet::faceFor(Font font, std::uint32_t codepoint, unsigned& index) {
    Face* face = &m_library->roles[static_cast<std::size_t>(font)];
    index = face->indexOf(codepoint);
    if (index != 0 || codepoint < ' ') return face;
    const auto [at, isNew] = m_library->fallbacks.try_emplace({font, codepoint}, nullptr);
    if (isNew) at->second = m_library->open(systemFontFileFor(font, codepoint));
    if (!at->second) return face;
    index = FT_Get_Char_Index(at->second->face, codepoint);
    return at->second;
}

float FontSet::advance(Face& face, unsigned index, int size64) {
    float& known = face.advanceOf(index, size64);
    if (known < 0) {
        known = 0;
        face.resize(size64);
        // Hinting rounds advances to whole pixels; text is spaced by the designer's widths instead.
        if (FT_Load_Glyph(face.face, index, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) == 0)
            known = static_cast<float>(face.face->glyph->linearHoriAdvance) / 65536.f;
    }
    return known;
}

const FontSet::Glyph& FontSet::glyph(Face& face, unsigned index, int size64, int quarter) {
    const auto [at, isNew] = face.glyphs.try_emplace(Face::key(index, size64, quarter));
    Glyph& glyph = at->second;
    if (!isNew) return glyph;
    face.resize(size64);
    if (FT_Load_Glyph(face.face, index, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0) return glyph;
    const auto slot = face.face->glyph;
    if (slot->format == FT_GLYPH_FORMAT_OUTLINE) FT_Outline_Translate(&slot->outline, quarter * 16, 0);
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0 || slot->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY)
        return glyph;
    glyph.width = static_cast<std::uint16_t>(slot->bitmap.width);
    glyph.height = static_cast<std::uint16_t>(slot->bitmap.rows);
    glyph.left = static_cast<std::int16_t>(slot->bitmap_left);
    glyph.top = static_cast<std::int16_t>(slot->bitmap_top);
    place(glyph, slot->bitmap.buffer, slot->bitmap.pitch);
    return glyph;
}

void FontSet::place(Glyph& glyph, const std::uint8_t* pixels, int pitch) {
    constexpr int kGap = 1;
    if (glyph.width == 0 || glyph.height == 0) return;
    if (m_shelfX + glyph.width + kGap > kAtlasWidth) {
        m_shelfY += m_shelfHeight + kGap;
        m_shelfX = 0;
        m_shelfHeight = 0;
    }
    while (m_shelfY + glyph.height > m_atlasHeight && m_atlasHeight < kMaxAtlasHeight) {
        m_atlasHeight *= 2;
        m_atlas.resize(static_cast<std::size_t>(kAtlasWidth) * m_atlasHeight, 0);
        m_changedFirst = 0;
        m_changedEnd = m_atlasHeight;
    }
    if (glyph.width > kAtlasWidth || m_shelfY + glyph.height > m_atlasHeight) {
        // Full: this picture goes without the glyph, trim() makes room for the next.
        glyph.width = glyph.height = 0;
        return;
    }
    glyph.x = static_cast<std::uint16_t>(m_shelfX);
    glyph.y = static_cast<std::uint16_t>(m_shelfY);
    for (int row = 0; row < glyph.height; ++row)
        std::memcpy(&m_atlas[static_cast<std::size_t>(m_shelfY + row) * kAtlasWidth + m_shelfX],
                    pixels + static_cast<std::ptrdiff_t>(row) * pitch, glyph.width);
    m_changedFirst = std::min(m_changedFirst, m_shelfY);
    m_changedEnd = std::max(m_changedEnd, m_shelfY + glyph.height);
    m_shelfX += glyph.width + kGap;
    m_shelfHeight = std::max<int>(m_shelfHeight, glyph.height);
}

float FontSet::layout(std::string_view line, Font font, float size, float startFraction,
                      std::vector<Placed>& out) {
    if (!available()) return 0;
    const int size64 = std::clamp(static_cast<int>(std::lround(size * 64)), 64, 64 * 512);
    float pen = startFraction;
    while (!line.empty()) {
        unsigned index = 0;
        Face* face = faceFor(font, takeCodepoint(line), index);
        // Four places a pixel are as fine as an eye tells, and keep the atlas small.
        const auto quarters = static_cast<int>(std::lround(pen * 4));
        const int whole = quarters >> 2;
        const Glyph& shape = glyph(*face, index, size64, quarters & 3);
        if (shape.width > 0) out.push_back({static_cast<float>(whole + shape.left), &shape});
        pen += advance(*face, index, size64);
    }
    return pen - startFraction;
}

float FontSet::width(std::string_view line, Font font, float size) {
    if (!available()) return 0;
    const int size64 = std::clamp(static_cast<int>(std::lround(size * 64)), 64, 64 * 512);
    float pen = 0;
    while (!line.empty()) {
        unsigned index = 0;
        Face* face = faceFor(font, takeCodepoint(line), index);
        pen += advance(*face, index, size64);
    }
    return pen;
}

std::size_t FontSet::fitting(std::string_view line, Font font, float size, float maxWidth) {
    if (!available()) return line.size();
    const int size64 = std::clamp(static_cast<int>(std::lround(size * 64)), 64, 64 * 512);
    const std::size_t bytes = line.size();
    float pen = 0;
    while (!line.empty()) {
        const std::size_t at = bytes - line.size();
        unsigned index = 0;
        Face* face = faceFor(font, takeCodepoint(line), index);
        pen += advance(*face, index, size64);
        if (pen > maxWidth) return at;
    }
    return bytes;
}

} // namespace lanescope::render
