// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/state/memory.h"

#include <driver_types.h>

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
    /// capacityBytes: of the device.
    explicit Memory(std::size_t capacityBytes);

    /// Who has made it, and who may use it.
    enum class Kind : std::uint8_t { Device, PageLocked, Registered, Managed };
    /// One allocation.
    struct Block {
        std::uint64_t address = 0;
        std::size_t bytes = 0;
        Kind kind = Kind::Device;
        unsigned flags = 0; ///< as given to cudaHostAlloc, cudaHostRegister or cudaMallocManaged
    };

    /// Throws Failure (cudaErrorMemoryAllocation).
    void* allocate(std::size_t bytes);
    /// Memory at one address for both sides: page-locked or managed. Throws Failure
    /// (cudaErrorMemoryAllocation).
    void* allocateHost(std::size_t bytes, Kind kind, unsigned flags);
    /// cudaHostRegister: memory of the host's own that kernels may use from now on. Throws Failure
    /// (cudaErrorInvalidValue, cudaErrorHostMemoryAlreadyRegistered).
    void adopt(void* host, std::size_t bytes, unsigned flags);
    /// Throws Failure when no block of one of these kinds begins there.
    void release(void* pointer, std::initializer_list<Kind> kinds);
    /// The block that holds the address, a variable of the device among them; nullopt: none of ours.
    std::optional<Block> find(const void* pointer) const;
    /// Whether it lies where cudaMalloc's memory lies.
    static bool isDeviceAddress(const void* pointer);
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

    ptx::Memory m_memory;
    std::map<std::uint64_t, Block> m_blocks;
};

} // namespace lanescope::runtime
