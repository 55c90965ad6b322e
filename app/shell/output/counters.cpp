// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/counters.h"

#include "model/clock.h"
#include "model/format.h"
#include "model/time/kernel_time.h"
#include "session/launch_validation.h"
#include "session/timing.h"
#include "shell/output/output.h"
#include "shell/output/text_table.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace lanescope::shell {

namespace {

using device::Count;
using device::CounterValues;
using model::Direction;
using model::Space;

constexpr std::array kOfKernel{Count::L2Sectors, Count::DramBytesRead, Count::DramBytesWritten,
                               Count::ArbitrationConflicts};

/// What a reader has to know of these numbers.
std::string noteOf(const session::RunCounters& counters) {
    return tr(
        "L1 and shared memory were counted by {} replays of each kernel, L2 and DRAM {}. The driver's "
        "compiler may merge or drop memory instructions of the PTX, and adds local ones; then requests "
        "differ and all "
        "that follows from them. In a kernel of several warps shared and data wavefronts read higher: other "
        "traffic wins the arbitration for some passes (arbitration_conflicts).",
        counters.replays(),
        counters.cold() ? tr("in one run that began with an empty L2; what it wrote may still be there")
                        : tr("with the L2 as earlier replays left it"));
}

/// By name; null: the chip has no such counter.
using Figures = json::Named<std::optional<std::uint64_t>>;
/// By space, then by direction.
struct SpaceFigures {
    std::array<json::Named<Figures>, model::kSpaceCount> of;
    bool operator==(const SpaceFigures&) const = default;
};
/// As kOfKernel; nothing: no kernel was counted.
using KernelFigures = std::array<std::optional<std::optional<std::uint64_t>>, kOfKernel.size()>;

struct LaunchDocument {
    std::string kernel;
    SpaceFigures spaces;
    KernelFigures ofKernel;
};

struct CountersDocument {
    std::string chip, cupti, library;
    std::uint64_t replays = 0;
    std::string l2, note;
    std::vector<LaunchDocument> launches;
    std::optional<SpaceFigures> total; ///< of all launches, like the figures of the kernels
    KernelFigures ofKernel;
};

/// The part of a report that counters are in.
struct CountedDocument {
    CountersDocument counters;
};

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, SpaceFigures>
void describe(Fields& fields, Object& spaces) {
    std::optional<Space> last; // the rows of a space follow one another
    for (const device::CounterRow& row : device::counterRows())
        if (isOfSpace(row.id.count) && std::exchange(last, row.id.space) != row.id.space)
            fields.orNothing(model::spaceName(row.id.space),
                             spaces.of[static_cast<std::size_t>(row.id.space)]);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, KernelFigures>
void describe(Fields& fields, Object& figures) {
    for (std::size_t i = 0; i < kOfKernel.size(); ++i) fields.orNothing(countName(kOfKernel[i]), figures[i]);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, LaunchDocument>
void describe(Fields& fields, Object& launch) {
    fields("kernel", launch.kernel);
    describe(fields, launch.spaces);
    describe(fields, launch.ofKernel);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, CountersDocument>
void describe(Fields& fields, Object& counters) {
    fields.orDefault("chip", counters.chip);
    fields.orDefault("cupti", counters.cupti);
    fields.orDefault("library", counters.library);
    fields.orDefault("replays", counters.replays);
    fields.orDefault("l2", counters.l2);
    fields.orDefault("note", counters.note);
    fields.orDefault("launches", counters.launches);
    fields.orNothing("total", counters.total);
    describe(fields, counters.ofKernel);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, CountedDocument>
void describe(Fields& fields, Object& document) {
    fields("counters", document.counters, "the report was made without --counters");
    fields.others();
}

/// What a name stands for, made where there is none.
template<class T>
T& at(json::Named<T>& all, std::string_view name) {
    for (auto& [known, value] : all)
        if (known == name) return value;
    return all.emplace_back(name, T()).second;
}

SpaceFigures spaceFigures(const CounterValues& values) {
    SpaceFigures figures;
    for (const device::CounterRow& row : device::counterRows())
        if (isOfSpace(row.id.count))
            at(at(figures.of[static_cast<std::size_t>(row.id.space)], model::directionName(row.id.direction)),
               countName(row.id.count)) = values.of(row.id);
    return figures;
}

KernelFigures kernelFigures(const CounterValues& values) {
    KernelFigures figures;
    for (std::size_t i = 0; i < kOfKernel.size(); ++i) figures[i].emplace(values.of(kOfKernel[i]));
    return figures;
}

CounterValues totalOf(const std::vector<session::CountedLaunch>& launches) {
    CounterValues total = launches.front().values;
    for (std::size_t i = 1; i < launches.size(); ++i) total += launches[i].values;
    return total;
}

} // namespace

std::string difference(std::uint64_t modelled, std::uint64_t measured) {
    if (modelled == measured) return tr("exact");
    if (modelled == 0) return "+" + lanescope::grouped(measured);
    return fmt::format("{:+.2f} %", 100.0 * (static_cast<double>(measured) - static_cast<double>(modelled)) /
                                        static_cast<double>(modelled));
}

void addCounters(json::Stream& document, const CountedRun& run) {
    CountersDocument counters{
        .chip = run.counters->chip(),
        .cupti = run.counters->version(),
        .library = run.counters->library(),
        .replays = run.counters->replays(),
        .l2 = std::string(model::cacheName(run.counters->cold() ? model::Cache::Cold : model::Cache::Warm)),
        .note = noteOf(*run.counters)};
    for (const session::CountedLaunch& launch : run.launches)
        counters.launches.push_back(
            {launch.label, spaceFigures(launch.values), kernelFigures(launch.values)});
    if (!run.launches.empty()) {
        const CounterValues total = totalOf(run.launches);
        counters.total = spaceFigures(total);
        counters.ofKernel = kernelFigures(total);
    }
    document.field("counters", json::toJson(counters));
}

session::CounterReadings countersFromJson(std::string_view text) {
    const CountersDocument counters =
        json::parseDocument<CountedDocument>(text, "not the report that was expected").counters;
    session::CounterReadings readings;
    for (std::size_t space = 0; counters.total && space < counters.total->of.size(); ++space)
        for (const auto& [direction, figures] : counters.total->of[space])
            for (const auto& [name, value] : figures)
                if (value)
                    readings.values[fmt::format("{}.{}.{}", model::spaceName(static_cast<Space>(space)),
                                                direction, name)] = static_cast<double>(*value);
    for (std::size_t i = 0; i < kOfKernel.size(); ++i)
        if (const auto& value = counters.ofKernel[i]; value && *value)
            readings.values[std::string(countName(kOfKernel[i]))] = static_cast<double>(**value);
    return readings;
}

std::string countersText(const session::RunResult& result, std::size_t architecture, const CountedRun& run) {
    using Align = TextTable::Align;
    if (run.launches.empty()) return tr("no kernel runs, so there is nothing to count\n");
    TextTable table({{tr("kernel")},
                     {tr("counter")},
                     {tr("modelled"), Align::Right},
                     {tr("counted"), Align::Right},
                     {tr("difference"), Align::Right},
                     {tr("reason")}});
    for (std::size_t i = 0; i < std::min(result.launches.size(), run.launches.size()); ++i) {
        const session::CountedLaunch& counted = run.launches[i];
        const session::Observation& observed = *result.launches[i].observation;
        const std::string kernel = run.launches.size() > 1 ? counted.label : "";
        session::RunResult launch;
        launch.launches.push_back(result.launches[i]);
        // A GPU counts every block, of which the model may have seen some.
        const std::vector<session::LaunchQuantity> quantities =
            session::compareLaunch(model::wholeGrid(observed.reports[architecture]),
                                   session::bytesOf(launch, architecture).dram, counted);
        for (const session::LaunchQuantity& quantity : quantities)
            table.add({kernel, session::counterName(quantity.id), std::to_string(quantity.modelled),
                       std::to_string(quantity.measured), difference(quantity.modelled, quantity.measured),
                       retold(quantity.reason)});
        for (const Count count : kOfKernel) {
            const auto value = counted.values.of(count);
            if (std::ranges::none_of(quantities, [&](const auto& known) { return known.id.count == count; }))
                table.add({kernel, std::string(countName(count)), "",
                           value ? std::to_string(*value) : tr("not counted"), "",
                           value ? "" : tr("the chip has no such counter")});
        }
    }
    return fmt::format("{}\n{}\n", table.text(), noteOf(*run.counters));
}

session::Progress progressLines(bool asked) {
    if (!asked) return {};
    constexpr std::chrono::milliseconds kBetween{50};
    const auto last = std::make_shared<Clock::time_point>();
    const auto said = std::make_shared<std::string>();
    return [=](double fraction, std::string_view what) {
        const Clock::time_point now = Clock::now();
        if (now - *last < kBetween && *said == what) return;
        *last = now;
        *said = what;
        printRaw(fmt::format("progress {:.3f} {}\n", fraction, what));
    };
}

} // namespace lanescope::shell
