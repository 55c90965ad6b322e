// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/divergence/model.h"
#include "labs/divergence/picture.h"
#include "labs/divergence/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lanescope::lab_divergence {

using namespace kit;

const WordsFor<Kernel> kKernels{{Kernel::Branch, "branch"},
                                {Kernel::Data, "data"},
                                {Kernel::Gathered, "gathered"},
                                {Kernel::Loop, "loop"}};
const std::vector<std::string> kGroups{"1", "2", "4", "8", "16", "32"};
const std::vector<std::string> kOrders{"mixed", "sorted"};
const std::vector<std::string> kBlocks{"64", "128", "256", "512", "1024"};

/// Lanes of one warp that want different instructions: some wait while others work.
class Divergence final : public Lab,
                         public HasSweep,
                         public Clickable,
                         public Shrinkable,
                         public HasFacts,
                         public HasIdleParameters {
public:
    ChoiceOf<Kernel> kernel{this, "kernel", Kernel::Branch, kKernels,
                            "what makes lanes diverge; gathered: like data, with the work compacted first"};
    Choice group{this, "group", "1", kGroups, "neighbouring lanes that take the same side of the branch"};
    Integer share{this, "share", 25, 0, 100, "percent of the numbers that need work"};
    Choice order{this, "order", "mixed", kOrders, "how the numbers lie in memory"};
    Integer rounds{this, "rounds", 64,
                   1,    256,      "iterations of each loop; with kernel=loop, the most that a lane makes"};
    Choice block{this, "block", "256", kBlocks, "threads per block"};
    Integer size{this,
                 "size",
                 262144,
                 32,
                 1 << 20,
                 "numbers, one per thread; rounded up to whole blocks",
                 Integer::Scale::PowerOfTwo};
    WarpFocus warp{
        this, 0, 1,
        [this] {
            return Threads{.grid = {grid(), 1, 1}, .block = {threads(), 1, 1}, .width = count(), .height = 1};
        },
        "block to look at; its instructions are shown"};

    Divergence() { underMore({&block}); }

    void record(Recorder& recorder) const override {
        const Buffer in = recorder.buffer("in", count() * sizeof(std::uint32_t), numbers());
        const Buffer out = recorder.buffer("out", count() * sizeof(std::uint32_t));
        recorder.options().focus = warp.focus();
        recorder.options().instructions = true;
        const std::string name = "divergence." + kernel.value();
        const model::Dim3 all{grid(), 1, 1};
        const model::Dim3 each{threads(), 1, 1};
        if (is(Kernel::Branch))
            recorder.launch(name, all, each, 0, out, in, 1 << group.index(), rounds.value());
        if (is(Kernel::Data) || is(Kernel::Gathered))
            recorder.launch(name, all, each, 0, out, in, static_cast<unsigned>(share.value()),
                            rounds.value());
        if (is(Kernel::Loop)) recorder.launch(name, all, each, 0, out, in);
        recorder.keep(out);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const Observation* seen = observed(frame);
        if (!seen) return drawNothing(canvas, frame.right, tr("The run recorded no instructions."));
        const LaunchResult& launch = frame.result.launches.front();
        StepsView view{.stretches = stretchesIn(*seen), .sources = {}, .left = seen->issued->left};
        for (const Stretch& each : view.stretches) view.sources.push_back(sourceLine(launch, each.line));
        const Heading heading{
            .title = tr("What warp {} does, from top to bottom", seen->focusWarp),
            .subtitle = tr(
                "one column per lane; cells without colour are lanes that wait for the others of their warp"),
            .expression = expression(),
        };
        render::Rect rest = drawHeading(canvas, frame.right, heading);
        const model::Issues own = issuesOf(view.stretches);
        const bool parts = stretchesPart(view.stretches);
        rest = drawConclusion(canvas, rest,
                              tr("This warp: {} lanes active in an instruction, on average. {}",
                                 lanesText(own), lessonOf(kernelNow(), parts)),
                              toneColor(frame.theme, readIssues(own, kernelNow()).tone, frame.theme.text));
        const auto vote = voteIn(*seen);
        const float under = vote && rest.height > 340 ? std::min(rest.height * 0.36F, 200.F) : 0;
        if (under > 0) drawVote(canvas, frame, rest.belowTop(rest.height - under), *vote);
        drawSteps(canvas, frame, rest.top(rest.height - under - (under > 0 ? 12.F : 0.F)), view);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const Observation* seen = observed(frame);
        if (!seen) return;
        const model::Issues all = seen->reports.front().issued;
        if (is(Kernel::Gathered) && frame.architecture.cc.major < 3)
            panel.verdict(Tone::Bad, tr("No shuffles before CC 3.0"),
                          tr("No GPU of CC {} runs this kernel: there the sums of its warps would have to "
                             "go through shared memory.",
                             frame.architecture.cc.text()));
        else
            panel.reading(readIssues(all, kernelNow()));
        panel.table(tr("the whole launch"), issueRows(all));
        suggest(panel);
        panel.runTable();
        panel.note(tr(
            "Instructions are those of the PTX. The GPU's compiler makes its own of them, but lanes part "
            "and meet at the same places. A short if may be an instruction that all lanes run and only some "
            "act on: then none of them waits."));
        panel.source(frame.result.launches.front());
    }
    std::vector<Fact> facts(const RunResult& result, const model::Architecture&, bool) const override {
        if (result.launches.empty() || !result.launches.front().observation) return {};
        return factsFrom(issueRows(result.launches.front().observation->reports.front().issued));
    }

    std::optional<Sweep> sweep() const override {
        Sweep sweep{
            .parameter = "share",
            .first = "0",
            .last = "100",
            .step = "5",
            .metric = "active_lanes_per_instruction",
            .title = tr("active lanes per instruction, by percent of the numbers that need work"),
        };
        if (is(Kernel::Branch)) {
            sweep.parameter = "group";
            sweep.first = "1";
            sweep.last = "32";
            sweep.step = {};
            sweep.title = tr("active lanes per instruction, by neighbours that take the same side");
        }
        if (is(Kernel::Loop)) {
            sweep.parameter = "order";
            sweep.first = "mixed";
            sweep.last = "sorted";
            sweep.step = {};
            sweep.title = tr("active lanes per instruction, by the order of the numbers");
        }
        return sweep;
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {{tr("a branch, by neighbours that agree"),
                 {{"kernel", "branch"}, {"size", "1048576"}, {"rounds", "256"}},
                 "group=1:32"},
                {tr("mixed data"),
                 {{"kernel", "data"}, {"size", "1048576"}, {"rounds", "256"}},
                 "share=0:100:10"},
                {tr("mixed data, gathered"),
                 {{"kernel", "gathered"}, {"size", "1048576"}, {"rounds", "256"}},
                 "share=0:100:10"}};
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const Observation* seen = observed(frame);
        if (!seen) return {};
        const std::vector<Stretch> stretches = stretchesIn(*seen);
        const auto i = static_cast<std::size_t>(pick.id);
        if (pick.id < 0 || i >= stretches.size())
            return pick.lane < 0 ? std::string() : tr("lane {}", pick.lane);
        return describeStretch(stretches[i], pick.lane,
                               sourceLine(frame.result.launches.front(), stretches[i].line));
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::string shrinkTo(std::size_t bytes) override {
        while (size.value() > 32 && count() * sizeof(std::uint32_t) > bytes) size.assign(size.value() / 2);
        return fmt::format("size={}", size.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if (&parameter == &group && !is(Kernel::Branch)) return tr("only kernel=branch");
        if (&parameter == &share && !is(Kernel::Data) && !is(Kernel::Gathered))
            return tr("only kernel=data and kernel=gathered");
        return &parameter == &order && is(Kernel::Branch) ? tr("this branch does not look at the numbers")
                                                          : "";
    }

private:
    Kernel kernelNow() const { return kernel.chosen(); }
    bool is(Kernel which) const { return kernelNow() == which; }
    std::uint32_t threads() const { return 64U << block.index(); }
    std::uint32_t grid() const {
        return (static_cast<std::uint32_t>(size.value()) + threads() - 1) / threads();
    }
    std::uint64_t count() const { return std::uint64_t{grid()} * threads(); }

    recording::Contents numbers() const {
        if (is(Kernel::Branch)) return elements<std::uint32_t>([](std::size_t i) { return i; });
        const std::uint32_t range = is(Kernel::Loop) ? static_cast<std::uint32_t>(rounds.value()) : 100;
        return elements<std::uint32_t>([](std::size_t i, std::uint64_t of, std::uint32_t within,
                                          std::uint32_t first,
                                          bool sorted) { return first + numberAt(i, of, within, sorted); },
                                       count(), range, is(Kernel::Loop) ? 1U : 0U, order.is("sorted"));
    }

    static const Observation* observed(const Frame& frame) {
        if (frame.result.launches.empty()) return nullptr;
        const Observation* seen = frame.result.launches.front().observation.get();
        return seen && seen->issued ? seen : nullptr;
    }
    static std::vector<Stretch> stretchesIn(const Observation& seen) {
        return stretchesOf(seen.issued->steps,
                           [&](std::uint32_t instruction) { return seen.lineOf(instruction); });
    }
    static model::Issues issuesOf(const std::vector<Stretch>& stretches) {
        model::Issues sum;
        for (const Stretch& each : stretches)
            sum += {each.instructions,
                    each.instructions * static_cast<std::uint64_t>(std::popcount(each.lanes))};
        return sum;
    }
    static bool stretchesPart(const std::vector<Stretch>& stretches) {
        return issuesOf(stretches).lanesPerInstruction() < kNearlyAllLanes * model::kWarpSize;
    }
    std::string expression() const {
        switch (kernelNow()) {
        case Kernel::Branch:
            return fmt::format("if ((threadIdx.x & {}) == 0)", 1 << group.index());
        case Kernel::Data:
        case Kernel::Gathered:
            return fmt::format("if (x < {})", share.value());
        case Kernel::Loop:
            break;
        }
        return "for (k < turns)";
    }

    /// The vote of the focus warp, from its store into the block's list; nothing where it has none.
    static std::optional<VoteView> voteIn(const Observation& seen) {
        const auto isStore = [](const model::WarpAccess& access) {
            return access.space == model::Space::Shared && access.operation == model::Operation::Store;
        };
        // Each warp first stores how many it has found.
        const auto found = std::ranges::find_if(seen.trace, isStore);
        const auto isListed = [&](const model::WarpAccess& access) {
            return isStore(access) && access.site != found->site;
        };
        const auto store = std::find_if(found, seen.trace.end(), isListed);
        if (store == seen.trace.end()) return std::nullopt;
        std::uint64_t first = ~std::uint64_t{0};
        VoteView view;
        for (const model::WarpAccess& access : seen.blockTrace) {
            if (!isListed(access)) continue;
            view.listed += static_cast<std::uint32_t>(std::popcount(access.activeMask));
            forEachLane(access.activeMask, [&](int lane) {
                first = std::min(first, access.address.at(static_cast<std::size_t>(lane)));
            });
        }
        view.vote = voteOf(*store, first);
        return view;
    }

    void suggest(Panel& panel) const {
        std::vector<Suggestion> all;
        const auto offer = [&](std::string_view parameter, std::string_view value, std::string_view outcome) {
            all.push_back({.sets = {{std::string(parameter), std::string(value)}},
                           .outcome = std::string(outcome),
                           .timed = true});
        };
        if (is(Kernel::Branch) && group.is("32"))
            offer("group", "16", tr("half of each warp takes the other side."));
        else if (is(Kernel::Branch))
            offer("group", "32", tr("each warp takes one side as a whole, and no lane waits."));
        if (is(Kernel::Gathered)) offer("kernel", "data", tr("each lane looks after its own number again."));
        if (is(Kernel::Data) && order.is("mixed"))
            offer("kernel", "gathered", tr("votes and shuffles line up the work for whole warps."));
        const bool ordered = is(Kernel::Data) || is(Kernel::Loop);
        if (ordered && order.is("sorted"))
            offer("order", "mixed", tr("neighbouring lanes want different things again."));
        else if (ordered)
            offer("order", "sorted", tr("neighbouring lanes want the same, so they stay together."));
        panel.suggestions(tr("Try it"), std::move(all));
    }
};

const Registered<Divergence> kDivergence{{
    .name = "divergence",
    .chapter = "Threads",
    .summary =
        "Lanes of one warp that take different paths: branches, loops of unequal length, votes and shuffles.",
    .title = "Branch divergence",
    .place = 35,
    .move = "a branch by lane or by warp, data that decide, loops of unequal length, votes and shuffles",
    .see = "what a warp issues, step by step: which lanes work and which wait, and how many are active on "
           "average",
    .terms = "branch, vote, ballot, shuffle, loop, active lanes",
}};

} // namespace lanescope::lab_divergence
