// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/facts.h"

#include <iterator>
#include <utility>

namespace lanescope::kit {

std::vector<Fact>& addFacts(std::vector<Fact>& facts, std::vector<Fact> more) {
    facts.insert(facts.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    return facts;
}

std::vector<Fact> factsFrom(std::span<const Row> rows) {
    std::vector<Fact> facts;
    for (const Row& row : rows) facts.push_back({row.label, row.model, row.tip});
    return facts;
}

} // namespace lanescope::kit
