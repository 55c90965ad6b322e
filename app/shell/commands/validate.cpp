// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/validate.h"

#include "device/architecture.h"
#include "device/cuda/cuda_probe.h"
#include "kit/registry.h"
#include "model/format.h"
#include "session/access_validation.h"
#include "session/launch_validation.h"
#include "session/times/microbenchmarks.h"
#include "session/validation.h"
#include "shell/commands/settings.h"
#include "shell/output/counters.h"
#include "shell/output/device.h"
#include "shell/output/output.h"
#include "shell/output/times.h"
#include "shell/output/validation.h"
#include "shell/requests/lab_request.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <sstream>

namespace lanescope::shell {

namespace {

constexpr int kOff = 1; // exit code: something that was promised is not exact

/// The share of the whole that one part of the work has.
session::Progress part(const session::Progress& whole, double begin, double end) {
    if (!whole) return {};
    return [=](double fraction, std::string_view what) { whole(begin + (end - begin) * fraction, what); };
}

std::string verdict(bool holds) {
    return holds ? tr("Everything that the model promises is exact.\n")
                 : tr("The model promises counts that are not exact: see the rows marked so.\n");
}

/// Every lab at its default values.
std::vector<session::NamedRecording> recordingsOfLabs(const model::Architecture& architecture) {
    std::vector<session::NamedRecording> all;
    for (const kit::LabEntry& entry : kit::labs())
        all.push_back({entry.name, std::make_shared<recording::Recording>(
                                       kit::recordingOf(*entry.make(), architecture))});
    return all;
}

/// Latencies and widths: what the program carries, and this GPU's.
int validateTimes(const ValidateOptions& options) {
    const std::string choice = parseDevice(options.device);
    if (options.save && choice == device::kEmulated)
        throw BadInput("--save needs a GPU; --device emulated has no times that could be kept");
    const session::Progress progress = progressLines(options.progress);
    std::unique_ptr<device::Device> device;
    TimesDocument document;
    if (choice == device::kEmulated) {
        document.notLiveBecause = "an emulated device has no times of its own: use --device cuda";
    } else {
        device = device::openDevice(choice);
        if (!device->info().can.measuresTimes) {
            document.notLiveBecause = withoutEmulatedAdvice(device::probeCuda().reason);
            device.reset();
        }
    }
    if (!device && options.save)
        throw Unavailable(
            fmt::format("--save needs a GPU, as it keeps what one takes: {}", *document.notLiveBecause));

    const session::ChipRow& h200 = session::bundledRow();
    std::optional<session::ChipRow> here;
    if (device) {
        here = session::measureChip(*device, part(progress, 0, 0.4));
        here->architecture = device::architectureOf(device->info()).name;
        document.device = documentOf(device->info());
    }
    // What the program carries is modelled by what it carries, whatever was kept here.
    model::KnownTimes times = *session::bundledTimes();
    const model::Architecture& bundled = model::defaultArchitecture();
    document.figures = figuresOf(h200, here ? &*here : nullptr);
    document.bundled = comparisonOf(
        h200, session::modelChip(h200, bundled, times, part(progress, here ? 0.4 : 0, here ? 0.7 : 1)));
    if (here) {
        const model::Architecture& architecture = device::architectureOf(device->info());
        times.set(architecture, chipTimesOf(*here, h200));
        document.live =
            comparisonOf(*here, session::modelChip(*here, architecture, times, part(progress, 0.7, 1)));
        if (options.save) document.saved = saveChipRow(*here).string();
    }
    writeResult(options.json ? json::textOf(timesJson(document)) : timesText(document));
    return 0;
}

/// The GPU whose counters are read. Nothing: why not is in `reason`. Throws Unavailable where one was
/// demanded.
std::unique_ptr<device::Device> openForCounters(const std::string& choice, std::string& reason) {
    if (choice == device::kEmulated) {
        reason = "an emulated device has no counters: use --device cuda";
        return {};
    }
    std::unique_ptr<device::Device> device = device::openDevice(choice);
    if (!device->info().can.hasCounters) {
        reason = withoutEmulatedAdvice(device::probeCuda().reason);
        return {};
    }
    const device::CounterProbe probe = device::probeCounters(device->info().ordinal);
    if (probe.available) return device;
    if (choice.starts_with("cuda")) throw Unavailable(probe.reason);
    reason = probe.reason;
    return {};
}

/// Against the measurements that the program carries.
std::string compareBundled(ValidationDocument& document) {
    session::Comparison bundled(parseArchitecture("9.0"));
    document.bundled.architecture = "9.0";
    document.bundled.device = "NVIDIA H200";
    for (const session::MeasuredTable& table : session::measuredTables()) {
        std::istringstream rows{std::string(table.text)};
        const std::size_t compared = session::compareTable(rows, table.name, bundled);
        document.bundled.files.push_back({std::string(table.name), compared});
        document.bundled.accesses += compared;
    }
    document.bundled.quantities = quantitiesOf(bundled);
    document.bundled.holds = bundled.holds();
    return tr("The model as CC 9.0 against {} accesses of one warp that an H200 counted\n\n{}\n",
              lanescope::grouped(document.bundled.accesses), comparisonText(bundled));
}

/// Against a GPU's own counters.
std::string compareLive(ValidationDocument& document, device::Device& device,
                        const ValidateOptions& options) {
    const session::Progress progress = progressLines(options.progress);
    const device::Info& info = device.info();
    const model::Architecture& architecture = device::architectureOf(info);
    const session::LiveValidation drawn =
        session::validateAccesses(device, architecture, static_cast<std::size_t>(options.accesses),
                                  options.seed, part(progress, 0, 0.8));
    const std::vector<session::LaunchValidation> labs = session::validateLaunches(
        device, recordingsOfLabs(architecture), architecture, part(progress, 0.8, 1));
    if (!options.csv.empty()) writeResultTo(options.csv, tableOf(drawn));
    document.live = LiveComparison{.device = documentOf(info),
                                   .architecture = architecture.cc.text(),
                                   .accesses = drawn.accesses.size(),
                                   .seed = options.seed,
                                   .seconds = drawn.seconds,
                                   .quantities = quantitiesOf(drawn.comparison),
                                   .labs = comparedLabs(labs),
                                   .holds = drawn.comparison.holds() && session::holds(labs)};
    return tr("The model as {} (CC {}) against {}'s counters: {} accesses of one warp, drawn from "
              "seed {}, in {}\n\n{}\nEvery lab at its defaults\n\n{}\n",
              architecture.name, architecture.cc.text(), info.name, lanescope::grouped(drawn.accesses.size()),
              options.seed, lanescope::duration(drawn.seconds), comparisonText(drawn.comparison),
              labsText(labs));
}

} // namespace

int validateCommand(const ValidateOptions& options) {
    if (options.times) return validateTimes(options);
    if (options.csv == "-")
        throw BadInput("--csv -: standard output has the comparison; name a file for the accesses");
    if (!options.csv.empty()) checkWritable(options.csv);
    const std::string choice = parseDevice(options.device);
    if (choice == device::kEmulated && !options.csv.empty())
        throw BadInput("--csv needs a GPU; --device emulated has none whose counters it could hold");
    std::string reason;
    const std::unique_ptr<device::Device> device = openForCounters(choice, reason);
    if (!device && !options.csv.empty())
        throw Unavailable(fmt::format("--csv needs a GPU, as it holds what one counts: {}", reason));

    ValidationDocument document;
    std::string text = compareBundled(document);
    if (device) {
        text += compareLive(document, *device, options);
    } else {
        text += tr("Not compared with a GPU's counters: {}\n\n", retold(reason));
        document.notLiveBecause = reason;
    }
    document.holds = document.bundled.holds && (!document.live || document.live->holds);
    writeResult(options.json ? json::textOf(validationJson(document)) : text + verdict(document.holds));
    return document.holds ? 0 : kOff;
}

} // namespace lanescope::shell
