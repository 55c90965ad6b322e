// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/memory.h"

#include "runtime/errors.h"
#include "runtime/watched/host_line.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lanescope::runtime {

namespace {

/// Where no Linux on x86-64 puts anything by itself: far below shared libraries, above every program. And
/// where an address looks like no two numbers side by side, so that a recording tells addresses from data.
/// Each device has so many bytes of addresses, one behind the other.
constexpr std::uint64_t kFirst = 0x1b6d9a600000, kBytes = std::uint64_t{1} << 40;
constexpr std::size_t kPage = 4096;

std::size_t pages(std::size_t bytes) {
    return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage;
}

std::uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

/// By their numbers; they live as long as the process.
std::array<Memory*, Memory::kMostDevices> g_devices{};

} // namespace

Memory::Memory(std::size_t capacityBytes, int device)
    : m_device(device), m_memory(capacityBytes, kFirst + static_cast<std::uint64_t>(device) * kBytes) {
    g_devices[static_cast<std::size_t>(device)] = this;
    // Where it is refused, the host finds nothing there either.
    ::mmap(reinterpret_cast<void*>(first()), kBytes, PROT_NONE, // NOLINT(performance-no-int-to-ptr)
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    tellPeers();
}

std::uint64_t Memory::first() const {
    return kFirst + static_cast<std::uint64_t>(m_device) * kBytes;
}

bool Memory::isDeviceAddress(const void* pointer) {
    const std::uint64_t device = (addressOf(pointer) - kFirst) / kBytes;
    return addressOf(pointer) >= kFirst && device < kMostDevices && g_devices[device] != nullptr;
}

Memory& Memory::ownerOf(const void* pointer) const {
    return isDeviceAddress(pointer) ? *g_devices[(addressOf(pointer) - kFirst) / kBytes] : *g_devices[0];
}

void Memory::tellPeers() {
    std::vector<ptx::Memory::Peer> peers;
    // Memory of the host's is for all.
    if (m_device != 0) peers.push_back({&g_devices[0]->m_memory, !isPeer(0) && !usesPools(0)});
    for (int device = 1; device < kMostDevices; ++device)
        if (isPeer(device) || usesPools(device))
            peers.push_back({&g_devices[static_cast<std::size_t>(device)]->m_memory, false});
    m_memory.setPeers(std::move(peers));
}

void Memory::setPools(int device, bool allowed) {
    m_usesPools[static_cast<std::size_t>(device)] = allowed;
    tellPeers();
}

void Memory::setPeer(int device, bool allowed) {
    m_isPeer[static_cast<std::size_t>(device)] = allowed;
    tellPeers();
}

void Memory::note(void* pointer, std::size_t bytes, Kind kind, unsigned flags) {
    m_blocks[addressOf(pointer)] = {
        .address = addressOf(pointer), .bytes = bytes, .kind = kind, .device = m_device, .flags = flags};
}

void* Memory::allocate(std::size_t bytes, Kind kind) {
    try {
        const std::uint64_t address = m_memory.allocate(bytes, "memory of the device", false);
        void* const pointer = reinterpret_cast<void*>(address); // NOLINT(performance-no-int-to-ptr)
        note(pointer, bytes, kind, 0);
        return pointer;
    } catch (const std::bad_alloc&) {
        throw Failure(cudaErrorMemoryAllocation);
    }
}

void Memory::madeBy(const void* pointer, const char* call) {
    struct Made {
        const char* call;
        CallSite site;
        std::once_flag once{};
        std::string name{};
    };
    if (!pointer) return;
    const auto made = std::make_shared<Made>(call, callSite());
    ownerOf(pointer).m_memory.nameLater(addressOf(pointer), [made] {
        std::call_once(made->once,
                       [&] { made->name = fmt::format("{} at {}", made->call, lineOf(made->site)); });
        return made->name;
    });
}

void* Memory::allocateHost(std::size_t bytes, Kind kind, unsigned flags) {
    if (m_device != 0) {
        void* const made = g_devices[0]->allocateHost(bytes, kind, flags);
        g_devices[0]->m_blocks.at(addressOf(made)).device = m_device;
        return made;
    }
    void* const pointer = ::mmap(nullptr, pages(bytes), PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    require(pointer != MAP_FAILED, cudaErrorMemoryAllocation);
    m_memory.adopt(pointer, std::max<std::size_t>(bytes, 1),
                   kind == Kind::Managed ? "managed memory" : "page-locked memory");
    note(pointer, bytes, kind, flags);
    return pointer;
}

void Memory::adopt(void* host, std::size_t bytes, unsigned flags) {
    if (m_device != 0) {
        g_devices[0]->adopt(host, bytes, flags);
        g_devices[0]->m_blocks.at(addressOf(host)).device = m_device;
        return;
    }
    try {
        m_memory.adopt(host, bytes, "registered memory");
    } catch (const std::invalid_argument&) {
        throw Failure(bytes == 0 ? cudaErrorInvalidValue : cudaErrorHostMemoryAlreadyRegistered);
    }
    note(host, bytes, Kind::Registered, flags);
}

void Memory::release(void* pointer, std::initializer_list<Kind> kinds) {
    if (Memory& owner = ownerOf(pointer); &owner != this) return owner.release(pointer, kinds);
    const auto found = m_blocks.find(addressOf(pointer));
    require(found != m_blocks.end() && std::ranges::count(kinds, found->second.kind) > 0);
    const Block block = found->second;
    m_blocks.erase(found);
    // Graphs have the same memory at each launch, and another process's is not this one's to free.
    block.kind == Kind::Device ? m_memory.retire(block.address) : m_memory.release(block.address);
    if (const auto file = m_files.extract(block.address)) ::close(file.mapped());
    if (block.kind == Kind::PageLocked || block.kind == Kind::Managed) ::munmap(pointer, pages(block.bytes));
}

void Memory::releaseAll() {
    std::vector<Block> all;
    for (const Memory* each : {this, m_device != 0 ? g_devices[0] : nullptr})
        for (const auto& [address, block] : each ? each->m_blocks : std::map<std::uint64_t, Block>())
            if (!block.isVariable && block.device == m_device) all.push_back(block);
    for (const Block& block : all)
        release(reinterpret_cast<void*>(block.address), {block.kind}); // NOLINT(performance-no-int-to-ptr)
}

int Memory::share(const void* pointer) {
    const auto block = find(pointer);
    require(block && block->kind == Kind::Device && m_blocks.contains(block->address));
    if (const auto known = m_files.find(block->address); known != m_files.end()) return known->second;
    const int file = ::memfd_create("lanescope", MFD_CLOEXEC);
    require(file >= 0, cudaErrorMemoryAllocation);
    m_files[block->address] = file;
    const std::span<const std::byte> bytes = m_memory.view(block->address, block->bytes);
    require(::ftruncate(file, static_cast<off_t>(pages(block->bytes))) == 0, cudaErrorMemoryAllocation);
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t written = ::write(file, bytes.data() + done, bytes.size() - done);
        require(written > 0, cudaErrorMemoryAllocation);
        done += static_cast<std::size_t>(written);
    }
    m_memory.keepIn(block->address, file);
    return file;
}

void* Memory::open(int file, std::size_t bytes) {
    void* const pointer = allocate(bytes, Kind::Opened);
    m_memory.keepIn(addressOf(pointer), file);
    return pointer;
}

std::optional<Memory::Block> Memory::find(const void* pointer) const {
    return ownerOf(pointer).findOwn(pointer);
}

std::optional<Memory::Block> Memory::findOwn(const void* pointer) const {
    const std::uint64_t address = addressOf(pointer);
    if (const auto next = m_blocks.upper_bound(address); next != m_blocks.begin()) {
        const Block& block = std::prev(next)->second;
        if (address - block.address < std::max<std::size_t>(block.bytes, 1)) return block;
    }
    if (const auto* variable = isDeviceAddress(pointer) ? m_memory.find(address) : nullptr)
        return Block{.address = variable->address, .bytes = variable->bytes, .device = m_device};
    return std::nullopt;
}

Memory::Block& Memory::managed(const void* pointer) {
    const auto block = find(pointer);
    require(block && block->kind == Kind::Managed);
    return g_devices[0]->m_blocks.at(block->address);
}

std::byte* Memory::view(const void* pointer, std::size_t bytes) const {
    if (!isDeviceAddress(pointer))
        return const_cast<std::byte*>(
            static_cast<const std::byte*>(pointer)); // the caller knows which way it goes
    try {
        return ownerOf(pointer).m_memory.view(addressOf(pointer), bytes).data();
    } catch (const std::out_of_range&) {
        throw Failure(cudaErrorInvalidValue);
    }
}

} // namespace lanescope::runtime
