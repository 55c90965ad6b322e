// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The driver's functions that a program gets through the runtime: those that encode tensor maps.
#include "runtime/api/api.h"

#include "runtime/tensor_maps.h"

#include <cstdio>
#include <string_view>

using namespace lanescope;
using namespace lanescope::runtime;

namespace {

/// The runtime's version that has these functions first.
constexpr unsigned kEncodeSince = 12000;

/// Of the driver's functions those that are there; nullptr for any other.
void* functionNamed(std::string_view name) {
    if (name == kEncodeTiled) return reinterpret_cast<void*>(&encodeTiled);
    return name == kEncodeIm2col ? reinterpret_cast<void*>(&encodeIm2col) : nullptr;
}

} // namespace

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned version,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
    return call([&](Runtime&) {
        require(symbol != nullptr && function != nullptr && flags <= cudaEnablePerThreadDefaultStream);
        void* const there = functionNamed(symbol);
        const bool known = there != nullptr, recent = version >= kEncodeSince;
        if (!known)
            std::fprintf(stderr,
                         "lanescope: the driver's %s is not there on the emulator: of its functions only "
                         "cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col are\n",
                         symbol);
        *function = recent ? there : nullptr;
        if (status)
            *status = !known   ? cudaDriverEntryPointSymbolNotFound
                      : recent ? cudaDriverEntryPointSuccess
                               : cudaDriverEntryPointVersionNotSufficent;
    });
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
    return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, status);
}
