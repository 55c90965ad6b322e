// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/find/index.h"

#include "kit/registry.h"
#include "kit/words/choice_words.h"
#include "kit/words/terms.h"
#include "lessons/library.h"
#include "model/format.h"
#include "shell/app/commands.h"
#include "shell/app/lesson/list.h"
#include "text/breaks.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>

namespace lanescope::shell {

namespace {

using Kind = Findable::Kind;

/// The words that a parameter can be set to, if these are words.
class WordsOf final : public kit::ParameterVisitor {
public:
    static std::vector<std::string> of(const kit::Parameter& parameter) {
        WordsOf visitor;
        parameter.accept(visitor);
        return visitor.m_words;
    }

private:
    void visit(const kit::Integer&) override {}
    void visit(const kit::Real&) override {}
    void visit(const kit::Choice& choice) override {
        for (const std::string& word : choice.choices())
            if (!std::isdigit(static_cast<unsigned char>(word.front()))) m_words.push_back(word);
    }
    void visit(const kit::Toggle&) override {}
    void visit(const kit::File&) override {}

    std::vector<std::string> m_words;
};

void addParameters(std::vector<Findable>& all, const kit::LabEntry& entry) {
    const std::unique_ptr<kit::Lab> lab = entry.make();
    for (const kit::Parameter* parameter : lab->parameters()) {
        const std::string name = parameter->name();
        all.push_back({.kind = Kind::Parameter,
                       .name = fmt::format("{}: {}", entry.name, name),
                       .detail = tr(parameter->help().c_str()),
                       .choose = [&entry, name](UserActions& actions) {
                           actions.open.lab = &entry;
                           actions.parameter = name;
                       }});
        for (const std::string& word : WordsOf::of(*parameter))
            all.push_back({.kind = Kind::Value,
                           .name = fmt::format("{}: {}={}", entry.name, name, word),
                           .detail = tr(parameter->help().c_str()),
                           .words = std::string(kit::meaningOfChoice(name, word)),
                           .choose = [&entry, name, word](UserActions& actions) {
                               actions.open.lab = &entry;
                               actions.run.edit.sets = {{name, word}};
                           }});
    }
}

bool inWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool beyondAscii(char c) {
    return (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Between spaces, and where one script follows another: "存成PDF" is two.
std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && text[at] == ' ') ++at;
        std::size_t end = at;
        while (end < text.size() && text[end] != ' ' &&
               (end == at || beyondAscii(text[end]) == beyondAscii(text[end - 1])))
            ++end;
        if (end > at) all.push_back(text.substr(at, end - at));
        at = end;
    }
    return all;
}

/// How well a text holds a word: 3 begins with it, 2 one of its words does, 1 inside a word, 0 not at all.
int held(std::string_view text, std::string_view word) {
    int best = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        best = std::max(best, at == 0 ? 3 : !inWord(text[at - 1]) ? 2 : 1);
    return best;
}

/// Whether a word is one of those that ", " stands between.
bool isOneOf(std::string_view all, std::string_view word) {
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find(", ", at), all.size());
        if (all.substr(at, end - at) == word) return true;
        at = end + 2;
    }
    return false;
}

/// Whether one letter more, less, another, or two exchanged make a beginning of one word the other.
bool nearlyBegins(std::string_view text, std::string_view word) {
    constexpr std::size_t kLeast = 4; // letters: shorter ones are too much alike
    if (word.size() < kLeast) return false;
    for (std::size_t length = word.size() - 1; length <= word.size() + 1; ++length) {
        if (length > text.size()) break;
        const std::string_view begin = text.substr(0, length);
        const auto [a, b] = std::ranges::mismatch(begin, word);
        const std::string_view restOfText(a, begin.end()), restOfWord(b, word.end());
        const auto without = [](std::string_view rest) {
            return rest.substr(std::min<std::size_t>(1, rest.size()));
        };
        if (restOfText == without(restOfWord) || without(restOfText) == restOfWord ||
            without(restOfText) == without(restOfWord))
            return true;
        if (restOfText.size() >= 2 && restOfWord.size() >= 2 && restOfText[0] == restOfWord[1] &&
            restOfText[1] == restOfWord[0] && restOfText.substr(2) == restOfWord.substr(2))
            return true;
    }
    return false;
}

