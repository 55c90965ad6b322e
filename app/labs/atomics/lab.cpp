// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/bars.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/atomics/meetings.h"
#include "labs/atomics/peaked_values.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::lab_atomics {

using namespace kit;

constexpr model::Dim3 kBlock{256, 1, 1};
constexpr int kValues = 1024; // a value is 0 to 1023

const std::vector<std::string> kPlaces{"global", "shared", "warp"};

/// A histogram by atomics, its counters in global memory, in shared memory of a block, or of a warp.
class Atomics final : public Lab, public HasSubject, public HasSweep, public Clickable, public Shrinkable {
public:
    Choice variant{this, "variant", "global", kPlaces, "a set of counters for all, a block, a warp"};
    Real spread{this, "spread", 0.3, 0, 1, "0: all values are the same; 1: every value is as likely"};
    Integer bins{this, "bins", 64, 1, 1024, "counters that the values 0 to 1023 share"};
    Choice adds{this, "adds", "1", {"1", "value"}, "what a value adds to its bin: 1, or itself"};
    Integer elements{this, "elements", 65536, 1, 4194304, "values", Integer::Scale::PowerOfTwo};
    Integer share{this, "per-thread", 8, 1, 64, "values of a thread, one a step", Integer::Scale::PowerOfTwo};
    Integer step{this, "step", 0, 0, 63, "which of its values the warp is shown at"};
    WarpFocus warp{this, 3, 2, [this] { return Threads{grid(), kBlock, threads(), 1}; }};

    Atomics() {
        step.setMost([this] { return share - 1; });
    }

