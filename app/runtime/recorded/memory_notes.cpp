// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/memory_notes.h"

#include "runtime/recorded/device_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace lanescope::runtime {

namespace {

using recording::Relocation;
using recording::Rows;

constexpr std::uint64_t kPage = HostPages::kBytes;

} // namespace

void MemoryNotes::allocated(const void* pointer, std::size_t bytes, const AllocatedBy& by) {
    if (!pointer || bytes == 0) return;
    freed(pointer); // the device has been reset since
    m_blocks.removeOfGraphs(addressOf(pointer), bytes);
    allocate(m_blocks.add({.address = addressOf(pointer),
                           .bytes = bytes,
                           .place = by.place,
                           .by = {by.function, m_streams.of(by.stream)}}));
}

void MemoryNotes::reservedByGraph(const void* pointer, std::size_t bytes) {
    if (!pointer || bytes == 0) return;
    // Nodes one after another may have the same memory.
    const Block* const known = m_blocks.at(addressOf(pointer));
    if (known && known->isOfGraph && known->bytes == bytes) return;
    m_blocks.removeOfGraphs(addressOf(pointer), bytes);
    giveObject(m_blocks.add({.address = addressOf(pointer), .bytes = bytes, .isOfGraph = true}));
}

void MemoryNotes::changedByGraph(const void* pointer, bool frees, recording::StreamNumber stream) {
    using recording::MemoryFunction;
    const recording::MemoryCall by{frees ? MemoryFunction::FreeAsync : MemoryFunction::MallocAsync, stream};
    const Block* const block = m_blocks.at(addressOf(pointer));
    if (!block || block->object == Block::kNone)
        throw CannotHold("a graph has memory that it did not allocate");
    if (!block->isOfGraph && frees) return freed(pointer, by);
    if (frees)
        m_writer.add(recording::Free{block->object, by});
    else
        m_writer.add(recording::Allocate{block->object, by});
}

/// Gives a block its object, one of the same size and place that was freed where there is one.
void MemoryNotes::allocate(Block& block) {
    if (const auto found = m_free.find({block.bytes, block.place}); found != m_free.end()) {
        block.object = found->second;
        m_free.erase(found);
    } else {
        giveObject(block);
    }
    // Of page-locked memory it may be long after its own call.
    const recording::Text here = m_writer.place;
    if (block.kind == Block::Kind::Host) m_writer.place = block.line;
    m_writer.add(recording::Allocate{block.object, block.by});
    m_writer.place = here;
}

/// A new one.
void MemoryNotes::giveObject(Block& block) {
    block.object =
        m_writer.object({.setup = false, .bytes = block.bytes}, fmt::format("memory{}", ++m_allocations));
    if (block.place.empty()) return;
    m_writer.recording.places.resize(block.object + 1);
    m_writer.recording.places.back() = m_writer.text(block.place);
}

void MemoryNotes::freed(const void* pointer, const recording::MemoryCall& by) {
    const Block* const block = m_blocks.at(addressOf(pointer));
    if (!block || block->kind == Block::Kind::Variable) return;
    if (block->object != Block::kNone) {
        m_writer.add(recording::Free{block->object, by});
        if (block->isOfGraph) return; // the next launch has it again
        m_free.emplace(std::pair(block->bytes, block->place), block->object);
    }
    m_blocks.remove(block->address);
}

void MemoryNotes::shared(const void* pointer, std::size_t bytes, bool managed, const AllocatedBy& by) {
    if (!pointer || bytes == 0) return;
    freed(pointer);
    Block& block = m_blocks.add({.address = addressOf(pointer),
                                 .bytes = bytes,
                                 .kind = managed ? Block::Kind::Managed : Block::Kind::Host,
                                 .place = by.place,
                                 .by = {by.function, 0},
                                 .line = m_writer.place});
    if (managed) allocate(block);
}

void MemoryNotes::addVariable(const void* pointer, std::size_t bytes, bool managed, std::uint32_t object) {
    m_blocks.add({.address = addressOf(pointer),
                  .bytes = bytes,
                  .kind = managed ? Block::Kind::Managed : Block::Kind::Variable,
                  .object = object});
}

/// The block of an address that kernels may use. Page-locked memory is in the recording from then on.
std::optional<Place> MemoryNotes::placeAt(std::uint64_t address) {
    Block* const block = m_blocks.holding(address);
    if (!block) return std::nullopt;
    if (block->object == Block::kNone) {
        allocate(*block);
        noteWrites(*block);
    }
    return Place{
        .object = block->object, .offset = address - block->address, .bytes = block->bytes, .block = block};
}

