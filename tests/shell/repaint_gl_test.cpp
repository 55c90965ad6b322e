// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/gl.h"
#include "render/palette.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::shell {
namespace {

constexpr int kWidth = 1024, kHeight = 640;

/// The window of a lab, frame for frame, and the same frame drawn without regard to those before.
class RepaintTest : public testing::TestWithParam<const char*> {
protected:
    RepaintTest() {
        AppOptions options;
        options.lab = GetParam();
        options.device = "emulated";
        options.width = kWidth;
        options.height = kHeight;
        m_app = std::make_unique<App>(options);
    }

    void frame() {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(kWidth, kHeight);
        io.DeltaTime = 0.1F; // tooltips come soon
        m_time += 0.1;
        m_shown.bind();
        m_app->frame(kWidth, kHeight, m_time, 0);
        m_app->throwError();
        const std::vector<std::uint32_t> now = read(m_color);
        m_changed += now != m_before ? 1 : 0;
        m_before = now;
        m_anew.bind();
        const render::Color ground = render::darkTheme().panel;
        glViewport(0, 0, kWidth, kHeight);
        glClearColor(ground.r, ground.g, ground.b, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        ASSERT_TRUE(now == read(m_anewColor)) << "frame at " << m_time;
    }
    void frames(int count) {
        for (int i = 0; i < count && !HasFatalFailure(); ++i) frame();
    }

    Offscreen m_context{OffscreenDriver::Software};
    render::Texture m_color{"shown", kWidth, kHeight, render::PixelFormat::Rgba8},
        m_anewColor{"anew", kWidth, kHeight, render::PixelFormat::Rgba8};
    render::Framebuffer m_shown{"shown", m_color}, m_anew{"anew", m_anewColor};
    std::unique_ptr<App> m_app;
    double m_time = 0;
    int m_changed = 0; ///< frames that were not as the one before

private:
    static std::vector<std::uint32_t> read(const render::Texture& texture) {
        std::vector<std::uint32_t> all(std::size_t{kWidth} * kHeight);
        texture.read(all.data(), all.size() * sizeof all[0]);
        return all;
    }

    std::vector<std::uint32_t> m_before;
};

TEST_P(RepaintTest, EachFrameIsWhatWouldBeDrawnAnew) {
    frames(5);
    ImGuiIO& io = ImGui::GetIO();
    // Over what has a tooltip, what is lit under the mouse, and what has neither.
    for (int i = 0; i < 24; ++i) {
        io.AddMousePosEvent(static_cast<float>(20 + i * 41), static_cast<float>(12 + i * 211 % kHeight));
        frames(i % 4 == 0 ? 8 : 1);
    }
    const auto click = [&](float x, float y) {
        io.AddMousePosEvent(x, y);
        frames(1);
        io.AddMouseButtonEvent(0, true);
        frames(1);
        io.AddMouseButtonEvent(0, false);
        frames(2);
    };
    click(20, 10); // a menu of the bar, and away
    io.AddMousePosEvent(300, 10);
    frames(3);
    click(700, 500);
    io.AddMousePosEvent(60, 400); // the list of labs turns
    frames(1);
    io.AddMouseWheelEvent(0, -3);
    frames(6);
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(ImGuiKey_K, true);
    frames(2);
    io.AddKeyEvent(ImGuiKey_K, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    for (const char letter : std::string("bank")) {
        io.AddInputCharacter(static_cast<unsigned>(letter));
        frames(1);
    }
    io.AddKeyEvent(ImGuiKey_Escape, true);
    frames(2);
    io.AddKeyEvent(ImGuiKey_Escape, false);
    frames(3);
    EXPECT_GT(m_changed, 30) << "hardly anything was done";
}

INSTANTIATE_TEST_SUITE_P(Labs, RepaintTest, testing::Values("banks", "texture"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace lanescope::shell
