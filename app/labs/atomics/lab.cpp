// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/atomics/model.h"
#include "labs/atomics/picture.h"
#include "labs/atomics/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_atomics {

using namespace kit;

constexpr model::Dim3 kBlock{Histogram::kThreads, 1, 1};
constexpr int kValues = 1024; // a value is 0 to 1023

const WordsFor<Place> kPlaces{{Place::Global, "global"}, {Place::Shared, "shared"}, {Place::Warp, "warp"}};

/// A histogram by atomics, its counters in global memory, in shared memory of a block, or of a warp.
class Atomics final : public Lab, public HasSubject, public HasSweep, public Clickable, public Shrinkable {
public:
    ChoiceOf<Place> variant{this, "variant", Place::Global, kPlaces,
                            "one set of counters for all, one per block, or one per warp"};
    Real spread{this, "spread", 0.3, 0, 1, "0: all values are the same; 1: all are equally likely"};
    Integer bins{this, "bins", 64, 1, 1024, "counters that the values 0 to 1023 share"};
    Choice adds{this, "adds", "1", {"1", "value"}, "what a value adds to its bin: 1, or itself"};
    Integer elements{this, "elements", 65536, 1, 4194304, "values to count", Integer::Scale::PowerOfTwo};
    Integer share{
        this, "per-thread", 8, 1, 64, "values per thread, one per step", Integer::Scale::PowerOfTwo};
    Integer step{this, "step", 0, 0, 63, "which of the values of each lane is shown"};
    WarpFocus warp{this, 3, 2, [this] {
                       return Threads{
                           .grid = grid(), .block = kBlock, .width = histogram().threads(), .height = 1};
                   }};

    Atomics() {
        underMore({&adds, &share});
        step.setMost([this] { return share - 1; });
    }

