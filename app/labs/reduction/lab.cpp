// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "labs/reduction/tree_lanes.h"
#include "labs/reduction/tree_view.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::lab_reduction {

using namespace kit;
using model::Space;

const std::vector<std::string> kVariants{"interleaved", "strided", "sequential", "shuffle"};
const std::vector<std::string> kBlocks{"64", "128", "256", "512", "1024"};
const std::array<std::string_view, 4> kTries{
    "variant=strided: no idle lanes, but words that meet in banks.\nstep=5: one lane of every second warp "
    "adds.",
    "variant=sequential: as many lanes, no conflict.\nblock=1024, step=4: a bank has to serve 32 words.",
    "k = 16: half the lanes of the last warp begin to wait.\nvariant=shuffle: no shared memory within a "
    "warp.",
    "step=5: a sum a warp goes through shared memory.\nvariant=sequential: every sum goes through it."};

/// Numbers are added up in a tree, a block at a time.
class Reduction final : public Lab, public HasSubject, public HasSweep, public Clickable, public Shrinkable {
public:
    Choice variant{this, "variant", "strided", kVariants,
                   "which threads add which elements; shuffle: from register to register"};
    Integer size{this, "size", 65536, 1, 1 << 24, "numbers to add", Integer::Scale::PowerOfTwo};
    Choice block{this, "block", "128", kBlocks, "threads in a block: so many numbers it adds up"};
    Integer step{this, "step", 1, 0, 10, "which step of the tree; or click one"};
    WarpFocus warp{this, 0, 0, [this] {
                       return Threads{{blocks(size), 1, 1}, {threads(), 1, 1}, of(size), 1};
                   }};

    Reduction() {
        step.setMost([this] { return static_cast<int>(steps()) - 1; });
    }

    void record(Recorder& recorder) const override {
        const auto digits = elements<int>([](std::size_t i) { return i * 7 % 10; });
        Buffer in = recorder.buffer("in", std::size_t(size) * sizeof(int), digits);
        recorder.options().focus = warp.focus();
        int count = size;
        for (int round = 1; round == 1 || count > 1; ++round) {
            const std::uint32_t sums = blocks(count);
            const Buffer out = recorder.buffer(fmt::format("sums {}", round), sums * sizeof(int));
            recorder.launch("reduction." + variant.value(), {sums, 1, 1}, {threads(), 1, 1},
                            shuffles() ? 0 : threads() * 4, out, in, count);
            in = out;
            count = static_cast<int>(sums);
        }
        recorder.keep(in);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const TreeView view{threads(), treeOf(frame), static_cast<int>(now()), warp.focus().warp};
        if (now() >= view.steps.size()) return;
        if (frame.left.width > 60) drawSums(frame, canvas, view);
        const bool shuffle = registersOnly(view.steps);
        const auto shown = shuffle ? std::nullopt : shownAccess(frame);
        const TreeStep& at = view.steps[now()];
        const bool wasteful =
            tooOld(frame) || (shown && (isWasteful(*shown) || (!shuffles() && at.lanes < at.warpLanes)));
        render::Rect rest = drawHeading(canvas, frame.right,
                                        {shuffle          ? "One warp hands its sums on"
                                         : !shown         ? "This warp waits at the barrier"
                                         : isLoad(*shown) ? "One warp reads shared memory"
                                                          : "One warp writes shared memory",
                                         "step " + at.label,
                                         shown     ? sourceText(*shown)
                                         : shuffle ? "sum += __shfl_down_sync(0xffffffff, sum, k);"
                                                   : ""},
                                        shown ? &*shown : nullptr);
        rest =
            drawConclusion(canvas, rest, conclusion(frame), wasteful ? frame.theme.warn : frame.theme.good);
        rest = drawLanesAtWork(canvas, frame, rest, view);
        if (shown) return drawAccess(canvas, frame, rest, *shown);
        if (shuffle) return drawShuffle(canvas, frame, rest, view);
        drawNothing(canvas, rest, "It has nothing to add in this step. Click a warp that has.");
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        const std::vector<TreeStep> tree = treeOf(frame);
        if (shown && shown->counts.bankConflicts > 0)
            say(panel, readShared(frame, *shown));
        else if (tooOld(frame))
            panel.verdict(Tone::Bad, "No shuffles before CC 3.0",
                          fmt::format("No GPU of CC {} runs this kernel: there all sums have to go through "
                                      "shared memory.",
                                      frame.architecture.cc.text()));
        else if (shuffles())
            panel.verdict(Tone::Good, "Sums stay in registers",
                          "Five shuffles add up a warp without touching memory; one sum a warp goes through "
                          "shared memory.");
        else if (now() < tree.size())
            say(panel, readStep(tree[now()]));
        if (shown && !registersOnly(tree)) panel.accessTable(*shown);
        panel.card(Tone::Good, "Try it", kTries[variant.index()]);
        if (const auto sum = frame.result.values<int>(fmt::format("sums {}", frame.result.launches.size()));
            !sum.empty())
            panel.stat("sum of all numbers", grouped(static_cast<std::uint64_t>(sum[0])),
                       "whole numbers: no order of adding them changes it");
        panel.runTable();
        if (!frame.result.launches.empty()) panel.source(frame.result.launches.front());
    }

    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        return access.space == Space::Shared && launch.grid.x == blocks(size) &&
               (shuffles() || launch.observation->occurrenceOf(access) == now());
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return warp.picked(pick);
        step.assign(static_cast<int>(pick.id));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const std::vector<TreeStep> tree = treeOf(frame);
        const auto i = static_cast<std::size_t>(pick.id);
        if (i >= tree.size()) return "";
        return pick.lane < 0 ? describeStep(tree[i]) : describeShuffle(tree[i], warp.focus().warp, pick.lane);
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "variant",
            .first = "interleaved",
            .last = "shuffle",
            .metric = "shared_wavefronts",
            .title = "wavefronts of shared memory; interleaved: idle lanes, strided: conflicts",
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {{"16 million numbers", {{"size", "16777216"}}, "variant=interleaved:shuffle"}};
    }
    std::string shrinkTo(std::size_t most) override {
        size.assign(static_cast<int>(std::min<std::size_t>(most / sizeof(int), std::size_t(size))));
        return fmt::format("size={}", size.value());
    }

