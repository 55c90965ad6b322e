// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/vertices.h"
#include "kit/result_objects.h"
#include "kit/short_text.h"
#include "kit/words/advice.h"
#include "kit/words/readings.h"
#include "labs/wave/model.h"
#include "labs/wave/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_wave {

using namespace kit;

const WordsFor<Layout> kLayouts{
    {Layout::Float4, "float4"}, {Layout::Float3, "float3"}, {Layout::Arrays, "soa"}};

/// A mesh of vertices that a kernel moves, in three layouts of memory.
class Wave final : public Lab, public HasSweep, public Clickable, public Shrinkable {
public:
    Integer width{this, "width", 256, 1, 4096, "vertices in x", Integer::Scale::PowerOfTwo};
    Integer height{this, "height", 256, 1, 4096, "vertices in z", Integer::Scale::PowerOfTwo};
    Real frequency{this, "frequency", 4, 0, 64, "radians from the middle of the mesh to its edge"};
    ChoiceOf<Layout> layout{this, "layout", Layout::Float4, kLayouts,
                            "float4: x y z w per vertex; float3: x y z; soa: all x, then all y, then all z"};
    Choice block{this, "block", "32x8", blockShapes(),
                 "threads in a block; the shape decides which vertices a warp writes"};
    Toggle animate{this, "animate", true, "time advances, and the kernel runs in every frame"};
    WarpFocus warp{this, 163, 5, [this] { return threadsOver(width, height, shapeOf(block)); }};

    void record(Recorder& recorder) const override {
        const std::uint32_t w = mesh().width;
        const std::uint32_t h = mesh().height;
        const Buffer positions =
            recorder.resultBuffer("positions", mesh().bytes(chosen()), mesh().verticesIn(chosen()));
        const model::Dim3 threads = shapeOf(block);
        const model::Dim3 grid = gridOver(width, height, threads);
        const OnlyResults time{animate ? static_cast<float>(recorder.time()) : 0.0F};
        const float f = frequency;
        recorder.options().focus = warp.focus();
        if (layout.is("float4"))
            recorder.launch("wave.createVertices", grid, threads, 0, positions, time, f, w, h);
        else if (layout.is("float3"))
            recorder.launch("wave.createVertices3", grid, threads, 0, positions, time, f, w, h);
        else
            recorder.launch("wave.createVerticesSoA", grid, threads, 0, positions,
                            positions.at(mesh().addressOf(chosen(), 0, 0, 1)),
                            positions.at(mesh().addressOf(chosen(), 0, 0, 2)), time, f, w, h);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        drawMesh(frame, canvas, shown ? &*shown : nullptr);
        if (!shown)
            return drawNothing(canvas, frame.right,
                               tr("This warp has no vertex to write. Choose another warp or block."));
        canvas.still([&] { return drawStores(frame, canvas, *shown); });
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return panel.note(tr("The chosen warp has no vertex to write."));
        panel.reading(readMoved(frame, *shown));
        panel.accessTable(*shown);
        panel.suggestions(tr("Try another layout"),
                          kit::layoutSuggestions(frame.architecture, countsOf(frame, *shown, mesh()),
                                                 static_cast<std::size_t>(chosen()), layout.choices()));
        panel.runTable();
        panel.source(*shown->launch);
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "layout",
            .first = "float4",
            .last = "soa",
            .metric = "sectors",
            .title = tr("sectors moved, by layout"),
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Vertex || pick.id < 0) return warp.picked(pick);
        const auto w = static_cast<std::int64_t>(width.value());
        const ThreadPlace place =
            placeOf(static_cast<std::uint32_t>(pick.id % w), static_cast<std::uint32_t>(pick.id / w),
                    shapeOf(block), gridOver(width, height, shapeOf(block)));
        warp.choose(place);
        return true;
    }
    std::string shrinkTo(std::size_t bytes) override {
        const int side = sideWithin(bytes, chosen());
        width.assign(std::min(width.value(), side));
        height.assign(std::min(height.value(), side));
        return fmt::format("width={}, height={}", width.value(), height.value());
    }

private:
    Layout chosen() const { return layout.chosen(); }
    Mesh mesh() const {
        return {
            .width = static_cast<std::uint32_t>(width.value()),
            .height = static_cast<std::uint32_t>(height.value()),
        };
    }

    render::Rect drawStores(const Frame& frame, render::Canvas& canvas, const ShownAccess& shown) const {
        const Heading heading{tr("Where its stores land"), patternText(*shown.access), sourceText(shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, &shown);
        const bool wasteful = shown.counts.efficiency() < 0.99;
        rest = drawConclusion(canvas, rest,
                              conclusionText(frame.architecture, countsOf(frame, shown, mesh()), chosen()),
                              wasteful ? canvas.theme().warn : canvas.theme().good);
        drawSectorsAndWarps(canvas, frame, rest, shown);
        return {};
    }

    void drawMesh(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        const ResultObject* object = frame.result.object("positions");
        if (!object || !bufferOf(*object) || frame.left.width < 40) return;
        const render::Rect rest = drawResultHeading(
            canvas, frame, *object, shown, tr("The kernel writes the vertex buffer, OpenGL draws it"),
            ShortText(translatable("{} x {} vertices"), width.value(), height.value()),
            tr("Drag to turn, click to choose."));
        drawMeshResult(canvas, frame, rest, gridOf(*object), shown, [&](std::uint32_t x, std::uint32_t y) {
            const auto seconds = animate ? static_cast<float>(frame.result.time) : 0;
            const auto place = mesh().place(x, y, frequency, seconds);
            return glm::vec3{place[0], place[1], place[2]};
        });
    }
};

const Registered<Wave> kWave{{
    .name = "wave",
    .chapter = "See the kernel draw",
    .summary =
        "A kernel moves the vertices of a mesh that OpenGL draws; their layout decides what a store moves.",
    .title = "Waves on a mesh",
    .place = 10,
    .move = "mesh size, block shape, vertex layout",
    .see = "a mesh that a kernel moves in an OpenGL vertex buffer, and what the layout costs each store",
    .terms = "vertex, OpenGL, interop, vertices",
}};

} // namespace lanescope::lab_wave
