// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::lab_wave {

using namespace kit;

/// A mesh of vertices that a kernel moves, in three layouts of memory.
class Wave final : public Lab, public HasSweep, public Clickable, public Shrinkable {
public:
    Integer width{this, "width", 256, 1, 4096, "vertices in x", Integer::Scale::PowerOfTwo};
    Integer height{this, "height", 256, 1, 4096, "vertices in z", Integer::Scale::PowerOfTwo};
    Real frequency{this, "frequency", 4, 0, 64, "radians from the middle of the mesh to its edge"};
    Choice layout{this,
                  "layout",
                  "float4",
                  {"float4", "float3", "soa"},
                  "float4: x y z w a vertex; float3: x y z; soa: all x, then all y, then all z"};
    Choice block{this, "block", "32x8", blockShapes(),
                 "threads in a block; the shape decides which vertices a warp writes"};
    Toggle animate{this, "animate", true, "time runs, and the kernel with it in every frame"};
    WarpFocus warp{this, 163, 5, [this] { return threadsOver(width, height, shapeOf(block)); }};

    void record(Recorder& recorder) const override {
        const auto w = static_cast<unsigned>(width.value()), h = static_cast<unsigned>(height.value());
        const std::size_t vertices = std::size_t{w} * h;
        const Buffer positions = recorder.resultBuffer("positions", vertices * bytesPerVertex());
        const model::Dim3 threads = shapeOf(block), grid = gridOver(width, height, threads);
        const OnlyResults time{animate ? static_cast<float>(recorder.time()) : 0.0F};
        const float f = frequency;
        recorder.options().focus = warp.focus();
        if (layout.is("float4"))
            recorder.launch("wave.createVertices", grid, threads, 0, positions, time, f, w, h);
        else if (layout.is("float3"))
            recorder.launch("wave.createVertices3", grid, threads, 0, positions, time, f, w, h);
        else
            recorder.launch("wave.createVerticesSoA", grid, threads, 0, positions, positions.at(vertices * 4),
                            positions.at(vertices * 8), time, f, w, h);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        drawMesh(frame, canvas, shown ? &*shown : nullptr);
        if (!shown)
            return drawNothing(canvas, frame.right,
                               "This warp has no vertex to write. Choose another warp or block.");
        const auto affine = affineOf(*shown->access);
        const std::string pattern =
            affine && affine->step > 0
                ? fmt::format("{} bytes a lane, {} bytes apart", shown->access->width, affine->step)
                : accessSentence(*shown->access);
        render::Rect rest =
            drawHeading(canvas, frame.right, {"Where its stores land", pattern, sourceText(*shown)}, &*shown);
        const bool wasteful = shown->counts.efficiency() < 0.99;
        rest = drawConclusion(canvas, rest, conclusion(*shown, frame),
                              wasteful ? canvas.theme().warn : canvas.theme().good);
        drawSectorsAndWarps(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return panel.note("The chosen warp has no vertex to write.");
        say(panel, readMoved(frame, *shown));
        panel.accessTable(*shown);
        std::string text;
        for (const std::string& each : layout.choices()) {
            const model::Counts counts = countOf(*shown, frame, each);
            text += fmt::format("{}{}: {} in {}{}", text.empty() ? "" : "\n", each,
                                plural(unitsOf(counts), unitOf(frame.architecture)),
                                plural(counts.accesses, "store"), layout.is(each) ? " (now)" : "");
        }
        panel.card(Tone::Good, "Try another layout", text);
        panel.runTable();
        panel.source(*shown->launch);
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "layout",
            .first = "float4",
            .last = "soa",
            .metric = "efficiency",
            .title = "share of the moved bytes that is used, by layout",
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Vertex || pick.id < 0) return warp.picked(pick);
        const auto w = static_cast<std::int64_t>(width.value());
        const ThreadPlace place =
            placeOf(static_cast<std::uint32_t>(pick.id % w), static_cast<std::uint32_t>(pick.id / w),
                    shapeOf(block), gridOver(width, height, shapeOf(block)));
        warp.block.assign(static_cast<int>(place.block));
        warp.warp.assign(static_cast<int>(place.warp));
        return true;
    }
    std::string shrinkTo(std::size_t bytes) override {
        // The kernel's own tables need a little of the same memory.
        const double vertices =
            static_cast<double>(bytes - bytes / 16) / static_cast<double>(bytesPerVertex());
        const int side = static_cast<int>(std::sqrt(vertices));
        width.assign(std::min(width.value(), side));
        height.assign(std::min(height.value(), side));
        return fmt::format("width={}, height={}", width.value(), height.value());
    }

private:
    std::size_t bytesPerVertex() const { return layout.is("float4") ? 16 : 12; }

