// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/advice.h"
#include "kit/words/readings.h"
#include "labs/layout/model.h"
#include "labs/layout/picture.h"
#include "labs/layout/words.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::lab_layout {

using namespace kit;

constexpr model::Dim3 kBlock{256, 1, 1};

const std::vector<std::string> kLayouts{"aos", "soa", "aosoa"};
const std::vector<std::string> kTiles{"4", "8", "16", "32", "64", "128"};

/// Particles whose structure lies in memory in three ways: the same picture, different traffic.
class Layout final : public Lab,
                     public HasSweep,
                     public Clickable,
                     public Shrinkable,
                     public HasIdleParameters {
public:
    Choice layout{
        this, "layout", "aos", kLayouts,
        "aos: array of structures; soa: structure of arrays; aosoa: tiles, in each all x, then all y ..."};
    Integer particles{this, "particles", 4096, 32, 1 << 20, "how many", Integer::Scale::PowerOfTwo};
    Integer fields{this, "fields", 8, 3, 16, "floats in the structure of a particle"};
    Choice access{
        this, "access", "position", {"position", "all"}, "fields that the kernel writes: x, y, z or all"};
    Choice tile{this, "tile", "32", kTiles, "particles in a tile"};
    Toggle animate{this, "animate", true, "time advances, and the kernel runs in every frame"};
    WarpFocus warp{this, 8, 2, [this] { return threadsOver(particles, 1, kBlock); },
                   "block to look at; or click a particle"};

    void record(Recorder& recorder) const override {
        const auto count = static_cast<unsigned>(now().count);
        const auto all = static_cast<unsigned>(now().fields);
        const auto touched = static_cast<unsigned>(written());
        const OnlyResults time{animate ? static_cast<float>(recorder.time()) : 0.0F};
        const Buffer buffer = recorder.resultBuffer("particles", now().elements() * 4, now().vertices());
        const model::Dim3 grid = gridOver(particles, 1, kBlock);
        recorder.options().focus = warp.focus();
        if (layout.is("aosoa"))
            return recorder.launch("layout.moveTiles", grid, kBlock, 0, buffer, count, all, touched, time,
                                   static_cast<unsigned>(now().tile));
        recorder.launch(layout.is("aos") ? "layout.moveStructures" : "layout.moveArrays", grid, kBlock, 0,
                        buffer, count, all, touched, time);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        if (!shown) return drawNothing(canvas, frame.right, tr("The run recorded no access."));
        drawParticles(canvas, frame, *shown, inOrder(*shown), animate ? frame.result.time : 0);
        canvas.still([&] {
            drawStores(canvas, frame, *shown, inOrder(*shown), countsOf(frame, *shown), kLayouts);
            return render::Rect{};
        });
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return;
        panel.reading(readMoved(frame, *shown));
        panel.accessTable(*shown);
        std::vector<Suggestion> layouts = kit::layoutSuggestions(
            frame.architecture, countsOf(frame, *shown), static_cast<std::size_t>(now().order), kLayouts);
        // What tiles take depends on their size.
        layouts.back().sets.emplace_back(tile.name(), tile.text());
        panel.suggestions(tr("Try another layout"), std::move(layouts));
        panel.runTable();
        panel.source(*shown->launch);
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "fields",
            .first = "3",
            .last = "16",
            .step = "1",
            .metric = "efficiency",
            .title = tr("share of the moved bytes that is used, by fields of the structure"),
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        std::vector<ExperimentSeries> all;
        for (const std::string& each : kLayouts)
            all.push_back(
                {each + tr(", by fields"), {{"layout", each}, {"particles", "1048576"}}, "fields=3:16"});
        return all;
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind == render::PickKind::Point && pick.id >= 0 && pick.id < 3) {
            layout.assign(static_cast<std::size_t>(pick.id));
            return true;
        }
        if (pick.kind != render::PickKind::Vertex || pick.id < 0) return warp.picked(pick);
        warp.choose(placeOf(static_cast<std::uint32_t>(pick.id), 0, kBlock, gridOver(particles, 1, kBlock)));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (pick.kind == render::PickKind::Vertex) return tr("particle {}", pick.id);
        const auto& shown = frame.shown;
        const auto each = static_cast<std::size_t>(pick.id);
        if (!shown) return {};
        if (each > 2) return inOrder(*shown).describe(pick);
        return movedText(in(each), countsOf(frame, *shown)[each]) + tr("; click to choose it");
    }
    std::string shrinkTo(std::size_t most) override {
        while (now().elements() * 4 > most - most / 16 && particles > 32) halveLargest({&particles});
        return fmt::format("particles={}", particles.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        return &parameter == &tile && !layout.is("aosoa") ? tr("only layout=aosoa") : "";
    }

private:
    /// The particles in one of the layouts.
    StructLayout in(std::size_t which) const {
        return {
            .order = static_cast<StructOrder>(which),
            .count = static_cast<std::uint64_t>(particles.value()),
            .fields = static_cast<std::uint64_t>(fields.value()),
            .tile = std::uint64_t{4} << tile.index(),
        };
    }
    StructLayout now() const { return in(layout.index()); }
    std::uint64_t written() const { return access.is("all") ? now().fields : 3; }

    StructView inOrder(const ShownAccess& shown) const {
        const std::uint64_t first = elementOf(*shown.launch, *shown.access, 0).x;
        return {
            .layout = now(),
            .first = first,
            .lanes = std::min<std::uint64_t>(now().count - first, model::kWarpSize),
            .written = written(),
            .firstPick = 3,
        };
    }
    /// What the stores of the shown warp come to by layout, from the addresses they would have.
    CountsByOrder countsOf(const Frame& frame, const ShownAccess& shown) const {
        const Placement* buffer = shown.launch->observation->placement("particles");
        const std::uint64_t first = elementOf(*shown.launch, *shown.access, 0).x;
        return warpStoresByOrder(now(), *shown.access, first, written(), buffer->address, frame.architecture,
                                 frame.rules);
    }
};

const Registered<Layout> kLayout{{
    .name = "layout",
    .chapter = "Global memory",
    .summary = "Particles as an array of structures, a structure of arrays and tiles: the same picture, "
               "different traffic.",
    .title = "Structures and arrays",
    .place = 60,
    .move = "structures, arrays or tiles; fields",
    .see = "particles drawn from the buffer: the same picture, eight times the traffic",
    .terms = "array of structures, AoS, SoA, particles",
}};

} // namespace lanescope::lab_layout
