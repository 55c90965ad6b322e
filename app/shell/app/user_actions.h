// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "lessons/scene.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/messages.h"
#include "shell/app/pointer.h"
#include "text/language.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::shell {

/// What is measured beside the window.
enum class Measured : std::uint8_t { Counters, Sweep, Experiment, Transfers, Validation, Times };

/// A picture of the stage without buttons and hints, as a file or to be pasted.
struct Capture {
    enum class As : std::uint8_t { Png, LargePng, Svg, Pdf, Gif, Clipboard } as = As::Png;
    bool light = false, caption = false;
    bool accessOnly = false; ///< not the kernel's result beside it
};

/// What is to be done with the user's program.
enum class ProgramAction : std::uint8_t {
    Cancel,
    RunAgain,
    Show ///< its recording
};

/// What a user asked for in this frame, through a key, the menu or a panel. The parts of the app only note
/// it; the app applies it, so that no part has to know another.
struct UserActions {
    const kit::LabEntry* lab = nullptr;
    std::optional<std::string> device; ///< a choice, as --device takes it
    const model::Architecture* architecture = nullptr;
    std::optional<bool> checks;
    bool toggleChecks = false;
    std::vector<std::pair<std::string, std::string>> sets; ///< parameters and values, one step of undo
    bool resetValues = false;
    int undo = 0;                        ///< -1 back, 1 on
    std::string goTo;                    ///< a link; empty: none
    bool pasteLink = false;              ///< it is on the clipboard
    std::optional<Bookmarks> bookmarks;  ///< the list as it is to be
    bool editBookmarks = false;          ///< their window opens
    bool toggleBookmarks = false;        ///< it opens, or is closed again
    bool unpin = false;                  ///< what stays lit on the stage does so no more
    std::optional<bool> takeOffer;       ///< the session that was lost goes on; false: it is forgotten
    std::size_t shrinkTo = 0;            ///< bytes that the lab's largest array may have; 0: nothing
    std::optional<kit::Control> control; ///< of the stage
    std::optional<std::int64_t> site;    ///< the memory instruction to show
    std::optional<std::size_t> launch;   ///< the one to show, by its place in the result
    std::optional<Message> line;         ///< whose source line is to be shown
    std::optional<int> lane;             ///< chosen, or chosen no more, for an answer
    std::optional<lessons::State> state; ///< a lab with values and architecture, one step of undo
    std::string lesson;                  ///< a name or a file
    int otherLesson = 0;                 ///< -1 the one before in the course, 1 the next
    int lessonPage = 0;                  ///< -1 back, 1 on
    bool closeLesson = false;
    std::optional<Measured> measure;
    bool cancelMeasurement = false;
    std::optional<ProgramAction> program;
    bool makeCalls = false; ///< on the GPU, though they will stop OpenGL for a while
    std::optional<Capture> capture;
    bool playOrPause = false, resetView = false;
    std::optional<bool> light;
    std::optional<text::Language> language;
    bool showLanguages = false; ///< their names are seen, each in its own characters
    bool togglePresenter = false, resetLayout = false;
    float zoomBy = 1;
    float zoom = 0;                  ///< a factor of the usual scale; 0: as it is
    bool find = false;               ///< the search opens
    std::optional<std::string> term; ///< to be explained; empty: the list of them
    std::string parameter;           ///< of the lab that is shown then: it gets the keyboard
    bool showKeys = false, tour = false;
    bool toggleKeys = false;              ///< the list of keys opens, or is closed again
    bool toggleVerdict = false;           ///< what the numbers mean is hidden until it is asked for
    std::optional<Pointer::Kind> pointer; ///< taken, or put away
    bool picture = false, copyCommand = false, copyLink = false, quit = false;
};

} // namespace lanescope::shell
