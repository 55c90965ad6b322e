// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/reading_panel.h"

#include "kit/panel/widgets.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <typeinfo>
#include <utility>

namespace lanescope::shell {

namespace {

/// What is left while it is not to be seen what the code comes to.
void readWithheld(const kit::Frame& frame, std::string_view why, kit::Panel& panel) {
    panel.note(why);
    if (frame.view.withheld == kit::Withheld::AllAndCode) return;
    for (const kit::LaunchResult& launch : frame.result.launches)
        if (launch.file && !launch.file->source.empty()) return panel.source(launch);
}

} // namespace

/// The lab is asked only when it may have something else to say.
void ReadingPanel::readAnew(const kit::Frame& frame, std::string_view hidden) {
    // A click on the stage changes the view of a frame whose access is still the one before.
    const model::WarpAccess* const access = frame.shown ? frame.shown->access : nullptr;
    if (m_any && m_hidden == hidden && m_edition == frame.edition && m_view == frame.view &&
        m_access == access && m_brush == frame.brush)
        return;
    m_reading.clear();
    kit::Panel panel(frame, m_reading);
    if (!frame.view.isQuiet())
        kit::readLab(frame, panel);
    else
        readWithheld(frame, hidden, panel);
    m_hidden = hidden;
    m_edition = frame.edition;
    m_view = frame.view;
    m_access = access;
    m_brush = frame.brush;
    m_any = true;
}

/// What was suggested of the lab as it is: while its next run is under way, that of the last one is no news.
void ReadingPanel::tryOut(const kit::Frame& frame, const Runner& runner) {
    const kit::Lab& lab = runner.editedLab();
    if (!m_reading.trials().empty() && std::exchange(m_triedEdition, frame.edition) != frame.edition &&
        typeid(frame.lab) == typeid(lab) && frame.lab.values() == lab.values())
        m_trials.request(runner.entry(), lab, frame.architecture, m_reading.trials());
    const std::uint64_t generation = m_trials.generation();
    if (std::exchange(m_tried, generation) != generation) m_memory.tried = m_trials.snapshot().seconds;
}

void ReadingPanel::show(const std::optional<kit::Frame>& frame, const Runner& runner, const LabCalls& calls,
                        std::string_view hidden, UserActions& actions) {
    const bool failed = !runner.error().empty();
    if (runner.progress().share < 1 && failed)
        return kit::showVerdict(kit::Tone::Plain, tr("Running"), tr("The stage shows its progress."));
    if (failed) {
        kit::showVerdict(kit::Tone::Bad, tr("It did not run"), retold(runner.error()));
        if (const std::size_t fit = runner.largestFit();
            fit > 0 &&
            ImGui::Button(
                tr("Use the largest that fits ({})", lanescope::byteSize(static_cast<double>(fit))).c_str()))
            actions.run.shrinkTo = fit;
        return kit::showNote(tr(
            "The last picture stays until a run succeeds again. Change a parameter, or reset it (Ctrl+R)."));
    }
    if (!frame) return;
    if (calls.heldBack()) {
        if (ImGui::Button(tr("Make these calls on the GPU"), ImVec2(-1, 0))) actions.makeCalls = true;
        kit::showNote(tr("A kernel's fault stops NVIDIA's OpenGL: this window would be black for about 20 s. "
                         "`lanescope calls` makes them without a window."));
    }
    // Of another lab, what comes first is read first.
    if (std::exchange(m_entry, &runner.entry()) != &runner.entry()) ImGui::SetScrollY(0);
    readAnew(*frame, hidden);
    tryOut(*frame, runner);
    kit::PanelActions asked;
    m_reading.show(m_memory, asked);
    if (asked.measureCounters) actions.measuring.start = Measured::Counters;
    actions.run.edit.sets.insert(actions.run.edit.sets.end(), asked.sets.begin(), asked.sets.end());
    if (asked.clickedSite >= 0) actions.stage.site = asked.clickedSite;
    if (asked.found) actions.stage.found = asked.found;
}

} // namespace lanescope::shell
