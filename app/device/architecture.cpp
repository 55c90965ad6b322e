// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/architecture.h"

#include "model/capability.h"

#include <string>

namespace lanescope::device {

const model::Architecture& architectureOf(const Info& info) {
    if (info.ccMajor == 0) return model::defaultArchitecture();
    const model::ComputeCapability cc{info.ccMajor, info.ccMinor};
    // "NVIDIA H200" is the row "H200 SXM": the row's first word is the chip.
    for (const model::Architecture& row : model::architectures())
        if (row.cc == cc && row.hasDeviceFigures() &&
            info.name.find(row.name.substr(0, row.name.find(' '))) != std::string::npos)
            return row;
    const model::Architecture* found = model::findArchitecture(cc.text());
    return found ? *found : model::defaultArchitecture();
}

} // namespace lanescope::device
