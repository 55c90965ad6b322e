// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/lesson.h"

#include "lessons/blocks.h"
#include "lessons/code.h"
#include "lessons/markdown.h"
#include "model/error.h"
#include "model/spelling.h"
#include "text/breaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::size_t kLongestFile = std::size_t{1} << 20U;
constexpr std::size_t kMostSteps = 100, kMostValues = 100;

/// "banks" of "folder/07_banks.md".
std::string nameOf(std::string_view file) {
    file.remove_prefix(file.rfind('/') + 1);
    if (file.ends_with(".md")) file.remove_suffix(3);
    const std::size_t digits = file.find_first_not_of("0123456789");
    if (digits != std::string_view::npos && digits > 0 && file[digits] == '_' && digits + 1 < file.size())
        file.remove_prefix(digits + 1);
    return std::string(file);
}

std::string withoutReturns(std::string_view text) {
    std::string all;
    all.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') all += text[i];
    return all;
}

/// What an author notes between '<!--' and '-->', where that begins a line, is left blank: lines keep their
/// numbers. Code has none.
std::string withoutComments(std::string text, const std::string& file) {
    int line = 1;
    bool inCode = false;
    for (std::size_t at = 0; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view here = trimmed(std::string_view(text).substr(at, end - at));
        if (here.starts_with("```")) inCode = !inCode;
        if (inCode || !here.starts_with("<!--")) {
            at = end + 1;
            continue;
        }
        const std::size_t last = text.find("-->", at);
        if (last == std::string::npos) refuse(file, line, "the comment has no '-->' behind it");
        for (; at < last + 3; ++at) {
            line += text[at] == '\n' ? 1 : 0;
            if (text[at] != '\n') text[at] = ' ';
        }
        at = std::min(text.find('\n', at), text.size()) + 1;
    }
    return text;
}

/// A block of code that is not closed takes in what stands below it, of which nothing would be said rightly.
void checkFences(std::string_view text, const std::string& file) {
    constexpr std::array<std::string_view, 4> kOurs{"```answer", "```lanescope", "```kernel", "```solution"};
    std::string_view open; // the line that begins the block; empty: outside
    int line = 0, openLine = 0;
    const auto fail = [&] {
        refuse(file, openLine,
               fmt::format("'{}' is not closed: the block of code needs a line ``` at its end", open));
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view here = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line;
        const std::size_t ticks = std::min(here.find_first_not_of('`'), here.size());
        const bool begins = ticks >= 3 && here.find('`', ticks) == std::string_view::npos;
        const bool isOurs = std::ranges::find(kOurs, open) != kOurs.end();
        if (isOurs && ((begins && ticks < here.size()) || here.starts_with("## "))) fail();
        if (open.empty() && begins) {
            open = here;
            openLine = line;
        } else if (ticks == here.size() && here.starts_with(open.substr(0, open.find_first_not_of('`')))) {
            open = {};
        }
    }
    if (!open.empty()) fail();
}

/// FNV-1a.
std::uint64_t digestOf(std::string_view text) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hash;
}

} // namespace

std::string_view questionMark(const Lesson& lesson) {
    return text::hasIdeographs(lesson.title) || text::hasIdeographs(lesson.summary) ? "**问题。**"
                                                                                    : "**Question.**";
}

namespace {

class LessonReader {
public:
    LessonReader(std::string_view file) { m_lesson.file = file; }

    Lesson read(std::string_view text) {
        m_lesson.name = nameOf(m_lesson.file);
        m_lesson.digest = digestOf(text);
        if (text.size() > kLongestFile)
            refuse(m_lesson.file, 1, fmt::format("a lesson has at most {} bytes", kLongestFile));
        const std::string plainText = withoutComments(withoutReturns(text), m_lesson.file);
        checkFences(plainText, m_lesson.file);
        std::string_view rest = plainText;
        const int firstLine = readHead(rest);
        for (Block& block : parseMarkdown(rest, m_lesson.file, firstLine)) take(std::move(block));
        endStep();
        if (m_lesson.title.empty()) fail(firstLine, "a lesson has a title: a line '# Title'");
        if (m_lesson.steps.empty()) fail(firstLine, "a lesson has steps: lines '## Title'");
        return std::move(m_lesson);
    }

private:
    [[noreturn]] void fail(int line, std::string_view what) const { refuse(m_lesson.file, line, what); }

