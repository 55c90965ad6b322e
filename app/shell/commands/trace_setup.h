// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/architecture.h"
#include "model/report.h"
#include "shell/commands/trace.h"
#include "shell/requests/argument_spec.h"

#include <memory>
#include <string>
#include <vector>

namespace lanescope::shell {

/// A buffer argument whose contents are wanted after the run.
struct Dump {
    std::size_t argument = 0; ///< 0-based
    std::string file;
};

/// What `trace` was asked for, read and checked: nothing has run yet, nothing has been written.
struct TraceSetup {
    std::string ptx;
    std::shared_ptr<const ptx::Module> module;
    const ptx::Kernel* kernel = nullptr;
    std::string label; ///< the kernel's plain name
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    std::uint64_t budget = 0; ///< warp instructions a warp may run
    std::vector<ArgumentSpec> arguments;
    std::vector<Dump> dumps;
    std::vector<const model::Architecture*> architectures; ///< empty: the device's own
    model::Rules rules;
    std::string device;
    bool check = false; ///< what docs/checks.md lists is looked for
    bool cooperative = false;
};

/// Throws BadInput, ptx::ParseError, OutputError.
TraceSetup prepareTrace(const TraceOptions& options);
/// Throws BadInput for a cooperative launch whose blocks the first architecture does not hold at once.
void refuseTooLarge(const TraceSetup& setup);

} // namespace lanescope::shell
