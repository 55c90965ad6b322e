// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What a user asked for, applied to the parts.
#include "shell/app/app_state.h"

#include "kit/registry.h"
#include "render/image.h"
#include "shell/requests/lab_request.h"
#include "shell/requests/look_request.h"
#include "shell/requests/scenario.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

namespace lanescope::shell {

void App::State::openDevice(const std::string& choice) {
    runner.openDevice(choice);
    measuring.deviceChanged(runner, messages);
}

void App::State::openLab(std::shared_ptr<const kit::LabEntry> entry) {
    runner.openLab(std::move(entry));
    stage.reset();
    measuring.labChanged();
    labsPanel.labChanged();
}

void App::State::applyValues(const UserActions& actions) {
    kit::Lab& lab = runner.editedLab();
    if (actions.resetValues)
        for (kit::Parameter* parameter : lab.parameters()) parameter->reset();
    for (const auto& [name, value] : actions.sets) lab.set(name, value);
    if (actions.shrinkTo > 0) {
        const std::string set = kit::shrink(lab, actions.shrinkTo);
        messages.say(Message::Kind::Info, set.empty() ? tr("this lab's sizes cannot be reduced automatically")
                                                      : tr("set {}", set));
    }
}

/// All that a link says, in the window that is open; where kernels run and the window's size stay.
void App::State::show(const AppOptions& wanted) {
    if (auto entry = options.targets->find(wanted.lab); entry.get() != &runner.entry())
        openLab(std::move(entry));
    UserActions values;
    values.resetValues = true;
    values.sets = wanted.sets;
    applyValues(values);
    if (wanted.checks != runner.checks()) runner.chooseChecks(wanted.checks);
    if (const model::Architecture* architecture =
            wanted.architecture.empty() ? nullptr : model::findArchitecture(wanted.architecture);
        architecture && architecture != &runner.architecture()) {
        runner.chooseArchitecture(*architecture);
        measuring.architectureChanged();
    }
    layout.setLight(wanted.light);
    layout.setPresenter(wanted.presenter);
    layout.zoomBy(wanted.zoom / layout.zoom());
    stage.look(wanted.view);
}

/// A link may draw the values of somebody else.
void App::State::sayWhoseValues() {
    const std::uint64_t own = desk.progress().all().student;
    if (!desk.isOpen() || desk.student() == own) return;
    const std::string text =
        tr("This lesson uses the values of student {}. Yours, {}, come back when it is closed.",
           desk.student(), own);
    messages.say(Message::Kind::Info, text);
    messages.notify(text, clock.host());
}

/// A lesson that is open and not in the link is closed.
void App::State::goTo(const std::string& link, ZoomOf of) {
    try {
        LabRequest request;
        request.targets = options.targets;
        request.scenario = link;
        const LookRequest look = completed(request, {});
        AppOptions wanted = appOptions(request, look);
        if (of == ZoomOf::Link) wanted.zoom = layout.zoomOf(wanted.zoom);
        desk.restore(wanted.lesson, wanted.student.value_or(desk.student()), wanted.page.value_or(0));
        show(wanted);
        if (!look.time.empty()) clock.begin(wanted.startTime);
    } catch (const std::exception& failure) {
        say(failure);
    }
}

void App::State::pasteLink() {
    try {
        const char* text = ImGui::GetClipboardText();
        const auto link = linkIn(text ? text : "");
        if (!link) throw BadInput("the clipboard has neither a link nor a picture's code");
        goTo(*link, ZoomOf::Link);
    } catch (const std::exception& failure) {
        say(failure);
    }
}

void App::State::moveInHistory(int direction) {
    const EditState* to = undo.move(direction, editState());
    if (!to) return;
    if (to->bookmarks) bookmarks.change(*to->bookmarks);
    goTo(to->link, ZoomOf::History);
}

/// Undo, and what is kept: before the panels find their places.
void App::State::applyKept(const UserActions& actions) {
    if (actions.toggleBookmarks && bookmarksWindow.isOpen()) {
        bookmarksWindow.close();
    } else if (actions.editBookmarks || actions.toggleBookmarks) {
        bookmarks.refresh();
        bookmarksWindow.open(seen().parameters());
    }
    if (actions.bookmarks) bookmarks.change(*actions.bookmarks);
    if (const std::string complaint = bookmarks.takeComplaint(); !complaint.empty())
        messages.say(Message::Kind::Warning, complaint);
    if (actions.takeOffer) {
        if (*actions.takeOffer) goTo(offer.link(), ZoomOf::Link);
        offer.answered();
    }
    if (actions.undo != 0) moveInHistory(actions.undo);
    if (!actions.goTo.empty()) goTo(actions.goTo, ZoomOf::Link);
    if (actions.pasteLink) pasteLink();
}

void App::State::applyStage(const UserActions& actions) {
    if (actions.resetView) stage.reset();
    if (actions.unpin) stage.unpin();
    if (stage.view().isQuiet()) return; // it would show what is asked
    if (actions.control) stage.control(*actions.control, makeFrame(), clock.host());
    if (actions.site) {
        // Of a program the sites of several modules have the same numbers.
        if (const auto launch = shownLaunch(makeFrame()); launch && runner.recordsAProgram())
            stage.stayWith(*launch);
        stage.showSite(*actions.site);
    }
    if (actions.launch) stage.showLaunch(*actions.launch);
    if (actions.line) stage.showLine(*actions.line, runner.drawn().result);
}

/// How the window looks; before the panels find their places.
void App::State::applyLook(const UserActions& actions) {
    if (actions.light) layout.setLight(*actions.light);
    if (actions.showLanguages) {
        try {
            for (const text::LanguageInfo& each : text::languages()) layout.prepareFor(each.language);
        } catch (const std::exception&) { // who chooses the language is told
        }
    }
    if (actions.language) chooseLanguage(*actions.language);
    if (actions.togglePresenter) layout.setPresenter(!layout.presenter());
    if (actions.resetLayout) layout.reset();
    if (actions.zoom > 0) layout.zoomBy(actions.zoom / layout.zoom());
    layout.zoomBy(actions.zoomBy);
    if (actions.find) findBox.open(runner, bookmarksToFind(*bookmarks.all()));
    if (actions.toggleVerdict) curtain.toggleVerdicts();
    if (actions.pointer) pointer.toggle(*actions.pointer);
    if (actions.showKeys) menus.showKeys();
    if (actions.toggleKeys) menus.toggleKeys();
    if (actions.tour) {
        layout.setPresenter(false);
        tour.start();
    }
}

/// All texts follow from the next frame on. Where no font has the language's characters, it stays as it is.
void App::State::chooseLanguage(text::Language language) {
    try {
        layout.prepareFor(language);
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Warning, retold(failure.what()));
        messages.notify(retold(failure.what()), clock.host());
        return;
    }
    if (language == text::language()) return;
    text::setLanguage(language);
    desk.languageChanged(messages);
    if (options.languageFile.empty()) return;
    try {
        render::writeFileAtomically(options.languageFile, fmt::format("{}\n", text::infoOf(language).code));
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Warning, retold(failure.what()));
    }
}

