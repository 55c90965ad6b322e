// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/facts.h"

#include "kit/frame.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"

#include <iterator>
#include <utility>

namespace lanescope::kit {

namespace {

constexpr std::size_t kMostBeside = 36; // letters of a value that stand beside its name

} // namespace

std::vector<Fact>& addFacts(std::vector<Fact>& facts, std::vector<Fact> more) {
    facts.insert(facts.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    return facts;
}

std::vector<Fact> factsFrom(std::span<const Row> rows) {
    std::vector<Fact> facts;
    for (const Row& row : rows) facts.push_back({row.label, row.model, row.tip});
    return facts;
}

void sayFacts(Panel& panel, const Frame& frame) {
    if (!frame.lab) return;
    for (const Fact& fact : factsOf(*frame.lab, frame.result, frame.architecture, frame.measured))
        if (fact.value.size() > kMostBeside)
            panel.note(fact.name + ": " + fact.value);
        else
            panel.stat(fact.name, fact.value, fact.tip);
}

} // namespace lanescope::kit
