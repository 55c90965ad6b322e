// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/parameter_editor.h"
#include "shell/app/runner.h"
#include "shell/app/wishes.h"

#include <string>

namespace lanescope::shell {

/// The list of labs with its filter, and the parameters of the lab that is edited.
class LabsPanel {
public:
    void show(Runner& runner, Wishes& wishes);
    /// The next frame has the keyboard in the filter.
    void focusFilter() { m_focusFilter = true; }
    void labChanged() { m_parameters.clearError(); }

private:
    void showFilter(Wishes& wishes);
    void showList(const kit::LabEntry& chosen, Wishes& wishes);
    void showParameters(Runner& runner, Wishes& wishes);

    std::string m_filter;
    bool m_focusFilter = false;
    const kit::LabEntry* m_listed = nullptr; ///< that the list has been scrolled to
    kit::ParameterEditor m_parameters;
};

} // namespace lanescope::shell
