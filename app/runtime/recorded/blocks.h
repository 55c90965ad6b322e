// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/calls.h"
#include "runtime/recorded/taken_bytes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::runtime {

/// How the host uses managed memory whose pages move. What a kernel has left there and the host only reads is
/// no write of the host's, which is known where the pages are looked at once the kernel has ended; but that
/// brings them to the host, which pays only where the host is about to use them. So the pages that it was
/// seen to use are looked at as long as it goes on to.
class HostUse {
public:
    /// Before a call: the host has pages that are otherwise than known.
    void changed(const std::vector<bool>& pages);
    /// Before a call: it has none.
    void unchanged();
    /// Those to be looked at now that the host has waited; empty: none.
    const std::vector<bool>& pagesToLookAt();

private:
    std::vector<bool> m_pages;
    bool m_looked = false, m_gaveUp = false;
    /// Looks at pages that stay as they were, until the host is taken to use them no more.
    unsigned m_patience = 8;
    unsigned m_vain = 0;
};

/// Memory that a program has and that kernels may use.
struct Block {
    enum class Kind : std::uint8_t {
        Device,
        Variable, ///< of a module
        Managed,  ///< managed memory, also a variable: the host writes it, too
        Host      ///< page-locked or registered: a recording has it once a kernel gets its address
    };
    static constexpr std::uint32_t kNone = ~0U;

    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    Kind kind = Kind::Device;
    std::uint32_t object = kNone; ///< in the recording
    std::string place;            ///< "cudaMalloc at main.cu:23"; empty: unknown
    recording::MemoryCall by{};   ///< what allocates it
    recording::Text line;         ///< where that is called, of Kind::Host
    bool isOfGraph = false;       ///< nodes of graphs allocate it, and have its address before and after
    std::vector<std::byte> known; ///< what shared memory held when it was looked at last; empty: never
    HostUse use;
    /// HostPages::faults() when the host had none of its pages; nullopt: it had some.
    std::optional<std::uint64_t> away;

    /// Whether the host uses it at the same address.
    bool isShared() const { return kind == Kind::Managed || kind == Kind::Host; }
    /// Of shared memory: where the host finds it.
    std::byte* host() const {
        return reinterpret_cast<std::byte*>(address);
    } // NOLINT(performance-no-int-to-ptr)
};

/// The blocks of a program by their addresses.
class Blocks {
public:
    /// In place of one that began at the same address.
    Block& add(const Block& block);
    /// By its first address; of no effect where none begins.
    void remove(std::uint64_t address);
    /// Those of graphs that reach into a range.
    void removeOfGraphs(std::uint64_t address, std::uint64_t bytes);
    /// The one that begins there; nullptr: none does.
    Block* at(std::uint64_t address);
    /// The block that an address belongs to, its end included, for programs count up to it; nullptr: none.
    Block* holding(std::uint64_t address);
    /// From the lowest block to the end of the highest: of nearly all data this says, at the speed of memory,
    /// that it is no address.
    AddressRange range() const { return m_range; }
    /// Shared memory that the recording has.
    std::vector<Block*> shared();

private:
    void bound();

    std::map<std::uint64_t, Block> m_blocks;
    AddressRange m_range;
};

} // namespace lanescope::runtime
