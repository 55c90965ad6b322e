// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/report.h"

#include "device/architecture.h"
#include "device/cuda/transfers.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/run_table.h"
#include "kit/session.h"
#include "model/format.h"
#include "model/time/kernel_time.h"
#include "session/stream_timeline.h"
#include "shell/app/measuring/isolated_calls.h"
#include "shell/commands/settings.h"
#include "shell/output/calls.h"
#include "shell/output/counters.h"
#include "shell/output/device.h"
#include "shell/output/findings.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/streams.h"
#include "shell/output/text_table.h"
#include "shell/output/timing.h"
#include "shell/programs/recorded_program.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::shell {

namespace {

/// How launches are reported that a result has.
struct Reporting {
    const session::RunResult& result;
    std::size_t architecture;
    bool checked, onGpu, ofSeveralDevices;

    ReportedLaunch operator()(std::size_t number) const {
        const session::LaunchResult& launch = result.launches[number];
        return {
            .label = launch.label,
            .grid = launch.grid,
            .block = launch.block,
            .sharedBytes = launch.sharedBytes,
            .module = &launch.observation->module->module(),
            .report = &launch.observation->reports[architecture],
            .record = &launch.record,
            .checked = checked,
            .onGpu = onGpu,
            .fault = launch.fault.get(),
            .refused = launch.refusedOn(architecture),
            .cooperative = launch.cooperative,
            .cluster = launch.cluster,
            .time = session::launchTime(launch, architecture),
            .device = ofSeveralDevices ? std::optional(launch.file->device) : std::nullopt,
            .place = launch.place,
        };
    }
};

/// A parameter's value as JSON.
class ValueJson final : public kit::ParameterVisitor {
public:
    Json of(const kit::Parameter& parameter) {
        parameter.accept(*this);
        return std::move(m_value);
    }
    void visit(const kit::Integer& parameter) override { m_value = parameter.value(); }
    void visit(const kit::Real& parameter) override { m_value = parameter.value(); }
    void visit(const kit::Choice& parameter) override { m_value = parameter.text(); }
    void visit(const kit::Toggle& parameter) override { m_value = bool(parameter); }
    void visit(const kit::File& parameter) override { m_value = parameter.text(); }

private:
    Json m_value;
};

Json parametersJson(const kit::Lab& lab) {
    Json object = Json::object();
    for (const kit::Parameter* parameter : lab.parameters())
        object[parameter->name()] = ValueJson().of(*parameter);
    return object;
}

std::string parametersText(const kit::Lab& lab) {
    std::vector<std::string> all;
    const bool ofAProgram = lab.as<kit::RecordsAProgram>() != nullptr; // all of whose say what is looked at
    for (const kit::Parameter* parameter : lab.parameters())
        if (!ofAProgram || !parameter->isDefault())
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
        tr("the arrays do not fit the emulator's memory: counts are those of a sample of the blocks "
           "(blocks counted), times and DRAM traffic are scaled to all");
    return session;
}

/// The option that an emulated device cannot serve; empty when there is none.
std::string_view needingAGpu(const ReportOptions& options) {
    if (options.counters) return "--counters";
    if (options.launches) return "--launches";
    return options.cache.empty() ? "" : "--cache";
}

/// What a report is of: the lab as it ran, and what was measured of it.
struct Ran {
    const LabSetup& setup;
    const device::Info& device;
    const recording::Recording& recording;
    const session::RunResult& result;
    std::vector<const model::Architecture*> architectures;
    bool checked = false; ///< LabSetup::checked
    bool json = false;    ///< the document is asked for, not the text
    /// A kernel that only stands for a transfer says nothing of the transfer's time.
    bool transfer = false;
    bool apart = false; ///< a call may fail, and cost the GPU
    std::string sampledBecause;
    std::optional<TimedRun> timed;
    std::shared_ptr<const device::CallReturns> calls;
    CountedRun counted;

