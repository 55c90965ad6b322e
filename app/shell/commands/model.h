// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/rules_request.h"

#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct ModelOptions {
    std::string architecture, csv;
    RulesRequest rules;
    bool json = false;
};
int modelCommand(const ModelOptions& options);

} // namespace lanescope::shell
