// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/app_state.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/panels/bandwidth_panel.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

namespace lanescope::shell {

Gui::Gui() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.IniFilename = nullptr;
    ImGui_ImplOpenGL3_Init("#version 450 core");
}
Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
}

App::State::State(const AppOptions& wanted)
    : options(wanted), layout(options), runner(options), bookmarks(options.bookmarks),
      clock(options.startTime), measuring(options.program, options.still), desk(options.progress),
      language(options.languageFile), stage(options.still, options.vectors, options.view),
      navigator(options, {runner, stage, layout, clock, desk, bookmarks, messages}), menus(options.still) {
    if (!options.settings.empty()) ImGui::GetIO().IniFilename = options.settings.c_str();
    if (options.still) layout.prepareFor(options.language); // a picture without its words is none
    language.begin(options.language, layout, messages);
    if (runner.recordsAProgram()) layout.setProgram();
    if (options.runs) {
        navigator.lookAtProgram(options.view);
        startProgram(*options.runs);
    }
    if (options.asks) navigator.ask(*options.asks, options.view);
    navigator.openFirstLesson();
    if (options.device == "auto" && !runner.can().measuresTimes && !runner.cuda().reason.empty())
        messages.say(Message::Kind::Info,
                     tr("No CUDA device: {}. Kernels run on the emulator; every number is modelled.",
                        retold(withoutEmulatedAdvice(runner.cuda().reason))));
}

void App::State::apply(const UserActions& actions) {
    layout.apply(actions.look);
    language.apply(actions.language, layout, desk, messages);
    bookmarksWindow.apply(actions.bookmarks, bookmarks, navigator.seen(), messages);
    desk.apply(actions.lesson, messages);
    navigator.followPage();
    navigator.apply(actions.open);
    if (const auto allowed = navigator.takeAllowed()) startProgram(*allowed);
    runner.apply(actions.run, messages);
    stage.apply(actions.stage, runner, messages, clock.host());
    measuring.apply(actions.measuring, runner, messages);
    guide.apply(actions.guide, runner, *bookmarks.all(), program, layout);
    pictures.apply(actions.pictures, navigator.seen(), messages);
    if (actions.program && program.apply(*actions.program, runner.checks(), layout, messages))
        navigator.show(program);
    if (!actions.parameter.empty()) labsPanel.focusParameter(actions.parameter);
    if (actions.toggleVerdict) {
        if (curtain.allowsPictures())
            curtain.toggleVerdicts();
        else
            messages.announce(Message::Kind::Info, std::string(curtain.whyNoReading()));
    }
    if (actions.pointer) {
        pointer.toggle(*actions.pointer);
        // A presenter knows; whoever did not mean that key does not.
        if (pointer.isOut() && !layout.presenter() && *actions.pointer != Pointer::Kind::Black)
            messages.announce(Message::Kind::Info, tr("A pointer for presenting. Escape puts it away."));
    }
    if (actions.makeCalls) calls.makeThem();
    if (actions.playOrPause) clock.playOrPause();
    togglesFullScreen |= actions.toggleFullScreen;
    quit |= actions.quit;
}

void App::State::startProgram(const Program& started) {
    Program checked = started;
    checked.checked = runner.checks();
    if (program.start(checked, layout, messages)) navigator.show(program);
}

/// Takes what a new result has to say into the histories and the messages.
void App::State::noteResult() {
    messages.noteError(runner.error());
    const auto drawn = runner.drawn();
    if (!runner.error().empty() || !drawn) return;
    messages.noteResult(drawn->result, runner.checks() || runner.alwaysChecks(), !runner.isWatched());
    measuring.noteResult(*drawn, runner);
}

/// What a link or the command line chose and the result does not have is said once.
void App::State::checkLook() {
    if (!stage.isNewLook()) return;
    const auto drawn = runner.drawn();
    if (!drawn || program.isAwaited(runner) || &drawn->architecture != &runner.architecture() ||
        drawn->lab.values() != runner.editedLab().values())
        return;
    try {
        stage.checkLook(*drawn);
    } catch (const BadInput& failure) {
        wrongLook = failure.what();
        messages.announce(Message::Kind::Warning, retold(wrongLook));
    }
}

/// A kernel's fault takes the GPU from this process, not the window: it goes on emulated, and says so.
void App::State::surviveLostDevice() {
    if (!runner.device().lost()) return;
    const std::string why =
        runner.error().empty() ? tr("{} was lost", runner.info().name) : retold(runner.error());
    try {
        runner.openDevice(device::kEmulated);
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, retold(failure.what()));
        return;
    }
    messages.say(Message::Kind::Error, why);
    messages.say(Message::Kind::Warning, tr("This window has lost the GPU. It continues on the emulator, and "
                                            "every number is modelled. Restart Lanescope to measure."));
    messages.notify(tr("The GPU was lost: continuing on the emulator"));
}

