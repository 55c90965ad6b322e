// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asked.h"
#include "runtime/recorded/blocks.h"
#include "runtime/recorded/host_pages.h"
#include "runtime/recorded/recording_writer.h"
#include "runtime/recorded/stream_numbers.h"
#include "runtime/recorded/taken_bytes.h"
#include "runtime/recorded/texture_notes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::runtime {

/// What a program has called for its memory.
struct AllocatedBy {
    recording::MemoryFunction function = recording::MemoryFunction::ByObject;
    cudaStream_t stream = nullptr; ///< in whose turn, of a function that has one
    std::string place;             ///< "cudaMalloc at main.cu:23"; empty: unknown
};

/// A program's memory, what is copied to it and from it, and what its host writes to memory that kernels
/// use. Each function throws CannotHold for what a recording has not.
class MemoryNotes {
public:
    MemoryNotes(RecordingWriter& writer, const StreamNumbers& streams, const TextureNotes& textures)
        : m_writer(writer), m_streams(streams), m_textures(textures) {}

    /// Memory of the device.
    void allocated(const void* pointer, std::size_t bytes, const AllocatedBy& by);
    /// Memory that a node of a graph will allocate; it is there from each launch on to whatever frees it.
    void reservedByGraph(const void* pointer, std::size_t bytes);
    /// A launch of the graph in that stream allocates it, or frees it.
    void changedByGraph(const void* pointer, bool frees, recording::StreamNumber stream);
    /// Memory that host and kernels use at the same address.
    void shared(const void* pointer, std::size_t bytes, bool managed, const AllocatedBy& by);
    /// A variable of a module, which is an object of the recording.
    void addVariable(const void* pointer, std::size_t bytes, bool managed, std::uint32_t object);
    /// Of no effect for memory that it does not know.
    void freed(const void* pointer, const recording::MemoryCall& by = {});
    void copied(const Copied& given);
    void filled(const Filled& given);

    /// Before a call: what the host has written to shared memory comes first. mayWait: on a GPU, for kernels
    /// that may still take pages.
    void noteWrites(bool mayWait);
    /// Before a function that a graph calls: what is there now, the host has not written. Nothing waits for
    /// the device from then on to the next noteWrites(true).
    void beginHostNode();
    /// Behind kernels: what they have left in shared memory is no write of the host's.
    void noteShared();
    /// The host has waited for kernels: what it is likely to read next has been left by them.
    void lookAtUsed();
    /// Whether it is in memory that kernels may use.
    bool isKnown(const void* pointer) { return m_blocks.holding(addressOf(pointer)) != nullptr; }
    /// Whether it is the host's, and not page-locked.
    bool isPageable(const void* pointer) { return !isKnown(pointer); }
    /// On a GPU: what was put into the stream has been done.
    void settle(cudaStream_t stream) const;

    /// Where it lies, which comes into the recording; nullopt: it is no memory that kernels may use.
    std::optional<Place> placeAt(std::uint64_t address);
    /// The blocks whose addresses are among bytes come into the recording, with what they hold.
    void bringIn(const std::byte* bytes, std::size_t size);
    /// Notes a word that lies `at` bytes from where the relocations begin: one more of them, if it is an
    /// address of a block in the recording.
    void noteAddress(std::uint64_t word, std::uint64_t at, recording::Range& relocations);

private:
    std::optional<Place> placeOf(const void* pointer);
    static recording::Rows rowsAt(const Place& place, std::size_t width, std::size_t height,
                                  std::size_t pitch);
    void allocate(Block& block);
    void giveObject(Block& block);
    void noteWrites(Block& block);
    void noteKnown(Block& block);
    std::vector<bool> changedPages(Block& block);
    bool moves(const Block& block);
    void copyIn(const Place& to, const std::byte* from, std::size_t fromPitch, std::size_t width,
                recording::Rows rows, recording::StreamNumber stream, model::TransferMemory memory,
                std::byte* known = nullptr);
    void copyOut(const Place& from, const Copied& copy, recording::Rows rows);
    bool hasAddresses(const std::vector<std::byte>& bytes);

    RecordingWriter& m_writer;
    const StreamNumbers& m_streams;
    const TextureNotes& m_textures;
    Blocks m_blocks;
    HostPages m_hostPages;
    std::optional<bool> m_pagesMove; // of managed memory; nullopt: not asked yet
    /// Objects that were freed, by their bytes and places.
    std::multimap<std::pair<std::uint64_t, std::string>, std::uint32_t> m_free;
    std::uint32_t m_allocations = 0; // so far, for their names
    bool m_mayWait = true;
};

} // namespace lanescope::runtime
