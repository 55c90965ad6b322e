// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// What nvcc's code calls before main() to tell of kernels and variables.
#include "runtime/api/api.h"

#include "runtime/modules.h"

using namespace lanescope::runtime;

namespace {

Image& imageOf(void** handle) {
    return *reinterpret_cast<Image*>(handle);
}

} // namespace

void** __cudaRegisterFatBinary(void* wrapper) {
    return reinterpret_cast<void**>(&Runtime::instance().modules.add(wrapper));
}

void __cudaRegisterFatBinaryEnd(void** /*handle*/) {
    // A host may use managed variables before it calls anything.
    Runtime::instance().modules.placeManaged();
}

void __cudaUnregisterFatBinary(void** /*handle*/) {}

void __cudaRegisterFunction(void** handle, const char* host, char* /*device*/, const char* name,
                            int /*threads*/, uint3* /*tid*/, uint3* /*bid*/, dim3* /*block*/, dim3* /*grid*/,
                            int* /*warp*/) {
    Runtime::instance().modules.addFunction(imageOf(handle), host, name);
}

void __cudaRegisterVar(void** handle, char* host, char* /*device*/, const char* name, int /*external*/,
                       std::size_t bytes, int constant, int /*global*/) {
    Runtime::instance().modules.addVariable(imageOf(handle), host, name, bytes, constant != 0, nullptr);
}

void __cudaRegisterManagedVar(void** handle, void** host, char* /*device*/, const char* name,
                              int /*external*/, std::size_t bytes, int constant, int /*global*/) {
    Runtime::instance().modules.addVariable(imageOf(handle), host, name, bytes, constant != 0, host);
}

char __cudaInitModule(void** /*handle*/) {
    return 1;
}