    void drawMesh(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        const ResultObject* object = frame.result.object("positions");
        if (!object || !object->buffer || frame.left.width < 40) return;
        const render::Rect rest = drawResultHeading(
            canvas, frame, *object, shown, "The kernel writes the vertex buffer, OpenGL draws it",
            fmt::format("{} x {} vertices", width.value(), height.value()), "Drag to turn, click to choose.");
        drawMeshResult(canvas, frame, rest,
                       {object->buffer.get(), static_cast<std::uint32_t>(width.value()),
                        static_cast<std::uint32_t>(height.value()), gridLayout()},
                       shown,
                       [&](std::uint32_t x, std::uint32_t y) { return position(x, y, frame.result.time); });
    }

    render::VertexLayout gridLayout() const {
        if (layout.is("float4")) return render::VertexLayout::Float4;
        return layout.is("float3") ? render::VertexLayout::Float3 : render::VertexLayout::StructureOfArrays;
    }

    /// The kernel's formula, to know where on screen a vertex lies.
    glm::vec3 position(std::uint32_t x, std::uint32_t y, double time) const {
        const float t = animate ? static_cast<float>(time) : 0, f = frequency;
        const float u = static_cast<float>(x) / static_cast<float>(width.value()) * 2 - 1;
        const float v = static_cast<float>(y) / static_cast<float>(height.value()) * 2 - 1;
        return {u, std::sin(u * f + t) * std::cos(v * f + t) * 0.5F, v};
    }

    /// What the stores of the shown warp's vertices come to in a layout, from the addresses they would have.
    model::Counts countOf(const ShownAccess& shown, const Frame& frame, std::string_view which) const {
        const std::uint64_t vertices =
            std::uint64_t(width.value()) * static_cast<std::uint64_t>(height.value());
        model::Counts sum;
        model::WarpAccess store = *shown.access;
        store.width = which == "float4" ? 16 : 4;
        for (std::uint64_t part = 0; part < (which == "float4" ? 1U : 3U); ++part) {
            for (int lane = 0; lane < model::kWarpSize; ++lane) {
                const model::Dim3 at = elementOf(*shown.launch, store, lane);
                const std::uint64_t i = at.y * static_cast<std::uint64_t>(width.value()) + at.x;
                store.address[static_cast<std::size_t>(lane)] = which == "float4" ? i * 16
                                                                : which == "float3"
                                                                    ? i * 12 + part * 4
                                                                    : (part * vertices + i) * 4;
            }
            sum += model::count(store, frame.architecture, frame.rules);
        }
        return sum;
    }

    std::string conclusion(const ShownAccess& shown, const Frame& frame) const {
        const auto units = [&](std::string_view which) { return unitsOf(countOf(shown, frame, which)); };
        const std::string_view unit = unitOf(frame.architecture);
        if (layout.is("float3") && units("float3") > units("soa"))
            return fmt::format("Three such stores fill each other's gaps: {} move what soa does in {}.",
                               plural(units("float3"), unit), units("soa"));
        return fmt::format("The warp's vertices take {} in {}.", plural(units(layout.value()), unit),
                           layout.is("float4") ? "one store"
                           : layout.is("soa")  ? "three stores, x, y and z each in a row"
                                               : "three stores");
    }
};

const Registered<Wave> kWave{{
    .name = "wave",
    .chapter = "See the kernel draw",
    .summary =
        "A kernel moves the vertices of a mesh that OpenGL draws; their layout decides what a store moves.",
    .title = "Waves on a mesh",
    .rank = 1,
}};

} // namespace lanescope::lab_wave
