// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/syntax.h"

#include <cstddef>
#include <vector>

namespace lanescope::ptx {

/// Whether the first operand of an instruction is a result.
bool writes(const InstructionSyntax& in);

/// visit(register): those that an operand names, of addresses and vectors, too; `_` is kNoIndex.
template<class Visit>
void eachRegister(const Operand& operand, Visit visit) {
    if (operand.kind == Operand::Kind::Register || operand.kind == Operand::Kind::PredicatePair) {
        visit(operand.reg);
        if (operand.kind == Operand::Kind::PredicatePair) visit(operand.second);
    }
    for (const Operand& item : operand.items) eachRegister(item, visit);
}

/// Whether a kernel loads one of its parameters, not one of a function that it calls: those lie in constant
/// memory.
bool loadsParameter(const FunctionSyntax& function, const InstructionSyntax& in);

/// Instructions that run one after another: from begin to before end.
struct FlowBlock {
    std::size_t begin = 0, end = 0;
    std::vector<std::size_t> next; ///< blocks that may follow; none: the function ends there
};
/// The blocks of a function's instructions, in their order.
std::vector<FlowBlock> flowOf(const FunctionSyntax& function);

} // namespace lanescope::ptx
