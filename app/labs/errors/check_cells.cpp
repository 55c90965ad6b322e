// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Elements, words and threads by what the checks found of them.
#include "labs/errors/check_cells.h"

#include "kit/counted.h"
#include "labs/errors/check_model.h"
#include "model/format.h"
#include "model/launch_limits.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lanescope::lab_errors {

using namespace kit;
using ptx::FindingKind;

namespace {

/// Outlines the element that a finding names.
void outlineFound(CellsView& view, const ptx::Finding& finding) {
    const auto at = static_cast<std::uint32_t>(finding.offset / kElementBytes);
    if (at < view.cells.size())
        view.regions.push_back({at / model::kWarpSize, at % model::kWarpSize, 1, 1, "", Tone::Warn});
}

} // namespace

CellsView returnedCells(const RunResult& result, std::span<const int> meant, int group) {
    CellsView view;
    view.title = tr("What the copy returned");
    view.group = group;
    view.kinds = {{Tone::Good, tr("as expected")},
                  {Tone::Bad, tr("not as expected")},
                  {Tone::Plain, tr("not known"), false}};
    view.cells.assign(meant.size(), 2);
    std::vector<int> got = result.calls ? result.calls->values<int>() : std::vector<int>{};
    if (!result.calls)
        view.caption = tr("not known yet");
    else if (got.empty())
        view.caption = tr("nothing");
    else if (result.calls->emulated && std::ranges::any_of(result.launches, [](const LaunchResult& launch) {
                 return launch.fault != nullptr;
             })) {
        view.caption = tr("left to chance");
        got.clear();
    }
    for (std::size_t i = 0; i < std::min(got.size(), meant.size()); ++i) {
        view.cells[i] = got[i] != meant[i];
        view.details.push_back(tr("{}, expected {}", got[i], meant[i]));
    }
    return view;
}

std::vector<CellsView> raceCells(const LaunchResult& launch, int group) {
    if (!launch.observation) return {};
    const ptx::Finding* race = findingOf(launch, FindingKind::Race);
    CellsView order, writers, readers;
    order.title = tr("Words of shared memory");
    order.caption = tr("written and read");
    order.kinds = {{Tone::Plain, tr("by one thread alone")},
                   {Tone::Good, tr("by two warps, ordered")},
                   {Tone::Warn, tr("by one warp, unordered")},
                   {Tone::Bad, tr("by two warps, unordered")}};
    if (!race) order.kinds[2] = {Tone::Good, tr("by one warp, ordered")};
    writers.title = tr("Who writes them");
    readers.title = tr("Who reads them");
    const auto warps = static_cast<std::size_t>((launch.block.count() - 1) / model::kWarpSize + 1);
    for (std::size_t warp = 0; warp < warps; ++warp)
        for (CellsView* view : {&writers, &readers})
            view->kinds.push_back({Tone::Plain, tr("by warp {}", warp), true, static_cast<int>(warp)});
    for (CellsView* view : {&writers, &readers}) view->kinds.push_back({Tone::Plain, tr("nobody"), false});
    const std::vector<WordUse> words = wordUses(launch.observation->blockTrace);
    for (const WordUse& use : words) {
        order.cells.push_back(static_cast<std::size_t>(orderOf(use, race != nullptr)));
        order.details.push_back(tr("thread {} writes it, thread {} reads it", use.writer, use.reader));
        writers.cells.push_back(warpOf(use.writer, warps));
        readers.cells.push_back(warpOf(use.reader, warps));
    }
    if (race) outlineFound(order, *race);
    std::vector<CellsView> views{std::move(order), std::move(writers), std::move(readers)};
    for (CellsView& view : views) {
        view.noun = "word";
        view.group = group++;
    }
    return views;
}

