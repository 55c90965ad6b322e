// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/session.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::kit {

/// A lab's values, of which some are others.
struct Trial {
    const LabEntry* entry = nullptr;
    std::vector<std::string> values; ///< of all parameters
    Sets sets;                       ///< and what is other
    const model::Architecture* architecture = nullptr;
    std::shared_ptr<const model::KnownTimes> times; ///< nullptr: as SessionOptions has them
};

/// Runs it on the device and hands on what came of it. Throws what the lab, its run or `use` throws.
void run(const Trial& trial, const std::shared_ptr<device::Device>& device,
         const std::function<void(const Drawn&)>& use);

} // namespace lanescope::kit