bool nearlyHolds(std::string_view text, std::string_view word) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if ((at == 0 || !inWord(text[at - 1])) && inWord(text[at]) && nearlyBegins(text.substr(at), word))
            return true;
    return false;
}

/// Without what makes a question of it: "what is a bank conflict", "什么是存储体冲突".
std::string_view asked(std::string_view text) {
    constexpr std::array<std::string_view, 8> kBefore{"什么是", "什么叫", "为什么", "怎么",
                                                      "怎样",   "如何",   "请问",   " "};
    constexpr std::array<std::string_view, 13> kBehind{
        "是什么意思", "什么意思", "是什么", "有什么用", "怎么用", "怎么办", "有哪些",
        "吗",         "呢",       "？",     "?",        "。",     " "};
    for (bool cut = true; cut;) {
        cut = false;
        for (const std::string_view each : kBefore)
            if (text.starts_with(each)) text.remove_prefix(each.size()), cut = true;
        for (const std::string_view each : kBehind)
            if (text.ends_with(each)) text.remove_suffix(each.size()), cut = true;
    }
    return text;
}

/// The words that are looked for: small ones that only make a sentence count where there are no others.
std::vector<std::string_view> wordsSought(std::string_view text) {
    constexpr std::array<std::string_view, 48> kSmall{
        "a",      "an",     "the",  "what", "is",    "are",   "how",   "do",   "does", "i",
        "of",     "to",     "in",   "and",  "why",   "my",    "it",    "for",  "on",   "with",
        "at",     "be",     "can",  "when", "where", "which", "there", "this", "that", "me",
        "we",     "you",    "your", "so",   "very",  "from",  "has",   "have", "was",  "did",
        "should", "please", "many", "much", "get",   "make",  "use",   "using"};
    std::vector<std::string_view> words = wordsOf(text);
    const auto isSmall = [&](std::string_view word) {
        return std::ranges::find(kSmall, word) != kSmall.end();
    };
    if (!std::ranges::all_of(words, isSmall)) std::erase_if(words, isSmall);
    return words;
}

/// A findable's texts in small letters, and how much it counts that a word stands in them.
struct Texts {
    std::string name, also, words, asked, detail, aside;
    int ofName = 100, ofWords = 45;
};

/// Whoever looks for a word of the field is to learn what it means: what explains it comes before what can be
/// set to it.
Texts textsOf(const Findable& each) {
    Texts texts{lowered(each.name),  lowered(each.also),   lowered(each.words),
                lowered(each.asked), lowered(each.detail), lowered(each.aside)};
    if (each.kind == Kind::Value) texts.ofName = 40;
    if (each.kind == Kind::Lesson) texts.ofWords = 50;
    return texts;
}

/// 0: a word of the query is not found.
int scoreOf(const Texts& texts, std::span<const std::string_view> query) {
    constexpr int kAsked = 40, kDetail = 8, kAside = 5;
    int score = 0;
    for (const std::string_view word : query) {
        const int best = std::max({texts.ofName * held(texts.name, word),
                                   texts.ofWords * held(texts.words, word), kAsked * held(texts.asked, word),
                                   kDetail * held(texts.detail, word), kAside * held(texts.aside, word)});
        if (best == 0) return 0;
        const bool isAnother = isOneOf(texts.also, word);
        score += std::max(best, isAnother ? texts.ofName * held(word, word) : 0) +
                 (isAnother || texts.name == word ? texts.ofName : 0);
    }
    return score;
}

