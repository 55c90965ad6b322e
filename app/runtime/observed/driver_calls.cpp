// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/driver_calls.h"

#include "runtime/tensor_maps.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

using namespace lanescope::runtime;

namespace {

TensorMapBytes bytesOf(const CUtensorMap& map) {
    TensorMapBytes bytes{};
    static_assert(sizeof map == sizeof bytes);
    std::memcpy(bytes.data(), &map, sizeof map);
    return bytes;
}

/// An encoder of a GPU's driver: what it makes means something to that GPU alone, and the recording gets the
/// map that the emulator's makes of the same.
template<auto emulated>
struct Encoder;
template<class... Arguments, CUresult (*emulated)(CUtensorMap*, Arguments...)>
struct Encoder<emulated> {
    static inline CUresult (*s_drivers)(CUtensorMap*, Arguments...) = nullptr;

    static CUresult call(CUtensorMap* map, Arguments... arguments) {
        const CUresult result = s_drivers(map, arguments...);
        if (result != CUDA_SUCCESS) return result;
        const ObservedCall observed;
        if (!observed.recorder()) return result;
        CUtensorMap made{};
        if (emulated(&made, arguments...) == CUDA_SUCCESS)
            observed.recorder()->tensorMapMade(bytesOf(*map), bytesOf(made));
        else
            observed.recorder()->refuse("the program makes a tensor map that the emulator does not have");
        return result;
    }
    static void* inPlaceOf(void* drivers) {
        s_drivers = reinterpret_cast<decltype(s_drivers)>(drivers);
        return reinterpret_cast<void*>(&call);
    }
};

/// The emulator has nothing but the encoders, whose maps have their address as a word and are as good as any
/// other argument.
cudaError_t entryPointByVersion(const char* symbol, void** function, unsigned version,
                                unsigned long long flags, cudaDriverEntryPointQueryResult* status) {
    const ObservedCall observed;
    const cudaError_t result =
        LANESCOPE_DEVICE(cudaGetDriverEntryPointByVersion)(symbol, function, version, flags, status);
    if (result != cudaSuccess || !*function || !observed.recorder() || !observed.recorder()->isOnGpu())
        return result;
    if (symbol == kEncodeTiled)
        *function = Encoder<&encodeTiled>::inPlaceOf(*function);
    else if (symbol == kEncodeIm2col)
        *function = Encoder<&encodeIm2col>::inPlaceOf(*function);
    else
        observed.recorder()->refuse(
            fmt::format("the program asks for the driver's {}, which a recording cannot hold yet", symbol));
    return result;
}

cudaError_t entryPoint(const char* symbol, void** function, unsigned long long flags,
                       cudaDriverEntryPointQueryResult* status) {
    return entryPointByVersion(symbol, function, CUDART_VERSION, flags, status);
}

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> driverCalls() {
    static const std::array kAll = {
        observed<&entryPoint>("cudaGetDriverEntryPoint", kRecorded, kNot),
        observed<&entryPointByVersion>("cudaGetDriverEntryPointByVersion", kRecorded, kNot)};
    return kAll;
}

} // namespace lanescope::runtime
