// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"
#include "render/image.h"

#include <chrono>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

std::size_t colours(const render::Image& image) {
    std::set<std::uint32_t> found;
    for (std::size_t i = 0; i < image.pixels.size(); i += 4)
        found.insert(static_cast<std::uint32_t>(image.pixels[i]) << 16 |
                     static_cast<std::uint32_t>(image.pixels[i + 1]) << 8 | image.pixels[i + 2]);
    return found.size();
}

TEST_F(CliTest, ShotWritesAStampedPicture) {
    const Outcome outcome =
        good("shot banks --device emulated --arch 2.0 --set stride=3 --size 1024x640 --out out.png");
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(files(), std::vector<std::string>{"out.png"});
    const std::string path = (m_folder / "out.png").string();
    const render::Image image = render::readPng(path);
    EXPECT_EQ(image.width, 1024);
    EXPECT_EQ(image.height, 640);
    EXPECT_GT(colours(image), 50U);
    std::string stamp;
    for (const auto& [key, value] : render::readPngText(path)) stamp += key + "=" + value + "\n";
    for (const char* word : {"banks", "stride", "3", "2.0", "Emulated", "modelled", "0.1"})
        EXPECT_NE(stamp.find(word), std::string::npos) << word << " in " << stamp;
}

/// The texts of an SVG, each with its attributes.
std::vector<std::pair<std::string, std::string>> textsIn(const std::string& svg) {
    constexpr std::string_view kBegin = "<text";
    std::vector<std::pair<std::string, std::string>> texts;
    for (std::size_t at = svg.find(kBegin); at != std::string::npos; at = svg.find(kBegin, at)) {
        at += kBegin.size();
        const std::size_t text = svg.find('>', at) + 1, end = svg.find('<', text);
        texts.emplace_back(svg.substr(at, text - 1 - at), svg.substr(text, end - text));
    }
    return texts;
}

/// Of a program's recording in a small window, too, every label is whole; and an access of which there is no
/// picture does not leave the stage empty.
TEST_F(CliTest, RecordingsInASmallWindowAreWhole) {
    good("record streams --out streams.lanescope");
    good("shot streams.lanescope --device emulated --size 1024x640 --out streams.svg");
    std::size_t rows = 0;
    for (const auto& [look, text] : textsIn(read("streams.svg"))) {
        EXPECT_FALSE(text.ends_with("\u2026")) << text;
        rows += text.starts_with("stream ");
    }
    EXPECT_GE(rows, 4U);
    good("record dynamic --out dynamic.lanescope");
    good("shot dynamic.lanescope --device emulated --out dynamic.svg");
    EXPECT_NE(read("dynamic.svg").find("There is no picture of local memory"), std::string::npos);
}

/// A number among a text's attributes.
double numberIn(const std::string& look, const std::string& name) {
    std::smatch found;
    return std::regex_search(look, found, std::regex("\\b" + name + "=\"([0-9.]+)\"")) ? std::stod(found[1])
                                                                                       : 0;
}
/// Pixels of a text's letters.
double sizeIn(const std::string& look) {
    return numberIn(look, "font-size");
}

/// The buttons of lanes are as high as a presenter's numbers.
TEST_F(CliTest, APresentersLanesAreWhole) {
    good("shot --lesson banks --page 3 --presenter --device emulated --size 1920x1080 --out lanes.svg");
    const double panel = 1920 * 0.58;
    std::set<double> rows;
    double size = 0;
    for (const auto& [look, text] : textsIn(read("lanes.svg")))
        if (std::regex_match(text, std::regex("[0-9]{1,2}")) && numberIn(look, "x") > panel &&
            sizeIn(look) > 20) {
            rows.insert(numberIn(look, "y"));
            size = sizeIn(look);
        }
    ASSERT_GE(rows.size(), 2U);
    for (auto row = std::next(rows.begin()); row != rows.end(); ++row)
        EXPECT_GE(*row - *std::prev(row), 1.3 * size);
}

