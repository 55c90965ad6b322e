// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Elements, words and threads by what the checks found of them.
#include "labs/errors/check_cells.h"

#include "kit/pictures/lane_marks.h"
#include "model/format.h"
#include "model/launch_limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_errors {

using ptx::FindingKind;

namespace {

constexpr std::size_t kElementBytes = 4;
constexpr std::size_t kWarp = model::kWarpSize;

/// The threads of the block that store a word last and load it first; -1: none.
struct WordUse {
    int writer = -1;
    int reader = -1;
};

std::vector<WordUse> sharedWords(const Observation& seen) {
    std::vector<WordUse> words;
    for (const model::WarpAccess& access : seen.blockTrace) {
        if (access.space != model::Space::Shared) continue;
        forEachLane(access.activeMask, [&](int lane) {
            const std::size_t word = access.address[static_cast<std::size_t>(lane)] / kElementBytes;
            if (word >= words.size()) words.resize(word + 1);
            const int thread = static_cast<int>(access.warp * kWarp) + lane;
            WordUse& use = words[word];
            if (model::directionOf(access.operation) == model::Direction::Store)
                use.writer = thread;
            else if (use.reader < 0)
                use.reader = thread;
        });
    }
    return words;
}

/// Outlines the element that a finding names.
void outlineFound(CellsView& view, const ptx::Finding& finding) {
    const auto at = static_cast<std::uint32_t>(finding.offset / kElementBytes);
    if (at < view.cells.size())
        view.regions.push_back({at / model::kWarpSize, at % model::kWarpSize, 1, 1, "", Tone::Warn});
}

} // namespace

CellsView returnedCells(const RunResult& result, std::span<const int> meant, std::int64_t firstPick) {
    CellsView view;
    view.title = "What the copy brought";
    view.firstPick = firstPick;
    view.kinds = {{Tone::Good, "as meant"}, {Tone::Bad, "not as meant"}, {Tone::Plain, "not known", false}};
    view.cells.assign(meant.size(), 2);
    std::vector<int> got = result.calls ? result.calls->values<int>() : std::vector<int>{};
    if (!result.calls)
        view.caption = "not known yet";
    else if (got.empty())
        view.caption = "nothing";
    else if (result.calls->emulated && std::ranges::any_of(result.launches, [](const LaunchResult& launch) {
                 return launch.fault != nullptr;
             })) {
        view.caption = "left to chance";
        got.clear();
    }
    for (std::size_t i = 0; i < std::min(got.size(), meant.size()); ++i) {
        view.cells[i] = got[i] != meant[i];
        view.details.push_back(fmt::format("{}, meant {}", got[i], meant[i]));
    }
    return view;
}

std::vector<CellsView> raceCells(const LaunchResult& launch, std::int64_t firstPick) {
    if (!launch.observation) return {};
    const ptx::Finding* race = findingOf(launch, FindingKind::Race);
    CellsView order, writers, readers;
    order.title = "Words of shared memory";
    order.caption = "written and read";
    order.kinds = {{Tone::Plain, "by one thread alone"},
                   {Tone::Good, "by two warps, in order"},
                   {Tone::Warn, "by one warp, in no order"},
                   {Tone::Bad, "by two warps, in no order"}};
    if (!race) order.kinds[2] = {Tone::Good, "by one warp, in order"};
    writers.title = "Who writes them";
    readers.title = "Who reads them";
    const auto warps = (launch.block.count() - 1) / kWarp + 1;
    for (std::size_t warp = 0; warp < warps; ++warp)
        for (CellsView* view : {&writers, &readers})
            view->kinds.push_back(
                {Tone::Plain, fmt::format("by warp {}", warp), true, static_cast<int>(warp)});
    for (CellsView* view : {&writers, &readers}) view->kinds.push_back({Tone::Plain, "nobody", false});
    const std::vector<WordUse> words = sharedWords(*launch.observation);
    for (const WordUse& use : words) {
        const auto warpOf = [&](int thread) {
            return thread < 0 ? warps : static_cast<std::size_t>(thread) / kWarp;
        };
        const bool two = use.writer >= 0 && use.reader >= 0 && use.writer != use.reader;
        const bool oneWarp = warpOf(use.writer) == warpOf(use.reader);
        const std::size_t twoWarps = race ? 3 : 1;
        const std::size_t twoThreads = oneWarp ? 2 : twoWarps;
        order.cells.push_back(two ? twoThreads : 0);
        order.details.push_back(
            fmt::format("thread {} writes it, thread {} reads it", use.writer, use.reader));
        writers.cells.push_back(warpOf(use.writer));
        readers.cells.push_back(warpOf(use.reader));
    }
    if (race) outlineFound(order, *race);
    std::vector<CellsView> views{std::move(order), std::move(writers), std::move(readers)};
    for (CellsView& view : views) {
        view.noun = "word";
        view.firstPick = firstPick;
        firstPick += static_cast<std::int64_t>(words.size());
    }
    return views;
}

