// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct BandwidthOptions {
    std::string device, architecture, size, csv;
    bool json = false, progress = false;
};
int bandwidthCommand(const BandwidthOptions& options);

} // namespace lanescope::shell
