// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "labs/coalescing/model.h"
#include "labs/coalescing/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_coalescing {

using namespace kit;

constexpr model::Dim3 kBlock{kThreads, 1, 1};

const std::vector<std::string> kKernels{"offset", "stride"};
const std::vector<std::string> kElements{"char", "short", "float", "double", "float4"};
const std::vector<std::string> kCompared{"Tesla C870", "Tesla C1060",     "Tesla C2050",
                                         "Tesla K40",  "Tesla V100 SXM2", "H200 SXM"};

namespace {

/// A strip that stands for a whole allocation with the part [first, end) marked, offsets in bytes.
void drawPlace(render::Canvas& canvas, const render::Rect& rect, std::uint64_t bytes, std::uint64_t first,
               std::uint64_t end, std::string_view caption) {
    if (bytes == 0 || rect.width < 20) return;
    const render::Theme& theme = canvas.theme();
    const render::Rect bar{rect.x, rect.y, rect.width, 8};
    canvas.rectangle(bar, {theme.raised, 3, theme.line, 1});
    const auto along = [&](std::uint64_t offset) {
        return bar.width *
               static_cast<float>(static_cast<double>(std::min(offset, bytes)) / static_cast<double>(bytes));
    };
    const float width = std::max(along(end) - along(first), 3.F);
    canvas.rectangle({bar.x + std::min(along(first), bar.width - width), bar.y - 2, width, bar.height + 4},
                     {theme.accent, 1.5F});
    canvas.text(
        {rect.x, bar.bottom() + 4}, caption,
        {11.5F, theme.dim, render::Font::Sans, render::Align::Start, render::Align::Start, rect.width});
}

} // namespace

