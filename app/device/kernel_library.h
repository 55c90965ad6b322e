// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/module.h"

#include <span>
#include <string_view>

namespace lanescope::device {

/// The files of kernels/, as they were compiled into the program, by name.
std::span<const recording::ModulePointer> kernelFiles();

/// nullptr when there is none of that name.
recording::ModulePointer findKernelFile(std::string_view name);
/// One that this program itself works with. Throws Error where it was built without.
recording::ModulePointer kernelFile(std::string_view name);

} // namespace lanescope::device
