// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <string>
#include <vector>

namespace lanescope::device {

/// The CUDA devices of this machine, or why there are none. Never throws, needs no driver.
struct CudaProbe {
    bool available = false;
    std::string reason; ///< when not: what is missing and what to do
    std::string driverVersion, runtimeVersion;
    std::vector<Info> devices;
};
/// Asks the driver anew each time.
CudaProbe probeCuda();

} // namespace lanescope::device
