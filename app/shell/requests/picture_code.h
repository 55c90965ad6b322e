// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/picture_link.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

/// What a picture shows as a word that can be read off it and typed: "banks:stride=32,pad=1@9.0/step=2~k7x".
/// Lab, parameters, architecture and what is looked at are always in it; theme, size, camera and the like
/// where it stays short, else it says that they are missing. Its last letters tell whether it was mistyped.
std::string pictureCode(const PictureState& state);

/// Whether a word has the form of a code.
bool looksLikeCode(std::string_view word);
struct CodeMeaning {
    std::string link;                 ///< as pictureLink() has it
    std::vector<std::string> leftOut; ///< options that the picture had and the code has not
};
/// Throws BadInput for a word that was mistyped.
CodeMeaning readCode(std::string_view code);
/// The link of what is typed by hand in that form, without the letters at its end: "banks:stride=8". The lab
/// and its parameters may be wrong. Nothing for what has another form.
std::optional<std::string> linkOfTyped(std::string_view text);
/// Whether a word begins as a code of a lab does and has not the letters at its end: half of one was copied.
bool looksCutOff(std::string_view text);
/// One line about what a code leaves out; empty when that is nothing, or when it is no code.
std::string leftOutOf(std::string_view code);

} // namespace lanescope::shell
