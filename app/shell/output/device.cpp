// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/device.h"

#include <fmt/format.h>

namespace lanescope::shell {

DeviceDocument documentOf(const device::Info& info) {
    DeviceDocument document{.kind = std::string(info.kind()),
                            .name = info.name,
                            .memoryBytes = info.memoryBytes,
                            .sharedLimitBytes = info.sharedLimitBytes,
                            .peakBytesPerSecond = json::unlessZero(info.peakBytesPerSecond())};
    if (info.choice == device::kEmulated) return document;
    document.ordinal = info.ordinal;
    document.computeCapability = fmt::format("{}.{}", info.ccMajor, info.ccMinor);
    document.multiprocessors = info.multiprocessors;
    document.driver = info.driver;
    return document;
}

} // namespace lanescope::shell
