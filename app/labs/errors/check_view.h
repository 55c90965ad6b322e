// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/host_calls.h"
#include "kit/charts/matrix.h"
#include "kit/lab.h"
#include "labs/errors/words.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope::lab_errors {

/// Side by side, or one under the other where that is too narrow; gives the rectangle beneath.
render::Rect drawAccessCards(render::Canvas& canvas, const render::Rect& rect,
                             std::span<const AccessCard> cards);

/// A state that elements, lanes or words can be in.
struct CellKind {
    kit::Tone tone = kit::Tone::Plain;
    std::string meaning;
    bool there = true; ///< false: an outline only
    int series = -1;   ///< in place of the tone: a colour by seriesColor
};
/// Elements, lanes or words, 32 in a row, each in one of a few states.
struct CellsView {
    std::string title, caption;
    std::string noun = "element";
    std::vector<CellKind> kinds;
    std::vector<std::size_t> cells;   ///< indices of kinds
    std::vector<std::string> details; ///< by cell, for describe; may be empty
    std::vector<kit::MatrixMark> marks;
    std::vector<kit::MatrixRegion> regions;
    int group = 0; ///< of the points as which cells are picked, by their numbers

    /// What a pick says of its cell; empty when it is none of these.
    std::string describe(const render::Pick& pick) const;
};
/// The cells, and beneath them what their colours mean and how many there are; gives the rectangle beneath.
render::Rect drawCells(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                       const CellsView& view);

/// The arrays in the order of their addresses, and one address that belongs to none of them; not to scale.
/// Gives the rectangle beneath.
render::Rect drawStrayAddress(render::Canvas& canvas, const render::Rect& rect,
                              std::span<const kit::Placement> arrays, std::uint64_t address,
                              std::string_view label);

/// What a host program does, what the runtime says of it, and what its last copy brought.
void drawProgram(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                 const kit::HostView& host, const CellsView& brought);
/// What the checks say of a launch: the accesses concerned, an address far from every array, and the cells,
/// one view under the other as far as there is room; the conclusion stands at the lower edge.
void drawChecks(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                const kit::LaunchResult& launch, std::span<const CellsView> cells,
                std::string_view conclusion);

} // namespace lanescope::lab_errors
