// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/syntax.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// The labels of a function's nested blocks. As ptxas has it, a block's labels are seen in it and in the
/// blocks in it, and hide those of the same name outside. A function has one table of labels; so those of
/// nested blocks get names there that no text has, and so do the branches to them when their block ends.
class LabelScopes {
public:
    LabelScopes(ModuleSyntax& module, FunctionSyntax& function) : m_module(module), m_function(function) {}

    void begin();
    void end();
    /// What the function's tables call a label that is defined here; empty: the block has one of that name.
    std::string_view define(std::string_view label);
    /// A list of .branchtargets has been put into the function's table by that name of define().
    void addList(std::string_view name) { m_lists.push_back(name); }

private:
    struct Block {
        std::size_t firstInstruction, firstList;
        std::unordered_map<std::string_view, std::string_view> names; ///< by the text's
    };

    ModuleSyntax& m_module;
    FunctionSyntax& m_function;
    std::vector<Block> m_blocks; ///< open ones, the function's body not among them
    std::unordered_map<std::string_view, std::string_view> m_names; ///< of the body
    std::vector<std::string_view> m_lists;
};

} // namespace lanescope::ptx
