// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recording {

/// "scale<float>" for "_Z5scaleIfEvPT_i": a function's or a variable's name as it stands in the source,
/// without what it returns, its parameters, its file (model::withoutFile()) and the unnamed namespaces around
/// it. A name that is not mangled stays as it is.
std::string plainName(std::string_view name);

/// Of a mangled function the types of its parameters: {"float*", "int"} for "_Z5scaleIfEvPT_i". None where
/// the name does not say them, as that of an extern "C" function.
std::vector<std::string> parameterTypes(std::string_view name);

} // namespace lanescope::recording
