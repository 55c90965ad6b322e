// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/bars.h"
#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/occupancy/model.h"
#include "labs/occupancy/picture.h"
#include "labs/occupancy/words.h"
#include "model/format.h"
#include "model/time/kernel_time.h"
#include "session/timing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::lab_occupancy {

using namespace kit;

const WordsFor<Kernel> kKernels{{Kernel::Follow, "follow"}, {Kernel::Compute, "compute"}};
const std::vector<std::string> kSumNames{"8", "32", "64"};

/// How many warps fit on a multiprocessor, what keeps more away, and whether that matters.
class Occupancy final : public Lab, public HasSweep, public Clickable, public Shrinkable, public HasFacts {
public:
    ChoiceOf<Kernel> kernel{this, "kernel", Kernel::Follow, kKernels,
                            "follow: each step waits for a load; compute: no memory, only arithmetic"};
    Integer block{this, "block", 32, 32, 1024, "threads per block"};
    Choice sums{this, "sums", "8", kSumNames, "running sums of a thread, each in a register"};
    Integer shared{this, "shared", 0, 0, 227, "KiB of dynamic shared memory per block"};
    Integer size{this, "size", 196608, 32, 1 << 18, "threads of the whole grid", Integer::Scale::PowerOfTwo};

    Occupancy() {
        block.setMost([this] { return static_cast<int>(mostThreads(sumsNow())); });
    }

