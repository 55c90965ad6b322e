// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What a frame takes from the heap by itself when it is like the one before it. Dear ImGui and OpenGL have
// allocators of their own, which are not counted.
#include "render/gl.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> allocations{0};
}

void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace lanescope::shell {
namespace {

constexpr int kWidth = 1280, kHeight = 800;

/// Allocations a frame, when nothing goes on beside the frames any more.
double allocationsAFrame(const std::string& lab) {
    const Offscreen context(OffscreenDriver::Software);
    const render::Texture color("picture", kWidth, kHeight, render::PixelFormat::Rgba8);
    const render::Framebuffer framebuffer("picture", color);
    AppOptions options;
    options.lab = lab;
    options.device = "emulated";
    options.width = kWidth;
    options.height = kHeight;
    App app(options);
    double time = 0;
    const auto frames = [&](int count) {
        for (int i = 0; i < count; ++i) {
            time += 1.0 / 60;
            ImGuiIO& io = ImGui::GetIO();
            io.DisplaySize = ImVec2(kWidth, kHeight);
            io.DeltaTime = 1.0F / 60;
            framebuffer.bind();
            app.frame(kWidth, kHeight, time, 0);
            app.throwError();
        }
    };
    frames(5);
    app.waitForSweep(60);
    EXPECT_TRUE(app.sweepComplete());
    frames(10);
    constexpr int kFrames = 20;
    const std::size_t before = allocations;
    frames(kFrames);
    return static_cast<double>(allocations - before) / kFrames;
}

class StillLab : public ::testing::TestWithParam<const char*> {};

TEST_P(StillLab, TakesNothing) {
    EXPECT_EQ(allocationsAFrame(GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(Labs, StillLab,
                         ::testing::Values("atomics", "banks", "coalescing", "hierarchy", "matmul",
                                           "reduction", "transpose"),
                         [](const auto& info) { return std::string(info.param); });

/// The kernel runs in every frame, on as many threads as there are cores, and the picture is drawn anew.
TEST(AnimatedLab, TakesLittle) {
    EXPECT_LE(allocationsAFrame("wave"), 240);
}

} // namespace
} // namespace lanescope::shell
