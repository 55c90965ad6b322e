// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "kit/words/facts.h"
#include "shell/requests/lab_request.h"

#include <span>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct CallsOptions {
    LabRequest request;
    bool json = false, progress = false;
};
/// What the host's calls of a lab return; on a GPU this process may lose it.
int callsCommand(const CallsOptions& options);
void writeCalls(const CallsOptions& options, const recording::Recording& recording,
                std::span<const kit::Fact> facts, const device::CallReturns& answers);

} // namespace lanescope::shell
