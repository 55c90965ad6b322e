// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/merged_loads.h"

#include "ptx/program/program.h"

namespace lanescope::ptx {

std::vector<bool> mergedLoads(const Module& module) {
    std::vector<bool> merged(module.sites().size());
    const std::vector<model::MachineInstruction>& made = module.machineCode().instructions;
    const auto& code = module.program().code;
    for (std::size_t i = 0; i < made.size() && i < code.size(); ++i)
        if (made[i].kind == model::MachineKind::Access && made[i].merges != 1)
            merged[code[i].target] = true; // only loads are, and theirs is the site
    return merged;
}

} // namespace lanescope::ptx
