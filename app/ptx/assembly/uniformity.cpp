// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/assembly/uniformity.h"

#include "ptx/assembly/flow.h"
#include "ptx/assembly/post_dominators.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace lanescope::ptx {

namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

bool hasModifier(const InstructionSyntax& in, std::string_view word) {
    return std::ranges::find(in.modifiers, word) != in.modifiers.end();
}

/// Of a lane or a thread, not of what they belong to.
bool differsByLane(std::string_view special) {
    return special.starts_with("%tid") || special.starts_with("%lane");
}

/// Where all ways from a block meet again first; kNowhere: only where the function ends.
std::vector<std::size_t> meetings(const std::vector<FlowBlock>& blocks) {
    std::vector<std::vector<std::uint32_t>> successors;
    for (const FlowBlock& block : blocks) {
        auto& next = successors.emplace_back(block.next.begin(), block.next.end());
        if (next.empty()) next.push_back(static_cast<std::uint32_t>(blocks.size()));
    }
    std::vector<std::size_t> meeting;
    for (const std::uint32_t each : postDominators(successors))
        meeting.push_back(each < blocks.size() ? each : kNowhere);
    return meeting;
}

} // namespace

/// What is known before any register is looked at.
struct Uniformity::Flow {
    std::vector<FlowBlock> blocks;
    std::vector<std::size_t> meeting;
    std::vector<std::uint32_t> several;              ///< registers that more than one instruction writes
    std::vector<std::vector<std::uint32_t>> written; ///< by block: those of them that are written there
    std::vector<std::vector<bool>> live;             ///< by block, by place in `several`: at its beginning
    std::vector<std::size_t> place;                  ///< in `several`, by register

    explicit Flow(const FunctionSyntax& function);

private:
    void findSeveral(const FunctionSyntax& function);
    void findLive(const FunctionSyntax& function);
};

Uniformity::Flow::Flow(const FunctionSyntax& function)
    : blocks(flowOf(function)), meeting(meetings(blocks)), place(function.registers.size(), kNowhere) {
    findSeveral(function);
    findLive(function);
}

void Uniformity::Flow::findSeveral(const FunctionSyntax& function) {
    std::vector<unsigned> times(function.registers.size(), 0);
    for (const InstructionSyntax& in : function.instructions)
        if (writes(in))
            eachRegister(in.operands[0], [&](std::uint32_t reg) {
                if (reg < times.size()) ++times[reg];
            });
    for (std::uint32_t reg = 0; reg < times.size(); ++reg)
        if (times[reg] > 1) {
            place[reg] = several.size();
            several.push_back(reg);
        }
}

void Uniformity::Flow::findLive(const FunctionSyntax& function) {
    const std::size_t count = several.size();
    written.resize(blocks.size());
    live.assign(blocks.size(), std::vector<bool>(count, false));
    std::vector<std::vector<bool>> reads = live, replaces = live;
    const auto known = [&](std::uint32_t reg) { return reg < place.size() && place[reg] != kNowhere; };
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
            const InstructionSyntax& in = function.instructions[i];
            const auto read = [&](std::uint32_t reg) {
                if (known(reg) && !replaces[b][place[reg]]) reads[b][place[reg]] = true;
            };
            if (in.guard != kNoIndex) read(in.guard);
            for (std::size_t k = writes(in) ? 1 : 0; k < in.operands.size(); ++k)
                eachRegister(in.operands[k], read);
            if (!writes(in)) continue;
            eachRegister(in.operands[0], [&](std::uint32_t reg) {
                if (!known(reg)) return;
                written[b].push_back(reg);
                if (in.guard == kNoIndex) replaces[b][place[reg]] = true;
            });
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = blocks.size(); b-- > 0;)
            for (std::size_t r = 0; r < count; ++r) {
                if (live[b][r]) continue;
                const bool later =
                    std::ranges::any_of(blocks[b].next, [&](std::size_t next) { return live[next][r]; });
                live[b][r] = reads[b][r] || (later && !replaces[b][r]);
                changed = changed || live[b][r];
            }
    }
}

Uniformity::Uniformity(const FunctionSyntax& function)
    : m_function(function), m_differs(function.registers.size(), false) {
    if (!function.entry) // its callers may give each lane its own
        for (const std::uint32_t parameter : function.parameters) mark(function.variables[parameter].reg);
    const Flow flow(function);
    while (spread(flow)) {
    }
}

bool Uniformity::has(const Operand& operand) const {
    return !isDifferent(operand);
}

