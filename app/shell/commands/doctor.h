// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct DoctorOptions {
    bool json = false;
};
int doctorCommand(const DoctorOptions& options);

} // namespace lanescope::shell
