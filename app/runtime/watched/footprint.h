// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace lanescope::runtime {

/// Bytes in a row.
struct Extent {
    std::uint64_t address = 0, bytes = 0;
    /// Behind the last byte.
    std::uint64_t end() const { return address + bytes; }
    bool operator==(const Extent&) const = default;
};

/// A set of the 4-byte words of an allocation.
class Words {
public:
    Words() = default;
    explicit Words(std::uint64_t bytes) : m_bits((bytes / 4 + 64) / 64) {}
    /// Nothing has been noted: it has no words at all.
    bool empty() const { return m_bits.empty(); }
    /// Bytes by their offset in the allocation; a word that is touched in part counts as a whole.
    void add(std::uint64_t offset, std::uint64_t bytes);
    /// All that the other has, of the same allocation.
    void add(const Words& other);
    /// All but what the other has.
    void remove(const Words& other);
    /// Whether it has the word at this offset, in bytes.
    bool has(std::uint64_t offset) const;
    /// The words as extents of an allocation that begins at this address.
    std::vector<Extent> extents(std::uint64_t address) const;

private:
    std::vector<std::uint64_t> m_bits;
};

/// What a launch reads and writes of global memory, allocation by allocation.
class Footprint final : public model::AccessSink {
public:
    /// blocks: the allocations that can be touched, by their addresses.
    explicit Footprint(std::span<const Extent> blocks) : m_blocks(blocks.begin(), blocks.end()) {}

    /// Of an allocation; empty: none.
    struct Touched {
        Words reads, writes;
        Words early;   ///< reads that nothing in the launch may have written before
        Words atomics; ///< read and written by atomics
        /// Something in the launch reads what the launch has written.
        bool readsOwn = false;
    };
    /// By the allocation's address.
    std::map<std::uint64_t, Touched> touched() const;

    void access(const model::WarpAccess& access) override;
    std::unique_ptr<model::AccessSink> fork() const override;
    void join(model::AccessSink& fork) override;

private:
    const Extent* blockOf(std::uint64_t address);

    std::vector<Extent> m_blocks;
    std::map<std::uint64_t, Touched> m_touched;
    std::vector<std::map<std::uint64_t, Touched>> m_joined; ///< of each worker
    const Extent* m_last = nullptr;
};

} // namespace lanescope::runtime
