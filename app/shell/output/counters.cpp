// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/counters.h"

#include "model/clock.h"
#include "model/format.h"
#include "model/time/kernel_time.h"
#include "session/launch_validation.h"
#include "session/timing.h"
#include "shell/output/json_fields.h"
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
std::string noteOf(const session::RunCounters& counters) {
    return fmt::format(
        "L1 and shared memory were counted by {} replays of each kernel, L2 and DRAM {}. The driver's "
        "compiler may merge or drop memory instructions of the PTX, and adds local ones; then requests "
        "differ and all "
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
            object[std::string(model::spaceName(row.id.space))][std::string(model::directionName(
                row.id.direction))][std::string(countName(row.id.count))] = valueJson(values.of(row.id));
    return object;
}

void addKernelWide(Json& object, const CounterValues& values) {
    for (const Count count : kOfKernel) object[std::string(countName(count))] = valueJson(values.of(count));
}

CounterValues totalOf(const std::vector<session::CountedLaunch>& launches) {
    CounterValues total = launches.front().values;
    for (std::size_t i = 1; i < launches.size(); ++i) total += launches[i].values;
    return total;
}

/// Every number within, by its path: "global.load.sectors".
void addNumbers(const Json& from, const std::string& path, session::CounterReadings& into) {
    for (const auto& [name, value] : from.items()) {
        const std::string here = path.empty() ? name : path + "." + name;
        if (value.is_object()) addNumbers(value, here, into);
        if (value.is_number()) into.values[here] = value.get<double>();
    }
}

constexpr const char *kCounters = "counters", *kTotal = "total"; // fields of the document

} // namespace

std::string difference(std::uint64_t modelled, std::uint64_t measured) {
    if (modelled == measured) return "exact";
    if (modelled == 0) return "+" + lanescope::grouped(measured);
    return fmt::format("{:+.2f} %", 100.0 * (static_cast<double>(measured) - static_cast<double>(modelled)) /
                                        static_cast<double>(modelled));
}

void addCounters(Json& document, const CountedRun& run) {
    Json counters{{"chip", run.counters->chip()},
                  {"cupti", run.counters->version()},
                  {"library", run.counters->library()},
                  {"replays", run.counters->replays()},
                  {"l2", model::cacheName(run.counters->cold() ? model::Cache::Cold : model::Cache::Warm)},
                  {"note", noteOf(*run.counters)}};
    Json list = Json::array();
    for (const session::CountedLaunch& launch : run.launches) {
        Json object{{"kernel", launch.label}};
        object.update(valuesJson(launch.values));
        addKernelWide(object, launch.values);
        list.push_back(std::move(object));
    }
    counters["launches"] = std::move(list);
    if (!run.launches.empty()) {
        const CounterValues total = totalOf(run.launches);
        counters[kTotal] = valuesJson(total);
        addKernelWide(counters, total);
    }
    document[kCounters] = std::move(counters);
}

session::CounterReadings countersFromJson(std::string_view text) {
    try {
        const Json document = parsedJson(text);
        const Json& counters = document.at(kCounters);
        session::CounterReadings readings;
        if (counters.contains(kTotal)) addNumbers(counters.at(kTotal), "", readings);
        for (const Count count : kOfKernel) {
            const std::string name(countName(count));
            if (counters.contains(name) && counters.at(name).is_number())
                readings.values[name] = counters.at(name).get<double>();
        }
        return readings;
    } catch (const Json::exception& failure) {
        throw BadInput(fmt::format("not the report that was expected: {}", failure.what()));
    }
}

std::string countersText(const session::RunResult& result, std::size_t architecture, const CountedRun& run) {
    using Align = TextTable::Align;
    if (run.launches.empty()) return "no kernel runs, so there is nothing to count\n";
    TextTable table({{"kernel"},
                     {"counter"},
                     {"modelled", Align::Right},
                     {"counted", Align::Right},
                     {"difference", Align::Right},
                     {"reason"}});
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