/// A scale that is too much for the screen does not push the panels out of it; numbers in cells are large.
TEST_F(CliTest, APresentersTypeFollowsTheScreen) {
    const auto titleOf = [this](const std::string& options) {
        good("shot banks --presenter --device emulated " + options + " --out type.svg");
        for (const auto& [look, text] : textsIn(read("type.svg")))
            if (text == "One warp reads shared memory") return sizeIn(look);
        return 0.0;
    };
    const double usual = titleOf("--size 1920x1080");
    EXPECT_GE(usual, 24);
    int numbers = 0;
    for (const auto& [look, text] : textsIn(read("type.svg")))
        if (std::regex_match(text, std::regex("[0-9]{1,2}")) && numberIn(look, "x") < 1240 &&
            numberIn(look, "y") < 900) {
            EXPECT_GE(sizeIn(look), 20) << text;
            ++numbers;
        }
    EXPECT_GE(numbers, 3 * 32);
    EXPECT_GT(titleOf("--size 1920x1080 --zoom 2"), usual);
    EXPECT_LE(titleOf("--size 1920x1080 --zoom 2"), 1.15 * usual);
    EXPECT_NEAR(titleOf("--size 3840x2160"), 2 * usual, 1);
}

/// Words in a small window can be read: what has no room is left out, or said in another way. Numbers may
/// stand in shapes that are small.
TEST_F(CliTest, WordsInASmallWindowAreWholeAndLegible) {
    for (const char* shown :
         {"coalescing --set kernel=stride --set stride=32 --size 1024x640 --lesson offset --page 0",
          "divergence --size 1024x640", "pitch --size 1366x768 --lesson stride --page 0",
          "streams --size 1024x640", "constant --size 1024x640", "carving --size 1024x640",
          "errors --size 1024x640", "dynamic --size 1024x640"}) {
        SCOPED_TRACE(shown);
        good("shot " + std::string(shown) + " --device emulated --out small.svg");
        static const std::regex kWord("[a-z]{1,}[0-9]*");
        for (const auto& [look, text] : textsIn(read("small.svg"))) {
            EXPECT_FALSE(text.ends_with("\u2026")) << text;
            if (std::regex_search(text, kWord)) {
                EXPECT_GE(sizeIn(look), 9) << text;
            }
        }
    }
}

/// Cells of a table are cut by its columns, without an ellipsis: what has no room goes on in the next line.
TEST_F(CliTest, CasesInASmallWindowAreWhole) {
    good("shot errors --device emulated --view window --size 1024x640 --out small.svg");
    std::set<std::string> shown;
    for (const auto& [look, text] : textsIn(read("small.svg"))) shown.insert(text);
    EXPECT_TRUE(shown.contains("too-many-threads"));
    EXPECT_FALSE(shown.contains("0 of 256 values correct")) << "two lines of it";
    EXPECT_TRUE(shown.contains("0 of 256 values") && shown.contains("correct"));
}

/// On a large monitor that asks for no scale, pictures grow where panels need not.
TEST_F(CliTest, PicturesFillALargeStage) {
    const auto sizeOf = [this](const std::string& options, const std::string& words) {
        good("shot dynamic --device emulated " + options + " --out stage.svg");
        for (const auto& [look, text] : textsIn(read("stage.svg")))
            if (text == words) return sizeIn(look);
        return 0.0;
    };
    constexpr const char* kTitle = "Who sees what block 0 writes";
    const double usual = sizeOf("--size 1600x1000", kTitle);
    EXPECT_GT(usual, 0);
    EXPECT_GT(sizeOf("--size 3840x2160 --zoom 0.5", kTitle), 1.5 * usual);
    EXPECT_LT(sizeOf("--size 3840x2160 --zoom 0.5", "Sweep"), 1.2 * sizeOf("--size 1600x1000", "Sweep"));
}

/// One launch has one time, in the table of calls and beside its picture.
TEST_F(CliTest, TheTimeOfALaunchIsTheSameEverywhere) {
    good("record coalescing --out one.lanescope");
    good("shot one.lanescope --device emulated --out one.svg");
    std::vector<std::string> times;
    for (const auto& [look, text] : textsIn(read("one.svg")))
        if (std::regex_match(text, std::regex("[0-9.]+ us"))) times.push_back(text);
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[0], times[1]);
}

