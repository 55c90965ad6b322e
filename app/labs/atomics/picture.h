// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/atomics/words.h"
#include "render/canvas.h"

#include <cstddef>
#include <cstdint>

namespace lanescope::lab_atomics {

/// A row for each address where several lanes of an atomic access meet, with their discs in the order of
/// their turns where they wait for each other, and a last one of the lanes that meet nobody; gives the
/// rectangle beneath. Lanes are picked as Lane.
render::Rect drawMeetings(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                          const kit::ShownAccess& shown, const AddressName& name);

/// What is counted, and which counters the shown update is about.
struct CountedView {
    PeakedValues values;
    std::size_t count = 0;       ///< of values
    bool addsOne = true;         ///< a value adds 1 to its counter, else itself
    LaneBins updated{};          ///< by the lanes of the shown update
    std::uint32_t lanes = 0;     ///< those that take part in it
    bool countsTogether = false; ///< lanes of a bin at once: bins of one bank of shared memory wait instead
    std::int64_t firstPick = 0;  ///< counters are picked as Point, numbered from here; values from 0
};
/// In the frame's left part how often each value is drawn, and the counters.
void drawHistogram(render::Canvas& canvas, const kit::Frame& frame, const CountedView& view);

} // namespace lanescope::lab_atomics
