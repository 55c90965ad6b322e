// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lanescope::kit {

/// A text put together for one call, for what is shown in every frame; as long as it is short it takes no
/// memory from the heap.
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

} // namespace lanescope::kit