/// Threads add 1 to elements that lie in a row, in a row that begins late, or apart.
class Coalescing final : public Lab,
                         public HasSweep,
                         public Clickable,
                         public Shrinkable,
                         public HasIdleParameters {
public:
    Choice kernel{this, "kernel", "stride", kKernels, "a shifted row of elements, or elements spaced apart"};
    Integer offset{this, "offset", 1, 0, 32, "elements by which the row is shifted"};
    Integer stride{this, "stride", 2, 1, 32, "elements from one thread to the next"};
    Choice element{this, "element", "float", kElements, "type of an element: 1, 2, 4, 8, 16 bytes"};
    Integer sizeMiB{
        this, "size-mib", 4, 1, 65536, "MiB that the threads work on", Integer::Scale::PowerOfTwo};
    Toggle l1{this, "l1", true, "loads go through L1, in lines of 128 bytes (CC 2.x)"};
    WarpFocus warp{this, 1, 2, [this] {
                       return Threads{.grid = grid(), .block = kBlock, .width = threads(), .height = 1};
                   }};

    Coalescing() { underMore({&l1}); }

    void record(Recorder& recorder) const override {
        const Buffer array = recorder.buffer("array", pattern().arrayBytes(threads()));
        recorder.options().focus = warp.focus();
        recorder.options().rules.l1 = l1;
        recorder.launch("coalescing." + kernelName(kernel.value(), element.value()), grid(), kBlock, 0, array,
                        byStride() ? stride.value() : offset.value());
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        if (!shown) return drawNothing(canvas, frame.right, tr("The run recorded no access."));
        if (frame.left.width > 80) drawBlock(canvas, frame, *shown);
        const Heading heading{
            .title = tr("What one warp moves"),
            .subtitle = ruleText(),
            .expression = fmt::format(
                "a[{}]", indexText("256 * blockIdx.x + threadIdx.x", pattern().stride, pattern().offset)),
        };
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        rest = drawConclusion(canvas, rest, conclusionText(frame, *shown, pattern(), byStride()),
                              isWasteful(*shown) ? canvas.theme().warn : canvas.theme().good);
        drawSectorsAndWarps(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return;
        panel.reading(readMoved(frame, *shown));
        panel.accessTable(*shown);
        panel.suggestions(tr("Try it"), suggestionsFor(frame, *shown, pattern(), byStride()));
        panel.comparison(Tone::Plain, tr("The same on other GPUs"), elsewhereText(frame, *shown, pattern()));
        panel.runTable();
        panel.source(*shown->launch);
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = kernel.value(),
            .first = byStride() ? "1" : "0",
            .last = "32",
            .step = "1",
            .metric = "efficiency",
            .title = tr("useful share of the bytes loaded and stored, by {}", kernel.value()),
            .architectures = kCompared,
            .bandwidth = true,
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        std::vector<ExperimentSeries> all;
        for (const char* type : {"float", "double"})
            for (const auto& [by, range] : {std::pair("offset", "0:32"), {"stride", "1:32"}})
                all.push_back({
                    .name = tr("{}, by {}", type, by),
                    .sets = {{"kernel", by}, {"element", type}, {"size-mib", "512"}},
                    .over = fmt::format("{}={}", by, range),
                });
        return all;
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::string shrinkTo(std::size_t most) override {
        sizeMiB.assign(mebibytesWithin(most, pattern()));
        return fmt::format("size-mib={}", sizeMiB.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture& architecture) const override {
        if (&parameter == &offset && byStride()) return tr("only kernel=offset");
        if (&parameter == &stride && !byStride()) return tr("only kernel=stride");
        if (&parameter == &l1 && architecture.globalRule != model::GlobalRule::FermiCached)
            return tr("only on CC 2.x");
        return {};
    }

private:
    bool byStride() const { return kernel.is("stride"); }
    Pattern pattern() const {
        const auto chosen = static_cast<std::uint64_t>(byStride() ? stride.value() : offset.value());
        return {
            .offset = byStride() ? 0 : chosen,
            .stride = byStride() ? chosen : 1,
            .elementBytes = std::uint64_t{1} << element.index(),
        };
    }
    std::uint64_t threads() const {
        return threadsFor(static_cast<std::uint64_t>(sizeMiB.value()), pattern().elementBytes);
    }
    model::Dim3 grid() const { return {static_cast<std::uint32_t>(threads() / kThreads), 1, 1}; }

    std::string ruleText() const {
        const Pattern lanes = pattern();
        if (byStride())
            return tr("one {} of {} every {}", element.value(), counted(lanes.elementBytes, "byte"),
                      counted(lanes.stride * lanes.elementBytes, "byte"));
        return tr("{} in a row, beginning {} after a multiple of 128",
                  counted(32 * lanes.elementBytes, "byte"),
                  counted(lanes.offset * lanes.elementBytes % 128, "byte"));
    }

    /// What the shown access's block moves, and where it lies in the array.
    void drawBlock(render::Canvas& canvas, const Frame& frame, const ShownAccess& shown) const {
        constexpr float kPlace = 40;
        const std::uint32_t block = shown.access->block.x;
        const Heading heading{
            .title = tr("What block {} moves from the array", block),
            .subtitle =
                tr("{} threads; each small box is {}", kThreads,
                   model::hasSectors(frame.architecture) ? tr("a sector of 32 bytes") : tr("32 bytes")),
            .expression = "",
        };
        const render::Rect rest = drawHeading(canvas, frame.left, heading);
        drawMemoryMap(canvas, frame, {rest.x, rest.y, rest.width, rest.height - kPlace}, shown,
                      pattern().blockAccesses(*shown.access));
        const std::uint64_t all = pattern().arrayBytes(threads());
        const ByteRange range = pattern().bytesOfBlock(block);
        drawPlace(canvas, {rest.x, rest.bottom() - kPlace + 8, rest.width, kPlace}, all, range.first,
                  range.end,
                  pattern().stride > 1
                      ? tr("the block's place in {} ({} MiB used)", byteSize(static_cast<double>(all)),
                           sizeMiB.value())
                      : tr("the block's place in the array of {}", byteSize(static_cast<double>(all))));
    }
};

const Registered<Coalescing> kCoalescing{{
    .name = "coalescing",
    .chapter = "Global memory",
    .summary =
        "Misaligned and strided access to an array: how much of what is moved is used, from CC 1.0 to today.",
    .title = "Coalescing",
    .place = 50,
    .move = "offset or stride, element type, architecture",
    .see = "which sectors a warp moves and how many of their bytes it uses; efficiency and bandwidth over "
           "the whole sweep for six GPU generations, measured beside modelled",
    .terms = "stride, offset, alignment, sector, line",
}};

} // namespace lanescope::lab_coalescing
