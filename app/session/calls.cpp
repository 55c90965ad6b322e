// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/calls.h"

#include "session/player.h"

namespace lanescope::session {

device::CallReturns emulateCalls(const recording::Recording& recording,
                                 const model::Architecture& architecture) {
    const std::unique_ptr<device::Device> device = device::openEmulated(device::kSparseBytes);
    Resources resources(*device);
    auto played = std::make_shared<recording::Recording>(recording);
    played->options.mayFail = true; // its calls are what is asked for
    PlayMemory memory;
    const model::Architecture* const first = &architecture;
    Player player(resources, memory, played, {.architectures = std::span(&first, 1)}, nullptr);
    player.go(0);
    return *player.publish().calls;
}

} // namespace lanescope::session
