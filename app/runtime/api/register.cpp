// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// What nvcc's code calls before main() to tell of kernels and variables.
#include "runtime/api/api.h"

#include "runtime/chosen/choice.h"

using namespace lanescope::runtime;

namespace {

Registered& imageOf(void** handle) {
    return *reinterpret_cast<Registered*>(handle);
}

} // namespace

void** __cudaRegisterFatBinary(void* wrapper) {
    Registered& image = registered().emplace_back();
    image.wrapper = wrapper;
    return reinterpret_cast<void**>(&image);
}

void __cudaRegisterFatBinaryEnd(void** handle) {
    complete(imageOf(handle));
}

void __cudaUnregisterFatBinary(void** handle) {
    withdraw(imageOf(handle));
}

void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int threads,
                            uint3* tid, uint3* bid, dim3* block, dim3* grid, int* warp) {
    imageOf(handle).functions.push_back({host, device, name, threads, tid, bid, block, grid, warp});
}

void __cudaRegisterVar(void** handle, char* host, char* device, const char* name, int external,
                       std::size_t bytes, int constant, int global) {
    imageOf(handle).variables.push_back({host, device, name, external, bytes, constant, global, false});
}

void __cudaRegisterManagedVar(void** handle, void** host, char* device, const char* name, int external,
                              std::size_t bytes, int constant, int global) {
    imageOf(handle).variables.push_back({host, device, name, external, bytes, constant, global, true});
}

char __cudaInitModule(void** /*handle*/) {
    return 1;
}
