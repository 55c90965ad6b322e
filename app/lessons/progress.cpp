// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/progress.h"

#include "json/document.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace lanescope::lessons {

namespace {

constexpr std::int64_t kMostAttempts = 1000;

} // namespace

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Attempt>
void describe(Fields& fields, Object& attempt) {
    fields.orNothing("given", attempt.given);
    fields.orNothing("draft", attempt.draft);
    fields.orNothing("tries", attempt.tries, json::Limits{0, std::numeric_limits<int>::max()});
    fields.orNothing("right", attempt.right);
    fields.orNothing("hinted", attempt.hinted);
    fields.orNothing("revealed", attempt.revealed);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Kept>
void describe(Fields& fields, Object& kept) {
    fields.orDefault("digest", kept.digest);
    fields.orDefault("page", kept.page);
    fields("answers", kept.attempts, json::Limits{0, kMostAttempts});
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Progress>
void describe(Fields& fields, Object& progress) {
    fields.orDefault("student", progress.student);
    fields.orDefault("name", progress.name);
    fields.orDefault("lessons", progress.lessons);
}

const Kept* Progress::find(std::string_view lesson, std::uint64_t number) const {
    const auto students = lessons.find(lesson);
    if (students == lessons.end()) return nullptr;
    const auto found = students->second.find(number);
    return found == students->second.end() ? nullptr : &found->second;
}

std::string progressText(const Progress& progress) {
    return json::textOf(json::toJson(progress), 1);
}

Progress parseProgress(std::string_view text, std::string_view file) {
    return json::parseDocument<Progress>(text, file);
}

} // namespace lanescope::lessons
