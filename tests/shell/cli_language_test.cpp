// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace lanescope::shell {

namespace {

/// The lines that have English in them: four words of small letters in a row, which are no names and no code.
std::string englishIn(const std::string& text) {
    static const std::regex kSentence(R"((?:^|[^-\w.'/])[A-Za-z][a-z']+ [a-z']{2,} [a-z']{2,} [a-z']{2,})");
    std::string all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (std::regex_search(line, kSentence)) all += line + "\n";
    return all;
}

TEST_F(CliTest, ReportsAreChineseThroughout) {
    for (const char* line :
         {"report banks", "report texture", "report wave --arch 2.0,1.3", "report transfers",
          "report streams", "report errors --set mistake=race", "report errors --set mistake=barrier",
          "report errors --set mistake=out-of-bounds", "report errors --set mistake=uninitialised",
          "report errors --set mistake=late-error", "report errors --set mistake=too-many-threads",
          "report carving --set align=off", "report dynamic --set pointer=shared", "calls errors"}) {
        const std::string text = good(std::string(line) + " --device emulated --language zh").out;
        EXPECT_EQ(englishIn(text), "") << line;
        EXPECT_NE(text.find("。") + text.find("：") + text.find("，"), std::string::npos) << line;
    }
}

/// Above all the columns of its tables.
TEST_F(CliTest, TablesAreChinese) {
    const std::string text = good("report banks --set stride=4 --device emulated --language zh").out;
    for (const char* heading : {"存储体冲突", "请求", "扇区", "冲突路数"})
        EXPECT_NE(text.find(heading), std::string::npos) << heading << "\n" << text;
    EXPECT_EQ(text.find("bank_conflicts"), std::string::npos) << text;
    EXPECT_NE(good("report banks --set stride=4 --device emulated").out.find("bank_conflicts"),
              std::string::npos)
        << "in English they have the names of JSON and CSV";
}

TEST_F(CliTest, HelpIsChinese) {
    const std::string all = good("--help --language zh").out;
    EXPECT_EQ(englishIn(all), "");
    for (const char* word : {"用法", "选项", "命令", "退出码"})
        EXPECT_NE(all.find(word), std::string::npos) << word;
    const std::vector<std::string> commands{"run",   "open",      "report",   "record", "calls",
                                            "sweep", "shot",      "bench",    "list",   "model",
                                            "trace", "bandwidth", "validate", "doctor", "lesson"};
    for (const std::string& command : commands) {
        EXPECT_NE(all.find("  " + command + " "), std::string::npos) << command;
        const std::string text = good("--language zh " + command + " --help").out;
        EXPECT_EQ(englishIn(text), "") << command;
        EXPECT_EQ(text.find("Options:"), std::string::npos) << command;
        EXPECT_EQ(good(command + " --help").out.find("选项"), std::string::npos) << command;
    }
}

/// What `list labs` says of the labs of the course, which have a row in the README: one that is being written
/// is not translated yet.
std::string ofTheCourse(const std::string& list) {
    std::ifstream file(LANESCOPE_README);
    const std::string readme(std::istreambuf_iterator<char>(file), {});
    std::istringstream lines(list);
    std::string kept;
    bool isKept = false;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.front() != ' ')
            isKept = readme.find("| `" + line.substr(0, line.find(' ')) + "` |") != std::string::npos;
        if (isKept) kept += line + "\n";
    }
    return kept;
}

TEST_F(CliTest, ListsAreChinese) {
    const std::string labs = ofTheCourse(good("list labs --language zh").out);
    EXPECT_EQ(englishIn(labs), "");
    EXPECT_EQ(ofTheCourse("draft  [Global memory]  A lab that is being written.\n  size  its help\n"), "");
    EXPECT_NE(labs.find("banks  共享内存的存储体  [共享内存]"), std::string::npos) << labs;
    EXPECT_NE(good("list architectures --language zh").out.find("存储体"), std::string::npos);
}

