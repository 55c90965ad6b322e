// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/text_table.h"

#include <algorithm>

namespace lanescope::shell {

namespace {

/// Characters, not bytes, of UTF-8.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

std::string TextTable::text(int indent) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        std::size_t widest = 0;
        for (const auto& row : m_rows) widest = std::max(widest, width(row[i]));
        widths.push_back(widest == 0 ? 0 : std::max(widest, width(m_columns[i].title)));
    }
    std::string all;
    const auto line = [&](const auto& cell) {
        std::string made(static_cast<std::size_t>(indent), ' ');
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (widths[i] == 0) continue;
            const std::string& text = cell(i);
            const std::string space(widths[i] - width(text), ' ');
            made += m_columns[i].align == Align::Left ? text + space : space + text;
            made += "  ";
        }
        made.erase(made.find_last_not_of(' ') + 1);
        all += made + "\n";
    };
    if (std::any_of(m_columns.begin(), m_columns.end(), [](const Column& c) { return !c.title.empty(); }))
        line([&](std::size_t i) -> const std::string& { return m_columns[i].title; });
    for (const auto& row : m_rows) line([&](std::size_t i) -> const std::string& { return row[i]; });
    return all;
}

std::string csvCell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (char c : text) {
        quoted += c;
        if (c == '"') quoted += c;
    }
    return quoted + "\"";
}

} // namespace lanescope::shell
