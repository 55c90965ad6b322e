// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/device_heap.h"

namespace lanescope::ptx {

std::uint64_t Heap::allocate(std::uint64_t bytes) {
    if (bytes == 0 || bytes > m_bytes) return 0;
    bytes = (bytes + 15) / 16 * 16;
    const std::scoped_lock lock(m_mutex);
    std::uint64_t offset = 0;
    for (const auto& [start, size] : m_used) {
        if (start - offset >= bytes) break;
        offset = start + size;
    }
    if (m_bytes - offset < bytes) return 0;
    m_used[offset] = bytes;
    return m_address + offset;
}

bool Heap::release(std::uint64_t address) {
    const std::scoped_lock lock(m_mutex);
    return m_used.erase(address - m_address) == 1;
}

} // namespace lanescope::ptx
