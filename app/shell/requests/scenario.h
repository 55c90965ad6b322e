// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/look_request.h"

#include <string>

namespace lanescope::shell {

/// A lab and how it is looked at, with the fields that the command line has as options. Empty texts were not
/// said.
struct Scenario {
    LabRequest request;
    LookRequest look;
};

/// named: a JSON file ({"lab": "banks", "set": {"stride": 2}, "arch": "9.0", "theme": "light"}), a PNG,
/// SVG or PDF that Lanescope wrote, a link ("lanescope:banks?set=stride=2&arch=9.0"), or a picture's code.
/// Throws BadInput.
Scenario readScenario(const std::string& named);

} // namespace lanescope::shell
