// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace lanescope::recording {

/// "scale<float>" for "_Z5scaleIfEvPT_i": a function's or a variable's name as it stands in the source,
/// without what it returns, its parameters, its file (model::withoutFile()) and the unnamed namespaces around
/// it. A name that is not mangled stays as it is.
std::string plainName(std::string_view name);

} // namespace lanescope::recording
