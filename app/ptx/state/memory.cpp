// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/state/memory.h"

#include "model/arithmetic.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

namespace lanescope::ptx {

namespace {

/// More than any GPU has, and no address of a host's that programs begin with.
constexpr std::uint64_t kAddresses = std::uint64_t{0xdf} << 32;
constexpr std::size_t kSmallAlignment = 256;
constexpr std::size_t kLargeAlignment = std::size_t{2} << 20;
/// Room that belongs to nobody after each allocation, so that a small overrun is seen.
constexpr std::size_t kGuard = 4096;

/// Pages of the host: at least one byte, so that an empty allocation has an address of its own.
std::size_t mappedBytes(std::size_t bytes) {
    return model::roundUp(bytes == 0 ? 1 : bytes, 4096);
}

void* map(std::size_t bytes) {
    void* host = ::mmap(nullptr, mappedBytes(bytes), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (host == MAP_FAILED) throw std::bad_alloc();
    return host;
}

void unmap(const Memory::Allocation& allocation) {
    if (allocation.adopted) return;
    ::munmap(allocation.host, mappedBytes(allocation.bytes));
    if (allocation.written) ::munmap(allocation.written, mappedBytes(allocation.bytes));
}

constexpr std::array<std::byte, MemoryImage::kChunkBytes> kZeros{};

/// before: the same part of an earlier image; none, or of another size: it shares nothing.
std::vector<MemoryImage::Chunk> chunksOf(const std::byte* bytes, std::size_t size,
                                         const std::vector<MemoryImage::Chunk>& before) {
    std::vector<MemoryImage::Chunk> chunks;
    chunks.reserve((size + MemoryImage::kChunkBytes - 1) / MemoryImage::kChunkBytes);
    for (std::size_t at = 0; at < size; at += MemoryImage::kChunkBytes) {
        const std::size_t count = std::min(MemoryImage::kChunkBytes, size - at);
        const MemoryImage::Chunk known = chunks.size() < before.size() ? before[chunks.size()] : nullptr;
        const std::byte* const same = known && known->size() == count ? known->data() : kZeros.data();
        if (std::memcmp(bytes + at, same, count) == 0)
            chunks.push_back(same == kZeros.data() ? nullptr : known);
        else
            chunks.push_back(std::make_shared<const std::vector<std::byte>>(bytes + at, bytes + at + count));
    }
    return chunks;
}

/// Pages that hold zeros already are not touched.
void writeChunks(std::byte* to, std::size_t size, const std::vector<MemoryImage::Chunk>& chunks) {
    for (std::size_t at = 0; at < size; at += MemoryImage::kChunkBytes) {
        const MemoryImage::Chunk& chunk = chunks[at / MemoryImage::kChunkBytes];
        std::byte* const first = to + at;
        const std::size_t count = std::min(MemoryImage::kChunkBytes, size - at);
        if (chunk)
            std::memcpy(first, chunk->data(), count);
        else if (std::memcmp(first, kZeros.data(), count) != 0)
            std::memset(first, 0, count);
    }
}

/// Allocations of a page or two gain nothing, those beyond might not fit into the host's memory.
constexpr std::size_t kLeastPopulated = std::size_t{1} << 20, kMostPopulated = std::size_t{256} << 20;

} // namespace

struct Memory::State {
    std::map<std::uint64_t, Allocation> allocations;
    std::map<std::uint64_t, Allocation> retired; // without memory
    std::deque<std::uint64_t> retiredOrder;      // the oldest first
    std::size_t retiredBytes = 0;
    /// Below the address is no room for so many bytes, or more.
    struct Room {
        std::size_t bytes = ~std::size_t{0};
        std::uint64_t address = 0;
    };
    std::array<Room, 64> rooms; // by the widths of their numbers of bytes
    std::uint64_t first = 0;    // where allocations begin
    std::size_t capacity = 0;
    std::size_t used = 0;
    std::vector<Peer> peers;
    mutable std::atomic<const Allocation*> last{nullptr};

