// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/progress.h"

#include "model/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace lanescope::lessons {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostAttempts = 1000;

Json jsonOf(const Attempt& attempt) {
    Json object = Json::object();
    if (!attempt.given.empty()) object["given"] = attempt.given;
    if (attempt.tries) object["tries"] = attempt.tries;
    for (const auto& [key, on] : {std::pair("right", attempt.right), std::pair("hinted", attempt.hinted),
                                  std::pair("revealed", attempt.revealed)})
        if (on) object[key] = true;
    return object;
}

/// A field's value, or what it is when it is missing. Throws what the library throws for another type.
template<class T>
T valueOf(const Json& object, const char* key, T otherwise) {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if constexpr (std::is_same_v<T, bool>) {
        if (!found->is_boolean()) throw BadInput(fmt::format("'{}' has to be true or false", key));
    } else if constexpr (std::is_integral_v<T>) {
        if (!found->is_number_unsigned()) throw BadInput(fmt::format("'{}' has to be a whole number", key));
    } else {
        if (!found->is_string()) throw BadInput(fmt::format("'{}' has to be a text", key));
    }
    return found->template get<T>();
}

Attempt attemptOf(const Json& object) {
    if (!object.is_object()) throw BadInput("an answer has to be an object");
    return {valueOf(object, "given", std::string()), valueOf(object, "tries", 0),
            valueOf(object, "right", false), valueOf(object, "hinted", false),
            valueOf(object, "revealed", false)};
}

Kept keptOf(const Json& object) {
    if (!object.is_object()) throw BadInput("what is kept of a lesson has to be an object");
    Kept kept{valueOf(object, "digest", std::uint64_t{0}), valueOf(object, "page", std::size_t{0}), {}};
    const auto answers = object.find("answers");
    if (answers == object.end() || !answers->is_array() || answers->size() > kMostAttempts)
        throw BadInput("'answers' has to be a list");
    for (const Json& each : *answers) kept.attempts.push_back(attemptOf(each));
    return kept;
}

std::uint64_t studentOf(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        throw BadInput(fmt::format("'{}' is no student's number", text));
    return number;
}

Progress progressOf(const Json& document) {
    if (!document.is_object()) throw BadInput("it has to be an object");
    Progress progress{
        valueOf(document, "student", std::uint64_t{0}), valueOf(document, "name", std::string()), {}};
    const auto all = document.find("lessons");
    if (all == document.end()) return progress;
    if (!all->is_object()) throw BadInput("'lessons' has to be an object");
    for (const auto& [lesson, students] : all->items()) {
        if (!students.is_object()) throw BadInput(fmt::format("'{}' has to be an object", lesson));
        for (const auto& [student, kept] : students.items())
            progress.lessons[lesson][studentOf(student)] = keptOf(kept);
    }
    return progress;
}

} // namespace

const Kept* Progress::find(std::string_view lesson, std::uint64_t number) const {
    const auto students = lessons.find(lesson);
    if (students == lessons.end()) return nullptr;
    const auto found = students->second.find(number);
    return found == students->second.end() ? nullptr : &found->second;
}

std::string progressText(const Progress& progress) {
    Json document{{"student", progress.student}, {"name", progress.name}, {"lessons", Json::object()}};
    for (const auto& [lesson, students] : progress.lessons)
        for (const auto& [student, kept] : students) {
            Json answers = Json::array();
            for (const Attempt& attempt : kept.attempts) answers.push_back(jsonOf(attempt));
            document["lessons"][lesson][fmt::format("{}", student)] = {
                {"digest", kept.digest}, {"page", kept.page}, {"answers", std::move(answers)}};
        }
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Progress parseProgress(std::string_view json, std::string_view file) {
    try {
        return progressOf(Json::parse(json));
    } catch (const Json::exception&) {
        throw BadInput(fmt::format("{}: this is no JSON", file));
    } catch (const BadInput& failure) {
        throw BadInput(fmt::format("{}: {}", file, failure.what()));
    }
}

} // namespace lanescope::lessons
