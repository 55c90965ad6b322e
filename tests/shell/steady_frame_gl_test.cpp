// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What a frame takes from the heap by itself when it is like the one before it. Dear ImGui and OpenGL have
// allocators of their own, which are not counted.
#include "kit/registry.h"
#include "render/gl.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {
std::atomic<std::size_t> allocations{0};
}

// Both forms, since what one of them gave goes back by the same `delete`.
void* operator new(std::size_t bytes, const std::nothrow_t& /*unused*/) noexcept {
    ++allocations;
    return std::malloc(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    ++allocations;
    const auto to = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(to, (bytes + to - 1) / to * to)) return memory;
    throw std::bad_alloc();
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
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace lanescope::shell {
namespace {

constexpr int kWidth = 1280, kHeight = 800;

/// A lab in the window, on an emulated device with one thread: of several, who gets how many blocks is
/// chance.
class Shown {
public:
    enum class Pixels { Painted, LeftOut };
    explicit Shown(const std::string& lab, Pixels pixels = Pixels::Painted) : m_app(optionsFor(lab)) {
        if (pixels == Pixels::LeftOut) glEnable(GL_RASTERIZER_DISCARD);
    }

    /// So many frames, each with the result of its moment, a step of seconds after the one before.
    void frames(int count, double step) {
        for (int i = 0; i < count; ++i) {
            m_time += step;
            ImGuiIO& io = ImGui::GetIO();
            io.DisplaySize = ImVec2(kWidth, kHeight);
            io.DeltaTime = 1.0F / 60;
            m_framebuffer.bind();
            m_app.frame(kWidth, kHeight, m_time, 0);
            m_app.throwError();
        }
    }
    /// Until nothing goes on beside the frames any more.
    void settle() {
        frames(5, 1.0 / 60);
        m_app.waitForSweep(60);
        EXPECT_TRUE(m_app.sweepComplete());
        frames(10, 1.0 / 60);
    }
    /// A frame at this moment, and what its stage shows, in whole pixels.
    std::vector<std::uint32_t> stageAt(double time) {
        m_time = time;
        frames(1, 0);
        const render::Rect rect = m_app.viewRect(WindowPart::Stage);
        std::vector<std::uint32_t> all(std::size_t{kWidth} * kHeight), stage;
        m_color.read(all.data(), all.size() * sizeof all[0]);
        for (auto y = static_cast<int>(rect.y); y < static_cast<int>(rect.bottom()); ++y)
            for (auto x = static_cast<int>(rect.x); x < static_cast<int>(rect.right()); ++x)
                stage.push_back(
                    all[static_cast<std::size_t>(kHeight - 1 - y) * kWidth + static_cast<std::size_t>(x)]);
        return stage;
    }

private:
    static AppOptions optionsFor(const std::string& lab) {
        AppOptions options;
        options.lab = lab;
        options.device = "emulated";
        options.width = kWidth;
        options.height = kHeight;
        options.openDevice = [](const std::string&) -> std::shared_ptr<device::Device> {
            return device::openEmulated(0, 1);
        };
        return options;
    }

    Offscreen m_context{OffscreenDriver::Software};
    render::Texture m_color{"picture", kWidth, kHeight, render::PixelFormat::Rgba8};
    render::Framebuffer m_framebuffer{"picture", m_color};
    App m_app;
    double m_time = 0;
};

/// Allocations a frame in steady state.
double allocationsAFrame(const std::string& lab) {
    Shown shown(lab, Shown::Pixels::LeftOut); // to paint them takes nothing but time
    shown.settle();
    // A thread of the sweep may still be at its end: what the frames take they take each time.
    constexpr int kFrames = 20, kTimes = 3;
    std::size_t least = ~std::size_t{0};
    for (int i = 0; i < kTimes; ++i) {
        const std::size_t before = allocations;
        shown.frames(kFrames, 1.0 / 60);
        least = std::min<std::size_t>(least, allocations - before);
    }
    return static_cast<double>(least) / kFrames;
}

/// Whether a lab's accesses are other ones in each frame, which has to be counted.
bool isCountedAnew(const std::string& lab) {
    return lab == "texture"; // it turns
}

std::vector<std::string> labNames() {
    std::vector<std::string> names;
    for (const kit::LabEntry& entry : kit::labs())
        if (!isCountedAnew(entry.name)) names.push_back(entry.name);
    return names;
}

/// Those that are animated run their kernel in every frame, on one thread, and draw their mesh or cloud anew.
class SteadyLab : public ::testing::TestWithParam<std::string> {};

TEST_P(SteadyLab, TakesNothing) {
    EXPECT_EQ(allocationsAFrame(GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(Labs, SteadyLab, ::testing::ValuesIn(labNames()), [](const auto& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_'); // as GoogleTest wants it
    return name;
});

class MovingLab : public ::testing::TestWithParam<const char*> {};

/// What is copied from picture to picture is what would be drawn.
TEST_P(MovingLab, ShowsTheSameHoweverItGotThere) {
    constexpr double kEnd = 3;
    std::vector<std::uint32_t> gone, fresh, before;
    {
        Shown shown(GetParam());
        shown.settle();
        before = shown.stageAt(kEnd - 1);
        shown.frames(10, 0.05);
        gone = shown.stageAt(kEnd);
    }
    {
        Shown shown(GetParam());
        for (int i = 0; i < 5; ++i) fresh = shown.stageAt(kEnd); // until the window is laid out
    }
    EXPECT_TRUE(gone == fresh);
    EXPECT_FALSE(gone == before) << "nothing moves";
}

INSTANTIATE_TEST_SUITE_P(Labs, MovingLab, ::testing::Values("layout", "texture", "wave"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace lanescope::shell
