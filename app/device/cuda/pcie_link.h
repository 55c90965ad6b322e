// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <string>
#include <string_view>

namespace lanescope::device {

/// The PCI Express link of a device as the system reports it; a generation or width of 0 is unknown.
struct PcieLink {
    int generation = 0, lanes = 0;         ///< now; idle GPUs may have slowed it down
    int mostGeneration = 0, mostLanes = 0; ///< that the device can do
    std::string source;                    ///< where it was read
};
/// Read from the system's files, else from NVML; never throws.
PcieLink pcieLinkOf(const Info& info);
/// Sysfs's "32.0 GT/s PCIe" as a generation; 0 for another text.
int pcieGenerationOf(std::string_view speed);

} // namespace lanescope::device