    void record(Recorder& recorder) const override {
        if (threads() > mostThreads(sumsNow()))
            throw BadInput(
                fmt::format("a block of {} threads: with sums={} the kernel is compiled for at most {} "
                            "(__launch_bounds__); choose a smaller block or fewer sums",
                            threads(), sums.value(), mostThreads(sumsNow())));
        const std::string name = "occupancy." + kernelName(kernelNow(), sumsNow());
        const auto bytes = static_cast<std::uint32_t>(shared.value()) * 1024;
        const int rounds = static_cast<int>(stepsOf(kernelNow()) / sumsNow());
        const Buffer out = recorder.buffer("out", std::uint64_t{grid()} * threads() * sizeof(std::uint32_t));
        if (kernelNow() == Kernel::Follow) {
            const Lines lines = linesFor(static_cast<std::uint32_t>(size.value()));
            const Buffer next = recorder.buffer(
                "next", std::uint64_t{lines.count()} * model::kWarpSize * sizeof(int),
                elements<std::uint32_t>([](std::size_t i, Lines of) { return of.next(i); }, lines));
            recorder.launch(name, {grid(), 1, 1}, {threads(), 1, 1}, bytes, out, next,
                            static_cast<int>(lines.count()), rounds);
        } else {
            recorder.launch(name, {grid(), 1, 1}, {threads(), 1, 1}, bytes, out, rounds);
        }
        recorder.keep(out);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto taken = resourcesIn(frame.result);
        if (!taken) return drawNothing(canvas, frame.right, tr("The run recorded nothing to show."));
        const model::Architecture& chip = frame.architecture;
        const model::Occupancy held = model::occupancy(*taken, chip);
        const Heading left{
            .title = tr("One multiprocessor of many"),
            .subtitle = tr("{} places for warps; the colour changes from block to block ({} each)",
                           held.maxWarps, counted((taken->threads + 31) / 32, "warp")),
            .expression = "",
        };
        render::Rect rest = drawHeading(canvas, frame.left, left);
        rest = drawConclusion(
            canvas, rest,
            held.blocks == 0
                ? tr("Not one block fits: {}.", whyNoBlock(*taken, chip))
                : limitSentence(held) + (isSmall(held, grid(), chip)
                                             ? tr(" This grid has too few blocks to fill what is drawn.")
                                             : ""),
            toneColor(frame.theme, held.blocks == 0 ? Tone::Bad : Tone::Plain, frame.theme.text));
        drawMultiprocessor(canvas, rest, *taken, chip);

        const Heading right{
            .title = tr("Do more warps help?"),
            .subtitle = kernelNow() == Kernel::Follow ? tr("each load waits for the one before it")
                                                      : tr("no step of a thread waits for memory"),
            .expression = kernelNow() == Kernel::Follow ? "at = next[at]" : "sum[k] = sum[k] * 3 + round",
        };
        rest = drawHeading(canvas, frame.right, right);
        const model::LaunchTime* time = session::launchTime(frame.result.launches.front());
        constexpr float kAnswer = 0.45F; // it is what the heading asks, and more than the second picture
        rest = drawConclusion(canvas, rest, conclusion(frame, held), frame.theme.text, kAnswer);
        const std::vector<Size> all = sizesOf(*taken, mostThreads(sumsNow()), chip);
        const BarsView sizes = sizeBars(all, threads(), held.maxWarps, whyNone(all, *taken, chip));
        constexpr float kBoth = 300;
        if (!time || rest.height < kBoth) return drawBars(canvas, rest, sizes);
        drawBars(canvas, rest.top(rest.height * 0.5F - 8), sizes);
        BarsView busy = busyBars(time->cold);
        // The table beside it has shares of the peak, which no copy reaches.
        if (const model::TimeFigures figures = model::timeFigures(chip); figures.measured)
            busy.caption = tr("DRAM and L2 of the chip, the rest of its busiest multiprocessor; DRAM: 100 % "
                              "is {} of its peak",
                              percent(figures.copyBytesPerSecond / (chip.peakGBps() * 1e9)));
        busy.group = kBusyPicks;
        drawBars(canvas, rest.belowTop(rest.height * 0.5F + 8), busy);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto taken = resourcesIn(frame.result);
        if (!taken) return;
        panel.reading(readOccupancy(*taken, frame.architecture, waits(frame)));
        panel.table(tr("on one multiprocessor"), occupancyRows(*taken, frame.architecture));
        if (const std::string note = allocationNote(*taken, frame.architecture); !note.empty())
            panel.note(note);
        suggest(frame, panel, *taken);
        if (model::occupancy(*taken, frame.architecture).blocks > 0) panel.runTable();
        panel.source(frame.result.launches.front());
    }
    std::vector<Fact> facts(const RunResult& result, const model::Architecture& architecture,
                            bool) const override {
        const auto taken = resourcesIn(result);
        if (!taken) return {};
        std::vector<Fact> all = factsFrom(occupancyRows(*taken, architecture));
        const std::string why = whyNoBlock(*taken, architecture);
        all.push_back(
            {tr("limited by"), why.empty() ? limitSentence(model::occupancy(*taken, architecture)) : why});
        return all;
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "block",
            .first = "32",
            .last = fmt::format("{}", mostThreads(sumsNow())),
            .step = "32",
            .metric = "bandwidth",
            .title = kernelNow() == Kernel::Follow ? tr("speed by threads per block: GB/s of its loads")
                                                   : tr("speed by threads per block: GB/s of its few stores"),
            .along = tr("block: threads per block"),
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        return {
            {tr("waits for loads"), {{"kernel", "follow"}, {"size", "262144"}}, "block=32:1024:32"},
            {tr("64 sums"), {{"kernel", "follow"}, {"sums", "64"}, {"size", "262144"}}, "block=32:768:32"},
            {tr("computes"), {{"kernel", "compute"}, {"size", "262144"}}, "block=32:1024:32"}};
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0 || pick.group == kBusyPicks) return false;
        const std::vector<std::uint32_t> sizes = sizesShown(threads(), mostThreads(sumsNow()));
        if (std::cmp_greater_equal(pick.id, sizes.size())) return false;
        block.assign(static_cast<int>(sizes[static_cast<std::size_t>(pick.id)]));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const auto taken = resourcesIn(frame.result);
        if (!taken || pick.id < 0 || pick.group == kBusyPicks) return {};
        const std::vector<Size> sizes = sizesOf(*taken, mostThreads(sumsNow()), frame.architecture);
        const auto i = static_cast<std::size_t>(pick.id);
        if (i >= sizes.size()) return {};
        if (sizes[i].warps == 0)
            return tr("{} threads per block: none fits, as {}", sizes[i].threads,
                      whyNoBlock(sizedAs(*taken, sizes[i].threads), frame.architecture));
        return tr("{} threads per block: {} fit", sizes[i].threads,
                  counted(static_cast<std::uint64_t>(sizes[i].warps), "warp"));
    }
    std::string shrinkTo(std::size_t bytes) override {
        while (size.value() > 32 &&
               std::uint64_t{linesFor(static_cast<std::uint32_t>(size.value())).count()} * 128 > bytes)
            size.assign(size.value() / 2);
        return fmt::format("size={}", size.value());
    }

