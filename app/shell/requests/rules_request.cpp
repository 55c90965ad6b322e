// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/rules_request.h"

#include "kit/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::shell {

namespace {

/// The place of a word among those an option takes; throws BadInput that names them.
template<std::size_t N>
std::size_t choose(const char* option, const std::string& word,
                   const std::array<std::string_view, N>& words) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
        throw BadInput(
            fmt::format("'{}' is not a value of {}; it takes {}", word, option, fmt::join(words, " | ")));
    return static_cast<std::size_t>(found - words.begin());
}

} // namespace

model::Rules parseRules(const RulesRequest& request) {
    model::Rules rules;
    if (!request.l1.empty())
        rules.l1 = choose("--l1", request.l1, std::array<std::string_view, 2>{"off", "on"}) == 1;
    if (!request.bankMode.empty())
        rules.bankModeBytes =
            choose("--bank-mode", request.bankMode, std::array<std::string_view, 2>{"4", "8"}) == 1 ? 8 : 4;
    if (!request.broadcast.empty()) {
        choose("--broadcast", request.broadcast, model::kBroadcastNames.all());
        rules.broadcast = *model::kBroadcastNames.find(request.broadcast);
    }
    return rules;
}

} // namespace lanescope::shell
