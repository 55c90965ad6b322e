// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/measuring/measuring.h"

#include "device/cuda/transfers.h"
#include "kit/lab_interfaces.h"
#include "model/time/kernel_time.h"
#include "shell/output/counters.h"
#include "shell/output/transfers.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope::shell {

namespace {

/// What counters and a measured sweep belong to: the lab's values, but for the swept parameter.
std::string keyOf(const Runner& runner, std::string_view without) {
    std::string key = fmt::format("{}|{}", runner.entry().name, runner.info().name);
    for (const kit::Parameter* parameter : runner.editedLab().parameters())
        if (parameter->name() != without) key += "|" + parameter->text();
    return key;
}

/// The same of a measurement.
std::string keyOf(const Runner& runner, Measured what) {
    const auto proposed = what == Measured::Sweep ? kit::sweepOf(runner.editedLab()) : std::nullopt;
    return keyOf(runner, proposed ? std::string_view(proposed->parameter) : std::string_view());
}

/// What the measured times depend on.
std::string timingKey(const Runner& runner, const kit::Lab& lab, model::Cache cache) {
    return fmt::format("{}|{}|{}|{}", runner.entry().name, fmt::join(lab.values(), "|"), runner.info().name,
                       cache == model::Cache::Cold);
}

/// The command that measures it, without --json.
std::vector<std::string> commandOf(Measured what, const Runner& runner, model::Cache l2) {
    const kit::Lab& lab = runner.editedLab();
    const std::string on = runner.info().choice;
    const std::string cache(model::cacheName(l2));
    std::vector<std::string> words;
    const auto ofLab = [&](const char* command, std::string_view without) {
        words = {command, runner.entry().name};
        for (const kit::Parameter* parameter : lab.parameters())
            if (!parameter->isDefault() && parameter->name() != without)
                words.insert(words.end(),
                             {"--set", fmt::format("{}={}", parameter->name(), parameter->text())});
        words.insert(words.end(), {"--arch", std::string(runner.architecture().name), "--device", on});
    };
    switch (what) {
    case Measured::Counters:
        ofLab("report", {});
        words.emplace_back("--counters");
        break;
    case Measured::Sweep: {
        const kit::Sweep proposed = *kit::sweepOf(lab);
        ofLab("sweep", proposed.parameter);
        words.insert(words.end(),
                     {"--over",
                      fmt::format("{}={}:{}{}{}", proposed.parameter, proposed.first, proposed.last,
                                  proposed.step.empty() ? "" : ":", proposed.step),
                      "--measure", "--cache", cache});
        break;
    }
    case Measured::Experiment:
        words = {"sweep", runner.entry().name, "--measure", "--device", on, "--cache", cache};
        break;
    case Measured::Transfers:
        words = {"bandwidth", "--device", on};
        break;
    case Measured::Validation:
        words = {"validate", "--device", runner.can().hasCounters ? on : "auto"};
        break;
    case Measured::Times:
        words = {"validate", "--times", "--device", runner.can().measuresTimes ? on : "auto"};
        break;
    }
    return words;
}

} // namespace

std::string_view nameOf(Measured what) {
    switch (what) {
    case Measured::Counters:
        return translatable("counters");
    case Measured::Sweep:
        return translatable("sweep");
    case Measured::Experiment:
        return translatable("experiment");
    case Measured::Transfers:
        return translatable("transfers");
    case Measured::Validation:
        return translatable("validation");
    case Measured::Times:
        return translatable("times");
    }
    return {};
}

void Measuring::apply(const Requests& asked, const Runner& runner, Messages& messages) {
    if (asked.cancel) cancel(messages);
    if (asked.start) start(*asked.start, runner, messages);
}

/// What was measured of another device, lab or architecture goes.
void Measuring::followWhatRuns(const Runner& runner, Messages& messages) {
    const bool isOtherDevice = std::exchange(m_device, &runner.device()) != &runner.device();
    const bool isOtherLab = std::exchange(m_lab, &runner.entry()) != &runner.entry();
    const bool isOtherModel = std::exchange(m_architecture, &runner.architecture()) != &runner.architecture();
    if (isOtherDevice || isOtherLab) m_measured.clear();
    if (isOtherDevice || isOtherLab || isOtherModel) m_modelled.clear();
    if (!isOtherDevice) return;
    ++m_edition;
    m_measurements = {};
    m_transfers.reset();
    if (!runner.can().measuresTimes || m_still) return;
    try {
        m_measurements.bestCopyBytesPerSecond = device::bestCopy(runner.info()).bytesPerSecond;
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Warning,
                     tr("The best copy of this GPU was not measured: {}", retold(failure.what())));
    }
}

void Measuring::start(Measured what, const Runner& runner, Messages& messages) {
    std::vector<std::string> words = commandOf(what, runner, m_measurements.cache);
    words.emplace_back("--json");
    try {
        m_process.start(m_program, std::move(words));
        m_what = what;
        m_processKey = keyOf(runner, what);
        m_processLab = runner.entry().name;
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, retold(failure.what()));
    }
}

