// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/hierarchy/words.h"

#include "kit/counted.h"
#include "kit/words/advice.h"
#include "kit/words/patterns.h"
#include "model/capability.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace lanescope::lab_hierarchy {

using namespace kit;

std::string whyNoLaunch(const Threads& threads, const model::BlockResources& block,
                        const model::Architecture& architecture) {
    std::string why = whyNoBlock(block, architecture);
    // CUDA C Programming Guide 4.2, appendix F: maximum dimensionality of a grid
    if (architecture.cc.major == 1 && threads.grid.z > 1)
        why += tr("{}a grid there has two dimensions, this one is {}", why.empty() ? "" : tr(", and "),
                  sides(threads.grid));
    return why;
}

std::vector<Fact> threadFacts(const Threads& threads, const model::BlockResources& block,
                              const model::Architecture& architecture) {
    std::vector<Fact> facts;
    const std::string why = whyNoLaunch(threads, block, architecture);
    if (!why.empty())
        facts.push_back(
            {tr("Beyond the hardware"), tr("No GPU of CC {} runs this: {}. The counts follow its rules "
                                           "all the same.",
                                           architecture.cc.text(), why)});
    addFacts(facts, factsFrom(launchRows(threads)));
    const Started started(threads);
    facts.push_back(
        {tr("idle lanes"),
         tr("{} of {}, {}", grouped(started.lanes - started.elements), grouped(started.lanes),
            percent(1 - static_cast<double>(started.elements) / static_cast<double>(started.lanes)))});
    facts.push_back({tr("occupancy"), occupancyText(block, architecture)});
    return facts;
}

std::vector<Suggestion> blocksFor(const Frame& frame, const ShownAccess& shown, const ThreadsView& view) {
    const model::Dim3 block = view.threads.block;
    const model::Dim3 thread =
        elementOf(*shown.launch, *shown.access, std::countr_zero(shown.access->activeMask));
    model::WarpAccess other = *shown.access;
    ShownAccess made = shown;
    made.access = &other; // of which only the counts are asked, for each shape
    made.view.reset();
    const Advice advice(frame, made);
    std::vector<Suggestion> all;
    std::vector<model::Dim3> shapes{{32, 8, 1}, {16, 16, 1}, {8, 32, 1}, {1, 256, 1}};
    if (std::ranges::find(shapes, block) == shapes.end()) shapes.insert(shapes.begin(), block);
    for (const model::Dim3 shape : shapes) {
        const auto address = [&](std::uint64_t lane) {
            return elementAddress(view, shape, thread, static_cast<int>(lane));
        };
        other.activeMask = 0;
        for (unsigned i = 0; i < model::kWarpSize; ++i) other.activeMask |= address(i) ? 1U << i : 0;
        const auto reached = [&](std::uint64_t lane) { return address(lane).value_or(0); };
        all.push_back(
            {.sets = {{"block-x", std::to_string(shape.x)}, {"block-y", std::to_string(shape.y)}},
             .outcome = advice.outcome(reached),
             .now = shape == block,
             .noBetter = shape != block && advice.counts(reached).efficiency() <= shown.counts.efficiency()});
    }
    all.push_back({.outcome = tr("Each is the warp that has element {}.", view.elementOf(thread))});
    return all;
}

Reading readThreads(const Threads& threads, const std::string& whyNot, double efficiency) {
    const Started started(threads);
    const std::uint64_t beyond = started.beyondEdge();
    const std::uint64_t missing = started.withoutThread();
    const std::string launch =
        tr("{0} of {1}", counted(threads.grid.count(), "block"), counted(threads.block.count(), "thread"));
    Reading reading;
    reading.needed = static_cast<double>(started.elements);
    reading.taken = static_cast<double>(started.lanes);
    reading.neededText = counted(started.elements, "element");
    reading.takenText = counted(started.lanes, "lane");
    if (!whyNot.empty()) {
        reading.tone = Tone::Bad;
        reading.headline = tr("Cannot be launched");
        reading.sentence = tr("{}: {}. Picture and counts follow the rules all the same.", launch, whyNot);
        return reading;
    }
    if (beyond == 0 && missing == 0) {
        reading.tone = Tone::Good;
        reading.headline = tr("Every lane has an element");
        reading.sentence = tr("{}: the blocks end where the elements do, and are whole warps.", launch);
        constexpr double kWasteful = 0.5;
        if (efficiency <= kWasteful) {
            reading.tone = Tone::Warn;
            reading.headline = tr("Only {} of the moved bytes are used", percent(efficiency));
            reading.sentence = tr("{}: every lane has an element, but those of a warp lie apart.", launch);
            reading.needed = efficiency;
            reading.taken = 1;
            reading.neededText = tr("{} used", percent(efficiency));
            reading.takenText = tr("all that is moved");
        }
        return reading;
    }
    reading.tone = Tone::Warn;
    reading.headline = tr("{} of the lanes idle", percent(1 - reading.needed / reading.taken));
    const std::string outside = counted(beyond, "thread"), idle = counted(missing, "lane");
    reading.sentence =
        beyond && missing
            ? tr("{}: {} beyond the edge, {} without a thread, since warps are whole.", launch, outside, idle)
        : beyond ? tr("{}: {} beyond the edge.", launch, outside)
                 : tr("{}: {} without a thread, since warps are whole.", launch, idle);
    return reading;
}

