// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/memory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace lanescope::runtime {

/// Memory that nodes of graphs allocate. Its address is known when the node is added; the program has it from
/// the launch that allocates it to whatever frees it: a node, or cudaFree and cudaFreeAsync.
class GraphMemory {
public:
    explicit GraphMemory(Memory& memory) : m_memory(memory) {}

    /// An address with room for so many bytes, for as long as a node needs it.
    class Block {
    public:
        Block(Memory& memory, std::size_t bytes);
        ~Block();
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;
        void* address() const { return m_address; }
        std::size_t bytes() const { return m_bytes; }

    private:
        Memory& m_memory;
        std::size_t m_bytes;
        void* m_address;
    };
    /// Throws Failure (cudaErrorMemoryAllocation).
    std::shared_ptr<Block> reserve(std::size_t bytes) { return std::make_shared<Block>(m_memory, bytes); }

    /// A node that allocates has run. Throws Failure when the program still has the memory of its last run.
    void allocate(const std::shared_ptr<Block>& block);
    /// Whether the program has memory of a graph there, which it then has no longer.
    bool release(const void* address);
    /// Whether a node allocates there.
    bool isReserved(const void* address) const;
    /// Whether the program has memory of a graph there.
    bool holds(const void* address) const { return m_held.contains(address); }

    /// Bytes of memory behind all that graphs have allocated, in use or kept for the next launch, and the
    /// most that they were since forgetHigh(). CUDA gives the same for what is used and what is reserved
    /// (13.0, an H200).
    std::uint64_t footprint() const { return m_footprint; }
    std::uint64_t footprintHigh(bool reserved) const { return reserved ? m_reservedHigh : m_usedHigh; }
    void forgetHigh(bool reserved) { (reserved ? m_reservedHigh : m_usedHigh) = m_footprint; }
    /// cudaDeviceReset.
    void forget();
    /// cudaDeviceGraphMemTrim: keeps nothing for later.
    void trim();

private:
    Memory& m_memory;
    std::map<const void*, std::shared_ptr<Block>> m_held;
    std::uint64_t m_bytes = 0; ///< that the program has
    std::uint64_t m_footprint = 0, m_usedHigh = 0, m_reservedHigh = 0;
};

} // namespace lanescope::runtime
