// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/reconvergence.h"

#include "ptx/syntax/syntax.h"

#include <algorithm>

namespace lanescope::ptx {

namespace {

/// The immediate post-dominators of a flow graph: Cooper, Harvey and Kennedy's iteration over the reversed
/// graph. Node count is the exit; kNoIndex where the exit cannot be reached.
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

/// Whether lanes that come here do nothing but exit.
bool leadsToExit(const std::vector<Instruction>& code, std::uint32_t pc) {
    for (int hops = 0; hops < 8; ++hops) {
        const Instruction& in = code[pc];
        if (in.guard != kTrueSlot || in.guardFlip != 0) return false;
        if (in.flow == Flow::Exit) return true;
        if (in.flow != Flow::Branch) return false;
        pc = in.target;
    }
    return false;
}

} // namespace

void findReconvergence(Program& program, const Function& function) {
    const std::uint32_t begin = function.begin, size = function.end - begin;
    std::vector<bool> leader(size + 1, false);
    leader[0] = true;
    const auto ends = [](Flow flow) {
        return flow == Flow::Branch || flow == Flow::BranchTable || flow == Flow::Return ||
               flow == Flow::Exit || flow == Flow::Trap || flow == Flow::Unsupported;
    };
    for (std::uint32_t i = 0; i < size; ++i) {
        const Instruction& in = program.code[begin + i];
        if (!ends(in.flow)) continue;
        leader[i + 1] = true;
        if (in.flow == Flow::Branch) leader[in.target - begin] = true;
        if (in.flow == Flow::BranchTable)
            for (const std::uint32_t target : program.tables[in.target].targets)
                leader[target - begin] = true;
    }
    std::vector<std::uint32_t> blockOf(size + 1), first;
    for (std::uint32_t i = 0; i < size; ++i) {
        if (leader[i]) first.push_back(i);
        blockOf[i] = static_cast<std::uint32_t>(first.size() - 1);
    }
    const auto exit = static_cast<std::uint32_t>(first.size());
    blockOf[size] = exit;
    std::vector<std::vector<std::uint32_t>> successors(first.size());
    for (std::uint32_t block = 0; block < exit; ++block) {
        const std::uint32_t last = (block + 1 < exit ? first[block + 1] : size) - 1;
        const Instruction& in = program.code[begin + last];
        auto& next = successors[block];
        if (in.flow == Flow::Branch)
            next.push_back(blockOf[in.target - begin]);
        else if (in.flow == Flow::BranchTable)
            for (const std::uint32_t target : program.tables[in.target].targets)
                next.push_back(blockOf[target - begin]);
        else if (ends(in.flow))
            next.push_back(exit);
        if (!ends(in.flow) || in.guard != kTrueSlot) next.push_back(blockOf[last + 1]);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
    }
    const std::vector<std::uint32_t> dominator = postDominators(successors);
    for (std::uint32_t i = 0; i < size; ++i) {
        Instruction& in = program.code[begin + i];
        if (in.flow != Flow::Branch && in.flow != Flow::BranchTable) continue;
        const std::uint32_t block = dominator[blockOf[i]];
        const std::uint32_t target = block == kNoIndex || block == exit ? kNoTarget : begin + first[block];
        if (in.flow == Flow::Branch) {
            in.imm = target;
            in.mode = static_cast<std::uint8_t>((leadsToExit(program.code, in.target) ? kTargetExits : 0) |
                                                (leadsToExit(program.code, begin + i + 1) ? kRestExits : 0));
        }
        if (in.flow == Flow::BranchTable) program.tables[in.target].reconvergence = target;
    }
}

} // namespace lanescope::ptx
