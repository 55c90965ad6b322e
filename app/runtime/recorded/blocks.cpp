// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/blocks.h"

#include <iterator>

namespace lanescope::runtime {

Block& Blocks::add(const Block& block) {
    return m_blocks[block.address] = block;
}

Block* Blocks::at(std::uint64_t address) {
    const auto found = m_blocks.find(address);
    return found == m_blocks.end() ? nullptr : &found->second;
}

Block* Blocks::holding(std::uint64_t address) {
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
