// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "labs/transpose/model.h"
#include "labs/transpose/picture.h"
#include "labs/transpose/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_transpose {

using namespace kit;

const WordsFor<Variant> kVariants{{Variant::Copy, "copy"},
                                  {Variant::Naive, "naive"},
                                  {Variant::Tiled, "tiled"},
                                  {Variant::Padded, "padded"},
                                  {Variant::Swizzled, "swizzled"}};
const std::vector<std::string> kSides{"8", "16", "32"};
const std::vector<std::string> kRows{"1", "2", "4", "8", "16", "32"};
constexpr std::size_t kLarge = 1 << 24; // bytes: a kernel that waits for bandwidth, not for a start
constexpr std::uint32_t kMostPad = 8;

/// A matrix is transposed by columns of global memory, or through a tile of shared memory.
class Transpose final : public Lab,
                        public HasSubject,
                        public HasSweep,
                        public Clickable,
                        public Shrinkable,
                        public HasIdleParameters {
public:
    ChoiceOf<Variant> variant{
        this, "variant", Variant::Tiled, kVariants,
        "copy: nothing is transposed; naive: without a tile; the others through one in shared memory"};
    Integer width{this, "width", 96, 1, 4096, "columns of the matrix", Integer::Scale::PowerOfTwo};
    Integer height{this, "height", 64, 1, 4096, "rows of the matrix", Integer::Scale::PowerOfTwo};
    Choice tile{this, "tile", "32", kSides, "rows and columns per block"};
    Choice rows{this, "rows", "8", kRows,
                "rows of threads in a block: each thread handles tile / rows elements"};
    Integer pad{this, "pad", 1, 0, 8, "unused elements after each row of the tile"};
    Integer step{this, "step", 0, 0, 31, "which of its elements the thread is working on"};
    WarpFocus warp{this, 1, 3, [this] {
                       return Threads{.grid = grid(),
                                      .block = block(),
                                      .width = std::uint64_t(width),
                                      .height = std::uint64_t(height)};
                   }};

    Transpose() {
        step.setMost([this] { return static_cast<int>(steps()) - 1; });
    }

    void record(Recorder& recorder) const override {
        const Buffer in =
            recorder.buffer("in", bytes(), elements<float>([](std::size_t i) { return i + 1; }));
        const Buffer out = recorder.buffer("out", bytes());
        recorder.clear(out);
        recorder.options().focus = warp.focus();
        const int w = width;
        const int h = height;
        const Tile tiling = tileOf(chosen());
        const std::uint32_t shared = hasTile(chosen()) ? tiling.bytes() : 0;
        if (variant.is("tiled") || variant.is("padded"))
            recorder.launch("transpose.tiled", grid(), block(), shared, out, in, w, h,
                            static_cast<int>(tiling.pad));
        else
            recorder.launch("transpose." + variant.value(), grid(), block(), shared, out, in, w, h);
        recorder.keep(in);
        recorder.keep(out);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        const model::Dim3 at = shown ? shown->access->block : model::Dim3{0, 0, 0};
        const ElementsView view{
            .matrix = matrixAt(at), .grid = grid(), .variant = chosen(), .tile = tileOf(chosen())};
        drawElements(canvas, frame, view, shown);
        if (!shown)
            return drawNothing(canvas, frame.right,
                               tr("This warp has no element in this step. Choose another."));
        const AccessWords said = wordsOf(frame, *shown, chosen(), tileOf(chosen()), height);
        const std::string which = tr("element {} of {} of each thread", now() + 1, steps());
        drawBothEnds(canvas, frame, frame.right, *shown, {said.title, which, sourceText(*shown)},
                     said.conclusion);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return panel.note(tr("The chosen warp has no element of the matrix in this step."));
        panel.access(*shown);
        panel.suggestions(
            tr("The same elements in every variant"),
            variantsToTry(frame.architecture, costsOf(frame, *shown), variant.choices(), variant.value()));
        const PaddingSearch search(frame.architecture, frame.rules, tileOf(Variant::Tiled), kMostPad);
        offerPadding(panel, search, variant.is("padded"));
        if (bytes() < kLarge)
            panel.suggestion({.sets = {{"width", "4096"}, {"height", "4096"}},
                              .outcome = tr("at this size the waste costs time")});
        panel.runTable();
        panel.source(*shown->launch);
    }
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        return launch.observation->occurrenceOf(access) == now();
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::optional<Sweep> sweep() const override {
        if (variant.is("padded"))
            return Sweep{
                .parameter = "pad",
                .first = "0",
                .last = "8",
                .step = "1",
                .metric = "shared_wavefronts",
                .title = tr("wavefronts of shared memory, by padding"),
            };
        return Sweep{
            .parameter = "variant",
            .first = "copy",
            .last = "swizzled",
            .metric = "shared_wavefronts",
            .title = tr("wavefronts of shared memory; what global memory costs is not in them"),
            .bandwidth = true,
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {{"4096 x 4096", {{"width", "4096"}, {"height", "4096"}}, "variant=copy:swizzled"}};
    }
    std::string shrinkTo(std::size_t most) override {
        while (bytes() > most && bytes() > sizeof(float)) halveLargest({&width, &height});
        return fmt::format("width={}, height={}", width.value(), height.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if (&parameter == &pad && !variant.is("padded")) return tr("only variant=padded");
        if (&parameter == &rows && 1U << rows.index() > side())
            return tr("{0} here: a tile of {0} rows needs no more", side());
        return &parameter == &step && steps() == 1 ? tr("a thread handles one element: rows = tile") : "";
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        return describeBankMatrix(frame, tileOf(chosen()), pick);
    }

private:
    std::size_t bytes() const { return std::size_t(width) * std::size_t(height) * sizeof(float); }
    std::uint32_t side() const { return 8U << tile.index(); }
    model::Dim3 block() const { return {side(), std::min(1U << rows.index(), side()), 1}; }
    model::Dim3 grid() const { return gridOver(width, height, {side(), side(), 1}); }
    Variant chosen() const { return variant.chosen(); }
    Tile tileOf(Variant which) const {
        return {
            .block = block(),
            .pad = which == Variant::Padded ? static_cast<std::uint32_t>(pad) : 0,
            .swizzle = which == Variant::Swizzled,
        };
    }
    std::uint32_t steps() const { return side() / block().y; }
    std::uint32_t now() const { return std::min(static_cast<std::uint32_t>(step), steps() - 1); }

    /// The matrix, and where the block of a warp begins in it.
    TiledMatrix matrixAt(const model::Dim3& inGrid) const {
        return {
            .rows = static_cast<std::uint32_t>(height),
            .columns = static_cast<std::uint32_t>(width),
            .row = inGrid.y * side(),
            .column = inGrid.x * side(),
        };
    }
    VariantCosts costsOf(const Frame& frame, const ShownAccess& shown) const {
        VariantCosts costs;
        for (std::size_t i = 0; i < costs.size(); ++i) {
            const auto which = static_cast<Variant>(i);
            costs[i] = costOf(which, frame.architecture, frame.rules, matrixAt(shown.access->block),
                              tileOf(which), shown.access->warp, now());
        }
        return costs;
    }
};

const Registered<Transpose> kTranspose{{
    .name = "transpose",
    .chapter = "Kernels at work",
    .summary = "A matrix is transposed: by columns of global memory, or through a tile whose columns meet in "
               "a bank.",
    .title = "Transposing a matrix",
    .place = 110,
    .move = "naive, tiled, padded, swizzled; tile and block shape",
    .see = "why the tile's column is a 32-way conflict; the smallest padding without one, found by the "
           "model",
    .terms = "padding, bank conflict, tile",
}};

} // namespace lanescope::lab_transpose
