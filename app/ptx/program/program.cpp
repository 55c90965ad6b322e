// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/program/program.h"

namespace lanescope::ptx {

bool isToolkitHeader(std::string_view path) {
    return path.find("/include/") != std::string_view::npos ||
           path.find("cuda_runtime") != std::string_view::npos || path.ends_with("intrinsics.hpp") ||
           path.ends_with("functions.hpp");
}

} // namespace lanescope::ptx