private:
    static std::uint32_t of(int number) { return static_cast<std::uint32_t>(number); }
    bool shuffles() const { return variant.is("shuffle"); }
    bool tooOld(const Frame& frame) const { return shuffles() && frame.architecture.cc.major < 3; }
    std::uint32_t threads() const { return 64U << block.index(); }
    std::uint32_t blocks(int count) const { return (of(count) + threads() - 1) / threads(); }
    std::uint32_t steps() const { return 6 + of(static_cast<int>(block.index())) + (shuffles() ? 1 : 0); }
    std::uint32_t now() const { return std::min(of(step), steps() - 1); }

    /// The focus block's steps: of shared memory as they ran, of shuffles, which leave no trace, by their
    /// rule.
    std::vector<TreeStep> treeOf(const Frame& frame) const {
        if (frame.result.launches.empty()) return {};
        if (shuffles()) return shuffleAdditions(threads());
        std::vector<TreeStep> tree = sharedAdditions(frame, frame.result.launches.front());
        for (std::size_t i = 0; i < tree.size(); ++i)
            tree[i].label = fmt::format("k = {}", variant.is("sequential") ? threads() >> (i + 1) : 1U << i);
        return tree;
    }
    std::string conclusion(const Frame& frame) const {
        if (shuffles())
            return tooOld(frame)
                       ? "Shuffles came with CC 3.0: before that this had to go through shared memory."
                       : "All other sums go from register to register: no banks, no barrier.";
        if (variant.is("interleaved"))
            return "Lanes of one warp, 2k apart: each step leaves more of them waiting.";
        if (variant.is("strided")) return "Neighbouring lanes, words 2k apart: each step meets fewer banks.";
        return "Neighbouring lanes, neighbouring words: no conflict, and whole warps drop out.";
    }

    /// Whether the chosen step goes from lane to lane.
    bool registersOnly(const std::vector<TreeStep>& tree) const {
        return shuffles() && now() < tree.size() && tree[now()].label != "shared";
    }

    void drawSums(const Frame& frame, render::Canvas& canvas, const TreeView& view) const {
        const render::Rect rest =
            drawHeading(canvas, frame.left,
                        {fmt::format("Block {} adds {}", warp.focus().block,
                                     numbersOf(warp.focus().block, threads(), of(size))),
                         fmt::format("{} steps; the colours are the lanes of warp {}; click a step",
                                     view.steps.size(), view.warp),
                         ""});
        drawTree(canvas, frame, rest.top(rest.height * 0.56F), view);
        drawTreeBars(canvas, rest.belowTop(rest.height * 0.56F + 10), view);
    }
};

const Registered<Reduction> kReduction{{
    .name = "reduction",
    .chapter = "Kernels at work",
    .summary = "Numbers are added up in a tree: which lanes work and which banks they meet, step by step, "
               "and shuffles.",
    .title = "Parallel reduction",
    .rank = 3,
}};

} // namespace lanescope::lab_reduction
