// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/bars.h"
#include "kit/charts/formulas.h"
#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/hierarchy/idle_warp.h"
#include "labs/hierarchy/model.h"
#include "labs/hierarchy/picture.h"
#include "labs/hierarchy/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_hierarchy {

using namespace kit;

const std::vector<std::string> kKernels{"vector", "matrix", "matrix-by-column", "volume"};

/// One thread an element: how grid, block, warp and lane number the threads.
class Hierarchy final : public Lab,
                        public HasSweep,
                        public Clickable,
                        public Shrinkable,
                        public HasFacts,
                        public HasIdleParameters {
public:
    Choice kernel{this, "kernel", "matrix", kKernels,
                  "what to add; in matrix-by-column, x is the row, as in C[x][y]"};
    Integer width{this, "width", 28, 1, 4096, "row length; for the vector, its total length"};
    Integer height{this, "height", 20, 1, 4096, "rows"};
    Integer depth{this, "depth", 3, 1, 256, "slices of the volume"};
    Integer blockX{this, "block-x", 16, 1, 1024, "threads of a block in x"};
    Integer blockY{this, "block-y", 16, 1, 1024, "threads of a block in y"};
    Integer blockZ{this, "block-z", 2, 1, 64, "threads of a block in z"};
    WarpFocus warp{this, 1, 2, [this] { return threads(); }};
    Integer lane{this, "focus-lane", 20, 0, 31, "thread of that warp; or click one"};
    Integer registers{this, "registers", 32, 10, 255, "registers per thread; counts for the occupancy"};
    Integer shared{this, "shared", 0, 0, 227, "KiB of shared memory per block; for the occupancy"};

    Hierarchy() {
        underMore({&registers, &shared});
        // which thread is looked at is what this lab is about
        for (Integer* each : {&warp.block, &warp.warp}) each->makeAdvanced(false);
        blockX.setMost(
            [this] { return model::threadsThatSomeTake() / static_cast<int>(block().y * block().z); });
        blockY.setMost(
            [this] { return model::threadsThatSomeTake() / static_cast<int>(block().x * block().z); });
        blockZ.setMost(
            [this] { return model::threadsThatSomeTake() / static_cast<int>(block().x * block().y); });
    }

    void record(Recorder& recorder) const override {
        const auto ramp = [&](std::string_view name, std::size_t period) {
            return recorder.buffer(
                name, elements() * 4,
                recording::elements<float>([](std::size_t i, std::size_t p) { return i % p; }, period));
        };
        const Buffer A = ramp("A", 1000);
        const Buffer B = ramp("B", 7);
        const Buffer C = recorder.buffer("C", elements() * 4);
        const int w = width;
        const int h = height;
        const int d = depth;
        const model::Dim3 grid = threads().grid;
        recorder.options().focus = warp.chosen();
        if (kernel.is("vector")) recorder.launch("hierarchy.addVectors", grid, block(), 0, A, B, C, w);
        if (kernel.is("matrix")) recorder.launch("hierarchy.addMatrices", grid, block(), 0, A, B, C, w, h);
        if (byColumn()) recorder.launch("hierarchy.addMatricesByColumn", grid, block(), 0, A, B, C, w, h);
        if (kernel.is("volume")) recorder.launch("hierarchy.addVolumes", grid, block(), 0, A, B, C, w, h, d);
        recorder.keep(C);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        model::WarpAccess none;
        const auto shown = shownOrIdle(frame, none);
        if (!shown) return drawNothing(canvas, frame.right, tr("The run recorded no access."));
        const auto last = static_cast<int>(block().count() - std::uint64_t{shown->access->warp} * 32) - 1;
        const int seen = frame.brush.lane >= 0 ? frame.brush.lane : std::min(lane.value(), last);
        const std::string launch = tr("{} of {} over {}", counted(threads().grid.count(), "block"),
                                      counted(sides(block()), block().count() == 1, "thread"),
                                      counted(size(), elements() == 1, "element"));
        render::Rect rest =
            drawHeading(canvas, frame.left, {tr("Which thread adds which element"), launch, ""});
        rest = drawConclusion(canvas, rest, colouredText(*shown, canvas.interactive()), canvas.theme().dim);
        drawThreads(canvas, frame, rest, view(seen), *shown);

        const Heading heading{tr("How a thread finds its element"),
                              tr("x counts fastest; 32 consecutive numbers form a warp"), sourceText(*shown)};
        rest = drawHeading(canvas, frame.right, heading, &*shown);
        rest = drawConclusion(canvas, rest, conclusion(frame, *shown), canvas.theme().text);
        rest = drawFormulas(canvas, rest, threadFormulas(view(), *shown, seen));
        const float rows = static_cast<float>(block().y * block().z);
        const float map = rest.height > 190 ? std::min(56 + 17 * rows, rest.height * 0.45F) : 0;
        drawWarpMap(canvas, frame, rest.top(map), *shown);
        rest = rest.belowTop(map > 0 ? map + 14 : 0);
        if (isIdle(*shown))
            return drawNothing(canvas, rest, tr("This warp accesses no memory: all its threads return."));
        drawSectors(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        model::WarpAccess none;
        const auto shown = shownOrIdle(frame, none);
        if (!shown) return;
        panel.reading(readThreads(threads(), whyNoLaunch(threads(), resources(), frame.architecture),
                                  isIdle(*shown) ? 1 : shown->counts.efficiency()));
        panel.table(tr("the launch"), launchRows(threads()));
        if (!isIdle(*shown)) panel.accessTable(*shown);
        panel.bars(occupancyBars(resources(), frame.architecture));
        panel.note(occupancyText(resources(), frame.architecture));
        if (kernel.is("vector"))
            panel.card(Tone::Good, tr("Try another block"),
                       tr("A multiple of 32 leaves no lane of a block's last warp without a thread."));
        else if (!isIdle(*shown))
            panel.suggestions(tr("Try another block"), blocksFor(frame, *shown, view()));
        panel.source(*shown->launch);
    }
    std::vector<Fact> facts(const RunResult&, const model::Architecture& architecture, bool) const override {
        return threadFacts(threads(), resources(), architecture);
    }
    std::optional<Sweep> sweep() const override {
        const int last = model::threadsThatAllTake() / static_cast<int>(block().y * block().z);
        return Sweep{
            .parameter = "block-x",
            .first = "1",
            .last = fmt::format("{}", std::clamp(last, std::min(blockX.value(), 64), 64)),
            .step = "1",
            .metric = "efficiency",
            .title = tr("useful share of the bytes moved, by threads of a block in x"),
        };
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const model::Dim3 at = view().threadOf(pick.id);
        const auto values = frame.result.values<float>("C");
        const std::uint64_t i = view().elementOf(at);
        return threadName(threads(), at) +
               (!view().hasElement(at) || i >= values.size()
                    ? tr(": beyond the edge, it returns at once")
                    : fmt::format(": C[{0}] = A[{0}] + B[{0}] = {1}", i, shortNumber(values[i])));
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind == render::PickKind::Lane) {
            lane.assign(pick.lane);
            return true;
        }
        if (pick.kind != render::PickKind::Point || pick.id < 0) return warp.picked(pick);
        const ThreadPlace place = view().placeOf(view().threadOf(pick.id));
        warp.choose(place);
        lane.assign(place.lane);
        return true;
    }
    std::string shrinkTo(std::size_t bytes) override {
        while (elements() * 12 > bytes - bytes / 16)
            halveLargest({&width, kernel.is("vector") ? &width : &height, volume() ? &depth : &width});
        return fmt::format("width={}, height={}, depth={}", width.value(), height.value(), depth.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if ((&parameter == &depth || &parameter == &blockZ) && !volume()) return tr("only kernel=volume");
        const bool y = &parameter == &height || &parameter == &blockY;
        return y && kernel.is("vector") ? tr("a vector has x only") : "";
    }

private:
    bool volume() const { return kernel.is("volume"); }
    bool byColumn() const { return kernel.is("matrix-by-column"); }
    std::uint64_t across() const { return static_cast<std::uint64_t>(width.value()); }
    std::uint64_t down() const {
        return kernel.is("vector") ? 1 : static_cast<std::uint64_t>(height.value());
    }
    std::uint64_t slices() const { return volume() ? static_cast<std::uint64_t>(depth.value()) : 1; }
    std::uint64_t elements() const { return across() * down() * slices(); }
    model::Dim3 block() const {
        return {static_cast<std::uint32_t>(blockX.value()),
                kernel.is("vector") ? 1 : static_cast<std::uint32_t>(blockY.value()),
                volume() ? static_cast<std::uint32_t>(blockZ.value()) : 1};
    }
    Threads threads() const {
        const std::uint64_t x = byColumn() ? down() : across();
        const std::uint64_t y = byColumn() ? across() : down();
        return {
            .grid = gridOver(static_cast<int>(x), static_cast<int>(y), block(), static_cast<int>(slices())),
            .block = block(),
            .width = x,
            .height = y,
            .depth = slices(),
        };
    }
    ThreadsView view(int seen = -1) const {
        return {.threads = threads(), .xDown = byColumn(), .lane = seen};
    }
    std::string size() const {
        return sides({static_cast<std::uint32_t>(across()), static_cast<std::uint32_t>(down()),
                      static_cast<std::uint32_t>(slices())});
    }
    model::BlockResources resources() const {
        return {
            .threads = block().count(),
            .sharedBytes = static_cast<std::uint64_t>(shared.value()) * 1024,
            .registersPerThread = static_cast<std::uint64_t>(registers.value()),
        };
    }

    std::string conclusion(const Frame& frame, const ShownAccess& shown) const {
        if (isIdle(shown))
            return tr("No thread of this warp has an element: all return before their first access.");
        const std::uint64_t here = unitsOf(shown.counts);
        const std::uint64_t best = (shown.counts.bytesRequested + 31) / 32;
        const std::string cost =
            tr("{} for {} bytes", counted(here, unitOf(frame.architecture)), shown.counts.bytesRequested);
        if (byColumn() && block().x > 1)
            return tr("x is the number of the row: lanes lie a row apart, {}.", cost);
        const bool isRow = affineOf(*shown.access).value_or(Affine{}).step == 4;
        if (here <= best)
            return cost + (isRow ? tr(": the warp's elements lie side by side.")
                                 : tr(": as few as these bytes take."));
        if (frame.architecture.globalRule == model::GlobalRule::HalfWarpInOrder)
            return cost + tr(": only 16 lanes in a row from a multiple of 64 bytes move together.");
        if (isRow) return cost + tr(": side by side, but beginning or ending inside one.");
        return cost + (model::hasSectors(frame.architecture)
                           ? tr(": the warp lies in several rows, and each is moved in whole sectors.")
                           : tr(": the warp lies in several rows, and each takes transactions of its own."));
    }
};

const Registered<Hierarchy> kHierarchy{{
    .name = "hierarchy",
    .chapter = "Threads",
    .summary = "Which thread adds which element: grid, block, warp and lane, bounds, and how many warps fit.",
    .title = "Grid, block, warp, lane",
    .place = 30,
    .move = "vector, matrix or volume; sizes, block shape, registers",
    .see = "which thread adds which element and how it finds it; warps cut across rows; idle lanes; how "
           "many warps fit",
    .terms = "thread, block, grid, index, occupancy",
}};

} // namespace lanescope::lab_hierarchy
