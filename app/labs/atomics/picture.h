// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/atomics/words.h"
#include "render/canvas.h"

namespace lanescope::lab_atomics {

/// A row for each address where several lanes of an atomic access meet, with their discs in the order of
/// their turns where they wait for each other, and a last one of the lanes that meet nobody; gives the
/// rectangle beneath. Lanes are picked as Lane.
render::Rect drawMeetings(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                          const ShownAccess& shown, const AddressName& name);

} // namespace lanescope::lab_atomics
