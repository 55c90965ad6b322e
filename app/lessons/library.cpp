// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/library.h"

#include "embedded/lesson_texts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lanescope::lessons {

namespace {

/// What lies beside the folders of other languages is English.
std::string folderOf(text::Language language) {
    const std::string folder = "assets/lessons/";
    return language == text::Language::English ? folder : folder + text::infoOf(language).code + "/";
}

std::vector<Lesson> readAll(text::Language language) {
    const std::string folder = folderOf(language);
    std::vector<Lesson> all;
    for (const auto& [path, text] : lesson_texts::files())
        if (path.substr(0, path.rfind('/') + 1) == folder) all.push_back(parseLesson(text, path));
    std::ranges::sort(all, {}, &Lesson::file);
    return all;
}

} // namespace

std::span<const Lesson> lessons(text::Language language) {
    static const std::vector<Lesson> english = readAll(text::Language::English);
    if (language == text::Language::English) return english;
    static const std::vector<Lesson> chinese = readAll(text::Language::Chinese);
    return chinese;
}

const Lesson* findLesson(std::string_view name, text::Language language) {
    for (const Lesson& lesson : lessons(language))
        if (lesson.name == name) return &lesson;
    return nullptr;
}

} // namespace lanescope::lessons