/// Those that have nothing more to show do so on every monitor; so does what a waiting question shows.
TEST_F(CliTest, PicturesWithLittleToShowGrow) {
    // The largest: the panel of the parameters may say it, too.
    const auto sizeOf = [this](const std::string& what, const std::string& words) {
        good("shot " + what + " --device emulated --out grown.svg");
        double size = 0;
        for (const auto& [look, text] : textsIn(read("grown.svg")))
            if (text == words) size = std::max(size, sizeIn(look));
        return size;
    };
    for (const auto& [lab, words] :
         {std::pair{"errors", "What the runtime says"},
          {"streams", "Streams: in order within each, side by side where the device can"}}) {
        const double usual = sizeOf(std::string(lab) + " --size 1600x1000", words);
        EXPECT_GT(usual, 0) << lab;
        EXPECT_GT(sizeOf(std::string(lab) + " --size 3840x2160", words), 2.4 * usual) << lab;
    }
    EXPECT_GT(sizeOf("--lesson stride --page 1 --size 1600x1000", "elements from one thread to the next"),
              15);
}

/// While a question waits, the stage shows what it is about: the code and the settings, but nothing that
/// answers it.
TEST_F(CliTest, TheStageOfAQuestionShowsWhatItIsAbout) {
    const auto texts = [this](const std::string& what) {
        good("shot " + what + " --device emulated --presenter --size 1920x1080 --out asked.svg");
        std::string all;
        for (const auto& [look, text] : textsIn(read("asked.svg"))) all += text + "\n";
        return all;
    };
    const std::string number = texts("--lesson stride --page 1");
    for (const char* word : {"Answer the question to see this", "a[i] = a[i] + 1;\n", "The settings\n",
                             "elements from one thread to the next"})
        EXPECT_NE(number.find(word), std::string::npos) << word << " in\n" << number;
    // What stands beside the code may say it: it is in the listing alone.
    const std::string remark = texts("--lesson constant --page 1");
    EXPECT_NE(remark.find("float number = table[i];\n"), std::string::npos) << remark;
    // Of answers that have values of their own none is shown, nor any other.
    const std::string between = texts("--lesson banks --page 4");
    EXPECT_NE(between.find("stride\n?\n"), std::string::npos) << between;
    EXPECT_NE(between.find("Each answer has its own settings"), std::string::npos) << between;
    const std::string shared = texts("--lesson first_gpus --page 4");
    EXPECT_NE(shared.find("width\n1\n"), std::string::npos) << "what its answers share\n" << shared;
}

/// A picture of a program is drawn again when the program has gone.
TEST_F(CliTest, PicturesOfAProgramOutlastIt) {
    good("record streams --out made.lanescope");
    write("prog", "#!/bin/sh\ncp made.lanescope part && mv part \"$LANESCOPE_RECORD\"\n");
    std::filesystem::permissions(m_folder / "prog", std::filesystem::perms::owner_all);
    good("shot ./prog --device emulated --size 1024x640 --out first.png -- 4");
    for (const char* gone : {"prog", "made.lanescope"}) std::filesystem::remove(m_folder / gone);
    good("shot --scenario first.png --out again.png");
    EXPECT_EQ(read("again.png"), read("first.png"));
    std::filesystem::remove_all(configFolder(m_folder));
    refuses("shot --scenario first.png --out gone.png", 2,
            {"the recording of prog is not on this machine", "run the program again"});
}

/// Bytes of Chinese characters, as regular expressions of bytes know them.
const std::string kHan = "[\xE4-\xE9][\x80-\xBF][\x80-\xBF]";
const std::string kWide = "(?:\xE3\x80\x82|\xEF\xBC[\x81\x88\x89\x8C\x9A\x9B\x9F])"; // 。！（），：；？

/// What a reader of Chinese would stumble over in a line of the window; empty: nothing.
std::string faultOf(const std::string& text) {
    static const std::regex kNarrow("(?:" + kHan + ")[,;:?!(]|[,;:?!] *(?:" + kHan + ")|(?:" + kHan +
                                    ")\\.(?: |$)"),
        kSpace(kWide + " |[^ ] +" + kWide), kClose("(?:" + kHan + ")[A-Za-z0-9]|[A-Za-z0-9](?:" + kHan + ")"),
        kEnglish("(?:^|[^-\\w.'/_])[A-Za-z][a-z']+ [a-z']{2,} [a-z']{2,}");
    if (std::regex_search(text, kNarrow)) return "a narrow sign beside Chinese";
    if (std::regex_search(text, kSpace)) return "a space beside a wide sign";
    if (std::regex_search(text, kClose)) return "no space between Chinese and what is not";
    return std::regex_search(text, kEnglish) ? "English" : "";
}

