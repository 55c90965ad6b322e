// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/review.h"

#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

namespace lanescope::lessons {

namespace {

using Share = Review::Share;
using Kind = Question::Kind;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isInWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A number in a text, and what stands behind it.
struct Written {
    double number = 0;
    std::string_view behind;
};

/// Whether three digits stand there, and no more.
bool areThousands(std::string_view text) {
    return text.size() >= 3 && std::ranges::all_of(text.substr(0, 3), isDigit) &&
           (text.size() == 3 || !isDigit(text[3]));
}

std::optional<double> numberOf(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::vector<Written> numbersIn(std::string_view text) {
    std::vector<Written> all;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isDigit(text[at]) || (at > 0 && (isInWord(text[at - 1]) || text[at - 1] == '.'))) continue;
        std::string digits;
        std::size_t end = at;
        for (; end < text.size(); ++end) {
            const bool goesOn = end + 1 < text.size() && isDigit(text[end + 1]);
            if (isDigit(text[end]) || (text[end] == '.' && goesOn))
                digits += text[end];
            else if (text[end] != ',' || !areThousands(text.substr(end + 1))) // 65,536
                break;
        }
        Written& found = all.emplace_back(Written{0, trimmed(text.substr(end))});
        std::from_chars(digits.data(), digits.data() + digits.size(), found.number);
        at = end;
    }
    return all;
}

/// Whether words stand in a text, and not within longer ones.
bool has(std::string_view text, std::string_view words) {
    if (words.empty()) return false;
    for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        if ((at == 0 || !isInWord(text[at - 1]) || !isInWord(words.front())) &&
            (end == text.size() || !isInWord(text[end]) || !isInWord(words.back())))
            return true;
    }
    return false;
}

/// Gives each name some number, which is another one in each round; a lane keeps its own, and so does what is
/// drawn.
class SomeNames final : public Names {
public:
    SomeNames(const std::vector<double>& numbers, const std::vector<Drawn>& drawn, std::uint64_t round,
              int lane)
        : m_numbers(numbers), m_drawn(drawn), m_round(round), m_lane(lane) {}
    double value(std::string_view name) const override {
        if (const auto found = std::ranges::find(m_drawn, name, &Drawn::name); found != m_drawn.end())
            if (const std::optional<double> number = numberOf(found->text)) return *number;
        return name == "lane" ? m_lane : m_numbers[drawNumber(name, m_round, m_numbers.size())];
    }
    double ofLane(std::string_view name, int lane) const override {
        return value(fmt::format("{}({})", name, lane));
    }

private:
    const std::vector<double>& m_numbers;
    const std::vector<Drawn>& m_drawn;
    std::uint64_t m_round;
    int m_lane;
};

/// What a rule comes to whatever its names stand for, but those of what is drawn; nullopt: that depends on
/// them.
std::optional<double> alwaysOf(const Expression& rule, const std::vector<Drawn>& drawn, int lane = 0) {
    constexpr std::uint64_t kRounds = 200;
    std::vector<double> numbers{0, 1, 2, 3, 7, 32, 1000, 1e6, 1e9};
    for (const Written& written : numbersIn(rule.text())) // what is counted is never negative
        for (const double near : {-1, 0, 1}) numbers.push_back(std::max(0.0, written.number + near));
    for (const Drawn& each : drawn)
        if (const std::optional<double> number = numberOf(each.text)) numbers.push_back(*number);
    std::optional<double> always;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
        try {
            const double value = rule.value(SomeNames(numbers, drawn, round, lane));
            if (always && !nearlyEqual(*always, value)) return std::nullopt;
            always = value;
        } catch (const BadInput&) {
            // divided by 0, or a lane that there is not
        }
    }
    return always;
}

/// One student's handout.
class Look {
public:
    /// Of each remark: its line, its words, and for how many students it has to be true to be one.
    using Note = std::function<void(int, std::string, Share)>;
    Look(const Handout& handout, const Note& note)
        : m_handout(handout), m_lesson(handout.lesson()), m_note(note) {}