    /// Of the allocation, or the retired one, that begins last before the address; nullptr: there is none.
    const Allocation* below(std::uint64_t address) const {
        const Allocation* found = nullptr;
        for (const auto* all : {&allocations, &retired}) {
            const auto next = all->lower_bound(address);
            if (next == all->begin()) continue;
            const Allocation& candidate = std::prev(next)->second;
            if (!found || candidate.address > found->address) found = &candidate;
        }
        return found;
    }
    /// The lowest address with room for an allocation; nullopt: there is none.
    std::optional<std::uint64_t> place(std::size_t bytes) {
        const bool isLarge = bytes >= kLargeAlignment;
        const std::uint64_t alignment = isLarge ? kLargeAlignment : kSmallAlignment;
        const std::size_t taken = model::roundUp(bytes, kSmallAlignment);
        const auto behind = [&](const Allocation& each) {
            return model::roundUp(each.address + each.bytes + kGuard, alignment);
        };
        std::uint64_t address = first;
        for (const Room& room : rooms) // those of large allocations are no word on others' alignment
            if (room.bytes <= taken && (isLarge || room.bytes < kLargeAlignment))
                address = std::max(address, model::roundUp(room.address, alignment));
        auto own = allocations.lower_bound(address);
        auto gone = retired.lower_bound(address);
        if (const Allocation* const before = below(address); before && before->address >= first)
            address = std::max(address, behind(*before));
        while (own != allocations.end() || gone != retired.end()) {
            const bool isOwn =
                gone == retired.end() || (own != allocations.end() && own->first < gone->first);
            const Allocation& next = isOwn ? own->second : gone->second;
            if (address + bytes + kGuard <= next.address) break;
            address = behind(next);
            isOwn ? static_cast<void>(++own) : static_cast<void>(++gone);
        }
        if (address + bytes > first + kAddresses) return std::nullopt;
        rooms[static_cast<std::size_t>(std::bit_width(taken)) % rooms.size()] = {taken, address};
        return address;
    }
    /// There is room where this was.
    void opened(std::uint64_t address) {
        const Allocation* const before = below(address);
        const std::uint64_t from = before ? std::max(before->address, first) : first;
        for (Room& room : rooms) room.address = std::min(room.address, from);
    }
    void forgetRetired(std::uint64_t address) {
        const auto found = retired.find(address);
        retiredBytes -= found->second.bytes;
        retired.erase(found);
        opened(address);
    }
};

Memory::Memory(std::size_t capacityBytes, std::uint64_t firstAddress) : m_state(std::make_unique<State>()) {
    m_state->first = firstAddress;
    m_state->capacity = capacityBytes;
}

Memory::~Memory() {
    for (auto& [address, allocation] : m_state->allocations) unmap(allocation);
}

std::uint64_t Memory::allocate(std::size_t bytes, std::string_view label, bool raw) {
    if (bytes > m_state->capacity - m_state->used) throw std::bad_alloc();
    std::optional<std::uint64_t> place = m_state->place(bytes);
    for (; !place && !m_state->retiredOrder.empty(); place = m_state->place(bytes)) {
        m_state->forgetRetired(m_state->retiredOrder.front());
        m_state->retiredOrder.pop_front();
    }
    if (!place) throw std::bad_alloc();
    const std::uint64_t address = *place;
    Allocation allocation{address, bytes, std::string(label), static_cast<std::byte*>(map(bytes))};
    try {
        if (raw) allocation.written = static_cast<std::uint8_t*>(map(bytes));
        m_state->allocations.emplace(address, allocation);
    } catch (...) {
        unmap(allocation);
        throw;
    }
    m_state->used += bytes;
    return address;
}

void Memory::adopt(void* host, std::size_t bytes, std::string_view label) {
    const auto address = reinterpret_cast<std::uint64_t>(host);
    const Allocation* below = bytes == 0 ? nullptr : before(address + bytes - 1);
    if (bytes == 0 || (below && below->address + below->bytes > address))
        throw std::invalid_argument("memory that is known already, or none");
    Allocation allocation{address, bytes, std::string(label), static_cast<std::byte*>(host)};
    allocation.adopted = true;
    m_state->allocations.emplace(address, std::move(allocation));
}

void Memory::nameLater(std::uint64_t address, std::function<std::string()> named) {
    m_state->allocations.at(address).named = std::move(named);
}

void Memory::keepIn(std::uint64_t address, int file) {
    const Allocation& allocation = m_state->allocations.at(address);
    if (::mmap(allocation.host, mappedBytes(allocation.bytes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
               file, 0) == MAP_FAILED)
        throw std::bad_alloc();
}

void Memory::populate() {
    for (auto& [address, allocation] : m_state->allocations) {
        if (allocation.adopted || allocation.populated || allocation.bytes < kLeastPopulated ||
            allocation.bytes > kMostPopulated)
            continue;
        allocation.populated = true;
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
        // Both are requests: where the system does not know them, pages come as they are touched.
        ::madvise(allocation.host, mappedBytes(allocation.bytes), MADV_HUGEPAGE);
        ::madvise(allocation.host, mappedBytes(allocation.bytes), MADV_POPULATE_WRITE);
#endif
    }
}

void Memory::release(std::uint64_t address) noexcept {
    const auto found = m_state->allocations.find(address);
    if (found == m_state->allocations.end()) return;
    m_state->last.store(nullptr, std::memory_order_relaxed);
    if (!found->second.adopted) m_state->used -= found->second.bytes;
    unmap(found->second);
    m_state->allocations.erase(found);
    m_state->opened(address);
}

void Memory::retire(std::uint64_t address) {
    const auto found = m_state->allocations.find(address);
    if (found == m_state->allocations.end() || found->second.adopted) return release(address);
    m_state->retiredOrder.push_back(address);
    m_state->last.store(nullptr, std::memory_order_relaxed);
    auto node = m_state->allocations.extract(found);
    Allocation& allocation = node.mapped();
    m_state->used -= allocation.bytes;
    m_state->retiredBytes += allocation.bytes;
    unmap(allocation);
    allocation.host = nullptr;
    allocation.written = nullptr;
    m_state->retired.insert(std::move(node));
    while (m_state->retiredOrder.size() > kMostRetired || m_state->retiredBytes > m_state->capacity) {
        m_state->forgetRetired(m_state->retiredOrder.front());
        m_state->retiredOrder.pop_front();
    }
}

const Memory::Allocation* Memory::retiredAt(std::uint64_t address) const {
    const auto next = m_state->retired.upper_bound(address);
    if (next == m_state->retired.begin()) return nullptr;
    const Allocation& candidate = std::prev(next)->second;
    return address - candidate.address < candidate.bytes ? &candidate : nullptr;
}

std::size_t Memory::capacity() const {
    return m_state->capacity;
}
std::size_t Memory::used() const {
    return m_state->used;
}

const Memory::Allocation* Memory::find(std::uint64_t address) const {
    const Allocation* last = m_state->last.load(std::memory_order_relaxed);
    if (last && address - last->address < last->bytes) return last;
    auto next = m_state->allocations.upper_bound(address);
    if (next == m_state->allocations.begin()) return findAtPeers(address);
    const Allocation& candidate = std::prev(next)->second;
    if (address - candidate.address >= candidate.bytes) return findAtPeers(address);
    m_state->last.store(&candidate, std::memory_order_relaxed);
    return &candidate;
}

void Memory::setPeers(std::vector<Peer> peers) {
    m_state->peers = std::move(peers);
}

/// They free by themselves: what is found there is not kept.
const Memory::Allocation* Memory::findAtPeers(std::uint64_t address) const {
    for (const Peer& each : m_state->peers) {
        const auto& all = each.memory->m_state->allocations;
        const auto next = all.upper_bound(address);
        if (next == all.begin()) continue;
        const Allocation& candidate = std::prev(next)->second;
        if (address - candidate.address < candidate.bytes && (candidate.adopted || !each.adoptedOnly))
            return &candidate;
    }
    return nullptr;
}

const Memory::Allocation* Memory::before(std::uint64_t address) const {
    const auto next = m_state->allocations.upper_bound(address);
    return next == m_state->allocations.begin() ? nullptr : &std::prev(next)->second;
}

std::span<std::byte> Memory::view(std::uint64_t address, std::size_t bytes) const {
    const Allocation* allocation = find(address);
    if (!allocation && bytes == 0) return {};
    if (!allocation || bytes > allocation->bytes - (address - allocation->address))
        throw std::out_of_range("no allocation holds the whole range");
    return {allocation->host + (address - allocation->address), bytes};
}

void Memory::markWritten(std::uint64_t address, std::size_t bytes) const {
    const Allocation* allocation = bytes == 0 ? nullptr : find(address);
    if (allocation && allocation->written)
        std::memset(allocation->written + (address - allocation->address), 1, bytes);
}

void Memory::markUnwritten(std::uint64_t address, std::size_t bytes) const {
    const Allocation* allocation = bytes == 0 ? nullptr : find(address);
    if (allocation && allocation->written)
        std::memset(allocation->written + (address - allocation->address), 0, bytes);
}

void Memory::forgetUnwritten() {
    for (auto& [address, allocation] : m_state->allocations)
        if (allocation.written)
            ::munmap(std::exchange(allocation.written, nullptr), mappedBytes(allocation.bytes));
}

const MemoryImage::Part* MemoryImage::find(std::uint64_t address) const {
    const auto found = std::ranges::lower_bound(parts, address, {}, &Part::address);
    return found != parts.end() && found->address == address ? &*found : nullptr;
}

MemoryImage Memory::image(const MemoryImage* before) const {
    static const MemoryImage::Part kNone;
    MemoryImage made;
    for (const auto& [address, allocation] : m_state->allocations) {
        if (allocation.adopted) continue;
        const MemoryImage::Part* const known = before ? before->find(address) : nullptr;
        const MemoryImage::Part& was = known ? *known : kNone;
        MemoryImage::Part& part = made.parts.emplace_back();
        part.address = address;
        part.bytes = allocation.bytes;
        part.label = allocation.label;
        part.contents = chunksOf(allocation.host, allocation.bytes, was.contents);
        part.raw = allocation.written != nullptr;
        if (part.raw)
            part.written = chunksOf(reinterpret_cast<const std::byte*>(allocation.written), allocation.bytes,
                                    was.written);
    }
    return made;
}

/// Whether it is there, or nothing is where it was.
bool Memory::hasRoomFor(const MemoryImage::Part& part) const {
    const auto& all = m_state->allocations;
    if (const auto own = all.find(part.address); own != all.end())
        return own->second.bytes == part.bytes && !own->second.adopted;
    const auto next = all.upper_bound(part.address);
    if (next != all.end() && part.address + part.bytes > next->first) return false;
    return next == all.begin() || std::prev(next)->first + std::prev(next)->second.bytes <= part.address;
}

bool Memory::restore(const MemoryImage& image) {
    if (!std::ranges::all_of(image.parts, [this](const auto& part) { return hasRoomFor(part); }))
        return false;
    m_state->last.store(nullptr, std::memory_order_relaxed);
    for (const MemoryImage::Part& part : image.parts) {
        const auto [found, isNew] = m_state->allocations.try_emplace(part.address);
        Allocation& allocation = found->second;
        if (isNew) {
            try {
                allocation = {part.address, part.bytes, part.label, static_cast<std::byte*>(map(part.bytes))};
            } catch (...) {
                m_state->allocations.erase(found);
                throw;
            }
            m_state->used += part.bytes;
        }
        writeChunks(allocation.host, part.bytes, part.contents);
        if (part.raw && !allocation.written) allocation.written = static_cast<std::uint8_t*>(map(part.bytes));
        if (part.raw)
            writeChunks(reinterpret_cast<std::byte*>(allocation.written), part.bytes, part.written);
        else if (allocation.written)
            ::munmap(std::exchange(allocation.written, nullptr), mappedBytes(part.bytes));
    }
    return true;
}

} // namespace lanescope::ptx
