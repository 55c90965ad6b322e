// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/bars.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/layout/model.h"
#include "labs/layout/picture.h"
#include "labs/layout/words.h"
#include "model/format.h"

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
        "aos: array of structures; soa: structure of arrays; aosoa: tiles, in each all x, all y ..."};
    Integer particles{this, "particles", 4096, 32, 1 << 20, "how many", Integer::Scale::PowerOfTwo};
    Integer fields{this, "fields", 8, 3, 16, "floats in the structure of a particle"};
    Choice access{
        this, "access", "position", {"position", "all"}, "fields that the kernel writes: x, y, z or all"};
    Choice tile{this, "tile", "32", kTiles, "particles in a tile"};
    Toggle animate{this, "animate", true, "time runs, and the kernel with it in every frame"};
    WarpFocus warp{this, 8, 2, [this] { return threadsOver(particles, 1, kBlock); }, "or click a particle"};

    void record(Recorder& recorder) const override {
        const auto count = static_cast<unsigned>(now().count);
        const auto all = static_cast<unsigned>(now().fields);
        const auto touched = static_cast<unsigned>(written());
        const OnlyResults time{animate ? static_cast<float>(recorder.time()) : 0.0F};
        const Buffer buffer = recorder.resultBuffer("particles", now().elements() * 4);
        const model::Dim3 grid = gridOver(particles, 1, kBlock);
        recorder.options().focus = warp.focus();
        if (layout.is("aosoa"))
            return recorder.launch("layout.moveTiles", grid, kBlock, 0, buffer, count, all, touched, time,
                                   static_cast<unsigned>(now().tile));
        recorder.launch(layout.is("aos") ? "layout.moveStructures" : "layout.moveArrays", grid, kBlock, 0,
                        buffer, count, all, touched, time);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return drawNothing(canvas, frame.right, "The run left no access to look at.");
        drawParticles(frame, canvas, *shown);
        const Heading heading{
            .title = fmt::format("One store into the {}", now().name()),
            .subtitle = fmt::format("field f of particle i: [{}]", now().rule()),
            .expression = sourceText(*shown),
        };
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        const model::Counts counts = countOf(frame, *shown, layout.index());
        const bool torn = counts.bytesTransferred > written() * leastBytes(*shown->access);
        const model::Counts arrays = countOf(frame, *shown, static_cast<std::size_t>(StructOrder::Arrays));
        rest = drawConclusion(canvas, rest, conclusionText(frame.architecture, counts, arrays, torn),
                              torn ? canvas.theme().warn : canvas.theme().good);
        const float bars = rest.height > 420 ? 150 : 0;
        const float map = rest.height > 240 ? rest.height * 0.42F - bars / 2 : 0;
        drawSectors(canvas, frame, rest.top(rest.height - map - bars), *shown);
        if (map > 0) {
            const render::Rect part = rest.belowTop(rest.height - map - bars);
            const std::string all = fmt::format("All {} of the warp", plural(ofWarp(*shown).size(), "store"));
            canvas.text({part.x, part.y}, all, {12.5F, canvas.theme().text, render::Font::Bold});
            drawMemoryMap(canvas, frame, part.top(map - 10).belowTop(20), *shown, ofWarp(*shown));
        }
        if (bars > 0) drawBars(canvas, rest.belowTop(rest.height - bars), comparison(frame, *shown));
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return;
        say(panel, readMoved(frame, *shown));
        panel.accessTable(*shown);
        std::string text;
        for (std::size_t each = 0; each < kLayouts.size(); ++each) {
            const model::Counts counts = countOf(frame, *shown, each);
            text += fmt::format("{}layout={}: {} in {}{}", each ? "\n" : "", kLayouts[each],
                                plural(unitsOf(counts), unitOf(frame.architecture)),
                                plural(counts.accesses, "store"), layout.index() == each ? " (now)" : "");
        }
        panel.card(Tone::Good, "Try another layout", text);
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
            .title = "share of the moved bytes that is used, by fields of the structure",
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        std::vector<ExperimentSeries> all;
        for (const std::string& each : kLayouts)
            all.push_back(
                {each + ", by fields", {{"layout", each}, {"particles", "1048576"}}, "fields=3:16"});
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
        if (pick.kind == render::PickKind::Vertex) return fmt::format("particle {}", pick.id);
        const auto shown = shownAccess(frame);
        const auto each = static_cast<std::size_t>(pick.id);
        if (!shown) return {};
        if (each > 2) return inOrder(*shown).describe(pick);
        const model::Counts counts = countOf(frame, *shown, each);
        return fmt::format("{}: the warp's {} move {} bytes for {}; click to choose it", in(each).name(),
                           plural(counts.accesses, "store"), grouped(counts.bytesTransferred),
                           grouped(counts.bytesRequested));
    }
    std::string shrinkTo(std::size_t most) override {
        while (now().elements() * 4 > most - most / 16 && particles > 32) halveLargest({&particles});
        return fmt::format("particles={}", particles.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        return &parameter == &tile && !layout.is("aosoa") ? "only layout=aosoa" : "";
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
    void drawParticles(const Frame& frame, render::Canvas& canvas, const ShownAccess& shown) const {
        const ResultObject* object = frame.result.object("particles");
        if (!object || !object->buffer || frame.left.width < 40) return;
        const render::Rect rest =
            drawResultHeading(canvas, frame, *object, &shown, "The same particles in every layout",
                              fmt::format("{} particles of {} floats", grouped(now().count), now().fields),
                              "Drag to turn, click to choose.");
        const render::Rect above = drawStructOrder(canvas, frame, rest, inOrder(shown));
        drawCloudResult(canvas, frame, above, cloudOf(now(), *object->buffer), &shown,
                        [&](std::uint32_t i) { return position(i, frame.result.time); });
    }
    /// Where on screen a particle lies.
    glm::vec3 position(std::uint32_t i, double time) const {
        const auto [x, y, z] = particlePlace(i, now().count, animate ? time : 0);
        return {x, y, z};
    }

    static std::span<const model::WarpAccess> ofWarp(const ShownAccess& shown) {
        return shown.launch->observation->trace;
    }
    /// What the stores of the shown warp come to in a layout, from the addresses they would have.
    model::Counts countOf(const Frame& frame, const ShownAccess& shown, std::size_t which) const {
        const Placement* buffer = frame.result.launches.front().observation->placement("particles");
        const std::uint64_t first = elementOf(*shown.launch, *shown.access, 0).x;
        return warpStores(in(which), *shown.access, first, written(), buffer->address, frame.architecture,
                          frame.rules);
    }
    BarsView comparison(const Frame& frame, const ShownAccess& shown) const {
        BarsView view{
            .title = "The warp's stores in each layout",
            .caption = "bytes moved; bright: wanted",
            .chosen = static_cast<int>(layout.index()),
            .across = true,
        };
        for (std::size_t each = 0; each < kLayouts.size(); ++each) {
            const model::Counts counts = countOf(frame, shown, each);
            view.bars.push_back({
                .value = static_cast<double>(counts.bytesTransferred),
                .part = static_cast<double>(counts.bytesRequested),
                .label = kLayouts[each],
                .tone = counts.efficiency() < 0.99 ? Tone::Warn : Tone::Good,
            });
        }
        return view;
    }
};

const Registered<Layout> kLayout{{
    .name = "layout",
    .chapter = "Global memory",
    .summary = "Particles as array of structures, structure of arrays and tiles: the same picture, different "
               "traffic.",
    .title = "Structures and arrays",
    .place = 60,
    .move = "structures, arrays or tiles; fields",
    .see = "particles drawn from the buffer: the same picture, eight times the traffic",
}};

} // namespace lanescope::lab_layout
