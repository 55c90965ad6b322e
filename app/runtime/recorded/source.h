// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/module.h"

#include <string>
#include <string_view>

namespace lanescope::runtime {

/// A PTX text with the source that its line information names, when that can be read.
recording::Module moduleOf(std::string ptx);

} // namespace lanescope::runtime
