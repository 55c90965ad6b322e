// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/blocks.h"

#include "model/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::size_t kMostOptions = 8;

/// Words at spaces; what stands between quotes or braces stays together.
std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> all;
    std::string word;
    bool quoted = false, any = false;
    int braces = 0;
    for (const char c : text) {
        if (c == '"' && braces == 0) {
            quoted = !quoted;
            any = true;
        } else if ((c == ' ' || c == '\t' || c == '\n') && !quoted && braces == 0) {
            if (any) all.push_back(std::exchange(word, {}));
            any = false;
        } else {
            braces += c == '{' ? 1 : c == '}' ? -1 : 0;
            word += c;
            any = true;
        }
    }
    if (quoted) throw BadInput("a quotation mark has no other behind it");
    if (braces != 0) throw BadInput("a brace has no other behind it");
    if (any) all.push_back(std::move(word));
    return all;
}

Setting settingOf(std::string_view text) {
    // a list in braces may have an = of its own, a name has none
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
        throw BadInput(fmt::format("'{}' is not a setting; write --set NAME=VALUE", text));
    return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

/// What stands behind an option of a command; at: the option's place.
const std::string& valueBehind(std::span<const std::string> all, std::size_t at) {
    if (at + 1 == all.size()) throw BadInput(fmt::format("{} has nothing behind it", all[at]));
    return all[at + 1];
}

/// What stands behind the lab in a command.
void addOptions(State& state, std::span<const std::string> all) {
    for (std::size_t at = 0; at < all.size(); at += 2) {
        const std::string& option = all[at];
        if (option == "--set")
            state.sets.push_back(settingOf(valueBehind(all, at)));
        else if (option == "--arch")
            state.architecture = valueBehind(all, at);
        else if (option == "--site") {
            const std::string& text = valueBehind(all, at);
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), state.site);
            if (error != std::errc{} || end != text.data() + text.size() || state.site < 0)
                throw BadInput(fmt::format("--site {}: a whole number is needed", text));
        } else
            throw BadInput(fmt::format("a state takes --set, --arch and --site, not '{}'", option));
    }
}

/// At most so many parts between " | ".
std::vector<std::string_view> parts(std::string_view text, std::size_t most) {
    std::vector<std::string_view> all;
    while (all.size() + 1 < most) {
        const std::size_t bar = text.find(" | ");
        if (bar == std::string_view::npos) break;
        all.push_back(trimmed(text.substr(0, bar)));
        text.remove_prefix(bar + 3);
    }
    all.push_back(trimmed(text));
    return all;
}

struct KindWord {
    std::string_view word;
    Question::Kind kind;
};
constexpr std::array kKinds{
    KindWord{"number", Question::Kind::Number}, KindWord{"choice", Question::Kind::Choice},
    KindWord{"most", Question::Kind::Most},     KindWord{"least", Question::Kind::Least},
    KindWord{"lanes", Question::Kind::Lanes},   KindWord{"set", Question::Kind::Set},
    KindWord{"code", Question::Kind::Code}};

bool hasOptions(Question::Kind kind) {
    return kind == Question::Kind::Choice || kind == Question::Kind::Most || kind == Question::Kind::Least;
}

double shareOf(std::string_view text) {
    text = trimmed(text);
    if (text.ends_with('%')) text.remove_suffix(1);
    text = trimmed(text);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value > 0) || value > 50)
        throw BadInput(fmt::format("'{}' is no tolerance; write within: 5 %", text));
    return value / 100;
}

