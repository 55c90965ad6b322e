// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/kernel_modules.h"

#include "device/kernel_library.h"

namespace lanescope::session {

const recording::ModuleFinder& kernelModules() {
    static const recording::ModuleFinder kFinder = device::findKernelFile;
    return kFinder;
}

} // namespace lanescope::session
