// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/program/program.h"

namespace lanescope::ptx {

bool isToolkitHeader(std::string_view path) {
    const std::size_t include = path.find("/include/");
    if (include == std::string_view::npos) return false;
    if (path.starts_with("/usr/include/")) return true;
    // /usr/local/cuda-13.0/include, targets/x86_64-linux/include, and nvidia/cu13/include of Python's wheels.
    // Many a program has an include folder of its own.
    const std::string_view before = path.substr(0, include);
    const std::string_view folder = before.substr(before.rfind('/') + 1);
    // cuda/include: in the PTX of Lanescope's own kernels, which names no folder of the machine that built
    // it.
    const bool installed = path.starts_with("/usr/") || path.starts_with("/opt/") || before == "cuda";
    return (installed && folder.starts_with("cuda")) || folder.ends_with("-linux") ||
           folder == "cuda_runtime" ||
           (folder.starts_with("cu") && folder.find_first_not_of("0123456789", 2) == std::string_view::npos);
}

} // namespace lanescope::ptx
