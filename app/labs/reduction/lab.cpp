// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/access.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "labs/reduction/model.h"
#include "labs/reduction/picture.h"
#include "labs/reduction/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_reduction {

using namespace kit;
using model::Space;

const WordsFor<Variant> kVariants{{Variant::Interleaved, "interleaved"},
                                  {Variant::Strided, "strided"},
                                  {Variant::Sequential, "sequential"},
                                  {Variant::Shuffle, "shuffle"}};
constexpr std::string_view kShuffle = "sum += __shfl_down_sync(0xffffffff, sum, k);"; // in the kernel
const std::vector<std::string> kBlocks{"64", "128", "256", "512", "1024"};

/// Numbers are added up in a tree, a block at a time.
class Reduction final : public Lab, public HasSubject, public HasSweep, public Clickable, public Shrinkable {
public:
    ChoiceOf<Variant> variant{this, "variant", Variant::Strided, kVariants,
                              "which threads add which elements; shuffle: from register to register"};
    Integer size{this, "size", 65536, 1, 1 << 24, "numbers to add", Integer::Scale::PowerOfTwo};
    Choice block{this, "block", "128", kBlocks, "threads per block, which is how many numbers it adds up"};
    Integer step{this, "step", 1, 0, 10, "which step of the tree; or click one"};
    WarpFocus warp{this, 0, 0, [this] {
                       return Threads{.grid = {blocks(), 1, 1},
                                      .block = {threads(), 1, 1},
                                      .width = numbers(),
                                      .height = 1};
                   }};

    Reduction() {
        step.setMost([this] { return static_cast<int>(steps()) - 1; });
    }

    void record(Recorder& recorder) const override {
        const auto digits = elements<int>([](std::size_t i) { return i * 7 % 10; });
        Buffer in = recorder.buffer("in", std::size_t(size) * sizeof(int), digits);
        recorder.options().focus = warp.focus();
        int number = 0;
        for (const Round& round : roundsOf(numbers(), threads())) {
            const Buffer out = recorder.buffer(fmt::format("sums {}", ++number), round.sums * sizeof(int));
            recorder.launch("reduction." + variant.value(), {round.sums, 1, 1}, {threads(), 1, 1},
                            shuffles() ? 0 : threads() * 4, out, in, static_cast<int>(round.numbers));
            in = out;
        }
        recorder.keep(in);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const TreeView view{
            .elements = threads(),
            .steps = treeOf(frame),
            .chosen = static_cast<int>(now()),
            .warp = warp.focus().warp,
            .reads = frame.shown && isLoad(*frame.shown),
        };
        const TreeStep* step = view.chosenStep();
        if (!step) return;
        if (frame.left.width > 60) drawSums(frame, canvas, view);
        const auto shown = step->throughMemory ? frame.shown : std::nullopt;
        const Heading heading{titleOf(*step, shown), whenOf(*step, shown), sourceOf(*step, shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, shown ? &*shown : nullptr);
        const bool waits = !shuffles() && step->lanes < step->warpLanes;
        const bool wasteful = tooOld(frame) || (shown && (isWasteful(*shown) || waits));
        rest =
            drawConclusion(canvas, rest,
                           shuffles() && step->throughMemory && !tooOld(frame)
                               ? tr("The sums of the warps meet here: this step goes through shared memory.")
                               : lessonOf(chosenVariant(), !tooOld(frame)),
                           wasteful ? frame.theme.warn : frame.theme.good);
        if (!frame.view.isQuiet()) rest = drawLanesAtWork(canvas, frame, rest, view);
        if (shown) return drawAccess(canvas, frame, rest, *shown);
        if (!step->throughMemory) return drawShuffle(canvas, frame, rest, view);
        drawNothing(canvas, rest, tr("It has nothing to add in this step. Click a warp that has."));
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        const std::vector<TreeStep> tree = treeOf(frame);
        if (shown && shown->counts.bankConflicts > 0)
            panel.reading(readShared(frame, *shown));
        else if (tooOld(frame))
            panel.verdict(Tone::Bad, tr("No shuffles before CC 3.0"),
                          tr("No GPU of CC {} runs this kernel: there all sums have to go through "
                             "shared memory.",
                             frame.architecture.cc.text()));
        else if (shuffles())
            panel.reading(
                readShuffles(threads() / model::kWarpSize, now() < tree.size() && tree[now()].throughMemory));
        else if (shown && now() < tree.size() && !isOfTree(tree[now()], *shown))
            panel.reading(readShared(frame, *shown));
        else if (now() < tree.size())
            panel.reading(readStep(tree[now()], threads()));
        const bool inRegisters = now() < tree.size() && !tree[now()].throughMemory;
        if (shown && !inRegisters) panel.accessTable(*shown);
        panel.suggestions(tr("Try it"), suggestionsAfter(chosenVariant()));
        if (const auto sum = frame.result.values<int>(fmt::format("sums {}", frame.result.launches.size()));
            !sum.empty())
            panel.stat(tr("sum of all numbers"), grouped(static_cast<std::uint64_t>(sum[0])),
                       tr("whole numbers: no order of adding them changes it"));
        panel.runTable();
        if (frame.result.launches.empty()) return;
        const LaunchResult& launch = frame.result.launches.front();
        panel.source(launch, inRegisters ? lineOfShuffle(launch.file->source, tree) : 0);
    }

    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        return access.space == Space::Shared && launch.grid.x == blocks() &&
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
        const bool reads = frame.shown && isLoad(*frame.shown);
        return pick.lane < 0 ? describeStep(tree[i], reads)
                             : describeShuffle(tree[i], warp.focus().warp, pick.lane, reads);
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "variant",
            .first = "interleaved",
            .last = "shuffle",
            .metric = "shared_wavefronts",
            .title = tr("wavefronts of shared memory, and time, by variant"),
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {{tr("16 million numbers"), {{"size", "16777216"}}, "variant=interleaved:shuffle"}};
    }
    std::string shrinkTo(std::size_t most) override {
        size.assign(static_cast<int>(std::min<std::size_t>(most / sizeof(int), std::size_t(size))));
        return fmt::format("size={}", size.value());
    }

private:
    Variant chosenVariant() const { return variant.chosen(); }
    bool shuffles() const { return chosenVariant() == Variant::Shuffle; }
    bool tooOld(const Frame& frame) const { return shuffles() && frame.architecture.cc.major < 3; }
    std::uint32_t numbers() const { return static_cast<std::uint32_t>(size.value()); }
    std::uint32_t threads() const { return 64U << block.index(); }
    std::uint32_t blocks() const { return sumsOf(numbers(), threads()); }
    std::uint32_t steps() const { return stepsOf(chosenVariant(), threads()); }
    std::uint32_t now() const { return std::min(static_cast<std::uint32_t>(step.value()), steps() - 1); }

