// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/reduction/tree_view.h"

#include "kit/charts/bars.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

namespace lanescope::lab_reduction {

using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::PickKind;
using render::Rect;

namespace {

constexpr std::uint64_t kWord = 4; // bytes of an element
constexpr float kSmall = 10.5F, kLine = 13;
constexpr const char* kHop = "shared"; ///< the step of a shuffled tree that goes through shared memory

/// The accesses of shared memory that a warp makes for the n-th time, by their line.
struct Made {
    const model::WarpAccess *load = nullptr, *store = nullptr;
};
using ByLine = std::map<std::uint32_t, Made>;

std::map<std::pair<std::uint32_t, std::uint32_t>, ByLine> byStepAndWarp(const Observation& seen) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, model::Direction>, std::uint32_t> times;
    std::map<std::pair<std::uint32_t, std::uint32_t>, ByLine> all;
    for (const model::WarpAccess& access : seen.blockTrace) {
        if (access.space != model::Space::Shared) continue;
        const std::uint32_t line = seen.site(access.site).line;
        const model::Direction direction = model::directionOf(access.operation);
        const std::uint32_t step = times[{access.warp, line, direction}]++;
        Made& made = all[{step, access.warp}][line];
        (direction == model::Direction::Load ? made.load : made.store) = &access;
    }
    return all;
}

} // namespace

std::vector<TreeStep> sharedAdditions(const Frame& frame, const LaunchResult& launch) {
    std::vector<TreeStep> steps;
    if (!launch.observation) return steps;
    for (const auto& [when, lines] : byStepAndWarp(*launch.observation)) {
        // The sum's line loads and stores; what is added to it was loaded by the same lanes in another line.
        const auto sum = std::ranges::find_if(
            lines, [](const auto& line) { return line.second.load && line.second.store; });
        if (sum == lines.end()) continue;
        const model::WarpAccess& store = *sum->second.store;
        const auto other = std::ranges::find_if(lines, [&](const auto& line) {
            return line.first != sum->first && line.second.load && !line.second.store &&
                   line.second.load->activeMask == store.activeMask;
        });
        if (other == lines.end()) continue;
        if (steps.size() <= when.first) steps.resize(when.first + 1);
        TreeStep& step = steps[when.first];
        forEachLane(store.activeMask, [&](int lane) {
            const auto i = static_cast<std::size_t>(lane);
            step.additions.push_back({static_cast<std::uint32_t>(other->second.load->address[i] / kWord),
                                      static_cast<std::uint32_t>(store.address[i] / kWord), when.second,
                                      lane});
        });
        step.lanes += static_cast<std::uint64_t>(std::popcount(store.activeMask));
        step.warpLanes +=
            std::min<std::uint64_t>(model::kWarpSize, launch.block.count() - when.second * model::kWarpSize);
        for (const model::WarpAccess* access : {sum->second.load, sum->second.store, other->second.load}) {
            const model::Counts counts = model::count(*access, frame.architecture, frame.rules);
            step.wavefronts += counts.wavefronts;
            step.idealWavefronts += counts.idealWavefronts;
        }
    }
    return steps;
}

std::vector<TreeStep> shuffleAdditions(std::uint32_t threads) {
    constexpr std::uint32_t kLanes = model::kWarpSize;
    const std::uint32_t warps = threads / kLanes;
    std::vector<TreeStep> steps;
    const auto shuffle = [&](std::uint32_t inWarps, std::uint32_t distance) {
        TreeStep step;
        step.label = fmt::format("shfl {}", distance);
        step.others = "get a sum that nobody uses";
        for (std::uint32_t warp = 0; warp < inWarps; ++warp)
            for (std::uint32_t lane = 0; lane < distance; ++lane)
                step.additions.push_back(
                    {warp * kLanes + lane + distance, warp * kLanes + lane, warp, static_cast<int>(lane)});
        step.lanes = std::uint64_t{inWarps} * distance;
        step.warpLanes = std::uint64_t{inWarps} * kLanes;
        steps.push_back(std::move(step));
    };
    for (std::uint32_t distance = kLanes / 2; distance > 0; distance /= 2) shuffle(warps, distance);
    TreeStep hop;
    hop.label = kHop;
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        hop.additions.push_back({warp * kLanes, warp, warp, 0});
    hop.lanes = warps;
    hop.warpLanes = threads;
    steps.push_back(std::move(hop));
    for (std::uint32_t distance = warps / 2; distance > 0; distance /= 2) shuffle(1, distance);
    return steps;
}

std::string numbersOf(std::uint32_t block, std::uint32_t threads, std::uint32_t all) {
    const std::uint64_t before = std::uint64_t{block} * threads,
                        numbers =
                            std::min<std::uint64_t>(threads, all - std::min<std::uint64_t>(before, all));
    const std::string text = plural(numbers, "number");
    return numbers == threads ? text : fmt::format("{} and {}", text, plural(threads - numbers, "zero"));
}