    void record(Recorder& recorder) const override {
        const auto drawnValue = [](std::size_t i, double of) { return PeakedValues{kValues, of}.at(i); };
        const Buffer values =
            recorder.buffer("values", static_cast<std::size_t>(elements.value()) * sizeof(int),
                            recording::elements<int>(drawnValue, spread.value()));
        const Buffer counters = recorder.buffer("histogram", histogram().setBytes());
        recorder.clear(counters);
        recorder.options().focus = warp.focus();
        const std::string what = adds.is("1") ? "atomics.count" : "atomics.sum";
        if (variant.is("global"))
            recorder.launch(what + "Global", grid(), kBlock, 0, counters, values, elements.value(),
                            bins.value());
        else
            recorder.launch(what + "Shared", grid(), kBlock, histogram().sets() * histogram().setBytes(),
                            counters, values, elements.value(), bins.value(),
                            static_cast<int>(histogram().sets()));
        recorder.keep(counters);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        drawHistogram(canvas, frame, countedFor(shown, shown && lab_atomics::countsTogether(frame, *shown)));
        if (!shown) return drawNothing(canvas, frame.right, tr("This warp has no value to count."));
        const bool subject = isSubject(*shown->launch, *shown->access);
        const Heading heading{subject ? tr("Who wants the same counter") : tr("Another access of the kernel"),
                              accessSentence(*shown->access), sourceText(*shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        if (subject) {
            const Reading reading = readMeetings(frame, *shown, nameIn(*shown));
            if (variant.is("global")) // the picture of the banks has a conclusion of its own
                rest = drawConclusion(canvas, rest, tr("{}. {}", reading.headline, reading.sentence),
                                      reading.tone == Tone::Warn ? canvas.theme().warn : canvas.theme().good);
            if (!frame.view.isQuiet()) { // who meets whom is what is asked
                const render::Rect under =
                    drawMeetings(canvas, frame, rest.top(rest.height * 0.42F), *shown, nameIn(*shown));
                rest = rest.belowTop(under.y + 6 - rest.y);
            }
        }
        drawAccess(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return panel.note(tr("The chosen warp has no value to count."));
        const bool subject = isSubject(*shown->launch, *shown->access);
        panel.reading(subject ? readMeetings(frame, *shown, nameIn(*shown)) : readAccess(frame, *shown));
        panel.accessTable(*shown);
        if (subject) {
            panel.suggestions(tr("Counted elsewhere"),
                              placesToTry(frame, *shown->access, binsIn(*shown), histogram(), adds.is("1"),
                                          variant.choices()));
            if (!variant.is("global"))
                panel.note(mergeText(histogram())); // there each adds to the histogram itself
        }
        panel.runTable();
        panel.source(*shown->launch);
    }

    /// The update of the chosen step, or the warp's last one, of the counters that lanes meet at.
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const auto updates = [&](const model::WarpAccess& each) {
            return model::directionOf(each.operation) == model::Direction::Atomic &&
                   (each.space == model::Space::Global) == variant.is("global");
        };
        return nthAccess(launch.observation->trace, launch.observation->occurrence,
                         static_cast<std::uint32_t>(step.value()), updates) == &access;
    }
    std::optional<Sweep> sweep() const override {
        const bool global = variant.is("global");
        return Sweep{
            .parameter = "spread",
            .first = "0",
            .last = "1",
            .step = "0.05",
            .metric = global ? "sectors_per_access" : "wavefronts_per_access",
            .title =
                global ? tr("sectors of an update, by spread") : tr("wavefronts of an update, by spread"),
            .subject = true,
            .since = global ? kWaitingModelled : model::ComputeCapability{},
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        std::vector<ExperimentSeries> all;
        for (const std::string& place : variant.choices())
            all.push_back({
                .name = place + tr(", by spread"),
                .sets = {{"variant", place}, {"elements", "4194304"}},
                .over = "spread=0:1:0.1",
            });
        return all;
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const std::int64_t bin = pick.id - kValues;
        if (bin < 0) return tr("value {}", pick.id);
        return tr("bin {}: {}", bin,
                  frame.result.values<unsigned>("histogram")[static_cast<std::size_t>(bin)]);
    }
    std::string shrinkTo(std::size_t bytes) override {
        elements.assign(static_cast<int>(std::min<std::size_t>(bytes / sizeof(int) - bytes / 64, 4194304)));
        return fmt::format("elements={}", elements.value());
    }

private:
    Histogram histogram() const {
        return {
            .place = variant.chosen(),
            .bins = static_cast<std::uint32_t>(bins.value()),
            .values = static_cast<std::uint32_t>(elements.value()),
            .perThread = static_cast<std::uint32_t>(share.value()),
        };
    }
    model::Dim3 grid() const { return {histogram().blocks(), 1, 1}; }
    CountedView countedFor(const std::optional<ShownAccess>& shown, bool together) const {
        CountedView view{
            .values = {.count = kValues, .spread = spread.value()},
            .count = static_cast<std::size_t>(elements.value()),
            .addsOne = adds.is("1"),
            .firstPick = kValues,
        };
        if (!shown || !isSubject(*shown->launch, *shown->access)) return view;
        view.updated = binsIn(*shown);
        view.lanes = shown->access->activeMask;
        view.countsTogether = together;
        return view;
    }

    /// The histogram's address in global memory.
    static std::uint64_t firstOf(const ShownAccess& shown) {
        const Placement* at = shown.launch->observation->placement("histogram");
        return at ? at->address : 0;
    }
    LaneBins binsIn(const ShownAccess& shown) const {
        return binsOf(*shown.access, histogram(), firstOf(shown));
    }
    AddressName nameIn(const ShownAccess& shown) const {
        return [counted = histogram(), space = shown.access->space, first = firstOf(shown)](
                   std::uint64_t address) { return tr("bin {}", binAt(counted, space, address, first)); };
    }
};

const Registered<Atomics> kAtomics{{
    .name = "atomics",
    .chapter = "Kernels at work",
    .summary = "A histogram by atomics: lanes whose values fall into one bin update one word, and wait for "
               "each other.",
    .title = "Atomics: a histogram",
    .place = 140,
    .move = "counters in global memory, of a block, of a warp; how alike the values are",
    .see = "which lanes meet in one word and wait for each other",
    .terms = "histogram, race",
}};

} // namespace lanescope::lab_atomics
