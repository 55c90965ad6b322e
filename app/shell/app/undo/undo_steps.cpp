// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/undo/undo_steps.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace lanescope::shell {

kit::View UndoSteps::chosen(kit::View view) const {
    if (view.stepping) {
        view.step = m_lastView.step;
        view.showSteps = m_lastView.showSteps;
    }
    return view;
}

const EditState* UndoSteps::move(int direction, EditState present) {
    m_history.take(std::move(present));
    const EditState* to = m_history.move(direction);
    if (!to) return nullptr;
    settle();
    return to;
}

void UndoSteps::endFrame(const kit::View& view, std::size_t page, double now,
                         const std::function<EditState()>& present) {
    const ImGuiContext& gui = *ImGui::GetCurrentContext();
    if (!gui.InputEventsTrail.empty()) expectChange();
    if (!view.stepping) m_lastView = view;
    if (std::exchange(m_lastPage, page) != page) expectChange(); // right answers turn it, too
    if (m_framesLeft == 0 || ImGui::IsAnyMouseDown()) return;
    --m_framesLeft;
    if (m_settles) {
        m_history.settle(present());
    } else {
        constexpr double kTogether = 0.7; // seconds between turns of the wheel
        const bool wheel = gui.IO.MouseWheel != 0;
        const bool goesOn = wheel && m_wheeled && now - m_lastWheel < kTogether;
        if (m_history.take(present(), goesOn)) m_wheeled = wheel;
        if (wheel) m_lastWheel = now;
    }
    if (m_framesLeft == 0) m_settles = false;
}

} // namespace lanescope::shell
