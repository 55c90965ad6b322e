// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::runtime {

/// How a graph's nodes are laid out on streams, one for each branch. Edges between branches are events.
struct Branches {
    struct Node {
        std::uint32_t branch = 0;          ///< 0: in the stream that the graph is launched into
        std::vector<std::uint32_t> waits;  ///< edges that it waits for
        std::optional<std::uint32_t> edge; ///< that begins behind it
    };
    std::vector<Node> nodes;
    std::optional<std::uint32_t> begin; ///< the edge that begins before all nodes, in the first branch
    std::vector<std::uint32_t> end;     ///< edges that the first branch waits for behind all nodes
    std::uint32_t count = 1;            ///< of branches
    std::uint32_t edges = 0;            ///< their numbers: one serves again when nobody waits for it any more
};

/// More branches than these a graph has not: what would begin another goes on in the shortest, and so is put
/// in an order that the graph does not ask for. A device runs no more kernels at once (CUDA C++ Programming
/// Guide, technical specifications).
inline constexpr std::uint32_t kMostBranches = 128;

/// needs: of each node those that it waits for, which all come before it. A node goes on in the branch of the
/// first of them that is still its branch's last, else in one whose last node it waits for in other ways, and
/// else begins one: so a branch puts nothing in order that the graph does not. The first branch begins where
/// the graph does, and ends when all of it has.
Branches branchesOf(const std::vector<std::vector<std::uint32_t>>& needs);

} // namespace lanescope::runtime
