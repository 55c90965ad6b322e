// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A kernel as text: what a student mends in a lab's file.
namespace lanescope::lessons {

/// "tiled": of the first kernel in it; empty: there is none.
std::string kernelName(std::string_view code);
/// The kernel of that name, from its __global__ to its last brace; empty: there is none.
std::string_view kernelIn(std::string_view source, std::string_view name);
/// The source with other code in the place of a kernel that it has.
std::string withKernel(std::string_view source, std::string_view name, std::string_view code);
/// What is wrong with a line of a kernel, 1 its first.
struct CodeError {
    int line = 0;
    std::string what; ///< "expected a ';'"
};
/// What is refused before it is compiled: a file that is included, which may be anybody's, and braces that do
/// not pair, of which a compiler speaks somewhere below the kernel. nullopt: nothing.
std::optional<CodeError> refusedIn(std::string_view code);
/// The errors in a compiler's log, in its order; code: the kernel, which begins on that line of the file.
/// Where something is expected before the first word of a line, it is missing at the end of the one above.
std::vector<CodeError> errorsIn(std::string_view log, std::string_view code, int firstLine);
/// A full-width character, as Chinese input methods give it.
struct WideCharacter {
    std::size_t bytes = 0; ///< 0: none
    char meant = ' ';      ///< in ASCII
    int line = 0;          ///< of the code, 1 the first
    std::string text{};    ///< itself
};
/// That with which a text begins.
WideCharacter wideAt(std::string_view text);
/// A text with its full-width characters as ASCII has them.
std::string withoutWide(std::string_view text);
/// The first in code, where no compiler takes it: neither in a comment nor in a text.
WideCharacter wideIn(std::string_view code);
/// On which line of a source, 1 the first, a part of it begins.
int lineOfPart(std::string_view source, std::string_view part);

} // namespace lanescope::lessons
