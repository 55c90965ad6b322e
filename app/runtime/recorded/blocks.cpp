// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/blocks.h"

#include <iterator>
#include <utility>

namespace lanescope::runtime {

void HostUse::changed(const std::vector<bool>& pages) {
    if (std::exchange(m_gaveUp, false)) m_patience *= 2; // too early
    m_pages.resize(pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) m_pages[i] = m_pages[i] || pages[i];
    m_looked = false;
    m_vain = 0;
}

void HostUse::unchanged() {
    if (!std::exchange(m_looked, false) || ++m_vain <= m_patience) return;
    m_gaveUp = true;
    m_pages.clear();
}

const std::vector<bool>& HostUse::pagesToLookAt() {
    m_looked = !m_pages.empty();
    return m_pages;
}

Block& Blocks::add(const Block& block) {
    Block& added = m_blocks[block.address] = block;
    bound();
    return added;
}

void Blocks::remove(std::uint64_t address) {
    m_blocks.erase(address);
    bound();
}

void Blocks::removeOfGraphs(std::uint64_t address, std::uint64_t bytes) {
    const auto removed = std::erase_if(m_blocks, [&](const auto& each) {
        const Block& block = each.second;
        return block.isOfGraph && block.address < address + bytes && address < block.address + block.bytes;
    });
    if (removed > 0) bound();
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
