// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/handout.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::lessons {

/// What an author may want to change in a lesson that can be done.
struct Remark {
    int line = 0; ///< of the lesson's file
    std::string what;
    std::size_t students = 0; ///< how many of those looked at have it
    bool operator==(const Remark&) const = default;
};

/// Looks for what gives answers away: a picture that is shown before, or the title, the text, the hint or a
/// mistake's message of a question; for mistakes that are right; for questions of which nothing or everything
/// is right; and for answers that are the same whatever the model counts.
class Review {
public:
    /// A handout that prove() has found nothing wrong with.
    void add(const Handout& handout);
    /// In the order of the file.
    std::vector<Remark> remarks() const;
    /// By question, how many right answers the students have who were looked at.
    std::vector<std::size_t> differentAnswers() const;

    /// For how many students something has to be true to be a remark: two numbers may be equal by chance.
    enum class Share { One, Many, All };

private:
    struct Seen {
        Share least = Share::One;
        std::size_t students = 0;
    };
    std::map<std::pair<int, std::string>, Seen> m_seen; ///< by line and words
    std::size_t m_students = 0;
    std::vector<std::set<std::string>> m_answers; ///< by question
};

} // namespace lanescope::lessons
