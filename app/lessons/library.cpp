// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/library.h"

#include "embedded/lesson_texts.h"

#include <algorithm>
#include <vector>

namespace lanescope::lessons {

namespace {

std::vector<Lesson> readAll() {
    std::vector<Lesson> all;
    for (const auto& [path, text] : lesson_texts::files()) all.push_back(parseLesson(text, path));
    std::ranges::sort(all, {}, &Lesson::file);
    return all;
}

} // namespace

std::span<const Lesson> lessons() {
    static const std::vector<Lesson> all = readAll();
    return all;
}

const Lesson* findLesson(std::string_view name) {
    for (const Lesson& lesson : lessons())
        if (lesson.name == name) return &lesson;
    return nullptr;
}

} // namespace lanescope::lessons
