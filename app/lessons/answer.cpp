// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/answer.h"

#include "lessons/code.h"
#include "lessons/text.h"
#include "model/error.h"
#include "model/warp_access.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace lanescope::lessons {

namespace {

std::string lanesText(std::uint32_t mask) {
    if (mask == 0) return "none";
    std::vector<std::string> runs;
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        if (!(mask >> lane & 1U)) continue;
        int last = lane;
        while (last + 1 < model::kWarpSize && (mask >> (last + 1) & 1U)) ++last;
        runs.push_back(last == lane ? fmt::format("{}", lane) : fmt::format("{}-{}", lane, last));
        lane = last;
    }
    return fmt::format("{}", fmt::join(runs, ", "));
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// With each of some texts replaced by its own, and all else that is full-width, as Chinese input methods
/// give it, by the ASCII character.
std::string replaced(std::string_view text,
                     std::span<const std::pair<std::string_view, std::string_view>> signs) {
    std::string result;
    while (!text.empty()) {
        const auto sign =
            std::ranges::find_if(signs, [&](const auto& each) { return text.starts_with(each.first); });
        if (sign != signs.end()) {
            result += sign->second;
            text.remove_prefix(sign->first.size());
        } else if (const WideCharacter wide = wideAt(text); wide.bytes > 0) {
            result += wide.meant;
            text.remove_prefix(wide.bytes);
        } else {
            result += text.front();
            text.remove_prefix(1);
        }
    }
    return result;
}

/// As it is typed on an English keyboard.
std::string plain(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
        {"；", ","},        {"—", "-"},       {"～", "-"},    {"至", "-"}, {"到", "-"},
        {"无", "none"},     {"没有", "none"}, {"和", ","},    {"与", ","}, {"号", " "},
        {"通道", " lane "}, {"\u00A0", " "},  {"\u202F", " "}};
    return replaced(text, kSigns);
}

/// The same of a letter or a setting, whose words stay.
std::string plainSigns(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"；", ","}};
    return replaced(text, kSigns);
}

/// Takes out what stands before each three digits of 65,536, 65 536 or 65'536; false where it stands
/// elsewhere.
bool takeThousands(std::string& digits) {
    constexpr std::string_view kSigns = ", '";
    constexpr std::size_t kMostBefore = 3;
    std::size_t at = digits.find_first_of(kSigns);
    if (at != std::string::npos && at > kMostBefore) return false;
    for (; at != std::string::npos; at = digits.find_first_of(kSigns, at)) {
        const std::size_t end = std::min(digits.find_first_not_of("0123456789", at + 1), digits.size());
        if (at == 0 || end != at + 4) return false;
        digits.erase(at, 1);
    }
    return true;
}

bool isSameWord(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

/// Without a word at its beginning or its end.
std::string_view without(std::string_view text, std::string_view word) {
    if (word.empty() || text.size() <= word.size()) return text;
    if (isSameWord(text.substr(text.size() - word.size()), word))
        text.remove_suffix(word.size());
    else if (isSameWord(text.substr(0, word.size()), word))
        text.remove_prefix(word.size());
    return trimmed(text);
}

/// Without spaces, but for those between digits.
std::string compact(std::string_view text) {
    std::string all;
    for (const char c : trimmed(text)) {
        const bool isDigit = c >= '0' && c <= '9';
        if (all.ends_with(' ') &&
            !(isDigit && all.size() > 1 && all[all.size() - 2] >= '0' && all[all.size() - 2] <= '9'))
            all.pop_back();
        if (c != ' ' || !all.ends_with(' ')) all += c;
    }
    return all;
}

/// "4 sectors" where the answer is in wavefronts.
bool isNumberWithWords(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t end = text.find_first_not_of("0123456789.,' ");
    return !text.empty() && kDigits.find(text.front()) != std::string_view::npos &&
           end != std::string_view::npos && text.find_first_of(kDigits, end) == std::string_view::npos;
}

/// "1/4", "3 / 8".
bool isFraction(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto isNumber = [](std::string_view part) {
        part = trimmed(part);
        return !part.empty() && part.find_first_not_of("0123456789.,") == std::string_view::npos;
    };
    return slash != std::string_view::npos && isNumber(text.substr(0, slash)) &&
           isNumber(text.substr(slash + 1));
}

/// With its unit or without, of one or of several, behind the number or before it; "lane 5" is a number too.
double numberOf(std::string_view text, std::string_view unit) {
    constexpr std::string_view kStop = "。", kMeasure = "个"; // "4 个扇区", "4 扇区" and "4 个" are the same
    const std::string typed = compact(
                          plain(text.ends_with(kStop) ? text.substr(0, text.size() - kStop.size()) : text)),
                      all = compact(plain(unit));
    const bool isMeasured = all.starts_with(kMeasure);
    const std::string_view whole = all, bare = isMeasured ? whole.substr(kMeasure.size()) : whole,
                           one = whole.ends_with('s') ? whole.substr(0, whole.size() - 1) : whole;
    const std::string_view bareUnit = isMeasured ? trimmed(unit).substr(kMeasure.size()) : unit;
    std::string_view number = typed;
    if (number.starts_with('=')) number = trimmed(number.substr(1));
    if (number.ends_with('.')) number.remove_suffix(1);
    for (const std::string_view word :
         {whole, one, bare, isMeasured ? kMeasure : whole, std::string_view("lane")})
        number = without(number, word);
    const auto fail = [&] {
        if (isFraction(number))
            return unit == "%" ? BadInput(tr("'{}' is a fraction; write it in percent, as in 12.5", text))
                               : BadInput(tr("'{}' is a fraction; write it as a decimal, as in 0.5", text));
        // No example: any number may be the answer.
        if (isNumberWithWords(number))
            return unit.empty()
                       ? BadInput(tr("'{}' is not a number alone; write it without words", text))
                       : BadInput(tr("'{}': the answer is in {}; write the number alone", text, bareUnit));
        return BadInput(tr("'{}' is not a number; write it in digits", text));
    };
    std::string digits(number);
    if (!takeThousands(digits))
        throw number.find(',') == std::string_view::npos
            ? fail()
            : BadInput(tr("'{}' is not a number; write 12.5 with a point", text));
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) throw fail();
    return value;
}

