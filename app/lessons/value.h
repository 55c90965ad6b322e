// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/expression.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Values that a lesson draws for each student: "{{stride: 2..16}}".
namespace lanescope::lessons {

/// A value to be drawn.
struct Value {
    std::string name;
    std::vector<std::string> from; ///< numbers or words, each once
    std::vector<std::string> but;  ///< names of values drawn before, which this one differs from
    int line = 0;
};

/// "2..16", "2..32 step 2", "2, 4, 8", "load, store", and of each " but NAME, NAME". Throws BadInput.
Value parseValue(std::string_view name, std::string_view list);
/// Whether a word can name a value.
bool isValueName(std::string_view name);

/// A value and what was drawn for it.
struct Drawn {
    std::string name, text;
};
/// The same on every machine: it depends on the lesson's name, the value's and the student's number alone.
std::vector<Drawn> draw(const std::vector<Value>& values, std::string_view lesson, std::uint64_t student);
/// 0 to below count, likewise.
std::uint64_t drawNumber(std::string_view what, std::uint64_t student, std::uint64_t count);

/// What stands between "{{" and "}}": a name with a list, or an expression. Throws BadInput when one is open.
struct Placeholder {
    std::size_t begin = 0, end = 0; ///< in the text, with the braces
    std::string_view inside;
};
std::vector<Placeholder> placeholders(std::string_view text);
/// The text with each placeholder replaced.
std::string replaced(std::string_view text,
                     const std::function<std::string(std::string_view inside)>& replacement);

} // namespace lanescope::lessons
