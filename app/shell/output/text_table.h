// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace lanescope::shell {

/// Columns of text, aligned for a terminal.
class TextTable {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    /// As many cells as there are columns.
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    bool empty() const { return m_rows.empty(); }
    /// Every line begins with indent spaces; a column that is empty in all rows is left out.
    std::string text(int indent = 0) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// A cell of a CSV file (RFC 4180): quoted where it has to be.
std::string csvCell(const std::string& text);

} // namespace lanescope::shell
