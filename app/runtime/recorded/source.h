// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/module.h"

#include <string>
#include <string_view>

namespace lanescope::runtime {

/// A PTX text with the source that its line information names, when that can be read.
recording::Module moduleOf(std::string ptx);

/// "scale<float>" for "_Z5scaleIfEvPT_i": a function's name as in the source, without its parameters.
std::string plainName(const std::string& mangled);

} // namespace lanescope::runtime