/// Chinese has no spaces: the longest parts, from the left, that stand anywhere as a name or a word for
/// something. What stands nowhere is left out, as are single characters.
std::vector<std::string_view> partsOf(std::span<const Texts> all, std::string_view word) {
    const auto stands = [&](std::string_view part) {
        return std::ranges::any_of(all, [&](const Texts& texts) {
            return texts.name.find(part) != std::string::npos ||
                   texts.words.find(part) != std::string::npos || texts.asked.find(part) != std::string::npos;
        });
    };
    constexpr std::size_t kCharacter = 3; // bytes of a Chinese one
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < word.size();) {
        std::size_t length = word.size() - at;
        const auto isCharacter = [&](std::size_t end) {
            return end == word.size() || (static_cast<unsigned char>(word[end]) & 0xC0U) != 0x80U;
        };
        while (length > kCharacter && !(isCharacter(at + length) && stands(word.substr(at, length))))
            --length;
        if (length > kCharacter) parts.push_back(word.substr(at, length));
        if (length <= kCharacter)
            for (length = 1; !isCharacter(at + length);) ++length;
        at += length;
    }
    return parts;
}

/// Of the parts of a Chinese word as many as can be, but not none.
int partlyScoreOf(const Texts& texts, std::span<const std::string_view> parts) {
    int score = 0;
    for (const std::string_view part : parts) score += scoreOf(texts, {&part, 1});
    return score;
}

/// All words but one in so many. What has more of them comes first.
int mostlyScoreOf(const Texts& texts, std::span<const std::string_view> query, std::size_t oneIn) {
    constexpr int kAnotherWord = 1000; // more than how well it is held
    int score = 0;
    std::size_t missing = 0;
    for (const std::string_view word : query) {
        const int one = scoreOf(texts, {&word, 1});
        missing += one == 0 ? 1 : 0;
        score += one == 0 ? 0 : kAnotherWord + one;
    }
    return oneIn * missing <= query.size() ? score : 0;
}

int forgivingScoreOf(const Texts& texts, std::span<const std::string_view> query) {
    int score = 0;
    for (const std::string_view word : query) {
        const int best = nearlyHolds(texts.name, word) ? 2 : nearlyHolds(texts.words, word) ? 1 : 0;
        const int exact = scoreOf(texts, {&word, 1});
        if (best == 0 && exact == 0) return 0;
        score += best + exact;
    }
    return score;
}

} // namespace

std::string_view kindName(Kind kind) {
    switch (kind) {
    case Kind::Lab:
        return tr("lab");
    case Kind::Term:
        return tr("term");
    case Kind::Lesson:
        return tr("lesson");
    case Kind::Bookmark:
        return tr("bookmark");
    case Kind::Command:
        return tr("command");
    case Kind::Parameter:
        return tr("parameter");
    case Kind::Value:
        return tr("setting");
    case Kind::File:
        return tr("file");
    case Kind::Folder:
        return tr("folder");
    case Kind::Link:
        return tr("link");
    }
    return {};
}

