// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/image.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::shell {

/// What a user asked to see.
struct AppOptions {
    std::string lab = "wave";
    std::vector<std::pair<std::string, std::string>> sets; ///< parameter and value, in order
    std::string architecture;                              ///< empty: the device's own, else the default
    std::string device = "auto";                           ///< "auto", "cuda", "cuda:N", "emulated"
    int width = 1600, height = 1000;                       ///< pixels
    float scale = 0;                                       ///< pixels per point; 0: the monitor's
    bool light = false;
    bool presenter = false;
    bool checks = false;  ///< races and uninitialised reads are looked for
    bool still = false;   ///< for a picture: fine edges, nothing that depends on the clock
    std::string settings; ///< file that keeps the layout; empty: none
    std::string program;  ///< Lanescope's own, for measurements; empty: the one that runs
    /// Opens the device that a choice names; empty: device::openDevice.
    std::function<std::shared_ptr<device::Device>(const std::string&)> openDevice;
};

/// The program's picture and its behaviour, without the window around it: a host makes an OpenGL context
/// current, feeds Dear ImGui's input, and calls frame(). Throws kit::BadInput for options it cannot use.
class App {
public:
    explicit App(const AppOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Runs, draws and lays out one frame into the bound framebuffer of this size. time: seconds of
    /// animation; budget: seconds that an emulated run may take, 0 to its end.
    void frame(int widthPixels, int heightPixels, double time, double budgetSeconds);
    /// Times of the last frame's stages, swap left out.
    const kit::StageTimes& times() const;
    void noteSwap(double seconds);
    /// The next frame will differ from the last without any input: a run is under way, or something is
    /// animated.
    bool moving() const;
    /// Nothing more comes from beside: the sweep plot has all its points, or gets none as a lab that fails is
    /// not swept, and no measurement is under way.
    bool sweepComplete() const;
    /// The last run's failure; empty when it succeeded.
    const std::string& error() const;
    /// Rethrows it for the command line.
    void throwError() const;

    bool wantsToQuit() const;
    /// The path of a picture that a key or menu asked for; empty when none did.
    std::string takeScreenshotRequest();
    /// What is stamped into a picture: lab, parameters, architecture, device, version.
    render::TextChunks stamp() const;
    /// The lines of the messages panel, oldest first.
    std::string messages() const;
    void announce(const std::string& message); ///< into the messages panel, and over the stage for 3 s
    /// Part of the window in pixels, top left origin, by name: "window", "stage", "result", "access",
    /// "reading", "plots". Throws kit::BadInput for another name.
    render::Rect viewRect(std::string_view view) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Opens the window and turns the crank until it is closed. Throws device::Unavailable without a display.
int runWindow(const AppOptions& options);

/// Draws frames offscreen, 1/60 s apart, and gives the last one's pixels and its stamp.
std::pair<render::Image, render::TextChunks> renderShot(const AppOptions& options, int frames,
                                                        std::string_view view);

/// Times of that many frames after warm-up, offscreen at the options' size.
struct BenchResult {
    std::vector<kit::StageTimes> frames;
    std::string device, renderer;
};
BenchResult benchFrames(const AppOptions& options, int frames);

} // namespace lanescope::shell