/// The place on the device that a copy is about; nullopt: the host's memory.
std::optional<Place> MemoryNotes::placeOf(const void* pointer) {
    const Block* const block = m_blocks.holding(addressOf(pointer));
    if (!block || block->kind == Block::Kind::Host || addressOf(pointer) - block->address == block->bytes)
        return std::nullopt;
    return placeAt(addressOf(pointer));
}

Rows MemoryNotes::rowsAt(const Place& place, std::size_t width, std::size_t height, std::size_t pitch) {
    const Rows rows{height, height == 1 ? 0 : place.row ? place.row : pitch};
    if (place.offset + rows.span(width) > place.bytes)
        throw CannotHold("a copy goes beyond the memory that it begins in");
    return rows;
}

void MemoryNotes::noteWrites(bool mayWait) {
    m_mayWait = mayWait;
    for (Block* block : m_blocks.shared()) noteWrites(*block);
}

/// What the host has written to shared memory since it was looked at is copied in, page by page.
void MemoryNotes::noteWrites(Block& block) {
    const std::vector<bool> changed = changedPages(block);
    const auto found = std::ranges::find(changed, true);
    if (found == changed.end()) return block.use.unchanged();
    block.use.changed(changed);
    // A kernel that still runs may have taken a page while it was looked at.
    if (moves(block) && m_mayWait) deviceCall<decltype(cudaDeviceSynchronize)>("cudaDeviceSynchronize")();
    const auto place = [&](auto page) {
        return std::min<std::uint64_t>((page - changed.begin()) * kPage, block.bytes);
    };
    for (auto page = found; page != changed.end();) {
        const auto end = std::find(page, changed.end(), false);
        const std::uint64_t at = place(page), bytes = place(end) - at;
        copyIn({.object = block.object, .offset = at, .bytes = block.bytes, .block = &block},
               block.host() + at, bytes, bytes, {}, 0, model::TransferMemory::Mapped, &block.known[at]);
        page = std::find(end, changed.end(), true);
    }
}

/// Those that the host sees otherwise than they are known. The first time they are looked at it is all of
/// them.
std::vector<bool> MemoryNotes::changedPages(Block& block) {
    const bool isFirst = block.known.empty();
    if (isFirst) block.known.resize(block.bytes);
    // What a kernel has taken the host has not touched since. Pages of an allocation begin where it begins.
    const bool fewer = moves(block) && block.address % kPage == 0;
    const std::uint64_t faults = fewer ? HostPages::faults() : 0;
    if (fewer && block.away == faults) return {};
    const std::uint64_t pages = (block.bytes + kPage - 1) / kPage;
    std::vector<bool> changed(pages, isFirst);
    const std::vector<bool> all(fewer ? 0 : pages, true);
    const std::vector<bool>& here = fewer ? m_hostPages.mapped(block.address, block.bytes) : all;
    block.away.reset();
    if (isFirst) return here;
    if (fewer && std::ranges::find(here, true) == here.end()) {
        block.away = faults;
        return {};
    }
    constexpr std::uint64_t kPagesAtOnce = TakenBytes::kPiece / kPage; // whole words of vector<bool>
    forEachPiece((pages + kPagesAtOnce - 1) / kPagesAtOnce, [&](std::size_t piece) {
        for (std::uint64_t page = piece * kPagesAtOnce; page < std::min((piece + 1) * kPagesAtOnce, pages);
             ++page) {
            const std::uint64_t at = page * kPage;
            changed[page] = here[page] && std::memcmp(block.host() + at, &block.known[at],
                                                      std::min(kPage, block.bytes - at)) != 0;
        }
    });
    return changed;
}

/// Whether its pages move to the GPU when kernels use them, and back when the host does, at any time.
bool MemoryNotes::moves(const Block& block) {
    if (!m_writer.isOnGpu || block.kind != Block::Kind::Managed) return false;
    if (!m_pagesMove) {
        const auto attribute = [](cudaDeviceAttr which) {
            int device = 0, value = 0;
            deviceCall<decltype(cudaGetDevice)>("cudaGetDevice")(&device);
            deviceCall<decltype(cudaDeviceGetAttribute)>("cudaDeviceGetAttribute")(&value, which, device);
            return value != 0;
        };
        m_pagesMove = attribute(cudaDevAttrConcurrentManagedAccess) &&
                      !attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    }
    return *m_pagesMove;
}

