// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/work.h"

#include "lessons/submission.h"
#include "json/document.h"

#include <algorithm>
#include <cctype>

namespace lanescope::lessons {

Work::Work(const Lesson& lesson, std::uint64_t student) : m_lesson(lesson.name), m_student(student) {
    int questions = 0;
    for (const Step& step : lesson.steps) {
        m_questionOf.push_back(step.question ? questions++ : -1);
        m_optional.push_back(step.optional);
    }
    m_kept.digest = lesson.digest;
    m_kept.attempts.resize(static_cast<std::size_t>(questions));
}

Work::Work(const Lesson& lesson, std::uint64_t student, const Kept& kept) : Work(lesson, student) {
    if (kept.attempts.size() != m_kept.attempts.size()) return;
    m_kept.attempts = kept.attempts;
    goTo(kept.page);
}

void Work::goTo(std::size_t page) {
    m_kept.page = std::min(page, pages() - 1);
}

std::size_t Work::following() const {
    std::size_t next = std::min(page() + 1, pages() - 1);
    // A step without a question is not begun by answering: it goes with those that are left out.
    for (; quick() && next + 1 < pages() && m_optional[next - 1]; ++next)
        if (const Attempt* attempt = attemptAt(next - 1); attempt && attempt->begun()) break;
    return next;
}

/// By question, without the optional ones that were not begun.
std::vector<Attempt> Work::counted() const {
    std::vector<Attempt> all;
    for (std::size_t step = 0; step < stepCount(); ++step)
        if (const Attempt* attempt = attemptAt(step); attempt && (!m_optional[step] || attempt->begun()))
            all.push_back(*attempt);
    return all;
}

Attempt* Work::find(std::size_t step) {
    const int question = step < m_questionOf.size() ? m_questionOf[step] : -1;
    return question < 0 ? nullptr : &m_kept.attempts[static_cast<std::size_t>(question)];
}

const Attempt* Work::attemptAt(std::size_t step) const {
    const int question = step < m_questionOf.size() ? m_questionOf[step] : -1;
    return question < 0 ? nullptr : &m_kept.attempts[static_cast<std::size_t>(question)];
}

bool Work::waits() const {
    const Attempt* attempt = isStep() ? attemptAt(step()) : nullptr;
    return attempt && !attempt->done();
}

void Work::answered(std::size_t step, std::string_view given, bool right) {
    Attempt* attempt = find(step);
    if (!attempt || attempt->done()) return;
    attempt->given = given;
    attempt->draft.clear();
    ++attempt->tries;
    attempt->right = right;
}

void Work::hinted(std::size_t step) {
    if (Attempt* attempt = find(step); attempt && !attempt->done()) attempt->hinted = true;
}

bool Work::drafted(std::size_t step, std::string_view code) {
    Attempt* attempt = find(step);
    if (!attempt || attempt->done()) return false;
    const std::string_view draft = code == attempt->given ? std::string_view() : code;
    if (attempt->draft == draft) return false;
    attempt->draft = draft;
    return true;
}

void Work::revealed(std::size_t step) {
    if (Attempt* attempt = find(step); attempt && !attempt->done()) attempt->revealed = true;
}

void Work::graded(const std::vector<bool>& right) {
    for (std::size_t i = 0; i < std::min(right.size(), m_kept.attempts.size()); ++i)
        m_kept.attempts[i].right = right[i] && !m_kept.attempts[i].revealed;
}

std::size_t Work::run() const {
    const std::vector<Attempt> all = counted();
    const auto open = std::ranges::find_if(all, [](const Attempt& each) { return !each.done(); });
    std::size_t count = 0;
    for (auto at = open; at != all.begin() && (at - 1)->rightAtOnce(); --at) ++count;
    return count;
}

Score Work::score() const {
    return scoreOf(counted());
}

std::string Work::handedIn(std::string_view name) const {
    SubmissionDocument document{m_lesson, {m_student}, std::string(name), {}};
    for (const Attempt& attempt : m_kept.attempts)
        document.answers.all.emplace_back(document.answers.all.size() + 1,
                                          GivenAnswer{json::unlessEmpty(attempt.given)});
    return json::textOf(json::toJson(document));
}

std::string handInName(std::string_view lesson, std::uint64_t student, std::string_view name) {
    // Letters of other scripts stay as they are; a long name is not to break a file system's limit.
    constexpr std::size_t kMostBytes = 60;
    std::string all = "answers-" + std::string(lesson);
    if (student != 0) all += "-" + std::to_string(student);
    std::string words;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool begins = (byte & 0xC0U) != 0x80U; // not inside a character
        if (begins && words.size() >= kMostBytes) break;
        if (byte >= 0x80U || std::isalnum(byte))
            words += byte < 0x80U ? static_cast<char>(std::tolower(byte)) : c;
        else if (!words.empty() && words.back() != '-')
            words += '-';
    }
    while (words.ends_with('-')) words.pop_back();
    return words.empty() ? all : all + "-" + words;
}

Score scoreOf(const std::vector<Attempt>& attempts) {
    Score score{attempts.size()};
    for (const Attempt& attempt : attempts) {
        score.right += attempt.right;
        score.rightAtOnce += attempt.rightAtOnce();
        score.revealed += attempt.revealed;
        score.done += attempt.done();
    }
    return score;
}

} // namespace lanescope::lessons
