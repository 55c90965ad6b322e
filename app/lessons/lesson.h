// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/expression.h"
#include "lessons/scene.h"
#include "lessons/text.h"
#include "lessons/value.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A lesson as its file has it; docs/writing_a_lesson.md says how it is written. Texts and settings have
/// their placeholders still: lessons/handout.h puts a student's values in.
namespace lanescope::lessons {

/// An answer to choose.
struct Option {
    std::string text;
    Expression when;             ///< it is right when this holds; empty where states tell options apart
    std::vector<Setting> sets{}; ///< put on the step's state
    std::string architecture{};  ///< instead of the state's; empty: the same
    std::string why{};           ///< said to who chose it wrongly; may be empty
    int line = 0;
};

/// A number that is often given wrongly, or what holds with values that are often set wrongly, and why that
/// is wrong.
struct Mistake {
    Expression number;
    std::string why;
    int line = 0;
};

/// A slider that the student may move, and where to.
struct Change {
    std::string parameter;
    std::string list; ///< as in a value to be drawn, with placeholders; empty: the whole range
    int line = 0;
};

struct Question {
    enum class Kind {
        Number, ///< the value of rule
        Choice, ///< the one option that holds
        Most,   ///< the option whose state has the largest rule
        Least,  ///< the smallest
        Lanes,  ///< every lane for which rule holds
        Set,    ///< values of some parameters with which rule holds
        Code    ///< a kernel with which rule holds and the results are the same
    };
    Kind kind = Kind::Number;
    Text ask;
    Expression rule; ///< of a Choice none
    std::string unit;
    double within = 0; ///< of a Number: the share by which an answer may be off
    std::vector<Option> options;
    std::vector<Mistake> mistakes;
    std::vector<Change> changes;
    std::string kernel;         ///< of Code: its name in the lab's file
    std::string code, solution; ///< of Code; no code: the lab's own is to be mended
    int codeLine = 0, solutionLine = 0;
    int line = 0;
};

struct Step {
    std::string title;
    Text text;
    std::optional<State> state; ///< nothing: that of the step before
    std::optional<Question> question;
    Text hint, reveal;
    int line = 0;
    bool optional = false; ///< its title ends with "(optional)": who is quick goes past it
};

struct Lesson {
    std::string file;                    ///< as messages name it
    std::string name;                    ///< "banks" of "07_banks.md"
    std::string title, summary, follows; ///< follows: the text that it goes along with; may be empty
    std::string asked;                   ///< what else people call it who look for it; its head says it
    std::string words; ///< that it is found by: titles of steps, and terms that stand in it; of a file none
    int minutes = 0;   ///< 0: not said
    std::uint64_t digest = 0; ///< of the file's text
    Text introduction;
    std::optional<State> opening; ///< shown beside it; nothing: the first step's lab, as it is by itself
    std::vector<Step> steps;
    std::vector<Value> values; ///< in the order in which they are drawn
};

/// How many of its steps have a question.
std::size_t questionsOf(const Lesson& lesson);

/// Throws BadInput, one line with file and line, for the first mistake.
Lesson parseLesson(std::string_view text, std::string_view file);
/// With what a question begins, in the language in which the lesson is written.
std::string_view questionMark(const Lesson& lesson);

/// "a", "b": how options are marked.
inline char optionLetter(std::size_t index) {
    return static_cast<char>('a' + index);
}

} // namespace lanescope::lessons
