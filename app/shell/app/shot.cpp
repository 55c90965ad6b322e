// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/shot.h"

#include "device/device.h"
#include "model/clock.h"
#include "render/gl.h"
#include "shell/app/offscreen.h"
#include "shell/capture/stage_picture.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

namespace lanescope::shell {

namespace {

/// The animation's step from frame to frame offscreen, so that a picture repeats exactly.
constexpr double kFrameSeconds = 1.0 / 60;

/// A context without a window, a framebuffer of the picture's size, and the app in it.
class OffscreenHost {
public:
    explicit OffscreenHost(const AppOptions& options)
        : m_width(options.width), m_height(options.height), m_context(driverFor(options.device)),
          m_color("picture", m_width, m_height, render::PixelFormat::Rgba8),
          m_framebuffer("picture", m_color), m_app(options) {}

    App& app() { return m_app; }

    /// The next frame of the animation; with no budget it waits for its run to be complete.
    void frame(double budgetSeconds) {
        ++m_number;
        frameAgain(budgetSeconds);
    }

    /// The same moment once more.
    void frameAgain(double budgetSeconds = 0) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(static_cast<float>(m_width), static_cast<float>(m_height));
        io.DisplayFramebufferScale = ImVec2(1, 1);
        io.DeltaTime = static_cast<float>(kFrameSeconds);
        m_framebuffer.bind();
        m_app.frame(m_width, m_height, static_cast<double>(m_number) * kFrameSeconds, budgetSeconds);
    }

    /// What a swap of buffers stands for: all drawing has ended.
    void finish() {
        const Clock::time_point start = Clock::now();
        glFinish();
        m_app.noteSwap(std::chrono::duration<double>(Clock::now() - start).count());
    }

    render::Image read(const render::Rect& part) const {
        std::vector<std::uint8_t> pixels(static_cast<std::size_t>(m_width) *
                                         static_cast<std::size_t>(m_height) * 4);
        m_color.read(pixels.data(), pixels.size());
        const int x = std::clamp(static_cast<int>(part.x), 0, m_width - 1),
                  y = std::clamp(static_cast<int>(part.y), 0, m_height - 1);
        const int width = std::clamp(static_cast<int>(std::ceil(part.width)), 1, m_width - x);
        const int height = std::clamp(static_cast<int>(std::ceil(part.height)), 1, m_height - y);
        render::Image image(width, height);
        render::takePixels(image, pixels, m_width, x, y);
        return image;
    }

private:
    static OffscreenDriver driverFor(const std::string& device) {
        return device == device::kEmulated ? OffscreenDriver::Software : OffscreenDriver::Any;
    }

    int m_width, m_height;
    Offscreen m_context;
    render::Texture m_color;
    render::Framebuffer m_framebuffer;
    App m_app;
    long m_number = 0;
};

} // namespace

std::vector<std::string> renderShot(const AppOptions& wanted, const ShotContents& shot,
                                    const std::function<void(Picture&&, int number, int count)>& take) {
    AppOptions options = wanted;
    options.still = true;
    const bool onStage = isOnStage(shot.view);
    if (shot.view != WindowPart::Window) {
        options.lesson.clear();
        options.page.reset();
    }
    if (onStage) {
        // The picture has a canvas of its own; the window beside it may be small.
        options.width = AppOptions().width;
        options.height = AppOptions().height;
        options.zoom = 1;
    } else if (shot.view != WindowPart::Window) {
        options.only = shot.view;
        constexpr float kLeastPlot = 80; // points, under which it shows no curves
        options.scale = partScaleFor(shot.view, options.width, options.height);
        const auto least = static_cast<float>(std::min(options.width, options.height));
        if (shot.view == WindowPart::Plots && least < kLeastPlot * options.scale * options.zoom)
            throw BadInput("a picture of this size has no room for the view 'plots'");
    }
    options.vectors = shot.vectors && !onStage;
    OffscreenHost host(options);
    // Dear ImGui needs two frames to know its sizes; the sweep may still be under way after them.
    constexpr int kLayoutFrames = 4;
    constexpr double kMostSeconds = 120;
    for (int i = 0; i < std::max(shot.frames, 1) - 1; ++i) {
        host.frame(0);
        host.app().throwError();
    }
    const Clock::time_point start = Clock::now();
    const auto left = [&] {
        return kMostSeconds - std::chrono::duration<double>(Clock::now() - start).count();
    };
    for (int i = 0; i < kLayoutFrames; ++i) {
        host.frameAgain();
        host.app().throwError();
    }
    while (!host.app().callsReturned() && left() > 0) {
        host.app().waitForCalls(left());
        host.frameAgain();
    }
    const bool sweep = shot.view == WindowPart::Window || shot.view == WindowPart::Plots;
    if (sweep && host.app().error().empty()) host.app().waitForSweep(left());
    // The plot's legend takes its room in the frame after the one that first shows its curves.
    for (int i = 0; i < 2; ++i) host.frameAgain();
    host.app().throwError();
    if (!host.app().wrongLook().empty()) throw BadInput(host.app().wrongLook());
    if (shot.site) host.app().checkSite(*shot.site);
    if (const int steps = host.app().steps(); shot.step && *shot.step >= steps)
        throw BadInput(
            steps == 1
                ? fmt::format("there is no step {}: the access that is shown has one", *shot.step + 1)
                : fmt::format("there is no step {}: the access that is shown has {}", *shot.step + 1, steps));
    if (!onStage) {
        const render::Rect part = host.app().viewRect(WindowPart::Window);
        host.finish();
        take({host.read(part), shot.vectors ? host.app().drawing() : render::Drawing(), host.app().stamp()},
             0, 1);
        return host.app().faults();
    }
    PictureOptions picture{.view = shot.view,
                           .width = wanted.width,
                           .height = wanted.height,
                           .zoom = wanted.zoom,
                           .light = wanted.light,
                           .controls = shot.controls,
                           .caption = shot.caption,
                           .vectors = shot.vectors};
    const int count = shot.steps ? host.app().steps() : 1;
    for (int i = 0; i < count; ++i) {
        if (shot.steps) picture.step = i;
        take(host.app().picture(picture), i, count);
    }
    return host.app().faults();
}

struct PictureMaker::Host : OffscreenHost {
    using OffscreenHost::OffscreenHost;
};

PictureMaker::PictureMaker(const AppOptions& options) {
    AppOptions still = options;
    still.still = true;
    m_host = std::make_unique<Host>(still);
}

PictureMaker::~PictureMaker() = default;

Picture PictureMaker::draw(const AppOptions& state, const PictureOptions& shot) {
    m_host->app().show(state);
    // The second frame takes in what calls that are made apart returned.
    for (int i = 0; i < 2; ++i) {
        m_host->frameAgain();
        m_host->app().throwError();
        m_host->app().waitForCalls(10);
    }
    m_host->frameAgain();
    return m_host->app().picture(shot);
}

BenchResult benchFrames(const AppOptions& options, int frames) {
    OffscreenHost host(options);
    constexpr int kWarmUp = 10;
    for (int i = 0; i < kWarmUp; ++i) {
        host.frame(0);
        host.app().throwError();
        host.finish();
    }
    BenchResult result;
    for (int i = 0; i < frames; ++i) {
        host.frame(0);
        host.finish();
        result.frames.push_back(host.app().times());
    }
    host.app().throwError();
    result.device = host.app().device();
    result.renderer = render::glInfo().renderer;
    return result;
}

} // namespace lanescope::shell
