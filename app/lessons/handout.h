// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/answer.h"
#include "lessons/code.h"
#include "lessons/lesson.h"
#include "lessons/scenes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::lessons {

/// What the model makes of an answer.
struct Verdict {
    bool right = false;
    std::string says;   ///< of a wrong answer: what is wrong with it, without giving the right one away
    bool counts = true; ///< false: code that does not compile, or does not run to its end; a setting that may
                        ///< not be chosen
    std::vector<CodeError> errors{}; ///< of such code, by line
};

/// A lesson with one student's values in it. What it needs to know, the model computes: no answer is stored.
/// The lesson has to live as long. Everything throws BadInput with file and line for a mistake of the lesson
/// that shows only with these values, as a state that the lab refuses, or a choice of which two options are
/// right.
class Handout {
public:
    /// scenes: shared by the handouts of a class, which are then made and graded the sooner.
    Handout(const Lesson& lesson, std::uint64_t student,
            std::shared_ptr<Scenes> scenes = std::make_shared<Scenes>());
    ~Handout();
    Handout(const Handout&) = delete;
    Handout& operator=(const Handout&) = delete;

    const Lesson& lesson() const { return m_lesson; }
    std::uint64_t student() const { return m_student; }
    const std::vector<Drawn>& values() const { return m_values; }

    // By step, from 0. Texts may name what the model computes, so they may run a state.
    Text introduction() const;
    std::string title(std::size_t step) const;
    Text text(std::size_t step) const;
    Text hint(std::size_t step) const;
    Text reveal(std::size_t step) const;
    /// What is shown beside the introduction: its own state, or else the first step's lab as it is by itself;
    /// nothing: no step has a state.
    std::optional<State> opening() const;
    /// The state that the step looks at; nothing before the first.
    std::optional<State> state(std::size_t step) const;
    /// The steps that have a question, in order.
    const std::vector<std::size_t>& questions() const { return m_questions; }

    // Of a step that has a question.
    /// The states that tell its answer to who sees them: its own, or those between which is chosen.
    std::vector<State> tellingStates(std::size_t step) const;
    AskedQuestion asked(std::size_t step) const;
    /// One that is right; the only one, unless sliders are to be set.
    Answer right(std::size_t step) const;
    /// The same in words. Of settings of one parameter all that are right, where these are few.
    std::string rightWords(std::size_t step) const;
    /// What the one parameter that is to be set may be set to, and with which of that the goal is reached.
    struct Values {
        std::vector<std::string> offered, right;
    };
    /// nullopt: it is another kind of question, or there are too many to try.
    std::optional<Values> rightValues(std::size_t step) const;
    /// What an answer is about: the step's state, the one of an option, or the one with what is set.
    std::optional<State> stateOf(std::size_t step, const Answer& answer) const;
    /// Of an expression of the step, in its state or another one.
    double valueIn(std::size_t step, const State& state, const Expression& expression) const;
    /// The one that a student sees at that place.
    const Option& optionAt(std::size_t step, std::size_t place) const;
    /// Whether a picture of that state would give its answer away.
    bool isAnsweredBy(std::size_t step, const State& seen) const;
    /// The answer has to be of the question's kind.
    Verdict check(std::size_t step, const Answer& answer) const;
    /// Of a step whose question is about code: the lab's file of kernels with an answer in it, compiled.
    /// Throws BadInput that says why it cannot be.
    const Scene::File& fileOf(std::size_t step, const std::string& code) const;

    /// Throws BadInput, with file and line, for a state whose lab does not take its values. Nothing is run.
    void checkStates() const;

private:
    const Question& question(std::size_t step) const { return *m_lesson.steps[step].question; }
    /// Does what may show a mistake of the lesson, which is said with its line, and for whom it shows.
    template<class Work>
    auto placed(int line, Work work) const;
    std::shared_ptr<const Scene> sceneOf(std::size_t step, int line) const;
    std::string filled(std::string_view text, std::optional<std::size_t> step, bool inCommand,
                       int line) const;
    Text filledText(const Text& text, std::optional<std::size_t> step) const;
    State filledState(const State& written) const;
    State with(std::size_t step, const std::vector<Setting>& sets, int line) const;
    State optionState(std::size_t step, const Option& option) const;
    std::vector<std::size_t> order(std::size_t step) const;
    std::size_t rightOption(std::size_t step) const;
    std::uint32_t rightLanes(std::size_t step) const;
    Answer::Sets rightSets(std::size_t step) const;
    /// What may be set, by change; every value of a parameter where the lesson names none.
    std::vector<std::vector<std::string>> valuesToTry(std::size_t step, const AskedQuestion& asked) const;
    /// Has a question's rule looked at in another state than the step's.
    void inState(std::size_t step, const State& state, const std::function<void(const Names&)>& look) const;
    bool goalHolds(std::size_t step, const Answer::Sets& sets) const;
    std::string comesToIn(std::size_t step, const State& state) const;
    Verdict checkNumber(std::size_t step, double number) const;
    Verdict checkSets(std::size_t step, const Answer::Sets& sets) const;
    std::shared_ptr<const Scene> sceneWithResults(std::size_t step) const;
    Scene::File fileWith(std::size_t step, const std::string& kernel) const;
    std::string codeToMend(std::size_t step) const;
    Verdict checkCode(std::size_t step, const std::string& code) const;
    Verdict compileAndRun(std::size_t step, const std::string& code) const;
    /// A file of kernels with an answer in it.
    struct Compiled {
        Scene::File file;
        std::string refusal; ///< why there is none; empty: there is one
        std::vector<CodeError> errors;
        int firstLine = 0; ///< of the file, on which the answer begins
    };
    Compiled compile(std::size_t step, const std::string& code) const;
    const Compiled& compiled(std::size_t step, const std::string& code) const;

    const Lesson& m_lesson;
    std::uint64_t m_student;
    std::shared_ptr<Scenes> m_scenes;
    std::vector<Drawn> m_values;
    std::vector<std::size_t> m_questions;
    // Answers of code, by step.
    mutable std::map<std::pair<std::size_t, std::string>, Verdict> m_codes;
    mutable std::map<std::pair<std::size_t, std::string>, Compiled> m_compiled;
};

/// Whether a lesson has code to be mended, which takes a compiler.
bool needsCompiler(const Lesson& lesson);

/// Finds out whether a lesson can be done with these values: every text is filled, every right answer is
/// accepted, and answers that differ from it are refused; without a compiler, code is left out. Gives how
/// many wrong answers were tried; throws BadInput with file and line.
std::size_t prove(const Handout& handout);

} // namespace lanescope::lessons
