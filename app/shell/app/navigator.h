// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/scene.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/kept/offer.h"
#include "shell/app/panels/program_question.h"
#include "shell/app/program_view.h"
#include "shell/app/seen.h"
#include "shell/app/undo/undo_steps.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lanescope::shell {

/// What is opened in the window, where several parts have to go along: a lab, a lab with values, a step of
/// undo, all that a link says. It keeps the steps of undo.
class Navigator {
public:
    struct Requests {
        const kit::LabEntry* lab = nullptr;
        std::optional<lessons::State> state; ///< a lab with values and architecture, one step of undo
        std::string link;                    ///< empty: none
        std::string file;                    ///< openFile(); empty: none
        std::optional<Program> program;      ///< that the user has named: it runs
        bool pastedLink = false;             ///< the one on the clipboard
        int history = 0;                     ///< -1 back, 1 on
        std::optional<bool> lost;            ///< the session that was lost goes on; false: it is forgotten
        std::optional<bool> runProgram;      ///< the program that was asked for runs; false: it does not
    };

    /// The parts that go along.
    struct Parts {
        Runner& runner;
        Stage& stage;
        Layout& layout;
        AnimationClock& clock;
        LessonDesk& desk;
        BookmarkFile& bookmarks;
        Messages& messages;
    };
    Navigator(const AppOptions& options, const Parts& parts);
    /// What cannot be opened is said.
    void apply(const Requests& asked);

    /// Shows what a file says: a picture or a scenario, a recording or a lesson, or what a link does; before
    /// a program runs the window asks. Throws BadInput.
    void openFile(const std::string& path);
    /// All that other options say; where kernels run stays, unless they say it, and so does the window's
    /// size.
    void show(const AppOptions& wanted);
    /// What a program of the user's has left, or stands in its place.
    void show(const ProgramView& program);
    /// Before a program runs that was opened, or that a link or a file names. view: of its recording.
    void ask(const Program& program, const kit::View& view = {}, bool isNamed = true);
    /// Of the recording of the program that is started, when that is there.
    void lookAtProgram(const kit::View& view) { m_viewOfProgram = view; }
    /// The program that the user let run, once.
    std::optional<Program> takeAllowed() { return std::exchange(m_allowed, std::nullopt); }
    /// The lesson that the window begins with.
    void openFirstLesson();
    /// The lab as the page that was turned to has it: in the same frame, so that a page is one step of undo.
    void followPage();
    /// In the place of the lab's own kernels: what answers the lesson's question, or AppOptions::code.
    void followCode();

    /// What is seen becomes another without any input.
    void expectChange() { m_undo.expectChange(); }
    /// UndoSteps::endFrame.
    void endFrame();
    const EditHistory& history() const { return m_undo.history(); }
    Seen seen() const;
    const Offer& offer() const { return m_offer; }
    /// A question waits for an answer, which has the keys.
    bool isAsking() const { return m_question.isOpen() || m_offer.isOpen(); }
    /// Over the stage.
    void showQuestions(const render::Rect& stage, UserActions& actions) const;

private:
    enum class ZoomOf : std::uint8_t { Link, History }; ///< whose zoom: a picture's, or the window's own
    void openLab(std::shared_ptr<const kit::LabEntry> entry);
    void leaveQuestion();
    void show(const lessons::State& state);
    void set(const AppOptions& wanted);
    void look(const AppOptions& wanted);
    void openLesson(const AppOptions& wanted);
    void ask(const AppOptions& wanted);
    void answer(bool run);
    void goTo(const std::string& link, ZoomOf of);
    void goToPasted();
    void move(int direction);
    void sayWhoseValues() const;
    EditState present() const;

    const AppOptions& m_options;
    Parts m_parts;
    recording::ModulePointer m_code; ///< AppOptions::code, as it was said last
    UndoSteps m_undo;
    Offer m_offer;
    ProgramQuestion m_question;
    std::optional<AppOptions> m_asked; ///< what else the link says that names the program
    std::optional<Program> m_allowed;
    std::optional<kit::View> m_viewOfProgram; ///< of its recording, when that is there
};

} // namespace lanescope::shell
