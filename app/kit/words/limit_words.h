// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/launch_time.h"
#include "session/timing.h"

#include <string>

namespace lanescope::kit {

/// What limits a launch, to stand behind "limited by": "DRAM"; where the launch would be hardly faster
/// without it, that no part of the chip does so alone.
std::string limitWords(const model::LimitedTime& time);
std::string limitWords(const session::ModelledTime& time);
/// "If DRAM were no limit, it would take 2.9 us.", as model::gainText() has it in English; empty where nobody
/// knows.
std::string gainText(const model::LimitedTime& time);
std::string gainText(const session::ModelledTime& time);

/// "A100 (8.0), H200 (9.0)": the chips for which launches are simulated.
std::string chipsWithTimes();
/// Why there is no time of a run that was modelled as this, and what has times.
std::string noTimeText(const model::Architecture& architecture);

} // namespace lanescope::kit
