// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/value.h"

#include "lessons/text.h"
#include "model/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::int64_t kMostValues = 10000, kLargest = 1'000'000'000;

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The parts between commas, trimmed.
std::vector<std::string_view> listOf(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.push_back(trimmed(text.substr(0, comma)));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

void addRange(std::vector<std::string>& into, std::string_view part, std::size_t dots) {
    std::int64_t step = 1;
    std::string_view last = part.substr(dots + 2);
    if (const std::size_t at = last.find(" step "); at != std::string_view::npos) {
        step = wholeNumber(trimmed(last.substr(at + 6))).value_or(0);
        last = last.substr(0, at);
    }
    const auto from = wholeNumber(trimmed(part.substr(0, dots))), to = wholeNumber(trimmed(last));
    if (!from || !to || step < 1 || *from > *to || *from < -kLargest || *to > kLargest)
        throw BadInput(fmt::format("'{}' is not a range; write 2..16, or 2..32 step 2", part));
    if ((*to - *from) / step >= kMostValues)
        throw BadInput(fmt::format("'{}' has more than {} values", part, kMostValues));
    for (std::int64_t value = *from; value <= *to; value += step) into.push_back(std::to_string(value));
}

bool isWord(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_' || c == '.' || c == '+';
    });
}

} // namespace

bool isValueName(std::string_view name) {
    return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
           std::ranges::all_of(
               name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Value parseValue(std::string_view name, std::string_view list) {
    Value value{std::string(name), {}, {}, 0};
    if (!isValueName(name))
        throw BadInput(fmt::format("'{}' names no value: small letters, digits and _ do", name));
    const std::string spaced = fmt::format(" {}", list);
    std::string_view rest = spaced;
    if (const std::size_t but = rest.find(" but "); but != std::string_view::npos) {
        for (const std::string_view other : listOf(rest.substr(but + 5))) value.but.emplace_back(other);
        rest = rest.substr(0, but);
    }
    for (const std::string_view part : listOf(rest)) {
        const std::size_t dots = part.find("..");
        if (dots != std::string_view::npos)
            addRange(value.from, part, dots);
        else if (const std::size_t dash = part.find('-', 1); dash != std::string_view::npos &&
                                                             wholeNumber(part.substr(0, dash)) &&
                                                             wholeNumber(part.substr(dash + 1)))
            throw BadInput(fmt::format("'{}' is not a range; write {}..{}", part, part.substr(0, dash),
                                       part.substr(dash + 1)));
        else if (isWord(part))
            value.from.emplace_back(part);
        else
            throw BadInput(fmt::format("'{}' is no value; write 2..16, or 2, 4, 8", part));
    }
    std::vector<std::string> sorted = value.from;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        throw BadInput(fmt::format("{} has the value {} twice", name, *twice));
    return value;
}

std::uint64_t drawNumber(std::string_view what, std::uint64_t student, std::uint64_t count) {
    // FNV-1a over the words, then splitmix64, so that neighbouring numbers draw unlike values.
    std::uint64_t hash = 14695981039346656037U;
    const auto add = [&](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U; };
    for (const char c : what) add(c);
    add('\0');
    for (const char c : std::to_string(student)) add(c);
    hash += 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
    return (hash ^ (hash >> 31U)) % count;
}

std::vector<Drawn> draw(const std::vector<Value>& values, std::string_view lesson, std::uint64_t student) {
    std::vector<Drawn> all;
    for (const Value& value : values) {
        std::vector<std::string> left = value.from;
        for (const Drawn& before : all)
            if (std::ranges::find(value.but, before.name) != value.but.end()) std::erase(left, before.text);
        if (left.empty())
            throw BadInput(
                fmt::format("{} has no value left but {}", value.name, fmt::join(value.but, ", ")));
        const std::string what = fmt::format("{}/{}", lesson, value.name);
        all.push_back({value.name, left[drawNumber(what, student, left.size())]});
    }
    return all;
}

std::vector<Placeholder> placeholders(std::string_view text) {
    std::vector<Placeholder> all;
    for (std::size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at)) {
        const std::size_t end = text.find("}}", at);
        if (end == std::string_view::npos) throw BadInput("a '{{' has no '}}' behind it");
        all.push_back({at, end + 2, trimmed(text.substr(at + 2, end - at - 2))});
        at = end + 2;
    }
    return all;
}

std::string replaced(std::string_view text,
                     const std::function<std::string(std::string_view inside)>& replacement) {
    std::string all;
    std::size_t done = 0;
    for (const Placeholder& each : placeholders(text)) {
        all += text.substr(done, each.begin - done);
        all += replacement(each.inside);
        done = each.end;
    }
    return all + std::string(text.substr(done));
}

} // namespace lanescope::lessons
