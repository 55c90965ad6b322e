// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/printed_text.h"

#include "text/tr.h"

#include <algorithm>

namespace lanescope::shell {

void PrintedText::add(std::string_view bytes) {
    constexpr char kEscape = '\x1b', kBell = '\a';
    for (const char byte : bytes) {
        switch (m_escape) {
        case Escape::None:
            byte == kEscape ? void(m_escape = Escape::Begun) : addText(byte);
            break;
        case Escape::Begun:
            m_escape = byte == '[' ? Escape::Control : byte == ']' ? Escape::Command : Escape::None;
            break;
        case Escape::Control:
            if (byte >= '@' && byte <= '~') m_escape = Escape::None;
            break;
        case Escape::Command:
            if (byte == kBell || byte == '\\') m_escape = Escape::None;
            break;
        }
    }
    cut();
}

void PrintedText::addText(char byte) {
    if (byte == '\r') {
        m_returned = true;
        return;
    }
    const bool overwrites = m_returned && byte != '\n';
    m_returned = false;
    if (overwrites) m_text.resize(m_line);
    const bool isControl = static_cast<unsigned char>(byte) < ' ' && byte != '\n' && byte != '\t';
    if (isControl) return;
    m_text += byte;
    if (byte == '\n') m_line = m_text.size();
    if (m_text.size() > 2 * m_most) cut(); // of a block that is longer than all that is kept
}

/// At a line's end, or within the one line that is too long.
void PrintedText::cut() {
    if (m_text.size() <= m_most) return;
    const std::size_t least = m_text.size() - m_most, end = m_text.find('\n', least);
    const std::size_t gone = end == std::string::npos ? least : end + 1;
    m_text.erase(0, gone);
    m_line -= std::min(m_line, gone);
    m_cut = true;
}

std::string PrintedText::lastLines(std::size_t count) const {
    std::string lines;
    for (std::size_t end = m_text.size(); count > 0 && end > 0;) {
        const std::size_t before = m_text.rfind('\n', end - 1);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        if (const std::string line = m_text.substr(begin, end - begin); !line.empty()) {
            lines = lines.empty() ? line : line + "\n" + lines;
            --count;
        }
        end = begin > 0 ? begin - 1 : 0;
    }
    return lines;
}

std::string inLanguage(std::string_view printed) {
    constexpr std::string_view kOurs = "lanescope: ";
    std::string all;
    while (!printed.empty()) {
        const std::size_t end = std::min(printed.find('\n'), printed.size());
        const std::string_view line = printed.substr(0, end);
        if (line.starts_with(kOurs))
            all += std::string(kOurs) + retold(line.substr(kOurs.size()));
        else
            all += line;
        if (end < printed.size()) all += '\n';
        printed.remove_prefix(std::min(end + 1, printed.size()));
    }
    return all;
}

} // namespace lanescope::shell