    void all() {
        pictures();
        for (const std::size_t step : m_handout.questions()) {
            if (!m_handout.asked(step).missing.empty()) continue;
            const Answer right = m_handout.right(step);
            m_values = m_handout.rightValues(step);
            mistakes(step, right);
            rule(step, right);
            nothingToFind(step, right);
            const Step& written = m_lesson.steps[step];
            words(step, right, {tr("the title"), false}, asText(written.title, written.line),
                  asText(m_handout.title(step), written.line));
            words(step, right, {tr("the text"), false}, written.text, m_handout.text(step));
            words(step, right, {tr("the question"), false}, written.question->ask, m_handout.asked(step).ask);
            words(step, right, {tr("the hint"), true}, written.hint, m_handout.hint(step));
        }
    }

private:
    struct Where {
        std::string name;
        bool isHint = false;
    };

    static Text asText(const std::string& line, int number) {
        return {{.spans = {{.text = line}}, .line = number}};
    }

    const Question& question(std::size_t step) const { return *m_lesson.steps[step].question; }

    /// Of a choice between states the picture of one tells nothing, but that of the introduction is hidden;
    /// what sliders and code are to do is not seen in any.
    void pictures() {
        const std::optional<State> opening = m_handout.opening();
        for (const std::size_t later : m_handout.questions()) {
            const Kind kind = question(later).kind;
            if (kind == Kind::Set) continue;
            const std::vector<State> telling = m_handout.tellingStates(later);
            const auto shows = [&](const State& seen) {
                return std::ranges::any_of(telling,
                                           [&](const State& state) { return showsTheSame(state, seen); });
            };
            if (opening && shows(*opening))
                m_note(question(later).line,
                       tr("the introduction's picture answers this question: give the introduction a state "
                          "of its own"),
                       Share::One);
            if (kind != Kind::Number && kind != Kind::Choice && kind != Kind::Lanes) continue;
            for (std::size_t step = 0; step < later; ++step)
                if (const std::optional<State> shown = shownAfter(step); shown && shows(*shown))
                    m_note(question(later).line,
                           tr("step {}, '{}', shows the picture that answers this question", step + 1,
                              m_handout.title(step)),
                           Share::One);
        }
        if (opening && !m_handout.questions().empty()) openingsNumber(*opening);
    }

    /// What a step shows at its end.
    std::optional<State> shownAfter(std::size_t step) const {
        const std::optional<State> own = m_handout.state(step);
        return own && m_lesson.steps[step].question ? m_handout.stateOf(step, m_handout.right(step)) : own;
    }

    /// A picture of another state may show the same number.
    void openingsNumber(const State& opening) {
        const std::size_t step = m_handout.questions().front();
        const Question& first = question(step);
        const State asks = *m_handout.state(step);
        const std::vector<std::string>& names = first.rule.names();
        if (first.kind != Kind::Number || opening.lab != asks.lab || showsTheSame(opening, asks) ||
            names.size() != 1 || !names.front().starts_with("access."))
            return;
        const auto in = [&](const State& state, std::string_view name) {
            return m_handout.valueIn(step, state, Expression::parse(name));
        };
        const double asked = in(asks, names.front());
        // Beside it stands what would do: "2 needed". That one wavefront would, everybody knows.
        const bool isNeeded = names.front() == "access.wavefronts" && asked > 1 &&
                              in(opening, "access.ideal_wavefronts") == asked;
        if (in(opening, names.front()) == asked || isNeeded)
            m_note(first.line,
                   tr("the introduction's picture shows the number that this question asks for: give the "
                      "introduction another state"),
                   Share::One);
    }

    void mistakes(std::size_t step, const Answer& right) {
        if (question(step).kind != Question::Kind::Number) return;
        for (const Mistake& mistake : question(step).mistakes) {
            const double number = m_handout.valueIn(step, *m_handout.state(step), mistake.number);
            const Verdict verdict = m_handout.check(step, {number});
            if (verdict.right)
                m_note(mistake.line,
                       tr("'{}' is the right answer: this mistake is never made", mistake.number.text()),
                       Share::Many);
            else
                words(step, right, {tr("what is said to this mistake"), true},
                      asText(mistake.why, mistake.line), asText(verdict.says, mistake.line));
        }
    }

