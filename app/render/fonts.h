// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::render {

/// The font of a role as a file in memory, embedded when the program was built: Inter, Inter SemiBold,
/// JetBrains Mono.
std::span<const std::byte> fontBytes(Font font);
/// Its name as the file has it, as in "Inter Regular"; empty if FreeType cannot read it.
std::string fontName(Font font);
/// A font in a file; index is the face's number in it.
struct FontFile {
    std::string path;
    int index = 0;
};
/// The system's font for a character that the program's own lack; no path where fontconfig knows of none.
FontFile systemFontFileFor(Font font, std::uint32_t codepoint);
/// A file of the system's with a font that has the character; empty where fontconfig knows of none.
std::string systemFontFor(std::uint32_t codepoint);

/// Rasterises glyphs with FreeType into one atlas, keeps them, and lays out lines of text. Lengths are
/// pixels.
class FontSet {
public:
    FontSet();
    ~FontSet();
    FontSet(const FontSet&) = delete;
    FontSet& operator=(const FontSet&) = delete;

    struct Metrics {
        float ascent = 0, descent = 0; ///< of a line, above and below the baseline, both positive
        float capHeight = 0;
        float lineHeight = 0;
    };
    Metrics metrics(Font font, float size);

    /// A rasterised glyph: where it lies in the atlas, and its top left corner relative to the whole-pixel
    /// pen.
    struct Glyph {
        std::uint16_t x = 0, y = 0, width = 0, height = 0;
        std::int16_t left = 0, top = 0; ///< top: pixels above the baseline
    };
    struct Placed {
        float x = 0; ///< whole pixels from the line's start
        const Glyph* glyph = nullptr;
    };
    /// One line of UTF-8, its pen starting at a fraction of a pixel; appends to out and gives the width.
    float layout(std::string_view line, Font font, float size, float startFraction, std::vector<Placed>& out);
    /// The width of one line.
    float width(std::string_view line, Font font, float size);
    /// The longest beginning that fits, on a character's boundary, as a number of bytes.
    std::size_t fitting(std::string_view line, Font font, float size, float maxWidth);

    static constexpr int kAtlasWidth = 1024;
    int atlasHeight() const { return m_atlasHeight; }
    const std::uint8_t* atlas() const { return m_atlas.data(); }
    /// The rows changed since the last call, first and one past the last.
    std::pair<int, int> takeChangedRows();
    /// Forgets all glyphs if the atlas grew beyond what is sensible: true. Only between pictures.
    bool trim();
    bool available() const;

private:
    struct Library;
    struct Face;

    Face* faceFor(Font font, std::uint32_t codepoint, unsigned& index);
    const Glyph& glyph(Face& face, unsigned index, int size64, int quarter);
    float advance(Face& face, unsigned index, int size64);
    void place(Glyph& glyph, const std::uint8_t* pixels, int pitch);
    void clear();

    std::unique_ptr<Library> m_library;
    std::vector<std::uint8_t> m_atlas;
    int m_atlasHeight = 256;
    int m_shelfX = 0, m_shelfY = 0, m_shelfHeight = 0;
    int m_changedFirst = 0, m_changedEnd = 0;
};

/// Decodes the UTF-8 character at the front and removes it; a malformed byte becomes U+FFFD.
std::uint32_t takeCodepoint(std::string_view& text);

} // namespace lanescope::render
