// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/parameter_editor.h"
#include "render/shapes.h"
#include "shell/app/lesson/answer_field.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/user_actions.h"

#include <array>
#include <string>

namespace lanescope::shell {

/// The open lesson: its text, its questions, the way through it.
class LessonPanel {
public:
    /// What keys ask for while no text is typed.
    /// presenter: the page keys go on to other lessons.
    void takeKeys(LessonDesk& desk, const Runner& runner, bool presenter, Messages& messages,
                  UserActions& actions);
    /// After the stage, which has this place.
    void showEditor(LessonDesk& desk, const render::Rect& stage);
    void show(LessonDesk& desk, Runner& runner, bool presenter, Messages& messages, UserActions& actions);

private:
    void turnPage(LessonDesk& desk, int direction, bool presenter, Messages& messages, UserActions& actions);
    void showAnswer(LessonDesk& desk);
    void showHead(LessonDesk& desk, UserActions& actions);
    void showPage(LessonDesk& desk, Runner& runner, Messages& messages, UserActions& actions);
    void takeNumber(LessonDesk& desk);
    void showIntroduction(LessonDesk& desk);
    void showStep(LessonDesk& desk, Runner& runner);
    void showQuestion(LessonDesk& desk, const lessons::Page& page, Runner& runner);
    void showButtons(LessonDesk& desk, const lessons::Page& page, const Runner& runner);
    void showInput(LessonDesk& desk, const lessons::AskedQuestion& asked, Runner& runner);
    /// The value that the user wants it to have; nothing: the present one.
    std::optional<std::string> showChange(const kit::Parameter& parameter,
                                          const lessons::AskedQuestion::Change& change);
    void showChanges(LessonDesk& desk, const lessons::AskedQuestion& asked, Runner& runner);
    void seeAnswer(LessonDesk& desk, const lessons::AskedQuestion& asked, const Runner& runner);
    void keepPlace();
    void showEnd(LessonDesk& desk, Messages& messages, UserActions& actions);
    static void showOther(const LessonDesk& desk, UserActions& actions);
    static void showFileTrouble(const std::string& trouble);
    void showFoot(LessonDesk& desk, UserActions& actions);

    kit::ParameterEditor m_parameters; ///< of those that a question has moved
    std::array<char, 128> m_name{};
    std::optional<std::string> m_number; ///< of the student, typed and not yet taken
    std::string m_page;                  ///< that the panel was scrolled to the top of
    std::string m_saved;                 ///< what became of the answers
    std::string m_clickedTerm;           ///< to be explained
    bool m_skips = false;                ///< the page key, if pressed again, goes on without an answer
    int m_leaves = 0;                    ///< towards which lesson the page key would go, if pressed again
    int m_tries = 0;                     ///< of the question that was shown last
    static constexpr int kScrolls = 12;
    int m_scrolls = 0; ///< frames in which the page is still scrolled to what was said last
    float m_buttonsEnd = 0, m_buttonsHeight = 0; ///< of Check and those beside it, in the question; pixels
    bool m_named = false;
    AnswerField m_field;
    bool m_presenter = false;
    bool m_scrollsOn = false;  ///< the page key brings the rest of the page into sight
    float m_below = 0;         ///< of the page, out of sight; pixels
    int m_questionFrames = 0;  ///< in which the question was laid out; its height is known a few later
    bool m_keepsPlace = false; ///< the page has become shorter, and stays as long as it is scrolled
    bool m_readToEnd = false;  ///< all of the question has been in sight
};

} // namespace lanescope::shell
