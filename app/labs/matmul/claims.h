// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"

#include <cstddef>
#include <span>
#include <string>

namespace lanescope::lab_matmul {

using namespace kit;

/// How often a text says that a whole buffer is read.
struct ReadClaim {
    std::string buffer;
    std::string rule;      ///< "B.width / block"
    double times = 0;      ///< what the rule gives here; blocks are whole, so it is rounded up
    std::size_t bytes = 0; ///< of the buffer
};

/// "3"; "3.13, up to 4": how often that is with whole blocks.
std::string roundedUp(double times);
/// A table of what is claimed beside what the launch's threads asked for and what was moved for them.
void readClaims(Panel& panel, const LaunchResult& launch, std::span<const ReadClaim> claims);

} // namespace lanescope::lab_matmul