    bool measured() const { return device.can.measuresTimes; }
};

/// What came back to the host, where the recording knows what it was.
std::string readBackText(const Ran& ran) {
    const session::ComparedReads& compared = ran.result.compared;
    if (compared.reads == 0) return {};
    const std::size_t same = compared.reads - compared.differing.size();
    std::string text =
        tr("copies to the host with the result of the recording: {} of {}\n", same, compared.reads);
    for (const std::size_t call : compared.differing) {
        const std::string words = textOf(ran.recording, ran.recording.calls[call]);
        const std::string_view place = ran.recording.placeOfCall(call);
        text += place.empty() ? tr("  another result: call {}, {}\n", call + 1, words)
                              : tr("  another result: call {} at {}, {}\n", call + 1, place, words);
    }
    return text;
}

Json readBackJson(const Ran& ran) {
    Json differing = Json::array();
    for (const std::size_t call : ran.result.compared.differing)
        differing.push_back({{"call", call + 1},
                             {"text", textOf(ran.recording, ran.recording.calls[call])},
                             {"called_at", placeJson(ran.recording.placeOfCall(call))}});
    return {{"compared", ran.result.compared.reads}, {"differing", std::move(differing)}};
}

/// What the program's host does wrong.
std::string hostText(const recording::Recording& recording) {
    const std::vector<std::string> findings = hostFindingTexts(recording);
    if (findings.empty()) return {};
    std::string text = tr("in the host's code:\n");
    for (const std::string& finding : findings) text += fmt::format("  {}\n", retold(finding));
    return text;
}

/// Once, however many kernels have none.
std::string linesText(const recording::Recording& recording) {
    const bool any =
        std::ranges::any_of(recording.modules, [](const auto& each) { return !hasLines(*each); });
    return any ? tr("code without line numbers: nvcc leaves them out unless it is given -lineinfo, as "
                    "`lanescope "
                    "nvcc` does\n")
               : "";
}

std::string headText(const Ran& ran) {
    const std::string parameters = parametersText(*ran.setup.lab);
    std::string text = tr("{}{}{}\nrun on {}\n", ran.setup.name, parameters.empty() ? "" : ": ", parameters,
                          retold(ran.device.name));
    if (!ran.sampledBecause.empty()) text += ran.sampledBecause + "\n";
    return text + linesText(ran.recording) + hostText(ran.recording) + readBackText(ran);
}

/// Of the launches, as one architecture has them.
Reporting reportingOf(const Ran& ran, std::size_t architecture) {
    return {.result = ran.result,
            .architecture = architecture,
            .checked = ran.checked || ran.recording.options.alwaysChecked(),
            .onGpu = ran.measured() && !ran.transfer && !ran.apart,
            .ofSeveralDevices = std::ranges::any_of(ran.recording.modules,
                                                    [](const auto& module) { return module->device != 0; })};
}

/// The commands in streams; what a GPU ran are those for the first architecture.
std::optional<session::StreamTimeline> streamsOf(const Ran& ran, std::size_t architecture) {
    return session::streamTimelineOf(ran.recording, *ran.architectures[architecture], ran.result.launches,
                                     architecture);
}

bool hasCalls(const Ran& ran) {
    return ran.calls && recording::tellsReturns(ran.recording);
}

std::vector<kit::Fact> factsOf(const Ran& ran, const model::Architecture& architecture) {
    return kit::factsOf(*ran.setup.lab, ran.result, architecture, ran.measured());
}

/// The accesses and times of the launches, or that there are none.
std::string launchesText(const Ran& ran, std::size_t architecture,
                         const std::optional<session::CopyTime>& work) {
    const Reporting at = reportingOf(ran, architecture);
    std::vector<ReportedLaunch> launches;
    launches.reserve(ran.result.launches.size());
    for (std::size_t i = 0; i < ran.result.launches.size(); ++i) launches.push_back(at(i));
    const ShownPaths paths(ran.setup.name);
    if (launches.empty()) return tr("no kernel runs, so there are no accesses to count\n");
    if (work)
        return tr("\nNot of this work, but of small launches of the same kind:\n\n") +
               reportText(launches, paths);
    return reportText(launches, paths) + "\n" + timesText(ran.result, architecture, ran.timed);
}

/// Modelled as the architecture with that number.
std::string textFor(const Ran& ran, std::size_t number) {
    const model::Architecture& architecture = *ran.architectures[number];
    std::string text = modelledAs(architecture) + "\n" + factsText(factsOf(ran, architecture));
    const auto work = session::copyTimeOf(ran.recording, architecture);
    if (work) text += workText(*work);
    std::string timeline;
    if (const auto streams = streamsOf(ran, number))
        timeline = streamsText(ran.recording, *streams, ran.result.streams.get());
    if (ran.setup.lab->as<kit::RecordsAProgram>()) {
        // Of a program one looks for the line that costs most.
        text += launchesText(ran, number, work);
        if (!timeline.empty()) text += "\n" + timeline;
    } else {
        text += timeline + (timeline.empty() || work ? "" : "\n") + launchesText(ran, number, work);
    }
    if (hasCalls(ran))
        text += tr("\nWhat the host's calls return, on {}:\n\n{}", retold(ran.calls->device),
                   callsText(ran.recording, *ran.calls));
    if (ran.counted.counters) text += "\n" + countersText(ran.result, number, ran.counted);
    return text;
}

/// The same as a document.
void writeFor(json::Stream& document, const Ran& ran, std::size_t number) {
    const model::Architecture& architecture = *ran.architectures[number];
    document.beginObject();
    document.field("lab", ran.setup.name);
    document.field("parameters", parametersJson(*ran.setup.lab));
    document.field("device", json::toJson(documentOf(ran.device)));
    document.field("modelled", true);
    document.field("sampled_because", ran.sampledBecause.empty() ? Json(nullptr) : Json(ran.sampledBecause));
    if (ran.result.compared.reads > 0) document.field("read_back", readBackJson(ran));
    document.field("facts", factsJson(factsOf(ran, architecture)));
    if (ran.setup.lab->as<kit::RecordsAProgram>())
        document.field("host_findings", hostFindingsJson(ran.recording));
    const auto work = session::copyTimeOf(ran.recording, architecture);
    if (const auto streams = streamsOf(ran, number))
        addStreams(document, ran.recording, *streams, ran.result.streams.get());
    const std::size_t launches = ran.result.launches.size();
    if (launches > 0) addReport(document, launches, reportingOf(ran, number));
    if (launches > 0 && !work) {
        addTimes(document, ran.result, number, ran.timed);
        document.field("pattern", patternJson(ran.result, number));
    }
    if (work) addWork(document, architecture, *work, launches > 0);
    if (hasCalls(ran)) {
        document.name("host");
        document.beginObject();
        addCalls(document, ran.recording, *ran.calls);
        document.end();
    }
    if (ran.counted.counters) addCounters(document, ran.counted);
    document.end();
}

/// By architecture, in the form that is asked for.
void writeReport(const Ran& ran) {
    if (!ran.json) {
        std::string text = headText(ran);
        for (std::size_t i = 0; i < ran.architectures.size(); ++i) text += textFor(ran, i);
        return writeResult(text);
    }
    writeDocument([&](json::Stream& documents) {
        const bool several = ran.architectures.size() > 1;
        if (several) documents.beginList();
        for (std::size_t i = 0; i < ran.architectures.size(); ++i) writeFor(documents, ran, i);
        if (several) documents.end();
    });
}

} // namespace

