// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/handout.h"
#include "lessons/lesson.h"
#include "lessons/library.h"
#include "lessons/markdown.h"
#include "lessons/print/sheet.h"
#include "small_lesson.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

namespace lanescope::lessons {
namespace {

TEST(Lesson, CommentsAreTheAuthorsAlone) {
    const std::string head = "---\nsummary: A test.\n---\n# T\n\n";
    const Lesson lesson =
        parseLesson(head + "<!-- one -->\nText.\n\n  <!-- two\n\n## None\n-->\n\n## Step\n\n"
                           "```\n<!-- code -->\n```\n",
                    "my.md");
    ASSERT_EQ(lesson.steps.size(), 1U);
    EXPECT_EQ(lesson.steps[0].line, 14) << "lines keep their numbers";
    ASSERT_EQ(lesson.introduction.size(), 1U);
    EXPECT_EQ(plain(lesson.introduction[0].spans), "Text.");
    ASSERT_EQ(lesson.steps[0].text.size(), 1U);
    EXPECT_EQ(plain(lesson.steps[0].text[0].spans), "<!-- code -->");
    try {
        parseLesson(head + "## Step\n\n<!-- open\n\nText.\n", "my.md");
        ADD_FAILURE() << "it has no end";
    } catch (const BadInput& failure) {
        EXPECT_EQ(std::string(failure.what()).rfind("my.md:8: ", 0), 0U) << failure.what();
    }
}

TEST(Lesson, PartsOfAFile) {
    const Lesson lesson =
        parseLesson("---\nsummary: One sentence: with a colon.\nfollows: a text\nminutes: 7\n---\n"
                    "# A *fine* title\r\n\r\nWelcome, {{n: 4}}.\n\n- one\n- two\n\n## First\n\n"
                    "Text with `code` and **{{n * 2}}**.\n\n"
                    "```lanescope\nlanescope run banks --set stride={{n}} --arch 9.0\n```\n\n"
                    "**Question:** How many?\n\n1. or\n2. so\n\n```answer\nnumber: access.wavefronts\n"
                    "unit: wavefronts\nwithin: 5 %\nmistake: n + 1 | One too many.\n```\n\n"
                    "> **Hint.** Think.\n\n> **Reveal.** It is {{access.wavefronts}}.\n\n> A quotation.\n"
                    "## Second\n",
                    "lessons/03_my_lesson.md");
    EXPECT_EQ(lesson.name, "my_lesson");
    EXPECT_EQ(lesson.title, "A fine title");
    EXPECT_EQ(lesson.summary, "One sentence: with a colon.");
    EXPECT_EQ(lesson.follows, "a text");
    EXPECT_EQ(lesson.minutes, 7);
    ASSERT_EQ(lesson.introduction.size(), 3U);
    EXPECT_EQ(lesson.introduction[1].kind, Block::Kind::Item);
    ASSERT_EQ(lesson.steps.size(), 2U);
    const Step& step = lesson.steps[0];
    EXPECT_EQ(step.title, "First");
    EXPECT_EQ(step.line, 13);
    ASSERT_EQ(step.text.size(), 2U) << "a paragraph and the quotation";
    EXPECT_EQ(step.text[1].kind, Block::Kind::Quote);
    ASSERT_TRUE(step.state);
    EXPECT_EQ(step.state->line, 18);
    EXPECT_EQ(step.state->lab, "banks");
    EXPECT_EQ(step.state->architecture, "9.0");
    ASSERT_TRUE(step.question);
    EXPECT_EQ(step.question->line, 27);
    EXPECT_EQ(step.question->ask.size(), 3U);
    EXPECT_EQ(plain(step.question->ask[0].spans), "How many?");
    EXPECT_EQ(step.question->within, 0.05);
    ASSERT_EQ(step.question->mistakes.size(), 1U);
    EXPECT_FALSE(lesson.steps[1].question);

    const Handout handout(lesson, 0);
    EXPECT_EQ(plain(handout.introduction()[0].spans), "Welcome, 4.");
    EXPECT_EQ(plain(handout.text(0)[0].spans), "Text with code and 8.");
    EXPECT_EQ(plain(handout.reveal(0)[0].spans), "It is 4.");
    EXPECT_EQ(handout.state(0)->command(), "banks --set stride=4 --arch 9.0");
    EXPECT_EQ(handout.state(1)->command(), "banks --set stride=4 --arch 9.0") << "that of the step before";
}

struct Mistake {
    std::string text;
    int line;
    std::vector<std::string> words;
};

TEST(Lesson, EachMistakeIsOneLineWithItsPlace) {
    const std::string head = "---\nsummary: A test.\n---\n";
    const std::vector<Mistake> all{
        {"", 1, {"---"}},
        {"# Title\n", 1, {"---"}},
        {"---\nsummary: A test.\n", 3, {"---"}},
        {"---\n---\n# T\n## S\n", 1, {"summary"}},
        {"---\nsummary: x\ncolour: red\n---\n", 3, {"colour", "follows"}},
        {"---\nsummary: x\nwhat\n---\n", 3, {"what"}},
        {"---\nsummary: x\nminutes: ten\n---\n", 3, {"ten"}},
        {head + "\nText.\n", 5, {"# Title"}},
        {head + "# One\n\n# Two\n", 6, {"one title"}},
        {head + "# One\n", 4, {"## Title"}},
        {head + "## Step\n", 4, {"# Title"}},
        {head + "# T\n\n**Question.** What?\n", 6, {"step"}},
        {head + "# T\n\n> **Hint.** No.\n", 6, {"step"}},
        {head + "# T\n## S\n![p](p.png)\n", 6, {"pictures"}},
        {head + "# T\n## S\n\n{{n: 2..16\n", 7, {"}}"}},
        {head + "# T\n## S\n\n{{N: 2..16}}\n", 7, {"'N'"}},
        {head + "# T\n## S\n\nGood\n{{n: 9..1}}\n", 8, {"9..1"}},
        {head + "# T\n## S\n\n{{n: 1..3}} {{n: 1..3}}\n", 7, {"twice"}},
        {head + "# T\n## S\n\n{{n: 1..3 but m}}\n", 7, {"'but m'"}},
        {head + "# T\n## S\n\n{{bank: 1..3}}\n", 7, {"bank"}},
        {head + "# T\n## S\n\n{{m: 1}} {{n: 1 but m}}\n", 7, {"no value left"}},
        {head + "# T\n## S\n\n{{stride}}\n", 7, {"stride", "2..16"}},
        {head + "# T\n## S\n\n{{access.sektors}}\n", 7, {"sektors", "wavefronts"}},
        {head + "# T\n## S\n\n{{run.wavefronts}}\n", 7, {"shared_wavefronts"}},
        {head + "# T\n## S\n\n{{total.global.sectors}}\n", 7, {"total.SPACE.DIRECTION.METRIC"}},
        {head + "# T\n## S\n\n{{launch.bloks}}\n", 7, {"launch.bloks", "launch.blocks"}},
        {head + "# T\n## S\n\n{{bunk(3)}}\n", 7, {"bunk", "bank"}},
        {lessonWith("", ""), 10, {"state"}},
        {lessonWith("", "bonks"), 10, {"bonks", "banks"}},
        {lessonWith("", "banks --set nothing=1"), 10, {"nothing", "stride"}},
        {lessonWith("", "banks --set stride"), 10, {"NAME=VALUE"}},
        {lessonWith("", "banks --arch 4.0"), 10, {"4.0"}},
        {lessonWith("", "banks --theme dark"), 10, {"--theme"}},
        {lessonWith("", "banks --set"), 10, {"--set"}},
        {lessonWith("", "banks --site x"), 10, {"--site"}},
        {head + "# T\n\n```lanescope\nbanks\n```\n\n```lanescope\nbanks\n```\n",
         11,
         {"introduction", "one state"}},
        {lessonWith("```lanescope\nbanks\n```\n"), 14, {"one state"}},
        {lessonWith("**Question.** What?\n"), 7, {"answer"}},
        {lessonWith("```answer\nnumber: access.sectors\n```\n"), 14, {"**Question.**"}},
        {lessonWith("**Question.**\n\n```answer\nnumber: access.sectors\n```\n"), 16, {"empty"}},
        {lessonWith("**Question.** A\n\n**Question.** B\n"), 15, {"one question"}},
        {lessonWith("> **Hint.** a\n\n> **Hint.** b\n"), 15, {"one hint"}},
        {lessonWith("> **Hnit.** a\n"), 13, {"'Hnit'", "did you mean 'Hint'?"}},
        {lessonWith("> **Reveals:** a\n"), 13, {"did you mean 'Reveal'?"}},
        {questionWith("number: gcd(access.lanes, 32)"), 16, {"no gcd()", "floor", "bank"}},
        {lessonWith("> **Reveal.**\n"), 13, {"empty"}},
        {head + "# T\n## S\n\n**Question.** A\n\n```answer\nnumber: access.sectors\n```\n", 10, {"no state"}},
        {"---\nsummary: 试一试。\n---\n# 标题\n## 步骤\n\n```answer\nnumber: access.sectors\n```\n",
         8,
         {"**问题。**"}},
        {questionWith("number: access.sectors，2"), 16, {"'，'"}},
        {questionWith("number: 字节 + 1"), 16, {"'字节'"}},
        {questionWith(""), 16, {"empty"}},
        {questionWith("guess: 1"), 16, {"guess", "number", "lanes"}},
        {questionWith("number:"), 16, {"expression"}},
        {questionWith("number: stride"), 16, {"stride"}},
        {questionWith("number: bank"), 16, {"bank"}},
        {questionWith("number: access.sectors +"), 16, {"too early"}},
        {questionWith("number: 32"), 16, {"'32'", "access.wavefronts"}},
        {questionWith("set: 1 = 1\nchange: pad"), 16, {"'1 = 1'"}},
        {questionWith("number: 2 * {{stride}}"), 16, {"without braces", "stride"}},
        {questionWith("number: access.sectors\ncolour: red"), 17, {"colour", "mistake"}},
        {questionWith("number: access.sectors\nwithin: much"), 17, {"much"}},
        {questionWith("number: access.sectors\nmistake: 3"), 17, {"WHY"}},
        {questionWith("number: access.sectors\n\nmistake: stride | x"), 18, {"stride"}},
        {questionWith("number: access.sectors\n- a | 1"), 17, {"options"}},
        {questionWith("choice: 1\n- a | 1\n- b | 2"), 16, {"conditions"}},
        {questionWith("choice:\n- a | 1 = 1"), 16, {"two options"}},
        {questionWith("choice:\n- a\n- b | 1"), 17, {"CONDITION"}},
        {questionWith("choice:\n- a | 1 =\n- b | 1"), 17, {"too early"}},
        {questionWith("most: access.wavefronts\n- a | --set nothing=1\n- b | --set stride=1"),
         17,
         {"nothing"}},
        {questionWith("most: access.wavefronts\n- a | stride=1\n- b | --set stride=1"), 17, {"stride=1"}},
        {questionWith("most: access.wavefronts\n- a | --arch 4.0\n- b | --set stride=1"), 17, {"4.0"}},
        {questionWith("lanes: bunk = 1"), 16, {"bunk"}},
        {questionWith("lanes: bank = 1\nunit: x"), 17, {"unit"}},
        {questionWith("set: access.excess = 0"), 16, {"change"}},
        {questionWith("set: pad=1"), 16, {"'set: pad=1'", "set: access.", "change: pad in 0..8"}},
        {questionWith("set: --set pad = 1 stride=2\nchange: pad"), 16, {"change: pad in 0..8"}},
        {head + "# T\n## S\n\n{{stride 2..6}}\n", 7, {"no colon", "write stride: 2..6 "}},
        {head + "# T\n## S\n\n{{stride = 2, 4}}\n", 7, {"write stride: 2, 4 "}},
        {head + "# T\n## S\n\n{{stride: 2-6}}\n", 7, {"write 2..6"}},
        {lessonWith(
             "**Question.** What?\n\n```answer\nnumber: access.wavefronts\n\n> **Hint.** No.\n\n## Next\n"),
         15,
         {"'```answer' is not closed"}},
        {lessonWith("**Question.** What?\n\n```answer\nnumber: access.wavefronts\n"),
         15,
         {"'```answer' is not closed"}},
        {head + "# T\n## S\n\n```lanescope\nbanks\n\n**Question.** What?\n\n```answer\nnumber: "
                "access.wavefronts\n```\n",
         7,
         {"'```lanescope' is not closed"}},
        {questionWith("set: access.excess = 0\nchange: nothing"), 17, {"nothing"}},
        {questionWith("set: access.excess = 0\nchange: pad in"), 17, {"pad"}},
    };
    for (const auto& [text, line, words] : all) {
        const std::string said = refusal([&] { parseLesson(text, "my.md"); });
        EXPECT_TRUE(said.starts_with("my.md:" + std::to_string(line) + ": "))
            << said << "\nline " << line << "\n"
            << text;
        EXPECT_EQ(std::ranges::count(said, '\n'), 0) << said;
        for (const std::string& word : words)
            EXPECT_NE(said.find(word), std::string::npos) << said << "\n" << word;
    }
}

TEST(Lesson, MistakesThatOnlyShowWithValues) {
    const std::vector<Mistake> all{
        {lessonWith("{{access.lanes}}\n", "banks --set stride=65"), 10, {"65", "0..64"}},
        {questionWith("choice:\n- a | access.wavefronts = 4\n- b | access.wavefronts > 3"), 18, {"line 17"}},
        {questionWith("choice:\n- a | access.wavefronts = 3\n- b | access.wavefronts > 9"), 16, {"none"}},
        {questionWith("most: access.wavefronts\n- a | --set stride=1\n- b | --set stride=3"),
         18,
         {"line 17"}},
        {questionWith("most: access.wavefronts\n- a | --set stride=1\n- b | --set stride=99"), 18, {"99"}},
        {questionWith("number: access.sectors"), 16, {"not counted"}},
        {questionWith("number: 1 / (access.wavefronts - 4)"), 16, {"divided by 0"}},
        {questionWith("set: access.excess = 0\nchange: pad in 0, 4"), 16, {"no change"}},
        {questionWith("number: access.wavefronts / (s - 2)", "banks --set stride={{s: 2}}"),
         16,
         {"for student 3: a number is divided by 0"}},
        {questionWith("number: access.wavefronts", "banks --set stride={{s: 500..600}}"),
         10,
         {"for student 3: '5", "not a value of stride"}},
        {questionWith("set: access.excess = 3\nchange: pad"), 16, {"before anything"}},
        {questionWith("set: access.excess = 0\nchange: pad in 0..9"), 17, {"9"}},
    };
    for (const auto& [text, line, words] : all) {
        const Lesson lesson = parseLesson(text, "my.md");
        const std::string said = refusal([&] {
            const Handout handout(lesson, 3);
            prove(handout);
        });
        EXPECT_TRUE(said.starts_with("my.md:" + std::to_string(line) + ": ")) << said << "\n" << text;
        for (const std::string& word : words)
            EXPECT_NE(said.find(word), std::string::npos) << said << "\n" << word;
    }
}

/// Whatever comes: a lesson, or one line that says where.
void readsOrRefuses(const std::string& text) {
    try {
        parseLesson(text, "cut.md");
    } catch (const BadInput& failure) {
        const std::string said = failure.what();
        ASSERT_TRUE(said.starts_with("cut.md:")) << said;
        const std::size_t colon = said.find(": ");
        const std::string line = said.substr(7, colon - 7);
        ASSERT_TRUE(!line.empty() && line.find_first_not_of("0123456789") == std::string::npos) << said;
        const auto most = std::ranges::count(text, '\n') + 2;
        ASSERT_LE(std::stol(line), most) << said;
        ASSERT_GE(std::stol(line), 1) << said;
    }
}

std::string textOf(const Lesson& lesson) {
    std::ifstream file(std::string(LANESCOPE_SOURCE) + "/" + lesson.file);
    EXPECT_TRUE(file) << lesson.file;
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Lesson, CutOffAnywhere) {
    for (const Lesson& lesson : lessons()) {
        const std::string text = textOf(lesson);
        for (std::size_t size = 0; size < text.size(); size += 3) readsOrRefuses(text.substr(0, size));
    }
}

TEST(Lesson, ChangedAnywhere) {
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same every time
    const std::string signs = std::string("{}`|-#*_>:.!=()[]<&\n\n \t09azA~\"\xC3\xFF") + '\0';
    for (const Lesson& lesson : lessons()) {
        const std::string text = textOf(lesson);
        for (int round = 0; round < 150; ++round) {
            std::string changed = text;
            for (int i = 0; i < 8; ++i) {
                const std::size_t at = random() % changed.size();
                const char sign = signs[random() % signs.size()];
                switch (random() % 3) {
                case 0:
                    changed[at] = sign;
                    break;
                case 1:
                    changed.insert(at, 1 + random() % 3, sign);
                    break;
                default:
                    changed.erase(at, 1 + random() % 20);
                    if (changed.empty()) changed = "-";
                }
            }
            readsOrRefuses(changed);
        }
    }
}

TEST(Markdown, NestedAndStrangeTexts) {
    std::string deep;
    for (int i = 0; i < 2000; ++i) deep += "> ";
    (void)parseMarkdown(deep + "x", "deep.md");
    std::string lists;
    for (int i = 0; i < 60; ++i) lists += std::string(static_cast<std::size_t>(i) * 2, ' ') + "- x\n";
    (void)terminalText(parseMarkdown(lists, "lists.md"));
    (void)html(parseMarkdown(lists, "lists.md"));
    (void)parseMarkdown(std::string(5000, '[') + std::string(5000, '*'), "marks.md");
}

TEST(Markdown, HtmlMeansItself) {
    const std::string page =
        html(parseMarkdown("<script>x</script> & [a](javascript:x) [b](https://x.org/?a&b) `<`\n\n"
                           "1. one\n2. two\n\n   - deep\n\n```c\na < b\n```\n",
                           "x.md"));
    EXPECT_EQ(page.find("<script"), std::string::npos) << page;
    EXPECT_EQ(page.find("javascript"), std::string::npos) << page;
    EXPECT_NE(page.find("<a href=\"https://x.org/?a&amp;b\">b</a>"), std::string::npos) << page;
    EXPECT_NE(page.find("<ol start=\"1\">\n<li>one</li>"), std::string::npos) << page;
    EXPECT_NE(page.find("<pre><code>a &lt; b"), std::string::npos) << page;
    EXPECT_EQ(html(spansOf("`a` < `b` and a lone ` mark")),
              "<code>a</code> &lt; <code>b</code> and a lone ` mark");
    EXPECT_EQ(html(spansOf("Element 32 × *i* + 5, for **every** *i*.")),
              "Element 32 × <em>i</em> + 5, for <strong>every</strong> <em>i</em>.");
    for (const char* literal : {"2 * m * n", "a*b*c", "*", "**", "a * b*", "* x*", "*x"})
        EXPECT_EQ(html(spansOf(literal)), literal);
    EXPECT_EQ(html(spansOf("`a *b* c`")), "<code>a *b* c</code>");
    EXPECT_EQ(terminalLine("*i* times `pad`"), "i times `pad`");
}

} // namespace
} // namespace lanescope::lessons