std::uint32_t lanesOf(std::string_view typed) {
    const std::string signs = plain(typed);
    const std::string_view text = trimmed(signs);
    if (isSameWord(text, "none")) return 0;
    // "lane 5" and "lanes 0 and 16" name as many as "5" and "0, 16"
    static constexpr std::string_view kLaneWords[] = {"lane", "lanes", "and"};
    std::uint32_t mask = 0;
    bool any = false;
    const auto fail = [&] {
        return BadInput(
            tr("'{}' is not a list of lanes; write 0-3, 16, or none: there are lanes 0 to 31", typed));
    };
    const auto lane = [&](std::string_view word) {
        unsigned value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (word.empty() || error != std::errc{} || end != word.data() + word.size() ||
            value >= static_cast<unsigned>(model::kWarpSize))
            throw fail();
        return value;
    };
    std::string spaced(text);
    std::ranges::replace(spaced, ',', ' ');
    std::string_view rest = trimmed(spaced);
    if (rest.empty()) throw fail();
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        rest = trimmed(rest.substr(end));
        if (std::ranges::any_of(kLaneWords, [&](std::string_view each) { return isSameWord(word, each); }))
            continue;
        any = true;
        const std::size_t dash = word.find('-');
        const unsigned first = lane(word.substr(0, dash));
        const unsigned last = dash == std::string_view::npos ? first : lane(word.substr(dash + 1));
        if (last < first) throw fail();
        for (unsigned i = first; i <= last; ++i) mask |= 1U << i;
    }
    if (!any) throw fail();
    return mask;
}

Answer::Sets setsOf(const AskedQuestion& question, std::string_view typed) {
    const std::string& first = question.changes.front().parameter;
    const auto isOne = [&](std::string_view name) {
        return std::ranges::find(question.changes, name, &AskedQuestion::Change::parameter) !=
               question.changes.end();
    };
    Answer::Sets sets;
    std::string spaced;
    for (const char c : plainSigns(typed)) { // "pad = 1" is one word, and so is "pad: 1"
        const bool equals = c == '=' || c == ':';
        if (equals)
            while (spaced.ends_with(' ')) spaced.pop_back();
        if (c != ' ' || !spaced.ends_with('=')) spaced += equals ? '=' : c == ',' ? ' ' : c;
    }
    std::string_view rest = trimmed(spaced);
    const auto next = [&] {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest = trimmed(rest.substr(word.size()));
        return word;
    };
    while (!rest.empty()) {
        const std::string_view word = next();
        const std::size_t equals = word.find('=');
        // Where one slider is asked for, its value says all.
        if (equals == std::string_view::npos && question.changes.size() == 1 && sets.empty() &&
            rest.empty()) {
            sets.push_back({first, std::string(word)});
            continue;
        }
        const std::string_view name = word.substr(0, equals);
        std::string_view value =
            equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
        if (equals == std::string_view::npos && isOne(name)) value = next(); // "pad 1"
        if (value.empty()) throw BadInput(fmt::format("'{}' is not a setting; write {}=VALUE", word, first));
        if (!isOne(name)) throw BadInput(fmt::format("'{}' may not be changed; write {}=VALUE", name, first));
        if (std::ranges::find(sets, name, &Setting::parameter) != sets.end())
            throw BadInput(fmt::format("'{}' is set twice", name));
        sets.push_back({std::string(name), std::string(value)});
    }
    if (sets.empty()) throw BadInput(fmt::format("nothing is set; write {}=VALUE", first));
    return sets;
}

