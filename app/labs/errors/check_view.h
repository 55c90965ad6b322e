// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/host_calls.h"
#include "kit/charts/matrix.h"
#include "kit/lab.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What the emulator's checks say of a launch: who did it, where in the source, and to which memory.
namespace lanescope::lab_errors {

using namespace kit;

/// What stopped the launch, why it was refused, or the gravest finding: race, uninitialised read, barrier.
Statement saidByChecks(const LaunchResult& launch);
/// The finding of one kind; nullptr: there is none.
const ptx::Finding* findingOf(const LaunchResult& launch, ptx::FindingKind kind);

/// An access, or a barrier, that a finding is about.
struct AccessCard {
    std::string title; ///< "Earlier: store"
    std::string who;   ///< "block 1, warp 1, lane 31"
    std::string code;  ///< its line of the source, numbered
    Tone tone = Tone::Bad;
};
/// Those of the gravest finding or of the fault; none when nothing was found.
std::vector<AccessCard> cardsOf(const LaunchResult& launch);
/// Side by side, or one under the other where that is too narrow; gives the rectangle beneath.
render::Rect drawAccessCards(render::Canvas& canvas, const render::Rect& rect,
                             std::span<const AccessCard> cards);

/// A state that elements, lanes or words can be in.
struct CellKind {
    Tone tone = Tone::Plain;
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
    std::vector<MatrixMark> marks;
    std::vector<MatrixRegion> regions;
    std::int64_t firstPick = 0; ///< cells are picked as Point, numbered from here

    /// What a pick says of its cell; empty when it is none of these.
    std::string describe(const render::Pick& pick) const;
};
/// The cells, and beneath them what their colours mean and how many there are; gives the rectangle beneath.
render::Rect drawCells(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                       const CellsView& view);

/// The arrays in the order of their addresses, and one address that belongs to none of them; not to scale.
/// Gives the rectangle beneath.
render::Rect drawStrayAddress(render::Canvas& canvas, const render::Rect& rect,
                              std::span<const Placement> arrays, std::uint64_t address,
                              std::string_view label);

/// What a host program does, what the runtime says of it, and what its last copy brought.
void drawProgram(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const HostView& host,
                 const CellsView& brought);
/// What the checks say of a launch: the accesses concerned, an address far from every array, and the cells,
/// one view under the other as far as there is room; the conclusion stands at the lower edge.
void drawChecks(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                const LaunchResult& launch, std::span<const CellsView> cells, std::string_view conclusion);
/// Verdict, result, and what each of the two says.
void sayBoth(Panel& panel, const HostView& host, const LaunchResult& launch, const CellsView& brought);

/// Lines "name=value: what happens", without those whose parameter has the value already.
std::string untried(const Lab& lab, std::string_view lines);

} // namespace lanescope::lab_errors