void Measuring::cancel(Messages& messages) {
    if (!running()) return;
    m_process.cancel();
    messages.say(Message::Kind::Info, tr("Measuring the {} was cancelled.", tr(nameOf(m_what))));
}

void Measuring::setCache(model::Cache cache) {
    if (cache != m_measurements.cache) ++m_edition;
    m_measurements.cache = cache;
}

void Measuring::followTimes() {
    constexpr double kReadable = 0.1; // seconds that a number has to stay
    if (!m_hasNewTimes || (!m_still && secondsSince(m_timesShown) < kReadable)) return;
    m_hasNewTimes = false;
    m_timesShown = Clock::now();
    ++m_edition;
}

void Measuring::follow(const Runner& runner, Messages& messages) {
    followWhatRuns(runner, messages);
    followTimes();
    if (running() || m_measurements.measuring) ++m_edition;
    if (m_measurements.counters && m_counterKey != keyOf(runner, Measured::Counters)) {
        m_measurements.counters.reset();
        ++m_edition;
    }
    if (m_measurements.sweep &&
        (!kit::sweepOf(runner.editedLab()) || m_sweepKey != keyOf(runner, Measured::Sweep))) {
        m_measurements.sweep.reset();
        ++m_edition;
    }
    if (running() && measuresLab() && m_processKey != keyOf(runner, m_what)) {
        m_process.cancel();
        messages.say(Message::Kind::Info,
                     tr("Measuring the {} was cancelled: a parameter changed.", tr(nameOf(m_what))));
    }
    if (const auto outcome = m_process.poll()) take(*outcome, messages);
    m_measurements.measuring = running();
    m_measurements.progress = progress();
    if (m_measurements.doing != doing()) m_measurements.doing = doing();
}

void Measuring::take(const MeasuringProcess::Outcome& outcome, Messages& messages) {
    const bool offCounts = m_what == Measured::Validation && outcome.exitCode == 1;
    try {
        if (outcome.exitCode != 0 && !(offCounts && !outcome.output.empty())) throw Error(outcome.error);
        switch (m_what) {
        case Measured::Counters:
            m_measurements.counters = countersFromJson(outcome.output);
            m_measurements.counterTrouble.clear();
            m_counterKey = m_processKey;
            break;
        case Measured::Sweep:
            m_measurements.sweep = sweepFromJson(outcome.output);
            m_sweepKey = m_processKey;
            break;
        case Measured::Experiment:
            m_experiment = sweepFromJson(outcome.output);
            m_experimentLab = m_processLab;
            ++m_experiments;
            break;
        case Measured::Transfers:
            m_transfers = transferTableFromJson(outcome.output);
            break;
        case Measured::Validation:
            m_validation = validationFromJson(outcome.output);
            ++m_validations;
            break;
        case Measured::Times:
            m_times = parseTimes(outcome.output);
            ++m_timings;
            break;
        }
        messages.say(Message::Kind::Info, tr("Measured: {}.", tr(nameOf(m_what))));
    } catch (const std::exception& failure) {
        if (m_what == Measured::Counters) m_measurements.counterTrouble = retold(failure.what());
        messages.say(Message::Kind::Error,
                     tr("Measuring the {} failed: {}", tr(nameOf(m_what)), retold(failure.what())));
    }
}

void Measuring::noteResult(const kit::Drawn& drawn, const Runner& runner) {
    const session::RunResult& result = drawn.result;
    double seconds = 0;
    for (const session::LaunchResult& launch : result.launches) seconds += launch.record.milliseconds * 1e-3;
    // what runs apart from the GPU has the emulator's times
    const bool timed = runner.can().measuresTimes && !runner.mayFail();
    if (timed) m_hasNewTimes = true;
    followTimes();
    if (timed) m_measurements.live.add(timingKey(runner, drawn.lab, m_measurements.cache), result);
    const model::Cache cache = runner.can().keepsCaches ? m_measurements.cache : model::Cache::Cold;
    if (m_expected.generation != result.generation || m_expected.cache != cache)
        m_expected = {
            .generation = result.generation,
            .cache = cache,
            .requestedBytes = session::bytesOf(result).requested,
            .seconds = session::modelledSeconds(result, cache, session::TimeOf::Events),
        };
    const double requested = m_expected.requestedBytes;
    if (requested <= 0) return;
    if (m_expected.seconds > 0) m_modelled.add(requested / m_expected.seconds * 1e-9);
    if (timed && seconds > 0) m_measured.add(requested / seconds * 1e-9);
}

session::Timing Measuring::timing(const Runner& runner) const {
    if (!timesLive(runner)) return session::Timing::Off;
    return m_measurements.cache == model::Cache::Cold ? session::Timing::Cold : session::Timing::Warm;
}

} // namespace lanescope::shell
