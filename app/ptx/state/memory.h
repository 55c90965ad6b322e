// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/state/memory_image.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// An emulated device's global memory: allocations at made-up 64-bit addresses, aligned to 256 bytes (large
/// ones to 2 MiB, as a GPU's are), with a guard gap between them. The addresses do not depend on the host, so
/// a run repeats exactly. Allocating and freeing need outer synchronisation; reads and writes do not.
class Memory {
public:
    struct Allocation {
        std::uint64_t address = 0;
        std::size_t bytes = 0;
        std::string label; ///< named in messages about it
        std::byte* host = nullptr;
        bool populated = false;
        std::uint8_t* written = nullptr; ///< raw: not 0 for each byte that was written; nullptr: all were
        bool adopted = false;            ///< the host's own memory at its own address
        std::function<std::string()> named = {}; ///< what it is called instead of its label; empty: as that
        /// As messages name it.
        std::string name() const { return named ? named() : label; }
    };
    static constexpr std::uint64_t kFirstAddress = 0x7f2000000000;

    /// firstAddress: where allocations begin, a multiple of 2 MiB.
    explicit Memory(std::size_t capacityBytes, std::uint64_t firstAddress = kFirstAddress);
    ~Memory();

    /// Zeroed memory, taken from the system only as it is touched. Throws std::bad_alloc beyond capacity.
    /// raw: what it holds counts as undefined, byte by byte, until it is written (Checks::uninitialised).
    std::uint64_t allocate(std::size_t bytes, std::string_view label, bool raw = false);
    /// Lets kernels use memory of the host's under its own address: page-locked and managed memory of a
    /// program. Throws std::invalid_argument when some of it is known already.
    void adopt(void* host, std::size_t bytes, std::string_view label);
    /// What the allocation that begins there is called, found out only where a message names it; several
    /// threads may ask.
    void nameLater(std::uint64_t address, std::function<std::string()> named);
    /// From now on its bytes are those of a file, which other processes may have, too. Throws std::bad_alloc,
    /// and std::out_of_range for what is no allocation's first address.
    void keepIn(std::uint64_t address, int file);
    /// Takes all memory from the system at once, but for large allocations, of which a launch may touch a
    /// small part. Page by page is several times slower when a kernel is going to write everything.
    void populate();
    /// No effect on an address that was never given out. What was adopted is only forgotten.
    void release(std::uint64_t address) noexcept;
    /// The same, but its addresses stay unused for a while, so that what still uses them faults: those of the
    /// last kMostRetired at the most, and of no more bytes than the capacity, as long as there are others.
    void retire(std::uint64_t address);
    static constexpr std::size_t kMostRetired = 4096;
    /// What retire() was called for that had this address, which nothing has had since; nullptr: none.
    const Allocation* retiredAt(std::uint64_t address) const;
    /// Another device's memory that kernels may use too, by its own addresses; they are none of this one's.
    struct Peer {
        const Memory* memory = nullptr;
        bool adoptedOnly = false; ///< but for what it has adopted, it is not to be used
        bool operator==(const Peer&) const = default;
    };
    /// In place of those before; not while a kernel runs.
    void setPeers(std::vector<Peer> peers);
    std::size_t capacity() const;
    std::size_t used() const;

    /// The allocation that holds address, a peer's among them, nullptr when none does. Fast for the last one
    /// found.
    const Allocation* find(std::uint64_t address) const;
    /// The allocation with the largest address that is not above this one, nullptr when there is none: for
    /// messages about an address that is in no allocation.
    const Allocation* before(std::uint64_t address) const;
    /// The host's view of [address, address + bytes); throws std::out_of_range when no allocation holds it
    /// all.
    std::span<std::byte> view(std::uint64_t address, std::size_t bytes) const;

    /// Notes of raw memory what the host has written, and what device code's malloc gave out anew. No effect
    /// on other memory.
    void markWritten(std::uint64_t address, std::size_t bytes) const;
    void markUnwritten(std::uint64_t address, std::size_t bytes) const;
    /// Nobody knows any more what was written: all memory counts as written from now on.
    void forgetUnwritten();

    /// What the device's own memory holds now. before: an earlier image; nullptr: there is none. Not while a
    /// kernel runs, nor below.
    MemoryImage image(const MemoryImage* before) const;
    /// Brings back what an image has, its allocations at their addresses; others stay. False, and nothing
    /// changes, where another one is in the way. Throws std::bad_alloc.
    bool restore(const MemoryImage& image);

private:
    const Allocation* findAtPeers(std::uint64_t address) const;
    bool hasRoomFor(const MemoryImage::Part& part) const;

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::ptx
