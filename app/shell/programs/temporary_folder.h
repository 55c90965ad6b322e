// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace lanescope::shell {

/// A folder that goes with everything in it.
class TemporaryFolder {
public:
    /// Throws Error when it cannot be made.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }
    /// Whether a file of that name lies in such a folder, which may be gone.
    static bool holds(const std::filesystem::path& name);
    /// Removes this user's folders of processes that were killed. The first folder of a process does so, too.
    static void removeAbandoned();

private:
    std::filesystem::path m_path;
    int m_lock = -1; ///< the open folder, locked as long as it is in use; -1: it cannot be
};

} // namespace lanescope::shell
