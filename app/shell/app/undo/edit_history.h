// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/kept/bookmarks.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::shell {

/// All that undo brings back: what is seen, as a link says it, and what is kept.
struct EditState {
    std::string link;
    std::shared_ptr<const Bookmarks> bookmarks;
    bool operator==(const EditState& other) const;
};

/// Undo and redo, step by step, over all labs and lessons.
class EditHistory {
public:
    /// Steps that can be undone at most; older ones go.
    static constexpr std::size_t kMost = 1000;

    /// Takes what is there now as a step, unless it is as in the last one; the steps that were undone go.
    /// joins: it still belongs to the last step. True when there was something to take.
    bool take(EditState present, bool joins = false);
    /// The present step is this, which is what going there came to.
    void settle(EditState present);
    bool canUndo() const { return m_index > 0; }
    bool canRedo() const { return m_index + 1 < m_states.size(); }
    /// The step before (-1) or after (1), which is the present one then; nullptr: there is none.
    const EditState* move(int direction);

private:
    std::vector<EditState> m_states; ///< oldest first
    std::size_t m_index = 0;         ///< of the present one
};

} // namespace lanescope::shell
