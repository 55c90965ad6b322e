// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/lesson.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanescope::lessons {

/// What a student says to a question: the value of its kind.
struct Answer {
    struct Chosen {
        std::size_t option = 0; ///< in the order in which the student sees them
        bool operator==(const Chosen&) const = default;
    };
    struct Lanes {
        std::uint32_t mask = 0;
        bool operator==(const Lanes&) const = default;
    };
    using Sets = std::vector<Setting>;
    struct Code {
        std::string text; ///< of the kernel
        bool operator==(const Code&) const = default;
    };
    std::variant<double, Chosen, Lanes, Sets, Code> value;
    bool operator==(const Answer&) const = default;
};

/// What may be answered, as one student has it.
struct AskedQuestion {
    Question::Kind kind = Question::Kind::Number;
    Text ask;
    std::string unit;
    std::vector<std::string> options; ///< in the student's order
    std::vector<State> states{};      ///< of Most and Least: what each option looks at
    /// The parameters that may be changed, and the values that they may have; none: all of theirs.
    struct Change {
        std::string parameter;
        std::vector<std::string> values;
    };
    std::vector<Change> changes;
    std::string code{};    ///< the kernel that is to be mended
    std::string missing{}; ///< why it cannot be answered on this machine; empty: it can
};

/// An answer in words, as it is written on a sheet: "12", "b", "0-3, 16", "none", "pad=1 stride=2".
std::string answerText(const Answer& answer);
/// "b) Sixteen lanes", "4 wavefronts": for who has the question before them.
std::string answerWords(const AskedQuestion& asked, const Answer& answer);
/// The way back, of answerText; throws BadInput that says what such an answer looks like.
Answer parseAnswer(const AskedQuestion& question, std::string_view text);
/// "1 to 33", "2 to 30 in steps of 2", "1, 4, 9": what a slider may be set to.
std::string valuesText(const std::vector<std::string>& values);
/// What such an answer looks like: "a number", "a letter", ...
std::string answerForm(const AskedQuestion& question);

} // namespace lanescope::lessons
