// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/line_sums.h"

#include "ptx/program/program.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace lanescope::ptx {

std::vector<LineSum> sumByLine(const Module& module, std::span<const double> byInstruction) {
    const Program& program = module.program();
    std::map<std::pair<std::string_view, std::uint32_t>, double> sums;
    for (std::size_t i = 0; i < std::min(byInstruction.size(), program.lines.size()); ++i) {
        if (byInstruction[i] == 0) continue;
        const SourceLine& at = program.lines[i];
        const std::string_view file = at.line != 0 ? program.files[at.file] : std::string_view();
        sums[{file, at.line}] += byInstruction[i];
    }
    std::vector<LineSum> lines;
    lines.reserve(sums.size());
    for (const auto& [place, sum] : sums) lines.push_back({place.first, place.second, sum});
    std::ranges::stable_sort(lines, std::ranges::greater(), &LineSum::sum);
    return lines;
}

std::uint32_t lineOf(const Module& module, std::uint32_t instruction) {
    const std::vector<SourceLine>& lines = module.program().lines;
    return instruction < lines.size() ? lines[instruction].line : 0;
}

} // namespace lanescope::ptx
