// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/rules_request.h"

#include <string>
#include <vector>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct TraceOptions {
    std::string file, kernel, grid, block, architectures, device, shared, budget;
    std::vector<std::string> arguments; ///< SPECs, in the order of the kernel's parameters
    std::vector<std::string> dumps;     ///< "N=FILE"
    RulesRequest rules;
    bool json = false;
    bool check = false; ///< what docs/checks.md lists is looked for
    bool cooperative = false;
};
int traceCommand(const TraceOptions& options);

} // namespace lanescope::shell
