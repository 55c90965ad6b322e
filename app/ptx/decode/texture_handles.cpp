// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/texture_handles.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::ptx {

namespace {

constexpr std::uint32_t kHandleBytes = 8;

/// The register with the texture or surface of an instruction; kNoIndex: it names none.
std::uint32_t namedBy(const InstructionSyntax& in) {
    constexpr std::array<std::string_view, 8> kOpcodes{"tex",   "tld4", "suld", "sust",
                                                       "sured", "suq",  "txq",  "istypep"};
    if (std::ranges::find(kOpcodes, in.opcode) == kOpcodes.end()) return kNoIndex;
    for (const Operand& each : in.operands)
        if (each.kind == Operand::Kind::Address && !each.items.empty() &&
            each.items[0].kind == Operand::Kind::Register)
            return each.items[0].reg;
    return kNoIndex;
}

bool isLoadOfParameter(const InstructionSyntax& in) {
    return in.opcode == "ld" && !in.modifiers.empty() && in.modifiers[0].starts_with("param") &&
           in.operands.size() == 2 && in.operands[1].kind == Operand::Kind::Address &&
           !in.operands[1].items.empty() && in.operands[1].items[0].kind == Operand::Kind::Variable &&
           in.operands[1].items[0].localVariable;
}

} // namespace

TextureHandles textureHandlesOf(const FunctionSyntax& function) {
    std::vector<bool> isHandle(function.registers.size());
    TextureHandles found;
    for (const InstructionSyntax& in : function.instructions)
        if (const std::uint32_t named = namedBy(in); named < isHandle.size())
            isHandle[named] = found.any = true;
    if (!found.any) return found;
    const auto takes = [&](const Operand& operand) {
        return operand.kind == Operand::Kind::Register && operand.reg < isHandle.size() &&
               isHandle[operand.reg];
    };
    // Copies go from the later to the earlier, until no further register is one.
    for (bool grows = true; grows;) {
        grows = false;
        for (const InstructionSyntax& in : function.instructions) {
            if ((in.opcode != "mov" && in.opcode != "selp") || in.operands.size() < 2 ||
                !takes(in.operands[0]))
                continue;
            for (std::size_t i = 1; i < std::min<std::size_t>(in.operands.size(), 3); ++i) {
                const Operand& from = in.operands[i];
                if (from.kind != Operand::Kind::Register || from.reg >= isHandle.size()) continue;
                grows = grows || !isHandle[from.reg];
                isHandle[from.reg] = true;
            }
        }
    }
    for (const InstructionSyntax& in : function.instructions) {
        if (in.operands.empty() || in.opcode == "selp" || namedBy(in) != kNoIndex) continue;
        const Operand& to = in.operands[0];
        if (in.opcode == "mov") {
            found.fromElsewhere |= takes(to) && in.operands[1].kind != Operand::Kind::Register;
            continue;
        }
        const bool isVector = to.kind == Operand::Kind::Vector;
        const std::size_t count = isVector ? to.items.size() : 1;
        for (std::size_t i = 0; i < count; ++i) {
            if (!takes(isVector ? to.items[i] : to)) continue;
            if (!isLoadOfParameter(in)) {
                // What a store writes, or a branch asks, is no result.
                found.fromElsewhere |= in.opcode != "st" && in.opcode != "setp";
                continue;
            }
            const Operand& base = in.operands[1].items[0];
            found.parameters.push_back(
                {base.variable,
                 static_cast<std::uint32_t>(in.operands[1].bits + base.bits + i * kHandleBytes)});
        }
    }
    return found;
}

} // namespace lanescope::ptx
