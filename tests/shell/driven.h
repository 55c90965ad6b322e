// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/gl.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"
#include "shell/requests/look_request.h"

#include "painting.h"

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lanescope::shell {

inline constexpr int kWidth = 1280, kHeight = 800;
inline constexpr int kFramesPerPainted = 60;

/// A link as a person writes it, who may add to it or leave something out.
inline std::string withoutSum(std::string link) {
    if (const std::size_t at = link.find("sum="); at != std::string::npos)
        link.erase(at, std::min(link.find('&', at), link.size() - 1) + 1 - at);
    return link;
}

/// The app offscreen with the engine bound to it.
struct Driven {
    explicit Driven(bool still = false, AppOptions options = {}) {
        options.still = still;
        options.lab = "banks";
        options.device = "emulated";
        options.program = program.string();
        options.width = kWidth;
        options.height = kHeight;
        app = std::make_unique<App>(options);
        engine = ImGuiTestEngine_CreateContext();
        ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine);
        io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
        io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
        io.ConfigLogToTTY = true;
        io.ConfigNoThrottle = true;
        io.ConfigWatchdogKillTest = 240;
        io.ConfigCaptureEnabled = false;
        ImGuiTestEngine_Start(engine, ImGui::GetCurrentContext());
    }
    ~Driven() {
        ImGuiTestEngine_Stop(engine);
        app.reset();
        ImGuiTestEngine_DestroyContext(engine);
        std::filesystem::remove(program);
    }

    /// Runs what is queued to its end and expects every test to succeed.
    void run() {
        ImGuiTestEngine_QueueTests(engine, ImGuiTestGroup_Tests);
        Painting painting(wantsStage);
        int frames = 0;
        while (!ImGuiTestEngine_IsTestQueueEmpty(engine)) {
            ASSERT_LT(++frames, 100000) << "the tests do not end";
            ImGuiIO& io = ImGui::GetIO();
            io.DisplaySize = ImVec2(kWidth, kHeight);
            io.DeltaTime = 1.0F / 60;
            framebuffer.bind();
            if (!fileToOpen.empty()) app->openFile(std::exchange(fileToOpen, {}));
            const bool seen = frames % kFramesPerPainted == 0;
            painting.set(keepsPictures || seen, seen);
            app->frame(kWidth, kHeight, frames / 60.0, 0.02);
            render::checkError("a frame");
            if (wantsStage) stage = readStage();
            wantsStage = false;
            ImGuiTestEngine_PostSwap(engine);
        }
        ImGuiTestEngineResultSummary summary;
        ImGuiTestEngine_GetResultSummary(engine, &summary);
        EXPECT_EQ(summary.CountSuccess, summary.CountTested);
        EXPECT_GT(summary.CountTested, 0);
    }

    /// The stage as the framebuffer has it, rows from the top.
    render::Image readStage() const {
        std::vector<std::uint8_t> pixels(std::size_t(kWidth) * kHeight * 4);
        color.read(pixels.data(), pixels.size());
        const render::Rect rect = app->viewRect(WindowPart::Stage);
        render::Image image(static_cast<int>(rect.width), static_cast<int>(rect.height));
        for (int y = 0; y < image.height; ++y) {
            const auto row = static_cast<std::size_t>(kHeight - 1 - y - static_cast<int>(rect.y));
            const std::size_t from = (row * kWidth + static_cast<std::size_t>(rect.x)) * 4;
            std::copy_n(&pixels[from], static_cast<std::size_t>(image.width) * 4, image.at(0, y));
        }
        return image;
    }

    std::string stamp(const std::string& key) const {
        const auto text = app->stamp();
        const auto found = text.find("Lanescope " + key);
        return found == text.end() ? std::string() : found->second;
    }

    /// Lanescope, begun a moment later: long enough to cancel it.
    static std::filesystem::path slowProgram() {
        const auto file =
            std::filesystem::temp_directory_path() / ("lanescope-slow-" + std::to_string(::getpid()));
        std::ofstream(file) << "#!/bin/sh\nsleep 0.5\nexec \"" << LANESCOPE_PROGRAM << "\" \"$@\"\n";
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }

    std::filesystem::path program = slowProgram();
    Offscreen context{OffscreenDriver::Software};
    render::Texture color{"ui", kWidth, kHeight, render::PixelFormat::Rgba8};
    render::Framebuffer framebuffer{"ui", color};
    std::unique_ptr<App> app;
    ImGuiTestEngine* engine = nullptr;
    bool keepsPictures = false; ///< they are painted when they change: none that will be read may be missed
    // for the next frame: tests run on a thread without OpenGL
    bool wantsStage = false;
    std::string fileToOpen;
    render::Image stage;
};

inline bool there(ImGuiTestContext* ctx, const char* item) {
    return ctx->ItemInfo(item, ImGuiTestOpFlags_NoError).ID != 0;
}

/// Frames until something holds, for up to a minute: the model is asked on a thread of its own.
template<class Holds>
bool soon(ImGuiTestContext* ctx, Holds holds) {
    for (int i = 0; i < 6000 && !holds(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        ctx->Yield();
    }
    return holds();
}

/// The test functions are plain pointers: they reach the program through this.
inline Driven* g_driven = nullptr;

} // namespace lanescope::shell
