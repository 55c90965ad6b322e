// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/errors/check_view.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope::lab_errors {

/// What the program's last copy brought, beside what is meant; cells of the first kind are as meant.
CellsView returnedCells(const kit::RunResult& result, std::span<const int> meant, int group);
/// The words of shared memory that the observed block uses: whether those that one thread writes and another
/// reads do so in order, which warp writes each, and which reads it. `group` is the first one's, the others
/// have those after it.
std::vector<CellsView> raceCells(const kit::LaunchResult& launch, int group);
/// The threads of the block: those that came to the barrier, and those that never do.
CellsView barrierCells(const kit::LaunchResult& launch, int group);
/// The elements of an array of 4-byte elements: those that were read, written before or not.
CellsView unwrittenCells(const kit::LaunchResult& launch, std::string_view array, int group);
/// The lanes of a warp over an array of 4-byte elements, each `ahead` elements after its own, one thread an
/// element: of the warp that was stopped, else of the last. guarded: lanes beyond the end do not read.
CellsView reachCells(const kit::LaunchResult& launch, std::string_view array, int ahead, bool guarded,
                     int group);
/// The threads, or the KiB of shared memory, that a launch asks for in a block: those within the
/// architecture's limit, and those beyond.
CellsView limitCells(const model::Architecture& architecture, const kit::LaunchResult& launch, int group);

} // namespace lanescope::lab_errors
