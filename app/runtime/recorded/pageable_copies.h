// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>

namespace lanescope::runtime {

/// When a GPU's driver takes what a graph copies in from memory of the host's that is not page-locked: as the
/// graph is launched, or when the copy's turn comes and a node before it has called the host, which may have
/// changed it. CUDA does not say, and the driver may do otherwise with many bytes than with few.
class PageableCopies {
public:
    bool knows(std::size_t bytes) const { return m_known.contains(bytes); }
    void note(std::size_t bytes, bool takenAtLaunch) { m_known[bytes] = takenAtLaunch; }
    /// Of a number of bytes that nobody has asked about as of the next smaller one.
    bool areTakenAtLaunch(std::size_t bytes) const;

private:
    std::map<std::size_t, bool> m_known;
};

/// Finds it out for so many bytes by a graph of its own, which is waited for; nothing where that fails. Not
/// while anything is captured, nor with a lock that functions take that graphs call.
std::optional<bool> takesPageableAtLaunch(std::size_t bytes);

} // namespace lanescope::runtime
