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
/// What a compiler says of a line of a kernel, 1 its first.
struct CodeError {
    int line = 0;
    std::string what; ///< "expected a ';'"
};
/// The errors in a compiler's log, in its order; firstLine: of the file, on which the kernel begins.
std::vector<CodeError> errorsIn(std::string_view log, int firstLine);
/// Of what stopped a kernel, "FILE.cu:47: trap": the line, counted likewise. nullopt: it names none.
std::optional<CodeError> stoppedAt(std::string_view failure, int firstLine);
/// A full-width character, as Chinese input methods give it.
struct WideCharacter {
    std::size_t bytes = 0; ///< 0: none
    char meant = ' ';      ///< in ASCII
    int line = 0;          ///< of the code, 1 the first
    std::string text{};    ///< itself
};
/// That with which a text begins.
WideCharacter wideAt(std::string_view text);
/// The first in code, where no compiler takes it: neither in a comment nor in a text.
WideCharacter wideIn(std::string_view code);
/// On which line of a source, 1 the first, a part of it begins.
int lineOfPart(std::string_view source, std::string_view part);

} // namespace lanescope::lessons
