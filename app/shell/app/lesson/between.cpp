// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/between.h"

#include <algorithm>

namespace lanescope::shell {

Between betweenOf(std::span<const lessons::State> states) {
    const bool oneLab = !states.empty() && std::ranges::all_of(states, [&](const lessons::State& state) {
        return state.lab == states.front().lab;
    });
    if (!oneLab) return {};
    std::vector<std::shared_ptr<const kit::Lab>> labs;
    for (const lessons::State& state : states) labs.push_back(lessons::labOf(state));
    Between between{labs.front(), {}};
    for (std::size_t i = 0; i < between.lab->parameters().size(); ++i) {
        const kit::Parameter& first = *between.lab->parameters()[i];
        if (std::ranges::any_of(
                labs, [&](const auto& lab) { return lab->parameters()[i]->usedText() != first.usedText(); }))
            between.varied.push_back(first.name());
    }
    return between;
}

} // namespace lanescope::shell
