// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <algorithm>
#include <set>

namespace lanescope::shell {

namespace {

constexpr const char* kLesson = R"(---
summary: A test.
---

# Own lesson

## Step

```lanescope
banks --set stride={{stride: 2, 4, 8}} --arch 9.0
```

**Question.** How many wavefronts?

```answer
number: access.wavefronts
mistake: 32 | That is the number of lanes.
```

> **Reveal.** {{access.wavefronts}}.

## Mend it

**Question.** Choose `pad`.

```answer
set: access.excess = 0
change: pad in 0..4
```
)";

TEST_F(CliTest, LessonsAreListed) {
    const auto all = good("lesson --json").json()["lessons"];
    EXPECT_GE(all.size(), 15U);
    std::set<std::string> names;
    const std::string text = good("lesson").out;
    for (const auto& lesson : all) {
        names.insert(lesson["name"]);
        EXPECT_GE(int(lesson["questions"]), 4) << lesson["name"];
        EXPECT_NE(text.find(std::string(lesson["summary"])), std::string::npos) << lesson["name"];
    }
    for (const char* name : {"threads", "banks", "stride", "transpose"})
        EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_EQ(lines(text).size(), all.size());
}

TEST_F(CliTest, LessonIsPrintedWithAStudentsValues) {
    const std::string seven = good("lesson banks --student 7").out;
    EXPECT_EQ(good("lesson banks --student 7").out, seven);
    EXPECT_NE(good("lesson banks --student 8").out, seven);
    EXPECT_EQ(seven.find("Answer:"), std::string::npos);
    EXPECT_EQ(seven.find("{{"), std::string::npos);
    EXPECT_NE(good("lesson banks --student 7 --answers").out.find("Answer:"), std::string::npos);
    const auto document = good("lesson banks --student 7 --json").json();
    EXPECT_EQ(document["lesson"], "banks");
    EXPECT_EQ(document["student"], 7);
    EXPECT_FALSE(document["values"].empty());
    for (const auto& step : document["steps"]) EXPECT_FALSE(step.contains("answer"));
    // The state is a command: it runs.
    EXPECT_NE(good("report " + std::string(document["steps"][0]["state"])).out.find("wavefronts"),
              std::string::npos);
}

TEST_F(CliTest, LessonOfATeacherIsTriedPrintedAndGraded) {
    write("my_lesson.md", kLesson);
    EXPECT_NE(good("lesson my_lesson.md --try 5").out.find("2 questions"), std::string::npos);
    const auto trial = good("lesson my_lesson.md --try 5 --json").json();
    EXPECT_EQ(trial["questions"], 2);
    EXPECT_EQ(trial["students"], 5);
    EXPECT_GT(trial["wrong_answers_refused"], 0);
    EXPECT_EQ(trial["code_tried"], true) << "there is none";
    ASSERT_EQ(trial["different_answers"].size(), 2U);
    EXPECT_NE(good("lesson my_lesson.md --try 5")
                  .out.find("different answers: question 1: " + trial["different_answers"][0].dump() +
                            ", question 2: " + trial["different_answers"][1].dump()),
              std::string::npos);
    const auto document = good("lesson my_lesson.md --student 3 --json --answers").json();
    EXPECT_EQ(document["lesson"], "my_lesson");
    const std::string right = document["steps"][0]["answer"];
    EXPECT_EQ(right, document["values"]["stride"]) << "so many ways has the conflict";

    good("lesson my_lesson.md --sheet sheet.html --student 1..3 --answers");
    good("lesson my_lesson.md --slides slides.html");
    for (const char* page : {"sheet.html", "slides.html"}) {
        EXPECT_TRUE(read(page).starts_with("<!DOCTYPE html>")) << page;
        EXPECT_NE(read(page).find("Own lesson"), std::string::npos) << page;
    }
    EXPECT_NE(read("sheet.html").find("Student 3"), std::string::npos);
    EXPECT_NE(read("sheet.html").find("<tr><th>3</th><td>" + right + "</td>"), std::string::npos)
        << "one key for all";
    EXPECT_EQ(read("slides.html").find("Answer 1"), std::string::npos);
    good("lesson my_lesson.md --slides slides.html --answers");
    EXPECT_NE(read("slides.html").find("Answer 1"), std::string::npos);

    write("ada.json", R"({"lesson": "my_lesson", "student": 3, "name": "Ada", "answers": [")" + right +
                          R"(", "pad=1"]})");
    write("class.json",
          R"([{"lesson": "my_lesson", "student": 4, "name": "Bob, \"B\"", "answers": [32, null]},
                            {"lesson": "my_lesson", "student": 5, "answers": {"2": "pad=0"}}])");
    const std::string table = good("lesson my_lesson.md --check ada.json class.json --csv marks.csv").out;
    EXPECT_NE(table.find("2 of 2"), std::string::npos) << table;
    EXPECT_NE(table.find("all"), std::string::npos) << table;
    EXPECT_NE(table.find("question 1, student 4 Bob, \"B\": '32' is wrong. That is the number of lanes.\n"
                         "question 2, student 5: 'pad=0' is wrong."),
              std::string::npos)
        << table;
    EXPECT_EQ(good("lesson my_lesson.md --check ada.json ./ada.json class.json").out, table)
        << "a file that is named twice counts once, and is not handed in again";
    const std::vector<std::string> rows = lines(read("marks.csv"));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0], "student,name,file,question_1,question_2,right,of,counts,note");
    EXPECT_EQ(rows[1], "3,Ada,ada.json,right,right,2,2,yes,");
    EXPECT_EQ(rows[2], R"(4,"Bob, ""B""",class.json,wrong,,0,2,yes,)");
    EXPECT_EQ(rows[3], "5,,class.json,,wrong,0,2,yes,");
    // One file that is no good does not keep the class from its grades; the exit code says that there was
    // one.
    write("half.json", "{\"lesson\":");
    const auto mixed = run("lesson my_lesson.md --check ada.json half.json class.json");
    EXPECT_EQ(mixed.code, 2);
    EXPECT_NE(mixed.error.find("half.json:1"), std::string::npos) << mixed.error;
    // It has a row, with the reason.
    const std::vector<std::string> graded1 = lines(mixed.out);
    const auto row = std::ranges::find_if(
        graded1, [](const std::string& line) { return line.find("half.json:1") != std::string::npos; });
    ASSERT_NE(row, graded1.end()) << mixed.out;
    EXPECT_NE(mixed.out.find("2 of 6"), std::string::npos) << "and does not count: " << mixed.out;
    const auto unread = run("lesson my_lesson.md --check ada.json half.json --json").json();
    ASSERT_EQ(unread["unread"].size(), 1U);
    EXPECT_EQ(unread["unread"][0]["file"], "half.json");
    // Nor does an answer to a question that the lesson lacks keep the others from theirs.
    write("more.json",
          R"({"lesson": "my_lesson", "student": 3, "name": "Ada", "answers": {"2": "pad=1", "9": 4}})");
    const auto more = run("lesson my_lesson.md --check more.json");
    EXPECT_EQ(more.code, 2);
    EXPECT_NE(more.error.find("more.json: no question 9: the lesson has 2"), std::string::npos) << more.error;
    EXPECT_NE(more.out.find("1 of 2"), std::string::npos) << more.out;
    EXPECT_NE(more.out.find("no question 9"), std::string::npos) << "its row names it, too: " << more.out;
    EXPECT_EQ(run("lesson my_lesson.md --check more.json --json").json()["students"][0]["unknown_questions"],
              nlohmann::json::parse("[9]"));
    // Nor does one bad entry of a list, or one answer that is of no kind.
    write("list.json", R"([{"lesson": "my_lesson", "student": 4, "answers": [32, null]},
                           {"lesson": "my_lesson", "student": "five", "answers": []},
                           {"lesson": "other", "student": 6, "name": "Eve", "answers": [1]},
                           {"lesson": "my_lesson", "student": 7, "answers": [[[1]], "pad=1"]}])");
    const auto list = run("lesson my_lesson.md --check list.json");
    EXPECT_EQ(list.code, 2);
    EXPECT_EQ(lines(list.error).size(), 3U) << list.error;
    EXPECT_NE(list.error.find("(student 6, Eve)"), std::string::npos) << list.error;
    EXPECT_NE(run("lesson my_lesson.md --check list.json --csv -").out.find("6,Eve,list.json,"),
              std::string::npos);
    for (const char* said : {"list.json: 2.student: ", "list.json: 3: the answers are for the lesson other",
                             "list.json: student 7: the answer to question 1 is neither a number nor a text"})
        EXPECT_NE(list.error.find(said), std::string::npos) << said << "\n" << list.error;
    EXPECT_NE(list.out.find("0 of 2"), std::string::npos) << list.out;
    EXPECT_NE(list.out.find("1 of 2"), std::string::npos) << "its other answer counts: " << list.out;
    EXPECT_EQ(run("lesson my_lesson.md --check list.json --json").json()["unread"].size(), 2U);
    write("bad.json", R"([{"lesson": "other", "student": 6, "answers": [1]}])");
    refuses("lesson my_lesson.md --check bad.json", 2, {"bad.json: 1: the answers are for the lesson other"});
    // Who handed in twice counts once.
    write("ada-2.json",
          R"({"lesson": "my_lesson", "student": 3, "name": "Ada", "answers": [null, "pad=1"]})");
    const auto twice = good("lesson my_lesson.md --check ada.json ada-2.json class.json").out;
    EXPECT_NE(twice.find("not counted; ada.json counts"), std::string::npos) << twice;
    EXPECT_NE(twice.find("2 of 6"), std::string::npos) << twice;
    const auto graded = good("lesson my_lesson.md --check ada.json class.json --json").json();
    ASSERT_EQ(graded["students"].size(), 3U);
    EXPECT_EQ(graded["students"][0]["right"], 2);
    EXPECT_EQ(graded["students"][1]["answers"][0]["says"], "That is the number of lanes.");
    EXPECT_TRUE(graded["students"][1]["answers"][1]["given"].is_null());
    EXPECT_NE(good("lesson my_lesson.md --check -", read("ada.json")).out.find("2 of 2"), std::string::npos);
}

TEST_F(CliTest, AFolderIsAClass) {
    write("my_lesson.md", kLesson);
    std::filesystem::create_directory(m_folder / "class");
    write("class/bob.json",
          R"({"lesson": "my_lesson", "student": 4, "name": "Bob", "answers": [null, "pad=1"]})");
    write("class/ada.json",
          R"({"lesson": "my_lesson", "student": "3", "name": "Ada", "answers": [null, "pad=1"]})");
    write("class/notes.txt", "Bob was late.");
    const auto graded = good("lesson my_lesson.md --check class --json").json()["students"];
    ASSERT_EQ(graded.size(), 2U);
    EXPECT_EQ(graded[0]["name"], "Ada");
    EXPECT_EQ(graded[0]["student"], 3) << "digits in quotes are a number";
    EXPECT_EQ(graded[1]["name"], "Bob");
}

TEST_F(CliTest, AnAuthorIsWarned) {
    std::string text = kLesson;
    text.replace(text.find("**Question.** How"), 13, "It takes {{access.wavefronts}}.\n\n**Question.**");
    write("tells.md", text);
    const auto tried = run("lesson tells.md --try 4");
    EXPECT_EQ(tried.code, 0);
    EXPECT_NE(tried.error.find("tells.md:13: warning: '{{access.wavefronts}}' in the text is the answer"),
              std::string::npos)
        << tried.error;
    const auto warnings = good("lesson tells.md --try 4 --json").json()["warnings"];
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0]["line"], 13);
    EXPECT_EQ(warnings[0]["students"], 4);
}

TEST_F(CliTest, LessonIsBegunWithOneThatWorks) {
    const std::string said = good("lesson --new mine.md").out;
    EXPECT_NE(said.find("lesson mine.md --try"), std::string::npos) << said;
    const std::string tried = good("lesson mine.md --try 3").out;
    EXPECT_NE(tried.find("6 questions"), std::string::npos) << tried;
    EXPECT_NE(read("mine.md").find("<!--"), std::string::npos) << "it explains itself";
    EXPECT_EQ(good("lesson mine.md").out.find("<!--"), std::string::npos);
    good("--language zh lesson --new zh.md");
    EXPECT_NE(read("zh.md"), read("mine.md"));
    const std::string before = read("mine.md");
    refuses("lesson --new mine.md", 2, {"mine.md", "is there already"});
    EXPECT_EQ(read("mine.md"), before);
    refuses("lesson --new mine.txt", 2, {"mine.txt", ".md"});
    refuses("lesson banks --new other.md", 2, {"alone"});

    const std::string source = good("lesson banks --source").out;
    EXPECT_EQ(source.rfind("---\nsummary:", 0), 0U) << source;
    EXPECT_NE(source.find("number: access.wavefronts"), std::string::npos);
    EXPECT_NE(good("lesson banks --source --language zh").out, source);
    write("copy.md", source);
    good("lesson copy.md --try 2");
    refuses("lesson copy.md --source", 2, {"copy.md"});
    refuses("lesson --source", 2, {"name a lesson"});
    refuses("lesson banks --source --json", 2, {"alone"});
    const std::string help = good("lesson --help").out;
    for (const char* word : {"--new", "--source", "docs/writing_a_lesson.md"})
        EXPECT_NE(help.find(word), std::string::npos) << word;
}

TEST_F(CliTest, LanguageStandsAnywhere) {
    const std::string chinese = good("lesson banks --language zh").out;
    EXPECT_NE(chinese, good("lesson banks").out);
    EXPECT_EQ(good("--language zh lesson banks").out, chinese);
    EXPECT_EQ(good("--language en lesson banks --language zh").out, chinese) << "the later one";
    for (const char* line : {"--language zh report banks", "report banks --language zh", "--language zh list",
                             "--language zh doctor"})
        good(line);
    refuses("report banks --language fr", 2, {"no language 'fr'"});
    refuses("--language fr report banks", 2, {"no language 'fr'"});
}

TEST_F(CliTest, LessonRefusesInOneLine) {
    write("good.md", kLesson);
    write("bad.md", "---\nsummary: A test.\n---\n# T\n## S\n\n{{n: 9..1}}\n");
    write("two.md",
          "---\nsummary: A test.\n---\n# T\n## S\n\n```lanescope\nbanks --arch 9.0\n```\n\n**Question.** "
          "Which?\n\n```answer\nchoice:\n- a | access.wavefronts > 1\n- b | access.wavefronts > 0\n```\n");
    write("beyond.md",
          "---\nsummary: A test.\n---\n# T\n## S\n\n```lanescope\nbanks --set stride=320\n```\n");
    write("none.md", "---\nsummary: A test.\n---\n# T\n## S\n\n```lanescope\nbanks\n```\n");
    write("cut.json", "{\"lesson\": \"good\",\n\"student\"");
    write("named.json", R"({"lesson": "good", "student": "seven", "answers": []})");
    std::filesystem::create_directory(m_folder / "empty");
    write("other.json", R"({"lesson": "banks", "student": 1, "answers": []})");
    struct Case {
        const char* line;
        std::vector<std::string> words;
    };
    const std::vector<Case> cases{
        {"lesson nothing", {"nothing", "banks", ".md"}},
        {"lesson missing.md", {"missing.md"}},
        {"lesson bad.md", {"bad.md:7:", "9..1"}},
        {"lesson beyond.md", {"beyond.md:", "'320'", "0..64"}},
        {"lesson beyond.md --sheet out.html", {"beyond.md:", "'320'"}},
        {"lesson none.md --try 3", {"none.md", "no question", "**Question.**"}},
        {"lesson two.md --try 3", {"two.md:16:", "line 15"}},
        {"lesson --student 3", {"name a lesson"}},
        {"lesson --answers", {"name a lesson"}},
        {"lesson good.md --student x", {"'x'", "1..30"}},
        {"lesson good.md --student 5..2 --sheet out.html", {"--student 5..2: ", "2..5"}},
        {"lesson good.md --student 0..5000 --sheet out.html", {"1000"}},
        {"lesson good.md --student 1..3", {"--sheet"}},
        {"lesson good.md --student 1 --try 3", {"--try"}},
        {"lesson good.md --try 0", {"0", "--help"}},
        {"lesson good.md --csv out.csv", {"--check"}},
        {"lesson good.md --sheet out.html --slides slides.html", {"one at a time"}},
        {"lesson good.md --pictures", {"--pictures", "--sheet"}},
        {"lesson good.md --slides missing/out.pdf", {"missing/out.pdf"}},
        {"lesson good.md --sheet missing/out.html", {"missing/out.html"}},
        {"lesson good.md --sheet out.pdf", {"out.pdf", ".html"}},
        {"lesson good.md --slides out.doc", {"out.doc", "HTML", "PDF"}},
        {"lesson good.md --check missing.json", {"missing.json"}},
        {"lesson good.md --check empty", {"empty: ", ".json"}},
        {"lesson good.md --check named.json", {"named.json: student: ", R"("seven")", "whole number"}},
        {"lesson good.md --check cut.json", {"cut.json:2:", "JSON"}},
        {"lesson good.md --check other.json", {"other.json", "banks", "good"}},
        {"lesson good.md --check other.json --csv - --json", {"--csv -"}},
        {"lesson good.md --check other.json --student 3", {"--check"}},
        {"lesson good.md extra", {"extra"}},
        {"lesson --window", {"name a lesson"}},
        {"lesson nothing --window", {"nothing", "banks"}},
        {"lesson bad.md --window", {"bad.md:7:"}},
        {"lesson good.md --window --json", {"--window", "--student"}},
        {"lesson good.md --window --try 3", {"--window"}},
        {"lesson good.md --window --student 1..3", {"--sheet"}},
    };
    for (const auto& [line, words] : cases) refuses(line, 2, words);
}

} // namespace

} // namespace lanescope::shell
