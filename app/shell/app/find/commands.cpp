// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/find/commands.h"

#include <array>

namespace lanescope::shell {

namespace {

bool hasGpu(const Runner& runner) {
    return runner.measures();
}
bool couldUseGpu(const Runner& runner) {
    return !runner.measures() && !runner.cuda().devices.empty();
}
bool isAnimated(const Runner& runner) {
    return runner.animated();
}
bool chooses(const Runner& runner) {
    return !runner.alwaysChecks();
}

template<Capture::As as>
void capture(UserActions& actions) {
    actions.capture = Capture{.as = as};
}
template<Measured what>
void measure(UserActions& actions) {
    actions.measure = what;
}

using As = Capture::As;

constexpr std::array kCommands{
    Command{"Reset parameters", "Ctrl+R", "defaults", [](UserActions& a) { a.resetValues = true; }},
    Command{"Undo", "Ctrl+Z", "back", [](UserActions& a) { a.undo = -1; }},
    Command{"Redo", "Ctrl+Y", "again", [](UserActions& a) { a.undo = 1; }},
    Command{"Play or pause", "Space", "animation, stop", [](UserActions& a) { a.playOrPause = true; },
            isAnimated},
    Command{"Dark theme", "", "colours, colors, night", [](UserActions& a) { a.light = false; }},
    Command{"Light theme", "", "colours, colors, bright, paper", [](UserActions& a) { a.light = true; }},
    Command{"Presenter mode", "P", "projector, teach, large text, full screen",
            [](UserActions& a) { a.togglePresenter = true; }},
    Command{"Hide or show what it means", "V", "verdict, reveal, predict, presenter",
            [](UserActions& a) { a.toggleVerdict = true; }},
    Command{"Laser pointer", "L", "red dot, mouse, presenter",
            [](UserActions& a) { a.pointer = Pointer::Kind::Laser; }},
    Command{"Spotlight", "S", "highlight, mouse, dark, presenter",
            [](UserActions& a) { a.pointer = Pointer::Kind::Spotlight; }},
    Command{"Larger", "Ctrl++", "zoom in, scale, font size", [](UserActions& a) { a.zoomBy = kZoomStep; }},
    Command{"Smaller", "Ctrl+-", "zoom out, scale, font size",
            [](UserActions& a) { a.zoomBy = 1 / kZoomStep; }},
    Command{"Reset layout", "", "panels, windows, docking", [](UserActions& a) { a.resetLayout = true; }},
    Command{"Reset camera and steps", "", "view", [](UserActions& a) { a.resetView = true; }},
    Command{"Check races and uninitialised reads", "",
            "race checker, racecheck, memcheck, sanitizer, initcheck",
            [](UserActions& a) { a.toggleChecks = true; }, chooses},
    Command{"Run on the GPU", "", "device, CUDA, measure", [](UserActions& a) { a.device = "cuda"; },
            couldUseGpu},
    Command{"Run emulated", "", "device, without a GPU, processor",
            [](UserActions& a) { a.device = "emulated"; }, hasGpu},
    Command{"Measure the hardware counters", "", "CUPTI, profiler", measure<Measured::Counters>, hasGpu},
    Command{"Measure the sweep", "", "times", measure<Measured::Sweep>, hasGpu},
    Command{"Measure transfers", "", "copies, bandwidth, PCIe", measure<Measured::Transfers>, hasGpu},
    Command{"Validate the model on this GPU", "", "exact, compare", measure<Measured::Validation>, hasGpu},
    Command{"Save a picture of the window", "F12", "screenshot, PNG, capture",
            [](UserActions& a) { a.picture = true; }},
    Command{"Save the stage as PNG", "", "screenshot, capture, slide, export", capture<As::Png>},
    Command{"Save the stage as SVG", "", "vector, capture, paper, export", capture<As::Svg>},
    Command{"Save the stage as PDF", "", "vector, capture, paper, print, export", capture<As::Pdf>},
    Command{"Save the steps as GIF", "", "animation, film, capture, export", capture<As::Gif>},
    Command{"Copy the picture", "", "clipboard, paste, screenshot", capture<As::Clipboard>},
    Command{"Copy the command for this picture", "", "shot, command line, shell",
            [](UserActions& a) { a.copyCommand = true; }},
    Command{"Copy a link to this view", "", "share, state, clipboard",
            [](UserActions& a) { a.copyLink = true; }},
    Command{"Terms", "", "glossary, words, meaning, explain", [](UserActions& a) { a.term = ""; }},
    Command{"Tour of the window", "", "introduction, help, first steps, begin",
            [](UserActions& a) { a.tour = true; }},
    Command{"Keys", "F1", "keyboard, shortcuts, help", [](UserActions& a) { a.showKeys = true; }},
    Command{"Quit", "Ctrl+Q", "exit, close", [](UserActions& a) { a.quit = true; }},
};

} // namespace

std::span<const Command> commands() {
    return kCommands;
}

} // namespace lanescope::shell
