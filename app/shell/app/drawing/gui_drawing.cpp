// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/drawing/gui_drawing.h"

#include "kit/panel/style.h"
#include "render/fonts.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

using render::Color;
using render::DrawnShape;
using render::DrawnText;
using render::Rect;

Color toColor(ImU32 packed) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(packed);
    return {c.x, c.y, c.z, c.w};
}

glm::vec2 toPoint(ImVec2 v) {
    return {v.x, v.y};
}

/// A glyph in the font's texture, and what it is of.
struct Glyph {
    const ImFontBaked* baked = nullptr;
    const ImFontGlyph* glyph = nullptr;
};

class Glyphs {
public:
    Glyphs() {
        const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        if (!atlas.Builder) return;
        auto& pool = atlas.Builder->BakedPool;
        for (int i = 0; i < pool.Size; ++i) {
            const ImFontBaked& baked = pool[i];
            if (baked.WantDestroy || !baked.OwnerFont) continue;
            for (const ImFontGlyph& glyph : baked.Glyphs)
                if (glyph.Visible) m_all.push_back({&baked, &glyph});
        }
    }

    /// The glyph around a place in the texture: of a text that is cut off, a part of it.
    const Glyph* at(ImVec2 middle) const {
        const auto found = std::ranges::find_if(m_all, [&](const Glyph& each) {
            const ImFontGlyph& g = *each.glyph;
            return middle.x >= g.U0 && middle.x <= g.U1 && middle.y >= g.V0 && middle.y <= g.V1;
        });
        return found == m_all.end() ? nullptr : &*found;
    }

private:
    std::vector<Glyph> m_all;
};

render::Font roleOf(const ImFont* font) {
    const kit::Style& style = kit::style();
    return font == style.bold   ? render::Font::Bold
           : font == style.mono ? render::Font::Mono
                                : render::Font::Sans;
}

void appendUtf8(std::string& text, unsigned codepoint) {
    char bytes[5] = {};
    ImTextCharToUtf8(bytes, codepoint);
    text += bytes;
}

class Reader {
public:
    Reader(const std::map<unsigned, const render::Drawing*>& textures, render::Drawing& into)
        : m_textures(textures), m_into(into) {}

    void read(const ImDrawList& list, const ImDrawCmd& command) {
        if (command.UserCallback) return;
        const ImVec4& c = command.ClipRect;
        m_clip = {c.x, c.y, c.z - c.x, c.w - c.y};
        const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
        const ImDrawIdx* const indices = list.IdxBuffer.Data + command.IdxOffset;
        if (command.TexRef._TexData != ImGui::GetIO().Fonts->TexData) {
            texture(static_cast<unsigned>(command.GetTexID()), vertices[indices[0]].pos);
            return;
        }
        m_line.reset();
        m_shape = nullptr;
        m_diagonal.reset();
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
            const ImDrawIdx* const corner = indices + i;
            if (isGlyph(vertices, corner)) {
                // Of the two triangles of a letter's square the second, across the same diagonal, says no
                // more.
                const std::pair edge(corner[0], corner[1]), diagonal(corner[0], corner[2]);
                if (m_diagonal != edge) glyph(vertices, corner);
                m_diagonal = diagonal;
                m_shape = nullptr;
            } else {
                endLine();
                triangle(vertices, corner);
            }
        }
        endLine();
    }

