// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/terms.h"
#include "lessons/text.h"
#include "render/palette.h"

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

/// Lays words out in lines, as they come; draws them, or only finds out how high they are.
class TextFlow {
public:
    /// width: pixels; list: nullptr draws nothing. links: what is explained may be clicked.
    TextFlow(ImVec2 at, float width, const render::Color& color, ImDrawList* list, bool links = false)
        : m_at(at), m_width(width), m_color(color), m_list(list), m_links(links) {}
    void add(const std::vector<lessons::Span>& spans, bool strong = false, float size = 1);
    /// Of all lines, pixels.
    float height() const;
    /// The term that a click is to explain; empty: none.
    const std::string& clickedTerm() const { return m_clickedTerm; }

private:
    struct Look {
        ImFont* font;
        float size;
        render::Color color;
        bool code, link;
        std::string_view target;
        const kit::Term* term; ///< that a click explains; nullptr: none
    };
    void point(const Look& look, ImVec2 low, ImVec2 high);
    void addWord(std::string_view word, bool spaced, const Look& look, bool first, float behind);

    ImVec2 m_at;
    float m_width;
    render::Color m_color;
    ImDrawList* m_list;
    bool m_links;
    std::string m_clickedTerm;
    float m_x = 0, m_y = 0, m_line = 0; ///< where the next word goes, and the height of its line
};

/// A lesson's text over the width that there is. clickedTerm: becomes the name of a term that was clicked.
void showText(const lessons::Text& text, const render::Color& color, std::string& clickedTerm);
/// One line of words over the width that there is.
void showSpans(const std::vector<lessons::Span>& spans, const render::Color& color, std::string& clickedTerm,
               bool strong = false, float size = 1);

} // namespace lanescope::shell
