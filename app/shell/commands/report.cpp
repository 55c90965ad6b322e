// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/report.h"

#include "device/cuda/transfers.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/run_table.h"
#include "kit/session.h"
#include "model/format.h"
#include "model/kernel_time.h"
#include "session/stream_work.h"
#include "shell/app/calls_apart.h"
#include "shell/output/calls.h"
#include "shell/output/counters.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/streams.h"
#include "shell/output/text_table.h"
#include "shell/output/timing.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::shell {

namespace {

std::vector<ReportedLaunch> launchesOf(const session::RunResult& result, std::size_t architecture,
                                       bool checked, bool onGpu) {
    std::vector<ReportedLaunch> all;
    for (const session::LaunchResult& launch : result.launches)
        all.push_back({launch.label, launch.grid, launch.block, launch.sharedBytes,
                       &launch.observation->module->module(), &launch.observation->reports[architecture],
                       &launch.record, checked, onGpu, launch.fault.get(), launch.refused, launch.cooperative,
                       session::launchTime(launch, architecture)});
    return all;
}

/// A parameter's value as JSON.
class ValueJson final : public kit::ParameterVisitor {
public:
    Json of(kit::Parameter& parameter) {
        parameter.accept(*this);
        return std::move(m_value);
    }
    void visit(kit::Integer& parameter) override { m_value = parameter.value(); }
    void visit(kit::Real& parameter) override { m_value = parameter.value(); }
    void visit(kit::Choice& parameter) override { m_value = parameter.text(); }
    void visit(kit::Toggle& parameter) override { m_value = bool(parameter); }
    void visit(kit::File& parameter) override { m_value = parameter.text(); }

private:
    Json m_value;
};

Json parametersJson(const kit::Lab& lab) {
    Json object = Json::object();
    for (kit::Parameter* parameter : lab.parameters()) object[parameter->name()] = ValueJson().of(*parameter);
    return object;
}

std::string parametersText(const kit::Lab& lab) {
    std::vector<std::string> all;
    for (const kit::Parameter* parameter : lab.parameters())
        all.push_back(parameter->name() + "=" + parameter->text());
    return fmt::format("{}", fmt::join(all, " "));
}

/// Whether the pattern matters, as the window says it, from a cold L2 and from a warm one.
Json patternJson(const session::RunResult& result, std::size_t architecture) {
    Json all = Json::array();
    for (const model::Cache cache : {model::Cache::Cold, model::Cache::Warm}) {
        const kit::PatternTimes times = kit::patternTimes(result, cache, architecture);
        const bool known = times.seconds > 0;
        all.push_back({{"cache", model::cacheName(cache)},
                       {"milliseconds", known ? Json(times.seconds * 1e3) : Json(nullptr)},
                       {"without_waste_milliseconds", known ? Json(times.withoutWaste * 1e3) : Json(nullptr)},
                       {"verdict", known ? Json(times.verdict.text) : Json(nullptr)}});
    }
    return all;
}

/// Runs the lab once. Beside a GPU whose arrays the emulator has no memory for, only some of the blocks are
/// counted, and sampledBecause says so.
std::unique_ptr<kit::Session> runOnce(const LabSetup& setup, const std::shared_ptr<device::Device>& device,
                                      kit::SessionOptions options, std::string& sampledBecause) {
    const auto run = [&](bool exact) {
        options.exact = exact;
        auto session = std::make_unique<kit::Session>(device, options);
        session->setLab(*setup.entry, setup.lab);
        session->step(0, 0);
        session->throwError();
        return session;
    };
    try {
        return run(true);
    } catch (const device::OutOfMemory&) {
        if (device->watcher()) throw; // its memory is the emulator's
    }
    std::unique_ptr<kit::Session> session = run(false); // throws again where it is the GPU that is too small
    sampledBecause =
        "the arrays do not fit the emulator's memory: counts are those of a sample of the blocks "
        "(blocks counted), times and DRAM traffic are scaled to all";
    return session;
}

/// The option that an emulated device cannot serve; empty when there is none.
std::string_view needingAGpu(const ReportOptions& options) {
    if (options.counters) return "--counters";
    if (options.launches) return "--launches";
    return options.cache.empty() ? "" : "--cache";
}

} // namespace

