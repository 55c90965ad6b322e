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

/// What NVRTC makes of CUDA C++.
struct Compiled {
    std::string ptx; ///< with line information; empty: it does not compile
    std::string log; ///< what the compiler says; lines that begin with "NAME(LINE): "
};
/// For compute capability 7.5 and all later ones. Throws Unavailable where NVRTC is not there.
Compiled compile(const std::string& source, const std::string& name);

} // namespace lanescope::device