void addOption(Question& question, std::string_view text, int line) {
    if (!hasOptions(question.kind)) throw BadInput("only choice, most and least have options");
    const std::vector<std::string_view> all = parts(text, 3);
    if (all.size() < 2 || all[0].empty() || all[1].empty())
        throw BadInput(question.kind == Question::Kind::Choice
                           ? "an option is '- TEXT | CONDITION', and may have ' | WHY IT IS WRONG'"
                           : "an option is '- TEXT | --set NAME=VALUE', and may have ' | WHY IT IS WRONG'");
    Option option;
    option.text = all[0];
    option.line = line;
    if (all.size() > 2) option.why = all[2];
    if (question.kind == Question::Kind::Choice) {
        option.when = Expression::parse(all[1]);
    } else {
        State changed;
        addOptions(changed, words(all[1]));
        if (changed.site >= 0) throw BadInput("an option takes --set and --arch, not --site");
        option.sets = std::move(changed.sets);
        option.architecture = std::move(changed.architecture);
    }
    if (question.options.size() == kMostOptions)
        throw BadInput(fmt::format("a question has at most {} options", kMostOptions));
    question.options.push_back(std::move(option));
}

/// "pad in 0..4", "pad"
Change changeOf(std::string_view text, int line) {
    const std::size_t in = text.find(" in ");
    Change change{std::string(trimmed(text.substr(0, in))),
                  in == std::string_view::npos ? std::string() : std::string(trimmed(text.substr(in + 4))),
                  line};
    if (change.parameter.empty() || (in != std::string_view::npos && change.list.empty()))
        throw BadInput("write change: NAME, or change: NAME in 0..4");
    return change;
}

/// The marks between the parts of a line as ASCII has them, where a Chinese input method typed wide ones.
std::string withPlainMarks(std::string_view line) {
    constexpr std::string_view kColon = "\uFF1A", kBar = "\uFF5C";
    std::string plain(line);
    for (std::size_t at = plain.find(kBar); at != std::string::npos; at = plain.find(kBar, at))
        plain.replace(at, kBar.size(), "|");
    // Only after the word that begins the line: others are the text's own.
    const std::size_t wide = plain.find(kColon);
    const auto isWord = [&](std::size_t end) {
        return std::all_of(plain.begin(), plain.begin() + static_cast<std::ptrdiff_t>(end),
                           [](char c) { return (c >= 'a' && c <= 'z') || c == ' '; });
    };
    if (wide != std::string::npos && isWord(wide)) plain.replace(wide, kColon.size(), ":");
    return plain;
}

void addLine(Question& question, std::string_view key, std::string_view rest, int line) {
    using Kind = Question::Kind;
    const bool number = question.kind == Kind::Number;
    if (key == "unit" && number)
        question.unit = rest;
    else if (key == "within" && number)
        question.within = shareOf(rest);
    else if (key == "mistake" && (number || question.kind == Kind::Set)) {
        const std::vector<std::string_view> all = parts(rest, 2);
        if (all.size() < 2 || all[1].empty())
            throw BadInput(number ? "a mistake is 'mistake: NUMBER | WHY IT IS WRONG'"
                                  : "a mistake is 'mistake: CONDITION | WHY IT IS WRONG'");
        question.mistakes.push_back({Expression::parse(all[0]), std::string(all[1]), line});
    } else if (key == "change" && question.kind == Kind::Set)
        question.changes.push_back(changeOf(rest, line));
    else if (key == "kernel" && question.kind == Kind::Code)
        question.kernel = rest;
    else
        throw BadInput(fmt::format("'{}:' does not belong to this kind of answer; there are {}", key,
                                   number                        ? "unit, within and mistake"
                                   : question.kind == Kind::Set  ? "change and mistake"
                                   : question.kind == Kind::Code ? "a line with kernel"
                                   : hasOptions(question.kind)   ? "lines '- TEXT | ...'"
                                                                 : "no more lines"));
}

