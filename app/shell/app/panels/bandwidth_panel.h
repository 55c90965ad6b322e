// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/measuring/measuring.h"

namespace lanescope::shell {

/// Within a panel: the bandwidth of the run that is drawn, measured over the last frames or modelled.
void showBandwidth(const Runner& runner, Measuring& measuring);

} // namespace lanescope::shell
