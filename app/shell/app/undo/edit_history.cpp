// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/undo/edit_history.h"

#include <utility>

namespace lanescope::shell {

bool EditState::operator==(const EditState& other) const {
    const auto all = [](const EditState& state) { return state.bookmarks ? *state.bookmarks : Bookmarks(); };
    return link == other.link && (bookmarks == other.bookmarks || all(*this) == all(other));
}

bool EditHistory::take(EditState present, bool joins) {
    if (m_states.empty()) {
        m_states.push_back(std::move(present));
        return true;
    }
    if (m_states[m_index] == present) return false;
    m_states.resize(m_index + 1);
    if (joins) {
        m_states[m_index] = std::move(present);
        const bool back = m_index > 0 && m_states[m_index - 1] == m_states[m_index];
        if (back) m_states.resize(m_index--);
        return true;
    }
    m_states.push_back(std::move(present));
    if (m_states.size() > kMost + 1) m_states.erase(m_states.begin());
    m_index = m_states.size() - 1;
    return true;
}

void EditHistory::settle(EditState present) {
    if (m_states.empty())
        m_states.push_back(std::move(present));
    else
        m_states[m_index] = std::move(present);
}

const EditState* EditHistory::move(int direction) {
    if (direction < 0 ? !canUndo() : !canRedo()) return nullptr;
    m_index += direction < 0 ? std::size_t(-1) : 1;
    return &m_states[m_index];
}

} // namespace lanescope::shell
