// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/lesson.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lessons {

/// What became of a question.
struct Attempt {
    std::string given; ///< the last answer; empty: none yet
    std::string draft; ///< of code: what is being written, if it is neither that nor what was to be mended
    int tries = 0;     ///< answers that were checked
    bool right = false, hinted = false, revealed = false;
    bool done() const { return right || revealed; }
    bool begun() const { return tries > 0 || hinted || revealed; }
    bool rightAtOnce() const { return right && tries == 1 && !hinted && !revealed; }
    bool operator==(const Attempt&) const = default;
};

/// What is kept of a student's way through a lesson until the next start.
struct Kept {
    std::uint64_t digest = 0; ///< of the lesson that it is of
    std::size_t page = 0;
    std::vector<Attempt> attempts; ///< by question
    bool operator==(const Kept&) const = default;
};

struct Score {
    std::size_t questions = 0, right = 0, rightAtOnce = 0, revealed = 0, done = 0;
};

/// One student's way through a lesson. Page 0 is the introduction, then each step has a page, and the last
/// one is the end. What is right, others find out: see Handout.
class Work {
public:
    /// After so many questions in a row that were right at once, a right answer goes on by itself.
    static constexpr std::size_t kQuickRun = 3;

    Work(const Lesson& lesson, std::uint64_t student);
    /// Goes on where it was left. What is kept of a lesson with another number of questions is not taken.
    Work(const Lesson& lesson, std::uint64_t student, const Kept& kept);

    std::uint64_t student() const { return m_student; }
    std::size_t page() const { return m_kept.page; }
    std::size_t pages() const { return m_questionOf.size() + 2; }
    std::size_t stepCount() const { return m_questionOf.size(); }
    bool isStep() const { return page() > 0 && page() + 1 < pages(); }
    bool atEnd() const { return page() + 1 == pages(); }
    /// Of a page that is a step's, from 0.
    std::size_t step() const { return page() - 1; }
    void goTo(std::size_t page);
    /// The page that comes next; who is quick goes past optional steps that were not begun.
    std::size_t following() const;
    void next() { goTo(page() + 1); }
    void back() { goTo(page() == 0 ? 0 : page() - 1); }

    /// nullptr: the step has no question.
    const Attempt* attemptAt(std::size_t step) const;
    /// The page has a question that is neither answered rightly nor revealed: nothing is to be seen that
    /// answers it.
    bool waits() const;
    /// An answer that was checked. One that was right, or a question that is revealed, stays so.
    void answered(std::size_t step, std::string_view given, bool right);
    /// Code that is being written. Whether it is another draft than before.
    bool drafted(std::size_t step, std::string_view code);
    void hinted(std::size_t step);
    void revealed(std::size_t step);
    /// What a check of all answers says anew, by question.
    void graded(const std::vector<bool>& right);

    /// How many of the questions done last, up to the first one that is open, were right at once. Optional
    /// ones that were not begun are not asked.
    std::size_t run() const;
    bool quick() const { return run() >= kQuickRun; }
    /// Optional questions that were not begun do not count.
    Score score() const;
    const std::vector<Attempt>& attempts() const { return m_kept.attempts; }
    const Kept& kept() const { return m_kept; }
    /// What the student hands in: what parseSubmissions() reads.
    std::string handedIn(std::string_view name) const;

private:
    Attempt* find(std::size_t step);
    std::vector<Attempt> counted() const;

    std::string m_lesson;
    std::uint64_t m_student;
    std::vector<int> m_questionOf; ///< by step; -1: it has none
    std::vector<bool> m_optional;  ///< by step
    Kept m_kept;
};

Score scoreOf(const std::vector<Attempt>& attempts);

/// "answers-banks-7-ada-lovelace": how a student's file is called, without its ending. What a file's name
/// may not have on some system, a name loses; without a number there is none.
std::string handInName(std::string_view lesson, std::uint64_t student, std::string_view name);

} // namespace lanescope::lessons
