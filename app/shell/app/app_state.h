// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/animation_clock.h"
#include "shell/app/app.h"
#include "shell/app/curtain.h"
#include "shell/app/find/find_box.h"
#include "shell/app/find/terms_window.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/kept/offer.h"
#include "shell/app/layout.h"
#include "shell/app/lesson/panel.h"
#include "shell/app/measuring/lab_calls.h"
#include "shell/app/measuring/measuring.h"
#include "shell/app/messages.h"
#include "shell/app/panels/frame_times.h"
#include "shell/app/panels/labs_panel.h"
#include "shell/app/panels/measure_panel.h"
#include "shell/app/panels/menus.h"
#include "shell/app/panels/reading_panel.h"
#include "shell/app/panels/sweep_panel.h"
#include "shell/app/program_view.h"
#include "shell/app/runner.h"
#include "shell/app/seen.h"
#include "shell/app/stage.h"
#include "shell/app/stage_pictures.h"
#include "shell/app/tour.h"
#include "shell/app/undo/undo_steps.h"
#include "shell/app/user_actions.h"
#include "shell/requests/picture_link.h"

#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// Dear ImGui's and ImPlot's contexts, as long as the app.
struct Gui {
    Gui();
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;
};

/// The parts, and what one tells the others. None of them knows another but through what it is handed.
struct App::State {
    explicit State(const AppOptions& wanted);

    void openDevice(const std::string& choice);
    void openLab(std::shared_ptr<const kit::LabEntry> entry);
    void apply(const UserActions& actions);
    void applyValues(const UserActions& actions);
    void applyKept(const UserActions& actions);
    void show(const AppOptions& wanted);
    enum class ZoomOf : std::uint8_t { Link, History }; ///< whose zoom: a picture's, or the window's own
    void goTo(const std::string& link, ZoomOf of);
    void pasteLink();
    void sayWhoseValues();
    void moveInHistory(int direction);
    EditState editState() const { return {seen().step(undo.chosen(stage.view())), bookmarks.all()}; }
    void applyStage(const UserActions& actions);
    void applyLook(const UserActions& actions);
    void chooseLanguage(text::Language language);
    void applyLesson(const UserActions& actions);
    void applyState(const lessons::State& state);
    void followLesson();
    void applyPage();
    void followQuestions();
    void showLesson(UserActions& actions);
    Seen seen() const { return {options, runner, layout, stage, clock, desk}; }
    void copy(const std::string& text);
    void say(const std::exception& failure);
    void noteResult();
    void surviveLostDevice();
    void startProgram(const Program& started);
    void applyProgram(ProgramAction action);
    void showProgram();
    void showPlots(const kit::Frame& frame, UserActions& actions);
    void showPanels(const kit::Frame& frame, UserActions& actions);
    StageState stageState() const;
    kit::Frame makeFrame() const { return makeFrame(stage.view(), stage.brush(), layout.theme()); }
    kit::Frame makeFrame(const kit::View& view, const kit::Brush& brush, const render::Theme& theme) const;

    const AppOptions options;
    recording::ModulePointer code; ///< AppOptions::code, as it was said last
    Gui gui;
    Layout layout;
    Messages messages;
    Runner runner;
    UndoSteps undo;
    BookmarkFile bookmarks;
    AnimationClock clock;
    LabCalls calls;
    Measuring measuring;
    LessonDesk desk;
    SweepPanel sweep{options.times};
    Stage stage;
    FrameTimes times;
    Menus menus;
    LabsPanel labsPanel;
    ReadingPanel reading;
    MeasurePanel measurePanel;
    ProgramView program{options.targets};
    LessonPanel lessonPanel;
    FindBox findBox;
    TermsWindow terms;
    BookmarksWindow bookmarksWindow;
    Offer offer;
    Tour tour;
    Pointer pointer;
    Curtain curtain;
    std::string pictureRequest;
    std::optional<Capture> captureRequest;
    bool isPictured = false; ///< a picture was asked for in this frame
    StagePictures pictures;
    bool quit = false;
};

} // namespace lanescope::shell
