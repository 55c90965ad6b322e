// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/architecture.h"

namespace lanescope::device {

/// The row of the model that speaks of a device: a GPU's own, else the default.
const model::Architecture& architectureOf(const Info& info);

} // namespace lanescope::device
