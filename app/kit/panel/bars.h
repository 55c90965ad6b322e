// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/views/bars_view.h"

namespace lanescope::kit {

/// Amounts side by side in a panel, upright; the chosen one is outlined and the mouse over one says its
/// number.
void drawPanelBars(const BarsView& view);

} // namespace lanescope::kit
