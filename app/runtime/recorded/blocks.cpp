// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/blocks.h"

#include <iterator>

namespace lanescope::runtime {

Block& Blocks::add(const Block& block) {
    Block& added = m_blocks[block.address] = block;
    bound();
    return added;
}

void Blocks::remove(std::uint64_t address) {
    m_blocks.erase(address);
    bound();
}

void Blocks::bound() {
    m_range = {};
    if (m_blocks.empty()) return;
    const auto& [highest, block] = *m_blocks.rbegin();
    m_range.first = m_blocks.begin()->first;
    m_range.count = highest + block.bytes - m_range.first + 1; // the end counts
}

Block* Blocks::at(std::uint64_t address) {
    const auto found = m_blocks.find(address);
    return found == m_blocks.end() ? nullptr : &found->second;
}

Block* Blocks::holding(std::uint64_t address) {
    if (!m_range.holds(address)) return nullptr;
    const auto next = m_blocks.upper_bound(address);
    if (next == m_blocks.begin()) return nullptr;
    Block& block = std::prev(next)->second;
    return address - block.address <= block.bytes ? &block : nullptr;
}

std::vector<Block*> Blocks::shared() {
    std::vector<Block*> all;
    for (auto& [address, block] : m_blocks)
        if (block.isShared() && block.object != Block::kNone) all.push_back(&block);
    return all;
}

} // namespace lanescope::runtime
