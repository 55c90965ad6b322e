// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/syntax.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lanescope::ptx {

/// The files of a PTX text, each from its .version on: nvcc -rdc makes one of each source, and a text may
/// have several, one after the other. What stands before the first is the first's.
std::vector<std::string_view> filesOf(std::string_view text);

/// What the names outside of functions mean in a text of several files. As linkers have it, a name that is
/// .visible, .weak, .common or .extern means the same in all of them, and any other belongs to its file. A
/// module has one table of names: where two files have a name of their own, that of the later gets one there
/// that no text has.
class LinkNames {
public:
    explicit LinkNames(ModuleSyntax& module) : m_module(module) {}

    void beginFile();
    /// What the module calls a name that is declared here; isOwn: it belongs to the file. Empty: it means the
    /// same in all files, and an earlier one has it for itself.
    std::string_view declare(std::string_view name, bool isOwn);
    /// What the module calls a name that is used here.
    std::string_view find(std::string_view name) const;

private:
    ModuleSyntax& m_module;
    std::unordered_set<std::string_view> m_earlier, m_ownEarlier; ///< of the files before
    std::unordered_map<std::string_view, std::string_view> m_own; ///< by the text's name
    std::unordered_set<std::string_view> m_shared;                ///< that mean the same in all files
};

} // namespace lanescope::ptx
