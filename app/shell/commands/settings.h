// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/times/chip_row.h"
#include "text/language.h"

#include <filesystem>

namespace lanescope::shell {

/// The program's folder in the user's configuration folder; empty when there is none. Is not made.
std::filesystem::path settingsFolder();

/// The file in it that keeps the language that was chosen in the window; empty: there is no folder.
std::string languageFile();
/// The language of whoever names none: what was chosen in the window, else that of the system.
text::Language usualLanguage();

/// Keeps what was measured of a GPU in that folder, in place of an earlier row for the same architecture's
/// model, and gives the file. Throws OutputError.
std::filesystem::path saveChipRow(const session::ChipRow& row);
/// The times of chips that the program carries, and those that are kept there, which go first. A file that
/// cannot be read is said and left out.
std::shared_ptr<const model::KnownTimes> knownTimes();

} // namespace lanescope::shell
