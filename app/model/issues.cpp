// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/issues.h"

#include <bit>
#include <stdexcept>

namespace lanescope::model {

Issues IssuedInstructions::total() const {
    Issues sum;
    for (const Issues& each : byInstruction) sum += each;
    return sum;
}

InstructionSink* IssueTally::instructionsOf(const Dim3& block) {
    m_kept = block == m_block;
    return this;
}

void IssueTally::instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) {
    issued(warp, number, lanes, lanes);
}

void IssueTally::issued(std::uint32_t warp, std::uint32_t number, std::uint32_t, std::uint32_t active) {
    std::vector<Issues>& counted = m_issued.byInstruction;
    if (number >= counted.size()) counted.resize(number + 1);
    counted[number] += {1, static_cast<std::uint64_t>(std::popcount(active))};
    if (!m_kept || warp != m_warp) return;
    if (m_issued.steps.size() < kMostSteps)
        m_issued.steps.push_back({number, active});
    else
        ++m_issued.left;
}

std::unique_ptr<AccessSink> IssueTally::fork() const {
    return std::make_unique<IssueTally>(m_block, m_warp);
}

void IssueTally::join(AccessSink& fork) {
    auto* same = dynamic_cast<IssueTally*>(&fork);
    if (same == nullptr) throw std::invalid_argument("a sink can only join a fork of its own kind");
    IssuedInstructions& other = same->m_issued;
    if (other.byInstruction.size() > m_issued.byInstruction.size())
        m_issued.byInstruction.resize(other.byInstruction.size());
    for (std::size_t i = 0; i < other.byInstruction.size(); ++i)
        m_issued.byInstruction[i] += other.byInstruction[i];
    // One block runs on one worker: only one fork has any.
    m_issued.steps.insert(m_issued.steps.end(), other.steps.begin(), other.steps.end());
    m_issued.left += other.left;
    other = {};
}

} // namespace lanescope::model
