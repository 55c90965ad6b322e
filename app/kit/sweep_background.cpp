// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/sweep.h"

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace lanescope::kit {

namespace {

/// The share of a core that a sweep gets beside a window that draws: a tenth. It gets all of an idle one.
constexpr int kBackgroundNiceness = 10;
/// Blocks that a point runs as a whole: a second's work at most. A plot's curve needs no more of larger grids
/// than a sample.
constexpr std::uint64_t kMostWhole = 8192;

} // namespace

double BackgroundSweep::plotted(const Parameter& parameter, const std::string& value) {
    if (parameter.kind() == Parameter::Kind::Integer || parameter.kind() == Parameter::Kind::Real)
        return std::strtod(value.c_str(), nullptr);
    if (const auto* choice = dynamic_cast<const Choice*>(&parameter))
        return static_cast<double>(std::ranges::find(choice->choices(), value) - choice->choices().begin());
    return value == "on" ? 1 : 0;
}

struct BackgroundSweep::State {
    mutable std::mutex mutex;
    Snapshot snapshot;
    std::string key;
    std::atomic<bool> cancelled{false};
    std::thread worker;
};

BackgroundSweep::BackgroundSweep() : m_state(std::make_unique<State>()) {}
BackgroundSweep::~BackgroundSweep() {
    cancel();
}

void BackgroundSweep::cancel() {
    m_state->cancelled = true;
    if (m_state->worker.joinable()) m_state->worker.join();
    m_state->key.clear();
}

BackgroundSweep::Snapshot BackgroundSweep::snapshot() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->snapshot;
}

void BackgroundSweep::request(const LabEntry& entry, const Lab& lab,
                              const model::Architecture& architecture) {
    const std::optional<Sweep> sweep = sweepOf(lab);
    std::vector<std::string> values = lab.values();
    std::string key = entry.name;
    if (sweep) {
        key += sweep->parameter + sweep->metric;
        if (sweep->architectures.empty()) key += architecture.name;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (lab.parameters()[i]->name() != sweep->parameter) key += "|" + values[i];
    }
    if (key == m_state->key) return;
    cancel();
    m_state->key = key;
    m_state->cancelled = false;
    Snapshot fresh;
    fresh.generation = m_state->snapshot.generation + 1;
    if (!sweep) {
        fresh.progress = 1;
        const std::lock_guard lock(m_state->mutex);
        m_state->snapshot = std::move(fresh);
        return;
    }
    fresh.sweep = *sweep;
    std::vector<const model::Architecture*> architectures;
    for (const std::string& name : sweep->architectures)
        if (const model::Architecture* found = model::findArchitecture(name)) architectures.push_back(found);
    if (architectures.empty()) architectures.push_back(&architecture);
    std::erase_if(architectures, [&](const auto* each) { return each->cc < sweep->since; });
    if (architectures.empty()) {
        fresh.error =
            fmt::format("What this sweep counts is not modelled before CC {}.", sweep->since.text());
        fresh.curves.push_back({&architecture, {}, {}, {}});
        fresh.progress = 1;
        const std::lock_guard lock(m_state->mutex);
        m_state->snapshot = std::move(fresh);
        return;
    }
    for (const model::Architecture* each : architectures) fresh.curves.push_back({each, {}, {}, {}});
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->snapshot = std::move(fresh);
    }
    m_state->worker = std::thread([state = m_state.get(), &entry, values, sweep = *sweep, architectures] {
        // Of this thread alone on Linux, and of those that it starts.
        ::setpriority(PRIO_PROCESS, 0, kBackgroundNiceness);
        try {
            const std::unique_ptr<Lab> copy = entry.make();
            const Parameter& parameter = *copy->findParameter(sweep.parameter);
            const SweepAxis axis{sweep.parameter, parameter.values(sweep.first, sweep.last, sweep.step)};
            std::size_t index = 0;
            SweepPlan plan{&entry, values, {axis}, architectures, nullptr, {}};
            plan.sampleAbove = kMostWhole;
            runSweep(plan, &state->cancelled, [&](const SweepPoint& point) {
                const std::lock_guard lock(state->mutex);
                ++index;
                state->snapshot.progress =
                    static_cast<double>(index) / static_cast<double>(axis.values.size());
                ++state->snapshot.generation;
                if (!point.stopped.empty()) return;
                const double x = plotted(parameter, point.values.front());
                if (parameter.kind() == Parameter::Kind::Choice ||
                    parameter.kind() == Parameter::Kind::Toggle)
                    state->snapshot.names.push_back(point.values.front());
                for (std::size_t i = 0; i < architectures.size(); ++i) {
                    state->snapshot.curves[i].x.push_back(x);
                    state->snapshot.curves[i].y.push_back(
                        sweep.metric == "bandwidth"
                            ? point.modelledGBps(i)
                            : metricValue((sweep.subject ? point.subject : point.counts)[i], sweep.metric));
                    state->snapshot.curves[i].gbps.push_back(point.modelledGBps(i));
                }
            });
        } catch (const std::exception& failure) {
            const std::lock_guard lock(state->mutex);
            state->snapshot.error = failure.what();
            state->snapshot.progress = 1;
        }
    });
}

} // namespace lanescope::kit
