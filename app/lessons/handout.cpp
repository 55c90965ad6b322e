// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/handout.h"

#include "device/compiler/compiler.h"
#include "device/device.h"
#include "kit/counted.h"
#include "kit/registry.h"
#include "lessons/goal_text.h"
#include "model/error.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace lanescope::lessons {

namespace {

/// States that are run to find one that solves a question.
constexpr std::size_t kMostTries = 2000;
/// By how much an answer may differ where the right one is not whole and the lesson says nothing.
constexpr double kRoundedShare = 0.005;

using SceneAsked = std::function<std::shared_ptr<const Scene>()>;

/// A student's values beside what a scene knows, and what it knows of one lane.
class StudentNames final : public Names {
public:
    StudentNames(const std::vector<Drawn>& values, const SceneAsked& scene, int lane = -1)
        : m_values(values), m_scene(scene), m_lane(lane) {}
    double value(std::string_view name) const override {
        const auto found = std::ranges::find(m_values, name, &Drawn::name);
        if (found == m_values.end())
            return m_lane >= 0 && isLaneName(name) ? m_scene()->ofLane(name, m_lane) : m_scene()->value(name);
        const Expression number = Expression::parse(found->text);
        if (!number.names().empty()) throw BadInput(fmt::format("{} is a word: {}", name, found->text));
        return number.value(*this);
    }
    double ofLane(std::string_view name, int lane) const override { return m_scene()->ofLane(name, lane); }

private:
    const std::vector<Drawn>& m_values;
    const SceneAsked& m_scene;
    int m_lane;
};

double toleranceOf(const Question& question, double right) {
    if (question.within > 0) return question.within * std::abs(right);
    return right == std::floor(right) ? 0 : kRoundedShare * std::abs(right);
}

bool isAccepted(const Question& question, double right, double number) {
    return nearlyEqual(number, right) || std::abs(number - right) <= toleranceOf(question, right);
}

/// The factor would give the answer away.
std::string directionFrom(double number, double right) {
    constexpr double kFar = 4.5, kNear = 4; // 0 instead of 1 is not far away
    const bool isNear = std::abs(number - right) <= kNear;
    if (number > right)
        return right > 0 && number > kFar * right && !isNear ? tr("That is far too high.")
                                                             : tr("That is too high.");
    return right > kFar * number && !isNear ? tr("That is far too low.") : tr("That is too low.");
}

/// "sectors in this access: 32": what the model's names in a rule come to; where only parts of it do not
/// hold, those in these, with what they are compared with.
std::string comesTo(const Expression& rule, const Names& names) {
    std::string all;
    const auto add = [&](const std::string& text) {
        if (!text.empty()) all += (all.empty() ? std::string() : std::string(tr("; "))) + text;
    };
    const auto isOfModel = [](std::string_view name) {
        return name.find('.') != std::string_view::npos && !name.starts_with("set.");
    };
    std::vector<Expression::Failing> failing = rule.failing(names);
    if (failing.empty()) failing.push_back({.names = rule.names(), .comparison = {}});
    for (const Expression::Failing& part : failing) {
        for (const std::string& name : part.names)
            if (isOfModel(name)) add(goalText(name, names.value(name)));
        if (!part.comparison.empty() && isOfModel(part.names.front()))
            add(neededText(part.names.front(), part.comparison, part.bound));
    }
    return all;
}

} // namespace

Handout::Handout(const Lesson& lesson, std::uint64_t student, std::shared_ptr<Scenes> scenes)
    : m_lesson(lesson), m_student(student), m_scenes(std::move(scenes)),
      m_values(draw(lesson.values, lesson.name, student)) {
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        if (lesson.steps[step].question) m_questions.push_back(step);
}

Handout::~Handout() = default;