    void nothingToFind(std::size_t step, const Answer& right) {
        const auto* lanes = std::get_if<Answer::Lanes>(&right.value);
        if (lanes && lanes->mask == 0)
            m_note(question(step).line, tr("no lane is right: the answer is 'none'"), Share::All);
        if (m_values && m_values->right.size() == m_values->offered.size())
            m_note(question(step).line, tr("every value that may be set is right"), Share::Many);
    }

    void rule(std::size_t step, const Answer& right) {
        const Question& asked = question(step);
        const bool isChoice = asked.kind == Kind::Choice;
        if (!isChoice && asked.kind != Kind::Number && asked.kind != Kind::Lanes) return;
        const Option* const option =
            isChoice ? &m_handout.optionAt(step, std::get<Answer::Chosen>(right.value).option) : nullptr;
        const Expression& rule = option ? option->when : asked.rule;
        const int line = option ? option->line : asked.line;
        if (isSettledBy({}, rule, right))
            m_note(line,
                   tr("'{}' is the same whatever the model counts and whatever is drawn: the answer is "
                      "written down in it",
                      rule.text()),
                   Share::All);
        else if (isSettledBy(m_handout.values(), rule, right))
            m_note(line,
                   tr("'{}' is the same whatever the model counts: it depends on what is drawn alone",
                      rule.text()),
                   Share::All);
    }

    /// Whether the model has no part in what is right.
    static bool isSettledBy(const std::vector<Drawn>& drawn, const Expression& rule, const Answer& right) {
        const auto* lanes = std::get_if<Answer::Lanes>(&right.value);
        if (!lanes) {
            const std::optional<double> always = alwaysOf(rule, drawn);
            const auto* number = std::get_if<double>(&right.value);
            return always && (number ? nearlyEqual(*always, *number) : *always != 0);
        }
        for (int lane = 0; lane < 32; ++lane) {
            const std::optional<double> always = alwaysOf(rule, drawn, lane);
            // Which lanes take part is the model's.
            if (!always || (*always != 0) != (lanes->mask >> lane & 1U)) return false;
        }
        return true;
    }

    /// written: with placeholders; filled: the same with what they stand for.
    void words(std::size_t step, const Answer& right, const Where& where, const Text& written,
               const Text& filled) {
        for (std::size_t i = 0; i < filled.size(); ++i) {
            const bool isSaid = question(step).kind == Kind::Number &&
                                placeholdersIn(step, std::get<double>(right.value), where.name, written[i]);
            if (!isSaid && tells(step, right, where.isHint, plain(filled[i].spans)))
                m_note(filled[i].line, tr("{} has the answer", where.name), Share::All);
            words(step, right, where, written[i].inside, filled[i].inside);
        }
    }

    /// What is computed for a text is not the answer; a drawn value is what the question gives.
    bool placeholdersIn(std::size_t step, double right, const std::string& where, const Block& written) {
        bool any = false;
        for (const Span& span : written.spans)
            for (const Placeholder& each : placeholders(span.text)) {
                const Expression computed = Expression::parse(each.inside);
                if (std::ranges::find(m_handout.values(), each.inside, &Drawn::name) !=
                        m_handout.values().end() ||
                    !nearlyEqual(m_handout.valueIn(step, *m_handout.state(step), computed), right))
                    continue;
                any = true;
                m_note(span.line ? span.line : written.line,
                       tr("'{}' in {} is the answer", fmt::format("{{{{{}}}}}", each.inside), where),
                       Share::All);
            }
        return any;
    }

    bool tells(std::size_t step, const Answer& right, bool isHint, std::string_view text) const {
        const AskedQuestion asked = m_handout.asked(step);
        switch (asked.kind) {
        case Kind::Number:
            return std::ranges::any_of(numbersIn(text), [&](const Written& written) {
                std::string_view one = asked.unit; // "1 sector"
                if (one.ends_with('s')) one.remove_suffix(1);
                return !one.empty() && written.behind.starts_with(one) &&
                       nearlyEqual(written.number, std::get<double>(right.value));
            });
        case Kind::Lanes:
            return std::get<Answer::Lanes>(right.value).mask != 0 && has(text, answerText(right));
        case Kind::Set:
            return hasRightSetting(step, asked, text) || listsRightValues(text);
        case Kind::Code:
            return hasCode(asked.code, std::get<Answer::Code>(right.value).text, text);
        default:
            break;
        }
        // A text says between what one is to choose.
        const std::size_t chosen = std::get<Answer::Chosen>(right.value).option;
        for (std::size_t i = 0; i < asked.options.size(); ++i)
            if (has(text, plain(spansOf(asked.options[i]))) != (i == chosen)) return false;
        return isHint;
    }

