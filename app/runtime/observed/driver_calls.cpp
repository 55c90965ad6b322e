// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/driver_calls.h"

#include <fmt/format.h>

#include <array>

using namespace lanescope::runtime;

namespace {

/// The emulator gives only what encodes tensor maps. They have their address as a word, and so are as good as
/// any other argument; a GPU's are for that GPU alone, and what its driver does is not seen.
cudaError_t entryPointByVersion(const char* symbol, void** function, unsigned version,
                                unsigned long long flags, cudaDriverEntryPointQueryResult* status) {
    const ObservedCall observed;
    const cudaError_t result =
        LANESCOPE_DEVICE(cudaGetDriverEntryPointByVersion)(symbol, function, version, flags, status);
    if (result == cudaSuccess && *function && observed.recorder() && observed.recorder()->isOnGpu())
        observed.recorder()->refuse(
            fmt::format("the program asks for the driver's {}, which a recording that is "
                        "made on a GPU cannot hold yet",
                        symbol));
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
