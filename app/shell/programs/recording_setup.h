// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/under_way.h"
#include "shell/programs/temporary_folder.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lanescope::shell {

/// What makes the next start of a program a recorded one: its environment, and what the runtime leaves of it.
class RecordingSetup {
public:
    /// Into that file, on a device of that name ("auto", "cuda", "cuda:N" or "emulated"). checked: the
    /// runtime looks for what the host's code does wrong. Throws Unavailable where the device or the runtime
    /// is not there.
    RecordingSetup(const std::filesystem::path& file, const std::string& device, bool checked);
    ~RecordingSetup();
    RecordingSetup(const RecordingSetup&) = delete;
    RecordingSetup& operator=(const RecordingSetup&) = delete;

    /// The variables to start it with: "NAME=VALUE".
    const std::vector<std::string>& environment() const { return m_environment; }
    /// How many kernels it has launched so far.
    std::uint64_t launches() const;
    /// The one that runs now; empty: none does, or it is not known.
    std::string kernel() const;
    /// Why it has left no recording, once it has ended by that signal, 0 by itself; empty: it has left one.
    std::string whyNotRecorded(int signal) const;

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_file;
    std::vector<std::string> m_environment;
    recording::UnderWay* m_underWay = nullptr; ///< shared with the program; nullptr: it cannot be
    bool m_wasThere;
    std::filesystem::file_time_type m_before; ///< when it was written, if it was there
};

} // namespace lanescope::shell
