// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct ListOptions {
    std::string what; ///< "labs", "lessons", "architectures", "devices"; empty: all
    bool json = false;
};
int listCommand(const ListOptions& options);

} // namespace lanescope::shell