int reportCommand(const ReportOptions& options) {
    const model::Cache cache = parseCache(options.cache);
    const std::string_view needsGpu = needingAGpu(options);
    const std::string named = deviceOf(options.request);
    const std::shared_ptr<device::Device> device =
        needsGpu.empty() ? device::openDevice(named) : openGpu(named, needsGpu);
    LabRequest request = options.request;
    request.checked = options.check;
    const LabSetup setup = resolve(request); // which runs a program
    const session::Progress progress = progressLines(options.progress);
    const auto tell = [&](double share, const char* what) {
        if (progress) progress(share, what);
    };
    std::unique_ptr<session::RunCounters> counters;
    if (options.counters) counters = std::make_unique<session::RunCounters>(device->info());

    tell(0, "modelling");
    kit::SessionOptions sessionOptions;
    sessionOptions.times = knownTimes();
    sessionOptions.checks = setup.checked;
    sessionOptions.traces = !setup.lab->as<kit::RecordsAProgram>();
    sessionOptions.architectures = setup.architectures;
    if (sessionOptions.architectures.empty())
        sessionOptions.architectures = {&device::architectureOf(device->info())};
    const model::Architecture& first = *sessionOptions.architectures.front();
    std::string sampledBecause;
    const std::unique_ptr<kit::Session> session = runOnce(setup, device, sessionOptions, sampledBecause);
    const recording::Recording& recording = *session->recording();
    const device::Capabilities& can = device->info().can;
    const bool transfer = session::copyTimeOf(recording, first).has_value();
    const bool apart = recording.options.mayFail;
    // To be asked for anew after each play, which may have taken the place of the one before.
    const auto result = [&session]() -> const session::RunResult& { return session->drawn().value().result; };
    // A program that was run has printed it then.
    if (!isProgramsRecording(setup.entry->name))
        for (const session::LaunchResult& launch : result().launches) printRaw(launch.record.printed);
    for (const std::string& warning : warningsOf(recording)) fmt::print(stderr, "lanescope: {}\n", warning);

    std::optional<TimedRun> timed;
    if (can.measuresTimes && !transfer && !apart && !result().launches.empty()) {
        tell(0.3, "timing");
        session::SeriesOptions series;
        series.cache = cache;
        if (options.launches) series.launches = options.launches;
        timed = TimedRun{session::timeSeries(session->playback(), series), series.cache,
                         device::bestCopy(device->info()).bytesPerSecond, device->info()};
    }
    std::shared_ptr<const device::CallReturns> calls = result().calls;
    if (can.lostByFaults && apart)
        calls = isolatedCalls(setup.entry->name, *setup.lab, session->architecture(), device->info());
    CountedRun counted{counters.get(), {}};
    if (counters) {
        tell(0.5, "counting");
        counted.launches = counters->count(*device, session->playback().shown(), first);
    }

    const Ran ran{.setup = setup,
                  .device = device->info(),
                  .recording = recording,
                  .result = result(),
                  .architectures = sessionOptions.architectures,
                  .checked = setup.checked,
                  .json = options.json,
                  .transfer = transfer,
                  .apart = apart,
                  .sampledBecause = sampledBecause,
                  .timed = std::move(timed),
                  .calls = std::move(calls),
                  .counted = std::move(counted)};
    tell(1, "done");
    writeReport(ran);
    const std::vector<std::string> faults = programFaults(*setup.lab, ran.result);
    for (const std::string& fault : faults) say(fault);
    return setup.exitCode == 0 && !faults.empty() ? static_cast<int>(Exit::Failure) : setup.exitCode;
}

} // namespace lanescope::shell
