// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/background_cases.h"

#include "kit/session.h"
#include "text/language.h"
#include "text/tr.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace lanescope::kit {

namespace {

/// The share of a core that it gets beside a window that draws: a tenth. It gets all of an idle one.
constexpr int kBackgroundNiceness = 10;

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
        const std::shared_ptr<Lab> lab = job.entry->make();
        lab->setValues(job.values);
        for (const auto& [name, value] : sets) lab->set(name, value);
        SessionOptions options;
        options.architectures = {job.architecture};
        Session session(device, options);
        session.setLab(*job.entry, lab);
        session.step(0, 0);
        session.throwError();
        if (const auto drawn = session.drawn())
            row.cells = drawn->lab.as<HasCases>()->caseOf(drawn->result, *job.architecture);
    } catch (const std::exception& failure) {
        row.why = retold(failure.what());
    }
    return row;
}

} // namespace

struct BackgroundCases::State {
    mutable std::mutex mutex;
    mutable std::condition_variable changed; ///< a job, a row, or the end
    Snapshot snapshot;
    std::shared_ptr<const Job> job; ///< whose rows the snapshot has; nullptr: none
    bool begun = false;             ///< the thread has seen it
    bool ending = false;
    // of the request, for the thread that makes them
    std::string key;
    const LabEntry* entry = nullptr;
    const model::Architecture* architecture = nullptr;
    std::uint64_t revision = 0; ///< of the lab's values; 0: there is none
    std::uint64_t texts = 0;    ///< text::edition() of those in the snapshot
    std::thread worker;

    void serve() {
        ::setpriority(PRIO_PROCESS, 0, kBackgroundNiceness); // of this thread alone on Linux
        const std::shared_ptr<device::Device> device = device::openDevice(device::kEmulated);
        for (;;) {
            std::shared_ptr<const Job> mine;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return ending || (job && !begun); });
                if (ending) return;
                mine = job;
                begun = true;
            }
            for (const Sets& sets : mine->cases) {
                Row row = rowOf(*mine, sets, device);
                {
                    const std::lock_guard lock(mutex);
                    if (ending || job != mine) break;
                    snapshot.rows.push_back(std::move(row));
                    ++snapshot.generation;
                }
                changed.notify_all();
            }
        }
    }
};

BackgroundCases::BackgroundCases() : m_state(std::make_unique<State>()) {}

BackgroundCases::~BackgroundCases() {
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->ending = true;
    }
    m_state->changed.notify_all();
    if (m_state->worker.joinable()) m_state->worker.join();
}

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
    if (std::exchange(state.key, key) == key) return;
    {
        const std::lock_guard lock(state.mutex);
        const std::uint64_t generation = state.snapshot.generation + 1;
        state.snapshot = {};
        state.snapshot.generation = generation;
        if (has) {
            state.snapshot.names = toldApartBy(job->cases);
            state.snapshot.columns = has->caseColumns();
            state.snapshot.count = job->cases.size();
        }
        state.job = std::move(job);
        state.begun = false;
        if (state.job && !state.worker.joinable()) state.worker = std::thread([&state] { state.serve(); });
    }
    state.changed.notify_all();
}

BackgroundCases::Snapshot BackgroundCases::snapshot() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->snapshot;
}

std::uint64_t BackgroundCases::generation() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->snapshot.generation;
}

bool BackgroundCases::complete() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->snapshot.rows.size() >= m_state->snapshot.count;
}

void BackgroundCases::wait(double seconds) const {
    std::unique_lock lock(m_state->mutex);
    m_state->changed.wait_for(lock, std::chrono::duration<double>(seconds),
                              [this] { return m_state->snapshot.rows.size() >= m_state->snapshot.count; });
}

} // namespace lanescope::kit
