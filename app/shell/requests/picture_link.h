// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "shell/requests/scenario.h"
#include "shell/requests/window_part.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// All that a picture of the window shows, but for panels that were moved.
struct PictureState {
    const kit::LabEntry& entry;
    const kit::Lab& lab;
    const model::Architecture& architecture;
    std::string device; ///< as --device takes it
    const kit::View& view;
    std::optional<double> time = 0;  ///< of the animation, seconds; nothing: whichever it is
    int width = 1600, height = 1000; ///< pixels
    float zoom = 1;                  ///< of what is usual for that size
    bool light = false, presenter = false, checks = false;
    std::optional<WindowPart> part;         ///< of the window; nothing: all of it
    bool controls = false, caption = false; ///< of a picture of a part
    std::string lesson;                     ///< that is open beside it: a name or a file; empty: none
    std::uint64_t student = 0;              ///< whose values it draws
    std::size_t page = 0;                   ///< of the lesson, 0 its introduction
};

/// What says all of a picture; what is as usual is left out where the command line leaves it out, too.
Scenario scenarioOf(const PictureState& state);

/// What a picture of a lab, a recording or a program is called, without an ending: "prog" of
/// "folder/prog.cu.lanescope".
std::string pictureName(std::string_view target);

/// The command line that draws the picture, for a shell.
std::string pictureCommand(const PictureState& state);

/// The same in one word, as `lanescope open` takes it.
std::string pictureLink(const PictureState& state);

} // namespace lanescope::shell
