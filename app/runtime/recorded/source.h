// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/module.h"

#include <string>
#include <string_view>

namespace lanescope::runtime {

/// A PTX text with the sources that its line information names, but for the toolkit's, as far as they can be
/// read. program: the file that the PTX is part of; empty: unknown.
recording::Module moduleOf(std::string ptx, const std::string& program);

} // namespace lanescope::runtime
