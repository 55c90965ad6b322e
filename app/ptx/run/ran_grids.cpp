// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/ran_grids.h"

#include <algorithm>

namespace lanescope::ptx {

namespace {

model::ChildStream streamOf(LaunchStream stream) {
    switch (stream) {
    case LaunchStream::Named:
        return model::ChildStream::Named;
    case LaunchStream::FireAndForget:
        return model::ChildStream::FireAndForget;
    case LaunchStream::Tail:
        return model::ChildStream::Tail;
    case LaunchStream::Host:
    case LaunchStream::Implicit:
        break;
    }
    return model::ChildStream::Implicit;
}

/// The share of its block's instructions that was executed before the launch; blocks of a grid are taken to
/// be equal.
double launchedAfter(const GridRecord& record, const GridRecord& parent) {
    const double block =
        static_cast<double>(parent.warpInstructions) / static_cast<double>(parent.grid.count());
    return block > 0 ? std::min(1.0, static_cast<double>(record.launchedOwn) / block) : 0;
}

} // namespace

std::vector<model::RanGrid> ranGrids(std::span<const GridRecord> grids) {
    std::vector<model::RanGrid> made;
    made.reserve(grids.size());
    for (const GridRecord& record : grids) {
        model::RanGrid& grid = made.emplace_back();
        grid.executed = {record.warpInstructions, record.longestWarp};
        grid.grid.blocks = record.grid.count();
        if (made.size() == 1) continue;
        const GridRecord& parent = grids[record.parent];
        grid.grid.parent = record.parent;
        grid.grid.stream = streamOf(record.stream);
        grid.grid.streamNumber = record.streamNumber;
        grid.grid.block = model::linearIndex(record.launchBlock, parent.grid);
        grid.grid.launchedAfter = launchedAfter(record, parent);
    }
    return made;
}

} // namespace lanescope::ptx
