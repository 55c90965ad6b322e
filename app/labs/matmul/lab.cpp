// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "labs/matmul/model.h"
#include "labs/matmul/picture.h"
#include "labs/matmul/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_matmul {

using namespace kit;
using model::Direction;
using model::Space;

const std::vector<Suggestion> kTryGlobal{
    {.sets = {{"variant", "shared"}},
     .outcome = translatable("a block fetches each element once for all of its threads"),
     .timed = true},
    {.sets = {{"block", "32"}}, .outcome = translatable("larger blocks: do they help here?"), .timed = true}};
const std::vector<Suggestion> kTryShared{
    {.sets = {{"block", "8"}}, .outcome = translatable("twice the fetches of 16"), .timed = true},
    {.sets = {{"variant", "global"}},
     .outcome = translatable("without tiles in shared memory"),
     .timed = true},
    {.sets = {{"n", "50"}}, .outcome = translatable("the last blocks extend past the edge")}};

const std::vector<std::string> kVariants{"global", "shared"};

/// A product of two matrices, each thread with its row and column, or a block with its squares.
class MatMul final : public Lab, public HasSubject, public HasSweep, public Clickable, public Shrinkable {
public:
    Choice variant{this, "variant", "shared", kVariants,
                   "who loads: each thread on its own, or the block, tile by tile"};
    Integer m{this, "m", 32, 1, 1024, "rows of A and C (A.height)", Integer::Scale::PowerOfTwo};
    Integer k{this, "k", 32, 1, 1024, "columns of A, rows of B (A.width)", Integer::Scale::PowerOfTwo};
    Integer n{this, "n", 48, 1, 1024, "columns of B and C (B.width)", Integer::Scale::PowerOfTwo};
    Integer size{this, "block", 16, 1, 32, "BLOCK_SIZE: rows and columns of threads in a block"};
    Integer step{this, "step", 5, 0, 1023, "which of the k products of a sum the threads are computing"};
    WarpFocus warp{this, 1, 1, [this] { return threadsOver(n, m, block()); }};

    MatMul() {
        step.setMost([this] { return k - 1; });
    }

    void record(Recorder& recorder) const override {
        const Product sizes = product();
        const auto factor = [&](const char* name, std::size_t bytes) {
            return recorder.buffer(
                name, bytes,
                elements<float>([](std::size_t i, std::size_t all) { return factorAt(i, all); }, bytes));
        };
        const Buffer a = factor("A", sizes.bytesOfA());
        const Buffer b = factor("B", sizes.bytesOfB());
        const Buffer c = recorder.buffer("C", sizes.bytesOfC());
        const Structure A(k.value(), m.value(), a);
        const Structure B(n.value(), k.value(), b);
        const Structure C(n.value(), m.value(), c);
        recorder.clear(c);
        recorder.options().focus = warp.focus();
        const model::Dim3 grid = gridOver(n, m, block());
        if (inGlobal())
            recorder.launch("matmul.matMul", grid, block(), 0, A, B, C);
        else
            recorder.launch("matmul.matMulShared", grid, block(), 2 * sizes.squareBytes(), A, B, C);
        for (const Buffer& each : {a, b, c}) recorder.keep(each);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        const ProductView view{
            .product = product(),
            .grid = gridOver(n, m, block()),
            .block = block(),
            .warp = warp.focus().warp,
            .step = now(),
        };
        drawFactors(canvas, frame, view, shown);
        if (!shown)
            return drawNothing(canvas, frame.right,
                               tr("This warp fetches nothing in this step. Choose another."));
        const AccessWords said = wordsOf(*shown, product());
        const std::string which = inGlobal() ? tr("e = {} of 0 to {}", now(), k - 1)
                                             : tr("tile pair {} of {}, e = {}", now() / product().side + 1,
                                                  product().squareCount(), now() % product().side);
        drawBothEnds(canvas, frame, frame.right, *shown, {said.title, which, sourceText(*shown)},
                     said.conclusion);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return panel.note(tr("The chosen warp fetches nothing in this step."));
        panel.access(*shown);
        addReadsTable(panel, *shown->launch, product());
        panel.suggestions(tr("Try it"), inGlobal() ? kTryGlobal : kTryShared);
        panel.runTable();
        panel.source(*shown->launch);
    }
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const bool loads = model::directionOf(access.operation) == Direction::Load;
        if (access.space == Space::Global && !loads) return true;
        const bool everyStep = access.space == Space::Shared ? loads : inGlobal();
        return launch.observation->occurrenceOf(access) == (everyStep ? now() : now() / product().side);
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return warp.picked(pick);
        step.assign(static_cast<int>(product().factorElement(pick.id).step()));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame&) const override {
        const FactorElement at = product().factorElement(pick.id);
        return tr("{}[{}][{}]; click: the step that uses it", at.ofA ? "A" : "B", at.row, at.column);
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "block",
            .first = "1",
            .last = "32",
            .step = "1",
            .metric = "bytes_requested",
            .title = tr("bytes requested from global memory, by block size"),
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {{tr("1024 x 1024, by block"), {{"m", "1024"}, {"k", "1024"}, {"n", "1024"}}, "block=4:32:4"}};
    }
    std::string shrinkTo(std::size_t most) override {
        const auto largest = [this] {
            const Product sizes = product();
            return std::max({sizes.bytesOfA(), sizes.bytesOfB(), sizes.bytesOfC()});
        };
        while (largest() > std::max<std::size_t>(most, 4)) halveLargest({&m, &k, &n});
        return fmt::format("m={}, k={}, n={}", m.value(), k.value(), n.value());
    }

private:
    bool inGlobal() const { return variant.is("global"); }
    Product product() const {
        return {
            .rows = static_cast<std::uint32_t>(m.value()),
            .inner = static_cast<std::uint32_t>(k.value()),
            .columns = static_cast<std::uint32_t>(n.value()),
            .side = static_cast<std::uint32_t>(size.value()),
            .squares = !inGlobal(),
        };
    }
    model::Dim3 block() const { return {product().side, product().side, 1}; }
    std::uint32_t now() const { return static_cast<std::uint32_t>(std::min(step.value(), k - 1)); }
};

const Registered<MatMul> kMatMul{{
    .name = "matmul",
    .chapter = "Kernels at work",
    .summary = "A matrix product: each element fetched for every product, or once per block through tiles in "
               "shared memory.",
    .title = "Matrix multiplication",
    .place = 120,
    .move = "BLOCK_SIZE, any sizes, with and without shared memory",
    .see = "how often each element is fetched, counted from the run, beside what the guide says",
    .terms = "tile, matrix product, reuse",
}};

} // namespace lanescope::lab_matmul