/// Every lab as it opens, and states of some that show other texts.
TEST_F(CliTest, TheWindowIsChineseThroughout) {
    const nlohmann::json labs = good("list labs --json").json()["labs"];
    ASSERT_GE(labs.size(), 19U);
    std::vector<std::string> shown{"carving --set length0=127",
                                   "transfers --set direction=both",
                                   "streams --set engines=one",
                                   "errors --set mistake=late-error",
                                   "errors --set mistake=too-many-threads",
                                   "errors --set mistake=race",
                                   "errors --set mistake=barrier",
                                   "errors --set mistake=barrier --set fixed=on"};
    for (const auto& lab : labs) shown.push_back(lab["name"]);
    std::set<std::string> english; // but for single words, which values may be
    for (const auto& lab : labs)
        for (const auto& parameter : lab["parameters"])
            if (const std::string help = parameter["help"]; help.find(' ') != std::string::npos)
                english.insert(help);
    const std::regex han(kHan);
    for (const std::string& lab : shown) {
        SCOPED_TRACE(lab);
        good("shot " + lab +
             " --device emulated --language zh --view window --size 1600x1000 --out window.svg");
        std::size_t chinese = 0;
        for (const auto& [attributes, text] : textsIn(read("window.svg"))) {
            if (attributes.find("mono") != std::string::npos) continue; // sources
            EXPECT_EQ(faultOf(text), "") << text;
            EXPECT_FALSE(english.contains(text)) << text;
            chinese += std::regex_search(text, han);
        }
        EXPECT_GT(chinese, 40U);
    }
}

/// A stage for one picture instead of two has none of the words of the other.
TEST_F(CliTest, NarrowStagesHaveNoColumnOfSingleCharacters) {
    const std::regex one("^(?:" + kHan + ")$");
    for (const char* lab : {"hierarchy", "occupancy", "transfers", "errors", "dynamic", "wave", "pitch"}) {
        good("shot " + std::string(lab) +
             " --device emulated --language zh --lesson transfers --page 0 --view window --size 1024x640 "
             "--out "
             "window.svg");
        std::size_t single = 0;
        for (const auto& [attributes, text] : textsIn(read("window.svg")))
            single += std::regex_search(text, one);
        EXPECT_LT(single, 6U) << lab;
    }
}

/// Letters of a size between two pixels are blurred; a lesson's are as sharp as those of a button.
TEST_F(CliTest, LessonsAreWrittenInTheSizeOfThePanels) {
    good("shot banks --device emulated --language zh --lesson banks --page 0 --view window --size 1600x1000 "
         "--out "
         "lesson.svg");
    static const std::regex kSize("font-size=\"([^\"]*)\"");
    std::string button, lesson;
    for (const auto& [attributes, text] : textsIn(read("lesson.svg"))) {
        std::smatch size;
        if (!std::regex_search(attributes, size, kSize)) continue;
        if (text == "后退") button = size[1];
        if (text.find("共享内存分成") != std::string::npos || text.find("依此类推") != std::string::npos)
            lesson = size[1];
    }
    EXPECT_NE(lesson, "");
    EXPECT_EQ(lesson, button);
}

TEST_F(CliTest, ShotRepeatsAndEachViewHasTheSizeThatIsAskedFor) {
    const std::string line = "shot banks --device emulated --size 1024x640 ";
    // The access picture shows no times, which differ from run to run.
    good(line + "--view access --out a.png");
    good(line + "--view access --out b.png");
    EXPECT_TRUE(read("a.png") == read("b.png"));
    for (const std::string view : {"window", "stage", "result", "access", "reading", "plots"}) {
        good(line + "--view " + view + " --out " + view + ".png");
        const render::Image image = render::readPng((m_folder / (view + ".png")).string());
        EXPECT_EQ(image.width, 1024) << view;
        EXPECT_EQ(image.height, 640) << view;
        EXPECT_GT(colours(image), 5U) << view;
    }
    for (const std::string size : {"333x777", "3840x2160"}) {
        good("shot banks --device emulated --view stage --size " + size + " --out " + size + ".png");
        const render::Image image = render::readPng((m_folder / (size + ".png")).string());
        EXPECT_EQ(std::to_string(image.width) + "x" + std::to_string(image.height), size);
    }
}

