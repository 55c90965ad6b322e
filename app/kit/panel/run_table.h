// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"

namespace lanescope::kit {

/// What Panel::runTable() shows.
void drawRunTable(Panel& panel, const Frame& frame, PanelActions& actions);

} // namespace lanescope::kit