template<class Work>
auto Handout::placed(int line, Work work) const {
    try {
        return work();
    } catch (const Error& failure) {
        const std::string what = failure.what();
        if (what.starts_with(m_lesson.file + ":")) throw;
        refuse(m_lesson.file, line,
               m_values.empty() ? what : fmt::format("for student {}: {}", m_student, what));
    }
}

void Handout::checkStates() const {
    const auto check = [&](const State& state) { placed(state.line, [&] { return labOf(state); }); };
    if (const std::optional<State> first = opening()) check(*first);
    for (std::size_t step = 0; step < m_lesson.steps.size(); ++step) {
        if (const std::optional<State> looked = state(step)) check(*looked);
        if (!m_lesson.steps[step].question) continue;
        for (const State& telling : tellingStates(step)) check(telling);
    }
}

std::shared_ptr<const Scene> Handout::sceneOf(std::size_t step, int line) const {
    const std::optional<State> looked = state(step);
    if (!looked) refuse(m_lesson.file, line, "no state stands before this");
    return placed(looked->line, [&] { return m_scenes->of(*looked); });
}

std::string Handout::filled(std::string_view text, std::optional<std::size_t> step, bool inCommand,
                            int line) const {
    const SceneAsked asked = [&] {
        if (!step) throw BadInput("only a step's texts can name what the model computes");
        return sceneOf(*step, line);
    };
    return placed(line, [&] {
        return replaced(text, [&](std::string_view inside) {
            const auto found = std::ranges::find(m_values, inside, &Drawn::name);
            if (found != m_values.end()) return found->text;
            return placed(lineOf(inside, text, line), [&] {
                return numberText(Expression::parse(inside).value(StudentNames(m_values, asked)), inCommand);
            });
        });
    });
}

Text Handout::filledText(const Text& text, std::optional<std::size_t> step) const {
    Text all = text;
    for (Block& block : all) {
        for (Span& span : block.spans)
            span.text =
                filled(span.text, step, block.kind == Block::Kind::Code || span.style == Span::Style::Code,
                       span.line ? span.line : block.line);
        block.inside = filledText(block.inside, step);
    }
    return all;
}

Text Handout::introduction() const {
    return filledText(m_lesson.introduction, std::nullopt);
}
std::string Handout::title(std::size_t step) const {
    return filled(m_lesson.steps[step].title, step, false, m_lesson.steps[step].line);
}
Text Handout::text(std::size_t step) const {
    return filledText(m_lesson.steps[step].text, step);
}
Text Handout::hint(std::size_t step) const {
    return filledText(m_lesson.steps[step].hint, step);
}
Text Handout::reveal(std::size_t step) const {
    return filledText(m_lesson.steps[step].reveal, step);
}

State Handout::filledState(const State& written) const {
    State made = written;
    // a state cannot name what it would have to be run for
    for (Setting& set : made.sets) set.value = filled(set.value, std::nullopt, true, made.line);
    made.architecture = filled(made.architecture, std::nullopt, true, made.line);
    return made;
}

std::optional<State> Handout::opening() const {
    if (m_lesson.opening) return filledState(*m_lesson.opening);
    for (std::size_t step = 0; step < m_lesson.steps.size(); ++step)
        if (const std::optional<State> first = state(step))
            return State{.lab = first->lab, .sets = {}, .architecture = first->architecture};
    return std::nullopt;
}

std::optional<State> Handout::state(std::size_t step) const {
    for (std::size_t i = step + 1; i-- > 0;)
        if (m_lesson.steps[i].state) return filledState(*m_lesson.steps[i].state);
    return std::nullopt;
}

State Handout::with(std::size_t step, const std::vector<Setting>& sets, int line) const {
    State made = *state(step);
    for (const Setting& set : sets) {
        const std::string value = filled(set.value, std::nullopt, true, line);
        const auto found = std::ranges::find(made.sets, set.parameter, &Setting::parameter);
        if (found == made.sets.end())
            made.sets.push_back({set.parameter, value});
        else
            found->value = value;
    }
    return made;
}

