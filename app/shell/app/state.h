// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/measurements.h"
#include "kit/plot.h"
#include "kit/session.h"
#include "kit/style.h"
#include "kit/sweep.h"
#include "kit/transfers.h"
#include "render/canvas.h"
#include "shell/app/app.h"
#include "shell/app/calls_apart.h"
#include "shell/app/measuring_process.h"
#include "shell/output/measured.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

/// One line of the messages panel.
struct Message {
    enum class Kind : std::uint8_t { Info, Warning, Error } kind = Kind::Info;
    std::string text;
    std::string file;       ///< that it speaks of; empty: none
    std::uint32_t line = 0; ///< in file; a click goes there
};

/// What is measured beside the window.
enum class Measured : std::uint8_t { Counters, Sweep, Experiment, Transfers, Validation };

/// The switch of the checks, in the menu and over the messages.
inline constexpr const char* kChecks = "Check races and uninitialised reads";
inline constexpr const char* kAlwaysTip = "This lab always does: mistakes are its subject.";
inline constexpr const char* kChecksTip =
    "The emulator looks for accesses of shared memory that no barrier "
    "puts in order, and for reads of memory that "
    "nobody has written. Kernels then run slower there, at worst twenty times.";

/// What undo and redo of one lab go through.
struct EditHistory {
    std::vector<std::vector<std::string>> states; ///< the lab's values, oldest first
    std::size_t index = 0;                        ///< of the present ones
};

/// ImGui::Begin for a window that docks. Where it is docked over the cleared ground of its own colour it is
/// not filled again. End it with ImGui::End in any case.
bool beginPanel(const char* title, int windowFlags);

/// What the app keeps from frame to frame; its parts draw the panels, the stage and the menus.
struct App::State {
    explicit State(const AppOptions& options);

    // app.cpp
    void openLab(const kit::LabEntry& entry);
    void openDevice(const std::string& choice);
    void chooseArchitecture(const model::Architecture& architecture);
    void say(Message::Kind kind, std::string text);
    void say(Message message);
    void rememberForUndo();
    EditHistory& edits() { return editHistories[entry->name]; }
    void undo(int direction);
    void notify(std::string text);
    void requestScreenshot();
    void noteResult();
    void noteFindings(const kit::RunResult& result);
    void showLine(const Message& message);
    void chooseChecks(bool on);
    bool alwaysChecks() const; ///< the lab does, whatever is chosen
    kit::Frame makeFrame() const;
    void surviveLostDevice();
    std::string timingKey() const;
    bool timesLive() const { return usesCuda() && liveTiming && !options.still; }
    bool usesCuda() const { return device->info().kind == device::Kind::Cuda; }

    // app_menu.cpp
    void menuBar();
    void shortcuts();
    void keepKeysFromNavigation(bool forNavigation);
    void chip();
    void popups();

    // app_panels.cpp
    void labsPanel();
    void labList();
    void readingPanel();
    void plotsPanels();
    void bandwidthPanel();
    void modelledBandwidth(const kit::RunResult& result, const kit::RunBytes& bytes) const;
    void messagesPanel();

    // app_measure.cpp
    std::string parameterKey(std::string_view without) const;
    void measure(Measured what);
    bool measuresLab() const;
    void followMeasurement();
    void followCalls();
    void takeOutcome(const MeasuringProcess::Outcome& outcome);
    void measurePanel();
    void validationWindow();
    void experimentWindow();

    // app_stage.cpp
    void stage();
    void drawStage(int widthPixels, int heightPixels);
    void stageInput(const render::Rect& stagePixels);
    void showNotice() const;
    void control(kit::Control what);

    AppOptions options;
    std::shared_ptr<device::Device> device;
    std::string deviceChoice;
    device::CudaProbe cuda;
    const model::Architecture* architecture = nullptr;

    const kit::LabEntry* entry = nullptr;
    std::shared_ptr<kit::Lab> lab;
    std::map<std::string, std::shared_ptr<kit::Lab>> labs; // a lab keeps its values while another is shown
    std::unique_ptr<kit::Session> session;
    kit::BackgroundSweep sweep;

    render::Canvas canvas;
    kit::View view;
    kit::Brush brush;
    std::optional<render::Pick> hovered;
    bool draggingCamera = false, draggingSplit = false;
    double stepClock = 0;

    kit::StageTimes times;
    std::vector<kit::StageHistory> stages;
    kit::History modelled, measured; // bandwidth, 10^9 bytes a second
    kit::Measurements measurements;
    MeasuringProcess process;
    CallsApart calls;                               // of a lab whose calls may fail, on a GPU
    recording::Recording foretold;                  // by the runtime's rules, before they are made
    bool spared = false;                            // they are not: OpenGL would stop
    Measured measuring = Measured::Counters;        // what the process is at, or was
    std::string measuringKey, counterKey, sweepKey; // of what is measured and of what was
    std::optional<kit::MeasuredSweep> experiment;
    std::string experimentLab;
    std::optional<kit::TransferTable> transfers;
    std::optional<ValidationPage> validation;
    bool showExperiment = false, showValidation = false;
    bool liveTiming = true; // on a GPU the kernels run in every frame, for their times
    std::deque<Message> messages;
    std::string lastError, parameterError;
    std::vector<std::string> lastFindings; // texts of those that the messages have
    bool messagesUnread = false;

    std::map<std::string, EditHistory> editHistories; // by lab

    bool checks = false; // races and uninitialised reads are looked for
    bool light = false, presenter = false, quit = false, resetLayout = true, showHelp = false;
    int plotFocusFrames = 0; // the sweep comes to the front when a new layout has settled
    std::string labFilter;
    const kit::LabEntry* listedLab = nullptr; // that the list has been scrolled to
    bool focusFilter = false;
    std::string notice; // over the stage until noticeEnd
    double noticeEnd = 0;
    float scale = 1, userScale = 1;
    double time = 0, timeOffset = 0, pausedAt = 0;
    bool paused = false;
    std::string screenshotRequest;
    int screenshots = 0;
    render::Rect windowRect, stageRect, leftRect, rightRect, readingRect, plotsRect; // pixels
};

} // namespace lanescope::shell
