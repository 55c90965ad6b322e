// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/memory.h"

#include "runtime/errors.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace lanescope::runtime {

namespace {

/// Where no Linux on x86-64 puts anything by itself: far below shared libraries, above every program. And
/// where an address looks like no two numbers side by side, so that a recording tells addresses from data.
constexpr std::uint64_t kFirst = 0x1b6d9a600000, kBytes = std::uint64_t{1} << 40;
constexpr std::size_t kPage = 4096;

std::size_t pages(std::size_t bytes) {
    return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage;
}

std::uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

} // namespace

Memory::Memory(std::size_t capacityBytes) : m_memory(capacityBytes, kFirst) {
    // Where it is refused, the host finds nothing there either.
    ::mmap(reinterpret_cast<void*>(kFirst), kBytes, PROT_NONE, // NOLINT(performance-no-int-to-ptr)
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

bool Memory::isDeviceAddress(const void* pointer) {
    return addressOf(pointer) - kFirst < kBytes;
}

void Memory::note(void* pointer, std::size_t bytes, Kind kind, unsigned flags) {
    m_blocks[addressOf(pointer)] = {addressOf(pointer), bytes, kind, flags};
}

void* Memory::allocate(std::size_t bytes) {
    try {
        const std::uint64_t address = m_memory.allocate(bytes, "an allocation of cudaMalloc", false);
        void* const pointer = reinterpret_cast<void*>(address); // NOLINT(performance-no-int-to-ptr)
        note(pointer, bytes, Kind::Device, 0);
        return pointer;
    } catch (const std::bad_alloc&) {
        throw Failure(cudaErrorMemoryAllocation);
    }
}

void* Memory::allocateHost(std::size_t bytes, Kind kind, unsigned flags) {
    void* const pointer = ::mmap(nullptr, pages(bytes), PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    require(pointer != MAP_FAILED, cudaErrorMemoryAllocation);
    m_memory.adopt(pointer, std::max<std::size_t>(bytes, 1),
                   kind == Kind::Managed ? "managed memory" : "page-locked memory");
    note(pointer, bytes, kind, flags);
    return pointer;
}

void Memory::adopt(void* host, std::size_t bytes, unsigned flags) {
    try {
        m_memory.adopt(host, bytes, "registered memory");
    } catch (const std::invalid_argument&) {
        throw Failure(bytes == 0 ? cudaErrorInvalidValue : cudaErrorHostMemoryAlreadyRegistered);
    }
    note(host, bytes, Kind::Registered, flags);
}

void Memory::release(void* pointer, std::initializer_list<Kind> kinds) {
    const auto found = m_blocks.find(addressOf(pointer));
    require(found != m_blocks.end() && std::ranges::count(kinds, found->second.kind) > 0);
    const Block block = found->second;
    m_blocks.erase(found);
    m_memory.release(block.address);
    if (block.kind == Kind::PageLocked || block.kind == Kind::Managed) ::munmap(pointer, pages(block.bytes));
}

std::optional<Memory::Block> Memory::find(const void* pointer) const {
    const std::uint64_t address = addressOf(pointer);
    if (const auto next = m_blocks.upper_bound(address); next != m_blocks.begin()) {
        const Block& block = std::prev(next)->second;
        if (address - block.address < std::max<std::size_t>(block.bytes, 1)) return block;
    }
    if (const auto* variable = isDeviceAddress(pointer) ? m_memory.find(address) : nullptr)
        return Block{variable->address, variable->bytes, Kind::Device, 0};
    return std::nullopt;
}

std::byte* Memory::view(const void* pointer, std::size_t bytes) const {
    if (!isDeviceAddress(pointer))
        return const_cast<std::byte*>(
            static_cast<const std::byte*>(pointer)); // the caller knows which way it goes
    try {
        return m_memory.view(addressOf(pointer), bytes).data();
    } catch (const std::out_of_range&) {
        throw Failure(cudaErrorInvalidValue);
    }
}

} // namespace lanescope::runtime