/// By its letter, by its text, or by both.
std::size_t optionOf(const AskedQuestion& question, std::string_view text) {
    const auto words = [](std::string_view option) {
        return plain(spansOf(plainSigns(option))); // without marks
    };
    std::string signs = words(text);
    if (signs.starts_with('(')) signs.erase(0, 1);
    const bool isClosed =
        signs.size() > 1 && std::string_view(").,:").find(signs[1]) != std::string_view::npos;
    const std::string_view behind =
        isClosed ? trimmed(std::string_view(signs).substr(2)) : std::string_view();
    for (std::size_t option = 0; option < question.options.size(); ++option) {
        const std::string said = words(question.options[option]);
        if (isSameWord(words(text), said)) return option;
        if (signs.empty() || lower(signs.front()) != optionLetter(option)) continue;
        if (signs.size() == 1 || (isClosed && (behind.empty() || isSameWord(behind, said)))) return option;
    }
    throw BadInput(fmt::format("'{}' is not an option; write a letter from a to {}", text,
                               optionLetter(question.options.size() - 1)));
}

} // namespace

std::string answerText(const Answer& answer) {
    if (const auto* number = std::get_if<double>(&answer.value)) {
        // all digits, so that it is taken for itself
        return numberText(*number, true);
    }
    if (const auto* chosen = std::get_if<Answer::Chosen>(&answer.value))
        return std::string(1, optionLetter(chosen->option));
    if (const auto* lanes = std::get_if<Answer::Lanes>(&answer.value)) return lanesText(lanes->mask);
    if (const auto* code = std::get_if<Answer::Code>(&answer.value)) return code->text;
    std::vector<std::string> sets;
    for (const Setting& set : std::get<Answer::Sets>(answer.value))
        sets.push_back(set.parameter + "=" + set.value);
    return fmt::format("{}", fmt::join(sets, " "));
}

std::string answerWords(const AskedQuestion& asked, const Answer& answer) {
    const std::string text = answerText(answer);
    if (const auto* chosen = std::get_if<Answer::Chosen>(&answer.value))
        return fmt::format("{}) {}", text, asked.options[chosen->option]);
    if (const auto* number = std::get_if<double>(&answer.value)) {
        std::string unit = asked.unit;
        if (*number == 1 && unit.ends_with('s')) unit.pop_back();
        return numberText(*number) + (unit.empty() ? "" : " " + unit);
    }
    // others may reach the goal, too
    return std::holds_alternative<Answer::Sets>(answer.value) ? tr("{}, for example", text) : text;
}

Answer parseAnswer(const AskedQuestion& question, std::string_view text) {
    std::string_view withLines = text; // a compiler counts empty ones, too
    text = trimmed(text);
    withLines.remove_suffix(static_cast<std::size_t>(withLines.end() - text.end()));
    switch (question.kind) {
    case Question::Kind::Number:
        return {numberOf(text, question.unit)};
    case Question::Kind::Lanes:
        return {Answer::Lanes{lanesOf(text)}};
    case Question::Kind::Set:
        return {setsOf(question, text)};
    case Question::Kind::Code:
        return {Answer::Code{std::string(withLines)}};
    default:
        return {Answer::Chosen{optionOf(question, text)}};
    }
}

std::string valuesText(const std::vector<std::string>& values) {
    constexpr std::size_t kFewest = 4; // fewer are named one by one
    const auto number = [](const std::string& text) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
    };
    std::optional<double> step;
    bool isRange = values.size() >= kFewest;
    for (std::size_t i = 1; i < values.size() && isRange; ++i) {
        const auto before = number(values[i - 1]), at = number(values[i]);
        isRange = before && at && (!step || nearlyEqual(*at - *before, *step));
        if (isRange) step = *at - *before;
    }
    if (!isRange) return fmt::format("{}", fmt::join(values, tr(", ")));
    return *step == 1 ? tr("{} to {}", values.front(), values.back())
                      : tr("{} to {} in steps of {}", values.front(), values.back(), numberText(*step));
}

std::string answerForm(const AskedQuestion& question) {
    switch (question.kind) {
    case Question::Kind::Number:
        return question.unit.empty() ? std::string(tr("a number")) : tr("a number, in {}", question.unit);
    case Question::Kind::Lanes:
        return tr("lanes, as in 0-3, 16; or none");
    case Question::Kind::Code:
        return tr("the code of the kernel");
    case Question::Kind::Set: {
        std::vector<std::string> all;
        for (const AskedQuestion::Change& change : question.changes)
            all.push_back(change.values.empty() ? change.parameter
                                                : tr("{} ({})", change.parameter, valuesText(change.values)));
        return tr("a value for {}", fmt::join(all, tr(", ")));
    }
    default:
        return tr("a letter from a to {}", optionLetter(question.options.size() - 1));
    }
}

} // namespace lanescope::lessons
