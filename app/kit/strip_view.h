// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::kit {

/// A part of a block of memory: an array.
struct StripPart {
    std::string name;
    std::uint64_t first = 0, bytes = 0; ///< of the block
    std::uint64_t alignment = 1;        ///< bytes that first has to be a multiple of
    bool misaligned() const { return first % alignment != 0; }
};

/// A block of shared memory in rows of one word from each bank, with its parts in colours and the unused
/// bytes between them; those that the lanes of an access touch are in the colours of the lanes. Parts are
/// picked as Point by their number, lanes as Lane. shown may be null.
void drawStrip(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
               const std::vector<StripPart>& parts, const ShownAccess* shown);

/// The first element of a part, byte by byte, with the words of the banks it lies in and the bytes at which
/// such an element may begin. Gives the rectangle beneath.
render::Rect drawFirstElement(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                              const std::vector<StripPart>& parts, std::size_t number);

/// Where the first element of a misaligned part lies, and the rule that this breaks, in words.
std::string misalignment(const Frame& frame, const StripPart& part);

/// The colour of a part in drawStrip.
render::Color partColor(std::size_t number);

} // namespace lanescope::kit
