// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel.h"

#include <cstddef>
#include <span>
#include <string>

namespace lanescope::kit {

/// How often a text says that a whole buffer is read.
struct ReadClaim {
    std::string buffer;
    std::string rule;      ///< "B.width / block"
    std::size_t times = 0; ///< what the rule gives here
    std::size_t bytes = 0; ///< of the buffer
};

/// A table of what is claimed beside what the launch's threads asked for and what was moved for them.
void readClaims(Panel& panel, const LaunchResult& launch, std::span<const ReadClaim> claims);

} // namespace lanescope::kit