    template<class Work>
    void at(int line, Work work) const {
        try {
            work();
        } catch (const BadInput& failure) {
            const std::string what = failure.what();
            if (what.starts_with(m_lesson.file + ":")) throw; // it has its place already
            fail(line, what);
        }
    }

    /// The lines between two "---" at the top; gives the number of the line behind them.
    int readHead(std::string_view& text) {
        if (!text.starts_with("---\n")) fail(1, "a lesson begins with '---', 'summary: ...' and '---'");
        int line = 1;
        const auto next = [&] {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view read = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            ++line;
            return trimmed(read);
        };
        next();
        while (true) {
            if (text.empty()) fail(line, "the head of the lesson has no '---' behind it");
            const int here = line;
            const std::string_view read = next();
            if (read == "---") break;
            if (read.empty()) continue;
            const std::size_t colon = read.find(':');
            if (colon == std::string_view::npos) fail(here, fmt::format("'{}' is not 'NAME: VALUE'", read));
            readHeadLine(trimmed(read.substr(0, colon)), trimmed(read.substr(colon + 1)), here);
        }
        if (m_lesson.summary.empty()) fail(1, "the head of a lesson has a summary: 'summary: ONE SENTENCE'");
        return line;
    }

    void readHeadLine(std::string_view key, std::string_view value, int line) {
        if (key == "summary")
            m_lesson.summary = value;
        else if (key == "follows")
            m_lesson.follows = value;
        else if (key == "words")
            m_lesson.asked = value;
        else if (key == "minutes") {
            const auto [end, error] =
                std::from_chars(value.data(), value.data() + value.size(), m_lesson.minutes);
            if (error != std::errc{} || end != value.data() + value.size() || m_lesson.minutes < 1 ||
                m_lesson.minutes > 1000)
                fail(line, fmt::format("'{}' is no number of minutes", value));
        } else
            fail(line, fmt::format("no '{}:' in a lesson's head; there are: summary, follows, words, minutes",
                                   key));
    }

    void take(Block block) {
        if (block.kind == Block::Kind::Heading && block.level <= 2) return heading(block);
        if (m_lesson.title.empty()) fail(block.line, "a lesson begins with its title: a line '# Title'");
        if (block.kind == Block::Kind::Code && block.language == "lanescope") return state(block);
        if (block.kind == Block::Kind::Code && block.language == "answer") return answer(block);
        if (block.kind == Block::Kind::Code && block.language == "kernel") return kernel(block);
        if (block.kind == Block::Kind::Code && block.language == "solution") return solution(block);
        if (block.kind == Block::Kind::Quote && quote(block)) return;
        if (startsWith(block, "hint", "提示") || startsWith(block, "reveal", "解答"))
            fail(block.line, "a hint and what is revealed stand in quotations, which begin with '>'");
        if (startsWith(block, "question", "问题")) {
            if (!m_step) fail(block.line, "a question stands in a step: below a line '## Title'");
            if (m_question || m_step->question) fail(block.line, "a step has one question");
            m_question = &m_ask;
            if (block.spans.empty()) return;
        }
        readTexts(block);
        (m_question ? *m_question
         : m_step   ? m_step->text
                    : m_lesson.introduction)
            .push_back(std::move(block));
    }

