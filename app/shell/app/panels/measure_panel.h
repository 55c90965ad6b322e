// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/measuring/measuring.h"

namespace lanescope::shell {

struct UserActions;

/// What can be measured, and the pages of what came of it, which lie over the window until they are closed.
class MeasurePanel {
public:
    /// Within a panel: a button for each measurement, with what it is for; without a GPU, why not.
    void show(const Runner& runner, const Measuring& measuring, UserActions& actions);
    /// Over everything else.
    void showPages(const Measuring& measuring);

private:
    void showValidation(const Measuring& measuring);
    void showExperiment(const Measuring& measuring);

    int m_experiments = 0, m_validations = 0, m_timings = 0; ///< that have been seen to come in
    bool m_showTimes = false;                                ///< of the validation's two parts
    bool m_experimentOpen = false, m_validationOpen = false;
};

} // namespace lanescope::shell
