// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/submission.h"

#include "lessons/code.h"
#include "lessons/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace lanescope::lessons {

namespace {

constexpr std::string_view kWhatAnAnswerIs =
    "it has to be a number, a text, a list of lanes or an object of settings";

/// A whole number without a point, however it was written: 5.0 names lane 5.
std::string numberOf(const Json& number) {
    constexpr double kMostExact = 9007199254740992; // 2^53
    const double value = number.get<double>();
    const bool whole = number.is_number_float() && value == std::floor(value) && std::abs(value) < kMostExact;
    return whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : number.dump();
}

std::string scalarOf(const Json& json, const json::Place& place) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_boolean()) return json.get<bool>() ? "on" : "off";
    if (json.is_number()) return numberOf(json);
    place.refuse(kWhatAnAnswerIs);
}

/// Whether it is a number, a text, a list of those or an object of those.
bool isAnswer(const Json& json) {
    const auto isScalar = [](const Json& each) {
        return each.is_string() || each.is_boolean() || each.is_number();
    };
    return json.is_null() || isScalar(json) || (json.is_structured() && std::ranges::all_of(json, isScalar));
}

} // namespace

Json written(const GivenAnswer& answer) {
    return answer.text ? Json(*answer.text) : Json(nullptr);
}

void readFrom(const Json& json, const json::Place& place, GivenAnswer& answer) {
    answer.text.reset();
    if (json.is_null()) return;
    if (!json.is_structured()) {
        std::string text = scalarOf(json, place);
        if (!json.is_string() || !trimmed(text).empty()) answer.text = std::move(text);
        return;
    }
    std::string text;
    for (const auto& [name, each] : json.items())
        text += (text.empty() ? "" : " ") + (json.is_object() ? name + "=" : std::string()) +
                scalarOf(each, place);
    if (json.is_array() && text.empty()) text = "none";
    if (!text.empty()) answer.text = std::move(text);
}

Json written(const GivenAnswers& answers) {
    Json list = Json::array();
    for (const auto& [number, answer] : answers.all) {
        while (list.size() + 1 < number) list.push_back(nullptr);
        list.push_back(written(answer));
    }
    return list;
}

void readFrom(const Json& json, const json::Place& place, GivenAnswers& answers) {
    if (!json.is_structured()) place.refuse("it has to be a list or an object");
    answers.all.clear();
    for (const auto& [name, each] : json.items()) {
        const std::size_t number =
            json.is_array() ? answers.all.size() + 1 : json::keyOf<std::size_t>(withoutWide(name), place);
        const json::Place here = json.is_array() ? json::Place(place, number) : json::Place(place, name);
        GivenAnswer& answer = answers.all.emplace_back(number, GivenAnswer()).second;
        if (isAnswer(each))
            readFrom(each, here, answer);
        else // it keeps no other from being read
            answer = {.text = each.dump(-1, ' ', false, Json::error_handler_t::replace), .readable = false};
    }
}

Json written(const StudentNumber& student) {
    return student.number;
}

void readFrom(const Json& json, const json::Place& place, StudentNumber& student) {
    if (json.is_number_unsigned()) {
        student.number = json.get<std::uint64_t>();
        return;
    }
    const std::string text = json.is_string() ? withoutWide(json.get<std::string>()) : std::string();
    const std::string_view digits = trimmed(text);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), student.number);
    const std::string given = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr double kMost = 18446744073709551615.0; // a number of JSON beyond it is no whole one any more
    if (error == std::errc::result_out_of_range || (json.is_number_float() && json.get<double>() >= kMost))
        place.refuse(fmt::format("{} is too large for a student number", given));
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
        place.refuse(fmt::format("{} is not a student number: it has to be a whole number, as in 7", given));
}

} // namespace lanescope::lessons
