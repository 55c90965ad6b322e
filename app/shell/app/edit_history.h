// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/parameters.h"

#include <map>
#include <string>
#include <vector>

namespace lanescope::shell {

/// Undo and redo: the values of each lab, step by step.
class EditHistory {
public:
    /// From now on the steps are this lab's; its first is what the values are when it is opened first.
    void open(const std::string& lab, const kit::ParameterSet& values);
    /// Takes the present values as a step, unless they are those of the last; the steps that were undone go.
    void remember(const kit::ParameterSet& values);
    bool canUndo() const;
    bool canRedo() const;
    /// Sets the values of the step before (-1) or after (1), where there is one.
    void move(int direction, kit::ParameterSet& values);

private:
    struct Steps {
        std::vector<std::vector<std::string>> states; ///< values, oldest first
        std::size_t index = 0;                        ///< of the present ones
    };
    std::map<std::string, Steps> m_labs;
    Steps* m_steps = nullptr; ///< of the lab that is open; a map's elements stay where they are
};

} // namespace lanescope::shell
