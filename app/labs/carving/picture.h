// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/carving/model.h"
#include "render/canvas.h"

namespace lanescope::lab_carving {

/// A block of shared memory in rows of one word from each bank, with its arrays in colours and the unused
/// bytes between them; those that the lanes of an access touch are in the colours of the lanes. Arrays are
/// picked as Point by their number, lanes as Lane. shown may be null.
void drawStrip(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect, const Parts& parts,
               const kit::ShownAccess* shown);

/// The first element of an array, byte by byte, with the words of the banks it lies in and the bytes at which
/// such an element may begin. Gives the rectangle beneath.
render::Rect drawFirstElement(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                              const Parts& parts, std::size_t number);

} // namespace lanescope::lab_carving
