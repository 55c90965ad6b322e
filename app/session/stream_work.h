// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/transfers/streams.h"
#include "recording/recording.h"

#include <optional>

namespace lanescope::session {

/// Commands in streams, and the device that the model has them run on.
struct StreamWork {
    model::StreamProgram program;
    model::StreamDevice device;
};
/// The recording's Timed calls with their seconds on an architecture; nothing: it has none.
std::optional<StreamWork> streamWorkOf(const recording::Recording& recording,
                                       const model::Architecture& architecture);

/// Work that no kernel does: copies, and commands in streams.
struct ModelledWork {
    double seconds = 0; ///< 0: the architecture lacks a figure for it
    double bytes = 0;   ///< that its bandwidth counts
};
/// Of the recording's Timed and Transfer calls; nothing: it has none.
std::optional<ModelledWork> modelledWorkOf(const recording::Recording& recording,
                                           const model::Architecture& architecture);

} // namespace lanescope::session
