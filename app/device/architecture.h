// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/architecture.h"

namespace lanescope::device {

/// The row of the model that speaks of a device: of a GPU that with its figures, or the one that has the
/// rules of its compute capability alone; of the emulated device the default.
const model::Architecture& architectureOf(const Info& info);

} // namespace lanescope::device