bool Uniformity::isDifferent(const Operand& operand) const {
    if (operand.kind == Operand::Kind::Special) return differsByLane(operand.name);
    // a local variable's address is the same in all lanes, but leads each to its own
    if (operand.kind == Operand::Kind::Variable && operand.localVariable)
        return m_function.variables[operand.variable].space == StateSpace::Local;
    bool differs = false;
    const auto look = [&](std::uint32_t reg) {
        differs = differs || (reg < m_differs.size() && m_differs[reg]);
    };
    if (operand.kind == Operand::Kind::Register || operand.kind == Operand::Kind::PredicatePair) {
        look(operand.reg);
        if (operand.kind == Operand::Kind::PredicatePair) look(operand.second);
    }
    return differs ||
           std::ranges::any_of(operand.items, [&](const Operand& each) { return isDifferent(each); });
}

/// Whether the result is the same wherever the operands are, or no matter what they are.
bool Uniformity::isSame(const InstructionSyntax& in) const {
    constexpr std::array<std::string_view, 12> kOwn{"atom", "match", "tex",   "tld4",
                                                    "suld", "mma",   "wmma",  "ldmatrix",
                                                    "call", "wgmma", "elect", "movmatrix"};
    if (std::ranges::find(kOwn, in.opcode) != kOwn.end()) return false;
    if (in.opcode == "vote" || in.opcode == "redux" || in.opcode == "activemask") return true;
    // which lane it is that gives its value
    if (in.opcode == "shfl")
        return hasModifier(in, "idx") && in.operands.size() > 2 && !isDifferent(in.operands[2]);
    if (in.opcode == "ld" && hasModifier(in, "local")) return false;
    if (in.opcode == "ld" && hasModifier(in, "param")) return loadsParameter(m_function, in);
    return std::none_of(in.operands.begin() + 1, in.operands.end(),
                        [&](const Operand& each) { return isDifferent(each); });
}

/// Whether it was not known before.
bool Uniformity::mark(std::uint32_t reg) {
    if (reg >= m_differs.size() || m_differs[reg]) return false;
    m_differs[reg] = true;
    return true;
}

bool Uniformity::markResults(const InstructionSyntax& in) {
    bool changed = false;
    eachRegister(in.operands[0], [&](std::uint32_t reg) { changed = mark(reg) || changed; });
    return changed;
}

bool Uniformity::spread(const Flow& flow) {
    bool changed = false;
    const auto differs = [&](std::uint32_t guard) { return guard < m_differs.size() && m_differs[guard]; };
    for (const InstructionSyntax& in : m_function.instructions) {
        if (in.opcode == "call" && !in.operands.empty()) changed = markResults(in) || changed;
        if (writes(in) && (differs(in.guard) || !isSame(in))) changed = markResults(in) || changed;
    }
    for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
        if (flow.blocks[b].next.size() < 2) continue;
        const InstructionSyntax& last = m_function.instructions[flow.blocks[b].end - 1];
        const bool splits = differs(last.guard) ||
                            (last.opcode == "brx" && !last.operands.empty() && isDifferent(last.operands[0]));
        if (splits) changed = spreadBranch(flow, b) || changed;
    }
    return changed;
}

/// Lanes part at the end of the block: what they have written where they meet again differs, and what a loop
/// writes that some of them leave.
bool Uniformity::spreadBranch(const Flow& flow, std::size_t block) {
    const std::size_t meeting = flow.meeting[block];
    std::vector<bool> apart(flow.blocks.size(), false);
    std::vector<std::size_t> open(flow.blocks[block].next), reached;
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        if (at == meeting || apart[at]) continue;
        apart[at] = true;
        reached.push_back(at);
        open.insert(open.end(), flow.blocks[at].next.begin(), flow.blocks[at].next.end());
    }
    std::vector<bool> loops(flow.blocks.size(), false); // leads back to the branch
    if (apart[block]) {
        loops[block] = true;
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::size_t at : reached) {
                if (loops[at] ||
                    std::ranges::none_of(flow.blocks[at].next, [&](std::size_t next) { return loops[next]; }))
                    continue;
                loops[at] = changed = true;
            }
        }
    }
    bool changed = false;
    for (const std::size_t at : reached)
        for (const std::uint32_t reg : flow.written[at])
            if (loops[at] || (meeting != kNowhere && flow.live[meeting][flow.place[reg]]))
                changed = mark(reg) || changed;
    return changed;
}

} // namespace lanescope::ptx