void MemoryNotes::settle(cudaStream_t stream) const {
    if (m_writer.isOnGpu && m_mayWait)
        deviceCall<decltype(cudaStreamSynchronize)>("cudaStreamSynchronize")(stream);
}

void MemoryNotes::copied(const Copied& given) {
    Copied copy = given;
    if (copy.width == 0 || copy.height == 0) return;
    const bool hasTexels = copy.toTexels.array || copy.fromTexels.array;
    if (!hasTexels && copy.height > 1 && copy.toPitch == copy.width && copy.fromPitch == copy.width) {
        copy.width *= copy.height;
        copy.height = 1;
    }
    const auto sideOf = [&](const Texels& texels, const void* pointer) {
        return texels.array ? std::optional(m_textures.placeOf(texels)) : placeOf(pointer);
    };
    const auto to = sideOf(copy.toTexels, copy.to), from = sideOf(copy.fromTexels, copy.from);
    const bool lockedSource = !from && m_blocks.holding(addressOf(copy.from)) != nullptr;
    const bool toShared = to && to->block && to->block->isShared();
    // Of page-locked memory, a copy takes what is there when its turn comes.
    if (to && !copy.waited && (lockedSource || toShared)) settle(copy.stream);
    const auto number = m_streams.of(copy.stream);
    if (to && from) {
        const Rows rows = rowsAt(*to, copy.width, copy.height, copy.toPitch);
        const Rows source = rowsAt(*from, copy.width, copy.height, copy.fromPitch);
        m_writer.add(recording::CopyWithin{.to = to->object,
                                           .from = from->object,
                                           .toOffset = to->offset,
                                           .fromOffset = from->offset,
                                           .bytes = copy.width,
                                           .stream = number,
                                           .rows = rows,
                                           .fromPitch = source.pitch});
    } else if (to) {
        copyIn(*to, static_cast<const std::byte*>(copy.from), copy.fromPitch, copy.width,
               rowsAt(*to, copy.width, copy.height, copy.toPitch), number,
               lockedSource ? model::TransferMemory::PageLocked : model::TransferMemory::Pageable);
    } else if (from) {
        copyOut(*from, copy, rowsAt(*from, copy.width, copy.height, copy.fromPitch));
    }
    if (to && to->block && !copy.toCome) noteKnown(*to->block);
}

void MemoryNotes::copyIn(const Place& to, const std::byte* from, std::size_t fromPitch, std::size_t width,
                         Rows rows, recording::StreamNumber stream, model::TransferMemory memory,
                         std::byte* known) {
    const TakenBytes bytes(from, fromPitch, width, rows.count, m_blocks.range(), known);
    for (const std::size_t at : bytes.suspects) placeAt(wordAt(&bytes.bytes[at]));
    recording::Range addresses{static_cast<std::uint32_t>(m_writer.recording.relocations.size()), 0};
    for (const std::size_t at : bytes.suspects) noteAddress(wordAt(&bytes.bytes[at]), at, addresses);
    m_writer.add(recording::CopyIn{.object = to.object,
                                   .contents = m_writer.contents(bytes),
                                   .offset = to.offset,
                                   .bytes = width,
                                   .stream = stream,
                                   .memory = memory,
                                   .rows = rows,
                                   .relocations = addresses});
}

void MemoryNotes::copyOut(const Place& from, const Copied& copy, Rows rows) {
    const bool locked = m_blocks.holding(addressOf(copy.to)) != nullptr;
    recording::CopyOut call{.object = from.object,
                            .offset = from.offset,
                            .bytes = copy.width,
                            .stream = m_streams.of(copy.stream),
                            .memory =
                                locked ? model::TransferMemory::PageLocked : model::TransferMemory::Pageable,
                            .rows = rows};
    // Into page-locked memory of a GPU it may come later.
    const bool arrived = !copy.toCome && (copy.waited || !m_writer.isOnGpu || !locked);
    if (arrived) {
        std::vector<std::byte> bytes(copy.width * copy.height);
        for (std::size_t row = 0; row < copy.height; ++row)
            std::memcpy(&bytes[row * copy.width], static_cast<const std::byte*>(copy.to) + row * copy.toPitch,
                        copy.width);
        // Addresses are others in each play.
        if (!hasAddresses(bytes)) call.digest = recording::digestOf(bytes);
    }
    m_writer.add(call);
}

