// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/library.h"

#include "kit/words/terms.h"
#include "model/error.h"
#include "model/format.h"

#include "embedded/lesson_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lanescope::lessons {

namespace {

/// What lies beside the folders of other languages is English.
std::string folderOf(text::Language language) {
    const std::string folder = "assets/lessons/";
    return language == text::Language::English ? folder : folder + text::infoOf(language).code + "/";
}

void addWords(std::string& to, const Text& text) {
    for (const Block& block : text) {
        to += plain(block.spans) + '\n';
        addWords(to, block.inside);
    }
}

std::string searchWords(const Lesson& lesson, text::Language language) {
    std::string words, said = lesson.summary + '\n';
    addWords(said, lesson.introduction);
    for (const Step& step : lesson.steps) {
        words += step.title + ", ";
        addWords(said, step.text);
        if (step.question) addWords(said, step.question->ask);
    }
    said = lowered(said);
    const auto isSaid = [&](const std::string& word) {
        const std::string small = lowered(word);
        const auto inWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
        for (std::size_t at = said.find(small); at != std::string::npos; at = said.find(small, at + 1))
            if (at == 0 || !inWord(said[at - 1])) return true;
        return false;
    };
    for (const kit::Term& term : kit::terms(language))
        if (isSaid(term.name)) {
            words += term.name + ", ";
            for (const std::string& each : term.find) words += each + ", ";
        }
    return words;
}

/// Whoever reads another language knows the field's English words, too.
void addWordsOf(std::span<const Lesson> english, std::vector<Lesson>& all) {
    for (Lesson& lesson : all) {
        const auto same = std::ranges::find(english, lesson.name, &Lesson::name);
        if (same == english.end()) continue;
        lesson.words += fmt::format("{}, {}, {}", same->title, same->follows, same->words);
        lesson.asked += ", " + same->asked;
    }
}

std::vector<Lesson> readAll(text::Language language) {
    const std::string folder = folderOf(language);
    std::vector<Lesson> all;
    for (const auto& [path, text] : lesson_texts::files())
        if (path.substr(0, path.rfind('/') + 1) == folder) {
            all.push_back(parseLesson(text, path));
            all.back().words = searchWords(all.back(), language);
        }
    std::ranges::sort(all, {}, &Lesson::file);
    return all;
}

} // namespace

std::span<const Lesson> lessons(text::Language language) {
    static const std::vector<Lesson> english = readAll(text::Language::English);
    if (language == text::Language::English) return english;
    static const std::vector<Lesson> chinese = [] {
        std::vector<Lesson> all = readAll(text::Language::Chinese);
        addWordsOf(english, all);
        return all;
    }();
    return chinese;
}

const Lesson* findLesson(std::string_view name, text::Language language) {
    const std::span<const Lesson> all = lessons(language);
    for (const Lesson& lesson : all)
        if (lesson.name == name || std::filesystem::path(lesson.file).stem() == name) return &lesson;
    std::size_t number = 0;
    const char* const end = name.data() + name.size();
    const bool isNumber = std::from_chars(name.data(), end, number).ptr == end;
    return isNumber && number >= 1 && number <= all.size() ? &all[number - 1] : nullptr;
}

std::string_view sourceOf(const Lesson& lesson) {
    for (const auto& [path, text] : lesson_texts::files())
        if (path == lesson.file) return text;
    throw BadInput(fmt::format("{} is no lesson that comes with the program", lesson.file));
}

std::string_view newLesson(text::Language language) {
    const std::string file = fmt::format("assets/lessons/new/{}.md", text::infoOf(language).code);
    for (const auto& [path, text] : lesson_texts::files())
        if (path == file) return text;
    throw BadInput(fmt::format("there is no {}", file));
}

} // namespace lanescope::lessons
