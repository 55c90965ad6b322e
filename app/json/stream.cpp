// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "json/stream.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanescope::json {

namespace {

constexpr int kIndent = 2;
constexpr std::size_t kPiece = std::size_t{1} << 16; // bytes that are written at a time

std::string dumped(const Json& value) {
    return value.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

void Stream::breakLine() {
    m_text += '\n';
    m_text.append(m_levels.size() * kIndent, ' ');
}

/// What stands between one value and the next.
void Stream::beginValue() {
    if (std::exchange(m_isNamed, false) || m_levels.empty()) return;
    if (!std::exchange(m_levels.back().isEmpty, false)) m_text += ',';
    breakLine();
}

void Stream::begin(char opens, char closes) {
    beginValue();
    m_text += opens;
    m_levels.push_back({closes, true});
}

void Stream::beginObject() {
    begin('{', '}');
}

void Stream::beginList() {
    begin('[', ']');
}

void Stream::end() {
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (!level.isEmpty) breakLine();
    m_text += level.closes;
    flush();
}

void Stream::name(std::string_view name) {
    beginValue();
    m_text += dumped(Json(name));
    m_text += ": ";
    m_isNamed = true;
}

std::string Stream::textOf(const Json& value) const {
    const std::string text = dumped(value);
    std::string made;
    // Texts have no line breaks of their own: those are escaped.
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        made.append(text, from, to - from);
        if (to < text.size()) made.append(1, '\n').append(m_levels.size() * kIndent, ' ');
        from = to + 1;
    }
    return made;
}

void Stream::written(std::string_view text) {
    beginValue();
    m_text += text;
    flush();
}

void Stream::value(const Json& value) {
    written(textOf(value));
}

void Stream::field(std::string_view name, const Json& value) {
    this->name(name);
    this->value(value);
}

void Stream::fields(const Json& object) {
    for (const auto& [name, value] : object.items()) field(name, value);
}

void Stream::finish() {
    m_text += '\n';
    m_write(m_text);
    m_text.clear();
}

void Stream::flush() {
    if (m_text.size() < kPiece) return;
    m_write(m_text);
    m_text.clear();
}

} // namespace lanescope::json