int reportCommand(const ReportOptions& options) {
    const LabSetup setup = resolve(options.request);
    const model::Cache cache = parseCache(options.cache);
    const std::string_view needsGpu = needingAGpu(options);
    const std::shared_ptr<device::Device> device =
        needsGpu.empty() ? device::openDevice(setup.device) : openGpu(setup.device, needsGpu);
    const bool onGpu = device->info().measures;
    const session::Progress progress = progressLines(options.progress);
    std::unique_ptr<session::RunCounters> counters;
    if (options.counters) counters = std::make_unique<session::RunCounters>(device->info());
    if (progress) progress(0, "modelling");
    kit::SessionOptions sessionOptions;
    sessionOptions.checks = options.check;
    sessionOptions.architectures = setup.architectures;
    if (sessionOptions.architectures.empty())
        sessionOptions.architectures = {&architectureOf(device->info())};
    std::string sampledBecause;
    const std::unique_ptr<kit::Session> ran = runOnce(setup, device, sessionOptions, sampledBecause);
    kit::Session& session = *ran;
    for (const session::LaunchResult& launch : session.result().launches) printRaw(launch.record.printed);

    std::optional<TimedRun> timed;
    // A kernel that only stands for a transfer says nothing of the transfer's time.
    const recording::Recording& recording = *session.recording();
    const bool transfer =
        session::modelledWorkOf(recording, *sessionOptions.architectures.front()).has_value();
    const bool apart = recording.options.mayFail;
    if (onGpu && !transfer && !apart && !session.result().launches.empty()) {
        if (progress) progress(0.3, "timing");
        session::SeriesOptions series;
        series.cache = cache;
        if (options.launches) series.launches = options.launches;
        timed = TimedRun{session::timeSeries(session.playback(), series), series.cache,
                         device::bestCopy(device->info()).bytesPerSecond, device->info()};
    }
    const session::RunResult& result = session.result();
    std::shared_ptr<const device::CallReturns> calls = result.calls;
    if (onGpu && apart)
        calls = callsApart(setup.entry->name, *setup.lab, session.architecture(), device->info());
    CountedRun counted{counters.get(), {}};
    if (counters) {
        if (progress) progress(0.5, "counting");
        counted.launches =
            counters->count(*device, session.playback().shown(), *sessionOptions.architectures.front());
    }
    Json documents = Json::array();
    const std::string parameters = parametersText(*setup.lab);
    std::string text = fmt::format("{}{}{}\nrun on {}\n", setup.entry->name, parameters.empty() ? "" : ": ",
                                   parameters, device->info().name);
    if (!sampledBecause.empty()) text += sampledBecause + "\n";
    for (std::size_t i = 0; i < sessionOptions.architectures.size(); ++i) {
        const std::vector<ReportedLaunch> launches =
            launchesOf(result, i, options.check || apart, onGpu && !transfer && !apart);
        const model::Architecture& architecture = *sessionOptions.architectures[i];
        Json document{{"lab", setup.entry->name},
                      {"parameters", parametersJson(*setup.lab)},
                      {"device", deviceJson(device->info())},
                      {"modelled", true},
                      {"sampled_because", sampledBecause.empty() ? Json(nullptr) : Json(sampledBecause)}};
        text += fmt::format("\nmodelled as {} (CC {})\n\n", architecture.name, architecture.cc.text());
        const auto work = session::modelledWorkOf(recording, architecture);
        const std::vector<kit::Fact> facts = kit::factsOf(*setup.lab, result, architecture, onGpu);
        document["facts"] = factsJson(facts);
        text += factsText(facts);
        if (work) text += workText(*work);
        // What a GPU ran are the commands for the first architecture.
        const auto streams = session::streamWorkOf(recording, architecture);
        if (streams) {
            text += streamsText(*streams, result.streams.get());
            addStreams(document, *streams, result.streams.get());
        }
        if (launches.empty()) {
            text += "no kernel runs, so there are no accesses to count\n";
        } else {
            addReport(document, launches);
            if (!work) {
                addTimes(document, result, i, timed);
                document["pattern"] = patternJson(result, i);
            }
            text += work ? "\nNot of this work, but of small launches of the same kind:\n\n" +
                               reportText(launches)
                         : reportText(launches) + "\n" + timesText(result, i, timed);
        }
        if (work) addWork(document, architecture, *work);
        if (calls && apart) {
            document["host"] = callsJson(recording, *calls);
            text += fmt::format("\nWhat the host's calls return, on {}:\n\n{}", calls->device,
                                callsText(recording, *calls));
        }
        if (counters) addCounters(document, counted);
        documents.push_back(std::move(document));
        if (counters) text += "\n" + countersText(result, i, counted);
    }
    if (progress) progress(1, "done");
    writeResult(!options.json ? text : jsonText(documents.size() == 1 ? documents.front() : documents));
    return 0;
}

} // namespace lanescope::shell