TEST_F(CliTest, ShotWritesShapesByTheNameOfTheFile) {
    const std::string line = "shot banks --device emulated --set stride=8 --size 800x500 --view stage ";
    good(line + "--caption --out a.svg");
    good(line + "--caption --out a.pdf");
    good(line + "--caption --out a.png");
    EXPECT_NE(read("a.svg").find(">8-way bank conflict</text>"), std::string::npos)
        << "the numbers of the caption";
    EXPECT_NE(read("a.svg").find("stride=8, width=4, pad=0"), std::string::npos)
        << "what a reader needs to do it again, also where it is as usual";
    EXPECT_NE(read("a.svg").find("width=\"800\" height=\"500\""), std::string::npos);
    EXPECT_TRUE(read("a.pdf").starts_with("%PDF-"));
    // Each has the same state in it, and is drawn again as it was.
    for (const std::string from : {"a.svg", "a.pdf", "a.png"}) {
        good("shot --scenario " + from + " --out again.png");
        EXPECT_TRUE(read("a.png") == read("again.png")) << from;
        good("shot --scenario " + from + " --out again.svg");
        EXPECT_TRUE(read("a.svg") == read("again.svg")) << from;
        EXPECT_EQ(good("report --scenario " + from + " --json").json()["lab"], "banks");
    }
}

TEST_F(CliTest, PicturesSpeakTheLanguageThatIsAskedFor) {
    const std::string line =
        "shot banks --device emulated --set stride=8 --size 800x500 --view stage --caption ";
    good(line + "--out en.svg");
    good(line + "--language en --out same.svg");
    good(line + "--language zh --out zh.svg");
    EXPECT_TRUE(read("en.svg") == read("same.svg"));
    EXPECT_NE(read("zh.svg").find(">8 路存储体冲突</text>"), std::string::npos);
    EXPECT_EQ(read("zh.svg").find("bank conflict"), std::string::npos);
    good(line + "--language zh --out zh.png");
    EXPECT_GT(colours(render::readPng((m_folder / "zh.png").string())), 50U);
    // what is shown is the same: another language is not part of it
    good("shot --scenario zh.svg --out again.svg");
    EXPECT_TRUE(read("again.svg") == read("en.svg"));
    refuses("shot banks --language fr --out no.png", 2, {"no language 'fr'", "en, zh"});
}

TEST_F(CliTest, ALanguageWithoutAFontIsRefusedWithThePackage) {
    write("fonts.conf",
          "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>");
    ::setenv("FONTCONFIG_FILE", (m_folder / "fonts.conf").c_str(), 1);
    refuses("shot banks --device emulated --language zh --out no.png", 3, {"fonts-noto-cjk"});
    good("shot banks --device emulated --size 800x500 --out en.png");
    ::unsetenv("FONTCONFIG_FILE");
}

// The word in the corner is enough for the same picture.
TEST_F(CliTest, TheCodeOfAPictureDrawsItAgain) {
    for (const std::string line :
         {"banks --set stride=8 --set width=8 --arch H100 --light --view stage --step 2",
          "transpose --arch 2.0 --view access --caption --size 900x600"}) {
        good("shot " + line + " --device emulated --out a.svg");
        const std::string svg = read("a.svg"), begin = ">lanescope open ";
        const std::size_t at = svg.find(begin);
        ASSERT_NE(at, std::string::npos) << line;
        const std::string code =
            svg.substr(at + begin.size(), svg.find('<', at + begin.size()) - at - begin.size());
        const Outcome outcome = good("shot --device emulated --scenario " + code + " --out b.svg");
        EXPECT_EQ(outcome.error, "") << "nothing is left out";
        EXPECT_TRUE(svg == read("b.svg")) << code;
    }
    const Outcome outcome =
        good("shot wave --device emulated --set animate=off --view stage --split 0.3 "
             "--camera 1.2345678,0.5432109,3.0101 --zoom 1.1 --light --caption --out c.svg");
    EXPECT_EQ(outcome.error, "");
    const std::string svg = read("c.svg");
    const std::size_t at = svg.find("lanescope open wave");
    ASSERT_NE(at, std::string::npos);
    const std::string code = svg.substr(at + 15, svg.find('<', at) - at - 15);
    EXPECT_NE(good("shot --scenario " + code + " --out d.svg").error.find("camera"), std::string::npos)
        << "what did not fit is said";
}

