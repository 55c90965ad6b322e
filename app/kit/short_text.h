// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace lanescope::kit {

/// A text put together for one call, for what is shown in every frame; as long as it is short it takes no
/// memory from the heap. A format that has a translation is that.
class ShortText {
public:
    template<class... Values>
    explicit ShortText(fmt::format_string<const Values&...> format, const Values&... values) {
        const fmt::string_view english = format;
        text::formatTo(m_text, {english.data(), english.size()}, fmt::make_format_args(values...));
        m_text.push_back('\0');
    }
    void replace(char from, char to) { std::replace(m_text.begin(), m_text.end(), from, to); }
    const char* c_str() const { return m_text.data(); }
    operator std::string_view() const { return {m_text.data(), m_text.size() - 1}; }

private:
    text::Buffer m_text;
};

} // namespace lanescope::kit
