// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/graph_memory.h"

#include "model/arithmetic.h"
#include "runtime/errors.h"
#include "runtime/pools.h"

#include <algorithm>

namespace lanescope::runtime {

GraphMemory::Block::Block(Memory& memory, std::size_t bytes)
    : m_memory(memory), m_bytes(bytes), m_address(memory.allocate(bytes, Memory::Kind::Graph)) {}

GraphMemory::Block::~Block() {
    // cudaDeviceReset has released all.
    if (const auto block = m_memory.find(m_address); block && block->kind == Memory::Kind::Graph)
        m_memory.release(m_address, {Memory::Kind::Graph});
}

void GraphMemory::allocate(const std::shared_ptr<Block>& block) {
    require(m_held.emplace(block->address(), block).second);
    m_bytes += block->bytes();
    m_footprint = std::max(m_footprint, model::roundUp(m_bytes, kPortion));
    m_usedHigh = std::max(m_usedHigh, m_footprint);
    m_reservedHigh = std::max(m_reservedHigh, m_footprint);
}

void GraphMemory::trim() {
    m_footprint = model::roundUp(m_bytes, kPortion);
}

void GraphMemory::forget() {
    m_held.clear();
    m_bytes = m_footprint = m_usedHigh = m_reservedHigh = 0;
}

bool GraphMemory::isReserved(const void* address) const {
    const auto block = m_memory.find(address);
    return block && block->kind == Memory::Kind::Graph;
}

bool GraphMemory::release(const void* address) {
    const auto found = m_held.find(address);
    if (found == m_held.end()) return false;
    m_bytes -= found->second->bytes();
    m_held.erase(found);
    return true;
}

} // namespace lanescope::runtime
