// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace lanescope::runtime {

/// What physical memory is handed out in, and pools grow by (CUDA 13.0, an H200).
inline constexpr std::uint64_t kPortion = std::uint64_t{32} << 20;

/// A pool that cudaMallocAsync takes memory from. What is freed goes back to the device at once; the figures
/// are as if the pool kept it in portions, as a GPU's does.
struct Pool {
    /// Bytes in use, and reserved for it, now and at the most since that was set back.
    std::uint64_t used = 0, usedHigh = 0, reserved = 0, reservedHigh = 0;
    std::uint64_t releaseThreshold = 0; ///< bytes that it keeps when the program waits
    int followEvents = 1, opportunistic = 1, internalDependencies = 1; ///< cudaMemPoolReuse...

    void add(std::size_t bytes);
    /// What is not in use goes back, but for so many bytes.
    void trim(std::uint64_t keptBytes);
};

/// The pools of a program by their handles.
class Pools {
public:
    /// The device's own.
    cudaMemPool_t standard() { return handleOf(m_standard); }
    /// That cudaMallocAsync takes from.
    cudaMemPool_t present() { return handleOf(*m_present); }
    void setPresent(cudaMemPool_t handle) { m_present = &pool(handle); }
    cudaMemPool_t create();
    /// Throws Failure for what is none, and for the device's own.
    void destroy(cudaMemPool_t handle);
    bool has(cudaMemPool_t handle) { return handle == standard() || m_pools.contains(handle); }
    /// Throws Failure (cudaErrorInvalidValue) for what is none.
    Pool& pool(cudaMemPool_t handle);
    /// Memory was taken from a pool, or given back. No effect on memory of none.
    void taken(cudaMemPool_t handle, const void* pointer, std::size_t bytes);
    void released(const void* pointer);
    /// cudaDeviceReset.
    void forget();
    /// The program has waited: pools keep what their thresholds say.
    void trim();

private:
    static cudaMemPool_t handleOf(Pool& pool) { return reinterpret_cast<cudaMemPool_t>(&pool); }
    struct Taken {
        Pool* pool;
        std::size_t bytes;
    };

    Pool m_standard;
    Pool* m_present = &m_standard;
    std::map<cudaMemPool_t, std::unique_ptr<Pool>> m_pools;
    std::map<const void*, Taken> m_taken;
};

} // namespace lanescope::runtime
