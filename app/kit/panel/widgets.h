// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace lanescope::kit {

/// A text put together for one call of Dear ImGui; as long as it is short it takes no memory from the heap.
class ShortText {
public:
    template<class... Values>
    explicit ShortText(fmt::format_string<const Values&...> format, const Values&... values) {
        fmt::format_to(std::back_inserter(m_text), format, values...);
        m_text.push_back('\0');
    }
    void replace(char from, char to) { std::replace(m_text.begin(), m_text.end(), from, to); }
    const char* c_str() const { return m_text.data(); }
    operator std::string_view() const { return {m_text.data(), m_text.size() - 1}; }

private:
    fmt::basic_memory_buffer<char, 128> m_text;
};

/// Text in a font and colour; the item before it stays where it is.
void coloredText(const render::Color& color, std::string_view text);
void wrappedText(const render::Color& color, std::string_view text);
/// Text that ends at the right edge of the column or window.
void rightText(const render::Color& color, std::string_view text);
/// A small heading in capitals.
void heading(std::string_view text);
/// A tooltip on the last item, wrapped.
void tooltip(std::string_view text);
/// Whether the last item's tooltip is to be seen: for texts that have to be put together.
bool wantsTooltip();

} // namespace lanescope::kit