std::vector<Findable> everythingToFind(const Runner& runner) {
    std::vector<Findable> all;
    for (const kit::LabEntry& entry : kit::labs())
        all.push_back({.kind = Kind::Lab,
                       .name = kit::shownName(entry),
                       .detail = tr(entry.summary.c_str()),
                       .words = fmt::format(
                           "lab, 实验, {}, {}, {}, {}, {}", kit::allWordsFor(entry.name + ", " + entry.terms),
                           entry.title, entry.chapter, tr(entry.title.c_str()), tr(entry.chapter.c_str())),
                       .choose = [&entry](UserActions& actions) { actions.open.lab = &entry; }});
    for (const kit::Term& term : kit::terms())
        all.push_back({.kind = Kind::Term,
                       .name = term.name,
                       .detail = term.meaning,
                       .words = kit::wordsFor(term),
                       .also = fmt::format("{}", fmt::join(term.also, ", ")),
                       .choose = [&term](UserActions& actions) { actions.guide.term = term.name; }});
    std::size_t number = 0;
    for (const lessons::Lesson& lesson : lessons::lessons()) {
        ++number;
        all.push_back({.kind = Kind::Lesson,
                       .name = lesson.title,
                       .detail = lesson.summary,
                       .words = fmt::format("lesson {0}, 第 {0} 课, {1}, {2}, {3}", number, lesson.name,
                                            lesson.follows, lesson.words),
                       .asked = lesson.asked,
                       .aside = labsOf(lesson),
                       .choose = [&lesson](UserActions& actions) { actions.lesson.open = lesson.name; }});
    }
    for (const Command& command : commands())
        if (command.words && (!command.available || command.available(runner)))
            all.push_back({.kind = Kind::Command,
                           .name = tr(command.name),
                           .words = fmt::format("{}, {}", command.words, command.name),
                           .keys = command.keys,
                           .choose = command.act});
    for (const model::Architecture& row : model::architectures())
        all.push_back({.kind = Kind::Command,
                       .name = tr("Model {}", row.name),
                       .detail = tr("Count as compute capability {} does.", row.cc.text()),
                       .words = fmt::format("architecture, GPU, CC {}", row.cc.text()),
                       .choose = [&row](UserActions& actions) { actions.run.architecture = &row; }});
    for (const kit::LabEntry& entry : kit::labs()) addParameters(all, entry);
    return all;
}

std::vector<std::size_t> find(std::span<const Findable> all, std::string_view query) {
    const std::string small = lowered(query);
    const std::string_view subject = asked(small);
    std::vector<std::string_view> words = wordsSought(subject);
    std::vector<Texts> texts;
    for (const Findable& each : all) texts.push_back(textsOf(each));
    std::vector<std::pair<int, std::size_t>> found; // the score, below zero so that the best is first
    const auto collect = [&](auto score) {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (const int points = score(texts[i], words); points > 0) found.emplace_back(-points, i);
    };
    if (words.empty() && !wordsOf(small).empty()) // a question without a subject: what is explained
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].kind == Kind::Term) found.emplace_back(-1, i);
    if (found.empty())
        collect([](const Texts& each, std::span<const std::string_view> sought) {
            return sought.empty() ? 1 : scoreOf(each, sought);
        });
    const auto isWord = [](std::string_view word) {
        return std::ranges::any_of(word,
                                   [](unsigned char sign) { return std::isalpha(sign) || sign >= 0x80; });
    };
    if (found.empty() && std::ranges::any_of(words, isWord)) { // a value beside what has it: "padding +1"
        std::erase_if(words, [&](std::string_view word) { return !isWord(word); });
        collect([](const Texts& each, std::span<const std::string_view> sought) {
            return scoreOf(each, sought);
        });
    }
    if (found.empty() && text::hasIdeographs(small)) {
        std::vector<std::string_view> parts;
        for (const std::string_view word : words)
            std::ranges::copy(partsOf(texts, word), std::back_inserter(parts));
        words = std::move(parts);
        collect(partlyScoreOf);
    }
    if (found.empty()) collect(forgivingScoreOf);
    if (found.empty()) {
        const bool isSentence = words.size() < wordsOf(subject).size(); // it has little words
        collect([&](const Texts& each, std::span<const std::string_view> sought) {
            return mostlyScoreOf(each, sought, isSentence ? 2 : 3);
        });
    }
    constexpr int kWholeName = 100000; // more than any words of it
    for (auto& [score, number] : found)
        if (texts[number].name == small) score -= kWholeName;
    std::ranges::sort(found); // of equal ones the order is that of the list: labs first
    std::vector<std::size_t> numbers;
    for (const auto& [score, number] : found) numbers.push_back(number);
    return numbers;
}

} // namespace lanescope::shell
