// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/runner.h"
#include "shell/app/stage.h"

#include <string_view>

namespace lanescope::shell {

/// What is not to be seen yet: what would answer a question of the lesson that is open, and, until a
/// presenter shows them, the verdicts.
class Curtain {
public:
    /// A presenter hides the verdicts, or shows them.
    void toggleVerdicts() { m_verdictsHidden = !m_verdictsHidden; }
    /// Of the lab as it is set now.
    void follow(const LessonDesk& desk, const Runner& runner, Stage& stage);
    /// A sweep's other points would answer what is asked about the lab elsewhere.
    bool hidesSweep() const { return m_asked == kit::Withheld::Advice; }
    /// A picture of the stage gives no answer away.
    bool allowsPictures() const { return m_asked == kit::Withheld::Nothing || hidesSweep(); }
    /// The page that is open asks, and what is asked is on the stage with the code and the settings it needs.
    bool asksHere() const { return !m_elsewhere && !allowsPictures(); }
    /// Stands in a panel's place.
    std::string_view whyNoPanel() const;
    /// Stands in the place of what the access means.
    std::string_view whyNoReading() const;

private:
    bool m_verdictsHidden = false;
    kit::Withheld m_asked = kit::Withheld::Nothing; ///< what the open questions withhold
    bool m_elsewhere = true;                        ///< another page asks, or none does
};

} // namespace lanescope::shell