private:
    struct Line {
        DrawnText text{};
        const ImFontBaked* baked = nullptr;
        ImU32 color = 0;
        float size = 0; ///< as Dear ImGui has it
        float begin = 0, baseline = 0;
        float pen = 0;   ///< where the next letter would begin
        float space = 0; ///< how wide a blank is
        int letters = 0;
    };

    static bool isGlyph(const ImDrawVert* vertices, const ImDrawIdx* corner) {
        const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
        const ImVec2 uv = vertices[corner[0]].uv, other = vertices[corner[1]].uv;
        return uv.x != white.x && (uv.x != other.x || uv.y != other.y);
    }

    void texture(unsigned name, ImVec2 corner) {
        if (const auto found = m_textures.find(name); found != m_textures.end())
            render::layInto(m_into, *found->second, toPoint(corner), m_clip);
    }

    void glyph(const ImDrawVert* vertices, const ImDrawIdx* corner) {
        const ImDrawVert &first = vertices[corner[0]], &next = vertices[corner[1]],
                         &last = vertices[corner[2]];
        const Glyph* found = m_glyphs.at({(first.uv.x + last.uv.x) / 2, (first.uv.y + last.uv.y) / 2});
        if (!found) return;
        const auto& [baked, glyph] = *found;
        // Along the text and across: of one that runs upwards, y and x.
        const bool upwards = first.pos.x == next.pos.x;
        const auto turned = [upwards](ImVec2 at) { return upwards ? ImVec2(-at.y, at.x) : at; };
        const ImVec2 low = turned(first.pos), high = turned(last.pos);
        const float across = glyph->U1 - glyph->U0, down = glyph->V1 - glyph->V0;
        // Of a letter that is cut off so far that it is not seen, the rest says nothing.
        if (high.x - low.x < 0.5F || across <= 0 || down <= 0) return;
        const bool whole = std::abs(last.uv.x - first.uv.x - across) < across / 64;
        const float scale = whole ? (high.x - low.x) / std::max(glyph->X1 - glyph->X0, 0.01F) : 1;
        const float size = baked->Size * scale;
        // of a letter that is cut off, where it would begin
        const float left = low.x - (first.uv.x - glyph->U0) / across * (glyph->X1 - glyph->X0) * scale;
        const float top = low.y - (first.uv.y - glyph->V0) / down * (glyph->Y1 - glyph->Y0) * scale;
        const float pen = left - glyph->X0 * scale;
        const float baseline = std::round(top - glyph->Y0 * scale + baked->Ascent * scale);
        if (!goesOn(*baked, size, first.col, baseline, pen, upwards)) {
            endLine();
            const ImFontGlyph* space = const_cast<ImFontBaked*>(baked)->FindGlyphNoFallback(' ');
            const render::Font font = roleOf(baked->OwnerFont);
            m_line = Line{.baked = baked,
                          .color = first.col,
                          .size = size,
                          .begin = pen,
                          .baseline = baseline,
                          .pen = pen,
                          .space = space ? space->AdvanceX * scale : size / 4};
            m_line->text.size = emOf(font, size);
            m_line->text.font = font;
            m_line->text.color = toColor(first.col);
            m_line->text.upwards = upwards;
        }
        appendUtf8(m_line->text.text, glyph->Codepoint);
        ++m_line->letters;
        m_line->pen = pen + glyph->AdvanceX * scale;
    }

    /// Of the letters' square: for Dear ImGui the size of a font is from its highest to its lowest point.
    float emOf(render::Font font, float size) {
        const render::FontSet::Metrics whole = m_fonts.metrics(font, 1);
        return size / (whole.ascent + whole.descent);
    }

    /// Whether a letter belongs to the line; blanks before it, which are not drawn, are put in.
    bool goesOn(const ImFontBaked& baked, float size, ImU32 color, float baseline, float pen, bool upwards) {
        constexpr float kMostBlanks = 4;
        if (!m_line || m_line->baked != &baked || m_line->color != color || m_line->text.upwards != upwards ||
            std::abs(m_line->size - size) > 0.5F || std::abs(m_line->baseline - baseline) > 1)
            return false;
        const float gap = pen - m_line->pen, blanks = std::round(gap / std::max(m_line->space, 0.1F));
        if (blanks < 0 || blanks > kMostBlanks || std::abs(gap - blanks * m_line->space) > 1.5F) return false;
        m_line->text.text.append(static_cast<std::size_t>(blanks), ' ');
        m_line->letters += static_cast<int>(blanks);
        return true;
    }

    void endLine() {
        if (!m_line) return;
        DrawnText& text = m_line->text;
        const float begin = m_line->begin, baseline = m_line->baseline;
        text.at = text.upwards ? glm::vec2(baseline, -begin) : glm::vec2(begin, baseline);
        text.width = m_line->pen - begin;
        // Dear ImGui sets letters on whole pixels.
        const float natural = m_fonts.width(text.text, text.font, text.size);
        text.spacing = (text.width - natural) / static_cast<float>(m_line->letters);
        m_into.items.push_back({std::move(text), m_clip});
        m_line.reset();
    }

    void triangle(const ImDrawVert* vertices, const ImDrawIdx* corner) {
        std::array<glm::vec2, 3> at{};
        Color color{0, 0, 0, 0};
        for (std::size_t i = 0; i < 3; ++i) {
            at[i] = toPoint(vertices[corner[i]].pos);
            const Color c = toColor(vertices[corner[i]].col);
            color = {color.r + c.r / 3, color.g + c.g / 3, color.b + c.b / 3, color.a + c.a / 3};
        }
        if (vertices[corner[0]].col == vertices[corner[1]].col &&
            vertices[corner[0]].col == vertices[corner[2]].col)
            color = toColor(vertices[corner[0]].col);
        if (color.a <= 0) return;
        if (!m_shape || m_shape->color != color) {
            m_into.items.push_back({DrawnShape{{}, color}, m_clip});
            m_shape = std::get_if<DrawnShape>(&m_into.items.back().what);
            m_fan = {};
        }
        auto& outlines = m_shape->outlines;
        // Triangles around a corner, each with an edge of the one before, are one outline.
        if (!outlines.empty() && m_fan == std::pair(corner[0], corner[1])) {
            outlines.back().push_back(at[2]);
        } else {
            const glm::vec2 u = at[1] - at[0], v = at[2] - at[0];
            // All go round the same way: else what two of them cover would be a hole.
            const bool turned = u.x * v.y - u.y * v.x < 0;
            if (turned) {
                outlines.push_back({at[0], at[2], at[1]});
                m_fan = {};
                return;
            }
            outlines.push_back({at[0], at[1], at[2]});
        }
        m_fan = {corner[0], corner[2]};
    }

    const std::map<unsigned, const render::Drawing*>& m_textures;
    render::Drawing& m_into;
    Glyphs m_glyphs;
    render::FontSet m_fonts;
    Rect m_clip;
    std::optional<Line> m_line;
    /// Of the letter's triangle before: first and third.
    std::optional<std::pair<ImDrawIdx, ImDrawIdx>> m_diagonal;
    DrawnShape* m_shape = nullptr; ///< that a triangle may go on
    std::pair<ImDrawIdx, ImDrawIdx> m_fan{
        0, 0}; ///< the corners that the next triangle of the outline begins with
};

} // namespace

void prepareGuiDrawing() {
    ImGuiStyle& style = ImGui::GetStyle();
    style.AntiAliasedFill = style.AntiAliasedLines = style.AntiAliasedLinesUseTex = false;
}

render::Drawing guiDrawing(const render::Color& background,
                           const std::map<unsigned, const render::Drawing*>& textures) {
    render::Drawing drawing;
    const ImDrawData* const data = ImGui::GetDrawData();
    if (!data || !data->Valid) return drawing;
    drawing.width = static_cast<int>(data->DisplaySize.x);
    drawing.height = static_cast<int>(data->DisplaySize.y);
    drawing.background = background;
    Reader reader(textures, drawing);
    for (const ImDrawList* list : data->CmdLists)
        for (const ImDrawCmd& command : list->CmdBuffer)
            if (command.ElemCount > 0) reader.read(*list, command);
    render::tidy(drawing);
    return drawing;
}

} // namespace lanescope::shell
