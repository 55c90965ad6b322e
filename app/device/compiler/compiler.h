// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace lanescope::device {

/// Whether NVRTC, the run-time compiler of CUDA C++, is on this machine.
struct NvrtcProbe {
    bool available = false;
    std::string reason;       ///< when not: what is missing and what to do
    std::string library;      ///< the file it was found as
    int major = 0, minor = 0; ///< its version
};
/// Never throws, needs no GPU.
NvrtcProbe probeNvrtc();

} // namespace lanescope::device
