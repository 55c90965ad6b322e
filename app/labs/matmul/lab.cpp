// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/matrices.h"
#include "kit/lab_interfaces.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/made_access.h"
#include "kit/words/readings.h"
#include "labs/matmul/claims.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_matmul {

using namespace kit;
using model::Direction, model::Space;

constexpr std::string_view
    kTryGlobal = "variant=shared: a block fetches an element once for all.\nblock=32: is it any help here?",
    kTryShared = "block=8, then 16: half the fetches.\nvariant=global: what the squares save.\nn=50: the "
                 "last blocks reach over the edge.",
    kMerged = "The GPU's assembler joins loads of the inner loop (LDS.128): its counters show fewer shared "
              "requests there than this PTX has.";

const std::vector<std::string> kVariants{"global", "shared"};

/// A product of two matrices, each thread with its row and column, or a block with its squares.
class MatMul final : public Lab, public HasSubject, public HasSweep, public Clickable, public Shrinkable {
public:
    Choice variant{this, "variant", "shared", kVariants,
                   "who fetches: each thread for itself, or a block its squares"};
    Integer m{this, "m", 32, 1, 1024, "rows of A and C (A.height)", Integer::Scale::PowerOfTwo};
    Integer k{this, "k", 32, 1, 1024, "columns of A, rows of B (A.width)", Integer::Scale::PowerOfTwo};
    Integer n{this, "n", 48, 1, 1024, "columns of B and C (B.width)", Integer::Scale::PowerOfTwo};
    Integer size{this, "block", 16, 1, 32, "BLOCK_SIZE: rows and columns of threads in a block"};
    Integer step{this, "step", 5, 0, 1023, "which of the k products of a sum the threads are at"};
    WarpFocus warp{this, 1, 1, [this] { return threadsOver(n, m, block()); }};

    MatMul() {
        step.setMost([this] { return k - 1; });
    }

    void record(Recorder& recorder) const override {
        // Small whole numbers: sums of their products are exact in float, in any order.
        const auto factor = [&](const char* name, int rows, int columns) {
            return recorder.buffer(
                name, bytes(rows, columns),
                elements<float>([](std::size_t i, std::size_t all) { return 1 + 32 * i / all + i % 3; },
                                bytes(rows, columns)));
        };
        const Buffer a = factor("A", m, k), b = factor("B", k, n), c = recorder.buffer("C", bytes(m, n));
        const Structure A(k.value(), m.value(), a), B(n.value(), k.value(), b), C(n.value(), m.value(), c);
        recorder.clear(c);
        recorder.options().focus = warp.focus();
        const model::Dim3 grid = gridOver(n, m, block());
        if (inGlobal())
            recorder.launch("matmul.matMul", grid, block(), 0, A, B, C);
        else
            recorder.launch("matmul.matMulShared", grid, block(), 2 * square(), A, B, C);
        for (const Buffer& each : {a, b, c}) recorder.keep(each);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        drawMatrices(frame, canvas, shown);
        if (!shown)
            return drawNothing(canvas, frame.right,
                               "This warp fetches nothing in this step. Choose another.");
        const auto [title, conclusion] = words(*shown);
        const std::string which = inGlobal()
                                      ? fmt::format("e = {} of 0 to {}", now(), k - 1)
                                      : fmt::format("squares {} of {}, e = {} in them", now() / size + 1,
                                                    (k + size - 1) / size, now() % size);
        drawBothEnds(canvas, frame, frame.right, *shown, {title, which, sourceText(*shown)}, conclusion);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return panel.note("The chosen warp fetches nothing in this step.");
        readShown(frame, panel, *shown);
        const auto per = [&](int all) { return inGlobal() ? double(all) : double(all) / size; };
        const ReadClaim claims[] = {{"A", inGlobal() ? "B.width" : "B.width / block", per(n), bytes(m, k)},
                                    {"B", inGlobal() ? "A.height" : "A.height / block", per(m), bytes(k, n)}};
        readClaims(panel, *shown->launch, claims);
        panel.card(Tone::Good, "Try it", inGlobal() ? kTryGlobal : kTryShared);
        panel.runTable();
        if (!inGlobal()) panel.note(kMerged);
        panel.source(*shown->launch);
    }
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const bool loads = model::directionOf(access.operation) == Direction::Load;
        if (access.space == Space::Global && !loads) return true;
        const bool everyStep = access.space == Space::Shared ? loads : inGlobal();
        return launch.observation->occurrenceOf(access) == of(everyStep ? now() : now() / size);
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return warp.picked(pick);
        step.assign(static_cast<int>(pick.id < std::int64_t{m} * k ? pick.id % k
                                                                   : (pick.id - std::int64_t{m} * k) / n));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame&) const override {
        const bool ofA = pick.id < std::int64_t{m} * k;
        const std::int64_t i = ofA ? pick.id : pick.id - std::int64_t{m} * k, columns = ofA ? k : n;
        return fmt::format("{}[{}][{}]; click: the step that uses it", ofA ? "A" : "B", i / columns,
                           i % columns);
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "block",
            .first = "1",
            .last = "32",
            .step = "1",
            .metric = "bytes_requested",
            .title = "bytes asked of global memory, by block size",
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {{"1024 x 1024, by block", {{"m", "1024"}, {"k", "1024"}, {"n", "1024"}}, "block=4:32:4"}};
    }
    std::string shrinkTo(std::size_t most) override {
        while (std::max({bytes(m, k), bytes(k, n), bytes(m, n)}) > std::max<std::size_t>(most, 4))
            halveLargest({&m, &k, &n});
        return fmt::format("m={}, k={}, n={}", m.value(), k.value(), n.value());
    }

