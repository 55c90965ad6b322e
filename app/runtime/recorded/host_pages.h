// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::runtime {

/// Which pages of its memory a process has in its page table, as Linux says in /proc/self/pagemap. On a GPU,
/// managed memory moves: a page that a kernel uses is taken from the host until the host uses it again. The
/// pages that are there are those that the host has touched since, and those that no kernel has used yet.
class HostPages {
public:
    static constexpr std::uint64_t kBytes = 4096; ///< of a page

    HostPages();
    ~HostPages();
    HostPages(const HostPages&) = delete;
    HostPages& operator=(const HostPages&) = delete;

    /// One for each page of a block that begins at an address, its first page the one that the address lies
    /// in. All of them where the system does not say.
    const std::vector<bool>& mapped(std::uint64_t address, std::uint64_t bytes);

    /// How many pages the process has had to wait for so far. As long as it stays the same, none has come.
    static std::uint64_t faults();

private:
    int m_file;
    std::vector<std::uint64_t> m_entries;
    std::vector<bool> m_mapped;
};

} // namespace lanescope::runtime
