// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What is kept from one start to the next, and what a link carries beside the lab.
#include "kit/lab.h"
#include "kit/registry.h"
#include "lessons/library.h"
#include "model/architecture.h"
#include "recording/file.h"
#include "script_folder.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/kept/session_file.h"
#include "shell/app/kept/window_place.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/lesson/list.h"
#include "shell/app/messages.h"
#include "shell/output/output.h"
#include "shell/requests/look_request.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/picture_link.h"
#include "shell/requests/scenario.h"
#include "text/language.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace lanescope::shell {
namespace {

namespace fs = std::filesystem;

class Kept : public testing::Test {
public:
    Kept() { fs::create_directories(m_folder); }
    ~Kept() override { fs::remove_all(m_folder); }

protected:
    std::string file(const char* name) const { return (m_folder / name).string(); }
    static void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
    static std::string read(const std::string& path) {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    fs::path m_folder = fs::temp_directory_path() / ("lanescope-kept-" + std::to_string(::getpid()));
};

TEST_F(Kept, BookmarksComeBackAsTheyWere) {
    const Bookmarks all{{"a conflict", "lanescope:banks?set=stride=32"}, {"\"mine\" \\ 2", "lanescope:wave"}};
    EXPECT_EQ(parseBookmarks(bookmarksText(all), "a file"), all);
    BookmarkFile first(file("bookmarks.json"));
    first.change(all);
    EXPECT_EQ(first.takeComplaint(), "");
    EXPECT_EQ(*BookmarkFile(file("bookmarks.json")).all(), all);
}

TEST_F(Kept, ADamagedFileOfBookmarksIsPutAside) {
    for (const char* damaged :
         {"", "{", "[]", R"({"bookmarks": 3})", R"({"bookmarks": [{"name": 1, "link": "x"}]})",
          R"({"bookmarks": [{"name": "x"}]})", "\x01\xff\xfe nothing"}) {
        const std::string path = file("bookmarks.json");
        write(path, damaged);
        BookmarkFile bookmarks(path);
        EXPECT_TRUE(bookmarks.all()->empty());
        const std::string complaint = bookmarks.takeComplaint();
        EXPECT_NE(complaint.find(path + ".damaged"), std::string::npos) << complaint;
        EXPECT_EQ(complaint.find('\n'), std::string::npos);
        EXPECT_EQ(read(path + ".damaged"), damaged) << "nothing is lost";
        bookmarks.change({{"new", "lanescope:wave"}});
        EXPECT_EQ(BookmarkFile(path).all()->size(), 1U);
        EXPECT_EQ(read(path + ".damaged"), damaged);
        fs::remove(path + ".damaged");
        fs::remove(path);
    }
    // A second one does not take the place of the first.
    for (const char* damaged : {"one", "two"}) {
        write(file("b.json"), damaged);
        BookmarkFile bookmarks(file("b.json"));
    }
    EXPECT_EQ(read(file("b.json.damaged")), "one");
    EXPECT_EQ(read(file("b.json.damaged-2")), "two");
}

TEST_F(Kept, TwoWindowsKeepEachOthersBookmarks) {
    const Bookmark a{"a", "1"}, b{"b", "2"}, c{"c", "3"};
    BookmarkFile one(file("bookmarks.json"));
    one.change({a});
    BookmarkFile two(file("bookmarks.json"));
    two.change({a, b});
    one.change({a, c});
    EXPECT_EQ(*one.all(), (Bookmarks{a, c, b}));
    two.change({b}); // without a, which it knows
    EXPECT_EQ(*two.all(), (Bookmarks{b, c}));
    one.refresh();
    EXPECT_EQ(*one.all(), (Bookmarks{b, c}));
    // Who removes the file by hand while a window is open has not thrown the bookmarks away.
    fs::remove(file("bookmarks.json"));
    one.change({b, c, a});
    EXPECT_EQ(*BookmarkFile(file("bookmarks.json")).all(), (Bookmarks{b, c, a}));
}

TEST(BookmarkNames, AreDifferentAndNotEmpty) {
    const Bookmarks all{{"a", "1"}, {"a 2", "1"}};
    EXPECT_EQ(freeName(all, " b \n"), "b");
    EXPECT_EQ(freeName(all, "a"), "a 3");
    EXPECT_EQ(freeName(all, " \t "), "");
}

TEST(BookmarkDetails, SayWhatIsSeen) {
    EXPECT_EQ(bookmarkDetail({"", "lanescope:banks?set=stride=8&set=pad=1"}), "banks: stride=8, pad=1");
    EXPECT_EQ(bookmarkDetail({"", "lanescope:banks?lesson=banks&student=3&page=2"}),
              "the lesson 'Banks of shared memory', step 2; banks");
    EXPECT_EQ(bookmarkDetail({"", "lanescope:banks?lesson=banks&page=0"}),
              "the lesson 'Banks of shared memory'; banks");
    EXPECT_EQ(bookmarkDetail({"", "lanescope:banks?lesson=banks&page=99"}),
              "the lesson 'Banks of shared memory', its end; banks");
    EXPECT_EQ(bookmarkDetail({"", "lanescope:banks?lesson=course%2Fmine.md&page=1"}),
              "the lesson 'mine.md', step 1; banks");
    const text::Language before = text::language();
    text::setLanguage(text::Language::Chinese);
    const std::string chinese = bookmarkDetail({"", "lanescope:banks?lesson=banks&student=3&page=2"});
    text::setLanguage(before);
    EXPECT_EQ(chinese.find("lesson"), std::string::npos) << chinese;
    EXPECT_NE(chinese.find("《共享内存的存储体》"), std::string::npos) << chinese;
    const std::string damaged = bookmarkDetail({"", "lanescope:banks?colour=red"});
    EXPECT_NE(damaged.find("no field 'colour'"), std::string::npos) << damaged;
}

TEST_F(Kept, ASessionThatEndedWithoutAWordIsFound) {
    const fs::path folder = m_folder / "windows";
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        SessionFile session(folder);
        session.write("lanescope:wave");
        session.write("lanescope:banks?set=stride=8");
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    {
        SessionFile next(folder);
        EXPECT_EQ(next.lost(), "lanescope:banks?set=stride=8");
        EXPECT_EQ(SessionFile(folder).lost(), "") << "it is offered in one window alone";
        next.end(); // nobody answered
    }
    SessionFile again(folder);
    EXPECT_EQ(again.lost(), "lanescope:banks?set=stride=8");
    again.forgetLost();
    again.end();
    EXPECT_EQ(SessionFile(folder).lost(), "");
}

TEST_F(Kept, AWindowThatIsOpenAndOneThatEndedAreNotLost) {
    const fs::path folder = m_folder / "windows";
    SessionFile open(folder);
    open.write("lanescope:banks");
    SessionFile ended(folder);
    ended.write("lanescope:wave");
    ended.end();
    EXPECT_EQ(SessionFile(folder).lost(), "");
    SessionFile nowhere{fs::path()};
    nowhere.write("lanescope:banks");
    EXPECT_EQ(nowhere.lost(), "");
}

TEST(WindowPlaceTest, ComesBackFromItsText) {
    for (const WindowPlace& place :
         {WindowPlace{100, -50, 1600, 1000, 1, false}, WindowPlace{0, 0, 640, 400, 1.25F, true}})
        EXPECT_EQ(parsePlace(placeText(place)), place) << placeText(place);
    for (const char* damaged : {"", "window", "window 1,2 3x4 scale 1", "window 1 1600x1000 scale 1",
                                "window 1,2 1600x1000 scale 0", "window 1,2 1600x1000 scale nan",
                                "window 1,2 1600x1000 scale 1 minimized", "window 1,2 1600 scale 1",
                                "window 1,2 1600x1000 scale 1 maximized twice"})
        EXPECT_FALSE(parsePlace(damaged)) << damaged;
}

TEST(WindowStartTest, FollowsTheMonitorsScale) {
    AppOptions options;
    const auto start = [&](float scale, int width = 20000, int height = 20000) {
        return windowStart(options, scale, width, height);
    };
    EXPECT_EQ(start(1, 2560, 1440).width, 1600);
    EXPECT_EQ(start(1, 2560, 1440).scale, 0) << "by the picture's size";
    EXPECT_EQ(start(1, 3840, 2160).width, 2880) << "a monitor of many pixels that does not say so";
    EXPECT_EQ(start(1, 3840, 2160).height, 1800);
    EXPECT_EQ(start(1, INT_MAX, INT_MAX).width, 1600) << "no monitor is known";
    EXPECT_EQ(start(2).width, 3200);
    EXPECT_EQ(start(2).height, 2000);
    EXPECT_EQ(start(2).scale, 2);
    EXPECT_EQ(start(2).zoom, 1);
    EXPECT_EQ(start(2, 2560, 1400).width, 2560) << "no larger than the screen";
    EXPECT_EQ(start(2, 2560, 1400).height, 1400);
    EXPECT_EQ(start(1, 320, 200).width, kLeastWidth);
    // What a link says of size and zoom is what is seen, whatever the monitor says.
    options.sized = true;
    options.width = 3200;
    options.height = 2000;
    options.zoom = 1.5F;
    EXPECT_EQ(start(2).width, 3200);
    EXPECT_FLOAT_EQ(start(2).scale * start(2).zoom, 3);
    EXPECT_FLOAT_EQ(start(1.25F).scale * start(1.25F).zoom, 3);
    EXPECT_FLOAT_EQ(start(1).zoom, 1.5F);
    // The window of the last start, on the same monitor and on another.
    options.place = WindowPlace{10, 20, 3200, 2000, 2, false};
    EXPECT_EQ(start(2).width, 3200);
    EXPECT_FLOAT_EQ(start(2).zoom, 1.5F);
    EXPECT_EQ(start(1).width, 1600);
    EXPECT_EQ(start(1).height, 1000);
    EXPECT_FLOAT_EQ(start(1).zoom, 1.5F);
    options.place->scale = 1;
    EXPECT_EQ(start(2).width, 6400);
    EXPECT_EQ(start(2).scale, 2);
}

TEST(LinkTest, CarriesWhatIsPinnedAndTheLesson) {
    const kit::LabEntry& entry = kit::findLab("banks");
    const auto lab = entry.make();
    kit::View view;
    view.pinned = {.lane = 5, .site = 3, .address = 4096, .bytes = 32, .point = -1};
    const PictureState state{.entry = entry,
                             .lab = *lab,
                             .architecture = model::defaultArchitecture(),
                             .device = "auto",
                             .view = view,
                             .lesson = "/home/ada/my lesson.md",
                             .student = 18446744073709551615U,
                             .page = 3};
    const Scenario scenario = readScenario(pictureLink(state));
    const AppOptions options = appOptions(scenario.request, scenario.look);
    EXPECT_EQ(options.view, view);
    EXPECT_EQ(options.lesson, "/home/ada/my lesson.md");
    EXPECT_EQ(options.student, 18446744073709551615U);
    EXPECT_EQ(options.page, 3U);
    // The code that stands in a picture has the pin, too, as far as there is room.
    const PictureState picture{.entry = entry,
                               .lab = *lab,
                               .architecture = model::defaultArchitecture(),
                               .device = "auto",
                               .view = view,
                               .part = WindowPart::Stage};
    const Scenario code = readScenario(pictureCode(picture));
    EXPECT_EQ(appOptions(code.request, code.look).view, view) << pictureCode(picture);
}

/// A recording is found from every folder, and is the same by all its names.
TEST(LinkTest, NamesARecordingByItsWholePath) {
    const ScriptFolder folder("whole-path");
    const std::filesystem::path file = folder.path() / "a.lanescope";
    const recording::Recording recording =
        kit::recordingOf(*kit::findLab("banks").make(), model::defaultArchitecture());
    recording::writeRecording(recording, file);
    const std::string relative = std::filesystem::relative(file).string();
    Targets targets;
    const auto entry = targets.find(relative);
    EXPECT_EQ(entry->name, relative);
    EXPECT_EQ(targets.find(file.string()), entry);
    const auto lab = entry->make();
    const kit::View view;
    const PictureState state{.entry = *entry,
                             .lab = *lab,
                             .architecture = model::defaultArchitecture(),
                             .device = "auto",
                             .view = view};
    EXPECT_EQ(readScenario(pictureLink(state)).request.lab, file.string());
}

TEST(LinkTest, RefusesPinsAndPagesThatAreNone) {
    for (const char* damaged :
         {"pin=5", "pin=32,0,0,0,-1", "pin=5,0,0,0,-1,7", "pin=a,b,c,d,e", "pin=1,2,-3,0,-1", "page=2",
          "student=2", "lesson=banks&page=-1", "lesson=banks&student=two"}) {
        const Scenario scenario = readScenario(std::string("lanescope:banks?") + damaged);
        EXPECT_THROW(appOptions(scenario.request, scenario.look), BadInput) << damaged;
    }
}

/// Takes what the model says until something holds, for up to half a minute.
template<class Holds>
bool followUntil(LessonDesk& desk, Messages& messages, Holds holds) {
    for (int i = 0; i < 3000 && !holds(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        desk.follow(messages, 0, true);
    }
    return holds();
}

TEST(LessonDeskTest, AVerdictGoesWithItsAnswer) {
    LessonDesk desk("");
    Messages messages;
    desk.open("banks");
    desk.goTo(3); // lanes
    ASSERT_TRUE(followUntil(desk, messages, [&] { return desk.page() != nullptr; }));
    desk.check("30, 31");
    ASSERT_TRUE(followUntil(desk, messages, [&] { return !desk.checking(); }));
    ASSERT_TRUE(desk.draft().wrong);
    desk.seeAnswer("30, 31");
    EXPECT_TRUE(desk.draft().wrong) << "it is still there";
    desk.seeAnswer("30");
    EXPECT_FALSE(desk.draft().wrong) << "that is another answer";
    EXPECT_EQ(desk.draft().says, "");
}

TEST(LessonDeskTest, AVerdictThatWasOnItsWayComesInTheOtherLanguage) {
    LessonDesk desk("");
    Messages messages;
    desk.open("banks");
    desk.goTo(1);
    ASSERT_TRUE(followUntil(desk, messages, [&] { return desk.page() != nullptr; }));
    desk.check("32");
    text::setLanguage(text::Language::Chinese);
    desk.languageChanged(messages);
    EXPECT_TRUE(followUntil(desk, messages, [&] { return !desk.checking() && desk.page() != nullptr; }));
    text::setLanguage(text::Language::English);
    EXPECT_TRUE(desk.draft().wrong);
    EXPECT_EQ(desk.work().attemptAt(desk.work().step())->tries, 1);
    EXPECT_NE(desk.draft().says.find("不同"), std::string::npos) << desk.draft().says;
}

TEST(LessonDeskTest, AClassSeesNothingOfWhatItsTeacherAnswered) {
    LessonDesk desk("");
    Messages messages;
    desk.open("banks");
    desk.goTo(1);
    ASSERT_TRUE(followUntil(desk, messages, [&] { return desk.page() != nullptr; }));
    desk.check("1");
    ASSERT_TRUE(followUntil(desk, messages, [&] { return !desk.work().waits(); }));
    desk.follow(messages, 0, false);
    EXPECT_TRUE(desk.work().waits());
    EXPECT_EQ(desk.work().page(), 1U);
    desk.next();
    desk.follow(messages, 0, true);
    EXPECT_EQ(desk.work().page(), 2U) << "where the class has come to";
    desk.back();
    EXPECT_FALSE(desk.work().waits());
}

TEST(LessonDeskTest, WhatWasForgottenCanBeBroughtBack) {
    LessonDesk desk("");
    Messages messages;
    desk.open("banks");
    desk.restart();
    EXPECT_FALSE(desk.canBringBack()) << "there was nothing";
    desk.goTo(1);
    desk.reveal();
    desk.restart();
    EXPECT_EQ(desk.work().page(), 0U);
    EXPECT_FALSE(desk.work().attemptAt(0)->revealed);
    ASSERT_TRUE(desk.canBringBack());
    desk.bringBack();
    EXPECT_TRUE(desk.work().attemptAt(0)->revealed);
    EXPECT_FALSE(desk.canBringBack());
    desk.follow(messages, 0, false);
    desk.restart();
    desk.follow(messages, 0, true);
    EXPECT_TRUE(desk.work().attemptAt(0)->revealed) << "a class forgets nothing of its teacher's";
}

TEST(LessonDeskTest, CodeStartsOverWithoutWhatWasSaidOfIt) {
    LessonDesk desk("");
    Messages messages;
    desk.open("threads");
    desk.goTo(desk.lesson().steps.size()); // the last step is one of code
    ASSERT_TRUE(followUntil(desk, messages, [&] { return desk.page() != nullptr; }));
    LessonDesk::Draft& draft = desk.draft();
    const std::string given = draft.text;
    draft.text += "}";
    desk.check(draft.text);
    ASSERT_TRUE(followUntil(desk, messages, [&] { return !desk.checking(); }));
    EXPECT_TRUE(draft.unreadable);
    EXPECT_EQ(draft.errors.size(), 1U);
    EXPECT_EQ(desk.work().attemptAt(desk.work().step())->tries, 0) << "it does not compile";
    desk.startOver();
    EXPECT_EQ(draft.text, given);
    EXPECT_FALSE(draft.unreadable);
    EXPECT_TRUE(draft.says.empty() && draft.errors.empty());
}

TEST(LessonDeskTest, TheListSaysWhatIsDoneAndWhatIsLeft) {
    LessonDesk desk("");
    const lessons::Lesson& banks = *lessons::findLesson("banks");
    EXPECT_EQ(progressWords(desk, banks), "");
    const std::string atFirst = courseWords(desk);
    EXPECT_TRUE(atFirst.starts_with("0 of ")) << atFirst;
    desk.open("banks");
    desk.goTo(1);
    EXPECT_EQ(progressWords(desk, banks), "begun");
    EXPECT_EQ(courseWords(desk), atFirst);
    desk.reveal();
    EXPECT_EQ(progressWords(desk, banks), "begun, 5 of 6 left");
    for (std::size_t page = 2; page <= banks.steps.size(); ++page) {
        desk.goTo(page);
        desk.reveal();
    }
    EXPECT_EQ(progressWords(desk, banks), "done, 0 of 6 right");
    EXPECT_TRUE(courseWords(desk).starts_with("1 of ")) << courseWords(desk);
}

TEST(LessonDeskTest, GoesBackToAPageWithSomebodysValues) {
    LessonDesk desk("");
    Messages messages;
    desk.restore("banks", 5, 2);
    EXPECT_EQ(desk.name(), "banks");
    EXPECT_EQ(desk.student(), 5U);
    EXPECT_EQ(desk.work().page(), 2U);
    ASSERT_TRUE(followUntil(desk, messages, [&] { return desk.page() != nullptr; }));
    EXPECT_FALSE(desk.takeState()) << "the lab was set by who restored it";
    desk.resetState();
    EXPECT_TRUE(desk.takeState());
    desk.next();
    ASSERT_TRUE(followUntil(desk, messages, [&] { return desk.page() != nullptr; }));
    EXPECT_TRUE(desk.takeState()) << "of another page it is set again";
    EXPECT_THROW(desk.restore("no such lesson", 0, 0), BadInput);
    EXPECT_EQ(desk.name(), "banks");
    desk.restore("banks", 5, 1000);
    EXPECT_TRUE(desk.work().atEnd());
    desk.restore("", 0, 0);
    EXPECT_FALSE(desk.isOpen());
    EXPECT_EQ(desk.student(), 0U) << "the values were another's only as long as it was open";
}

TEST(Printable, HasNoByteThatATerminalShouldNotGet) {
    EXPECT_EQ(printable("plain, \tand \xe4\xb8\xad\xe6\x96\x87"), "plain, \tand \xe4\xb8\xad\xe6\x96\x87");
    EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
    EXPECT_EQ(printable("\xff\xe4\xb8"), "\\xff\\xe4\\xb8");
    EXPECT_EQ(printable(std::string_view("\0a", 2)), "\\x00a");
}

} // namespace
} // namespace lanescope::shell
