// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// The immediate post-dominators of a flow graph, where all ways from a node meet again first: Cooper, Harvey
/// and Kennedy's iteration over the reversed graph. Node successors.size() is the exit; kNoIndex where the
/// exit cannot be reached.
std::vector<std::uint32_t> postDominators(const std::vector<std::vector<std::uint32_t>>& successors);

} // namespace lanescope::ptx