CellsView barrierCells(const LaunchResult& launch, int group) {
    CellsView view;
    view.title = tr("The {} of the block", counted(launch.block.count(), "thread"));
    view.caption = tr("a row is a warp");
    view.noun = "thread";
    view.group = group;
    view.kinds = {{Tone::Good, tr("reached the barrier")}, {Tone::Bad, tr("never reached it")}};
    const ptx::Finding* found = findingOf(launch, FindingKind::PartialBarrier);
    const bool oneWarp = !found; // a divergent barrier is known of one warp
    if (!found) found = findingOf(launch, FindingKind::DivergentBarrier);
    view.cells.resize(launch.block.count());
    if (found)
        std::ranges::copy(missingThreads(view.cells.size(), found->arrived, oneWarp), view.cells.begin());
    return view;
}

CellsView unwrittenCells(const LaunchResult& launch, std::string_view array, int group) {
    CellsView view;
    const Placement* place = launch.observation ? launch.observation->placement(array) : nullptr;
    if (!place) return view;
    view.title = tr("{}, {}", array, counted(place->bytes / kElementBytes, "element"));
    view.caption = tr("what the kernel reads of it");
    view.group = group;
    view.kinds = {{Tone::Plain, tr("not read")},
                  {Tone::Good, tr("written before")},
                  {Tone::Bad, tr("never written before")}};
    const auto& all = launch.record.findings;
    const auto at = std::ranges::find_if(all, [&](const ptx::Finding& each) {
        return each.kind == FindingKind::UninitialisedRead && each.array == array;
    });
    const ptx::Finding* found = at == all.end() ? nullptr : &*at;
    for (const bool loaded : loadedElements(launch.observation->blockTrace, *place)) {
        const std::size_t kind = found ? 2 : 1;
        view.cells.push_back(loaded ? kind : 0);
    }
    if (found) outlineFound(view, *found);
    return view;
}

CellsView reachCells(const LaunchResult& launch, std::string_view array, int ahead, bool guarded, int group) {
    CellsView view;
    const Placement* place = launch.observation ? launch.observation->placement(array) : nullptr;
    if (!place) return view;
    const auto count = static_cast<std::uint32_t>(place->bytes / kElementBytes);
    const auto threads = static_cast<std::uint32_t>(launch.block.count());
    const ptx::Fault* fault = launch.fault.get();
    const Reach reach{
        .count = count,
        .ahead = static_cast<std::uint32_t>(ahead),
        .guarded = guarded,
        .threads = threads,
        .block = fault ? fault->block.x : launch.grid.x - 1,
        .warp = fault ? fault->warp : (threads - 1) / model::kWarpSize,
    };
    view.title = tr("{}, {}", array, counted(count, "element"));
    view.caption = tr("thread i reads element i + {}; in colour the lanes of block {}, warp {}", ahead,
                      reach.block, reach.warp);
    view.group = group;
    view.kinds = {{Tone::Plain, tr("within")}, {Tone::Bad, tr("beyond its end"), false}};
    view.cells.assign(count, 0);
    view.cells.resize(count + reach.beyond(), 1);
    for (std::uint32_t lane = 0; lane < model::kWarpSize; ++lane) {
        const std::optional<std::uint32_t> element = reach.elementOf(lane);
        if (!element) continue;
        const std::uint32_t row = *element / model::kWarpSize, column = *element % model::kWarpSize;
        const bool past = *element >= count;
        view.marks.push_back({row, column, static_cast<int>(lane), place->address + *element * kElementBytes,
                              !past || !guarded});
        if (past && !guarded) view.regions.push_back({row, column, 1, 1, "", Tone::Bad});
    }
    return view;
}

CellsView limitCells(const model::Architecture& architecture, const LaunchResult& launch, int group) {
    const Asked asked = askedOf(launch.block, launch.sharedBytes, model::launchLimits(architecture));
    CellsView view;
    view.title = asked.shared ? tr("{} KiB of shared memory in a block", asked.amount)
                              : tr("{} in a block", counted(asked.amount, "thread"));
    view.caption = tr("CC {} allows {}", architecture.cc.text(), asked.most);
    view.noun = asked.shared ? "KiB" : "thread";
    view.group = group;
    view.kinds = {{Tone::Good, tr("within the limit")}, {Tone::Bad, tr("beyond the limit")}};
    for (std::size_t i = 0; i < asked.amount; ++i) view.cells.push_back(i >= asked.most);
    return view;
}

} // namespace lanescope::lab_errors