std::vector<Row> launchRows(const Threads& threads) {
    const Started started(threads);
    return {{tr("grid"), sides(threads.grid), "", "",
             tr("blocks: the elements divided by the block's threads, rounded up, in each dimension")},
            {tr("block"), sides(threads.block), "", "", tr("threads in x, y and z")},
            {tr("warps per block"), grouped(started.warps), "", "", tr("its threads / 32, rounded up")},
            {tr("threads in the last warp"), grouped(started.lastWarpThreads), "", "",
             tr("the other lanes have no thread, but take just as much time")},
            {tr("threads beyond the edge"), grouped(started.beyondEdge()), "", "",
             tr("the bounds check makes them return")}};
}

std::string threadName(const Threads& threads, model::Dim3 thread) {
    const model::Dim3 size = threads.block;
    const ThreadPlace place = placeOf(thread.x, thread.y, size, threads.grid, thread.z);
    return tr("block {}, warp {}, lane {}",
              coordinates({thread.x / size.x, thread.y / size.y, thread.z / size.z},
                          dimensionsOf(threads.grid, size)),
              place.warp, place.lane);
}

std::string colouredText(const ShownAccess& shown, bool interactive) {
    const model::Dim3 block = shown.launch->block;
    const auto [idle, missing] = idleLanes(*shown.access, block);
    std::string text = tr("In colour: warp {} of block {}.", shown.access->warp,
                          coordinates(shown.access->block, dimensionsOf(shown.launch->grid, block)));
    if (idle)
        text += std::popcount(idle) == 1
                    ? tr(" No element for {}: the bounds check makes it return.", lanesText(idle))
                    : tr(" No element for {}: the bounds check makes them return.", lanesText(idle));
    if (missing) text += tr(" No thread for {}: the block ends there.", lanesText(missing));
    if (interactive && !idle && !missing) text += tr(" Click an element to see which thread has it.");
    return text;
}

std::vector<Formula> threadFormulas(const ThreadsView& view, const ShownAccess& shown, int lane) {
    const model::Dim3 shape = view.threads.block;
    const model::Dim3 block = shown.access->block;
    const model::Dim3 at = model::threadIndex(shape, shown.access->warp, lane);
    const std::uint64_t number =
        std::uint64_t{shown.access->warp} * model::kWarpSize + static_cast<unsigned>(lane);
    const Threads& all = view.threads;
    int dimensions = 1;
    if (shape.y > 1 || all.height > 1) dimensions = 2;
    if (shape.z > 1 || all.depth > 1) dimensions = 3;
    const char* axes = dimensions == 1 ? ".x" : "";
    const auto text = [](std::uint64_t value) { return fmt::format("{}", value); };
    std::vector<Formula> steps{
        {tr("block"), std::string("blockIdx") + axes, "", coordinates(block, dimensions)}};
    if (at.z >= shape.z) {
        steps.push_back({tr("thread"), "", "", tr("none: the block has {}", shape.count()), Tone::Warn});
        return steps;
    }
    steps.push_back({tr("thread"), std::string("threadIdx") + axes, "", coordinates(at, dimensions)});
    if (dimensions == 1)
        steps.push_back({tr("number"), "threadIdx.x", "", text(number)});
    else if (dimensions == 2)
        steps.push_back({tr("number"), "threadIdx.y * blockDim.x + threadIdx.x",
                         fmt::format("{} * {} + {}", at.y, shape.x, at.x), text(number)});
    else {
        const std::uint32_t row = at.z * shape.y + at.y;
        steps.push_back({tr("row"), "threadIdx.z * blockDim.y + threadIdx.y",
                         fmt::format("{} * {} + {}", at.z, shape.y, at.y), text(row)});
        steps.push_back({tr("number"), "row * blockDim.x + threadIdx.x",
                         fmt::format("{} * {} + {}", row, shape.x, at.x), text(number)});
    }
    steps.push_back({tr("warp"), tr("number / 32"), fmt::format("{} / 32", number), text(number / 32)});
    steps.push_back({tr("lane"), tr("number % 32"), fmt::format("{} % 32", number), text(number % 32)});
    const model::Dim3 thread{block.x * shape.x + at.x, block.y * shape.y + at.y, block.z * shape.z + at.z};
    const auto axis = [&](const char* name, std::uint32_t first, std::uint32_t side, std::uint32_t inBlock,
                          std::uint64_t end) {
        steps.push_back({name, fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", name),
                         fmt::format("{} * {} + {}", first, side, inBlock),
                         fmt::format("{}{}", first * side + inBlock,
                                     first * side + inBlock < end ? "" : tr(" >= {}: returns", end)),
                         first * side + inBlock < end ? Tone::Plain : Tone::Warn});
    };
    axis("x", block.x, shape.x, at.x, all.width);
    if (dimensions > 1) axis("y", block.y, shape.y, at.y, all.height);
    if (dimensions > 2) axis("z", block.z, shape.z, at.z, all.depth);
    if (!view.hasElement(thread)) return steps;
    const auto element = [&](const char* rule, std::string numbers) {
        steps.push_back({tr("element"), rule, std::move(numbers), text(view.elementOf(thread)), Tone::Good});
    };
    if (dimensions == 1)
        element("x", "");
    else if (dimensions == 3)
        element("(z * height + y) * width + x",
                fmt::format("({} * {} + {}) * {} + {}", thread.z, all.height, thread.y, all.width, thread.x));
    else if (view.xDown)
        element("x * width + y", fmt::format("{} * {} + {}", thread.x, all.height, thread.y));
    else
        element("y * width + x", fmt::format("{} * {} + {}", thread.y, all.width, thread.x));
    return steps;
}

