// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/image.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace lanescope::render;
namespace fs = std::filesystem;

std::string data(const std::string& name) {
    return LANESCOPE_TEST_DATA "/png/" + name;
}

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

class ImageTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "lanescope-image-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }
    void TearDown() override { fs::remove_all(m_folder); }
    std::string file(const std::string& name) const { return (m_folder / name).string(); }
    std::size_t filesLeft() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()));
    }
    fs::path m_folder;
};

std::string errorOf(const std::string& path) {
    try {
        readPng(path);
    } catch (const ImageError& error) {
        return error.what();
    }
    return "read";
}

struct Fixture {
    const char* name;
    int width, height;
    std::vector<std::uint8_t> pixels;
};

// The files were put together by hand from the PNG specification, not by the library under test.
TEST(ImageFiles, EveryColourTypeBecomesRgba) {
    const Fixture fixtures[] = {
        {"gray8.png", 3, 1, {0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255}},
        {"gray1.png", 4, 1, {255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255}},
        {"palette.png", 3, 1, {0, 0, 255, 255, 255, 0, 0, 255, 0, 255, 0, 64}},
        {"rgb16.png", 2, 1, {255, 128, 0, 255, 0, 64, 255, 255}},
        {"rgba8.png", 1, 2, {10, 20, 30, 40, 50, 60, 70, 80}},
        {"interlaced.png", 2, 2, {11, 11, 11, 255, 22, 22, 22, 255, 33, 33, 33, 255, 44, 44, 44, 255}},
    };
    for (const auto& fixture : fixtures) {
        SCOPED_TRACE(fixture.name);
        const Image image = readPng(data(fixture.name));
        EXPECT_EQ(image.width, fixture.width);
        EXPECT_EQ(image.height, fixture.height);
        EXPECT_EQ(image.pixels, fixture.pixels);
    }
}

TEST(ImageFiles, TextAfterThePixelsIsFound) {
    EXPECT_EQ(readPngText(data("rgba8.png")), (TextChunks{{"After", "the pixels"}}));
}

TEST(ImageFiles, TooLargeIsRefusedByItsSize) {
    EXPECT_NE(errorOf(data("too_wide.png")).find("16385 x 1 pixels; at most 16384 x 16384"),
              std::string::npos);
}

TEST_F(ImageTest, PixelsAndTextComeBack) {
    Image image(37, 11);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = static_cast<std::uint8_t>(i * 2654435761u >> 13);
    const TextChunks text{
        {"Lanescope", "banks --set stride=4"}, {"Title", "4\u2011way \u2192 1"}, {"Empty", ""}};
    writePng(file("a.png"), image, text);
    const Image back = readPng(file("a.png"));
    EXPECT_EQ(back.width, 37);
    EXPECT_EQ(back.height, 11);
    EXPECT_EQ(back.pixels, image.pixels);
    EXPECT_EQ(readPngText(file("a.png")), text);
    EXPECT_EQ(filesLeft(), 1u) << "a temporary file was left";
}

TEST_F(ImageTest, TextChunksAreWhatOtherProgramsRead) {
    writePng(file("a.png"), Image(1, 1), {{"Key", "plain"}, {"Other", "\u00e4"}});
    const std::string bytes = bytesOf(file("a.png"));
    using namespace std::string_literals;
    EXPECT_NE(bytes.find("\0\0\0\x09tEXtKey\0plain"s), std::string::npos);
    // iTXt: keyword, compression flag and method, empty language and translated keyword, UTF-8.
    EXPECT_NE(bytes.find("iTXtOther\0\0\0\0\0\xc3\xa4"s), std::string::npos);
}

TEST_F(ImageTest, EveryCutOffFileIsRefusedInOneLine) {
    Image image(16, 16);
    writePng(file("whole.png"), image, {{"A", "b"}});
    const std::string whole = bytesOf(file("whole.png"));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::ofstream(file("cut.png"), std::ios::binary) << whole.substr(0, length);
        const std::string error = errorOf(file("cut.png"));
        ASSERT_NE(error, "read") << length << " of " << whole.size() << " bytes were taken for a picture";
        ASSERT_EQ(error.find('\n'), std::string::npos) << error;
        ASSERT_EQ(error.find(file("cut.png")), 0u) << error;
        ASSERT_THROW(readPngText(file("cut.png")), ImageError);
    }
}

TEST_F(ImageTest, EveryFlippedByteIsReadOrRefusedWithoutACrash) {
    writePng(file("whole.png"), Image(8, 8), {{"A", "b"}});
    const std::string whole = bytesOf(file("whole.png"));
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        std::ofstream(file("bad.png"), std::ios::binary) << bytes;
        refused += errorOf(file("bad.png")) != "read";
    }
    EXPECT_GT(refused, static_cast<int>(whole.size() / 2));
}

TEST_F(ImageTest, WhatIsNotAPictureIsNamed) {
    std::ofstream(file("text.png")) << "no picture at all";
    EXPECT_NE(errorOf(file("text.png")).find("not a PNG picture"), std::string::npos);
    EXPECT_NE(errorOf(file("missing.png")).find("No such file"), std::string::npos);
    EXPECT_NE(errorOf(m_folder.string()).find("not a file"), std::string::npos);
}

TEST_F(ImageTest, AFailedWriteLeavesTheOldFileAndNothingElse) {
    writePng(file("a.png"), Image(2, 2));
    const std::string before = bytesOf(file("a.png"));
    EXPECT_THROW(writePng(file("a.png"), Image()), ImageError);
    EXPECT_THROW(writePng(file("a.png"), Image(1, 1), {{std::string(80, 'k'), "a keyword of 80 characters"}}),
                 ImageError);
    EXPECT_EQ(bytesOf(file("a.png")), before);
    EXPECT_THROW(writePng(file("none/a.png"), Image(2, 2)), ImageError);
    EXPECT_THROW(writePng(m_folder.string(), Image(2, 2)), ImageError);
    EXPECT_EQ(filesLeft(), 1u);
}

TEST_F(ImageTest, AWrittenFileIsAsReadableAsAnyOther) {
    std::ofstream(file("plain")) << "x";
    writePng(file("a.png"), Image(2, 2));
    EXPECT_EQ(fs::status(file("a.png")).permissions(), fs::status(file("plain")).permissions());
}

TEST(Pixels, AreTurnedOverAndOpaque) {
    // two columns, three rows from the lowest; each pixel says where it is
    std::vector<std::uint8_t> read;
    for (std::uint8_t row = 0; row < 3; ++row)
        for (std::uint8_t column = 0; column < 2; ++column) read.insert(read.end(), {row, column, 7, 0});
    Image whole(2, 3), part(1, 2);
    takePixels(whole, read, 2);
    EXPECT_EQ(std::vector(whole.at(0, 0), whole.at(0, 0) + 4), (std::vector<std::uint8_t>{2, 0, 7, 255}));
    EXPECT_EQ(std::vector(whole.at(1, 2), whole.at(1, 2) + 4), (std::vector<std::uint8_t>{0, 1, 7, 255}));
    takePixels(part, read, 2, 1, 1);
    EXPECT_EQ(std::vector(part.at(0, 0), part.at(0, 0) + 4), (std::vector<std::uint8_t>{1, 1, 7, 255}));
    EXPECT_EQ(std::vector(part.at(0, 1), part.at(0, 1) + 4), (std::vector<std::uint8_t>{0, 1, 7, 255}));
}

} // namespace
