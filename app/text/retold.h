// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "text/catalogue.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Finds the translation of a text whose values are in it already, by what stands between them.
namespace lanescope::text {

class Retelling {
public:
    /// The catalogue has to live as long.
    explicit Retelling(const Catalogue& catalogue);
    /// As it is where it is not known.
    std::string of(std::string_view english) const;

private:
    /// "no lab '{}'; there are: {}" by its parts: "no lab '", "'; there are: ", "".
    struct Pattern {
        std::vector<std::string_view> parts;
        std::vector<std::size_t> order; ///< of the values, which may have numbers
        std::size_t letters = 0;        ///< of the parts: the more, the surer
        const std::string* other = nullptr;
    };

    /// How a text is told, and how doubtful that is: by the letters that stay English in values of several
    /// words, and by those of values that a pattern has taken too much into.
    struct Told {
        std::string text;
        std::size_t doubts = 0;
    };

    /// What was found out of the parts of one text, by part and depth: the same ones are come to in many
    /// ways.
    using Seen = std::map<std::pair<std::string_view, int>, std::optional<Told>>;
    std::optional<Told> lookUp(std::string_view english, int depth, Seen& seen) const;

    std::optional<Told> known(std::string_view english, int depth, Seen& seen) const;
    Told toldOrSame(std::string_view english, int depth, Seen& seen) const;
    /// Of the patterns that fit, the one with the fewest doubts.
    std::optional<Told> byPattern(std::string_view english, int depth, Seen& seen) const;
    std::optional<Told> filled(const Pattern& pattern, std::string_view english, int depth, Seen& seen) const;
    /// "2 blocks" as "{} block".
    std::optional<Told> counted(std::string_view english) const;
    /// Behind a place, or with another text before it: "main.cu:3: ...", "...; ...".
    std::optional<Told> inParts(std::string_view english, int depth, Seen& seen) const;

    const Catalogue& m_catalogue;
    std::vector<Pattern> m_patterns; ///< the surest first
};

} // namespace lanescope::text
