// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/advice.h"
#include "labs/hierarchy/thread_view.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace lanescope::lab_hierarchy {

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

/// The address of a lane's element of 4 bytes in the warp that has `thread`, counted over the whole grid,
/// were blocks of that shape; nothing where the lane has no element.
std::optional<std::uint64_t> addressIn(const ThreadsView& view, model::Dim3 block, model::Dim3 thread,
                                       int lane) {
    const auto number = (thread.z % block.z * block.y + thread.y % block.y) * block.x + thread.x % block.x;
    const model::Dim3 in = threadIndex(block, number / model::kWarpSize, lane);
    const model::Dim3 at{thread.x / block.x * block.x + in.x, thread.y / block.y * block.y + in.y,
                         thread.z / block.z * block.z + in.z};
    if (in.z >= block.z || !view.hasElement(at)) return std::nullopt;
    return view.elementOf(at) * 4;
}

} // namespace

std::string whyNoLaunch(const Threads& threads, const model::BlockResources& block,
                        const model::Architecture& architecture) {
    std::string why = whyNoBlock(block, architecture);
    // CUDA C Programming Guide 4.2, appendix F: maximum dimensionality of a grid
    if (architecture.cc.major == 1 && threads.grid.z > 1)
        why += fmt::format("{}a grid there has two dimensions, this one is {}", why.empty() ? "" : ", and ",
                           sides(threads.grid));
    return why;
}

std::vector<Fact> threadFacts(const Threads& threads, const model::BlockResources& block,
                              const model::Architecture& architecture) {
    std::vector<Fact> facts;
    const std::string why = whyNoLaunch(threads, block, architecture);
    if (!why.empty())
        facts.push_back(
            {"Beyond the hardware", fmt::format("No GPU of CC {} runs this: {}. The counts follow its rules "
                                                "all the same.",
                                                architecture.cc.text(), why)});
    for (const Row& row : launchRows(threads)) facts.push_back({row.label, row.model, row.tip});
    const Started started(threads);
    facts.push_back({"idle lanes", fmt::format("{} of {}, {}", grouped(started.lanes - started.elements),
                                               grouped(started.lanes),
                                               percent(1 - static_cast<double>(started.elements) /
                                                               static_cast<double>(started.lanes)))});
    facts.push_back({"occupancy", occupancyText(block, architecture)});
    return facts;
}

std::string blockAdvice(const Frame& frame, const ShownAccess& shown, const ThreadsView& view) {
    const model::Dim3 block = view.threads.block,
                      thread =
                          elementOf(*shown.launch, *shown.access, std::countr_zero(shown.access->activeMask));
    model::WarpAccess other = *shown.access;
    ShownAccess made = shown;
    made.access = &other;
    Advice advice(frame, made);
    std::vector<model::Dim3> shapes{{32, 8, 1}, {16, 16, 1}, {8, 32, 1}, {1, 256, 1}};
    if (std::ranges::find(shapes, block) == shapes.end()) shapes.insert(shapes.begin(), block);
    for (const model::Dim3 shape : shapes) {
        const auto address = [&](std::uint64_t lane) {
            return addressIn(view, shape, thread, static_cast<int>(lane));
        };
        other.activeMask = 0;
        for (unsigned i = 0; i < model::kWarpSize; ++i) other.activeMask |= address(i) ? 1U << i : 0;
        advice.line(fmt::format("a block of {}{}", sides(shape), shape == block ? " (now)" : ""),
                    [&](std::uint64_t lane) { return address(lane).value_or(0); });
    }
    advice.sentence(fmt::format("That is the warp that has element {}.", view.elementOf(thread)));
    return advice.text();
}

Reading readThreads(const Threads& threads, const std::string& whyNot) {
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
    if (!whyNot.empty()) {
        reading.tone = Tone::Bad;
        reading.headline = "Cannot be launched";
        reading.sentence = launch + ": " + whyNot + ". Picture and counts follow the rules all the same.";
        return reading;
    }
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

std::string ThreadsView::nameOf(model::Dim3 thread) const {
    const model::Dim3 size = threads.block;
    const ThreadPlace place = placeOf(thread);
    return fmt::format("block {}, warp {}, lane {}",
                       coordinates({thread.x / size.x, thread.y / size.y, thread.z / size.z},
                                   dimensionsOf(threads.grid, size)),
                       place.warp, place.lane);
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

} // namespace lanescope::lab_hierarchy
