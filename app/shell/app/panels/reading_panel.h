// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"
#include "shell/app/lab_calls.h"
#include "shell/app/wishes.h"

namespace lanescope::shell {

/// What the numbers mean, in the lab's words, beside the stage.
class ReadingPanel {
public:
    /// Within a panel.
    void show(const kit::Frame& frame, const Runner& runner, const LabCalls& calls, Wishes& wishes);

private:
    kit::PanelMemory m_memory;
};

} // namespace lanescope::shell
