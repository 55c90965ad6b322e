// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/host_pages.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace lanescope::runtime {

HostPages::HostPages() : m_file(::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}

HostPages::~HostPages() {
    if (m_file >= 0) ::close(m_file);
}

std::uint64_t HostPages::faults() {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_minflt) + static_cast<std::uint64_t>(usage.ru_majflt);
}

const std::vector<bool>& HostPages::mapped(std::uint64_t address, std::uint64_t bytes) {
    // From Linux's documentation of pagemap: 64 bits for each page; in memory, or swapped out of it.
    constexpr std::uint64_t kPresent = 1ULL << 63, kSwapped = 1ULL << 62;
    const std::uint64_t first = address / kBytes, pages = (address % kBytes + bytes + kBytes - 1) / kBytes;
    m_mapped.assign(pages, true);
    m_entries.resize(pages);
    if (m_file < 0) return m_mapped;
    auto* const into = reinterpret_cast<char*>(m_entries.data());
    const std::size_t wanted = pages * sizeof(std::uint64_t);
    for (std::size_t have = 0; have < wanted;) {
        const auto more = ::pread(m_file, into + have, wanted - have,
                                  static_cast<off_t>(first * sizeof(std::uint64_t) + have));
        if (more <= 0) return m_mapped;
        have += static_cast<std::size_t>(more);
    }
    for (std::size_t i = 0; i < pages; ++i) m_mapped[i] = (m_entries[i] & (kPresent | kSwapped)) != 0;
    return m_mapped;
}

} // namespace lanescope::runtime
