// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/look_request.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::shell {

/// A lab and how it is looked at, with the fields that the command line has as options. Empty texts were not
/// said.
struct Scenario {
    LabRequest request;
    LookRequest look;
};

/// An option of the command line and its value; a flag has none.
using CommandOption = std::pair<std::string_view, std::string>;
/// What the scenario says, beside its lab.
std::vector<CommandOption> optionsOf(Scenario scenario);
/// In one word, which readScenario() reads. Letters at its front tell whether it is all there.
std::string linkOf(const Scenario& scenario);

/// The link that a text is, or that a picture's code stands for, also behind `lanescope open`; nullopt: it is
/// neither. Throws BadInput for a code that is mistyped.
std::optional<std::string> linkIn(std::string_view text);

/// named: a JSON file ({"lab": "banks", "set": {"stride": 2}, "arch": "9.0", "theme": "light"}), a PNG,
/// SVG or PDF that Lanescope wrote, a link ("lanescope:banks?set=stride=2&arch=9.0", with linkOf()'s letters
/// or without), or a picture's code. Throws BadInput, also for a link that was cut off.
Scenario readScenario(const std::string& named);

} // namespace lanescope::shell