    void record(Recorder& recorder) const override {
        const auto drawnValue = [](std::size_t i, double of) { return PeakedValues{kValues, of}.at(i); };
        const Buffer values =
            recorder.buffer("values", static_cast<std::size_t>(elements.value()) * sizeof(int),
                            recording::elements<int>(drawnValue, spread.value()));
        const Buffer histogram = recorder.buffer("histogram", setBytes());
        recorder.clear(histogram);
        recorder.options().focus = warp.focus();
        const std::string what = adds.is("1") ? "atomics.count" : "atomics.sum";
        if (variant.is("global"))
            recorder.launch(what + "Global", grid(), kBlock, 0, histogram, values, elements.value(),
                            bins.value());
        else
            recorder.launch(what + "Shared", grid(), kBlock, copies() * setBytes(), histogram, values,
                            elements.value(), bins.value(), static_cast<int>(copies()));
        recorder.keep(histogram);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        drawResult(frame, canvas, shown ? &*shown : nullptr);
        if (!shown) return drawNothing(canvas, frame.right, "This warp has no value to count.");
        const bool subject = isSubject(*shown->launch, *shown->access);
        const Heading heading{subject ? "Who wants the same counter" : "Another access of the kernel",
                              accessSentence(*shown->access), sourceText(*shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        if (subject) {
            const Reading reading = readMeetings(frame, *shown, nameIn(*shown));
            if (variant.is("global")) // the picture of the banks has a conclusion of its own
                rest = drawConclusion(canvas, rest, reading.headline + ". " + reading.sentence,
                                      reading.tone == Tone::Warn ? canvas.theme().warn : canvas.theme().good);
            const render::Rect under =
                drawMeetings(canvas, frame, rest.top(rest.height * 0.42F), *shown, nameIn(*shown));
            rest = rest.belowTop(under.y + 6 - rest.y);
        }
        drawAccess(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return panel.note("The chosen warp has no value to count.");
        const bool subject = isSubject(*shown->launch, *shown->access);
        say(panel, subject ? readMeetings(frame, *shown, nameIn(*shown)) : readAccess(frame, *shown));
        panel.accessTable(*shown);
        if (subject) panel.card(Tone::Good, "Counted elsewhere", comparison(frame, *shown));
        panel.runTable();
        panel.source(*shown->launch);
    }

    /// The update of the chosen step, or the warp's last one, of the counters that lanes meet at.
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const auto updates = [&](const model::WarpAccess& each) {
            return model::directionOf(each.operation) == model::Direction::Atomic &&
                   (each.space == model::Space::Global) == variant.is("global");
        };
        return nthAccess(*launch.observation, static_cast<std::uint32_t>(step.value()), updates) == &access;
    }
    std::optional<Sweep> sweep() const override {
        const bool global = variant.is("global");
        Sweep sweep{"spread", "0", "1", "0.05", global ? "sectors_per_access" : "wavefronts_per_access"};
        sweep.title = "what an update takes, by spread";
        sweep.subject = true;
        if (global) sweep.since = kWaitingModelled;
        return sweep;
    }
    std::vector<ExperimentSeries> experiment() const override {
        std::vector<ExperimentSeries> all;
        for (const std::string& place : kPlaces)
            all.push_back(
                {place + ", by spread", {{"variant", place}, {"elements", "4194304"}}, "spread=0:1:0.1"});
        return all;
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const std::int64_t bin = pick.id - kValues;
        if (bin < 0) return fmt::format("value {}", pick.id);
        return fmt::format("bin {}: {}", bin,
                           frame.result.values<unsigned>("histogram")[static_cast<std::size_t>(bin)]);
    }
    std::string shrinkTo(std::size_t bytes) override {
        elements.assign(static_cast<int>(std::min<std::size_t>(bytes / sizeof(int) - bytes / 64, 4194304)));
        return fmt::format("elements={}", elements.value());
    }

private:
    model::Dim3 grid() const {
        return gridOver(elements, 1, {kBlock.x * static_cast<unsigned>(share.value()), 1, 1});
    }
    /// Those with a value to count.
    std::uint64_t threads() const {
        return std::min(std::uint64_t{grid().x} * kBlock.x, static_cast<std::uint64_t>(elements.value()));
    }
    unsigned copies() const { return variant.is("warp") ? kBlock.x / model::kWarpSize : 1; }
    unsigned setBytes() const { return static_cast<unsigned>(bins.value()) * sizeof(unsigned); }
    PeakedValues drawn() const { return {kValues, spread.value()}; }

    std::uint64_t binAt(const ShownAccess& shown, std::uint64_t address) const {
        const Placement* at = shown.launch->observation->placement("histogram");
        const bool global = shown.access->space == model::Space::Global && at;
        return (global ? address - at->address : address % setBytes()) / sizeof(unsigned);
    }
    AddressName nameIn(const ShownAccess& shown) const {
        return [this, shown](std::uint64_t address) { return fmt::format("bin {}", binAt(shown, address)); };
    }

    /// What the shown values would cost with the counters elsewhere.
    std::string comparison(const Frame& frame, const ShownAccess& shown) const {
        std::string text;
        for (const std::string& place : kPlaces) {
            model::WarpAccess access = *shown.access;
            const bool shared = place != "global";
            access.space = shared ? model::Space::Shared : model::Space::Global;
            access.operation =
                shared && adds.is("1") ? model::Operation::Increment : model::Operation::Reduction;
            for (std::uint64_t& address : access.address)
                address = binAt(shown, address) * sizeof(unsigned) +
                          (place == "warp" ? access.warp * setBytes() : 0);
            text += fmt::format("{}: {}{}\n", place, updateCost(frame, access),
                                variant.is(place) ? " (now)" : "");
        }
        return text + mergeText(std::uint64_t{grid().x} * setBytes() / sizeof(unsigned), elements);
    }

    void drawResult(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        if (frame.left.width < 80) return;
        const auto all = static_cast<std::size_t>(elements.value());
        const Heading heading{"What the kernel counts",
                              fmt::format("{} from 0 to {}", plural(all, "value"), kValues - 1),
                              "bin = value * bins / 1024"};
        const render::Rect rest = drawHeading(canvas, frame.left, heading);
        const PeakedValues::Amounts amounts = drawn().amounts(all);
        BarsView input{
            "The values", amounts.exact ? "how often each is drawn" : "how often each is expected", "", {}};
        for (const double amount : amounts.of)
            input.bars.push_back({amount, -1, std::to_string(input.bars.size()), Tone::Plain});
        drawBars(canvas, rest.top(rest.height * 0.36F), input);
        std::map<std::uint64_t, int> touched;
        if (shown && isSubject(*shown->launch, *shown->access))
            for (const Meeting& each : meetingsOf(*shown->access))
                touched[binAt(*shown, each.address)] = each.size();
        const char* unit = adds.is("1") ? "values in a bin" : "sum of the values in a bin";
        BarsView counted{"The histogram", "bright: updated; orange: lanes meet", unit, {}};
        counted.firstPick = kValues;
        for (const unsigned count : frame.result.values<unsigned>("histogram")) {
            const std::size_t bin = counted.bars.size();
            const int lanes = touched.contains(bin) ? touched[bin] : 0;
            counted.bars.push_back({static_cast<double>(count), lanes ? -1.0 : 0.0, std::to_string(bin),
                                    lanes > 1 ? Tone::Warn : Tone::Plain});
        }
        drawBars(canvas, rest.belowTop(rest.height * 0.36F + 10), counted);
    }
};

const Registered<Atomics> kAtomics{{
    .name = "atomics",
    .chapter = "Kernels at work",
    .summary = "A histogram by atomics: lanes whose values fall into one bin update one word, and wait for "
               "each other.",
    .title = "Atomics: a histogram",
    .rank = 4,
}};

} // namespace lanescope::lab_atomics