TEST_F(CliTest, DoctorAndValidateAreChinese) {
    const std::string found = good("doctor --language zh").out;
    EXPECT_NE(found.find("仿真器"), std::string::npos) << found;
    EXPECT_NE(found.find("中文字体"), std::string::npos) << found;
    const std::string text = good("validate --device emulated --language zh").out;
    EXPECT_NE(text.find("模型承诺精确的各项全部精确。"), std::string::npos) << text;
}

TEST_F(CliTest, ErrorsAreInTheLanguageOfTheLine) {
    refuses("report nothing --language zh", 2, {"没有实验“nothing”；有：", "banks"});
    refuses("--language zh report banks --set stride=65", 2, {"“65”不是 stride 的值；它可以是 0..64"});
    refuses("report banks --arch 4.0 --language zh", 2, {"没有架构“4.0”"});
    refuses("dance --language zh", 2, {"没有命令“dance”；有：run"});
    refuses("report --fast --language zh", 2, {"不该有这个参数：--fast；lanescope report --help 有详细说明"});
    refuses("run nothing --language zh", 2, {"没有实验“nothing”"}); // before the window opens
    refuses("report banks --device cuda:x --language zh", 2, {"没有设备“cuda:x”"});
    refuses("sweep banks --over stride=8:1 --language zh", 2, {"stride 从 8 到 1：第一个比第二个大"});
}

/// Whoever has chosen Chinese in the window need not say so again.
TEST_F(CliTest, TheLanguageOfTheWindowIsTheUsualOne) {
    const std::string list = good("list labs --language zh").out, lesson = good("lesson --language zh").out;
    const std::string json = good("list labs --json").out, lessonJson = good("lesson banks --json").out;
    const std::string table = good("sweep banks --over stride=1:3 --csv -").out;
    std::filesystem::create_directories(configFolder(m_folder) / "lanescope");
    const auto choose = [&](const char* code) {
        std::ofstream(configFolder(m_folder) / "lanescope" / "language") << code << "\n";
    };
    choose("zh");
    EXPECT_EQ(good("list labs").out, list);
    EXPECT_EQ(good("lesson").out, lesson);
    EXPECT_NE(good("report --help").out.find("用法"), std::string::npos);
    refuses("report nothing", 2, {"没有实验“nothing”"});
    refuses("run nothing", 2, {"没有实验“nothing”"});
    EXPECT_EQ(good("list labs --language en").out.find("共享内存"), std::string::npos) << "it goes first";
    localeOfChildren = "en_US.UTF-8";
    EXPECT_EQ(good("list labs").out, list) << "what was chosen, as in the window";
    EXPECT_EQ(good("list labs --json").out, json);
    EXPECT_EQ(good("lesson banks --json").out, lessonJson);
    EXPECT_EQ(good("sweep banks --over stride=1:3 --csv -").out, table);
    choose("en");
    localeOfChildren = "zh_CN.UTF-8";
    EXPECT_EQ(good("list labs").out.find("共享内存"), std::string::npos);
    std::filesystem::remove(configFolder(m_folder) / "lanescope" / "language");
    EXPECT_EQ(good("list labs").out, list) << "who has chosen none has the system's";
    localeOfChildren = "C.UTF-8";
    EXPECT_EQ(good("list labs").out.find("共享内存"), std::string::npos);
}

/// What programs read is the same for everybody.
TEST_F(CliTest, JsonAndCsvAreEnglish) {
    for (const char* line : {"report errors --set mistake=race --device emulated --json", "list labs --json",
                             "doctor --json", "sweep banks --over stride=1:3 --csv -"})
        EXPECT_EQ(good(std::string(line) + " --language zh").out, good(line).out) << line;
    refuses("report nothing --json --language zh", 2, {"no lab 'nothing'"});
}

} // namespace

} // namespace lanescope::shell
