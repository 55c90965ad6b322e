// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace lanescope::shell {

/// What the command line says; the command writes its result and gives the exit code. It throws what
/// main() turns into one line on standard error.
struct LessonOptions {
    std::string lesson;  ///< a name or a file; empty: they are listed
    std::string student; ///< "7", for a sheet also "1..30"
    std::string sheet, slides, csv;
    std::string begin;              ///< file that a lesson to begin with is written to
    std::string language;           ///< "en", "zh"; empty: the usual one
    std::vector<std::string> check; ///< files with answers
    int tried = 0;                  ///< students with whose values the lesson is tried
    bool answers = false, pictures = false, json = false, window = false;
    bool source = false; ///< the Markdown of a lesson that comes with the program
    bool light = false;  ///< the window; all else is light anyway
};
int lessonCommand(const LessonOptions& options);

} // namespace lanescope::shell
