// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/assembly/flow.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::ptx {

bool writes(const InstructionSyntax& in) {
    constexpr std::array<std::string_view, 11> kNone{"bra", "brx",  "ret", "exit",      "call",   "trap",
                                                     "bar", "sust", "red", "nanosleep", "barrier"};
    return !in.operands.empty() && in.operands[0].kind != Operand::Kind::Address &&
           std::ranges::find(kNone, in.opcode) == kNone.end();
}

bool loadsParameter(const FunctionSyntax& function, const InstructionSyntax& in) {
    const auto isOneOf = [](const auto& list, const auto& item) {
        return std::ranges::find(list, item) != list.end();
    };
    if (!function.entry || in.opcode != "ld" || !isOneOf(in.modifiers, std::string_view("param")) ||
        in.operands.size() < 2)
        return false;
    const auto named = [&](const Operand& operand) {
        return operand.kind == Operand::Kind::Variable && operand.localVariable &&
               isOneOf(function.parameters, operand.variable);
    };
    const Operand& from = in.operands[1];
    return named(from) || std::ranges::any_of(from.items, named);
}

std::vector<FlowBlock> flowOf(const FunctionSyntax& function) {
    const std::size_t count = function.instructions.size();
    std::vector<bool> begins(count + 1, false);
    begins[0] = true;
    for (const auto& [name, index] : function.labels)
        if (index < count) begins[index] = true;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view op = function.instructions[i].opcode;
        if (op == "bra" || op == "brx" || op == "ret" || op == "exit" || op == "trap") begins[i + 1] = true;
    }
    std::vector<FlowBlock> blocks;
    std::vector<std::size_t> blockOf(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
        if (begins[i]) blocks.push_back({i, i, {}});
        blocks.back().end = i + 1;
        blockOf[i] = blocks.size() - 1;
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const InstructionSyntax& last = function.instructions[blocks[b].end - 1];
        const auto goTo = [&](std::string_view label) {
            const auto found = function.labels.find(label);
            if (found != function.labels.end() && found->second < count)
                blocks[b].next.push_back(blockOf[found->second]);
        };
        const bool leaves = last.opcode == "ret" || last.opcode == "exit" || last.opcode == "trap";
        const bool jumps = last.opcode == "bra" || last.opcode == "brx";
        if (jumps)
            for (const Operand& operand : last.operands) {
                if (operand.kind != Operand::Kind::Name) continue;
                const auto table = function.targets.find(operand.name);
                if (table == function.targets.end())
                    goTo(operand.name);
                else
                    for (const std::string_view each : table->second) goTo(each);
            }
        if ((last.guard != kNoIndex || !(leaves || jumps)) && b + 1 < blocks.size())
            blocks[b].next.push_back(b + 1);
    }
    return blocks;
}

} // namespace lanescope::ptx
