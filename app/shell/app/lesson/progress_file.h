// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/progress.h"

#include <string>

namespace lanescope::shell {

class Messages;

/// How far students have come, kept in a file that other windows may write, too.
class ProgressFile {
public:
    /// Empty: nothing is kept.
    explicit ProgressFile(std::string file);

    const lessons::Progress& all() const { return m_all; }
    /// Puts in what is known of a lesson and of who works, and writes it.
    void keep(const std::string& lesson, std::uint64_t student, const lessons::Kept& kept);
    void chooseStudent(std::uint64_t student);
    void setName(const std::string& name);
    /// What went wrong since the last call, a line: a damaged file was put aside, or one cannot be written.
    std::string takeComplaint();

private:
    void read();
    void write();

    std::string m_file, m_complaint;
    bool m_failed = false; ///< it cannot be written; said once
    lessons::Progress m_all;
};

} // namespace lanescope::shell
