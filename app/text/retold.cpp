// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/retold.h"

#include "text/spacing.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace lanescope::text {

namespace {

/// Fewer letters than these around its values tell a text from no other.
constexpr std::size_t kFewestLetters = 5;
/// Values that are texts themselves: "a cannot be built: b: c".
constexpr int kDeepest = 6;

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// A format by what stands around its values; each value's number. "{{" counts as a value of its own:
/// nothing.
struct Format {
    std::vector<std::string_view> parts;
    std::vector<std::size_t> order;
};

std::optional<Format> formatOf(std::string_view text) {
    Format format;
    std::size_t begin = 0, next = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '}') return std::nullopt;
        if (text[at] != '{') continue;
        const std::size_t end = text.find('}', at);
        if (end == std::string_view::npos || text[at + 1] == '{') return std::nullopt; // none that is said
        const std::string_view inside = text.substr(at + 1, end - at - 1);
        std::size_t number = next++;
        std::from_chars(inside.data(), inside.data() + inside.size(), number);
        format.parts.push_back(text.substr(begin, at - begin));
        format.order.push_back(number);
        begin = end + 1;
        at = end;
    }
    format.parts.push_back(text.substr(begin));
    return format;
}

/// What stands between the parts; nothing where the text is not made of them.
std::optional<std::vector<std::string_view>> valuesOf(std::string_view text,
                                                      const std::vector<std::string_view>& parts) {
    if (!text.starts_with(parts.front()) || !text.ends_with(parts.back())) return std::nullopt;
    const std::size_t last = text.size() - parts.back().size();
    std::size_t at = parts.front().size();
    if (at > last) return std::nullopt;
    std::vector<std::string_view> values;
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        const std::size_t found = text.find(parts[i], at);
        if (found == std::string_view::npos || found + parts[i].size() > last) return std::nullopt;
        values.push_back(text.substr(at, found - at));
        at = found + parts[i].size();
    }
    values.push_back(text.substr(at, last - at));
    return values;
}

} // namespace

Retelling::Retelling(const Catalogue& catalogue) : m_catalogue(catalogue) {
    for (const std::string_view english : catalogue.messages()) {
        std::optional<Format> format = formatOf(english);
        if (!format || format->order.empty()) continue;
        Pattern pattern{std::move(format->parts), std::move(format->order), 0, catalogue.find(english)};
        for (const std::string_view part : pattern.parts)
            pattern.letters += static_cast<std::size_t>(std::ranges::count_if(part, isLetter));
        if (pattern.letters >= kFewestLetters) m_patterns.push_back(std::move(pattern));
    }
    std::ranges::stable_sort(m_patterns, std::greater(), &Pattern::letters);
}

std::string Retelling::of(std::string_view english) const {
    std::optional<std::string> text = known(english, 0);
    return text ? spaced(*text) : std::string(english);
}

std::optional<std::string> Retelling::known(std::string_view english, int depth) const {
    if (english.empty() || depth > kDeepest || std::ranges::none_of(english, isLetter)) return std::nullopt;
    // A value of one word may be the name of a parameter.
    const bool mayBeName = depth > 0 && english.find(' ') == std::string_view::npos;
    if (const std::string* other = mayBeName ? m_catalogue.findMessage(english) : m_catalogue.find(english))
        return *other;
    if (mayBeName) return std::nullopt;
    if (auto text = byPattern(english, depth)) return text;
    if (auto text = counted(english)) return text;
    return inParts(english, depth);
}

std::optional<std::string> Retelling::byPattern(std::string_view english, int depth) const {
    for (const Pattern& pattern : m_patterns) {
        const auto values = valuesOf(english, pattern.parts);
        if (!values) continue;
        const std::optional<Format> other = formatOf(*pattern.other);
        if (!other) continue;
        std::string text(other->parts.front());
        for (std::size_t i = 0; i < other->order.size(); ++i) {
            const auto which = std::ranges::find(pattern.order, other->order[i]);
            if (which == pattern.order.end()) return std::nullopt;
            const std::string_view value = (*values)[static_cast<std::size_t>(which - pattern.order.begin())];
            text += known(value, depth + 1).value_or(std::string(value));
            text += other->parts[i + 1];
        }
        return text;
    }
    return std::nullopt;
}

std::optional<std::string> Retelling::counted(std::string_view english) const {
    const std::size_t space = english.find(' ');
    if (space == std::string_view::npos || space == 0 || !english.ends_with('s')) return std::nullopt;
    const std::string_view number = english.substr(0, space);
    if (std::ranges::any_of(number, [](char c) { return c != ',' && (c < '0' || c > '9'); }))
        return std::nullopt;
    std::string noun = "{}" + std::string(english.substr(space));
    noun.pop_back();
    const std::string* other = m_catalogue.find(noun);
    const std::size_t at = other ? other->find("{}") : std::string::npos;
    if (at == std::string::npos) return std::nullopt;
    return std::string(*other).replace(at, 2, number);
}

std::optional<std::string> Retelling::inParts(std::string_view english, int depth) const {
    struct Sign {
        std::string_view english, other;
        bool wantsBoth; ///< what it stands between has to be known on both sides
    };
    constexpr Sign kSigns[]{{": ", "：", false}, {"; ", "；", false}, {", ", "，", true}};
    for (const auto& [sign, other, wantsBoth] : kSigns)
        for (std::size_t at = english.find(sign); at != std::string_view::npos;
             at = english.find(sign, at + 1)) {
            const std::string_view before = english.substr(0, at), behind = english.substr(at + sign.size());
            const auto second = known(behind, depth + 1);
            if (!second) continue;
            const auto first = known(before, depth + 1);
            if (wantsBoth && !first) continue;
            return first.value_or(std::string(before)) + std::string(other) + *second;
        }
    return std::nullopt;
}

} // namespace lanescope::text
