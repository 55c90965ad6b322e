// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "lessons/scene.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope::shell {

/// The states that a question asks between.
struct Between {
    std::shared_ptr<const kit::Lab> lab; ///< as the first of them has it; nullptr: they are of several labs
    std::vector<std::string> varied;     ///< the parameters that tell them apart
};
/// Throws BadInput for values that a lab does not take.
Between betweenOf(std::span<const lessons::State> states);

} // namespace lanescope::shell
