// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lanescope::kit {

/// Something that a lab has to say of a run besides its counts: the panel and the report have it alike.
struct Fact {
    std::string name;  ///< "Found by the child"
    std::string value; ///< "32 of 256"
    std::string tip{}; ///< shown on hover; may be empty
};

/// All of both, in order; gives the first list.
std::vector<Fact>& addFacts(std::vector<Fact>& facts, std::vector<Fact> more);

/// One row of the table model | measured | counter; an empty text is shown as a dash.
struct Row {
    std::string label, model, measured, counter;
    std::string tip; ///< the formula or the rule, shown on hover
    /// It says what other settings come to: a panel leaves it out while that is withheld.
    bool compares = false;
};

/// What rows of a panel say of the model.
std::vector<Fact> factsFrom(std::span<const Row> rows);

} // namespace lanescope::kit
