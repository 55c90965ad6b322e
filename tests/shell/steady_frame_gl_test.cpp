// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What a frame takes from the heap by itself when it is like the one before it. Dear ImGui and OpenGL have
// allocators of their own, which are not counted.
#include "render/gl.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> allocations{0};
}

// Both forms, since what one of them gave goes back by the same `delete`.
void* operator new(std::size_t bytes, const std::nothrow_t& /*unused*/) noexcept {
    ++allocations;
    return std::malloc(bytes);
}
void* operator new(std::size_t bytes) {
    if (void* memory = operator new(bytes, std::nothrow)) return memory;
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
    options.openDevice = [](const std::string&) -> std::shared_ptr<device::Device> {
        return device::openEmulated(0, 1); // of several, who gets how many blocks is chance
    };
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
    // A thread of the sweep may still be at its end: what the frames take they take each time.
    constexpr int kFrames = 20, kTimes = 3;
    std::size_t least = ~std::size_t{0};
    for (int i = 0; i < kTimes; ++i) {
        const std::size_t before = allocations;
        frames(kFrames);
        least = std::min<std::size_t>(least, allocations - before);
    }
    return static_cast<double>(least) / kFrames;
}

class StillLab : public ::testing::TestWithParam<const char*> {};

TEST_P(StillLab, TakesNothing) {
    EXPECT_EQ(allocationsAFrame(GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(Labs, StillLab,
                         ::testing::Values("atomics", "banks", "carving", "coalescing", "constant", "dynamic",
                                           "errors", "hierarchy", "matmul", "pitch", "reduction", "streams",
                                           "transfers", "transpose"),
                         [](const auto& info) { return std::string(info.param); });

/// The kernel runs in every frame, on one thread, and the picture is drawn anew.
TEST(AnimatedLab, TakesLittle) {
    EXPECT_LE(allocationsAFrame("wave"), 164);
}

} // namespace
} // namespace lanescope::shell