TEST_F(CliTest, ShotOfStepsIsFilesPagesOrAFilm) {
    const std::string line = "shot banks --device emulated --size 640x400 --steps --out ";
    good(line + "s.png");
    EXPECT_EQ(files(), (std::vector<std::string>{"s-1.png", "s-2.png", "s-3.png", "s-4.png"}));
    EXPECT_NE(read("s-1.png"), read("s-2.png"));
    EXPECT_EQ(good(line + "s.png --json").json()["files"].size(), 4U);
    const auto alone =
        good("shot banks --device emulated --size 640x400 --set stride=8 --out s.svg --json").json();
    EXPECT_EQ(alone["files"][0], "s.svg");
    EXPECT_EQ(alone["lab"], "banks");
    EXPECT_EQ(alone["parameters"]["stride"], "8");
    EXPECT_TRUE(alone["faults"].empty());
    good(line + "s.pdf");
    EXPECT_NE(read("s.pdf").find("/Count 4"), std::string::npos);
    good(line + "s.gif");
    EXPECT_TRUE(read("s.gif").starts_with("GIF89a"));
}

TEST_F(CliTest, APageAloneIsDrawnWithItsLab) {
    const std::string page = "shot --lesson padding --page 1 --size 800x600 --out p.png";
    const auto strideOf = [&] {
        return good("report --scenario p.png --json").json()["parameters"]["stride"];
    };
    good(page);
    EXPECT_EQ(strideOf(), good("report banks --set stride=32 --json").json()["parameters"]["stride"]);
    good("shot banks" + page.substr(4));
    EXPECT_EQ(strideOf(), 32) << "the page is about the lab that is named";
    good("shot banks --set stride=8" + page.substr(4));
    EXPECT_EQ(strideOf(), 8) << "what is set stays";
    good("shot coalescing" + page.substr(4));
    EXPECT_EQ(good("report --scenario p.png --json").json()["lab"], "coalescing") << "another lab stays";
}

TEST_F(CliTest, SlidesOfALessonArePagesAndPictures) {
    good("lesson banks --student 3 --answers --slides slides.pdf");
    const std::size_t at = read("slides.pdf").find("/Count ");
    ASSERT_NE(at, std::string::npos);
    const int pages = std::stoi(read("slides.pdf").substr(at + 7));
    const auto document = good("lesson banks --student 3 --json").json();
    int questions = 0;
    for (const auto& step : document["steps"]) questions += step.contains("question");
    EXPECT_GT(questions, 3);
    EXPECT_EQ(pages, static_cast<int>(document["steps"].size()) + questions + 1)
        << "a title, one for each step, and the answers";
    good("lesson banks --student 3 --answers --slides slides.svg");
    std::string all;
    for (const std::string& file : files())
        if (file.ends_with(".svg")) all += read(file);
    for (const std::string words : {">Question 1</text>", ">Question 2</text>"})
        EXPECT_NE(all.find(words), std::string::npos) << words;
    EXPECT_NE(all.find(">1 / " + std::to_string(pages) + "</text>"), std::string::npos)
        << "slides are numbered";
    EXPECT_NE(all.find(">banks</text>"), std::string::npos) << "the picture of a state is among the shapes";
    // What would give the answer away is behind the question, which shows what it is about.
    const std::string question = read("slides-02.svg"), answer = read("slides-03.svg");
    EXPECT_NE(question.find(">Question 1</text>"), std::string::npos);
    EXPECT_EQ(question.find(">banks</text>"), std::string::npos);
    EXPECT_NE(question.find(">The kernel</text>"), std::string::npos);
    EXPECT_NE(question.find(">The settings</text>"), std::string::npos);
    EXPECT_NE(answer.find(">Answer 1</text>"), std::string::npos);
    EXPECT_NE(answer.find(">How many wavefronts does this load take?</text>"), std::string::npos);
    EXPECT_NE(answer.find(">banks</text>"), std::string::npos);
    // What is to be mended is seen when it is.
    const std::string before = read("slides-12.svg"), after = read("slides-13.svg");
    EXPECT_NE(before.find(">Question 6</text>"), std::string::npos);
    EXPECT_EQ(before.find("one after another"), std::string::npos);
    EXPECT_NE(after.find("all lanes at once"), std::string::npos);
    // Without the answers there are none, and fewer slides.
    good("lesson banks --student 3 --slides asked.svg");
    std::string asked;
    for (const std::string& file : files())
        if (file.starts_with("asked")) asked += read(file);
    EXPECT_NE(asked.find(">1 / " + std::to_string(pages - questions) + "</text>"), std::string::npos);
    EXPECT_NE(asked.find(">Question 6</text>"), std::string::npos);
    EXPECT_NE(asked.find(">The kernel</text>"), std::string::npos);
    for (const char* told : {">Answer", "What the hardware does", "Each of the 32 lanes"}) {
        EXPECT_EQ(asked.find(told), std::string::npos) << told;
        EXPECT_NE(all.find(told), std::string::npos) << told;
    }
    good("lesson banks --slides slides.html");
    EXPECT_NE(read("slides.html").find("<img alt=\"banks"), std::string::npos);
    EXPECT_NE(read("slides.html").find("data:image/svg+xml;base64,"), std::string::npos);
    EXPECT_EQ(read("slides.html").find("Each of the 32 lanes"), std::string::npos);
    good("lesson banks --answers --slides slides.html");
    EXPECT_NE(read("slides.html").find("Each of the 32 lanes"), std::string::npos);
    good("lesson banks --pictures --answers --sheet sheet.html");
    EXPECT_NE(read("sheet.html").find("data:image/svg+xml;base64,"), std::string::npos);
    good("lesson banks --language zh --pictures --sheet sheet.html");
    EXPECT_NE(read("sheet.html").find("问题 1"), std::string::npos) << "the pictures keep the language";
    EXPECT_EQ(read("sheet.html").find("Question 1"), std::string::npos);
    good("lesson banks --sheet plain.html");
    EXPECT_EQ(read("plain.html").find("<img"), std::string::npos);
}

