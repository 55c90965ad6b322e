// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/work.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// How far students have come, as a file keeps it.
namespace lanescope::lessons {

struct Progress {
    std::uint64_t student = 0; ///< who worked last
    std::string name;          ///< as it is handed in; may be empty
    /// By lesson, which a name tells or the path of its file, and by the student's number.
    std::map<std::string, std::map<std::uint64_t, Kept>, std::less<>> lessons;

    /// nullptr: nothing is kept.
    const Kept* find(std::string_view lesson, std::uint64_t student) const;
    bool operator==(const Progress&) const = default;
};

std::string progressText(const Progress& progress);
/// Throws BadInput, one line that names the file and the field.
Progress parseProgress(std::string_view text, std::string_view file);

} // namespace lanescope::lessons
