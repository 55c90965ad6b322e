// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/sweep_panel.h"

#include "kit/background_sweep.h"
#include "kit/lab_interfaces.h"
#include "kit/lab_sweep.h"
#include "kit/panel/cases_table.h"
#include "kit/panel/style.h"
#include "kit/panel/sweep_plot.h"
#include "kit/panel/widgets.h"
#include "text/language.h"
#include "text/tr.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace lanescope::shell {

void SweepPanel::follow(const Runner& runner) {
    if (std::exchange(m_lab, &runner.entry()) != m_lab) m_timeOver.clear();
    if (m_timeOver.empty()) {
        m_chosen.reset();
    } else if (!m_chosen || m_chosen->parameter != m_timeOver || m_texts != text::edition()) {
        m_texts = text::edition();
        m_chosen.reset();
        for (kit::Sweep& each : kit::timeSweeps(runner.editedLab(), runner.architecture()))
            if (each.parameter == m_timeOver) m_chosen = std::move(each);
    }
    m_sweep.request(runner.entry(), runner.editedLab(), runner.architecture(), runner.code(), m_chosen);
    m_cases.request(runner.entry(), runner.editedLab(), runner.architecture());
}

void SweepPanel::showChoice(const Runner& runner) {
    const kit::Lab& lab = runner.editedLab();
    const kit::FontScope font(kit::style().sans, 0.92F);
    const std::string& shown = m_shown.sweep.title;
    const float width = ImGui::CalcTextSize(shown.c_str()).x + ImGui::GetFrameHeight() + kit::points(16);
    ImGui::SetNextItemWidth(std::min(width, ImGui::GetContentRegionAvail().x));
    if (!ImGui::BeginCombo("###swept", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        kit::tooltip(tr("What the plot shows: what the lab is about, or the time over a parameter."));
        return;
    }
    if (const std::optional<kit::Sweep> own = kit::sweepOf(lab);
        own && ImGui::Selectable(own->title.c_str(), m_timeOver.empty()))
        m_timeOver.clear();
    for (const kit::Sweep& each : kit::timeSweeps(lab, runner.architecture()))
        if (ImGui::Selectable(each.title.c_str(), each.parameter == m_timeOver)) m_timeOver = each.parameter;
    ImGui::EndCombo();
}

void SweepPanel::showCases(Runner& runner) {
    if (const kit::Sets* sets = kit::casesTable(m_shownCases, m_presentCase))
        runner.edit({.reset = false, .sets = *sets});
}

void SweepPanel::show(Runner& runner, const session::Measurements& measurements) {
    if (m_sweep.generation() != m_shown.generation) m_shown = m_sweep.snapshot();
    const kit::BackgroundSweep::Snapshot& snapshot = m_shown;
    const bool measured = measurements.sweep && !measurements.sweep->curves.empty();
    const session::MeasuredCurve* curve =
        measured && !m_chosen ? &measurements.sweep->curves.front() : nullptr;
    if (snapshot.curves.empty()) {
        const bool news = m_cases.generation() != m_shownCases.generation;
        if (news) m_shownCases = m_cases.snapshot();
        const std::uint64_t revision = runner.editedLab().revision();
        if (std::exchange(m_presentRevision, revision) != revision || news)
            m_presentCase = kit::presentCase(m_shownCases, runner.editedLab());
        if (m_shownCases.count > 0) return showCases(runner);
        kit::sweepPlot(snapshot, 0, runner.architecture(), nullptr);
        return;
    }
    const kit::Parameter* parameter = runner.editedLab().findParameter(snapshot.sweep.parameter);
    if (!parameter) return;
    const double present = runner.movedTo(*parameter).value_or(parameter->position(parameter->text()));
    const bool choosing = kit::style().interactive;
    if (choosing) showChoice(runner);
    if (const auto x = kit::sweepPlot(snapshot, present, runner.architecture(), curve, !choosing))
        runner.edit({.reset = false, .sets = {{parameter->name(), parameter->valueAt(*x)}}});
}

} // namespace lanescope::shell
