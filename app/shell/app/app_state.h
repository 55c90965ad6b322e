// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/animation_clock.h"
#include "shell/app/app.h"
#include "shell/app/curtain.h"
#include "shell/app/drawing/repaint.h"
#include "shell/app/guide/guide.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/language_choice.h"
#include "shell/app/lesson/panel.h"
#include "shell/app/look/layout.h"
#include "shell/app/measuring/lab_calls.h"
#include "shell/app/measuring/measuring.h"
#include "shell/app/messages.h"
#include "shell/app/navigator.h"
#include "shell/app/panels/frame_times.h"
#include "shell/app/panels/labs_panel.h"
#include "shell/app/panels/measure_panel.h"
#include "shell/app/panels/menus.h"
#include "shell/app/panels/play_strip.h"
#include "shell/app/panels/reading_panel.h"
#include "shell/app/panels/sweep_panel.h"
#include "shell/app/pointer.h"
#include "shell/app/program_view.h"
#include "shell/app/runner.h"
#include "shell/app/stage.h"
#include "shell/app/stage_pictures.h"
#include "shell/app/user_actions.h"

#include <optional>

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

    /// Hands each part what a user asked of it.
    void apply(const UserActions& actions);
    void followLesson();
    void followQuestions();
    void startProgram(const Program& started);
    void noteResult();
    void checkLook();
    void surviveLostDevice();
    /// Nothing where no run has succeeded yet.
    std::optional<kit::Frame> makeFrame() const;
    kit::Frame makeFrame(const kit::Drawn& drawn, const kit::View& view, const kit::Brush& brush,
                         const render::Theme& theme) const;
    StageState stageState() const;
    void showLesson(UserActions& actions);
    void showPlots(const std::optional<kit::Frame>& frame, UserActions& actions);
    void showPanels(const std::optional<kit::Frame>& frame, UserActions& actions);

    const AppOptions options;
    Gui gui;
    Layout layout;
    Messages messages;
    Runner runner;
    BookmarkFile bookmarks;
    AnimationClock clock;
    LabCalls calls;
    Measuring measuring;
    LessonDesk desk;
    LanguageChoice language;
    SweepPanel sweep{options.times};
    Stage stage;
    Navigator navigator;
    FrameTimes times;
    Menus menus;
    LabsPanel labsPanel;
    PlayStrip playStrip;
    ReadingPanel reading{options.times};
    MeasurePanel measurePanel;
    ProgramView program{options.targets};
    LessonPanel lessonPanel;
    BookmarksWindow bookmarksWindow;
    Guide guide{options.tour};
    Pointer pointer;
    Curtain curtain;
    StagePictures pictures;
    Repaint repaint;
    bool togglesFullScreen = false; ///< until the window does it
    bool quit = false;
    std::string wrongLook; ///< App::wrongLook
};

} // namespace lanescope::shell
