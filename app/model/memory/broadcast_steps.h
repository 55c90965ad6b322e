// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <array>
#include <cstdint>
#include <span>

namespace lanescope::model {

/// One lane of a 32-bit request of a half-warp on compute capability 1.x: the word it reads.
struct LaneWord {
    int lane = 0;
    std::uint64_t word = 0; ///< byte address / 4; its bank is word mod 16
};

/// The steps in which a half-warp's load is served, in order.
struct BroadcastSteps {
    struct Step {
        std::uint32_t lanes = 0; ///< lanes served
        int broadcastLane = 0;   ///< the lane whose word was broadcast
    };
    int count = 0;
    std::array<Step, 16> steps{}; ///< a step serves at least one of 16 lanes
};

/// The steps of one load request: each broadcasts one word to all lanes that want it and serves one lane of
/// every other bank (CUDA C Programming Guide 4.2, F.3.3). The guide leaves both choices open: `Fixed` takes
/// the lowest lanes, `Best` and `Worst` are the extremes over all choices, by exact search. At most 16 lanes.
BroadcastSteps broadcastSteps(std::span<const LaneWord> lanes, BroadcastChoice choice);

} // namespace lanescope::model
