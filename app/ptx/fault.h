// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "model/warp_access.h"

#include <cstdint>
#include <string>
#include <utility>

namespace lanescope::ptx {

/// Why a kernel was stopped.
enum class FaultKind : std::uint8_t {
    OutOfBounds,
    Misaligned,
    BadHandle,
    Unsupported,
    Budget,
    Deadlock,
    Trap,
    Assertion,
    StackOverflow,
    BadLaunch,
    IllegalPointer, ///< handed to a child grid that cannot see what it points to
    Cancelled
};

/// Where a kernel was stopped.
struct FaultPlace {
    std::string kernel, file;
    std::uint32_t line = 0; ///< source line, 0 unknown
    model::Dim3 block{0, 0, 0}, thread{0, 0, 0};
    std::uint32_t warp = 0;
    int lane = -1;
    std::uint64_t address = 0;
    std::string said; ///< what has happened, without the line: "trap: kernel sum, block (0,0,0), warp 0"
};

/// A kernel that did something no GPU allows, or that never ends. what() is one line that names kernel,
/// source line, block, warp and lane.
class Fault : public Error, public FaultPlace {
public:
    Fault(FaultKind faultKind, const std::string& what, FaultPlace place = {})
        : Error(what, Exit::BadInput), FaultPlace(std::move(place)), kind(faultKind) {}
    FaultKind kind;
};

} // namespace lanescope::ptx
