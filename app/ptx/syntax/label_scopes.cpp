// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/label_scopes.h"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace lanescope::ptx {

void LabelScopes::begin() {
    m_blocks.push_back({m_function.instructions.size(), m_lists.size(), {}});
}

void LabelScopes::end() {
    const Block block = std::move(m_blocks.back());
    m_blocks.pop_back();
    if (block.names.empty()) return;
    const auto rename = [&](std::string_view& label) {
        const auto own = block.names.find(label);
        if (own != block.names.end()) label = own->second;
    };
    for (std::size_t i = block.firstInstruction; i < m_function.instructions.size(); ++i) {
        InstructionSyntax& instruction = m_function.instructions[i];
        if (instruction.opcode != "bra" && instruction.opcode != "brx") continue;
        for (Operand& operand : instruction.operands)
            if (operand.kind == Operand::Kind::Name) rename(operand.name);
    }
    for (std::size_t i = block.firstList; i < m_lists.size(); ++i)
        for (std::string_view& label : m_function.targets[m_lists[i]]) rename(label);
}

std::string_view LabelScopes::define(std::string_view label) {
    auto& names = m_blocks.empty() ? m_names : m_blocks.back().names;
    const auto [name, isNew] = names.try_emplace(label, label);
    if (!isNew) return {};
    if (!m_blocks.empty()) {
        m_module.madeNames.push_back(
            std::make_shared<const std::string>(fmt::format("{} {}", label, m_module.madeNames.size())));
        name->second = *m_module.madeNames.back();
    }
    return name->second;
}

} // namespace lanescope::ptx