    /// The focus block's steps: of shared memory as they ran, of shuffles, which leave no trace, by their
    /// rule.
    std::vector<TreeStep> treeOf(const Frame& frame) const {
        if (frame.result.launches.empty()) return {};
        if (shuffles()) return shuffleAdditions(threads());
        const LaunchResult& launch = frame.result.launches.front();
        if (!launch.observation) return {};
        const BlockTrace trace{
            .accesses = launch.observation->blockTrace,
            .lineOf = [&](std::uint32_t site) { return launch.observation->site(site).line; },
            .threads = launch.block.count(),
        };
        std::vector<TreeStep> tree = sharedAdditions(trace, frame.architecture, frame.rules);
        for (std::uint32_t i = 0; i < tree.size(); ++i)
            tree[i].label = fmt::format("k = {}", distanceOf(chosenVariant(), threads(), i));
        return tree;
    }

    /// The block's fill and its result are no part of it.
    static bool isOfTree(const TreeStep& step, const ShownAccess& shown) {
        return step.lines.empty() ||
               (shown.site->line >= step.lines.front() && shown.site->line <= step.lines.back());
    }
    std::string whenOf(const TreeStep& step, const std::optional<ShownAccess>& shown) const {
        if (!shown || isOfTree(step, *shown)) return tr("step {}, {}", now(), step.label);
        return shown->site->line < step.lines.front() ? tr("before the tree") : tr("after the tree");
    }
    /// Where the source has the shuffle of a step; the second one adds what has gone through shared memory.
    std::uint32_t lineOfShuffle(std::string_view source, const std::vector<TreeStep>& tree) const {
        const auto steps = tree.begin();
        const bool second =
            std::any_of(steps, steps + now(), [](const TreeStep& each) { return each.throughMemory; });
        std::size_t at = source.find(kShuffle);
        if (second && at != std::string_view::npos) at = source.find(kShuffle, at + kShuffle.size());
        if (at == std::string_view::npos) return 0;
        return static_cast<std::uint32_t>(std::ranges::count(source.substr(0, at), '\n')) + 1;
    }
    static std::string titleOf(const TreeStep& step, const std::optional<ShownAccess>& shown) {
        if (!step.throughMemory) return tr("One warp passes its sums on");
        if (!shown) return tr("This warp waits at the barrier");
        return isLoad(*shown) ? tr("One warp reads shared memory") : tr("One warp writes shared memory");
    }
    static std::string sourceOf(const TreeStep& step, const std::optional<ShownAccess>& shown) {
        if (!step.throughMemory) return std::string(kShuffle);
        return shown ? sourceText(*shown) : "";
    }

    void drawSums(const Frame& frame, render::Canvas& canvas, const TreeView& view) const {
        const std::uint64_t shownBlock = warp.focus().block;
        const Heading heading{
            .title = tr("Block {} adds {}", shownBlock,
                        numbersText(static_cast<std::uint32_t>(shownBlock), threads(), numbers())),
            .subtitle = tr("{} steps; the colours are the lanes of warp {}{}", view.steps.size(), view.warp,
                           canvas.interactive() ? tr("; click a step") : ""),
            .expression = "",
        };
        const render::Rect rest = drawHeading(canvas, frame.left, heading);
        const float tree = rest.height * 0.56F;
        drawTree(canvas, frame, rest.top(tree), view);
        drawTreeBars(canvas, rest.belowTop(tree + 10), view);
    }
};

const Registered<Reduction> kReduction{{
    .name = "reduction",
    .chapter = "Kernels at work",
    .summary = "Numbers are added up in a tree: which lanes work and which banks they meet, step by step, "
               "and shuffles.",
    .title = "Parallel reduction",
    .place = 130,
    .move = "four ways to add up a block, step by step",
    .see = "the tree as its warps added it, lanes at work and wavefronts at every step",
    .terms = "bank conflict, divergence, shuffle, sum of an array, faster",
}};

} // namespace lanescope::lab_reduction
