// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <string>
#include <vector>

namespace lanescope::device {

/// One thing that the program can use, and whether this machine has it.
struct Check {
    std::string name; ///< "CUDA driver"
    bool found = false;
    std::string detail; ///< found: which; not found: why
    std::string cure;   ///< what to do when it was not found; empty when it was
};

/// The driver, each device, NVRTC, CUPTI and the kernels' compiler. Never throws; needs neither driver nor
/// OpenGL.
std::vector<Check> checkMachine();

/// Whether the device writes an OpenGL buffer of the current context directly. Never throws.
Check checkInterop(Device& device, unsigned glBuffer, std::size_t bytes);

} // namespace lanescope::device