// All that is seen is in the file: it can be drawn again, and other options laid over it.
TEST_F(CliTest, APictureCanBeDrawnAgainFromItself) {
    for (const std::string line :
         {"banks --set stride=32 --arch H100 --light --zoom 1.2 --step 2 --view stage",
          "wave --frames 30 --camera 1,0.5,3 --split 0.3 --view result"}) {
        good("shot " + line + " --device emulated --size 900x620 --out a.png");
        good("shot --scenario a.png --out b.png");
        EXPECT_TRUE(read("a.png") == read("b.png")) << line;
    }
    good("shot --scenario a.png --size 320x200 --view window --out c.png");
    EXPECT_EQ(render::readPng((m_folder / "c.png").string()).width, 320);
    EXPECT_EQ(good("report --scenario a.png --json").json()["lab"], "wave");
    render::writePng((m_folder / "other.png").string(), render::Image(4, 4));
    refuses("shot --scenario other.png --out d.png", 2, {"other.png", "Lanescope"});
    write("cut.png", read("a.png").substr(0, 40));
    refuses("report --scenario cut.png", 2, {"cut.png"});
}

// Mesh, points and image of a recording are what the kernel writes, without its lab.
/// Of an instruction that lanes of a warp run again and again, not the first time is shown but the worst.
TEST_F(CliTest, ShotOfARecordingShowsTheWorstAccess) {
    good("record reduction --set variant=strided --set size=1024 --set block=256 --out a.lanescope");
    good("shot a.lanescope --device emulated --view access --caption --size 1000x700 --out a.svg");
    EXPECT_NE(read("a.svg").find(">8-way bank conflict<"), std::string::npos);
}

TEST_F(CliTest, ShotOfARecordingShowsItsResult) {
    for (const std::string lab : {"wave --set animate=off", "texture --set animate=off"}) {
        good("record " + lab + " --out a.lanescope");
        // so large that both headings have one line
        const std::string line = " --device emulated --size 1600x1000 --view stage --out ";
        good("shot " + lab + line + "lab.png");
        good("shot a.lanescope" + line + "file.png");
        const render::Image drawn = render::readPng((m_folder / "lab.png").string()),
                            again = render::readPng((m_folder / "file.png").string());
        ASSERT_EQ(drawn.width, again.width) << lab;
        ASSERT_EQ(drawn.height, again.height) << lab;
        std::size_t ink = 0, different = 0; // in the left half, between the heading and the hint
        for (int y = drawn.height / 4; y < drawn.height * 4 / 5; ++y)
            for (int x = 20; x < drawn.width / 2 - 20; ++x) {
                ink += drawn.at(x, y)[2] > 90;
                different += std::abs(drawn.at(x, y)[2] - again.at(x, y)[2]) > 8;
            }
        EXPECT_GT(ink, 3000U) << lab;
        EXPECT_LT(different, ink / 50) << lab;
    }
}

