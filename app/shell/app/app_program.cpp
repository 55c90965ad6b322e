// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A program of the user's that runs beside the window.
#include "shell/app/app_state.h"

#include "kit/lab_interfaces.h"
#include "kit/panel/style.h"

#include <imgui.h>

namespace lanescope::shell {

/// Until it has ended the window shows a recording without a call in its place.
void App::State::startProgram(const Program& program) {
    const bool again = program == ownProgram.program() && !ownProgram.recording().empty();
    const std::string place = again ? ownProgram.recording() : options.targets->placeFor(program);
    options.targets->setTitle(place, commandOf(program));
    ownProgram.start(program, place);
    layout.setProgram();
    if (!again) showProgram();
}

void App::State::showProgram() {
    try {
        auto entry = options.targets->find(ownProgram.recording());
        if (entry.get() != &runner.entry()) openLab(std::move(entry));
        undo.expectChange();
    } catch (const std::exception& failure) {
        say(failure);
    }
}

void App::State::followProgram() {
    const bool shown = showsProgram();
    if (!ownProgram.poll()) return;
    const ProgramRun::End& end = ownProgram.end();
    messages.say(end.good       ? Message::Kind::Info
                 : end.recorded ? Message::Kind::Warning
                                : Message::Kind::Error,
                 end.text);
    // A card says what has left no recording; of another lab the panel offers one.
    if (!end.good && (end.recorded || !shown)) messages.notify(end.text, clock.host());
    if (end.recorded && shown) showProgram();
}

void App::State::applyProgram(ProgramAction action) {
    switch (action) {
    case ProgramAction::Cancel:
        return ownProgram.cancel();
    case ProgramAction::RunAgain:
        return startProgram(Program(ownProgram.program()));
    case ProgramAction::Show:
        return showProgram();
    }
}

/// What is shown is what stands in its place until its recording is there.
bool App::State::waitsForProgram() const {
    return ownProgram.stage() != ProgramRun::Stage::None && showsProgram() && runner.recording() &&
           runner.recording()->calls.empty();
}

bool App::State::recordsAProgram() const {
    return runner.editedLab().as<kit::RecordsAProgram>() != nullptr;
}

/// By its place in the result.
std::optional<std::size_t> App::State::shownLaunch(const kit::Frame& frame) const {
    if (!runner.drawn().any) return std::nullopt;
    if (frame.shown) return static_cast<std::size_t>(frame.shown->launch - frame.result.launches.data());
    if (frame.view.launch >= 0) return static_cast<std::size_t>(frame.view.launch);
    return std::nullopt;
}

/// The calls of the recording that is shown, and beside them what the program prints.
void App::State::showProgramPanel(const kit::Frame& frame, UserActions& actions) {
    const bool own = ownProgram.stage() != ProgramRun::Stage::None;
    const bool calls = recordsAProgram() && !waitsForProgram() && runner.drawn().any;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    constexpr float kShare = 0.6F;
    if (calls) {
        if (ImGui::BeginChild("recorded calls", ImVec2(own ? room.x * kShare : 0, 0)))
            callsTable.show(runner, shownLaunch(frame), actions);
        ImGui::EndChild();
    }
    if (!own) return;
    if (calls) ImGui::SameLine(0, kit::points(10));
    if (ImGui::BeginChild("own program")) programPanel.show(ownProgram, showsProgram(), actions);
    ImGui::EndChild();
}

} // namespace lanescope::shell
