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

std::size_t lettersIn(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, isLetter));
}

bool isOneWord(std::string_view text) {
    return text.find(' ') == std::string_view::npos;
}

/// Whether a value of several words stands where a sentence goes on, as "0, lanes 0-7" in "all of warp {}":
/// such values are numbers and names. Messages as values stand behind a sign, or alone.
bool isWithinSentence(std::string_view before, std::string_view behind) {
    const auto endsInWord = [](std::string_view text) {
        return text.size() > 1 && text.back() == ' ' && isLetter(text[text.size() - 2]);
    };
    return endsInWord(before) || (behind.size() > 1 && behind[0] == ' ' && isLetter(behind[1]));
}

} // namespace

Retelling::Retelling(const Catalogue& catalogue) : m_catalogue(catalogue) {
    for (const std::string_view english : catalogue.messages()) {
        std::optional<Format> format = formatOf(english);
        if (!format || format->order.empty()) continue;
        Pattern pattern{std::move(format->parts), std::move(format->order), 0, catalogue.find(english)};
        for (const std::string_view part : pattern.parts) pattern.letters += lettersIn(part);
        if (pattern.letters >= kFewestLetters) m_patterns.push_back(std::move(pattern));
    }
    std::ranges::stable_sort(m_patterns, std::greater(), &Pattern::letters);
}

std::string Retelling::of(std::string_view english) const {
    Seen seen;
    std::optional<Told> told = known(english, 0, seen);
    return told ? spaced(told->text) : std::string(english);
}

std::optional<Retelling::Told> Retelling::known(std::string_view english, int depth, Seen& seen) const {
    const std::pair key{english, depth};
    if (const auto found = seen.find(key); found != seen.end()) return found->second;
    return seen.emplace(key, lookUp(english, depth, seen)).first->second;
}

std::optional<Retelling::Told> Retelling::lookUp(std::string_view english, int depth, Seen& seen) const {
    if (english.empty() || depth > kDeepest || std::ranges::none_of(english, isLetter)) return std::nullopt;
    // A value of one word may be the name of a parameter.
    const bool mayBeName = depth > 0 && isOneWord(english);
    if (const std::string* other = mayBeName ? m_catalogue.findMessage(english) : m_catalogue.find(english))
        return Told{*other, 0};
    if (mayBeName) return std::nullopt;
    std::optional<Told> best = byPattern(english, depth, seen);
    const auto tryAlso = [&](auto tell) {
        if (best && best->doubts == 0) return;
        if (std::optional<Told> told = tell(); told && (!best || told->doubts < best->doubts))
            best = std::move(told);
    };
    tryAlso([&] { return counted(english); });
    tryAlso([&] { return inParts(english, depth, seen); });
    return best;
}

Retelling::Told Retelling::toldOrSame(std::string_view english, int depth, Seen& seen) const {
    if (std::optional<Told> told = known(english, depth, seen)) return *std::move(told);
    return {std::string(english), isOneWord(english) ? 0 : lettersIn(english)};
}

std::optional<Retelling::Told> Retelling::byPattern(std::string_view english, int depth, Seen& seen) const {
    std::optional<Told> best;
    for (const Pattern& pattern : m_patterns) {
        std::optional<Told> told = filled(pattern, english, depth, seen);
        if (!told || (best && told->doubts >= best->doubts)) continue;
        best = std::move(told);
        if (best->doubts == 0) break;
    }
    return best;
}

std::optional<Retelling::Told> Retelling::filled(const Pattern& pattern, std::string_view english, int depth,
                                                 Seen& seen) const {
    const auto values = valuesOf(english, pattern.parts);
    if (!values) return std::nullopt;
    const std::optional<Format> other = formatOf(*pattern.other);
    if (!other) return std::nullopt;
    Told told{std::string(other->parts.front()), 0};
    for (std::size_t i = 0; i < other->order.size(); ++i) {
        const auto which = std::ranges::find(pattern.order, other->order[i]);
        if (which == pattern.order.end()) return std::nullopt;
        const auto place = static_cast<std::size_t>(which - pattern.order.begin());
        const std::string_view value = (*values)[place];
        const Told part = toldOrSame(value, depth + 1, seen);
        told.text += part.text + std::string(other->parts[i + 1]);
        told.doubts += part.doubts;
        if (!isOneWord(value) && isWithinSentence(pattern.parts[place], pattern.parts[place + 1]))
            told.doubts += lettersIn(value);
    }
    return told;
}

std::optional<Retelling::Told> Retelling::counted(std::string_view english) const {
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
    return Told{std::string(*other).replace(at, 2, number), 0};
}

std::optional<Retelling::Told> Retelling::inParts(std::string_view english, int depth, Seen& seen) const {
    struct Sign {
        std::string_view english, other;
        bool wantsBoth; ///< what it stands between has to be known on both sides
    };
    constexpr Sign kSigns[]{{": ", "：", false}, {"; ", "；", false}, {", ", "，", true}};
    std::optional<Told> best;
    for (const auto& [sign, other, wantsBoth] : kSigns)
        for (std::size_t at = english.find(sign); at != std::string_view::npos;
             at = english.find(sign, at + 1)) {
            const std::string_view before = english.substr(0, at), behind = english.substr(at + sign.size());
            const auto second = known(behind, depth + 1, seen);
            if (!second || (best && second->doubts >= best->doubts)) continue;
            if (wantsBoth && !known(before, depth + 1, seen)) continue;
            const Told first = toldOrSame(before, depth + 1, seen);
            const std::size_t doubts = first.doubts + second->doubts;
            if (best && doubts >= best->doubts) continue;
            best = Told{first.text + std::string(other) + second->text, doubts};
            if (doubts == 0) return best;
        }
    return best;
}

} // namespace lanescope::text
