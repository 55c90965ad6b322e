// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/formulas.h"
#include "kit/frame.h"
#include "render/canvas.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::lab_carving {

using namespace kit;

/// A part of a block of memory: an array.
struct StripPart {
    std::string name;
    std::uint64_t first = 0, bytes = 0; ///< of the block
    std::uint64_t alignment = 1;        ///< bytes that first has to be a multiple of
    std::string type, array;            ///< as its declaration has them
    bool misaligned() const { return first % alignment != 0; }
};

/// A block of shared memory in rows of one word from each bank, with its parts in colours and the unused
/// bytes between them; those that the lanes of an access touch are in the colours of the lanes. Parts are
/// picked as Point by their number, lanes as Lane. shown may be null.
void drawStrip(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
               const std::vector<StripPart>& parts, const ShownAccess* shown);

/// Places parts one after another in the order given, with unused bytes between two of them; align: each at
/// the next multiple of its alignment.
void layOut(std::span<StripPart> parts, std::span<const std::size_t> order, std::uint64_t gap, bool align);

/// Where accesses are counted.
struct On {
    const model::Architecture& architecture;
    model::Rules rules{};
};

int firstBank(const Frame& frame, const StripPart& part);
/// "byte 256, bank 0".
std::string placeText(const Frame& frame, const StripPart& part);
/// How a kernel finds the start of each part from the end of the one before, in the order in which they lie.
std::vector<Formula> startFormulas(const Frame& frame, std::span<const StripPart> parts,
                                   std::span<const std::size_t> order, std::uint64_t gap, bool align);

/// What a load comes to whose first 16 lanes read the first elements of one part and the others those of
/// another; a part of fewer elements is read from its start again.
model::Counts countHalves(const On& on, const StripPart& lower, const StripPart& upper);

/// "1 wavefront, the halves do not meet".
std::string halvesText(const model::Counts& counts);

/// The number of the first part whose start its elements do not allow; -1: none.
int firstMisaligned(std::span<const StripPart> parts);

/// Another number of elements of a part, and what countHalves then comes to.
struct OtherLength {
    std::size_t part;
    std::uint64_t elements;
    model::Counts counts;
};
/// The nearest length up to `most` elements with which the two parts' halves meet in a bank where they do
/// not, or do not where they do; lay places the parts anew.
std::optional<OtherLength> otherLength(const On& on, std::span<const StripPart> parts,
                                       std::array<std::size_t, 2> halves, std::uint64_t most,
                                       const std::function<void(std::span<StripPart>)>& lay);

/// The colour of a part in drawStrip.
render::Color partColor(std::size_t number);

} // namespace lanescope::lab_carving
