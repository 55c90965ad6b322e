// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <string>

namespace lanescope::shell {

/// What a user chose about an architecture's rules, as written; empty: the default.
struct RulesRequest {
    std::string l1, bankMode, broadcast;
};

/// Throws BadInput for a word that its option does not take.
model::Rules parseRules(const RulesRequest& request);

} // namespace lanescope::shell