void MemoryNotes::filled(const Filled& given) {
    Filled fill = given;
    const auto to = placeOf(fill.to);
    if (!to || fill.width == 0 || fill.height == 0) return;
    if (fill.height > 1 && fill.pitch == fill.width) {
        fill.width *= fill.height;
        fill.height = 1;
    }
    const Rows rows = rowsAt(*to, fill.width, fill.height, fill.pitch);
    std::vector<std::byte> element(fill.elementBytes);
    std::memcpy(element.data(), &fill.value, std::min(element.size(), sizeof fill.value));
    if (std::ranges::all_of(element, [&](std::byte each) { return each == element.front(); })) {
        m_writer.add(recording::Fill{.object = to->object,
                                     .value = std::to_integer<std::uint8_t>(element.front()),
                                     .offset = to->offset,
                                     .bytes = fill.width,
                                     .stream = m_streams.of(fill.stream),
                                     .rows = rows});
    } else {
        // A recording fills with bytes: what has larger elements is copied in.
        std::vector<std::byte> row(fill.width);
        for (std::size_t at = 0; at < row.size(); ++at) row[at] = element[at % element.size()];
        copyIn(*to, row.data(), 0, row.size(), rows, m_streams.of(fill.stream),
               model::TransferMemory::Pageable);
    }
    if (!to->block->isShared() || fill.toCome) return;
    settle(fill.stream);
    noteKnown(*to->block);
}

void MemoryNotes::bringIn(const std::byte* bytes, std::size_t size) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t))
        placeAt(wordAt(bytes + at));
}

bool MemoryNotes::hasAddresses(const std::vector<std::byte>& bytes) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
        const Block* const block = m_blocks.holding(wordAt(&bytes[at]));
        if (block && block->object != Block::kNone) return true;
    }
    return false;
}

void MemoryNotes::noteAddress(std::uint64_t word, std::uint64_t at, recording::Range& relocations) {
    const Block* const block = m_blocks.holding(word);
    if (!block || block->object == Block::kNone) return;
    if (at > ~0U) throw CannotHold("an address lies behind the first 4 GiB of what is copied");
    m_writer.recording.relocations.push_back({.kind = Relocation::Kind::Address,
                                              .object = block->object,
                                              .at = static_cast<std::uint32_t>(at),
                                              .add = word - block->address});
    ++relocations.count;
}

void MemoryNotes::beginHostNode() {
    m_mayWait = false;
    for (Block* block : m_blocks.shared()) noteKnown(*block);
}

void MemoryNotes::noteShared() {
    std::vector<Block*> shared = m_blocks.shared();
    std::erase_if(shared, [&](const Block* block) { return moves(*block); });
    if (shared.empty()) return;
    if (m_writer.isOnGpu) deviceCall<decltype(cudaDeviceSynchronize)>("cudaDeviceSynchronize")();
    for (Block* block : shared) noteKnown(*block);
}

/// What is there now, the host has not written. Pages that move stay where they are, but for those of
/// lookAtUsed(): what the host finds there counts as written by it, and is what was there.
void MemoryNotes::noteKnown(Block& block) {
    if (!block.isShared() || moves(block)) return;
    block.known.resize(block.bytes);
    const std::uint64_t pieces = (block.bytes + TakenBytes::kPiece - 1) / TakenBytes::kPiece;
    forEachPiece(pieces, [&](std::size_t piece) {
        const std::uint64_t at = piece * TakenBytes::kPiece;
        std::memcpy(&block.known[at], block.host() + at,
                    std::min<std::uint64_t>(TakenBytes::kPiece, block.bytes - at));
    });
}

void MemoryNotes::lookAtUsed() {
    for (Block* block : m_blocks.shared()) {
        if (!moves(*block) || block->known.empty()) continue;
        const std::vector<bool>& pages = block->use.pagesToLookAt();
        constexpr std::uint64_t kPagesAtOnce = TakenBytes::kPiece / kPage;
        forEachPiece((pages.size() + kPagesAtOnce - 1) / kPagesAtOnce, [&](std::size_t piece) {
            const std::uint64_t end = std::min<std::uint64_t>((piece + 1) * kPagesAtOnce, pages.size());
            for (std::uint64_t page = piece * kPagesAtOnce; page < end; ++page) {
                const std::uint64_t at = page * kPage;
                if (pages[page])
                    std::memcpy(&block->known[at], block->host() + at, std::min(kPage, block->bytes - at));
            }
        });
    }
}

} // namespace lanescope::runtime
