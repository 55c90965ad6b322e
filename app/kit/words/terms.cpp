// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/terms.h"

#include "embedded/locale_texts.h"
#include "model/error.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

namespace lanescope::kit {

namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool equalWords(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

bool inWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::vector<std::string> list(std::string_view text, char separator) {
    std::vector<std::string> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (const std::string_view one = trimmed(text.substr(0, end)); !one.empty()) all.emplace_back(one);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

/// "banks stride=2 @ 1.3".
TermExample exampleOf(std::string_view text) {
    TermExample example;
    if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
        example.architecture = trimmed(text.substr(at + 1));
        text = text.substr(0, at);
    }
    for (const std::string& word : list(text, ' ')) {
        const std::size_t equals = word.find('=');
        if (example.lab.empty() && equals == std::string::npos)
            example.lab = word;
        else if (equals != std::string::npos)
            example.sets.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        else
            throw BadInput(fmt::format("'{}' is no NAME=VALUE", word));
    }
    if (example.lab.empty()) throw BadInput("no lab is named");
    return example;
}

void takeLine(std::vector<Term>& all, std::string_view line) {
    constexpr std::string_view kName = "# ", kSee = "see:";
    static constexpr std::pair<std::string_view, std::vector<std::string> Term::*> kWords[] = {
        {"also:", &Term::also}, {"related:", &Term::related}, {"find:", &Term::find}};
    if (line.starts_with(kName)) {
        all.push_back({.name = std::string(trimmed(line.substr(kName.size())))});
        return;
    }
    if (all.empty() || line.empty()) return; // what the file says of itself
    Term& term = all.back();
    for (const auto& [key, words] : kWords)
        if (line.starts_with(key)) {
            term.*words = list(line.substr(key.size()), ',');
            return;
        }
    if (line.starts_with(kSee))
        term.example = exampleOf(trimmed(line.substr(kSee.size())));
    else
        term.meaning += (term.meaning.empty() ? "" : " ") + std::string(line);
}

/// The length of the term's name, or its plural, where the text begins with it as whole words; else 0.
std::size_t lengthAt(std::string_view text, std::string_view name) {
    if (text.size() < name.size() || !equalWords(text.substr(0, name.size()), name)) return 0;
    std::size_t end = name.size();
    if (end < text.size() && lower(text[end]) == 's') ++end;
    return end == text.size() || !inWord(text[end]) ? end : 0;
}

} // namespace

std::string TermExample::text() const {
    std::string all = lab;
    for (std::size_t i = 0; i < sets.size(); ++i)
        all += fmt::format("{}{}={}", i == 0 ? ": " : ", ", sets[i].first, sets[i].second);
    return architecture.empty() ? all : tr("{}, as CC {}", all, architecture);
}

std::vector<Term> parseTerms(std::string_view text, std::string_view file) {
    std::vector<Term> all;
    int number = 0;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        ++number;
        try {
            takeLine(all, trimmed(line));
        } catch (const BadInput& failure) {
            throw BadInput(fmt::format("{}:{}: {}", file, number, failure.what()));
        }
    }
    for (const Term& term : all)
        if (term.meaning.empty()) throw BadInput(fmt::format("{}: '{}' has no meaning", file, term.name));
    return all;
}

namespace {

std::vector<Term> termsOf(text::Language language) {
    const std::string file = fmt::format("assets/locale/{}/terms.txt", text::infoOf(language).code);
    for (const auto& [path, text] : locale_texts::files())
        if (path == file) return parseTerms(text, path);
    return {};
}

} // namespace

std::span<const Term> terms(text::Language language) {
    static const std::vector<Term> english = termsOf(text::Language::English);
    if (language == text::Language::English) return english;
    static const std::vector<Term> chinese = termsOf(text::Language::Chinese);
    return chinese;
}

const Term* findTerm(std::string_view word) {
    for (const Term& term : terms())
        if (equalWords(term.name, word)) return &term;
    for (const auto words : {&Term::also, &Term::related, &Term::find})
        for (const Term& term : terms())
            if (std::ranges::any_of(term.*words,
                                    [&](const std::string& each) { return equalWords(each, word); }))
                return &term;
    return nullptr;
}

std::string wordsFor(const Term& term) {
    std::string all;
    for (const auto words : {&Term::also, &Term::related, &Term::find})
        for (const std::string& each : term.*words) all += (all.empty() ? "" : ", ") + each;
    return all;
}

std::string allWordsFor(std::string_view terms) {
    std::string all;
    const auto add = [&](std::string_view word) {
        all += all.empty() ? "" : ", ";
        all += word;
    };
    for (const std::string& each : list(terms, ',')) {
        add(each);
        const Term* const term = findTerm(each);
        if (!term) continue;
        add(term->name);
        add(wordsFor(*term));
    }
    return all;
}

const Term* termIn(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at > 0 && inWord(text[at - 1])) continue;
        const Term* found = nullptr;
        std::size_t longest = 0;
        for (const Term& term : terms())
            if (const std::size_t length = lengthAt(text.substr(at), term.name); length > longest) {
                longest = length;
                found = &term;
            }
        if (found) return found;
    }
    return nullptr;
}

} // namespace lanescope::kit
