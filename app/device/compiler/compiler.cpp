// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/compiler/compiler.h"

#include "device/shared_library.h"

namespace lanescope::device {

NvrtcProbe probeNvrtc() {
    NvrtcProbe probe;
    const auto library = SharedLibrary::open("nvrtc");
    if (!library) {
        probe.reason = "libnvrtc.so was not found: install the CUDA toolkit 12 or 13, or set CUDA_HOME";
        return probe;
    }
    probe.library = library->name();
    auto* const version = library->function<int(int*, int*)>("nvrtcVersion");
    if (!version || version(&probe.major, &probe.minor) != 0) {
        probe.reason = probe.library + " does not answer as NVRTC does: reinstall the CUDA toolkit";
        return probe;
    }
    probe.available = true;
    return probe;
}

} // namespace lanescope::device
