// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lanescope::shell {

/// `lanescope nvcc ARGUMENTS`: NVIDIA's nvcc with these arguments, but programs are linked with Lanescope's
/// CUDA runtime, and have line information and PTX. It takes this process's place. Throws Unavailable when
/// nvcc or the runtime is missing.
int nvccCommand(std::span<const std::string> arguments);

/// What nvcc gets in place of these arguments. library: the folder of Lanescope's runtime.
std::vector<std::string> nvccArguments(std::span<const std::string> arguments, const std::string& library);

} // namespace lanescope::shell
