// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/app.h"

#include "kit/pictures/step_controls.h"
#include "model/clock.h"
#include "shell/app/app_state.h"
#include "shell/app/drawing/gui_drawing.h"
#include "shell/app/input_order.h"
#include "shell/app/view_check.h"
#include "shell/output/findings.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <filesystem>
#include <utility>

namespace lanescope::shell {

namespace {

void hideWindows(ImGuiWindowFlags kinds) {
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if ((window->Flags & kinds) != 0) window->Hidden = true;
}

} // namespace

App::App(const AppOptions& options) : m_state(std::make_unique<State>(options)) {}

App::~App() = default;

void App::frame(int widthPixels, int heightPixels, double time, double budgetSeconds) {
    State& s = *m_state;
    const Clock::time_point begun = Clock::now();
    s.clock.set(time);
    s.messages.setTime(time);
    const auto* const sized = s.runner.editedLab().as<kit::HasUsualSize>();
    s.layout.setMostOfStage(sized ? sized->usualSize() : Layout::kUsualStage);
    // An animation's kernels run on a GPU while the panels are made.
    if (!s.measuring.running()) s.runner.begin(s.clock.time());
    const double beginSeconds = secondsSince(begun);
    s.layout.beginFrame(widthPixels, heightPixels);
    if (s.options.vectors) prepareGuiDrawing();
    ImGui_ImplOpenGL3_NewFrame();
    newGuiFrame();
    s.followLesson();
    // What is asked for over the panels, before they find their places.
    UserActions over;
    s.menus.takeKeys(s.runner, s.layout, s.labsPanel, s.desk.isOpen(),
                     s.navigator.isAsking() || s.pointer.isBlack(), over);
    if (!s.options.only) {
        s.menus.showBar(s.runner, s.navigator.history(), *s.bookmarks.all(), s.times, s.desk, s.layout, over);
        s.guide.show(s.layout, s.desk, over);
        s.navigator.showQuestions(s.layout.placeOf(WindowPart::Stage), over);
        if (s.bookmarksWindow.isOpen())
            s.bookmarksWindow.show(s.bookmarks.all(), s.navigator.seen().link(), over);
    }
    s.apply(over);
    s.layout.setSpareParameters(s.desk.isOpen() && s.desk.asksBetweenStates());
    s.layout.dock();
    UserActions beside;
    s.showLesson(beside);
    if (!s.options.only) {
        if (s.layout.presenter())
            s.labsPanel.showStrip(s.runner, s.desk);
        else
            s.labsPanel.show(s.runner, s.desk, s.layout, beside);
    }
    s.apply(beside);
    s.followQuestions();
    double uiSeconds = secondsSince(begun) - beginSeconds;

    // The sliders have moved: run, count, draw, and only then say what it means.
    const Clock::time_point ran = Clock::now();
    s.runner.setTiming(s.measuring.timing(s.runner));
    s.measuring.follow(s.runner, s.messages);
    if (s.program.follow(s.runner, s.messages)) s.navigator.show(s.program);
    s.runner.lookAt(s.stage.view().launch);
    // What is measured beside is not disturbed: the last result stays meanwhile.
    if (!s.measuring.running() && s.runner.step(s.clock.time(), budgetSeconds)) s.noteResult();
    s.playStrip.follow(s.runner, s.clock.host());
    s.checkLook();
    s.surviveLostDevice();
    s.calls.follow(s.runner, s.options.program);
    const double runSeconds = beginSeconds + secondsSince(ran);
    // What does not run is not swept either: a point of a size that nearly fits takes long, and nobody waits.
    if (s.runner.error().empty() && !s.program.isAwaited(s.runner)) s.sweep.follow(s.runner);

    const Clock::time_point drawn = Clock::now();
    const std::optional<kit::Frame> frame = s.makeFrame();
    UserActions shown;
    if (!s.options.only) s.stage.show(frame, s.stageState(), s.runner, s.layout, shown);
    s.lessonPanel.showEditor(s.desk, s.layout.placeOf(WindowPart::Stage));
    const double drawSeconds = secondsSince(drawn);

    const Clock::time_point panels = Clock::now();
    s.showPanels(frame, shown);
    s.layout.endFrame();
    s.apply(shown);
    s.navigator.endFrame();
    if (const auto wanted = s.pictures.takeCapture()) capture(*wanted);
    // The search lies over all that the mouse rests on; its own rows have no tooltips.
    if (s.guide.isFinding()) hideWindows(ImGuiWindowFlags_Tooltip);
    // Nor is what lies over the window for the mouse's sake a part of its picture.
    if (s.pictures.takeIsWindowAsked()) hideWindows(ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_Popup);
    ImGui::Render();
    s.repaint.draw(widthPixels, heightPixels, s.layout.theme().panel, s.stage.canvas().texture());
    uiSeconds += secondsSince(panels);
    s.times.add(runSeconds, s.runner.stepTimes(), drawSeconds, uiSeconds, s.runner.can().runsBesideHost);
}

const session::StageTimes& App::times() const {
    return m_state->times.last();
}

void App::noteSwap(double seconds) {
    m_state->times.addSwap(seconds);
}

bool App::moving() const {
    const State& s = *m_state;
    // Drawing at full rate would take its share of the GPU that is measured.
    if (s.measuring.running()) return false;
    if (s.desk.busy() || s.runner.progress().share < 1 || s.stage.view().stepping ||
        !s.messages.notice().empty())
        return true;
    if (!s.runner.error().empty()) return false;
    const bool animated = s.runner.animated() && !s.clock.paused();
    return !s.runner.drawn() || animated || s.measuring.timesLive(s.runner);
}

bool App::watchesFiles() const {
    return m_state->desk.watchesFiles();
}

bool App::sweepComplete() const {
    const State& s = *m_state;
    return !s.measuring.running() && !s.program.running() && callsReturned() &&
           (!error().empty() || (s.sweep.complete() && s.reading.complete()));
}
void App::waitForSweep(double seconds) const {
    // Nothing else is suggested meanwhile: both have begun, and each has a thread of its own.
    m_state->sweep.wait(seconds);
    m_state->reading.wait(seconds);
}
bool App::callsReturned() const {
    return !m_state->calls.running();
}
void App::waitForCalls(double seconds) {
    m_state->calls.wait(seconds);
}
const std::string& App::error() const {
    return m_state->runner.error();
}
void App::throwError() const {
    m_state->runner.throwError();
}
bool App::wantsToQuit() const {
    return m_state->quit;
}
bool App::takeFullScreenRequest() {
    return std::exchange(m_state->togglesFullScreen, false);
}
std::string App::takeScreenshotRequest() {
    return m_state->pictures.takeWindowFile();
}
bool App::offersLost() const {
    return m_state->navigator.offer().isOpen();
}
std::string App::messages() const {
    return m_state->messages.text();
}
void App::announce(const std::string& message) {
    m_state->messages.announce(Message::Kind::Info, message);
}

std::string App::link() const {
    return m_state->navigator.seen().link();
}

std::string App::lastingLink() const {
    const State& s = *m_state;
    if (!isProgramsRecording(s.runner.entry().name)) return link();
    const Program& program = s.program.program();
    // A link has no arguments.
    if (!s.program.isShown(s.runner) || !program.arguments.empty()) return {};
    const Seen seen = s.navigator.seen();
    Scenario scenario = scenarioOf(seen.window(seen.deviceOfLink()));
    scenario.request.lab = std::filesystem::absolute(program.file).lexically_normal().string();
    scenario.request.sets.clear();
    return linkOf(scenario);
}

void App::openFile(const std::string& path) {
    m_state->navigator.apply({.file = path});
}

void App::openLesson(const std::string& lesson) {
    m_state->desk.open(lesson);
    m_state->navigator.expectChange();
}

void App::show(const AppOptions& options) {
    m_state->navigator.show(options);
}

const device::Info& App::device() const {
    return m_state->runner.info();
}

std::string App::title() const {
    const State& s = *m_state;
    return s.program.isShown(s.runner) ? fmt::format("Lanescope - {}", s.runner.entry().title) : "Lanescope";
}

render::TextChunks App::stamp() const {
    const State& s = *m_state;
    const Seen seen = s.navigator.seen();
    return seen.stamp(seen.window(seen.deviceOfLink()));
}

std::vector<std::string> App::faults() const {
    const auto drawn = m_state->runner.drawn();
    return drawn ? programFaults(drawn->lab, drawn->result) : std::vector<std::string>();
}

int App::steps() const {
    const auto frame = m_state->makeFrame();
    return frame && frame->shown ? kit::stepsOf(*frame->shown, frame->architecture) : 1;
}

const std::string& App::wrongLook() const {
    return m_state->wrongLook;
}

void App::checkSite(std::int64_t site) const {
    const auto frame = m_state->makeFrame();
    shell::checkSite(frame ? frame->shown : std::nullopt, site);
}

render::Drawing App::drawing() {
    State& s = *m_state;
    const render::Drawing stage = !s.options.only ? s.stage.canvas().drawing() : render::Drawing();
    return guiDrawing(s.layout.theme().panel, {{s.stage.canvas().texture().id(), &stage}});
}

void App::capture(const Capture& wanted) {
    State& s = *m_state;
    if (!s.curtain.allowsPictures()) {
        s.messages.say(Message::Kind::Warning, tr("No picture of the stage is saved while a question of the "
                                                  "lesson is open: it would show the answer."));
        return;
    }
    try {
        announce(s.pictures.save(wanted, s.runner.entry().name, steps(),
                                 [this](const PictureOptions& options) { return picture(options); }));
    } catch (const std::exception& failure) {
        announce(retold(failure.what()));
    }
}

Picture App::picture(const PictureOptions& wanted) {
    State& s = *m_state;
    if (!isOnStage(wanted.view))
        throw BadInput(fmt::format("'{}' is no part of the stage", wordOf(wanted.view)));
    const auto drawn = s.runner.drawn();
    if (!drawn) throw BadInput("there is nothing to draw: no run has succeeded yet");
    kit::View view = s.stage.view();
    if (wanted.step) {
        view.step = *wanted.step;
        view.showSteps = true;
    }
    if (wanted.withheld != kit::Withheld::Nothing) {
        view.withheld = wanted.withheld;
        view.lanes = wanted.lanes;
    }
    const Seen now = s.navigator.seen();
    PictureState seen = now.picture(now.deviceOfLink(), view, {drawn->lab, drawn->architecture});
    seen.width = wanted.width;
    seen.height = wanted.height;
    seen.zoom = wanted.zoom;
    seen.light = wanted.light;
    seen.part = wanted.view;
    seen.controls = wanted.controls;
    seen.caption = wanted.caption;
    seen.lesson = {};
    const render::Theme& theme = wanted.light ? render::lightTheme() : render::darkTheme();
    return s.pictures.draw(wanted, seen, s.makeFrame(*drawn, view, view.pinned, theme),
                           now.allParameters(drawn->lab, drawn->architecture), now.stamp(seen));
}

render::Rect App::viewRect(WindowPart part) const {
    const render::Rect rect = m_state->layout.placeOf(part);
    if (rect.width > 0) return rect;
    if (part == WindowPart::Plots) throw BadInput("a window of this size has no room for the view 'plots'");
    return part == WindowPart::Result ? m_state->layout.placeOf(WindowPart::Stage) : rect;
}

} // namespace lanescope::shell
