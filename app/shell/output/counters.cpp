// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/counters.h"

#include "kit/format.h"
#include "kit/sweep.h"
#include "kit/timing.h"
#include "shell/output/output.h"
#include "shell/output/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

namespace lanescope::shell {

namespace {

using device::Count;
using device::CounterValues;
using model::Direction;
using model::Space;

constexpr std::array kOfKernel{Count::L2Sectors, Count::DramBytesRead, Count::DramBytesWritten,
                               Count::ArbitrationConflicts};

/// What a reader has to know of these numbers.
std::string noteOf(const kit::LabCounters& counters) {
    return fmt::format(
        "L1 and shared memory were counted by {} replays of each kernel, L2 and DRAM {}. The driver's "
        "compiler "
        "may merge or drop memory instructions of the PTX, and adds local ones; then requests differ and all "
        "that follows from them. In a kernel of several warps shared and data wavefronts read higher: other "
        "traffic wins the arbitration for some passes (arbitration_conflicts).",
        counters.replays(),
        counters.cold() ? "in one run that began with an empty L2; what it wrote may still be there"
                        : "with the L2 as earlier replays left it");
}

Json valueJson(std::optional<std::uint64_t> value) {
    return value ? Json(*value) : Json(nullptr);
}

Json valuesJson(const CounterValues& values) {
    Json object = Json::object();
    for (const device::CounterRow& row : device::counterRows())
        if (isOfSpace(row.id.count))
            object[std::string(kit::spaceName(row.id.space))]
                  [std::string(kit::directionName(row.id.direction))][std::string(countName(row.id.count))] =
                      valueJson(values.of(row.id));
    return object;
}

void addKernelWide(Json& object, const CounterValues& values) {
    for (const Count count : kOfKernel) object[std::string(countName(count))] = valueJson(values.of(count));
}

CounterValues totalOf(const std::vector<kit::CountedLaunch>& launches) {
    CounterValues total = launches.front().values;
    for (std::size_t i = 1; i < launches.size(); ++i) total += launches[i].values;
    return total;
}

std::string difference(std::uint64_t modelled, std::uint64_t measured) {
    if (modelled == measured) return "exact";
    if (modelled == 0) return "+" + kit::grouped(measured);
    return fmt::format("{:+.2f} %", 100.0 * (static_cast<double>(measured) - static_cast<double>(modelled)) /
                                        static_cast<double>(modelled));
}

} // namespace

void addCounters(Json& document, const CountedRun& run) {
    Json counters{{"chip", run.counters->chip()},
                  {"cupti", run.counters->version()},
                  {"library", run.counters->library()},
                  {"replays", run.counters->replays()},
                  {"l2", run.counters->cold() ? "cold" : "warm"},
                  {"note", noteOf(*run.counters)}};
    Json list = Json::array();
    for (const kit::CountedLaunch& launch : run.launches) {
        Json object{{"kernel", launch.label}};
        object.update(valuesJson(launch.values));
        addKernelWide(object, launch.values);
        list.push_back(std::move(object));
    }
    counters["launches"] = std::move(list);
    if (!run.launches.empty()) {
        const CounterValues total = totalOf(run.launches);
        counters["total"] = valuesJson(total);
        addKernelWide(counters, total);
    }
    document["counters"] = std::move(counters);
}

std::string countersText(const kit::RunResult& result, std::size_t architecture, const CountedRun& run) {
    using Align = TextTable::Align;
    if (run.launches.empty()) return "no kernel runs, so there is nothing to count\n";
    TextTable table({{"kernel"},
                     {"counter"},
                     {"modelled", Align::Right},
                     {"counted", Align::Right},
                     {"difference", Align::Right},
                     {"reason"}});
    for (std::size_t i = 0; i < std::min(result.launches.size(), run.launches.size()); ++i) {
        const kit::CountedLaunch& counted = run.launches[i];
        const kit::Observation& observed = *result.launches[i].observation;
        const std::string kernel = run.launches.size() > 1 ? counted.label : "";
        kit::RunResult launch;
        launch.launches.push_back(result.launches[i]);
        // A GPU counts every block, of which the model may have seen some.
        const std::vector<kit::LaunchQuantity> quantities = kit::compareLaunch(
            kit::wholeGrid(observed.reports[architecture]), kit::bytesOf(launch, architecture).dram, counted);
        for (const kit::LaunchQuantity& quantity : quantities)
            table.add({kernel, kit::counterName(quantity.id), std::to_string(quantity.modelled),
                       std::to_string(quantity.measured), difference(quantity.modelled, quantity.measured),
                       quantity.reason});
        for (const Count count : kOfKernel) {
            const auto value = counted.values.of(count);
            if (std::ranges::none_of(quantities, [&](const auto& known) { return known.id.count == count; }))
                table.add({kernel, std::string(countName(count)), "",
                           value ? std::to_string(*value) : "not counted", "",
                           value ? "" : "the chip has no such counter"});
        }
    }
    return fmt::format("{}\n{}\n", table.text(), noteOf(*run.counters));
}

Json comparisonJson(const kit::Comparison& comparison) {
    Json list = Json::array();
    for (const kit::QuantityComparison& row : comparison.rows()) {
        Json largest = nullptr;
        if (row.off)
            largest = {{"modelled", row.modelled}, {"measured", row.measured}, {"access", row.where}};
        list.push_back({{"quantity", row.name()},
                        {"exact", row.exact},
                        {"off", row.off},
                        {"promised", row.promised},
                        {"largest_deviation", largest}});
    }
    return list;
}

std::string comparisonText(const kit::Comparison& comparison) {
    using Align = TextTable::Align;
    TextTable table({{"quantity"},
                     {"exact", Align::Right},
                     {"off", Align::Right},
                     {"promised"},
                     {"modelled", Align::Right},
                     {"measured", Align::Right}});
    std::string where; // an access names 32 addresses: too wide for a column
    for (const kit::QuantityComparison& row : comparison.rows()) {
        table.add({row.name(), kit::grouped(row.exact), kit::grouped(row.off), row.promised ? "exact" : "",
                   row.off ? std::to_string(row.modelled) : "", row.off ? std::to_string(row.measured) : ""});
        if (row.off) where += fmt::format("  {}: {}\n", row.name(), row.where);
    }
    if (where.empty()) return table.text();
    return fmt::format("{}\nThe access that deviates most, whose counts the row has\n{}", table.text(),
                       where);
}

Json labsJson(const std::vector<kit::LabValidation>& labs) {
    Json list = Json::array();
    for (const kit::LabValidation& lab : labs) {
        Json quantities = Json::array();
        for (const kit::LaunchQuantity& quantity : lab.quantities)
            quantities.push_back(
                {{"kernel", quantity.kernel},
                 {"quantity", kit::counterName(quantity.id)},
                 {"modelled", quantity.modelled},
                 {"measured", quantity.measured},
                 {"exact", quantity.modelled == quantity.measured},
                 {"promised", quantity.promised},
                 {"reason", quantity.reason.empty() ? Json(nullptr) : Json(quantity.reason)}});
        list.push_back({{"lab", lab.lab},
                        {"quantities", std::move(quantities)},
                        {"skipped", lab.skipped.empty() ? Json(nullptr) : Json(lab.skipped)}});
    }
    return list;
}

std::string labsText(const std::vector<kit::LabValidation>& labs) {
    using Align = TextTable::Align;
    TextTable table({{"lab"},
                     {"kernel"},
                     {"quantity"},
                     {"modelled", Align::Right},
                     {"counted", Align::Right},
                     {"difference", Align::Right},
                     {"reason"}});
    for (const kit::LabValidation& lab : labs) {
        if (!lab.skipped.empty()) table.add({lab.lab, "", "", "", "", "", lab.skipped});
        for (const kit::LaunchQuantity& quantity : lab.quantities)
            table.add({lab.lab, quantity.kernel, kit::counterName(quantity.id),
                       std::to_string(quantity.modelled), std::to_string(quantity.measured),
                       difference(quantity.modelled, quantity.measured), quantity.reason});
    }
    return table.text();
}

kit::Progress progressLines(bool asked) {
    if (!asked) return {};
    using Clock = std::chrono::steady_clock;
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
