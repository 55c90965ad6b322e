// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "shell/app/undo/edit_history.h"

#include <cstddef>
#include <functional>

namespace lanescope::shell {

/// When what is seen is another step of undo: a drag is one step, taken when the button is let go, and so are
/// turns of the wheel in one go.
class UndoSteps {
public:
    const EditHistory& history() const { return m_history; }
    /// What is seen becomes another without any input.
    void expectChange() { m_framesLeft = kFrames; }
    /// What is seen becomes another, and belongs to the present step.
    void settle() {
        m_settles = true;
        expectChange();
    }
    /// The view as it was chosen: not the step that one that plays by itself is at.
    kit::View chosen(kit::View view) const;
    /// The step before (-1) or after (1) the present one; nullptr: there is none. What going there comes to
    /// is that step.
    const EditState* move(int direction, EditState present);
    /// After each frame: after one in which something was pressed, moved or told, what is seen now is a step,
    /// unless it is as before. page: of the lesson; now: seconds.
    void endFrame(const kit::View& view, std::size_t page, double now,
                  const std::function<EditState()>& present);

private:
    static constexpr int kFrames = 3; ///< until all that follows from an input is seen

    EditHistory m_history;
    int m_framesLeft = kFrames; ///< in which what is seen may have become another
    bool m_settles = false;     ///< it is what going to a step of the history came to
    bool m_wheeled = false;     ///< the last step is turns of the wheel
    double m_lastWheel = 0;     ///< seconds
    std::size_t m_lastPage = 0;
    kit::View m_lastView; ///< before the steps that play by themselves
};

} // namespace lanescope::shell
