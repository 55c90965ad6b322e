// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/text_table.h"

#include <algorithm>
#include <string_view>

namespace lanescope::shell {

namespace {

/// Columns of a terminal: Chinese and its punctuation take two each.
std::size_t width(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if ((byte & 0xC0U) == 0x80U) continue; // goes on with a character
        const bool wide = byte >= 0xE3U && byte <= 0xE9U;
        const bool fullWidthSign = byte == 0xEFU && at + 1 < text.size() &&
                                   (static_cast<unsigned char>(text[at + 1]) == 0xBCU ||
                                    static_cast<unsigned char>(text[at + 1]) == 0xBDU);
        columns += wide || fullWidthSign ? 2 : 1;
    }
    return columns;
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
