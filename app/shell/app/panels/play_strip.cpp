// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/play_strip.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "model/format.h"
#include "shell/app/floating_card.h"
#include "shell/app/user_actions.h"
#include "text/tr.h"

#include <imgui.h>

#include <algorithm>

namespace lanescope::shell {

using kit::points;

namespace {

/// Nobody would reach for a button that is gone before.
constexpr double kLongSeconds = 0.8;

std::string stoppedText(const session::PlayProgress& progress) {
    if (progress.of < 2) return tr("Stopped at {:.0f} %", progress.share * 100);
    return tr("{} of {} launches modelled", lanescope::grouped(progress.launches),
              lanescope::grouped(progress.of));
}

} // namespace

std::string playText(const session::PlayProgress& progress) {
    if (progress.of < 2) return tr("emulating, {:.0f} %", progress.share * 100);
    return tr("Modelling launch {} of {}, {:.0f} %",
              lanescope::grouped(std::min(progress.launches + 1, progress.of)),
              lanescope::grouped(progress.of), progress.share * 100);
}

void PlayStrip::follow(const Runner& runner, double now) {
    const session::PlayProgress progress = runner.progress();
    const bool isUnderWay = progress.share < 1;
    const auto stopped = runner.stopped();
    if (!isUnderWay)
        m_began.reset();
    else if (!m_began)
        m_began = now;
    m_isLong = isUnderWay && now - *m_began > kLongSeconds;
    m_stopped = !m_isLong && stopped;
    if (m_isLong) m_text = playText(progress);
    if (m_stopped) m_text = stoppedText(*stopped);
}

void PlayStrip::showButton(UserActions& actions) const {
    if (m_isLong) {
        if (ImGui::Button(tr("Stop"))) actions.run.stop = true;
        kit::tooltip(tr("Stops modelling. What has been modelled so far is shown, and it can go on later."));
    } else if (m_stopped) {
        if (ImGui::Button(tr("Go on"))) actions.run.goOn = true;
        kit::tooltip(tr("Goes on where modelling was stopped."));
    }
}

void PlayStrip::show(const render::Rect& stage, UserActions& actions) const {
    if (!isShown() || stage.width <= 0) return;
    const render::Theme& theme = *kit::style().theme;
    const kit::FontScope small(kit::style().sans, 0.85F);
    ImGui::SetNextWindowPos(ImVec2(stage.x + points(8), stage.bottom() - points(2)), ImGuiCond_Always,
                            ImVec2(0, 1));
    const FloatingCard card("Play", m_stopped ? theme.warn : theme.line, {8, 2});
    if (!card) return;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(points(8), points(1)));
    ImGui::AlignTextToFramePadding();
    kit::coloredText(theme.text, m_text);
    ImGui::SameLine(0, points(10));
    showButton(actions);
    ImGui::PopStyleVar();
}

} // namespace lanescope::shell
