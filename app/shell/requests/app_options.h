// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "kit/frame.h"
#include "recording/module.h"
#include "session/times/chip_row.h"
#include "shell/programs/targets.h"
#include "shell/requests/window_part.h"
#include "text/language.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::shell {

/// Where a window was when it was closed.
struct WindowPlace {
    int x = 0, y = 0;          ///< of its contents, as the window system counts
    int width = 0, height = 0; ///< of its contents, when it was not maximized
    float scale = 1;           ///< pixels per point that the monitor asked for
    bool maximized = false;
    bool operator==(const WindowPlace&) const = default;
};

/// What a user asked to see.
struct AppOptions {
    std::string lab;                                                ///< empty: the first
    std::shared_ptr<Targets> targets = std::make_shared<Targets>(); ///< has it, where it is a recording
    kit::Sets sets;                                                 ///< parameter and value, in order
    std::string architecture;        ///< empty: the device's own, else the default
    std::string device = "auto";     ///< "auto", "cuda", "cuda:N", "emulated"
    int width = 1600, height = 1000; ///< pixels
    bool sized = false;              ///< that size was asked for
    /// The chips for which the time of a launch is modelled.
    std::shared_ptr<const model::KnownTimes> times = session::bundledTimes();
    std::optional<WindowPlace> place; ///< of the window that was open last
    float scale = 0;                  ///< pixels per point; 0: the monitor's
    bool light = false;
    bool presenter = false;
    text::Language language = text::language(); ///< the window's; a picture is of the present one
    float zoom = 1;                             ///< a factor of the scale
    kit::View view;                             ///< how the first lab is looked at
    double startTime = 0;                       ///< of the animation, seconds
    recording::ModulePointer code;              ///< for the lab's own kernels; nullptr: these
    bool checks = false;                        ///< kernels are checked, as by `--check`
    bool tour = false;                          ///< the tour of the window is shown first
    bool still = false;             ///< for a picture: fine edges, nothing that depends on the clock
    bool vectors = false;           ///< of a still picture also its shapes: App::drawing()
    std::optional<WindowPart> only; ///< the one panel that fills the window, reading or plots; nothing: all
    std::string settings;           ///< file that keeps the layout; empty: none
    std::string lastSeen;     ///< file that keeps what is seen, as a link, for the next start; empty: none
    std::string lost;         ///< link of a session that ended without a word, to be offered; empty: none
    std::string bookmarks;    ///< file that keeps them; empty: none
    std::string languageFile; ///< file that keeps the language; empty: none
    std::string lesson;       ///< to open: a name or a file; empty: none
    std::optional<std::uint64_t> student; ///< whose values a lesson draws; nothing: who worked last
    /// Where the lesson goes on, 0 its introduction; the lab is then as said above, not as the step has it.
    std::optional<std::size_t> page;
    bool pageSetsLab = false;    ///< the lab is as that page has it, not as these options have it
    std::string labNamed;        ///< then a page of another lab leaves this one alone; empty: none was named
    std::string progress;        ///< file that keeps how far lessons are; empty: none
    std::optional<Program> runs; ///< a program of the user's that runs beside the window, and is shown then
    std::optional<Program> asks; ///< one that a link or a file names: the window asks before it runs
    int exitCode = 0;            ///< LabSetup::exitCode
    std::string program;         ///< Lanescope's own, for measurements; empty: the one that runs
    /// Opens the device that a choice names; empty: device::openDevice.
    std::function<std::shared_ptr<device::Device>(const std::string&)> openDevice;
};

} // namespace lanescope::shell
