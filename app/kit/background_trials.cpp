// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/background_trials.h"

#include "kit/latest_job.h"
#include "kit/remembered.h"
#include "kit/trial.h"
#include "session/timing.h"

#include <string>
#include <utility>

namespace lanescope::kit {

namespace {

using Job = std::vector<Trial>;

constexpr std::size_t kMostKept = 256; // times

/// All that a trial's time depends on; empty: the lab refuses such values.
std::string keyOf(const Trial& trial) {
    try {
        const std::unique_ptr<Lab> lab = trial.entry->make();
        lab->setValues(trial.values);
        for (const auto& [name, value] : trial.sets) lab->set(name, value);
        std::string key = trial.entry->name + "|" + std::string(trial.architecture->name);
        for (const std::string& value : lab->values()) key += "|" + value;
        return key;
    } catch (const BadInput&) {
        return {};
    }
}

double secondsOf(const Trial& trial, const std::shared_ptr<device::Device>& device) {
    double seconds = 0;
    try {
        run(trial, device, [&](const Drawn& drawn) {
            seconds = session::modelledSeconds(drawn.result, model::Cache::Cold, session::TimeOf::Kernels);
        });
    } catch (const std::exception&) {
        return 0; // it cannot run so: there is nothing to say of its time
    }
    return seconds;
}

} // namespace

struct BackgroundTrials::State {
    explicit State(std::shared_ptr<const model::KnownTimes> known) : times(std::move(known)) {}

    const std::shared_ptr<const model::KnownTimes> times;
    // of the request
    const LabEntry* entry = nullptr;
    const model::Architecture* architecture = nullptr;
    std::vector<std::string> values;
    std::vector<Sets> trials;
    std::map<Sets, std::string> keys;       ///< of the trials
    Remembered<double> seconds{kMostKept};  ///< by key
    std::shared_ptr<device::Device> device; ///< of the thread, from its first job on
    LatestJob<Job, Snapshot> jobs{[this](const Job& job) { run(job); }};

    void keepWhatIsDone() {
        for (const auto& [sets, time] : jobs.snapshot().seconds)
            if (const auto key = keys.find(sets); key != keys.end() && !key->second.empty())
                seconds.keep(key->second, time);
        keys.clear();
    }

    void run(const Job& job) {
        if (!device) device = device::openDevice(device::kEmulated);
        for (const Trial& trial : job)
            if (const double seconds = secondsOf(trial, device); !jobs.publish(
                    job, [&](Snapshot& into) { into.seconds.insert_or_assign(trial.sets, seconds); }))
                return;
    }
};

BackgroundTrials::BackgroundTrials(std::shared_ptr<const model::KnownTimes> times)
    : m_state(std::make_unique<State>(std::move(times))) {}

BackgroundTrials::~BackgroundTrials() = default;

void BackgroundTrials::request(const LabEntry& entry, const Lab& lab, const model::Architecture& architecture,
                               const std::vector<Sets>& trials) {
    State& state = *m_state;
    if (trials.empty() && state.trials.empty()) return;
    std::vector<std::string> values = lab.values();
    if (state.entry == &entry && state.architecture == &architecture && state.values == values &&
        state.trials == trials)
        return;
    state.entry = &entry;
    state.architecture = &architecture;
    state.values = std::move(values);
    state.trials = trials;
    state.keepWhatIsDone();
    Snapshot fresh{.seconds = {}, .count = trials.size()};
    Job job;
    for (const Sets& sets : trials) {
        Trial trial{.entry = &entry,
                    .values = state.values,
                    .sets = sets,
                    .architecture = &architecture,
                    .times = state.times};
        const std::string& key = state.keys[sets] = keyOf(trial);
        if (const double* known = state.seconds.find(key))
            fresh.seconds[sets] = *known;
        else
            job.push_back(std::move(trial));
    }
    state.jobs.begin(job.empty() ? nullptr : std::make_shared<const Job>(std::move(job)), std::move(fresh));
}

BackgroundTrials::Snapshot BackgroundTrials::snapshot() const {
    return m_state->jobs.snapshot();
}

std::uint64_t BackgroundTrials::generation() const {
    return m_state->jobs.generation();
}

bool BackgroundTrials::waitUntilDone(double seconds) const {
    return m_state->jobs.waitUntil(seconds,
                                   [](const Snapshot& made) { return made.seconds.size() >= made.count; });
}

} // namespace lanescope::kit
