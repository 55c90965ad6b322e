// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/edit_history.h"

namespace lanescope::shell {

void EditHistory::open(const std::string& lab, const kit::ParameterSet& values) {
    m_steps = &m_labs[lab];
    if (m_steps->states.empty()) m_steps->states = {values.values()};
}

void EditHistory::remember(const kit::ParameterSet& values) {
    if (!m_steps) return;
    auto& [states, index] = *m_steps;
    std::vector<std::string> present = values.values();
    if (states[index] == present) return;
    states.resize(index + 1);
    states.push_back(std::move(present));
    index = states.size() - 1;
}

bool EditHistory::canUndo() const {
    return m_steps && m_steps->index > 0;
}
bool EditHistory::canRedo() const {
    return m_steps && m_steps->index + 1 < m_steps->states.size();
}

void EditHistory::move(int direction, kit::ParameterSet& values) {
    if (direction < 0 ? !canUndo() : !canRedo()) return;
    direction < 0 ? --m_steps->index : ++m_steps->index;
    values.setValues(m_steps->states[m_steps->index]);
}

} // namespace lanescope::shell
