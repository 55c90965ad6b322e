// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"
#include "shell/app/runner.h"

#include <optional>
#include <string>

namespace lanescope::shell {

struct UserActions;

/// How far the model is with what is shown, with the buttons that stop it and have it go on. Only of a play
/// that takes long, or that was stopped.
class PlayStrip {
public:
    /// To be called once a frame. now: seconds.
    void follow(const Runner& runner, double now);
    /// Whether there is anything to show.
    bool isShown() const { return m_isLong || m_stopped; }
    /// Over the foot of the stage.
    void show(const render::Rect& stage, UserActions& actions) const;
    /// The button alone, for a panel that has its own words.
    void showButton(UserActions& actions) const;
    /// "Modelling launch 1,234 of 5,000", "1,234 of 5,000 launches modelled".
    const std::string& text() const { return m_text; }

private:
    std::optional<double> m_began; // the play that is under way; nullopt: none is
    bool m_isLong = false, m_stopped = false;
    std::string m_text;
};

/// What a play is doing: "Modelling launch 1,234 of 5,000, 25 %"; of a single launch "emulating, 25 %".
std::string playText(const session::PlayProgress& progress);

} // namespace lanescope::shell
