// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/catalogue.h"

#include <algorithm>
#include <utility>

namespace lanescope::text {

namespace {

/// What stands between a line's quotes.
std::string unquoted(std::string_view line) {
    const std::size_t first = line.find('"'), last = line.rfind('"');
    std::string text;
    if (first == std::string_view::npos || last <= first) return text;
    for (std::size_t i = first + 1; i < last; ++i) {
        if (line[i] != '\\' || i + 1 >= last) {
            text += line[i];
            continue;
        }
        ++i;
        text += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : line[i];
    }
    return text;
}

struct Entry {
    std::string english, other;
    std::string* part = nullptr; ///< that the next line goes on with
    bool fuzzy = false, message = false;
};

} // namespace

Catalogue::Catalogue(std::string_view po) {
    Entry entry;
    const auto keep = [&] {
        if (!entry.english.empty() && !entry.other.empty() && !entry.fuzzy) {
            const auto [kept, isNew] =
                m_texts.insert_or_assign(std::move(entry.english), std::move(entry.other));
            if (entry.message && isNew) m_messages.emplace_back(kept->first);
        }
        entry = {};
    };
    while (!po.empty()) {
        const std::size_t end = std::min(po.find('\n'), po.size());
        const std::string_view line = po.substr(0, end);
        po.remove_prefix(std::min(end + 1, po.size()));
        if (line.empty() || line.front() == '#') {
            if (entry.part == &entry.other) keep();
            if (line.starts_with("#,") && line.find("fuzzy") != std::string_view::npos) entry.fuzzy = true;
            if (line == "#. message") entry.message = true;
            continue;
        }
        if (line.starts_with("msgid ")) {
            if (entry.part == &entry.other) keep();
            entry.part = &entry.english;
        } else if (line.starts_with("msgstr ")) {
            entry.part = &entry.other;
        }
        if (entry.part) *entry.part += unquoted(line);
    }
    keep();
}

const std::string* Catalogue::find(std::string_view english) const {
    const auto found = m_texts.find(english);
    return found == m_texts.end() ? nullptr : &found->second;
}

const std::string* Catalogue::findMessage(std::string_view english) const {
    return std::ranges::find(m_messages, english) == m_messages.end() ? nullptr : find(english);
}

} // namespace lanescope::text
