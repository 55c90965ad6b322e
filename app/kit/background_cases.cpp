// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/background_cases.h"

#include "kit/latest_job.h"
#include "kit/remembered.h"
#include "kit/trial.h"
#include "text/language.h"
#include "text/tr.h"

#include <algorithm>
#include <utility>

namespace lanescope::kit {

namespace {

constexpr std::size_t kMostKept = 32; // tables

struct Job {
    const LabEntry* entry;
    std::vector<std::string> values; ///< but for what the cases set
    std::vector<Sets> cases;
    const model::Architecture* architecture;
};

/// What all cases set is no news.
std::vector<std::string> toldApartBy(const std::vector<Sets>& cases) {
    std::vector<std::string> names;
    for (const auto& set : cases.front()) {
        const bool shared = std::ranges::all_of(
            cases, [&](const Sets& sets) { return std::ranges::find(sets, set) != sets.end(); });
        if (!shared) names.push_back(set.first);
    }
    return names;
}

BackgroundCases::Row rowOf(const Job& job, const Sets& sets, const std::shared_ptr<device::Device>& device) {
    BackgroundCases::Row row{.sets = sets, .cells = {}, .why = {}};
    try {
        run({.entry = job.entry,
             .values = job.values,
             .sets = sets,
             .architecture = job.architecture,
             .times = nullptr},
            device, [&](const Drawn& drawn) {
                row.cells = drawn.lab.as<HasCases>()->caseOf(drawn.result, *job.architecture);
            });
    } catch (const std::exception& failure) {
        row.why = retold(failure.what());
    }
    return row;
}

} // namespace

struct BackgroundCases::State {
    // of the request
    std::string key;
    const LabEntry* entry = nullptr;
    const model::Architecture* architecture = nullptr;
    std::uint64_t revision = 0;             ///< of the lab's values; 0: there is none
    std::uint64_t texts = 0;                ///< text::edition() of those in the snapshot
    Remembered<Snapshot> done{kMostKept};   ///< by key
    std::shared_ptr<device::Device> device; ///< of the thread, from its first job on
    LatestJob<Job, Snapshot> jobs{[this](const Job& job) { run(job); }};

    void run(const Job& job) {
        if (!device) device = device::openDevice(device::kEmulated);
        for (const Sets& sets : job.cases)
            if (Row row = rowOf(job, sets, device);
                !jobs.publish(job, [&](Snapshot& into) { into.rows.push_back(std::move(row)); }))
                return;
    }
};

BackgroundCases::BackgroundCases() : m_state(std::make_unique<State>()) {}

BackgroundCases::~BackgroundCases() = default;

void BackgroundCases::request(const LabEntry& entry, const Lab& lab,
                              const model::Architecture& architecture) {
    State& state = *m_state;
    // Most requests are those of the frame before.
    if (state.revision != 0 && state.revision == lab.revision() && state.entry == &entry &&
        state.architecture == &architecture && state.texts == text::edition())
        return;
    state.revision = lab.revision();
    state.entry = &entry;
    state.architecture = &architecture;
    state.texts = text::edition();
    const HasCases* const has = lab.as<HasCases>();
    std::shared_ptr<Job> job;
    std::string key = entry.name + "|" + std::string(architecture.name) + "|" + std::to_string(state.texts);
    if (has) {
        job = std::make_shared<Job>(Job{
            .entry = &entry, .values = lab.values(), .cases = has->cases(), .architecture = &architecture});
        // What each case sets is of no matter.
        for (std::size_t i = 0; i < job->values.size(); ++i) {
            const std::string& name = lab.parameters()[i]->name();
            const bool set = std::ranges::all_of(job->cases, [&](const Sets& sets) {
                return std::ranges::find(sets, name, &Sets::value_type::first) != sets.end();
            });
            if (!set) key += "|" + job->values[i];
        }
    }
    if (state.key == key) return;
    if (Snapshot made = state.jobs.snapshot(); !state.key.empty() && made.rows.size() >= made.count)
        state.done.keep(state.key, std::move(made));
    state.key = key;
    if (const Snapshot* known = state.done.find(key)) return state.jobs.begin(nullptr, *known);
    Snapshot fresh;
    if (has) {
        fresh.names = toldApartBy(job->cases);
        fresh.columns = has->caseColumns();
        fresh.count = job->cases.size();
    }
    state.jobs.begin(std::move(job), std::move(fresh));
}

BackgroundCases::Snapshot BackgroundCases::snapshot() const {
    return m_state->jobs.snapshot();
}

std::uint64_t BackgroundCases::generation() const {
    return m_state->jobs.generation();
}

bool BackgroundCases::complete() const {
    return waitUntilDone(0);
}

bool BackgroundCases::waitUntilDone(double seconds) const {
    return m_state->jobs.waitUntil(seconds,
                                   [](const Snapshot& made) { return made.rows.size() >= made.count; });
}

} // namespace lanescope::kit
