// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct ValidateOptions {
    std::string device, csv;
    int accesses = 600;
    std::uint64_t seed = 1;
    bool times = false; ///< latencies and widths in place of counts
    bool save = false;  ///< keeps them
    bool json = false, progress = false;
};
int validateCommand(const ValidateOptions& options);

} // namespace lanescope::shell