std::optional<kit::Frame> App::State::makeFrame() const {
    const auto drawn = runner.drawn();
    if (!drawn) return std::nullopt;
    return makeFrame(*drawn, stage.view(), stage.brush(), layout.theme());
}

kit::Frame App::State::makeFrame(const kit::Drawn& drawn, const kit::View& view, const kit::Brush& brush,
                                 const render::Theme& theme) const {
    kit::Frame frame(drawn, runner.info(), view, brush, theme);
    frame.measured = runner.can().measuresTimes;
    frame.progress = runner.progress().share;
    frame.measurements = &measuring.measurements();
    frame.transfers = measuring.transfers();
    frame.edition = runner.edition() + measuring.edition() + text::edition();
    frame.otherCode = runner.code() != nullptr;
    return frame;
}

StageState App::State::stageState() const {
    StageState state;
    state.covered = program.isAwaited(runner);
    state.progress = runner.progress();
    state.stopped = runner.stopped().has_value();
    state.saysProgress = !playStrip.isShown();
    state.error = runner.error();
    // A picture does not show the notice of the one before it.
    if (pictures.windowFile().empty()) state.notice = messages.notice();
    state.between = desk.between();
    state.now = clock.host();
    state.points = pointer.isOut();
    return state;
}

/// What the model has found out, and what its step looks at.
void App::State::followLesson() {
    // What a class has just answered stays until the presenter goes on.
    desk.follow(messages, clock.host(), !layout.presenter());
    navigator.followPage();
    layout.setLesson(desk.isOpen());
    followQuestions();
}

/// Of the lab as it is set now.
void App::State::followQuestions() {
    navigator.followCode();
    curtain.follow(desk, runner, stage);
}

void App::State::showLesson(UserActions& actions) {
    if (!desk.isOpen()) return;
    if (!navigator.isAsking() && !pointer.isBlack())
        lessonPanel.takeKeys(desk, runner, layout.presenter(), messages, actions);
    lessonPanel.show(desk, runner, layout.presenter(), messages, actions);
}

void App::State::showPlots(const std::optional<kit::Frame>& frame, UserActions& actions) {
    const bool quiet = stage.view().isQuiet();
    const auto panel = [&](const DockedTitle& title, bool answers, auto show, bool news = false) {
        const DockedPanel docked(title, DockedPanel::kFlags, news);
        if (!docked) return;
        layout.place(WindowPart::Plots, docked.rect());
        if (!answers) return show();
        ImGui::Dummy(ImVec2(0, kit::points(4)));
        kit::wrappedText(kit::style().theme->dim, curtain.whyNoPanel());
    };
    panel(kSweepPanel, quiet || curtain.hidesSweep(), [&] { sweep.show(runner, measuring.measurements()); });
    if (program.wasStarted() || runner.recordsAProgram())
        panel(kProgramPanel, quiet, [&] { program.showPanel(frame, runner, playStrip, actions); });
    if (const char* front = layout.front()) ImGui::SetWindowFocus(front);
    panel(kBandwidthPanel, quiet, [&] { showBandwidth(runner, measuring); });
    panel(kMeasurePanel, quiet, [&] { measurePanel.show(runner, measuring, actions); });
    panel(kFramePanel, false, [&] { times.show(runner); });
    panel(
        kMessagesPanel, false, [&] { messages.show(runner.checksState(), actions); }, messages.unread());
}

void App::State::showPanels(const std::optional<kit::Frame>& frame, UserActions& actions) {
    if (options.only == WindowPart::Plots) {
        const DockedPanel docked(kSweepPanel);
        layout.place(WindowPart::Plots, docked.rect());
        if (docked) sweep.show(runner, measuring.measurements());
        return;
    }
    // Before an audience the question has the whole column: the panel would repeat what the stage shows.
    if (!layout.presenter() || options.only || !curtain.asksHere() || !runner.error().empty()) {
        const DockedPanel docked(kReadingPanel);
        layout.place(WindowPart::Reading, docked.rect());
        if (docked && program.isAwaited(runner))
            kit::wrappedText(
                kit::style().theme->dim,
                program.running()
                    ? tr("What its kernels do to memory appears here when the program has ended.")
                    : tr("There is no recording of this program."));
        else if (docked)
            reading.show(frame, runner, calls, curtain.whyNoReading(), actions);
    }
    if (options.only) return;
    if (!layout.presenter()) showPlots(frame, actions);
    program.showCard(runner, layout.placeOf(WindowPart::Stage), actions);
    if (!program.isAwaited(runner)) playStrip.show(layout.placeOf(WindowPart::Stage), actions);
    guide.showOver(layout, desk, actions);
    pointer.show();
    measurePanel.showPages(measuring);
}

} // namespace lanescope::shell
