// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/lesson_file.h"

#include "lessons/handout.h"
#include "lessons/library.h"
#include "model/spelling.h"
#include "shell/output/output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace lanescope::shell {

bool isLessonFile(std::string_view name) {
    return name.find('/') != std::string_view::npos || name.ends_with(".md");
}

lessons::Lesson readLesson(const std::string& name) {
    if (isLessonFile(name)) {
        lessons::Lesson lesson = lessons::parseLesson(readInput(name), name);
        lessons::Handout(lesson, 0).checkStates();
        return lesson;
    }
    const lessons::Lesson* found = lessons::findLesson(name);
    if (!found) {
        std::vector<std::string_view> names;
        for (const lessons::Lesson& lesson : lessons::lessons()) names.push_back(lesson.name);
        throw BadInput(fmt::format("no lesson '{}'; there are: {}, or 1 to {}, and files that end with .md",
                                   name, fmt::join(names, ", "), names.size()) +
                       model::didYouMean(name, names));
    }
    return *found;
}

} // namespace lanescope::shell
