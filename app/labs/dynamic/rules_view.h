// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "render/canvas.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::lab_dynamic {

/// One of several rules of which one applies.
struct RuleRow {
    std::string name;    ///< "shared"
    std::string verdict; ///< at the right, in a few words: "each its own"
    std::string rule;    ///< a sentence, smaller; left out where there is no room
    kit::Tone tone = kit::Tone::Plain;
    bool chosen = false; ///< the one that applies now
    render::Pick pick{}; ///< None: it cannot be clicked
};

/// The rules one under the other beneath a title, with their sentences where rect is high enough, in two
/// columns and without the title where it is low. Draws nothing where not even the names have room. Gives the
/// rectangle beneath.
render::Rect drawRules(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                       std::string_view title, std::span<const RuleRow> rules);

} // namespace lanescope::lab_dynamic
