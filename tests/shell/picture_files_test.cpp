// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/registry.h"
#include "render/vector/drawing.h"
#include "shell/capture/film.h"
#include "shell/capture/gif.h"
#include "shell/capture/helper_program.h"
#include "shell/capture/stage_picture.h"
#include "shell/output/output.h"
#include "shell/output/picture_file.h"
#include "shell/requests/look_request.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <unistd.h>

namespace lanescope::shell {
namespace {

namespace fs = std::filesystem;

/// Values that are not the defaults, as far as they go together.
void changeAll(kit::Lab& lab) {
    for (kit::Parameter* parameter : lab.parameters()) {
        if (parameter->typeName() == "file") continue;
        for (const double position : {1.0, 0.0, 2.0}) {
            const std::string before = parameter->text();
            try {
                parameter->parse(parameter->valueAt(position));
                recording::Recording made;
                kit::recordInto(made, lab, model::defaultArchitecture());
            } catch (const BadInput&) {
                parameter->parse(before);
            }
            if (!parameter->isDefault()) break;
        }
    }
}

std::vector<std::string> setsOf(const kit::Lab& lab) {
    std::vector<std::string> sets;
    for (const kit::Parameter* parameter : lab.parameters())
        if (!parameter->isDefault()) sets.push_back(parameter->name() + "=" + parameter->text());
    return sets;
}

TEST(PictureCode, OfEveryLabSaysItsValuesAndWhatIsLookedAt) {
    for (const kit::LabEntry& entry : kit::labs()) {
        const auto lab = entry.make();
        changeAll(*lab);
        const std::vector<std::string> sets = setsOf(*lab);
        EXPECT_FALSE(sets.empty()) << entry.name;
        for (const model::Architecture& architecture : model::architectures()) {
            kit::View view;
            view.showSteps = true;
            view.step = 2;
            view.site = 5;
            const PictureState state{.entry = entry,
                                     .lab = *lab,
                                     .architecture = architecture,
                                     .device = "emulated",
                                     .view = view,
                                     .part = WindowPart::Access};
            const std::string code = pictureCode(state);
            ASSERT_TRUE(looksLikeCode(code)) << code;
            EXPECT_EQ(code.find_first_of(" '\"&?#!$*;<>|\\()\n"), std::string::npos) << code;
            const Scenario scenario = readScenario(code);
            EXPECT_EQ(scenario.request.lab, entry.name);
            EXPECT_EQ(scenario.request.sets, sets) << code;
            const AppOptions options = appOptions(scenario.request, scenario.look);
            EXPECT_EQ(model::findArchitecture(options.architecture), &architecture) << code;
            EXPECT_EQ(options.view, view) << code;
            EXPECT_EQ(scenario.look.view, "access");
        }
    }
}

struct Seen {
    const kit::LabEntry& entry = kit::findLab("wave");
    std::unique_ptr<kit::Lab> lab = entry.make();
    kit::View view;
    PictureState state() const {
        return {.entry = entry,
                .lab = *lab,
                .architecture = *model::findArchitecture("9.0"),
                .device = "emulated",
                .view = view};
    }
};

TEST(PictureCode, WhatIsAsUsualIsNotInIt) {
    const Seen seen;
    const std::string code = pictureCode(seen.state());
    EXPECT_EQ(code.substr(0, code.size() - 3), "wave@9.0~");
    EXPECT_EQ(leftOutOf(code), "");
}

TEST(PictureCode, SaysWhatItLeavesOutWhereItWouldBeLong) {
    Seen seen;
    seen.view.camera.azimuth = 0.12345F;
    seen.view.camera.elevation = 0.54321F;
    seen.view.camera.distance = 3.21098F;
    seen.view.split = 0.31234F;
    PictureState state = seen.state();
    state.light = true;
    state.time = 1.0 / 3;
    state.width = 1234;
    const std::string code = pictureCode(state);
    EXPECT_LE(code.size(), 80U);
    const CodeMeaning meaning = readCode(code);
    EXPECT_EQ(meaning.leftOut, (std::vector<std::string>{"camera", "time"})) << code;
    const Scenario scenario = readScenario(code);
    EXPECT_EQ(scenario.look.theme, "light");
    EXPECT_EQ(scenario.look.size, "1234x1000");
    EXPECT_EQ(scenario.look.split, "0.31234");
    EXPECT_TRUE(scenario.look.camera.empty() && scenario.look.time.empty());
    EXPECT_NE(leftOutOf(code).find("camera, time"), std::string::npos) << leftOutOf(code);
    // Nothing is left out of a short one.
    state.width = 1600;
    state.time = 0;
    seen.view.split = 0.5F;
    EXPECT_TRUE(readCode(pictureCode(state)).leftOut.empty()) << pictureCode(state);
    EXPECT_FALSE(readScenario(pictureCode(state)).look.camera.empty());
}

TEST(PictureCode, CapitalsAreReadAsSmallLetters) {
    Seen seen;
    seen.lab->set("width", "128");
    const std::string code = pictureCode(seen.state());
    std::string first = code, all = code;
    first[0] = 'W'; // as a phone's keyboard begins a line
    std::ranges::transform(all, all.begin(), [](unsigned char c) { return std::toupper(c); });
    for (const std::string& typed : {first, all})
        EXPECT_EQ(readCode(typed).link, readCode(code).link) << typed;
    all[all.size() - 1] = all.back() == 'A' ? 'B' : 'A';
    try {
        readCode(all);
        FAIL() << all;
    } catch (const BadInput& failure) {
        EXPECT_NE(std::string(failure.what()).find(all), std::string::npos)
            << "as it was typed: " << failure.what();
    }
}

TEST(PictureCode, OneThatIsMistypedIsRefused) {
    Seen seen;
    seen.lab->set("width", "128");
    const std::string code = pictureCode(seen.state());
    int accepted = 0, tried = 0;
    for (std::size_t i = 0; i < code.size(); ++i)
        for (const char c : {'0', '1', '7', 'a', 'x'}) {
            std::string wrong = code;
            if (wrong[i] == c) continue;
            wrong[i] = c;
            ++tried;
            try {
                readScenario(wrong);
                ++accepted;
            } catch (const Error& failure) {
                EXPECT_EQ(failure.exitCode(), 2);
                EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos) << failure.what();
            }
        }
    EXPECT_EQ(accepted, 0) << "of " << tried;
    for (const char* none : {"banks.png", "lanescope:banks?arch=9.0", "~abc", "a~abc", "banks@9.0~abcd"})
        EXPECT_FALSE(looksLikeCode(none)) << none;
}

class PictureFiles : public testing::Test {
public:
    PictureFiles() {
        std::string name = (fs::temp_directory_path() / "lanescope-pictures-XXXXXX").string();
        m_folder = ::mkdtemp(name.data());
    }
    ~PictureFiles() override { fs::remove_all(m_folder); }

protected:
    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    std::string bytes(const std::string& name) const {
        std::ifstream file(m_folder / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(m_folder / name, std::ios::binary) << text;
    }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto& entry : fs::directory_iterator(m_folder))
            all.insert(entry.path().filename().string());
        return all;
    }
    /// A script that stands for a program of the system; the only one in PATH beside those of /bin.
    void fake(const std::string& program, const std::string& script) const {
        write(program, "#!/bin/sh\n" + script + "\n");
        fs::permissions(m_folder / program, fs::perms::owner_all);
    }
    static Picture picture(int shade = 200) {
        Picture made{render::Image(40, 20), {40, 20, {1, 1, 1}, {}}, {}};
        for (std::size_t i = 0; i < made.image.pixels.size(); ++i)
            made.image.pixels[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(shade);
        render::DrawnText text;
        text.at = {5, 15};
        text.width = 20;
        text.size = 10;
        text.text = "shown";
        made.drawing.items.push_back({text, {0, 0, 40, 20}});
        made.stamp["Lanescope link"] = "lanescope:banks?set=stride=7&arch=9.0&theme=light";
        return made;
    }

    fs::path m_folder;
};

/// A variable of the environment for a scope.
class Variable {
public:
    Variable(const char* name, const char* value) : m_name(name) {
        if (const char* before = std::getenv(name)) m_before = before;
        value ? ::setenv(name, value, 1) : ::unsetenv(name);
    }
    ~Variable() { m_before ? ::setenv(m_name, m_before->c_str(), 1) : ::unsetenv(m_name); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* m_name;
    std::optional<std::string> m_before;
};

TEST_F(PictureFiles, EachFormatCarriesItsState) {
    for (const std::string name : {"a.png", "a.svg", "a.pdf", "CAPITALS.SVG"}) {
        writePicture(path(name), picture());
        const Scenario scenario = readScenario(path(name));
        EXPECT_EQ(scenario.request.lab, "banks") << name;
        EXPECT_EQ(scenario.request.sets, std::vector<std::string>{"stride=7"}) << name;
        EXPECT_EQ(scenario.look.theme, "light") << name;
    }
    EXPECT_NE(bytes("a.svg").find(">shown</text>"), std::string::npos);
}

TEST_F(PictureFiles, DamagedAndForeignOnesAreRefusedInOneLine) {
    for (const std::string ending : {"png", "svg", "pdf"}) {
        Picture foreign = picture();
        foreign.stamp.clear();
        writePicture(path("foreign." + ending), foreign);
        writePicture(path("whole." + ending), picture());
        write("cut." + ending, bytes("whole." + ending).substr(0, bytes("whole." + ending).size() / 2));
        for (const std::string& name : {"foreign." + ending, "cut." + ending}) {
            try {
                readScenario(path(name));
                FAIL() << name;
            } catch (const Error& failure) {
                EXPECT_EQ(failure.exitCode(), 2) << name;
                EXPECT_NE(std::string(failure.what()).find(name), std::string::npos) << failure.what();
                EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos) << failure.what();
            }
        }
    }
    EXPECT_THROW(writePicture(path("a.jpg"), picture()), BadInput);
    EXPECT_THROW(writePicture(path("missing/a.svg"), picture()), render::ImageError);
}

TEST_F(PictureFiles, StepsAreFilesInOrderPagesOrAFilm) {
    const auto film = [&](const std::string& name, int count) {
        Film made(path(name));
        for (int i = 0; i < count; ++i) made.add(picture(20 * i), i, count);
        made.finish();
    };
    film("steps.png", 10);
    EXPECT_EQ(names().size(), 10U);
    EXPECT_TRUE(names().contains("steps-01.png") && names().contains("steps-10.png"));
    EXPECT_EQ(render::readPng(path("steps-03.png")).at(0, 0)[0], 40);
    film("few.svg", 2);
    EXPECT_TRUE(names().contains("few-1.svg") && names().contains("few-2.svg"));
    film("pages.pdf", 3);
    EXPECT_NE(bytes("pages.pdf").find("/Count 3"), std::string::npos);
    EXPECT_EQ(readScenario(path("pages.pdf")).request.lab, "banks");
    EXPECT_THROW(Film(path("steps.txt")), BadInput);
    EXPECT_THROW(Film(path("missing/steps.gif")), OutputError);
    EXPECT_THROW(Film(path("missing/steps.png")), OutputError);
}

/// A GIF's pictures, by the marks of their blocks.
std::size_t picturesIn(const std::string& gif) {
    std::size_t count = 0;
    for (std::size_t at = gif.find("\x21\xF9\x04"); at != std::string::npos;
         at = gif.find("\x21\xF9\x04", at + 1))
        ++count;
    return count;
}

TEST_F(PictureFiles, AGifHasAllPicturesAndGoesOnForEver) {
    {
        Film film(path("steps.gif"), 0.5);
        for (int i = 0; i < 4; ++i) film.add(picture(60 * i), i, 4);
        film.finish();
    }
    const std::string gif = bytes("steps.gif");
    EXPECT_EQ(gif.substr(0, 6), "GIF89a");
    EXPECT_EQ(static_cast<unsigned char>(gif[6]), 40) << "the width";
    EXPECT_EQ(static_cast<unsigned char>(gif[8]), 20) << "the height";
    EXPECT_EQ(picturesIn(gif), 4U);
    EXPECT_NE(gif.find("NETSCAPE2.0"), std::string::npos);
    EXPECT_EQ(gif.back(), '\x3B');
    const std::size_t delay = gif.find("\x21\xF9\x04") + 4;
    EXPECT_EQ(static_cast<unsigned char>(gif[delay]), 50) << "hundredths of a second";
    GifWriter writer(40, 20, 1);
    EXPECT_THROW(writer.add(render::Image(41, 20)), render::ImageError);
}

TEST_F(PictureFiles, AWebMNeedsItsEncoderAndSaysSo) {
    fake("ffmpeg", "for out; do :; done\nprintf 'film of ' > \"$out\"; /usr/bin/wc -c >> \"$out\"");
    {
        const Variable folders("PATH", m_folder.c_str());
        Film film(path("steps.webm"));
        EXPECT_FALSE(film.wantsVectors());
        film.add(picture(), 0, 1);
        film.finish();
        EXPECT_TRUE(bytes("steps.webm").starts_with("film of ")) << bytes("steps.webm");
        fake("ffmpeg", "echo 'no such codec' >&2; exit 1");
        Film broken(path("broken.webm"));
        broken.add(picture(), 0, 1);
        try {
            broken.finish();
            FAIL();
        } catch (const Error& failure) {
            EXPECT_NE(std::string(failure.what()).find("no such codec"), std::string::npos) << failure.what();
            EXPECT_EQ(failure.exitCode(), 1);
        }
        EXPECT_FALSE(names().contains("broken.webm"));
    }
    const Variable folders("PATH", "/nonexistent");
    try {
        const Film film(path("none.webm"));
        FAIL();
    } catch (const Error& failure) {
        EXPECT_EQ(failure.exitCode(), 3);
        EXPECT_NE(std::string(failure.what()).find("ffmpeg"), std::string::npos);
    }
}

TEST_F(PictureFiles, TheClipboardGetsThePng) {
    const std::string png = render::pngBytes(picture().image);
    const std::string keep = "/bin/cat > '" + path("copied.png") + "'; echo \"$@\" > '" + path("words") + "'";
    const Variable folders("PATH", m_folder.c_str());
    {
        const Variable wayland("WAYLAND_DISPLAY", nullptr);
        try {
            copyPngToClipboard(png);
            FAIL();
        } catch (const Error& failure) {
            EXPECT_EQ(failure.exitCode(), 3);
            EXPECT_NE(std::string(failure.what()).find("xclip"), std::string::npos) << failure.what();
        }
        fake("xclip", keep);
        copyPngToClipboard(png);
        EXPECT_EQ(bytes("copied.png"), png);
        EXPECT_EQ(bytes("words"), "-selection clipboard -t image/png\n");
        fake("xclip", "echo 'cannot open display' >&2; exit 1");
        EXPECT_THROW(copyPngToClipboard(png), Error);
    }
    const Variable wayland("WAYLAND_DISPLAY", "wayland-0");
    EXPECT_THROW(copyPngToClipboard(png), Error) << "wl-copy is needed";
    fake("wl-copy", keep);
    copyPngToClipboard(png + "more");
    EXPECT_EQ(bytes("copied.png"), png + "more");
}

TEST(WindowParts, AreNamedByTheirWords) {
    for (const char* word : {"window", "stage", "result", "access", "reading", "plots"})
        EXPECT_EQ(wordOf(parseView(word)), word);
    EXPECT_EQ(parseView("access"), WindowPart::Access);
    EXPECT_THROW(parseView("labs"), BadInput) << "there is no picture of the list of labs";
    EXPECT_THROW(parseView(""), BadInput);
}

TEST(PartScale, GivesAPartTheRoomThatItHasInAWindow) {
    EXPECT_FLOAT_EQ(partScaleFor(WindowPart::Stage, 1080, 650), 1);
    EXPECT_FLOAT_EQ(partScaleFor(WindowPart::Stage, 2160, 1300), 2);
    EXPECT_FLOAT_EQ(partScaleFor(WindowPart::Stage, 2160, 650), 1) << "the narrower edge decides";
    EXPECT_FLOAT_EQ(partScaleFor(WindowPart::Access, 1280, 1300), 2);
    EXPECT_FLOAT_EQ(partScaleFor(WindowPart::Stage, 100, 100), 0.75F) << "letters stay legible";
}

} // namespace
} // namespace lanescope::shell
