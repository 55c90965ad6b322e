// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/state/memory.h"

#include <driver_types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>

namespace lanescope::runtime {

/// The memory of a program as CUDA divides it. What cudaMalloc gives has addresses that the host cannot use:
/// pages are reserved there and nothing may touch them, so that a host that follows a device pointer is
/// stopped at once. Page-locked, registered and managed memory has the same address on both sides.
class Memory {
public:
    /// What a process may have.
    static constexpr int kMostDevices = 8;
    /// capacityBytes: of the device. device: its number. Page-locked, registered and managed memory is all
    /// the first device's, and for each of them.
    explicit Memory(std::size_t capacityBytes, int device = 0);

    /// Who has made it, and who may use it. Opened: another process's memory of the device.
    enum class Kind : std::uint8_t { Device, Graph, Opened, PageLocked, Registered, Managed };
    /// One allocation.
    struct Block {
        std::uint64_t address = 0;
        std::size_t bytes = 0;
        Kind kind = Kind::Device;
        int device = 0;          ///< that it is on
        unsigned flags = 0;      ///< as given to cudaHostAlloc, cudaHostRegister or cudaMallocManaged
        bool isVariable = false; ///< a managed one of the program
        // of managed memory, what it was last advised of and moved to; -2: nothing, nowhere
        bool readMostly = false;
        int preferred = -2, prefetched = -2;

        bool isOfDevice() const { return kind <= Kind::Opened; }
    };

    /// Of the device, or of a graph on it. Throws Failure (cudaErrorMemoryAllocation).
    void* allocate(std::size_t bytes, Kind kind = Kind::Device);
    /// Memory at one address for both sides: page-locked or managed. Throws Failure
    /// (cudaErrorMemoryAllocation).
    void* allocateHost(std::size_t bytes, Kind kind, unsigned flags);
    /// cudaHostRegister: memory of the host's own that kernels may use from now on. Throws Failure
    /// (cudaErrorInvalidValue, cudaErrorHostMemoryAlreadyRegistered).
    void adopt(void* host, std::size_t bytes, unsigned flags);
    /// The program has made it by this call: messages say so, and where. Of no effect for nullptr.
    void madeBy(const void* pointer, const char* call);
    /// Throws Failure when no block of one of these kinds begins there.
    void release(void* pointer, std::initializer_list<Kind> kinds);
    /// All but the host's own, which is registered no longer, and managed variables.
    void releaseAll();
    /// Kernels of this device may use the other's memory from now on, or no longer.
    void setPeer(int device, bool allowed);
    /// The same, because of a pool of the other's. It is all of the other's memory here, not the pool's
    /// alone.
    void setPools(int device, bool allowed);
    bool usesPools(int device) const { return m_usesPools[static_cast<std::size_t>(device)]; }
    bool isPeer(int device) const { return m_isPeer[static_cast<std::size_t>(device)]; }
    /// The block of cudaMalloc that holds the address lies in a file from now on, which is this one: other
    /// processes may open it. Throws Failure.
    int share(const void* pointer);
    /// Memory of the device that another process shares by a file. Throws Failure.
    void* open(int file, std::size_t bytes);
    /// The block that holds the address, a variable of the device among them; nullopt: none of ours.
    std::optional<Block> find(const void* pointer) const;
    /// Whether it lies where cudaMalloc's memory lies.
    static bool isDeviceAddress(const void* pointer);
    /// The block of managed memory that holds the address. Throws Failure where there is none.
    Block& managed(const void* pointer);
    /// Bytes of either side as the host can use them. Throws Failure when they are the device's and no
    /// allocation holds them all.
    std::byte* view(const void* pointer, std::size_t bytes) const;

    /// Of the device; as cudaMemGetInfo gives them.
    std::size_t freeBytes() const { return m_memory.capacity() - m_memory.used(); }
    std::size_t totalBytes() const { return m_memory.capacity(); }
    /// The same memory as the emulator's loads and stores see it.
    ptx::Memory& emulated() { return m_memory; }

private:
    void note(void* pointer, std::size_t bytes, Kind kind, unsigned flags);
    /// That of the device that the address belongs to, or of the first one.
    Memory& ownerOf(const void* pointer) const;
    std::uint64_t first() const;
    void tellPeers();
    std::optional<Block> findOwn(const void* pointer) const;

    int m_device;
    std::array<bool, kMostDevices> m_isPeer{}, m_usesPools{};
    ptx::Memory m_memory;
    std::map<std::uint64_t, Block> m_blocks;
    std::map<std::uint64_t, int> m_files; ///< of blocks that are shared
};

} // namespace lanescope::runtime