BarsView occupancyBars(const model::BlockResources& block, const model::Architecture& architecture) {
    BarsView view;
    view.title = tr("Warps a multiprocessor holds, by threads per block");
    view.caption =
        tr("{} and {} of shared memory per block; green: as many as it can hold, blue: fewer, red: none",
           block.registersPerThread ? tr("{} per thread", counted(block.registersPerThread, "register"))
                                    : tr("registers unknown"),
           byteSize(static_cast<double>(block.sharedBytes)));
    view.unit = tr("warps");
    view.full = architecture.maxThreadsPerMultiprocessor / static_cast<int>(model::kWarpSize);
    const std::uint64_t most = static_cast<std::uint64_t>(architecture.maxThreadsPerBlock);
    for (std::uint64_t threads = model::kWarpSize; threads <= most; threads += model::kWarpSize) {
        model::BlockResources other = block;
        other.threads = threads;
        const model::Occupancy held = model::occupancy(other, architecture);
        Tone tone = Tone::Plain;
        if (held.warps == held.maxWarps) tone = Tone::Good;
        if (held.warps == 0) tone = Tone::Bad;
        view.bars.push_back(
            {.value = static_cast<double>(held.warps), .label = fmt::format("{}", threads), .tone = tone});
        if (threads >= block.threads && view.chosen < 0) view.chosen = static_cast<int>(view.bars.size()) - 1;
    }
    return view;
}

std::string whyNoBlock(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Capability* capability = model::findCapability(architecture.cc);
    if (!capability || model::occupancy(block, architecture).blocks > 0) return {};
    const auto threads = static_cast<std::uint64_t>(capability->maxThreadsPerBlock);
    const auto registers = static_cast<std::uint64_t>(capability->maxRegistersPerThread);
    const auto shared = static_cast<std::uint64_t>(capability->sharedKiBPerBlock);
    if (block.threads > threads)
        return tr("a block has at most {} there, this one has {}", counted(threads, "thread"), block.threads);
    if (block.registersPerThread > registers)
        return tr("a thread has at most {} there, this one takes {}", counted(registers, "register"),
                  block.registersPerThread);
    if (block.sharedBytes > shared * 1024)
        return tr("a block has at most {} KiB of shared memory there, this one takes {}", shared,
                  byteSize(static_cast<double>(block.sharedBytes)));
    return tr("its threads take more than the {} registers that a block has there",
              grouped(static_cast<std::uint64_t>(capability->registersPerBlock)));
}

std::string occupancyText(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Occupancy held = model::occupancy(block, architecture);
    const auto limit = [&]() -> std::string {
        switch (held.limit) {
        case model::OccupancyLimit::Threads:
            return tr("There is no room for another block's threads.");
        case model::OccupancyLimit::Blocks:
            return tr("It holds no more than {}, whatever their size.",
                      counted(static_cast<std::uint64_t>(held.blocks), "block"));
        case model::OccupancyLimit::SharedMemory:
            return tr("Shared memory leaves no room for another.");
        case model::OccupancyLimit::Registers:
            return tr("Registers leave no room for another.");
        case model::OccupancyLimit::CannotLaunch:
            break;
        }
        return {};
    };
    if (held.blocks == 0)
        return tr("No block of {} fits into a multiprocessor of {}: {}.", counted(block.threads, "thread"),
                  architecture.name, whyNoBlock(block, architecture));
    return tr("{} of {}: {} of {} warps. {}", counted(static_cast<std::uint64_t>(held.blocks), "block"),
              counted(block.threads, "thread"), held.warps, held.maxWarps, limit());
}

} // namespace lanescope::lab_hierarchy
