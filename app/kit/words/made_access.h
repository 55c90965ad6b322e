// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

/// Accesses of the run, and made up ones to lay beside them.
namespace lanescope::kit {

/// The byte address that a thread of a block, by its index, would touch; nothing: it takes no part.
using AddressOfThread = std::function<std::optional<std::uint64_t>(model::Dim3 thread)>;

/// What a warp of such a block would do with 4 bytes a lane.
model::WarpAccess madeAccess(model::Space space, model::Operation operation, model::Dim3 block,
                             std::uint32_t warp, const AddressOfThread& address);

/// The focus warp's first access in a space and direction that is the lab's subject, of global memory in the
/// buffer if one is named; nullptr: there is none.
const model::WarpAccess* subjectAccess(const Frame& frame, model::Space space, model::Direction direction,
                                       std::string_view buffer = {});

/// What a launch does to a buffer, counted over its whole grid.
model::Counts countsOf(const LaunchResult& launch, std::string_view buffer, model::Direction direction);

/// What an access costs: the wavefronts of shared memory, the units moved of other memory.
std::uint64_t costOf(const Frame& frame, const model::WarpAccess& access);

} // namespace lanescope::kit