    /// "pad = 1"
    bool hasRightSetting(std::size_t step, const AskedQuestion& asked, std::string_view text) const {
        for (const AskedQuestion::Change& change : asked.changes)
            for (std::size_t at = text.find(change.parameter); at != std::string_view::npos;
                 at = text.find(change.parameter, at + 1)) {
                std::string_view behind = trimmed(text.substr(at + change.parameter.size()));
                if (!behind.starts_with('=')) continue;
                behind = trimmed(behind.substr(1));
                std::size_t end = 0;
                while (end < behind.size() && (isInWord(behind[end]) || behind[end] == '-')) ++end;
                const Setting set{change.parameter, std::string(behind.substr(0, end))};
                if (end > 0 && m_handout.check(step, {Answer::Sets{set}}).right) return true;
            }
        return false;
    }

    /// "1, 3, 5 or 7": of the values offered all that are right, and no other.
    bool listsRightValues(std::string_view text) const {
        if (!m_values || m_values->right.size() < 2) return false;
        const std::vector<Written> numbers = numbersIn(text);
        std::vector<std::string> named;
        std::ranges::copy_if(m_values->offered, std::back_inserter(named), [&](const std::string& value) {
            const std::optional<double> number = numberOf(value);
            return number ? std::ranges::find(numbers, *number, &Written::number) != numbers.end()
                          : has(text, value);
        });
        return named == m_values->right;
    }

    /// A line that is new in the solution.
    static bool hasCode(std::string_view given, std::string_view solution, std::string_view text) {
        constexpr std::size_t kShortest = 6;
        while (!solution.empty()) {
            const std::size_t end = std::min(solution.find('\n'), solution.size());
            const std::string_view line = trimmed(solution.substr(0, end));
            solution.remove_prefix(std::min(end + 1, solution.size()));
            if (line.size() >= kShortest && given.find(line) == std::string_view::npos && has(text, line))
                return true;
        }
        return false;
    }

    const Handout& m_handout;
    const Lesson& m_lesson;
    const Note& m_note;
    std::optional<Handout::Values> m_values; ///< of the question that is looked at
};

/// What a student is to find out, however it is lettered.
std::string solutionOf(const Handout& handout, std::size_t step) {
    const Answer right = handout.right(step);
    const AskedQuestion asked = handout.asked(step);
    if (const auto* chosen = std::get_if<Answer::Chosen>(&right.value)) return asked.options[chosen->option];
    return asked.kind == Kind::Set ? handout.rightWords(step) : answerText(right);
}

} // namespace

void Review::add(const Handout& handout) {
    std::map<std::pair<int, std::string>, Share> found; // once for a student
    Look(handout, [&](int line, std::string what, Share least) {
        found[{line, std::move(what)}] = least;
    }).all();
    ++m_students;
    for (const auto& [place, least] : found) {
        Seen& seen = m_seen[place];
        seen.least = least;
        ++seen.students;
    }
    m_answers.resize(handout.questions().size());
    for (std::size_t i = 0; i < m_answers.size(); ++i)
        m_answers[i].insert(solutionOf(handout, handout.questions()[i]));
}

std::vector<Remark> Review::remarks() const {
    constexpr std::size_t kFew = 3, kThird = 3;
    const auto isEnough = [&](const Seen& seen) {
        const bool areMany = seen.students > kFew && seen.students * kThird >= m_students;
        return seen.students == m_students || seen.least == Share::One ||
               (seen.least == Share::Many && areMany);
    };
    std::vector<Remark> all;
    for (const auto& [place, seen] : m_seen)
        if (isEnough(seen)) all.push_back({place.first, place.second, seen.students});
    return all;
}

std::vector<std::size_t> Review::differentAnswers() const {
    std::vector<std::size_t> all;
    for (const std::set<std::string>& answers : m_answers) all.push_back(answers.size());
    return all;
}

} // namespace lanescope::lessons
