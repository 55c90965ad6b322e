// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/warp_state.h"

#include <algorithm>
#include <cstring>

/// Arguments and results of functions that the emulator supplies.
namespace lanescope::ptx {

/// Where an argument or a result of a call is in the frame of the running function.
inline std::byte* placeOf(const WarpState& warp, const Place& place, std::size_t lane) {
    if (place.inRegister) return warp.regs + place.position + lane * place.bytes;
    return warp.regs + warp.function->areaOffset + lane * warp.function->areaBytes + place.position;
}

/// The first up to 8 bytes of an argument.
inline std::uint64_t readArgument(const WarpState& warp, const CallSite& site, std::size_t index,
                                  std::size_t lane) {
    std::uint64_t value = 0;
    const Place& place = site.arguments[index];
    std::memcpy(&value, placeOf(warp, place, lane), std::min<std::size_t>(place.bytes, 8));
    return value;
}

inline void writeResult(const WarpState& warp, const CallSite& site, std::size_t lane, std::uint64_t value) {
    if (site.results.empty()) return;
    std::memcpy(placeOf(warp, site.results[0], lane), &value,
                std::min<std::size_t>(site.results[0].bytes, 8));
}

} // namespace lanescope::ptx
