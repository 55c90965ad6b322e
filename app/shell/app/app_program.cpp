// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A program of the user's that runs beside the window.
#include "shell/app/app_state.h"

#include "kit/registry.h"

namespace lanescope::shell {

/// Until it has ended the window shows a recording without a call in its place.
void App::State::startProgram(const Program& program) {
    const bool again = program == ownProgram.program() && !ownProgram.recording().empty();
    const std::string place = again ? ownProgram.recording() : placeForRecording(program);
    kit::titleRecording(place, commandOf(program));
    ownProgram.start(program, place);
    layout.setProgram();
    if (!again) showProgram();
}

void App::State::showProgram() {
    try {
        const kit::LabEntry& entry = kit::findTarget(ownProgram.recording());
        if (&entry != &runner.entry()) openLab(entry);
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

} // namespace lanescope::shell
