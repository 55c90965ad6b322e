// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "canvas_fixture.h"

#include <numeric>
#include <string>
#include <vector>

namespace lanescope::render {
namespace {

TEST_F(GlTest, BufferIsZeroedWrittenAndRead) {
    Buffer buffer("b", 16);
    std::vector<std::uint8_t> bytes(16, 7);
    buffer.read(0, bytes.data(), 16);
    EXPECT_EQ(bytes, std::vector<std::uint8_t>(16, 0));
    const std::uint32_t value = 0xA1B2C3D4;
    buffer.write(12, &value, 4);
    std::uint32_t back = 0;
    buffer.read(12, &back, 4);
    EXPECT_EQ(back, value);
    EXPECT_THROW(buffer.write(13, &value, 4), GlError);
    EXPECT_THROW(buffer.read(17, &back, 0), GlError);
}

TEST_F(GlTest, MovedFromObjectsAreEmptyAndNothingIsDestroyedTwice) {
    Buffer a("a", 4);
    const unsigned id = a.id();
    Buffer b = std::move(a);
    EXPECT_EQ(b.id(), id);
    EXPECT_FALSE(a); // NOLINT(bugprone-use-after-move): what it leaves is what is tested
    EXPECT_EQ(b.bytes(), 4u);
    Buffer c("c", 8);
    c = std::move(b);
    EXPECT_EQ(c.id(), id);
    EXPECT_EQ(c.bytes(), 4u);
    const unsigned released = c.release();
    EXPECT_FALSE(c);
    destroyGlObject(GlKind::Buffer, released);
}

TEST_F(GlTest, TexturesOfEveryFormatComeBack) {
    for (const auto& [format, bytesPerPixel] : {std::pair{PixelFormat::R8, 1U},
                                                {PixelFormat::Rgba8, 4U},
                                                {PixelFormat::R32f, 4U},
                                                {PixelFormat::Rgba32f, 16U}}) {
        Texture texture("t", 3, 2, format);
        std::vector<std::uint8_t> bytes(std::size_t{6} * bytesPerPixel);
        // Floats from these bytes are ordinary numbers, so that they come back bit by bit.
        std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
        texture.write(0, 0, 3, 2, bytes.data());
        std::vector<std::uint8_t> back(bytes.size());
        texture.read(back.data(), back.size());
        EXPECT_EQ(back, bytes) << static_cast<int>(format);
    }
}

TEST_F(GlTest, ABadShaderIsToldWithItsLogAndLines) {
    const char* good = "#version 450 core\nvoid main() { gl_Position = vec4(0); }\n";
    const char* bad = "#version 450 core\nvoid main() { undefinedThing = 1; }\n";
    try {
        const Program broken("broken", good, bad);
        FAIL() << "it compiled";
    } catch (const GlError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("broken"), std::string::npos) << text;
        EXPECT_NE(text.find("fragment"), std::string::npos) << text;
        EXPECT_NE(text.find("undefinedThing"), std::string::npos) << text;
        EXPECT_NE(text.find("   2 void main()"), std::string::npos) << text;
    }
    EXPECT_THROW(Program::fromShaders("nonesuch"), GlError);
}

TEST_F(GlTest, EveryShaderCompiles) {
    for (const char* name : {"shape", "image", "mesh", "point"})
        EXPECT_NO_THROW(Program::fromShaders(name)) << name;
}

TEST_F(GlTest, AnImpossibleTextureIsRefusedByItsSize) {
    try {
        const Texture huge("huge", 1 << 20, 4, PixelFormat::Rgba8);
        FAIL() << "it was made";
    } catch (const GlError& error) {
        EXPECT_NE(std::string(error.what()).find("1048576 x 4"), std::string::npos) << error.what();
    }
}

TEST_F(GlTest, AnIncompleteFramebufferIsRefused) {
    const Texture color("c", 8, 8, PixelFormat::Rgba8, 4), depth("d", 8, 8, PixelFormat::Depth);
    EXPECT_THROW(Framebuffer("mixed samples", color, &depth), GlError);
}

TEST_F(GlTest, PendingErrorsAreThrownOnce) {
    destroyGlObject(GlKind::Program, 0xFFFFFF);
    EXPECT_THROW(checkError("a wrong name"), GlError);
    EXPECT_NO_THROW(checkError("nothing"));
}

TEST_F(GlTest, TheSoftwareContextSaysSo) {
    EXPECT_TRUE(glInfo().software) << glInfo().renderer;
    EXPECT_NE(s_context->description().find("Mesa"), std::string::npos);
}

TEST_F(GlTest, WithoutAnNvidiaDriverTheMessageNamesTheCure) {
    try {
        const shell::Offscreen nvidia(shell::OffscreenDriver::Nvidia);
        EXPECT_NE(glInfo().vendor.find("NVIDIA"), std::string::npos) << "another driver than was asked for";
    } catch (const shell::OffscreenError& error) {
        EXPECT_NE(std::string(error.what()).find("install NVIDIA's driver"), std::string::npos)
            << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
    s_context->makeCurrent();
}

TEST_F(GlTest, TwoContextsTakeTurns) {
    const Buffer first("first", 4);
    {
        shell::Offscreen second(shell::OffscreenDriver::Software);
        Canvas canvas;
        canvas.begin(8, 8, 1, lightTheme());
        canvas.end();
        EXPECT_EQ(canvas.read().at(4, 4)[0], 255);
    }
    s_context->makeCurrent();
    std::uint32_t back = 1;
    first.read(0, &back, 4);
    EXPECT_EQ(back, 0u);
}

} // namespace
} // namespace lanescope::render
