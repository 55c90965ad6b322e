// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Programs of the user's beside the window: what they print, how they end, and that they can be ended.
#include "recording/under_way.h"
#include "script_folder.h"
#include "shell/programs/console_process.h"
#include "shell/programs/printed_text.h"
#include "shell/programs/program_run.h"
#include "shell/programs/targets.h"
#include "shell/programs/temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace lanescope::shell {
namespace {

using namespace std::chrono_literals;

TEST(PrintedText, IsWhatATerminalShowsInTheEnd) {
    PrintedText printed;
    printed.add("10 %\r20 %");
    printed.add("\rdone\r\n\x1b[1;32mgreen\x1b");
    printed.add("[0m\x1b]0;title\a and\tplain\b\n");
    EXPECT_EQ(printed.text(), "done\ngreen and\tplain\n");
    EXPECT_FALSE(printed.isCut());
    EXPECT_EQ(printed.lastLines(1), "green and\tplain");
    EXPECT_EQ(printed.lastLines(5), "done\ngreen and\tplain");
    EXPECT_EQ(PrintedText().lastLines(3), "");
}

/// A picture of a program that was dropped on another window than that which made it.
TEST(Targets, SayWhatToDoWithoutTheRecordingOfAProgram) {
    std::string recording;
    {
        Targets window;
        recording = window.placeFor({"folder/prog.cu", {}, "emulated"});
        EXPECT_EQ(window.find(recording)->name, recording);
    }
    try {
        Targets().find(recording);
        FAIL() << recording << " should have gone";
    } catch (const BadInput& failure) {
        const std::string said = failure.what();
        EXPECT_NE(said.find("the recording of prog.cu"), std::string::npos) << said;
        EXPECT_NE(said.find("run the program again"), std::string::npos) << said;
    }
}

/// Of processes that were killed; whatever is not surely such a one stays.
TEST(TemporaryFolders, OfDeadProcessesAreRemoved) {
    namespace fs = std::filesystem;
    const ScriptFolder home("abandoned");
    const char* const before = std::getenv("TMPDIR");
    const std::string was = before ? before : "";
    const fs::path all = home.path() / "tmp";
    fs::create_directories(all);
    const pid_t dead = ::fork();
    if (dead == 0) ::_exit(0);
    ASSERT_EQ(::waitpid(dead, nullptr, 0), dead);
    const std::string number = std::to_string(dead);
    const fs::path abandoned = all / ("lanescope-" + number + "-abc123"),
                   locked = all / ("lanescope-" + number + "-locked"),
                   link = all / ("lanescope-" + number + "-linked");
    const std::vector<fs::path> others{locked,
                                       all / ("lanescope-" + std::to_string(::getpid()) + "-abc123"),
                                       all / "lanescope-abc123",
                                       all / ("lanescope-" + number),
                                       all / ("lanescope-" + number + "-abc1234"),
                                       all / ("lanescope-" + number + "-abc-12"),
                                       all / ("other-" + number + "-abc123"),
                                       home.path() / "target"};
    for (const fs::path& each : others) fs::create_directories(each / "in");
    fs::create_directories(abandoned / "in" / "deep");
    std::ofstream(abandoned / "in" / "file") << "x";
    fs::create_directory_symlink(home.path() / "target", link);
    const int held = ::open(locked.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ASSERT_EQ(::flock(held, LOCK_EX | LOCK_NB), 0);
    ::setenv("TMPDIR", all.c_str(), 1);
    TemporaryFolder::removeAbandoned();
    EXPECT_FALSE(fs::exists(abandoned));
    for (const fs::path& each : others) EXPECT_TRUE(fs::exists(each / "in")) << each;
    EXPECT_TRUE(fs::is_symlink(link));
    {
        const TemporaryFolder own;
        EXPECT_TRUE(
            own.path().filename().string().starts_with("lanescope-" + std::to_string(::getpid()) + "-"));
        TemporaryFolder::removeAbandoned();
        EXPECT_TRUE(fs::exists(own.path()));
    }
    ::close(held);
    was.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", was.c_str(), 1);
}

TEST(PrintedText, KeepsTheLastWholeLines) {
    PrintedText printed(20);
    for (int i = 0; i < 100; ++i) printed.add("line " + std::to_string(i) + "\n");
    EXPECT_EQ(printed.text(), "line 98\nline 99\n");
    EXPECT_TRUE(printed.isCut());
    printed.add(std::string(1000, 'x'));
    EXPECT_EQ(printed.text(), std::string(20, 'x'));
    printed.add("\rshort\n");
    EXPECT_EQ(printed.text(), "short\n");
}

class OwnProgram : public testing::Test {
protected:
    std::string program(const std::string& script) const { return m_folder.program(script); }
    /// One that stands for what the runtime does.
    static std::string recorded(const std::string& script) {
        return "printf '\\7' | dd of=\"$LANESCOPE_RECORD_UNDER_WAY\" conv=notrunc 2>/dev/null\n"
               "echo whole >\"$LANESCOPE_RECORD\"\n" +
               script;
    }
    template<class Holds>
    static bool soon(Holds holds) {
        for (int i = 0; i < 4000; ++i) {
            if (holds()) return true;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    }
    void start(const std::string& script) {
        m_run.start({program(script), {}, "emulated"}, (m_folder.path() / "it.lanescope").string());
    }
    void finish(const std::string& script) {
        start(script);
        EXPECT_TRUE(soon([&] { return m_run.poll(); })) << "it does not end";
        EXPECT_FALSE(m_run.poll()) << "it ends once";
    }
    pid_t numberIn(const char* file) const {
        pid_t id = 0;
        std::ifstream(m_folder.path() / file) >> id;
        return id;
    }
    ScriptFolder m_folder{"run"};
    ProgramRun m_run;
};

TEST_F(OwnProgram, PrintsToATerminalSoThatItsLinesComeAtOnce) {
    start("test -t 1 && echo terminal; echo complaint >&2; sleep 60");
    EXPECT_TRUE(soon([&] { return m_run.printed().text() == "terminal\ncomplaint\n"; }))
        << m_run.printed().text();
    EXPECT_TRUE(m_run.running());
    EXPECT_TRUE(m_run.statusText().starts_with("Running ")) << m_run.statusText();
    EXPECT_EQ(m_run.statusText().find("launch"), std::string::npos) << "none has ended so far";
}

TEST_F(OwnProgram, SaysWhichKernelRunsNow) {
    // The name stands behind two numbers.
    start("printf slow | dd of=\"$LANESCOPE_RECORD_UNDER_WAY\" bs=1 seek=16 conv=notrunc 2>/dev/null; sleep "
          "60");
    EXPECT_TRUE(soon([&] { return m_run.statusText().ends_with(" s, now kernel slow"); }))
        << m_run.statusText();
}

TEST(UnderWay, ALongNameIsCutOff) {
    recording::UnderWay underWay;
    EXPECT_EQ(underWay.kernel(), "");
    underWay.countLaunches(3);
    underWay.setKernel(std::string(200, 'x'));
    EXPECT_EQ(underWay.kernel(), std::string(95, 'x'));
    underWay.setKernel({});
    EXPECT_EQ(underWay.kernel(), "");
    EXPECT_EQ(underWay.launches(), 3U);
}

TEST_F(OwnProgram, LeavesItsRecordingAndSaysHowManyLaunchesItMade) {
    finish(recorded("echo result"));
    EXPECT_TRUE(m_run.end().good && m_run.end().recorded) << m_run.end().text;
    EXPECT_EQ(m_run.launches(), 7U);
    EXPECT_NE(m_run.end().text.find("7 launches"), std::string::npos) << m_run.end().text;
    EXPECT_EQ(m_run.printed().text(), "result\n");
}

TEST_F(OwnProgram, ThatFailsOrCrashesIsSaidInOneLine) {
    const std::string name = (m_folder.path() / "program").string();
    finish(recorded("exit 3"));
    EXPECT_TRUE(m_run.end().recorded && !m_run.end().good);
    EXPECT_EQ(m_run.end().text, name + " ended with exit code 3.");
    finish(recorded("kill -SEGV $$"));
    EXPECT_TRUE(m_run.end().recorded && !m_run.end().good);
    EXPECT_EQ(m_run.end().text, name + " was ended by signal 11 (Segmentation fault).");
    finish("echo nothing of CUDA");
    EXPECT_FALSE(m_run.end().recorded || m_run.end().good);
    EXPECT_NE(m_run.end().text.find("nothing of Lanescope's CUDA runtime"), std::string::npos);
    EXPECT_EQ(m_run.printed().lastLines(1), "nothing of CUDA");
    std::filesystem::remove(name);
    m_run.start({name, {}, "emulated"}, (m_folder.path() / "it.lanescope").string());
    EXPECT_TRUE(m_run.poll());
    EXPECT_NE(m_run.end().text.find("cannot be started"), std::string::npos) << m_run.end().text;
}

TEST_F(OwnProgram, IsCancelledWithItsChildren) {
    start("cd " + m_folder.path().string() +
          "; echo $$ >parent; sleep 60 & echo $! >child; echo begun; wait");
    ASSERT_TRUE(soon([&] { return m_run.printed().text() == "begun\n"; }));
    const pid_t parent = numberIn("parent"), child = numberIn("child");
    ASSERT_GT(parent, 0);
    ASSERT_GT(child, 0);
    m_run.cancel();
    EXPECT_FALSE(m_run.running());
    EXPECT_TRUE(m_run.poll());
    EXPECT_NE(m_run.end().text.find("was cancelled after"), std::string::npos) << m_run.end().text;
    EXPECT_NE(::kill(parent, 0), 0);
    // Whoever adopts it has to have seen that it is gone, or it is a process that runs no more.
    EXPECT_TRUE(soon([&] {
        std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
        std::string number, name, state;
        return !(stat >> number >> name >> state) || state == "Z";
    }));
    finish(recorded("echo again"));
    EXPECT_EQ(m_run.printed().text(), "again\n");
}

TEST_F(OwnProgram, ThatIsCancelledKeepsWhatItRecorded) {
    start(recorded("trap 'echo ends; exit 130' INT; echo begun; while :; do sleep 0.1; done"));
    ASSERT_TRUE(soon([&] { return m_run.printed().text() == "begun\n"; }));
    m_run.cancel();
    EXPECT_TRUE(m_run.end().recorded);
    EXPECT_NE(m_run.end().text.find("was cancelled after"), std::string::npos) << m_run.end().text;
}

TEST_F(OwnProgram, ThatIsClosedLeavesNothing) {
    start("sleep 60");
    EXPECT_NE(m_run.close().find("was cancelled after"), std::string::npos);
    EXPECT_EQ(m_run.stage(), ProgramRun::Stage::None);
    EXPECT_FALSE(m_run.poll());
    EXPECT_EQ(m_run.recording(), "");
    EXPECT_EQ(m_run.close(), "");
}

TEST_F(OwnProgram, MayPrintWithoutEnd) {
    start("yes a line of some length that comes again and again");
    EXPECT_TRUE(soon([&] { return m_run.printed().isCut(); }));
    EXPECT_LE(m_run.printed().text().size(), std::size_t(1) << 16);
    m_run.cancel();
    EXPECT_FALSE(m_run.running());
}

TEST_F(OwnProgram, ReadsNothingFromTheTerminalOfTheWindow) {
    finish(recorded("test -t 0 && echo terminal; echo end"));
    EXPECT_EQ(m_run.printed().text(), "end\n");
}

TEST_F(OwnProgram, WhatItLeavesBehindKeepsNobodyWaiting) {
    const auto start = std::chrono::steady_clock::now();
    finish(recorded("sleep 20 & echo end"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
    EXPECT_EQ(m_run.printed().text(), "end\n");
}

} // namespace
} // namespace lanescope::shell
