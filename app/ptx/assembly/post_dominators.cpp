// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/assembly/post_dominators.h"

#include "ptx/syntax/syntax.h"

#include <cstddef>
#include <utility>

namespace lanescope::ptx {

std::vector<std::uint32_t> postDominators(const std::vector<std::vector<std::uint32_t>>& successors) {
    const auto exit = static_cast<std::uint32_t>(successors.size());
    std::vector<std::vector<std::uint32_t>> predecessors(exit + 1);
    for (std::uint32_t node = 0; node < exit; ++node)
        for (const std::uint32_t next : successors[node]) predecessors[next].push_back(node);
    // post-order of the reversed graph, from the exit
    std::vector<std::uint32_t> number(exit + 1, kNoIndex), order;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{exit, 0}};
    std::vector<bool> seen(exit + 1, false);
    seen[exit] = true;
    while (!stack.empty()) {
        auto& [node, child] = stack.back();
        if (child < predecessors[node].size()) {
            const std::uint32_t before = predecessors[node][child++];
            if (!seen[before]) {
                seen[before] = true;
                stack.emplace_back(before, 0);
            }
        } else {
            number[node] = static_cast<std::uint32_t>(order.size());
            order.push_back(node);
            stack.pop_back();
        }
    }
    std::vector<std::uint32_t> dominator(exit + 1, kNoIndex);
    dominator[exit] = exit;
    for (bool changed = true; changed;) {
        changed = false;
        for (auto node = order.rbegin(); node != order.rend(); ++node) {
            if (*node == exit) continue;
            std::uint32_t best = kNoIndex;
            for (const std::uint32_t next : successors[*node]) {
                if (dominator[next] == kNoIndex) continue;
                std::uint32_t a = next, b = best;
                if (b == kNoIndex) {
                    best = a;
                    continue;
                }
                while (a != b) {
                    while (number[a] < number[b]) a = dominator[a];
                    while (number[b] < number[a]) b = dominator[b];
                }
                best = a;
            }
            if (dominator[*node] != best) {
                dominator[*node] = best;
                changed = true;
            }
        }
    }
    return dominator;
}

} // namespace lanescope::ptx
