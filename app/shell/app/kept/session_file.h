// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace lanescope::shell {

/// What a window shows, in a file that is there as long as the window is: who finds one that no window has
/// locked knows what was seen when its window ended without a word.
class SessionFile {
public:
    /// An empty folder: nothing is written.
    explicit SessionFile(std::filesystem::path folder);
    /// The file stays, as after a crash; its lock goes.
    ~SessionFile();
    SessionFile(const SessionFile&) = delete;
    SessionFile& operator=(const SessionFile&) = delete;

    /// What the last window showed that ended so; empty: there is none. It is this window's to offer.
    const std::string& lost() const { return m_lost; }
    /// It was taken or is not wanted.
    void forgetLost();
    /// Writes what is seen, when it is another.
    void write(const std::string& text);
    /// The window ends as it should.
    void end();

private:
    void findLost();

    std::filesystem::path m_folder, m_file, m_lostFile;
    int m_lock = -1, m_lostLock = -1; ///< open files; -1: none
    std::string m_written, m_lost;
};

} // namespace lanescope::shell
