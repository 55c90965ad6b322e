// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/program_panel.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/floating_card.h"
#include "shell/app/user_actions.h"
#include "shell/programs/printed_text.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

namespace lanescope::shell {

using kit::points;

namespace {

const render::Color& colorOf(const ProgramRun& run) {
    const render::Theme& theme = *kit::style().theme;
    if (run.running() || run.end().good) return theme.text;
    return run.end().recorded ? theme.warn : theme.bad;
}

void showButton(const ProgramRun& run, UserActions& actions) {
    if (run.running()) {
        if (ImGui::Button(tr("Cancel"))) actions.program = ProgramView::Request::Cancel;
        kit::tooltip(tr("Ends the program; what it has started itself may go on."));
        return;
    }
    if (ImGui::Button(tr("Run again"))) actions.program = ProgramView::Request::RunAgain;
    kit::tooltip(isProgramSource(run.program().file) ? tr("Builds it as it is now, and runs it.")
                                                     : tr("Runs it as it is now."));
}

constexpr std::size_t kLinesOnCard = 6;

} // namespace

void ProgramPanel::showCard(const ProgramRun& run, const render::Rect& stage, bool fills,
                            UserActions& actions) {
    if (stage.width <= 0 || run.stage() == ProgramRun::Stage::None) return;
    if (!run.running() && run.end().recorded) return;
    const render::Theme& theme = *kit::style().theme;
    const float width = std::min(points(560), stage.width - points(16));
    const float y = fills ? stage.y + stage.height * 0.4F : stage.bottom() - points(24);
    ImGui::SetNextWindowPos(ImVec2(stage.x + stage.width / 2, y), ImGuiCond_Always,
                            ImVec2(0.5F, fills ? 0.5F : 1.F));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    const FloatingCard floating("Program run", run.running() ? theme.accent : theme.bad);
    if (floating) {
        kit::wrappedText(colorOf(run), run.statusText());
        if (const std::string lines = run.printed().lastLines(kLinesOnCard); !lines.empty()) {
            const kit::FontScope mono(kit::style().mono, 0.85F);
            kit::wrappedText(theme.dim, lines);
        }
        ImGui::Dummy(ImVec2(0, points(2)));
        showButton(run, actions);
    }
}

void ProgramPanel::showPrinted(const ProgramRun& run) {
    const render::Theme& theme = *kit::style().theme;
    const PrintedText printed = run.printed();
    if (ImGui::BeginChild("printed", ImVec2(0, 0))) {
        if (printed.text().empty())
            kit::coloredText(theme.faint, run.running() ? tr("It has printed nothing so far.")
                                                        : tr("It has printed nothing."));
        if (printed.isCut()) kit::coloredText(theme.faint, tr("These are the last lines of its output."));
        const kit::FontScope mono(kit::style().mono, kit::kCodeSize);
        const kit::ColorScope color(theme.text);
        if (m_shownOf != printed.text() || m_edition != text::edition()) {
            m_shownOf = printed.text();
            m_edition = text::edition();
            m_shown = inLanguage(m_shownOf);
        }
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(m_shown.data(), m_shown.data() + m_shown.size());
        ImGui::PopTextWrapPos();
        // Whoever has scrolled up reads there.
        const bool news = std::exchange(m_printed, printed.text().size()) != printed.text().size();
        if (news && ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - points(1)) ImGui::SetScrollHereY(1);
    }
    ImGui::EndChild();
}

void ProgramPanel::show(const ProgramRun& run, const PlayStrip* play, UserActions& actions) {
    const bool isModelled = play && play->isShown() && !run.running();
    if (isModelled) {
        play->showButton(actions);
        ImGui::SameLine(0, points(8));
    }
    showButton(run, actions);
    if (!play && !run.running() && run.end().recorded) {
        ImGui::SameLine(0, points(8));
        if (ImGui::Button(tr("Show it"))) actions.program = ProgramView::Request::Show;
    }
    ImGui::SameLine(0, points(10));
    ImGui::AlignTextToFramePadding();
    kit::wrappedText(colorOf(run),
                     isModelled ? fmt::format("{} {}", run.statusText(), play->text()) : run.statusText());
    showPrinted(run);
}

} // namespace lanescope::shell
