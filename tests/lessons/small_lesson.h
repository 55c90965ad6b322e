// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace lanescope::lessons {

/// What a piece of work that has to throw BadInput says; a failure of the test when it does not.
template<class Work>
std::string refusal(Work work) {
    try {
        work();
    } catch (const BadInput& failure) {
        return failure.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

/// A lesson with one step: its state is of the lab banks with a stride of 4, unless it is given; behind it
/// the rest.
inline std::string lessonWith(std::string_view rest,
                              std::string_view state = "banks --set stride=4 --arch 9.0") {
    return "---\nsummary: A test.\n---\n\n# Title\n\n## Step\n\n```lanescope\n" + std::string(state) +
           "\n```\n\n" + std::string(rest);
}
/// The same with a question.
inline std::string questionWith(std::string_view answer,
                                std::string_view state = "banks --set stride=4 --arch 9.0") {
    return lessonWith("**Question.** What?\n\n```answer\n" + std::string(answer) + "\n```\n", state);
}

} // namespace lanescope::lessons