State Handout::optionState(std::size_t step, const Option& option) const {
    State changed = with(step, option.sets, option.line);
    if (!option.architecture.empty())
        changed.architecture = filled(option.architecture, std::nullopt, true, option.line);
    return changed;
}

std::vector<State> Handout::tellingStates(std::size_t step) const {
    const Question& rule = question(step);
    const std::optional<State> own = state(step);
    if (!own) return {};
    if (rule.kind != Question::Kind::Most && rule.kind != Question::Kind::Least) return {*own};
    std::vector<State> all;
    for (const Option& option : rule.options) all.push_back(optionState(step, option));
    return all;
}

std::vector<std::size_t> Handout::order(std::size_t step) const {
    std::vector<std::size_t> places(question(step).options.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    for (std::size_t i = places.size(); i > 1; --i) {
        const std::string what = fmt::format("{}/option/{}/{}", m_lesson.name, step, i);
        std::swap(places[i - 1], places[drawNumber(what, m_student, i)]);
    }
    return places;
}

AskedQuestion Handout::asked(std::size_t step) const {
    const Question& rule = question(step);
    AskedQuestion made{.kind = rule.kind,
                       .ask = filledText(rule.ask, step),
                       .unit = filled(rule.unit, step, false, rule.line),
                       .options = {},
                       .changes = {}};
    const bool between = rule.kind == Question::Kind::Most || rule.kind == Question::Kind::Least;
    for (const std::size_t place : order(step)) {
        const Option& option = rule.options[place];
        made.options.push_back(filled(option.text, step, false, option.line));
        if (between) made.states.push_back(optionState(step, option));
    }
    if (rule.kind == Question::Kind::Code) {
        made.code = codeToMend(step);
        if (const device::NvrtcProbe probe = device::probeNvrtc(); !probe.available)
            made.missing = probe.reason;
    }
    const std::optional<State> looked = state(step);
    for (const Change& change : rule.changes)
        placed(change.line, [&] {
            const std::string list = filled(change.list, step, true, change.line);
            std::vector<std::string> values;
            if (!list.empty()) {
                const std::unique_ptr<kit::Lab> lab = kit::findLab(looked->lab).make();
                for (const std::string& value : parseValue("value", list).from)
                    values.push_back(lab->findParameter(change.parameter)->canonical(value));
            }
            made.changes.push_back({change.parameter, std::move(values)});
        });
    return made;
}

std::size_t Handout::rightOption(std::size_t step) const {
    const Question& rule = question(step);
    std::vector<double> points;
    for (const Option& option : rule.options)
        points.push_back(placed(option.line, [&] {
            if (rule.kind == Question::Kind::Choice) {
                const SceneAsked own = [&] { return sceneOf(step, option.line); };
                return option.when.holds(StudentNames(m_values, own)) ? 1.0 : 0.0;
            }
            const State changed = optionState(step, option);
            const SceneAsked other = [&] { return m_scenes->of(changed); };
            const double value = rule.rule.value(StudentNames(m_values, other));
            return rule.kind == Question::Kind::Most ? value : -value;
        }));
    const std::size_t best = static_cast<std::size_t>(std::ranges::max_element(points) - points.begin());
    if (rule.kind == Question::Kind::Choice && points[best] == 0)
        refuse(m_lesson.file, rule.line,
               fmt::format("none of the options is right for student {}", m_student));
    for (std::size_t i = 0; i < points.size(); ++i)
        if (i != best && nearlyEqual(points[i], points[best]))
            refuse(m_lesson.file, rule.options[i].line,
                   fmt::format("for student {} this option is as right as the one in line {}", m_student,
                               rule.options[best].line));
    return best;
}

std::uint32_t Handout::rightLanes(std::size_t step) const {
    const Question& rule = question(step);
    return placed(rule.line, [&] {
        const std::shared_ptr<const Scene> looked = sceneOf(step, rule.line);
        const SceneAsked own = [&] { return looked; };
        std::uint32_t mask = 0;
        for (int lane = 0; lane < 32; ++lane)
            if ((looked->activeLanes() >> lane & 1U) && rule.rule.holds(StudentNames(m_values, own, lane)))
                mask |= 1U << lane;
        return mask;
    });
}

void Handout::inState(std::size_t step, const State& state,
                      const std::function<void(const Names&)>& look) const {
    placed(question(step).line, [&] {
        const std::shared_ptr<const Scene> other = m_scenes->of(state);
        const SceneAsked own = [&] { return other; };
        look(StudentNames(m_values, own));
    });
}

double Handout::valueIn(std::size_t step, const State& state, const Expression& expression) const {
    double value = 0;
    inState(step, state, [&](const Names& names) { value = expression.value(names); });
    return value;
}

const Option& Handout::optionAt(std::size_t step, std::size_t place) const {
    return question(step).options.at(order(step).at(place));
}

bool Handout::goalHolds(std::size_t step, const Answer::Sets& sets) const {
    const Question& rule = question(step);
    return valueIn(step, with(step, sets, rule.line), rule.rule) != 0;
}

std::string Handout::comesToIn(std::size_t step, const State& state) const {
    std::string all;
    inState(step, state, [&](const Names& names) { all = comesTo(question(step).rule, names); });
    return all;
}

std::vector<std::vector<std::string>> Handout::valuesToTry(std::size_t step,
                                                           const AskedQuestion& asked) const {
    const Question& rule = question(step);
    std::vector<std::vector<std::string>> values;
    std::size_t tries = 1;
    const std::unique_ptr<kit::Lab> lab = kit::findLab(state(step)->lab).make();
    for (const AskedQuestion::Change& change : asked.changes) {
        values.push_back(change.values);
        if (values.back().empty()) {
            values.back() = lab->findParameter(change.parameter)->allValues();
            if (values.back().empty())
                refuse(m_lesson.file, rule.line,
                       fmt::format("say which values {0} may have, as in change: {0} in 1, 2, 4",
                                   change.parameter));
        }
        tries *= values.back().size();
        if (tries > kMostTries)
            refuse(m_lesson.file, rule.line,
                   fmt::format("more than {} values to try; say which, as in change: {} in 0..4", kMostTries,
                               change.parameter));
    }
    return values;
}

Answer::Sets Handout::rightSets(std::size_t step) const {
    const Question& rule = question(step);
    const AskedQuestion ask = asked(step);
    if (goalHolds(step, {}))
        refuse(
            m_lesson.file, rule.line,
            fmt::format("for student {} '{}' holds before anything is changed", m_student, rule.rule.text()));
    const std::vector<std::vector<std::string>> values = valuesToTry(step, ask);
    std::size_t tries = 1;
    for (const auto& each : values) tries *= each.size();
    for (std::size_t number = 0; number < tries; ++number) {
        Answer::Sets sets;
        std::size_t rest = number;
        for (std::size_t i = 0; i < values.size(); ++i) {
            sets.push_back({ask.changes[i].parameter, values[i][rest % values[i].size()]});
            rest /= values[i].size();
        }
        try {
            if (goalHolds(step, sets)) return sets;
        } catch (const BadInput&) {
            // these values do not go together
        }
    }
    refuse(m_lesson.file, rule.line,
           fmt::format("for student {} no change makes '{}' hold", m_student, rule.rule.text()));
}

Answer Handout::right(std::size_t step) const {
    const Question& rule = question(step);
    switch (rule.kind) {
    case Question::Kind::Number:
        return {placed(rule.line, [&] {
            const SceneAsked own = [&] { return sceneOf(step, rule.line); };
            return rule.rule.value(StudentNames(m_values, own));
        })};
    case Question::Kind::Lanes:
        return {Answer::Lanes{rightLanes(step)}};
    case Question::Kind::Set:
        return {rightSets(step)};
    case Question::Kind::Code:
        return {Answer::Code{filled(rule.solution, step, true, rule.solutionLine)}};
    default:
        break;
    }
    const std::vector<std::size_t> places = order(step);
    const auto at = std::ranges::find(places, rightOption(step));
    return {Answer::Chosen{static_cast<std::size_t>(at - places.begin())}};
}

std::string Handout::rightWords(std::size_t step) const {
    constexpr std::size_t kMostListed = 8;
    std::optional<Values> values = rightValues(step);
    if (!values || values->right.size() > kMostListed) return answerWords(asked(step), right(step));
    std::vector<std::string>& all = values->right;
    if (all.size() < 2) return answerText(right(step));
    const std::string last = all.back();
    all.pop_back();
    return tr("{}={} or {}", question(step).changes.front().parameter, fmt::join(all, ", "), last);
}

std::optional<Handout::Values> Handout::rightValues(std::size_t step) const {
    constexpr std::size_t kMostTried = 64;
    const AskedQuestion ask = asked(step);
    if (ask.kind != Question::Kind::Set || ask.changes.size() != 1) return std::nullopt;
    Values values{.offered = valuesToTry(step, ask).front(), .right = {}};
    if (values.offered.size() > kMostTried) return std::nullopt;
    const std::string& name = ask.changes.front().parameter;
    for (const std::string& value : values.offered) {
        try {
            if (goalHolds(step, {{name, value}})) values.right.push_back(value);
        } catch (const BadInput&) {
            // this value does not go with the others
        }
    }
    return values;
}

std::optional<State> Handout::stateOf(std::size_t step, const Answer& answer) const {
    const Question& rule = question(step);
    if (const auto* chosen = std::get_if<Answer::Chosen>(&answer.value);
        chosen && rule.kind != Question::Kind::Choice)
        return optionState(step, optionAt(step, chosen->option));
    if (const auto* sets = std::get_if<Answer::Sets>(&answer.value)) return with(step, *sets, rule.line);
    return state(step);
}

bool Handout::isAnsweredBy(std::size_t step, const State& seen) const {
    const Question& rule = question(step);
    if (rule.kind != Question::Kind::Set)
        return std::ranges::any_of(tellingStates(step),
                                   [&](const State& telling) { return showsTheSame(telling, seen); });
    std::vector<std::string> changed;
    for (const Change& change : rule.changes) changed.push_back(change.parameter);
    const std::optional<State> own = state(step);
    if (!own || !showsTheSame(*own, seen, changed)) return false;
    const std::unique_ptr<kit::Lab> lab = labOf(seen);
    Answer::Sets sets;
    for (const std::string& name : changed) sets.push_back({name, lab->findParameter(name)->text()});
    return goalHolds(step, sets);
}

Verdict Handout::checkNumber(std::size_t step, double number) const {
    const Question& rule = question(step);
    const double right = std::get<double>(this->right(step).value);
    if (isAccepted(rule, right, number)) return {true, {}};
    const SceneAsked own = [&] { return sceneOf(step, rule.line); };
    for (const Mistake& mistake : rule.mistakes) {
        const double wrong =
            placed(mistake.line, [&] { return mistake.number.value(StudentNames(m_values, own)); });
        // Nobody types all decimals of one that is no whole number.
        const bool isMeant =
            wrong == std::floor(wrong) ? nearlyEqual(wrong, number) : isAccepted(rule, wrong, number);
        if (isMeant) return {false, filled(mistake.why, step, false, mistake.line)};
    }
    if (rule.unit == "%" && isAccepted(rule, right, number * 100))
        return {false, tr("That is a fraction. Write it in percent, as in 12.")};
    return {false, directionFrom(number, right)};
}

Verdict Handout::checkSets(std::size_t step, const Answer::Sets& sets) const {
    const Question& rule = question(step);
    const AskedQuestion ask = asked(step);
    for (const Setting& set : sets) {
        const auto change = std::ranges::find(ask.changes, set.parameter, &AskedQuestion::Change::parameter);
        if (change == ask.changes.end())
            return {.says = tr("{} may not be changed.", set.parameter), .counts = false};
        const std::vector<std::string>& allowed = change->values;
        if (!allowed.empty() && std::ranges::find(allowed, set.value) == allowed.end())
            return {.says = tr("{}={} is not one of the values that may be set.", set.parameter, set.value),
                    .counts = false};
    }
    try {
        if (goalHolds(step, sets)) return {true, {}};
    } catch (const BadInput& failure) {
        std::string what = failure.what();
        for (const std::string& place :
             {fmt::format("{}:{}: ", m_lesson.file, rule.line), fmt::format("for student {}: ", m_student)})
            if (what.starts_with(place)) what.erase(0, place.size());
        return {false, what};
    }
    const State tried = with(step, sets, rule.line);
    for (const Mistake& mistake : rule.mistakes)
        if (valueIn(step, tried, mistake.number) != 0)
            return {false, filled(mistake.why, step, false, mistake.line)};
    const std::string what = comesToIn(step, tried);
    return {false, what.empty() ? tr("Not there yet.") : tr("With these settings, {}.", what)};
}

std::shared_ptr<const Scene> Handout::sceneWithResults(std::size_t step) const {
    const State looked = *state(step);
    return placed(looked.line, [&] { return m_scenes->of(looked, true); });
}

/// The lab's file that has a kernel.
Scene::File Handout::fileWith(std::size_t step, const std::string& kernel) const {
    for (Scene::File& file : sceneWithResults(step)->files())
        if (!kernelIn(file.source, kernel).empty()) return std::move(file);
    refuse(m_lesson.file, question(step).line,
           fmt::format("this state runs no file with a kernel {}", kernel));
}

std::string Handout::codeToMend(std::size_t step) const {
    const Question& rule = question(step);
    if (!rule.code.empty()) return filled(rule.code, step, true, rule.codeLine);
    return std::string(kernelIn(fileWith(step, rule.kernel).source, rule.kernel));
}

Handout::Compiled Handout::compile(std::size_t step, const std::string& code) const {
    const Question& rule = question(step);
    Compiled made;
    const auto refuse = [&made] {
        made.refusal = tr("It does not compile: line {}: {}", made.errors.front().line,
                          retold(made.errors.front().what));
    };
    // The compiler says no more than that there is something that it does not know.
    const WideCharacter wide = wideIn(code);
    const auto refuseWide = [&] {
        made.errors = {
            {wide.line, tr("'{}' is a full-width character; '{}' is meant", wide.text, wide.meant)}};
        refuse();
    };
    if (kernelName(code) != rule.kernel) {
        if (wide.bytes > 0)
            refuseWide();
        else
            made.refusal = tr("It still has to be the kernel '__global__ void {}(...)'.", rule.kernel);
        return made;
    }
    if (const auto refused = refusedIn(code)) {
        made.errors = {*refused};
        refuse();
        return made;
    }
    made.file = fileWith(step, rule.kernel);
    std::string& source = made.file.source;
    made.firstLine = lineOfPart(source, kernelIn(source, rule.kernel));
    source = withKernel(source, rule.kernel, code);
    const device::Compiled result = device::compile(source, made.file.path);
    made.file.ptx = result.ptx;
    if (!result.ptx.empty()) return made;
    made.errors = errorsIn(result.log, code, made.firstLine);
    // Behind what is missing, nothing is read as it is meant.
    if (!made.errors.empty() && made.errors.front().what.starts_with("expected a ")) made.errors.resize(1);
    if (wide.bytes > 0)
        refuseWide();
    else if (made.errors.empty())
        made.refusal = tr("It does not compile, and the compiler does not say why.");
    else
        refuse();
    return made;
}

const Handout::Compiled& Handout::compiled(std::size_t step, const std::string& code) const {
    const auto known = m_compiled.find({step, code});
    if (known != m_compiled.end()) return known->second;
    return m_compiled.emplace(std::pair(step, code), compile(step, code)).first->second;
}

const Scene::File& Handout::fileOf(std::size_t step, const std::string& code) const {
    const Compiled& made = compiled(step, code);
    if (!made.refusal.empty()) throw BadInput(made.refusal);
    return made.file;
}

Verdict Handout::compileAndRun(std::size_t step, const std::string& code) const {
    const Question& rule = question(step);
    const Compiled& made = compiled(step, code);
    if (!made.refusal.empty()) return {false, made.refusal, false, made.errors};
    std::shared_ptr<const Scene> mended;
    try {
        mended = std::make_shared<const Scene>(*state(step), true, &made.file);
    } catch (const Stopped& stopped) {
        const CodeError at{static_cast<int>(stopped.at.line) - made.firstLine + 1, stopped.at.what};
        const std::string said = fmt::format("{}: {}", tr("line {}", at.line), at.what);
        return {false, tr("It does not run: {}", retold(said)), false, {at}};
    } catch (const Error& failure) {
        return {false, tr("It does not run: {}", retold(failure.what())), false};
    }
    if (!mended->hasSameResults(*sceneWithResults(step))) return {false, tr("It computes something else.")};
    const SceneAsked own = [&] { return mended; };
    const StudentNames names(m_values, own);
    return placed(rule.line, [&]() -> Verdict {
        if (rule.rule.holds(names)) return {true, {}};
        const std::string what = comesTo(rule.rule, names);
        return {false, what.empty() ? tr("The result is right, but the goal is not reached.")
                                    : tr("The result is right, but the goal is not reached: {}.", what)};
    });
}

Verdict Handout::checkCode(std::size_t step, const std::string& code) const {
    const auto known = m_codes.find({step, code});
    if (known != m_codes.end()) return known->second;
    return m_codes.emplace(std::pair(step, code), compileAndRun(step, code)).first->second;
}

bool needsCompiler(const Lesson& lesson) {
    return std::ranges::any_of(lesson.steps, [](const Step& step) {
        return step.question && step.question->kind == Question::Kind::Code;
    });
}

Verdict Handout::check(std::size_t step, const Answer& answer) const {
    const Question& rule = question(step);
    if (const auto* number = std::get_if<double>(&answer.value)) return checkNumber(step, *number);
    if (const auto* sets = std::get_if<Answer::Sets>(&answer.value)) return checkSets(step, *sets);
    if (const auto* code = std::get_if<Answer::Code>(&answer.value)) return checkCode(step, code->text);
    if (const auto* lanes = std::get_if<Answer::Lanes>(&answer.value)) {
        const std::uint32_t right = rightLanes(step);
        if (lanes->mask == right) return {true, {}};
        const std::uint32_t wrong = lanes->mask & ~right;
        const int missing = std::popcount(right & ~lanes->mask), tooMany = std::popcount(wrong);
        const auto lanesText = [](int count) {
            return kit::counted(static_cast<std::uint64_t>(count), "lane");
        };
        // All lanes may have been named: those that are too many would give the others away.
        constexpr int kFew = 2;
        const std::string extra = tooMany > kFew ? lanesText(tooMany)
                                  : tooMany == 1 ? tr("lane {}", std::countr_zero(wrong))
                                                 : tr("lanes {}", answerText({Answer::Lanes{wrong}}));
        if (missing == 0)
            return {false, tooMany > kFew ? tr("You chose {} too many.", extra) : tr("Too many: {}.", extra)};
        if (tooMany == 0) return {false, tr("Missing: {}.", lanesText(missing))};
        return {false, tr("Missing: {}; not among them: {}.", lanesText(missing), extra)};
    }
    const std::size_t chosen = order(step).at(std::get<Answer::Chosen>(answer.value).option);
    if (chosen == rightOption(step)) return {true, {}};
    const Option& option = rule.options[chosen];
    if (option.why.empty() && rule.kind != Question::Kind::Choice)
        if (const std::string what = comesToIn(step, optionState(step, option)); !what.empty())
            return {false, rule.kind == Question::Kind::Least
                               ? tr("With this one, {}. Another one gives a lower number.", what)
                               : tr("With this one, {}. Another one gives a higher number.", what)};
    return {false, filled(option.why, step, false, option.line)};
}

namespace {

/// Answers that are not the right one.
std::vector<Answer> wrongAnswers(const Handout& handout, std::size_t step, const Answer& right) {
    const Question& rule = *handout.lesson().steps[step].question;
    std::vector<Answer> all;
    if (const auto* number = std::get_if<double>(&right.value)) {
        const double off =
            std::max(*number == std::floor(*number) ? 1.0 : 1e-6, 2.5 * toleranceOf(rule, *number));
        for (const double wrong : {*number + off, *number - off, *number * 2 + 1, -*number - 1})
            all.emplace_back().value = wrong;
    } else if (const auto* chosen = std::get_if<Answer::Chosen>(&right.value)) {
        for (std::size_t i = 0; i < rule.options.size(); ++i)
            if (i != chosen->option) all.emplace_back().value = Answer::Chosen{i};
    } else if (const auto* lanes = std::get_if<Answer::Lanes>(&right.value)) {
        for (int lane = 0; lane < 32; ++lane)
            all.emplace_back().value = Answer::Lanes{lanes->mask ^ 1U << lane};
    } else if (const auto* code = std::get_if<Answer::Code>(&right.value)) {
        // Neither what is to be mended nor a kernel that does nothing.
        all.emplace_back().value = Answer::Code{handout.asked(step).code};
        all.emplace_back().value = Answer::Code{code->text.substr(0, code->text.find('{')) + "{}"};
    } else {
        // What is set already does not solve it.
        const std::optional<State> state = handout.state(step);
        const std::unique_ptr<kit::Lab> lab = labOf(*state);
        Answer::Sets same;
        for (const Setting& set : std::get<Answer::Sets>(right.value))
            same.push_back({set.parameter, lab->findParameter(set.parameter)->text()});
        all.emplace_back().value = same;
    }
    return all;
}

} // namespace

std::size_t prove(const Handout& handout) {
    const Lesson& lesson = handout.lesson();
    handout.introduction();
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        handout.title(step);
        handout.text(step);
        handout.hint(step);
        handout.reveal(step);
    }
    std::size_t tried = 0;
    for (const std::size_t step : handout.questions()) {
        const int line = lesson.steps[step].question->line;
        const AskedQuestion asked = handout.asked(step);
        if (!asked.missing.empty()) continue;
        const Answer right = handout.right(step);
        const std::string text = answerText(right);
        const auto fail = [&](std::string_view what) {
            refuse(lesson.file, line, fmt::format("for student {} {}", handout.student(), what));
        };
        if (!handout.check(step, right).right || !handout.check(step, parseAnswer(asked, text)).right)
            fail(fmt::format("the right answer '{}' is refused{}{}", text.substr(0, text.find('\n')),
                             handout.check(step, right).says.empty() ? "" : ": ",
                             handout.check(step, right).says));
        for (const Answer& wrong : wrongAnswers(handout, step, right)) {
            ++tried;
            if (handout.check(step, wrong).right) {
                const std::string other = answerText(wrong);
                fail(fmt::format("'{}' is accepted beside '{}'", other.substr(0, other.find('\n')),
                                 text.substr(0, text.find('\n'))));
            }
        }
    }
    return tried;
}

} // namespace lanescope::lessons
