// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/grading.h"
#include "lessons/handout.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::lessons {

/// A step as it is shown.
struct Page {
    std::string title{};
    Text text{}, hint{}, reveal{};
    std::optional<State> state{};
    std::optional<AskedQuestion> asked{};
    std::string error{}; ///< one line: what is wrong with the lesson here; empty: nothing
};

/// Asks the model on a thread of its own, so that a window never waits for it.
class Tutor {
public:
    Tutor(std::shared_ptr<const Lesson> lesson, std::uint64_t student);
    ~Tutor();
    Tutor(const Tutor&) = delete;
    Tutor& operator=(const Tutor&) = delete;

    // Each is answered by take(), in the order in which they were asked.
    void introduce();
    void open(std::size_t step);
    void check(std::size_t step, std::string answer);
    void reveal(std::size_t step);
    /// The lab's kernels with code in them, which answers the step's question.
    void compile(std::size_t step, std::string code);
    /// Answers by question, empty where there is none.
    void grade(std::vector<std::string> answers);

    struct Said {
        enum class What { Introduction, Page, Verdict, Right, Code, Grades };
        What what = What::Page;
        std::size_t step = 0;
        Page page{};          ///< of Introduction the text alone
        std::string given{};  ///< of Verdict: the answer
        bool readable = true; ///< of Verdict: the answer is of the question's kind; else says tells why not
        Verdict verdict{};    ///< of Verdict
        std::string right{};  ///< of Right, in words
        std::optional<State> state{}; ///< of Right: what the right answer is about, where that is another
                                      ///< state than the step's
        Scene::File file{};           ///< of Code
        std::vector<bool> marks{};    ///< of Grades, by question
        std::string error{};          ///< one line: the lesson has a mistake; empty: it has none
    };
    std::optional<Said> take();
    /// Something will be there to take.
    bool busy() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::lessons
