// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace lanescope::shell {

/// What the arguments ask for, ready to be run; it gives the exit code. Throws BadInput.
std::function<int()> parseCommandLine(int argc, const char* const* argv);

} // namespace lanescope::shell
