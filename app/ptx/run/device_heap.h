// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace lanescope::ptx {

/// The heap of device-side malloc and free: a range of global memory, first fit.
class Heap {
public:
    Heap(std::uint64_t address, std::uint64_t bytes) : m_address(address), m_bytes(bytes) {}
    /// 16-byte aligned; 0 when there is no room.
    std::uint64_t allocate(std::uint64_t bytes);
    /// Whether something had been given out there.
    bool release(std::uint64_t address);
    /// What has been given out, bytes by where it begins in the heap; and it as it was.
    const std::map<std::uint64_t, std::uint64_t>& used() const { return m_used; }
    void restore(const std::map<std::uint64_t, std::uint64_t>& used) { m_used = used; }

private:
    std::mutex m_mutex;
    std::uint64_t m_address, m_bytes;
    std::map<std::uint64_t, std::uint64_t> m_used; ///< offset, bytes
};

} // namespace lanescope::ptx