private:
    static constexpr int kBusyPicks = 1; // Pick::group; that of the sizes is 0

    Kernel kernelNow() const { return kernel.chosen(); }
    std::uint32_t sumsNow() const { return kSums.at(sums.index()); }
    std::uint32_t threads() const { return static_cast<std::uint32_t>(block.value()); }
    std::uint32_t grid() const {
        return (static_cast<std::uint32_t>(size.value()) + threads() - 1) / threads();
    }

    static std::optional<model::BlockResources> resourcesIn(const RunResult& result) {
        if (result.launches.empty() || !result.launches.front().observation) return std::nullopt;
        return result.launches.front().observation->resources;
    }
    /// Whether the kernel mostly waits: by its modelled time, or where that is not known by what it does.
    bool mostlyWaits(const Frame& frame) const {
        const model::LaunchTime* time = session::launchTime(frame.result.launches.front());
        if (!time) return kernelNow() == Kernel::Follow;
        return time->cold.limit == model::TimeLimit::Latency;
    }
    Waits waits(const Frame& frame) const {
        if (!mostlyWaits(frame)) return Waits::Little;
        return kernelNow() == Kernel::Follow ? Waits::ForMemory : Waits::ForResults;
    }
    std::string conclusion(const Frame& frame, const model::Occupancy& held) const {
        if (held.blocks == 0) return {}; // it does not run
        const model::LaunchTime* time = session::launchTime(frame.result.launches.front());
        if (!time)
            return kernelNow() == Kernel::Follow ? tr("More warps mean less time spent waiting for memory.")
                                                 : tr("Few warps are enough: none of them waits for long.");
        const std::string rounds = roundsSentence(held, grid(), frame.architecture);
        if (mostlyWaits(frame))
            return (kernelNow() == Kernel::Follow
                        ? tr("The kernel mostly waits for memory. {}", rounds)
                        : tr("The kernel mostly waits for its own results. {}", rounds)) +
                   (held.warps < held.maxWarps && !isSmall(held, grid(), frame.architecture)
                        ? tr(" More warps at once leave less of the time idle; each "
                             "further round takes its own time.")
                        : "");
        return tr("The kernel is limited by {}: more warps would gain little. {}",
                  tr(model::limitText(time->cold.limit, time->cold.pipe)), rounds);
    }

    /// Of the first size that does not fit; empty: all do.
    static std::string whyNone(const std::vector<Size>& sizes, const model::BlockResources& taken,
                               const model::Architecture& chip) {
        const auto none = std::ranges::find(sizes, 0, &Size::warps);
        return none == sizes.end() ? std::string() : whyNoBlock(sizedAs(taken, none->threads), chip);
    }
    static model::BlockResources sizedAs(model::BlockResources block, std::uint32_t threads) {
        block.threads = threads;
        return block;
    }

    void suggest(const Frame& frame, Panel& panel, const model::BlockResources& taken) const {
        std::vector<Suggestion> all;
        // Of the same work it is said whether it takes longer; the other kernel does something else.
        const auto offer = [&](std::string_view parameter, std::string_view value, std::string_view outcome) {
            all.push_back({.sets = {{std::string(parameter), std::string(value)}},
                           .outcome = std::string(outcome),
                           .timed = parameter != kernel.name()});
        };
        const model::Architecture& chip = frame.architecture;
        const model::Occupancy held = model::occupancy(taken, chip);
        const Size best = bestOf(sizesOf(taken, mostThreads(sumsNow()), chip), threads());
        const auto warps = [&](int count) { return tr("{} of {} warps fit.", count, held.maxWarps); };
        if (best.warps > held.warps) offer("block", fmt::format("{}", best.threads), warps(best.warps));
        if (shared.value() > 0 && (held.blocks == 0 || held.limit == model::OccupancyLimit::SharedMemory)) {
            model::BlockResources other = taken;
            other.sharedBytes = 0;
            offer("shared", "0", warps(model::occupancy(other, chip).warps));
        }
        if (held.limit == model::OccupancyLimit::Registers)
            offer("sums", "8", tr("fewer registers, so more blocks fit."));
        model::BlockResources staged = taken;
        staged.sharedBytes = std::uint64_t{48} * 1024;
        if (const model::Occupancy fewer = model::occupancy(staged, chip); fewer.warps < held.warps) {
            offer("shared", "48", warps(fewer.warps));
            all.back().noBetter = true; // where no time is known
        }
        const bool follows = kernelNow() == Kernel::Follow;
        if (held.blocks > 0)
            offer("kernel", follows ? "compute" : "follow",
                  follows ? tr("the same blocks, but a kernel that has nothing to wait for.")
                          : tr("the same blocks, but a kernel that waits for memory in every step."));
        panel.suggestions(tr("Try it"), std::move(all));
    }
};

const Registered<Occupancy> kOccupancy{{
    .name = "occupancy",
    .chapter = "Threads",
    .summary =
        "How many warps fit on a multiprocessor: block size, registers, shared memory, and when it matters.",
    .title = "Occupancy: room for warps",
    .place = 37,
    .move =
        "block size, registers per thread, shared memory per block; a kernel that waits or one that computes",
    .see = "the warps on one multiprocessor, which resource keeps more away, and whether the kernel is any "
           "slower "
           "for it",
    .terms = "registers, block size, latency, resident warps, how many threads fit on an SM",
}};

} // namespace lanescope::lab_occupancy
