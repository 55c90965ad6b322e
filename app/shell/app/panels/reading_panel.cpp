// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/reading_panel.h"

#include "model/format.h"

#include <fmt/format.h>
#include <imgui.h>

namespace lanescope::shell {

void ReadingPanel::show(const kit::Frame& frame, const Runner& runner, const LabCalls& calls,
                        Wishes& wishes) {
    kit::PanelActions actions;
    kit::Panel panel(frame, m_memory, actions);
    const Drawn drawn = runner.drawn();
    if (runner.progress() < 1 && !runner.error().empty()) {
        panel.verdict(kit::Tone::Plain, "Running", "The stage shows how far it is.");
    } else if (!runner.error().empty()) {
        panel.verdict(kit::Tone::Bad, "It did not run", runner.error());
        if (const std::size_t fit = runner.largestFit();
            fit > 0 && ImGui::Button(fmt::format("Use the largest that fits ({})",
                                                 lanescope::byteSize(static_cast<double>(fit)))
                                         .c_str()))
            wishes.shrinkTo = fit;
        panel.note(
            "The last picture stays until a run succeeds again. Change a parameter, or reset it (Ctrl+R).");
    } else if (drawn.any) {
        if (calls.heldBack()) {
            if (ImGui::Button("Make these calls on the GPU", ImVec2(-1, 0))) wishes.makeCalls = true;
            panel.note("A kernel's fault stops NVIDIA's OpenGL: this window would be black for some 20 s. "
                       "`lanescope calls` makes them without a window.");
        }
        drawn.lab.readout(frame, panel);
    }
    if (actions.measureCounters) wishes.measure = Measured::Counters;
    wishes.sets.insert(wishes.sets.end(), actions.sets.begin(), actions.sets.end());
    if (actions.clickedSite >= 0) wishes.site = actions.clickedSite;
}

} // namespace lanescope::shell
