// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <driver_types.h>

#include <exception>

/// Lanescope's CUDA runtime: the functions of cuda_runtime_api.h over the emulator.
namespace lanescope::runtime {

/// cudaGetErrorName and cudaGetErrorString; of a number that is no error, that it is none.
const char* nameOf(cudaError_t code);
const char* textOf(cudaError_t code);

/// Ends a function of the runtime: it returns this code.
class Failure : public std::exception {
public:
    explicit Failure(cudaError_t failed) : code(failed) {}
    const char* what() const noexcept override { return textOf(code); }
    cudaError_t code;
};

/// Throws Failure unless it holds.
inline void require(bool holds, cudaError_t otherwise = cudaErrorInvalidValue) {
    if (!holds) throw Failure(otherwise);
}

} // namespace lanescope::runtime
