// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/look_request.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct RunOptions {
    LabRequest request;
    LookRequest look;
    std::string lesson;                   ///< to open: a name or a file; empty: none
    std::optional<std::uint64_t> student; ///< whose values it draws
};
/// Opens the window; ends with it.
int runCommand(const RunOptions& options);

} // namespace lanescope::shell
