// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/parameters.h"
#include "text/language.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The field's words, each explained in a sentence or two: assets/locale/en/terms.txt.
namespace lanescope::kit {

/// What shows a term: a lab with settings.
struct TermExample {
    std::string lab; ///< empty: nothing shows it
    Sets sets;
    std::string architecture; ///< a compute capability; empty: the default
    /// "banks: stride=2, as CC 1.3".
    std::string text() const;
};

struct Term {
    std::string name, meaning;
    std::vector<std::string> also;    ///< other names for it
    std::vector<std::string> related; ///< what goes with it, or is its opposite
    std::vector<std::string> find;    ///< what else it is looked for by
    TermExample example;
};

/// Reads a file of terms. Throws BadInput with its line.
std::vector<Term> parseTerms(std::string_view text, std::string_view file);

/// All that the program explains, in the order of the file.
std::span<const Term> terms(text::Language language = text::language());
/// All but its name that a term is found by, in a list with commas.
std::string wordsFor(const Term& term);
/// By its name or a word for it, whatever the case; nullptr: there is none.
const Term* findTerm(std::string_view word);
/// Every word for each of these terms, which stand in a list with commas, so that they are found in another
/// language, too: "padding, tile" as "padding, pad, tile[32][33], tile, tiling".
std::string allWordsFor(std::string_view terms);
/// The first term whose name stands in the text as whole words, the longest name of those that begin there;
/// a plural counts. nullptr: there is none.
const Term* termIn(std::string_view text);

} // namespace lanescope::kit