/// The parameter in "pad=1" or "--set pad = 1": a value stands where the condition belongs that it reaches.
/// Empty: it is something else.
std::string_view settingIn(std::string_view rule) {
    if (rule.starts_with("--set ")) rule = trimmed(rule.substr(6));
    const std::size_t equals = std::min(rule.find('='), rule.size());
    const std::string_view name = trimmed(rule.substr(0, equals));
    std::string_view value = trimmed(rule.substr(std::min(equals + 1, rule.size())));
    value = value.substr(0, value.find_first_of(" ,"));
    const auto isName = [](std::string_view word) {
        return !word.empty() && word.front() >= 'a' && word.front() <= 'z' &&
               word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string_view::npos;
    };
    const bool isNumber = !value.empty() && value.find_first_not_of("0123456789.") == std::string_view::npos;
    return isName(name) && (isNumber || isName(value)) ? name : std::string_view();
}

/// What a right answer is, which the model computes.
Expression ruleOf(Question::Kind kind, std::string_view text) {
    const std::string_view parameter = kind == Question::Kind::Set ? settingIn(text) : std::string_view();
    if (!parameter.empty())
        throw BadInput(fmt::format("'set: {0}' names the answer: write the condition that it reaches, as in "
                                   "set: access.bank_conflicts = 0, and below it which parameter may be "
                                   "set, as in change: {1} in 0..8",
                                   text, parameter));
    Expression rule = Expression::parse(text);
    if (rule.names().empty() && rule.laneFunctions().empty())
        throw BadInput(fmt::format("'{}' is the same for everybody: name what the model counts, as in "
                                   "access.wavefronts, or a value that is drawn",
                                   rule.text()));
    return rule;
}

} // namespace

State parseState(std::string_view command) {
    std::vector<std::string> all = words(command);
    std::size_t at = 0;
    if (at < all.size() && all[at] == "lanescope") ++at;
    if (at < all.size() && all[at] == "run") ++at;
    if (at == all.size() || all[at].starts_with('-'))
        throw BadInput("a state is a lab and its settings, as in banks --set stride=4");
    State state;
    state.lab = all[at++];
    addOptions(state, std::span(all).subspan(at));
    return state;
}

Question parseQuestion(std::string_view code, std::string_view file, int firstLine) {
    Question question;
    question.line = firstLine;
    bool begun = false;
    for (int line = firstLine; !code.empty(); ++line) {
        const std::size_t end = std::min(code.find('\n'), code.size());
        const std::string plain = withPlainMarks(code.substr(0, end));
        const std::string_view text = trimmed(plain);
        code.remove_prefix(std::min(end + 1, code.size()));
        if (text.empty()) continue;
        try {
            if (begun && text.starts_with("- ")) {
                addOption(question, text.substr(2), line);
                continue;
            }
            const std::size_t colon = std::min(text.find(':'), text.size());
            const std::string_view key = trimmed(text.substr(0, colon));
            const std::string_view rest =
                colon == text.size() ? std::string_view() : trimmed(text.substr(colon + 1));
            if (begun) {
                if (colon == text.size())
                    throw BadInput(fmt::format("'{}' is neither 'NAME: ...' nor an option '- ...'", text));
                addLine(question, key, rest, line);
                continue;
            }
            const auto found = std::ranges::find(kKinds, key, &KindWord::word);
            if (found == kKinds.end())
                throw BadInput(
                    fmt::format("'{}' is no kind of answer; there are: number, choice, most, least, "
                                "lanes, set, code",
                                key));
            begun = true;
            question.line = line;
            question.kind = found->kind;
            if (question.kind != Question::Kind::Choice)
                question.rule = ruleOf(question.kind, rest);
            else if (!rest.empty())
                throw BadInput("behind 'choice:' stands nothing: its options have the conditions");
        } catch (const BadInput& failure) {
            refuse(file, line, failure.what());
        }
    }
    if (!begun) refuse(file, firstLine, "the answer is empty; write number: access.wavefronts, for example");
    if (hasOptions(question.kind) && question.options.size() < 2)
        refuse(file, question.line, "a choice has two options at least");
    if (question.kind == Question::Kind::Set && question.changes.empty())
        refuse(file, question.line, "what may be changed is missing, as in change: pad");
    return question;
}

} // namespace lanescope::lessons
