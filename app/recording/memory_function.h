// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::recording {

/// What a program has called to allocate memory, or to free it.
enum class MemoryFunction : std::uint8_t {
    ByObject, ///< cudaMalloc, cudaFree, or what makes and destroys an object of its kind; or it is not known
    MallocAsync,
    MallocFromPoolAsync,
    MallocPitch,
    Malloc3D,
    MallocManaged,
    MallocHost,
    HostAlloc,
    HostRegister,
    FreeAsync,
    FreeHost,
    HostUnregister
};
/// "cudaMallocAsync"; empty of ByObject.
std::string_view nameOf(MemoryFunction function);
/// ByObject: it has no other name than its object has.
MemoryFunction memoryFunctionOf(std::string_view name);
/// Whether it is one: a file may have anything.
bool isKnown(MemoryFunction function);
/// Whether it is done in a stream's turn, and the host goes on meanwhile.
constexpr bool isInStream(MemoryFunction function) {
    return function == MemoryFunction::MallocAsync || function == MemoryFunction::MallocFromPoolAsync ||
           function == MemoryFunction::FreeAsync;
}
/// Whether it is of the host's memory: page-locked or registered.
constexpr bool isOfHost(MemoryFunction function) {
    return function == MemoryFunction::MallocHost || function == MemoryFunction::HostAlloc ||
           function == MemoryFunction::HostRegister || function == MemoryFunction::FreeHost ||
           function == MemoryFunction::HostUnregister;
}

} // namespace lanescope::recording
