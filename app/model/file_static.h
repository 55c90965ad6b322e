// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::model {

/// "_Z3ownPi" for "__nv_static_25__4fca699c_4_b_cu_8e450714__Z3ownPi": with -rdc nvcc puts the file before
/// the name of what is static there (as nvcc 12 and 13 write it). Any other name stays as it is.
std::string_view withoutFile(std::string_view name);

} // namespace lanescope::model
