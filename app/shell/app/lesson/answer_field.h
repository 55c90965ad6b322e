// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace lanescope::shell {

/// The text field for an answer. Until somebody types one, letters stay the keys of the window: no page gives
/// the field the keyboard. A digit or a sign typed anywhere begins an answer, and from then on the field
/// takes all that is typed.
class AnswerField {
public:
    /// Before the field is shown, while no field has the keyboard: what was typed takes the place of the
    /// text, if an answer begins with it, and the backspace key removes its last character. Whether the text
    /// changed.
    bool takeTyped(std::string& text);
    /// True: Enter was pressed in it. enabled: it can take the keyboard.
    bool show(const char* id, const char* hint, std::string& text, bool enabled);
    /// The answer was wrong: whoever typed it goes on to type in the field.
    void retry();

private:
    bool m_typing = false;  ///< begun outside of the field, which is to have the keyboard
    bool m_asks = false;    ///< the field is to have the keyboard
    bool m_entered = false; ///< the last answer was entered in the field
};

} // namespace lanescope::shell
