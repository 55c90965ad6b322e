// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/find/index.h"

#include <string_view>
#include <vector>

namespace lanescope::shell {

/// Whether what is typed is the path of a file rather than a word: it begins with /, ./, ../ or ~/, or names
/// a file here.
bool isPath(std::string_view typed);
/// Folders and files that can be opened, whose paths begin with what is typed: folders first, by name. Hidden
/// ones only after a dot was typed. Behind a program and a space stand its arguments, apart by spaces. A
/// program whose path was typed to its end runs when it is chosen; before another one the window asks.
std::vector<Findable> filesFrom(std::string_view typed);

} // namespace lanescope::shell
