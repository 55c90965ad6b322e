// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::ptx {

/// What the allocations of a Memory held at one moment, but for the host's own memory. Images that are made
/// one after the other have in common what was not written between them.
struct MemoryImage {
    static constexpr std::size_t kChunkBytes = std::size_t{64} << 10;
    /// So many bytes of an allocation, the last of them fewer; nullptr: zeros.
    using Chunk = std::shared_ptr<const std::vector<std::byte>>;
    /// One allocation.
    struct Part {
        std::uint64_t address = 0;
        std::size_t bytes = 0;
        std::string label;
        bool raw = false; ///< what was written is known byte by byte
        std::vector<Chunk> contents, written;
    };
    std::vector<Part> parts; ///< by address

    /// nullptr: there is none at this address.
    const Part* find(std::uint64_t address) const;
};

} // namespace lanescope::ptx
