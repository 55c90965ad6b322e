// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace lanescope::shell {

namespace {

/// A report of a lab and of its recording, which have to agree but for the name and the parameters.
void expectSameReport(const nlohmann::json& lab, const nlohmann::json& file) {
    for (const char* key : {"total", "launches", "sites"})
        if (lab.contains(key)) {
            EXPECT_EQ(lab[key], file.value(key, nlohmann::json())) << key;
        }
}

TEST_F(CliTest, ARecordingStandsInALabsPlace) {
    for (const char* lab :
         {"banks --set stride=3", "matmul", "pitch", "constant --set memory=texture", "atomics"}) {
        const auto told = good(std::string("record --out a.lanescope --json ") + lab).json();
        EXPECT_EQ(told["file"], "a.lanescope");
        EXPECT_EQ(std::filesystem::file_size(m_folder / "a.lanescope"), told["bytes"]);
        EXPECT_FALSE(told["calls"].empty());
        for (const char* architecture : {"9.0", "1.0"}) {
            const std::string options = std::string(" --json --device emulated --arch ") + architecture;
            expectSameReport(good(std::string("report ") + lab + options).json(),
                             good("report a.lanescope" + options).json());
        }
    }
}

/// The lab is about its streams, but of a program one looks for the line that costs most.
TEST_F(CliTest, OfAProgramTheLinesComeBeforeTheTimeline) {
    good("record streams --out s.lanescope");
    const auto order = [&](const std::string& what) {
        const std::string text = good("report --device emulated " + what).out;
        const std::size_t lines = text.find("efficiency"), timeline = text.find("modelled: why then");
        EXPECT_TRUE(lines != std::string::npos && timeline != std::string::npos) << text;
        return lines < timeline;
    };
    EXPECT_TRUE(order("s.lanescope"));
    EXPECT_FALSE(order("streams"));
}

TEST_F(CliTest, ARecordingsSweepIsOnePointOnEachArchitecture) {
    good("record coalescing --out a.lanescope");
    const auto table = csv(good("sweep a.lanescope --arch 1.0,2.0,9.0 --csv -").out);
    EXPECT_EQ(table.size(), 1U + 3);
}

TEST_F(CliTest, TheWarpThatIsLookedAtIsThere) {
    good("record reduction --set size=1024 --set block=256 --out a.lanescope");
    const std::string report = "report --device emulated a.lanescope";
    good(report + " --set focus-block=3 --set focus-warp=7");
    refuses(report + " --set focus-block=4", 2, {"'4' is not a value of focus-block here", "is 3"});
    refuses(report + " --set focus-warp=8", 2, {"'8' is not a value of focus-warp here", "is 7"});
    for (const char* what : {"a.lanescope", "reduction"})
        refuses(std::string("sweep --over focus-block=0:2 ") + what, 2, {"focus-block", "looked at"});
}

/// Said before there is a window, and the same of a picture.
TEST_F(CliTest, WhatIsTypedOfALaunchHasToBeThere) {
    good("record reduction --set size=1024 --set block=256 --out a.lanescope");
    for (const char* command : {"run a.lanescope", "shot a.lanescope --out p.png"}) {
        const std::string line = std::string(command) + " --device emulated";
        if (line.starts_with("shot") && run(line).code == 3) continue; // no OpenGL here
        std::filesystem::remove(m_folder / "p.png");
        refuses(line + " --launch 9", 2, {"there is no launch 9: the program has "});
        refuses(line + " --site 99", 2, {"there is no site 99: the last one is "});
    }
    refuses("run banks --device emulated --site 99", 2, {"no access of site 99 can be shown"});
}

/// A program may take long: what is misspelt beside it is said first.
TEST_F(CliTest, AProgramDoesNotRunForWhatIsRefusedAfterwards) {
    writeProgram("program", ": >ran");
    refuses("report ./program --arch 6.9", 2, {"6.9"});
    refuses("report ./program --cache hot", 2, {"hot"});
    refuses("report ./program --counters --device emulated", 2, {"--counters"});
    refuses("shot ./program --out p.jpg", 2, {"p.jpg"});
    refuses("shot ./program --out no/p.png", 2, {"no/p.png"});
    refuses("shot ./program --out p.png --theme blue", 2, {"blue"});
    refuses("shot ./program --out p.png --view access --steps --step 2", 2, {"--step"});
    refuses("record ./program --out no/p.lanescope", 2, {"no/p.lanescope"});
    EXPECT_FALSE(std::filesystem::exists(m_folder / "ran"));
}

/// Waits until a process is gone, or is one that runs no more.
bool isSoonGone(const std::string& number) {
    for (int i = 0; i < 1000; ++i) {
        std::ifstream stat("/proc/" + number + "/stat");
        std::string id, name, state;
        if (!(stat >> id >> name >> state) || state == "Z") return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

TEST_F(CliTest, AProgramEndsWithWhoRunsIt) {
    writeProgram("program", "echo $$ >number; kill -KILL $PPID; while :; do sleep 0.1; done");
    for (const char* command : {"report", "report --check", "record", "shot --out p.png"}) {
        SCOPED_TRACE(command);
        EXPECT_EQ(run(std::string(command) + " ./program").code, 128 + SIGKILL);
        EXPECT_TRUE(isSoonGone(lines(read("number")).front()));
    }
}

TEST_F(CliTest, AProgramThatTakesNoNoticeOfASignalIsKilled) {
    const std::string ignores = "trap '' TERM; kill -TERM $PPID; ";
    const std::string goesOn = "while :; do sleep 0.1; done";
    const std::string said = "./program did not end at signal 15 (Terminated) and was killed";
    writeProgram("program", ignores + goesOn);
    refuses("report ./program", 128 + SIGTERM, {said + ", so there is no recording of it\n"});
    refuses("record ./program", 128 + SIGTERM, {"program.lanescope is not written: " + said + "\n"});
    const auto begun = std::chrono::steady_clock::now();
    writeProgram("program", ignores + "sleep 0.5; kill -INT $PPID; " + goesOn);
    refuses("report ./program", 128 + SIGTERM, {said});
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(1900)) << "at the second";
    writeProgram("program", "kill -INT $PPID; " + goesOn);
    refuses("report ./program", 128 + SIGINT, {"./program was ended by signal 2 (Interrupt), so"});
}

/// nvcc ends with a code of its own.
TEST_F(CliTest, ABuildThatASignalEndsIsSaidInOneLine) {
    write("k.cu", "");
    writeProgram("nvcc", "kill -$SIGNAL $PPID; sleep 0.2; exit $CODE");
    const auto ends = [&](const char* signal, const char* code, int number, const char* name) {
        ::setenv("CUDACXX", (m_folder / "nvcc").c_str(), 1);
        ::setenv("SIGNAL", signal, 1);
        ::setenv("CODE", code, 1);
        refuses("report k.cu", 128 + number,
                {std::string("k.cu is not built: ") + name + " ended the build\n"});
        ::unsetenv("CUDACXX");
    };
    ends("TERM", "255", SIGTERM, "signal 15 (Terminated)");
    ends("INT", "2", SIGINT, "signal 2 (Interrupt)");
    writeProgram("program", "exit 255");
    refuses("report ./program", 2, {"./program ended with exit code 255"});
}

/// Each is told which command it is for.
TEST_F(CliTest, WhatIsNoTargetIsToldWhereItBelongs) {
    write("k.ptx", ".version 8.0\n");
    write("notes.txt", "x");
    writeProgram("prog", "");
    const std::string traced = " --kernel k --grid 1 --block 1";
    refuses("report k.ptx", 2, {"k.ptx is PTX", "lanescope trace k.ptx"});
    refuses("report notes.txt", 2, {"notes.txt is not a program"});
    std::filesystem::create_directory(m_folder / "folder");
    refuses("report --check folder", 2, {"folder is a folder"});
    refuses("report ./missing", 2, {"there is no file ./missing"});
    refuses("report missing", 2, {"no lab 'missing'"});
    refuses("trace ./prog" + traced, 2, {"./prog is no PTX", "lanescope report ./prog"});
    refuses("trace r.lanescope" + traced, 2, {"lanescope report r.lanescope"});
    refuses("trace k.cu" + traced, 2, {"nvcc -ptx", "lanescope report k.cu"});
}

TEST_F(CliTest, WhatIsNoRecordingIsRefused) {
    good("record banks --out a.lanescope");
    const std::string whole = read("a.lanescope");
    std::filesystem::remove(m_folder / "a.lanescope");
    refuses("report missing.lanescope", 2, {"missing.lanescope"});
    refuses("record banks --out a.txt", 2, {"a.txt", ".lanescope"});
    refuses("record", 2, {});
    write("sound.lanescope", whole);
    const Outcome set = run("report sound.lanescope --set stride=2");
    EXPECT_EQ(set.code, 2);
    EXPECT_NE(set.error.find("there are: focus-block, focus-warp"), std::string::npos) << set.error;
    std::filesystem::remove(m_folder / "sound.lanescope");
    const auto refusesFile = [&](const std::string& bytes, const char* word) {
        write("b.lanescope", bytes);
        for (const char* command : {"report", "sweep", "shot --out p.png"}) {
            const Outcome outcome = run(std::string(command) + " b.lanescope");
            EXPECT_EQ(outcome.code, 2) << outcome.error;
            EXPECT_EQ(lines(outcome.error).size(), 1U) << outcome.error;
            EXPECT_NE(outcome.error.find(word), std::string::npos) << outcome.error;
            EXPECT_EQ(outcome.out, "");
        }
        EXPECT_EQ(files(), std::vector<std::string>{"b.lanescope"});
        std::filesystem::remove(m_folder / "b.lanescope");
    };
    refusesFile("", "not a Lanescope recording");
    refusesFile(whole.substr(0, whole.size() / 2), "cut off");
    std::string newer = whole, altered = whole;
    newer[8] = 9;
    altered[altered.size() / 2] ^= 1;
    refusesFile(newer, "version 9");
    refusesFile(altered, "damaged");
}

} // namespace

} // namespace lanescope::shell
