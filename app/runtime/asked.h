// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What a program has asked of its device, as those are told of it who look on.
namespace lanescope::runtime {

/// Where rows begin in an array.
struct Texels {
    cudaArray_const_t array = nullptr; ///< nullptr: they are none of an array
    std::size_t x = 0;                 ///< bytes
    std::size_t y = 0, z = 0;          ///< rows and slices
};

/// Rows of bytes that are copied from one address, or array, to another.
struct Copied {
    const char* call = ""; ///< "cudaMemcpy"
    const void* to = nullptr;
    std::size_t toPitch = 0; ///< bytes from row to row
    const void* from = nullptr;
    std::size_t fromPitch = 0;
    std::size_t width = 0, height = 1; ///< bytes of a row, and how many there are
    cudaMemcpyKind kind = cudaMemcpyDefault;
    cudaStream_t stream = nullptr;
    bool waited = true;  ///< it has ended when the call returns
    bool toCome = false; ///< it has not begun: what it brings to the host is not known
    Texels toTexels, fromTexels;
};

/// Rows of bytes that are filled.
struct Filled {
    const char* call = ""; ///< "cudaMemset"
    const void* to = nullptr;
    std::size_t pitch = 0; ///< bytes from row to row
    int value = 0;
    std::size_t width = 0, height = 1; ///< bytes of a row, and how many there are
    cudaStream_t stream = nullptr;
    bool toCome = false;          ///< it has not begun
    std::size_t elementBytes = 1; ///< of the value; a graph's fills have more
};

/// A kernel that is to be launched.
struct Launched {
    const void* host = nullptr; ///< the host function that stands for it, or its handle
    dim3 grid, block;
    void** arguments = nullptr;
    std::size_t sharedBytes = 0; ///< dynamic
    cudaStream_t stream = nullptr;
    bool cooperative = false;
    dim3 cluster{0, 0, 0}; ///< blocks; 0 x 0 x 0: as the kernel is compiled for
    /// Where the program launches it, "main.cu:41"; stays where it is. Empty: nobody asks, or not known.
    std::string_view place{};
};

/// Whose memory it is that a program has allocated.
enum class MemoryKind : std::uint8_t { Device, PageLocked, Managed, Registered };

} // namespace lanescope::runtime
