// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Programs of the system that Lanescope can do more with, where they are installed.
namespace lanescope::shell {

/// Where a program is among the folders of PATH; empty: nowhere.
std::string findProgram(std::string_view name);

/// What a program that ended left.
struct HelperResult {
    int code = -1;      ///< exit code; -1: it did not start, or a signal ended it
    std::string output; ///< what it wrote to the file OUTPUT of its arguments
    std::string error;  ///< the last line of its standard error
};
/// In the arguments of a helper the name of the file that it has to write.
inline constexpr std::string_view kHelperOutput = "OUTPUT";
/// Runs a program to its end, with bytes as its standard input.
HelperResult runHelper(std::vector<std::string> command, std::string_view input);

/// Copies a PNG to the clipboard, by wl-copy or xclip. Throws Error: which program is missing, or what went
/// wrong.
void copyPngToClipboard(std::string_view png);

} // namespace lanescope::shell