// The access picture is the canvas's, the reading Dear ImGui's: both have their fonts in the program.
TEST_F(CliTest, ShotNeedsNoFontsOfTheSystem) {
    const std::string line = "shot banks --device emulated --size 1024x640 ";
    for (const std::string view : {"access", "reading"}) {
        good(line + "--view " + view + " --out with.png");
        for (const char* name : {"FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_CACHE_HOME"})
            ::setenv(name, "/nonexistent", 1);
        good(line + "--view " + view + " --out without.png");
        for (const char* name : {"FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_CACHE_HOME"}) ::unsetenv(name);
        const render::Image with = render::readPng((m_folder / "with.png").string());
        const render::Image without = render::readPng((m_folder / "without.png").string());
        ASSERT_EQ(with.pixels.size(), without.pixels.size());
        std::size_t ink = 0, different = 0;
        for (std::size_t i = 0; i < with.pixels.size(); i += 4) {
            ink += with.pixels[i + 1] > 128;
            different += with.pixels[i + 1] != without.pixels[i + 1];
        }
        // Times, which the reading shows, differ from run to run.
        EXPECT_GT(ink, 500U) << view;
        EXPECT_LT(different, view == "access" ? 1U : ink / 4) << view;
    }
}

TEST_F(CliTest, ShotSaysThatAViewHasNoRoom) {
    refuses("shot banks --device emulated --size 16x16 --view plots --out a.png", 2,
            {"no room for the view 'plots'"});
}

TEST_F(CliTest, ShotIsDarkUnlessItIsToBeLight) {
    const std::string line = "shot banks --device emulated --size 640x400 ";
    good(line + "--out dark.png");
    good(line + "--light --out light.png");
    const auto brightness = [&](const char* name) {
        const render::Image image = render::readPng((m_folder / name).string());
        double sum = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 4) sum += image.pixels[i + 1];
        return sum / (static_cast<double>(image.pixels.size()) / 4);
    };
    EXPECT_LT(brightness("dark.png"), 64);
    EXPECT_GT(brightness("light.png"), 192);
}

TEST_F(CliTest, ShotFramesAdvanceTheAnimation) {
    const std::string line = "shot wave --device emulated --set width=64 --set height=64 --size 640x400 ";
    good(line + "--out first.png --view stage");
    good(line + "--out later.png --view stage --frames 40");
    EXPECT_NE(render::readPng((m_folder / "first.png").string()).pixels,
              render::readPng((m_folder / "later.png").string()).pixels);
}

TEST_F(CliTest, BenchTimesEveryStage) {
    const auto document =
        good("bench wave --device emulated --set width=64 --set height=64 --frames 5 --size 640x400 --json")
            .json();
    EXPECT_EQ(document["frames"], 5);
    for (const char* stage :
         {"run", "map", "kernel", "unmap", "model", "draw", "ui", "swap", "span", "frame"}) {
        const auto& times = document["stages"].at(stage);
        EXPECT_GE(times["median_ms"], 0) << stage;
        EXPECT_GE(times["p99_ms"], times["median_ms"]) << stage;
    }
    EXPECT_GT(document["stages"]["kernel"]["median_ms"], 0);
    EXPECT_GT(document["stages"]["frame"]["median_ms"], document["stages"]["kernel"]["median_ms"]);
}

TEST_F(CliTest, ShotsOfWhatDoesNotFitWriteNothing) {
    write("text.png", "not a picture");
    refuses("shot texture --device emulated --set image=text.png --size 320x200 --out out.png", 2,
            {"text.png"});
    // At once: no point of the sweep, which has a size that fits, is waited for.
    const auto start = std::chrono::steady_clock::now();
    refuses("bench coalescing --device emulated --set size-mib=4096 --frames 5 --size 320x200", 2,
            {"does not fit", "smaller"});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

} // namespace

} // namespace lanescope::shell
