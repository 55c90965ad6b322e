// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/find/commands.h"

#include "text/tr.h"

#include <array>

namespace lanescope::shell {

namespace {

bool measuresTimes(const Runner& runner) {
    return runner.can().measuresTimes;
}
bool couldUseGpu(const Runner& runner) {
    return !runner.can().measuresTimes && !runner.cuda().devices.empty();
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
    Command{translatable("Reset parameters"), "Ctrl+R", "defaults",
            [](UserActions& a) { a.resetValues = true; }},
    Command{translatable("Undo"), "Ctrl+Z", "back", [](UserActions& a) { a.undo = -1; }},
    Command{translatable("Redo"), "Ctrl+Y", "again", [](UserActions& a) { a.undo = 1; }},
    Command{translatable("Keep this view"), "Ctrl+B", "bookmark, remember, save",
            [](UserActions& a) { a.editBookmarks = true; }},
    Command{translatable("Bookmarks"), "", "kept views, rename, delete, go back",
            [](UserActions& a) { a.editBookmarks = true; }},
    Command{translatable("Let go of what is pinned"), "Escape", "pin, unpin, highlight",
            [](UserActions& a) { a.unpin = true; }},
    Command{translatable("Play or pause"), "Space", "animation, stop",
            [](UserActions& a) { a.playOrPause = true; }, isAnimated},
    Command{translatable("Dark theme"), "", "colours, colors, night",
            [](UserActions& a) { a.light = false; }},
    Command{translatable("Light theme"), "", "colours, colors, bright, paper",
            [](UserActions& a) { a.light = true; }},
    Command{"English", "", "language", [](UserActions& a) { a.language = text::Language::English; }},
    Command{"中文 (Chinese)", "", "language, Chinese, Zhongwen, yuyan",
            [](UserActions& a) { a.language = text::Language::Chinese; }},
    Command{translatable("Presenter mode"), "P", "projector, teach, large text, full screen",
            [](UserActions& a) { a.togglePresenter = true; }},
    Command{translatable("Hide or show what it means"), "V", "verdict, reveal, predict, presenter",
            [](UserActions& a) { a.toggleVerdict = true; }},
    Command{translatable("Laser pointer"), "L", "red dot, mouse, presenter",
            [](UserActions& a) { a.pointer = Pointer::Kind::Laser; }},
    Command{translatable("Spotlight"), "S", "highlight, mouse, dark, presenter",
            [](UserActions& a) { a.pointer = Pointer::Kind::Spotlight; }},
    Command{translatable("Larger"), "Ctrl++", "zoom in, scale, font size",
            [](UserActions& a) { a.zoomBy = kZoomStep; }},
    Command{translatable("Smaller"), "Ctrl+-", "zoom out, scale, font size",
            [](UserActions& a) { a.zoomBy = 1 / kZoomStep; }},
    Command{translatable("Reset layout"), "", "panels, windows, docking",
            [](UserActions& a) { a.resetLayout = true; }},
    Command{translatable("Reset camera and steps"), "", "view", [](UserActions& a) { a.resetView = true; }},
    Command{translatable("Check races and uninitialised reads"), "",
            "race checker, racecheck, memcheck, sanitizer, initcheck",
            [](UserActions& a) { a.toggleChecks = true; }, chooses},
    Command{translatable("Run on the GPU"), "", "device, CUDA, measure",
            [](UserActions& a) { a.device = "cuda"; }, couldUseGpu},
    Command{translatable("Run emulated"), "", "device, without a GPU, processor",
            [](UserActions& a) { a.device = "emulated"; }, measuresTimes},
    Command{translatable("Measure the hardware counters"), "", "CUPTI, profiler", measure<Measured::Counters>,
            measuresTimes},
    Command{translatable("Measure the sweep"), "", "times", measure<Measured::Sweep>, measuresTimes},
    Command{translatable("Measure transfers"), "", "copies, bandwidth, PCIe", measure<Measured::Transfers>,
            measuresTimes},
    Command{translatable("Validate the model on this GPU"), "", "exact, compare",
            measure<Measured::Validation>, measuresTimes},
    Command{translatable("Save a picture of the window"), "F12", "screenshot, PNG, capture",
            [](UserActions& a) { a.picture = true; }},
    Command{translatable("Save the stage as PNG"), "", "screenshot, capture, slide, export",
            capture<As::Png>},
    Command{translatable("Save the stage as SVG"), "", "vector, capture, paper, export", capture<As::Svg>},
    Command{translatable("Save the stage as PDF"), "", "vector, capture, paper, print, export",
            capture<As::Pdf>},
    Command{translatable("Save the steps as GIF"), "", "animation, film, capture, export", capture<As::Gif>},
    Command{translatable("Copy the picture"), "", "clipboard, paste, screenshot", capture<As::Clipboard>},
    Command{translatable("Copy the command for this picture"), "", "shot, command line, shell",
            [](UserActions& a) { a.copyCommand = true; }},
    Command{translatable("Copy a link to this view"), "", "share, state, clipboard",
            [](UserActions& a) { a.copyLink = true; }},
    Command{translatable("Terms"), "", "glossary, words, meaning, explain",
            [](UserActions& a) { a.term = ""; }},
    Command{translatable("Tour of the window"), "", "introduction, help, first steps, begin",
            [](UserActions& a) { a.tour = true; }},
    Command{translatable("Keys"), "F1", "keyboard, shortcuts, help",
            [](UserActions& a) { a.showKeys = true; }},
    Command{translatable("Quit"), "Ctrl+Q", "exit, close", [](UserActions& a) { a.quit = true; }},
};

} // namespace

std::span<const Command> commands() {
    return kCommands;
}

} // namespace lanescope::shell
