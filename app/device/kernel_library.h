// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lanescope::device {

/// A file of kernels/, as it was compiled into the program.
struct KernelFile {
    std::string name;   ///< "wave": the file's name without .cu
    std::string path;   ///< "kernels/wave.cu"
    std::string source; ///< CUDA C++
    std::string ptx;    ///< nvcc's PTX with line information
};

/// Every file of kernels/, by name.
std::span<const KernelFile> kernelFiles();

/// nullptr when there is none of that name.
const KernelFile* findKernelFile(std::string_view name);

} // namespace lanescope::device