/// One step of undo in the lab that a step of a lesson looks at.
void App::State::applyState(const lessons::State& state) {
    if (state.lab != runner.entry().name) openLab(options.targets->find(state.lab));
    UserActions values;
    values.resetValues = true;
    for (const lessons::Setting& set : state.sets) values.sets.emplace_back(set.parameter, set.value);
    applyValues(values);
    const model::Architecture* architecture = state.architecture.empty()
                                                  ? &model::defaultArchitecture()
                                                  : model::findArchitecture(state.architecture);
    if (architecture && architecture != &runner.architecture()) {
        runner.chooseArchitecture(*architecture);
        measuring.architectureChanged();
    }
    stage.showSite(state.site);
}

void App::State::applyLesson(const UserActions& actions) {
    try {
        if (!actions.lesson.empty()) desk.open(actions.lesson);
    } catch (const std::exception& failure) {
        say(failure);
    }
    if (actions.otherLesson != 0) desk.openOther(actions.otherLesson);
    if (actions.closeLesson) desk.close();
    if (desk.isOpen() && actions.lessonPage != 0) actions.lessonPage > 0 ? desk.next() : desk.back();
    if (actions.lane) desk.toggleLane(*actions.lane);
}

void App::State::apply(const UserActions& actions) {
    applyLesson(actions);
    applyPage();
    if (actions.term) terms.open(*actions.term);
    if (actions.lab) openLab(options.targets->find(actions.lab->name));
    if (!actions.parameter.empty())
        labsPanel.focusParameter(actions.parameter); // of the lab that is open now
    if (actions.state) applyState(*actions.state);
    applyValues(actions);
    applyStage(actions);
    if (actions.device) {
        try {
            openDevice(*actions.device);
        } catch (const std::exception& failure) {
            messages.say(Message::Kind::Error, retold(failure.what()));
        }
    }
    if (actions.architecture) {
        runner.chooseArchitecture(*actions.architecture);
        measuring.architectureChanged();
    }
    if (actions.checks || actions.toggleChecks) {
        runner.chooseChecks(actions.checks.value_or(!runner.checks()));
        messages.forgetFindings();
    }
    if (actions.cancelMeasurement) measuring.cancel(messages);
    if (actions.measure) measuring.start(*actions.measure, runner, messages);
    if (actions.program) applyProgram(*actions.program);
    if (actions.makeCalls) calls.makeThem();
    if (actions.playOrPause) clock.playOrPause();
    if (actions.copyCommand) copy(pictureCommand(seen().window(runner.info().choice)));
    if (actions.copyLink) copy(seen().link());
    if (actions.picture) {
        pictureRequest = pictures.freeFile(runner.entry().name, "png");
        isPictured = true;
    }
    if (actions.capture) captureRequest = actions.capture;
    quit |= actions.quit;
}

/// As a message, and over the stage.
void App::State::say(const std::exception& failure) {
    messages.say(Message::Kind::Error, retold(failure.what()));
    messages.notify(retold(failure.what()), clock.host());
}

void App::State::copy(const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    messages.say(Message::Kind::Info, tr("copied: {}", text));
    messages.notify(tr("copied: {}", text), clock.host());
}

// A program of the user's that runs beside the window.

void App::State::startProgram(const Program& started) {
    const bool show = program.start(started);
    layout.setProgram();
    if (show) showProgram();
}

void App::State::showProgram() {
    try {
        auto entry = program.entry();
        if (entry.get() != &runner.entry()) openLab(std::move(entry));
        undo.expectChange();
    } catch (const std::exception& failure) {
        say(failure);
    }
}

void App::State::applyProgram(ProgramAction action) {
    switch (action) {
    case ProgramAction::Cancel:
        return program.cancel();
    case ProgramAction::RunAgain:
        layout.setProgram();
        return program.runAgain();
    case ProgramAction::Show:
        return showProgram();
    }
}

} // namespace lanescope::shell
