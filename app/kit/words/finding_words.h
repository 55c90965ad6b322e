// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/observation.h"

#include <string>

namespace lanescope::kit {

/// A finding in one line of the user's language, without how often there is one.
std::string findingWords(const ptx::Finding& finding);
/// With how often there is one.
std::string findingText(const ptx::Finding& finding);

} // namespace lanescope::kit