CellsView barrierCells(const LaunchResult& launch, std::int64_t firstPick) {
    CellsView view;
    view.title = fmt::format("The {} of the block", plural(launch.block.count(), "thread"));
    view.caption = "a row is a warp";
    view.noun = "thread";
    view.firstPick = firstPick;
    view.kinds = {{Tone::Good, "came to the barrier"}, {Tone::Bad, "never came"}};
    const ptx::Finding* found = findingOf(launch, FindingKind::PartialBarrier);
    const bool oneWarp = !found; // a divergent barrier is known of one warp
    if (!found) found = findingOf(launch, FindingKind::DivergentBarrier);
    for (std::size_t thread = 0; thread < launch.block.count(); ++thread) {
        const std::size_t warp = thread / kWarp;
        const std::uint32_t there = found && warp < found->arrived.size() ? found->arrived[warp] : 0;
        const bool missing = found && !(oneWarp && there == 0) && !((there >> (thread % kWarp)) & 1);
        view.cells.push_back(missing);
    }
    return view;
}

CellsView unwrittenCells(const LaunchResult& launch, std::string_view array, std::int64_t firstPick) {
    CellsView view;
    const Placement* place = launch.observation ? launch.observation->placement(array) : nullptr;
    if (!place) return view;
    view.title = fmt::format("{}, {}", array, plural(place->bytes / kElementBytes, "element"));
    view.caption = "what the kernel reads of it";
    view.firstPick = firstPick;
    view.kinds = {
        {Tone::Plain, "not read"}, {Tone::Good, "written before"}, {Tone::Bad, "never written before"}};
    const auto& all = launch.record.findings;
    const auto at = std::ranges::find_if(all, [&](const ptx::Finding& each) {
        return each.kind == FindingKind::UninitialisedRead && each.array == array;
    });
    const ptx::Finding* found = at == all.end() ? nullptr : &*at;
    view.cells.resize(place->bytes / kElementBytes);
    for (const model::WarpAccess& access : launch.observation->blockTrace)
        if (model::directionOf(access.operation) == model::Direction::Load)
            forEachLane(access.activeMask, [&](int lane) {
                const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
                if (place->holds(address))
                    view.cells[(address - place->address) / kElementBytes] = found ? 2 : 1;
            });
    if (found) outlineFound(view, *found);
    return view;
}

CellsView reachCells(const LaunchResult& launch, std::string_view array, int ahead, bool guarded,
                     std::int64_t firstPick) {
    CellsView view;
    const Placement* place = launch.observation ? launch.observation->placement(array) : nullptr;
    if (!place) return view;
    const auto count = static_cast<std::uint32_t>(place->bytes / kElementBytes);
    const auto threads = static_cast<std::uint32_t>(launch.block.count());
    const ptx::Fault* fault = launch.fault.get();
    const std::uint32_t block = fault ? fault->block.x : launch.grid.x - 1;
    const std::uint32_t warp = fault ? fault->warp : (threads - 1) / model::kWarpSize;
    view.title = fmt::format("{}, {}", array, plural(count, "element"));
    view.caption = fmt::format("thread i reads element i + {}; in colour the lanes of block {}, warp {}",
                               ahead, block, warp);
    view.firstPick = firstPick;
    view.kinds = {{Tone::Plain, "within"}, {Tone::Bad, "beyond its end", false}};
    const std::uint32_t beyond =
        ahead <= model::kWarpSize && !guarded ? static_cast<std::uint32_t>(ahead) : 0;
    view.cells.assign(count, 0);
    view.cells.resize(count + beyond, 1);
    for (std::uint32_t lane = 0; lane < model::kWarpSize; ++lane) {
        const std::uint32_t thread = warp * model::kWarpSize + lane;
        const std::uint64_t element =
            std::uint64_t{block} * threads + thread + static_cast<std::uint32_t>(ahead);
        if (thread >= threads || element >= view.cells.size()) continue;
        const auto at = static_cast<std::uint32_t>(element);
        view.marks.push_back({at / model::kWarpSize, at % model::kWarpSize, static_cast<int>(lane),
                              place->address + element * kElementBytes, at < count || !guarded});
        if (at >= count && !guarded)
            view.regions.push_back({at / model::kWarpSize, at % model::kWarpSize, 1, 1, "", Tone::Bad});
    }
    return view;
}

CellsView limitCells(const model::Architecture& architecture, const LaunchResult& launch,
                     std::int64_t firstPick) {
    constexpr std::size_t kKib = 1024;
    const model::LaunchLimits limits = model::launchLimits(architecture);
    const bool shared = launch.sharedBytes > 0;
    const std::size_t asked = shared ? (launch.sharedBytes + kKib - 1) / kKib : launch.block.count();
    const std::size_t most = shared ? limits.sharedBytes / kKib : limits.threads;
    CellsView view;
    view.title = shared ? fmt::format("{} KiB of shared memory in a block", asked)
                        : fmt::format("{} in a block", plural(asked, "thread"));
    view.caption = fmt::format("CC {} allows {}", architecture.cc.text(), most);
    view.noun = shared ? "KiB" : "thread";
    view.firstPick = firstPick;
    view.kinds = {{Tone::Good, "within the limit"}, {Tone::Bad, "beyond the limit"}};
    for (std::size_t i = 0; i < asked; ++i) view.cells.push_back(i >= most);
    return view;
}

} // namespace lanescope::lab_errors