void drawTree(Canvas& canvas, const Frame& frame, const Rect& rect, const TreeView& view) {
    if (view.steps.empty() || view.elements == 0 || rect.width < 80 || rect.height < 60) return;
    const render::Theme& theme = canvas.theme();
    float labels = 0;
    for (const TreeStep& step : view.steps)
        labels = std::max(labels, canvas.measure(step.label, {kSmall, theme.dim, Font::Mono}).x + 8);
    const Rect plot = rect.rightOf(labels);
    const float each = plot.width / static_cast<float>(view.elements),
                high = (plot.height - 12) / static_cast<float>(view.steps.size());
    const auto place = [&](std::uint32_t element, std::size_t row) {
        return glm::vec2(plot.x + each * (static_cast<float>(element) + 0.5F),
                         plot.y + 6 + high * static_cast<float>(row));
    };
    // Where rows are lower than a line of text, only so many of them have their label.
    const int every = std::max(static_cast<int>(std::ceil(kLine / high)), 1);
    const auto labelled = [&](std::size_t row) {
        const int at = static_cast<int>(row);
        return at == view.chosen ||
               (at % every == 0 && (view.chosen < 0 || std::abs(at - view.chosen) >= every));
    };
    const float dot = std::clamp(each * 0.38F, 0.6F, 4.F);
    std::set<std::uint32_t> alive;
    for (std::uint32_t i = 0; i < view.elements; ++i) alive.insert(i);
    for (std::size_t row = 0; row <= view.steps.size(); ++row) {
        for (const std::uint32_t element : alive)
            canvas.circle(place(element, row), dot, {row == view.steps.size() ? theme.good : theme.dim});
        if (row == view.steps.size()) break;
        const TreeStep& step = view.steps[row];
        const bool chosen = view.chosen == static_cast<int>(row);
        const Rect band{rect.x, place(0, row).y, rect.width, high};
        if (chosen) canvas.rectangle(band, {theme.accent.faded(0.12F), 3});
        std::set<std::uint32_t> next;
        for (const Addition& add : step.additions) {
            next.insert(add.to);
            const bool mine = chosen && add.warp == view.warp;
            const bool lit = frame.brush.lane < 0 || !mine || frame.brush.lane == add.lane;
            const Color color =
                mine ? laneFill(theme, add.lane, lit) : theme.text.faded(chosen ? 0.55F : 0.22F);
            const float width = mine ? std::clamp(each * 0.5F, 1.2F, 2.2F) : 1;
            canvas.line(place(add.from, row), place(add.to, row + 1), width, color);
            if (alive.contains(add.to)) canvas.line(place(add.to, row), place(add.to, row + 1), width, color);
        }
        if (labelled(row))
            canvas.text({rect.x, band.center().y}, step.label,
                        {kSmall, chosen ? theme.text : theme.dim, Font::Mono, Align::Start, Align::Center});
        canvas.pick(band, {PickKind::Point, view.firstPick + static_cast<std::int64_t>(row)});
        if (chosen)
            for (const Addition& add : step.additions)
                if (add.warp == view.warp)
                    canvas.pick(place(add.to, row + 1), std::max(dot, 3.F),
                                pickOfLane(view, add.lane, add.to * kWord));
        alive = std::move(next);
    }
}

void drawTreeBars(Canvas& canvas, const Rect& rect, const TreeView& view) {
    BarsView lanes, wavefronts;
    lanes.title = "Lanes that add";
    if (!view.steps.empty()) lanes.caption = "dim: the others " + view.steps.front().others;
    wavefronts.title = "Wavefronts of the block";
    wavefronts.caption = "dim: bank conflicts";
    lanes.chosen = wavefronts.chosen = view.chosen;
    lanes.firstPick = wavefronts.firstPick = view.firstPick;
    bool shared = false;
    for (const TreeStep& step : view.steps) {
        const std::string label = step.label.substr(step.label.find_last_of(' ') + 1);
        const auto bar = [&](std::uint64_t all, std::uint64_t part) {
            return Bar{static_cast<double>(all), static_cast<double>(part), label,
                       part < all ? Tone::Warn : Tone::Good};
        };
        lanes.bars.push_back(bar(step.warpLanes, step.lanes));
        wavefronts.bars.push_back(bar(step.wavefronts, step.idealWavefronts));
        shared = shared || step.wavefronts > 0;
    }
    constexpr float kGap = 14;
    const float half = (rect.width - kGap) / 2;
    drawBars(canvas, shared ? rect.left(half) : rect, lanes);
    if (shared) drawBars(canvas, rect.rightOf(half + kGap), wavefronts);
}

Reading readStep(const TreeStep& step) {
    Reading reading{Tone::Good,
                    "Every lane adds",
                    "Warps without an addition are done: no lane waits.",
                    static_cast<double>(step.lanes),
                    static_cast<double>(step.warpLanes),
                    plural(step.lanes, "lane") + " add",
                    fmt::format("{} taken", step.warpLanes)};
    if (step.lanes == step.warpLanes) return reading;
    reading.tone = Tone::Warn;
    reading.headline = fmt::format("{} of {} lanes add", step.lanes, step.warpLanes);
    reading.sentence = fmt::format("The others {}.", step.others);
    return reading;
}

std::string describeStep(const TreeStep& step) {
    std::string text = fmt::format("{}: {} of {} lanes add", step.label, step.lanes, step.warpLanes);
    if (step.wavefronts > 0)
        text += fmt::format(", {} wavefronts, {} without conflict", step.wavefronts, step.idealWavefronts);
    return text;
}

std::string describeShuffle(const TreeStep& step, std::uint32_t warp, int lane) {
    const auto add = std::ranges::find_if(
        step.additions, [&](const Addition& a) { return a.warp == warp && a.lane == lane; });
    if (add == step.additions.end()) return fmt::format("lane {}: nobody uses its sum", lane);
    if (step.label == kHop) return fmt::format("lane {} writes its warp's sum to shared memory", lane);
    return fmt::format("lane {} adds the sum of lane {} to its own", lane, add->from % model::kWarpSize);
}

render::Pick pickOfLane(const TreeView& view, int lane, std::uint64_t address) {
    if (view.steps[static_cast<std::size_t>(view.chosen)].wavefronts > 0)
        return {PickKind::Lane, lane, lane, -1, address};
    return {PickKind::Point, view.firstPick + view.chosen, lane};
}

} // namespace lanescope::lab_reduction