    /// Whether a block begins with a word in bold, in English or in Chinese, whose mark is then taken away.
    static bool startsWith(Block& block, std::string_view word, std::string_view chinese) {
        std::string text = boldWords(block);
        std::ranges::transform(text, text.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        if (text.empty() || (text != word && text != chinese)) return false;
        block.spans.erase(block.spans.begin());
        if (!block.spans.empty()) {
            std::string& next = block.spans.front().text;
            next.erase(0, std::min(next.find_first_not_of(": \n"), next.size()));
            if (next.empty()) block.spans.erase(block.spans.begin());
        }
        return true;
    }

    /// "Hint" of "**Hint.** ..."; empty: the block begins otherwise.
    static std::string boldWords(const Block& block) {
        if (block.kind != Block::Kind::Paragraph || block.spans.empty() ||
            block.spans.front().style != Span::Style::Strong)
            return {};
        std::string text = block.spans.front().text;
        for (const std::string_view stop : {"。", "："})
            if (text.ends_with(stop)) text.erase(text.size() - stop.size());
        while (!text.empty() && (text.back() == '.' || text.back() == ':' || text.back() == ' '))
            text.pop_back();
        return text;
    }

    void heading(Block& block) {
        readTexts(block);
        const std::string title = plain(block.spans);
        if (title.empty()) fail(block.line, "a heading is empty");
        if (block.level == 1) {
            if (!m_lesson.title.empty()) fail(block.line, "a lesson has one title; steps begin with '## '");
            m_lesson.title = title;
            return;
        }
        if (m_lesson.title.empty()) fail(block.line, "a lesson begins with its title: a line '# Title'");
        endStep();
        if (m_lesson.steps.size() == kMostSteps)
            fail(block.line, fmt::format("a lesson has at most {} steps", kMostSteps));
        m_step = Step{.title = title,
                      .text = {},
                      .state = {},
                      .question = {},
                      .hint = {},
                      .reveal = {},
                      .line = block.line,
                      .optional = title.ends_with(" (optional)")};
    }

    void endStep() {
        if (!m_step) return;
        if (m_question) fail(m_step->line, "the question of this step has no block of code 'answer'");
        if (m_codeLine) fail(m_codeLine, "this kernel has no question below it: a block 'answer' with code:");
        if (m_step->question && m_step->question->kind == Question::Kind::Code &&
            m_step->question->solution.empty())
            fail(m_step->question->line, "a block of code 'solution' shows that this can be done");
        m_lesson.steps.push_back(std::move(*m_step));
        m_step.reset();
    }

    void state(const Block& block) {
        std::optional<State>& into = m_step ? m_step->state : m_lesson.opening;
        if (into) fail(block.line, m_step ? "a step has one state" : "the introduction has one state");
        at(block.line, [&] {
            State state = parseState(block.spans.empty() ? std::string_view() : block.spans.front().text);
            for (Setting& set : state.sets) set.value = declared(set.value, block.line);
            state.architecture = declared(state.architecture, block.line);
            state.line = block.line;
            checkState(state);
            into.emplace(std::move(state));
            m_hasState |= m_step.has_value();
        });
    }

    void answer(const Block& block) {
        if (!m_question)
            fail(block.line,
                 fmt::format("an answer stands below its question: a paragraph that begins with {}",
                             questionMark(m_lesson)));
        if (!m_hasState)
            fail(block.line, "no state stands before this question: a block of code 'lanescope'");
        Question question = parseQuestion(block.spans.empty() ? std::string_view() : block.spans.front().text,
                                          m_lesson.file, block.line);
        question.ask = std::exchange(m_ask, {});
        m_question = nullptr;
        if (question.ask.empty()) fail(block.line, "the question is empty");
        check(question);
        m_step->question = std::move(question);
    }

    /// What students are to mend, instead of the lab's own.
    void kernel(const Block& block) {
        if (!m_step) fail(block.line, "a kernel stands in a step: below a line '## Title'");
        if (m_codeLine) fail(block.line, "a step has one kernel");
        if (m_step->question) fail(block.line, "the kernel stands above its answer");
        at(block.line, [&] { m_code = codeOf(block); });
        m_codeLine = block.line;
    }

    void solution(const Block& block) {
        if (!m_step || !m_step->question || m_step->question->kind != Question::Kind::Code)
            fail(block.line, "a solution stands below an answer with code:");
        Question& question = *m_step->question;
        if (!question.solution.empty()) fail(block.line, "a question has one solution");
        at(block.line, [&] { question.solution = codeOf(block); });
        question.solutionLine = block.line;
        if (kernelName(question.solution) != question.kernel)
            fail(block.line, fmt::format("the solution has the kernel {}, its answer names {}",
                                         kernelName(question.solution), question.kernel));
    }

    std::string codeOf(const Block& block) {
        std::string code(
            trimmed(block.spans.empty() ? std::string_view() : std::string_view(block.spans.front().text)));
        if (kernelName(code).empty()) throw BadInput("there is no kernel: '__global__ void NAME(...)'");
        return declared(code, block.line);
    }

    /// Of a question with code: which kernel it is about.
    void takeKernel(Question& question) {
        question.code = std::exchange(m_code, {});
        question.codeLine = std::exchange(m_codeLine, 0);
        if (question.kind != Question::Kind::Code) {
            if (question.codeLine) fail(question.line, "the answer to a kernel is 'code: CONDITION'");
            return;
        }
        if (question.kernel.empty()) question.kernel = kernelName(question.code);
        if (question.kernel.empty())
            fail(question.line,
                 "say which kernel is to be mended: kernel: NAME, or a block of code 'kernel'");
        if (!question.code.empty() && kernelName(question.code) != question.kernel)
            fail(question.codeLine, fmt::format("this is the kernel {}, its answer names {}",
                                                kernelName(question.code), question.kernel));
    }

    void check(Question& question) {
        takeKernel(question);
        const bool lanes = question.kind == Question::Kind::Lanes;
        at(question.line, [&] { checkNames(question.rule, lanes); });
        at(question.line, [&] { question.unit = declared(question.unit, question.line); });
        for (Option& option : question.options)
            at(option.line, [&] {
                option.text = declared(option.text, option.line);
                option.why = declared(option.why, option.line);
                checkNames(option.when, false);
                for (Setting& set : option.sets) set.value = declared(set.value, option.line);
                option.architecture = declared(option.architecture, option.line);
                checkSets(option.sets, option.architecture);
            });
        for (Mistake& mistake : question.mistakes)
            at(mistake.line, [&] {
                mistake.why = declared(mistake.why, mistake.line);
                checkNames(mistake.number, false);
            });
        for (Change& change : question.changes)
            at(change.line, [&] {
                change.list = declared(change.list, change.line);
                checkSets({Setting{change.parameter, ""}}, "");
            });
    }

    /// Of the lab that the question is about.
    void checkSets(std::vector<Setting> sets, std::string_view architecture) const {
        State state = *currentState();
        state.sets = std::move(sets);
        state.architecture = architecture;
        checkState(state);
    }
    const State* currentState() const {
        if (m_step && m_step->state) return &*m_step->state;
        for (auto step = m_lesson.steps.rbegin(); step != m_lesson.steps.rend(); ++step)
            if (step->state) return &*step->state;
        return nullptr;
    }

    /// A hint or what is revealed; false: it is a quotation.
    bool quote(Block& block) {
        if (block.inside.empty()) return false;
        Block& first = block.inside.front();
        const int line = first.line;
        const bool hint = startsWith(first, "hint", "提示");
        const bool reveal = startsWith(first, "reveal", "解答") || startsWith(first, "answer", "答案");
        if (!hint && !reveal) {
            checkSpelling(first);
            return false;
        }
        if (!m_step) fail(line, "a hint stands in a step: below a line '## Title'");
        Text& into = hint ? m_step->hint : m_step->reveal;
        if (!into.empty()) fail(line, hint ? "a step has one hint" : "a step has one thing to reveal");
        if (first.spans.empty()) block.inside.erase(block.inside.begin());
        if (block.inside.empty()) fail(line, hint ? "the hint is empty" : "what is revealed is empty");
        for (Block& each : block.inside) readTexts(each);
        into = std::move(block.inside);
        return true;
    }

    /// Everybody would see a hint whose mark is misspelt.
    void checkSpelling(const Block& first) const {
        static const std::vector<std::string_view> kMarks{"Hint", "Reveal"};
        const std::string words = boldWords(first);
        if (const std::string meant = model::didYouMean(words, kMarks); !meant.empty())
            fail(first.line, fmt::format("'{}' begins neither a hint nor what is revealed{}", words, meant));
    }

    void readTexts(Block& block) {
        for (Span& span : block.spans) {
            const int line = span.line ? span.line : block.line;
            at(line, [&] { span.text = declared(span.text, line); });
        }
        for (Block& each : block.inside) readTexts(each);
    }

    /// The text with its values noted: where "{{stride: 2..16}}" stood, "{{stride}}" stays.
    std::string declared(std::string_view text, int line) {
        return replaced(text, [&](std::string_view inside) {
            const int here = lineOf(inside, text, line);
            constexpr std::string_view kColon = ":", kWide = "\uFF1A"; // as Chinese input methods give it
            const std::string_view sign = inside.find(kWide) < inside.find(kColon) ? kWide : kColon;
            const std::size_t colon = inside.find(sign);
            const std::string_view name = trimmed(inside.substr(0, colon));
            at(here, [&] {
                if (colon != std::string_view::npos)
                    declare(name, inside.substr(colon + sign.size()), here);
                else
                    checkPlaceholder(inside);
            });
            return fmt::format("{{{{{}}}}}", colon != std::string_view::npos ? name : inside);
        });
    }

    /// What is computed for a text; a list without a colon is meant to be drawn from.
    void checkPlaceholder(std::string_view inside) const {
        const std::size_t end = inside.find_first_of(" =");
        const bool isList =
            inside.find("..") != std::string_view::npos || inside.find(',') != std::string_view::npos;
        if (end != std::string_view::npos && isList && isValueName(inside.substr(0, end)))
            throw BadInput(fmt::format(
                "'{}' has no colon; write {}: {} between the braces", inside, inside.substr(0, end),
                inside.substr(std::min(inside.find_first_not_of(" =", end), inside.size()))));
        checkNames(Expression::parse(inside), false);
    }

    void declare(std::string_view name, std::string_view list, int line) {
        if (isDrawn(name)) throw BadInput(fmt::format("{} is drawn twice", name));
        if (isLaneName(name))
            throw BadInput(fmt::format("{} is the model's name for something of a lane", name));
        if (m_lesson.values.size() == kMostValues)
            throw BadInput(fmt::format("a lesson draws at most {} values", kMostValues));
        Value value = parseValue(name, list);
        value.line = line;
        for (const std::string& other : value.but)
            if (!isDrawn(other))
                throw BadInput(fmt::format("'but {}': no such value is drawn before", other));
        // Each of these takes one value away at most.
        if (value.from.size() <= value.but.size())
            throw BadInput(fmt::format("{} may have no value left", name));
        m_lesson.values.push_back(std::move(value));
    }

    bool isDrawn(std::string_view name) const {
        return std::ranges::find(m_lesson.values, name, &Value::name) != m_lesson.values.end();
    }

    void checkNames(const Expression& expression, bool ofLanes) const {
        for (const std::string& name : expression.names())
            if (!isDrawn(name) && !(ofLanes && isLaneName(name))) checkSceneName(name);
    }

    Lesson m_lesson;
    std::optional<Step> m_step;
    Text m_ask;
    Text* m_question = nullptr; // what is asked, while it is read
    std::string m_code;         // to be mended, before its answer is read
    int m_codeLine = 0;
    bool m_hasState = false;
};

} // namespace

std::size_t questionsOf(const Lesson& lesson) {
    return static_cast<std::size_t>(
        std::ranges::count_if(lesson.steps, [](const Step& step) { return step.question.has_value(); }));
}

Lesson parseLesson(std::string_view text, std::string_view file) {
    if (const std::size_t bad = firstNoUtf8(text); bad < text.size())
        throw BadInput(fmt::format("{}:{}: this is not UTF-8; save the file as UTF-8", file,
                                   1 + std::ranges::count(text.substr(0, bad), '\n')));
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; // as some editors write it
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return LessonReader(file).read(text);
}

} // namespace lanescope::lessons
