// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/app.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::shell {

/// What a picture shows beside what the app is told.
struct ShotContents {
    WindowPart view = WindowPart::Window; ///< one that there are pictures of
    int frames = 1;                       ///< of the animation, 1/60 s apart; the last one is drawn
    bool controls = false, caption = false, vectors = false;
    // What was asked for by its number has to be there.
    std::optional<int> step; ///< 0 the first
    std::optional<std::int64_t> site;
    bool steps = false; ///< a picture for each wavefront of the access that is shown, of a part of the stage
};
/// Draws offscreen, and hands each picture over with its number, 0 the first, and how many there are.
/// Gives App::faults().
std::vector<std::string> renderShot(const AppOptions& options, const ShotContents& shot,
                                    const std::function<void(Picture&&, int number, int count)>& take);

/// Draws pictures of the stage with many states, in one hidden window.
class PictureMaker {
public:
    /// options: the device. Throws OffscreenError where there is no OpenGL.
    explicit PictureMaker(const AppOptions& options);
    ~PictureMaker();
    PictureMaker(const PictureMaker&) = delete;
    PictureMaker& operator=(const PictureMaker&) = delete;
    /// Throws what a run throws.
    Picture draw(const AppOptions& state, const PictureOptions& shot);

private:
    struct Host;
    std::unique_ptr<Host> m_host;
};

/// Times of that many frames after warm-up, offscreen at the options' size.
struct BenchResult {
    std::vector<session::StageTimes> frames;
    device::Info device;
    std::string renderer;
};
BenchResult benchFrames(const AppOptions& options, int frames);

} // namespace lanescope::shell