private:
    bool inGlobal() const { return variant.is("global"); }
    static std::size_t bytes(int rows, int columns) { return std::size_t(rows) * std::size_t(columns) * 4; }
    std::uint32_t square() const { return 4 * of(size) * of(size); }
    static std::uint32_t of(int size) { return static_cast<std::uint32_t>(size); }
    model::Dim3 block() const { return {of(size), of(size), 1}; }
    int now() const { return std::min(step.value(), k - 1); }

    /// What the shown access is, and what to learn from it.
    std::pair<std::string, std::string> words(const ShownAccess& shown) const {
        const std::uint64_t at =
            shown.access->address[std::size_t(std::countr_zero(shown.access->activeMask))];
        const Placement* buffer = shown.launch->observation->placementAt(at);
        const std::string name = isShared(shown) ? at < square() ? "As" : "Bs"
                                 : buffer        ? buffer->name
                                                 : "memory";
        const char* verb = isLoad(shown)     ? isShared(shown) ? "uses" : "fetches from"
                           : isShared(shown) ? "fills"
                                             : "writes";
        const auto lanes = static_cast<std::uint64_t>(std::popcount(shown.access->activeMask)),
                   elements = distinctBytes(*shown.access) / sizeof(float);
        const bool partly = !isShared(shown) && isWasteful(shown);
        return {fmt::format("One warp {} {}", verb, name),
                fmt::format("{}, {}: {}.", plural(lanes, "lane"), plural(elements, "element"),
                            lanes != elements ? "one fetch serves all that want the same"
                            : partly ? "they do not fill their sectors, the rest is moved for nothing"
                                     : "none is shared")};
    }

    /// What the block's warp has of A and B in this step, and its part of C.
    void drawMatrices(const Frame& frame, render::Canvas& canvas,
                      const std::optional<ShownAccess>& shown) const {
        if (frame.left.width < 60) return;
        const model::Dim3 at = shown ? shown->access->block : model::Dim3{0, 0, 0};
        const std::uint32_t rows = of(m), inner = of(k), columns = of(n), side = block().x,
                            first = of(now()) / side * side;
        const bool fetches = inGlobal() || (shown && isShared(*shown) != isLoad(*shown));
        const auto fetched = [&](const char* name) {
            return fetches ? subjectAccess(frame, Space::Global, Direction::Load, name) : nullptr;
        };
        MatrixView a = matrixOf(frame, "A", "A", rows, inner, fetched("A")),
                   b = matrixOf(frame, "B", "B", inner, columns, fetched("B")),
                   c = matrixOf(frame, "C", "C", rows, columns,
                                subjectAccess(frame, Space::Global, Direction::Store));
        tileMatrix(c, side, at.y, at.x, gridOver(n, m, block()).x);
        b.firstPick = std::int64_t{m} * k;
        outline(a, at.y * side, 0, side, inner);
        outline(b, 0, at.x * side, inner, side);
        if (!inGlobal()) {
            markCopied(frame, a, 0, side, at.y * side, first);
            markCopied(frame, b, square(), side, first, at.x * side);
            outline(a, at.y * side, first, side, side, Tone::Good);
            outline(b, first, at.x * side, side, side, Tone::Good);
        }
        const std::string what = fmt::format("block ({}, {}) and what it needs of A and B; {}", at.x, at.y,
                                             fetches && !inGlobal() ? "framed: fetched" : "click another");
        const int lane = std::max(frame.brush.lane, 0);
        const model::Dim3 thread = threadIndex(block(), warp.focus().warp, lane);
        const auto sum =
            productFormulas(frame, at.y * side + thread.y, at.x * side + thread.x, of(now()), inner, columns);
        drawProduct(canvas, frame, drawHeading(canvas, frame.left, {"C = A * B", what, ""}), a, b, c, lane,
                    sum);
    }
};

const Registered<MatMul> kMatMul{{
    .name = "matmul",
    .chapter = "Kernels at work",
    .summary = "A matrix product: each element fetched for every product, or once a block through squares of "
               "shared memory.",
    .title = "Matrix multiplication",
    .rank = 2,
}};

} // namespace lanescope::lab_matmul
