// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/thread_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lanescope::kit {

namespace {

/// What a launch starts, and what of it has something to do.
struct Started {
    explicit Started(const Threads& all)
        : elements(all.width * all.height * all.depth), threads(all.grid.count() * all.block.count()),
          warps((all.block.count() + model::kWarpSize - 1) / model::kWarpSize),
          lanes(all.grid.count() * warps * model::kWarpSize) {}
    std::uint64_t elements, threads;
    std::uint64_t warps; ///< of a block
    std::uint64_t lanes; ///< of all warps, those without a thread too
};

} // namespace

Reading readThreads(const Threads& threads) {
    const Started started(threads);
    const std::uint64_t beyond = started.threads - started.elements,
                        missing = started.lanes - started.threads;
    const std::string launch = fmt::format("{} of {}", plural(threads.grid.count(), "block"),
                                           plural(threads.block.count(), "thread"));
    Reading reading;
    reading.needed = static_cast<double>(started.elements);
    reading.taken = static_cast<double>(started.lanes);
    reading.neededText = plural(started.elements, "element");
    reading.takenText = plural(started.lanes, "lane");
    if (beyond == 0 && missing == 0) {
        reading.tone = Tone::Good;
        reading.headline = "Every lane has an element";
        reading.sentence = launch + ": the blocks end where the elements do, and are whole warps.";
        return reading;
    }
    reading.tone = Tone::Warn;
    reading.headline = percent(1 - reading.needed / reading.taken) + " of the lanes idle";
    reading.sentence = launch + ":";
    if (beyond) reading.sentence += fmt::format(" {} beyond the edge", plural(beyond, "thread"));
    if (beyond && missing) reading.sentence += ",";
    if (missing)
        reading.sentence +=
            fmt::format(" {} without a thread, since warps are whole", plural(missing, "lane"));
    reading.sentence += ".";
    return reading;
}

std::vector<Row> launchRows(const Threads& threads) {
    const Started started(threads);
    return {{"grid", sides(threads.grid), "", "",
             "blocks: the elements divided by the block's threads, rounded up, in each dimension"},
            {"block", sides(threads.block), "", "", "threads in x, y and z"},
            {"warps a block", grouped(started.warps), "", "", "its threads / 32, rounded up"},
            {"threads of its last warp", grouped((threads.block.count() + 31) % 32 + 1), "", "",
             "the other lanes have no thread, and take their time all the same"},
            {"threads beyond the edge", grouped(started.threads - started.elements), "", "",
             "the bounds check sends them home"}};
}

std::string colouredText(const ShownAccess& shown) {
    const model::Dim3 block = shown.launch->block;
    const std::uint64_t before = std::uint64_t{shown.access->warp} * model::kWarpSize;
    const std::uint64_t threads = std::min<std::uint64_t>(block.count() - before, model::kWarpSize);
    const std::uint32_t missing = threads < model::kWarpSize ? ~0U << threads : 0;
    const std::uint32_t idle = ~shown.access->activeMask & ~missing;
    const auto lanes = [](std::uint32_t which) {
        return fmt::format("lane{} {}", std::popcount(which) == 1 ? "" : "s", laneList(which));
    };
    std::string text = fmt::format("In colour: warp {} of block {}.", shown.access->warp,
                                   coordinates(shown.access->block, dimensionsOf(shown.launch->grid, block)));
    if (idle)
        text += fmt::format(" No element for {}: the bounds check sends {} home.", lanes(idle),
                            std::popcount(idle) == 1 ? "it" : "them");
    if (missing) text += fmt::format(" No thread for {}: the block ends there.", lanes(missing));
    if (!idle && !missing) text += " Click an element to see which thread has it.";
    return text;
}

std::string sides(model::Dim3 shape) {
    std::string text = fmt::format("{}", shape.x);
    if (shape.y > 1 || shape.z > 1) text += fmt::format(" x {}", shape.y);
    if (shape.z > 1) text += fmt::format(" x {}", shape.z);
    return text;
}

} // namespace lanescope::kit
