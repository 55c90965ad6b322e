// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "kit/words/facts.h"
#include "labs/dynamic/model.h"
#include "render/canvas.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lab_dynamic {

/// What one party found of the elements that another wrote, and what it was promised to find.
struct FoundView {
    std::string title;
    std::vector<bool> found; ///< an element each, a thread each, 32 in a row
    std::vector<bool> promised;
    std::string never{}; ///< why nothing of it can be found; empty: something can
    int group = 0;       ///< of the points as which elements are picked, by their numbers

    std::size_t foundCount() const;
    std::size_t promisedCount() const;
    std::size_t brokenCount() const; ///< promised and not found
    /// What a pick says of its element; empty when it is none of these.
    std::string describe(const render::Pick& pick) const;
};

/// What of one part of a kept buffer was found; all of it was promised, or nothing.
FoundView foundIn(const kit::RunResult& result, std::string_view buffer, std::size_t part, std::size_t count,
                  bool promised, std::string title, int group);

/// What a child found of its parent's writes, above, and the parent of its child's: a row a warp, what was
/// found as promised, what by luck, what was not there yet. A sentence on both stands at the lower edge.
/// Gives the rectangle left between.
render::Rect drawFound(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                       const FoundView& child, const FoundView& parent);
/// A verdict on what a child found of its parent's writes.
void sayFound(kit::Panel& panel, const FoundView& child);
/// What was promised and what was found, in both directions.
std::vector<kit::Fact> foundFacts(const FoundView& child, const FoundView& parent);

} // namespace lanescope::lab_dynamic
