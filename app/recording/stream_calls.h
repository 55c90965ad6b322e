// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/streams.h"
#include "recording/recording.h"

#include <cstddef>
#include <vector>

namespace lanescope::recording {

/// The calls of a recording that take part in the order of streams, as the discrete-event model has them.
struct StreamCalls {
    /// In the order of the calls. Only host functions have seconds: what the others take depends on the
    /// device.
    model::StreamProgram program;
    std::vector<std::size_t> calls; ///< of each command: its index among the recording's calls
};
/// Not among them: cudaFree, which the Guide has not in its list of what synchronizes; cudaMallocHost and its
/// like, of which a recording does not know when it came; questions for errors;
/// what the host wrote to memory that it shares; and transfers of which only bytes count.
StreamCalls streamCallsOf(const Recording& recording);

} // namespace lanescope::recording
