// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/curtain.h"

#include "text/tr.h"

#include <optional>

namespace lanescope::shell {

void Curtain::follow(const LessonDesk& desk, const Runner& runner, Stage& stage) {
    const LessonDesk::Withholding asked = desk.withheld(runner);
    m_asked = asked.what;
    m_elsewhere = !desk.isOpen() || !desk.work().waits();
    const bool hidden =
        m_verdictsHidden && m_asked != kit::Withheld::All && m_asked != kit::Withheld::AllAndCode;
    stage.withhold(hidden ? kit::Withheld::Words : m_asked, desk.lanes(),
                   m_elsewhere ? std::optional(asked.step.value_or(0)) : std::nullopt);
}

std::string_view Curtain::whyNoPanel() const {
    if (m_asked == kit::Withheld::Nothing) return tr("Hidden. Press V to show it.");
    if (m_elsewhere) return tr("Hidden for now: it would give away the answer to a question of this lesson.");
    return hidesSweep() ? tr("Hidden for now: it would give away an answer.")
                        : tr("Answer the question to see this.");
}

std::string_view Curtain::whyNoReading() const {
    if (allowsPictures()) return tr("Hidden. Press V to show what it means.");
    return m_elsewhere ? tr("Hidden for now: it would give away the answer to a question of this lesson.")
                       : tr("Answer the question to see what this lab says.");
}

} // namespace lanescope::shell
