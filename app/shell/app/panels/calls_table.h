// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/runner.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

struct UserActions;

/// Of each call of a recording: which launch it is, counted from 0; nothing where it is none.
std::vector<std::optional<std::size_t>> launchesOf(const recording::Recording& recording);

/// The calls of a recording in order, a row each: its stream, what it takes, what was found. A click on a
/// launch shows it. Of many calls, those that a filter finds.
class CallsTable {
public:
    /// name: of the recording; launch: the one that is shown; nothing: none is.
    void show(const kit::Frame& frame, const std::string& name, std::optional<std::size_t> launch,
              UserActions& actions);

private:
    void take(const kit::Frame& frame, const std::string& name);
    void showFilter(const recording::Recording& recording, UserActions& actions);
    void findRows(const recording::Recording& recording);
    void showRow(const kit::Frame& frame, std::size_t call, std::optional<std::size_t> shown,
                 UserActions& actions) const;

    std::vector<std::optional<std::size_t>> m_launches;
    std::array<char, 64> m_filter{};
    std::vector<std::size_t> m_rows;    ///< the calls that it finds
    std::optional<std::size_t> m_fault; ///< the first call whose kernel has faulted
    std::string m_longestPlace;         ///< of a launch in the program; empty: none is known
    bool m_hasPlaces = false;           ///< there is a column for them
    std::uint64_t m_edition = 0;
    const void* m_recording = nullptr;
    std::string m_name;                             ///< of the recording
    int m_recordings = 0;                           ///< of other names that were shown
    std::optional<std::size_t> m_sought, m_clicked; ///< launches that were brought into view, and clicked
    int m_scrolls = 0;                              ///< frames that still bring the first one there
};

} // namespace lanescope::shell
