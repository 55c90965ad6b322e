// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/memory_function.h"

#include "model/by_value.h"

namespace lanescope::recording {

namespace {

using enum MemoryFunction;

constexpr model::ByValue<MemoryFunction, std::string_view, 12>
    kNames({{ByObject, ""},
            {MallocAsync, "cudaMallocAsync"},
            {MallocFromPoolAsync, "cudaMallocFromPoolAsync"},
            {MallocPitch, "cudaMallocPitch"},
            {Malloc3D, "cudaMalloc3D"},
            {MallocManaged, "cudaMallocManaged"},
            {MallocHost, "cudaMallocHost"},
            {HostAlloc, "cudaHostAlloc"},
            {HostRegister, "cudaHostRegister"},
            {FreeAsync, "cudaFreeAsync"},
            {FreeHost, "cudaFreeHost"},
            {HostUnregister, "cudaHostUnregister"}});

} // namespace

std::string_view nameOf(MemoryFunction function) {
    return kNames[function];
}

MemoryFunction memoryFunctionOf(std::string_view name) {
    return kNames.find(name).value_or(ByObject);
}

bool isKnown(MemoryFunction function) {
    return static_cast<std::size_t>(function) < kNames.all().size();
}

} // namespace lanescope::recording
