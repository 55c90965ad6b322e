// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Recordings of programs that outlast the window: their names, and which go when there are too many.
#include "recording/file.h"
#include "script_folder.h"
#include "shell/programs/kept_recordings.h"
#include "shell/programs/targets.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lanescope::shell {
namespace {

namespace fs = std::filesystem;

class RecordingsOfPrograms : public testing::Test {
public:
    RecordingsOfPrograms() { ::setenv("XDG_DATA_HOME", m_folder.path().c_str(), 1); }
    ~RecordingsOfPrograms() override { ::unsetenv("XDG_DATA_HOME"); }

protected:
    fs::path file(const std::string& bytes) const {
        const fs::path path = m_folder.path() / "made";
        std::ofstream(path) << bytes;
        return path;
    }
    /// Looked at so many minutes ago.
    static void age(const fs::path& path, int minutes) {
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    }
    ScriptFolder m_folder{"kept"};
    fs::path m_place = m_folder.path() / "recordings";
};

TEST_F(RecordingsOfPrograms, ARecordingIsNamedByWhatItHoldsAndByWhatStandsOverIt) {
    KeptRecordings kept(m_place, {});
    const auto name = kept.take(file("a recording"), "my prog(1)", "./my prog(1) 4");
    ASSERT_TRUE(name);
    EXPECT_TRUE(KeptRecordings::isName(*name)) << *name;
    EXPECT_EQ(KeptRecordings::programIn(*name), "my_prog_1_");
    EXPECT_FALSE(fs::exists(m_folder.path() / "made"));
    ASSERT_TRUE(KeptRecordings(m_place, {}).find(*name));
    EXPECT_EQ(KeptRecordings(m_place, {}).titleOf(*name), "./my prog(1) 4");
    EXPECT_EQ(kept.take(file("a recording"), "my prog(1)", "./my prog(1) 4"), name);
    EXPECT_NE(kept.take(file("a recording"), "my prog(1)", "./my prog(1) 5"), name);
    EXPECT_NE(kept.take(file("another one"), "my prog(1)", "./my prog(1) 4"), name);
    for (const char* other : {"prog.lanescope", "prog.cu.lanescope", "/a/prog.0123456789ab.lanescope",
                              ".0123456789ab.lanescope", "prog.0123456789AB.lanescope", "banks"})
        EXPECT_FALSE(KeptRecordings::isName(other)) << other;
}

TEST_F(RecordingsOfPrograms, ThoseThatWereLookedAtLeastRecentlyGo) {
    KeptRecordings kept(m_place, {.count = 2, .bytes = 100});
    const std::string first = kept.take(file("first"), "a", "").value();
    const std::string second = kept.take(file("second"), "a", "").value();
    age(m_place / first, 20);
    age(m_place / second, 10);
    EXPECT_TRUE(kept.find(first)); // from now on the second is the one that nobody looked at
    const std::string third = kept.take(file("third"), "a", "").value();
    EXPECT_TRUE(kept.find(first) && kept.find(third));
    EXPECT_FALSE(kept.find(second));
    EXPECT_FALSE(fs::exists(m_place / (second + ".title")));
    // Nor are they more bytes than that, and one that is too large itself stays where it is.
    age(m_place / first, 20);
    const std::string large = kept.take(file(std::string(90, 'x')), "a", "").value();
    EXPECT_TRUE(kept.find(large) && kept.find(third));
    EXPECT_FALSE(kept.find(first));
    EXPECT_FALSE(kept.take(file(std::string(101, 'x')), "a", ""));
    EXPECT_TRUE(fs::exists(m_folder.path() / "made"));
    EXPECT_FALSE(KeptRecordings({}, {}).take(file("x"), "a", "")) << "there is no folder";
}

recording::Recording something() {
    recording::Recording made;
    made.contents.push_back(recording::Contents::unspecified());
    return made;
}

TEST_F(RecordingsOfPrograms, AnotherWindowFindsTheRecordingOfAProgram) {
    std::string name;
    {
        Targets window;
        const std::string place = window.placeFor({"folder/prog.cu", {}, "emulated"});
        window.setTitle(place, "folder/prog.cu 4");
        name = window.keep(place);
        EXPECT_EQ(KeptRecordings::programIn(name), "prog") << name;
        EXPECT_EQ(window.keep(place), name);
        EXPECT_EQ(window.find(place)->name, name) << "what undo leads to, too";
        // It runs again: another recording in that place.
        recording::Recording other = something();
        other.text = "other";
        recording::writeRecording(other, place);
        EXPECT_NE(window.keep(place), name);
    }
    Targets next;
    EXPECT_EQ(next.find(name)->name, name);
    EXPECT_EQ(std::string(next.find(name)->title), "folder/prog.cu 4");
    fs::remove_all(m_folder.path() / "lanescope");
    EXPECT_EQ(next.find(name)->name, name) << "it is open";
    try {
        Targets().find(name);
        FAIL() << name << " should have gone";
    } catch (const BadInput& failure) {
        const std::string said = failure.what();
        EXPECT_NE(said.find("the recording of prog is not on this machine"), std::string::npos) << said;
        EXPECT_NE(said.find("run the program again"), std::string::npos) << said;
    }
}

} // namespace
} // namespace lanescope::shell
