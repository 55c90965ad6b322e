// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/background_sweep.h"

#include "kit/lab_sweep.h"
#include "kit/latest_job.h"
#include "kit/remembered.h"
#include "kit/session.h"
#include "kit/words/limit_words.h"
#include "model/metrics.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <optional>

namespace lanescope::kit {

namespace {

/// Blocks that a point runs as a whole: a second's work at most. A plot's curve needs no more of larger grids
/// than a sample.
constexpr std::uint64_t kMostWhole = 1 << 16;
/// Sweeps that are kept: what somebody goes to and fro between, and some steps of undo.
constexpr std::size_t kMostKept = 32;

/// What is swept, apart from the lab, which goes on being edited.
struct Job {
    const LabEntry* entry;
    std::vector<std::string> values;
    Sweep sweep;
    std::vector<const model::Architecture*> architectures;
    recording::ModulePointer otherCode; ///< nullptr: none
    mutable std::atomic<bool> cancelled{false};
};

/// The value of the lab's metric on one architecture.
double valueOf(const Sweep& sweep, const SweepPoint& point, std::size_t architecture) {
    if (sweep.metric == Sweep::kBandwidth) return point.modelledGBps(architecture);
    if (sweep.metric == Sweep::kMicroseconds) return point.seconds[architecture] * 1e6;
    if (sweep.subject) return model::metricValue(point.subject[architecture], sweep.metric);
    return model::metricValue(point.reports[architecture], sweep.metric);
}

/// Of that value what would do.
std::optional<double> neededOf(const Sweep& sweep, const SweepPoint& point, std::size_t architecture) {
    if (sweep.metric != model::kSharedWavefronts || sweep.subject) return std::nullopt;
    const model::Counts counts = point.reports[architecture].total(model::Space::Shared);
    return static_cast<double>(counts.sharedWavefronts - counts.bankConflicts);
}

/// What else decides the curve, and is not as the lab has it at first.
std::string otherSettings(const Lab& lab, const Sweep& sweep, const model::Architecture& architecture) {
    std::string all;
    for (const Parameter* each : lab.parameters())
        if (each->name() != sweep.parameter && !each->isDefault() &&
            idleReason(lab, *each, architecture).empty())
            all += fmt::format("{}{}={}", all.empty() ? "" : ", ", each->name(), each->text());
    return all;
}

/// Of one that is done.
std::string timelessText(const BackgroundSweep::Snapshot& made) {
    const auto isTimed = [](const BackgroundSweep::Curve& curve) {
        return std::ranges::any_of(curve.gbPerSecond, [](double speed) { return speed > 0; });
    };
    return !made.sweep.bandwidth || std::ranges::any_of(made.curves, isTimed)
               ? std::string()
               : noTimeText(*made.curves.front().architecture);
}

/// Of one that is done, by what each architecture refused.
void sayWhatIsLeftOut(BackgroundSweep::Snapshot& made, const std::vector<std::string>& refusals) {
    for (std::size_t i = 0; i < made.curves.size(); ++i)
        if (made.curves[i].x.empty() && !refusals[i].empty()) {
            made.leftOut +=
                (made.leftOut.empty() ? "" : ", ") + std::string(made.curves[i].architecture->name);
            if (made.leftOutWhy.empty()) made.leftOutWhy = refusals[i];
        }
}

} // namespace

struct BackgroundSweep::State {
    explicit State(std::shared_ptr<const model::KnownTimes> known) : times(std::move(known)) {}

    const std::shared_ptr<const model::KnownTimes> times;
    // of the request
    std::string key;
    const LabEntry* entry = nullptr;
    const model::Architecture* architecture = nullptr;
    recording::ModulePointer otherCode;
    std::string chosen;                   ///< parameter of a sweep that is not the lab's; empty: it is
    std::uint64_t revision = 0;           ///< of the lab's values; 0: there is none
    std::uint64_t texts = 0;              ///< text::edition() of those in the snapshot
    Remembered<Snapshot> done{kMostKept}; ///< of the lab's own code, by key
    LatestJob<Job, Snapshot> jobs{[this](const Job& job) { run(job); }};

    /// That of the last request, when all of it is there.
    void keepWhatIsDone() {
        if (key.empty() || otherCode) return;
        if (Snapshot made = jobs.snapshot(); made.progress >= 1 && made.error.empty())
            done.keep(key, std::move(made));
    }

    void run(const Job& mine) {
        const Sweep& sweep = mine.sweep;
        try {
            const std::unique_ptr<Lab> lab = mine.entry->make();
            const Parameter& parameter = *lab->findParameter(sweep.parameter);
            const SweepAxis axis{sweep.parameter, parameter.values(sweep.first, sweep.last, sweep.step)};
            SweepPlan plan = sweepPlan(*mine.entry, mine.values, {axis});
            if (mine.otherCode)
                plan.record = [record = plan.record,
                               code = mine.otherCode](std::span<const std::string> point,
                                                      const model::Architecture& architecture) {
                    auto made = std::make_shared<recording::Recording>(*record(point, architecture));
                    useCode(*made, code);
                    return made;
                };
            // What the newest takes is swept; what the others refuse of it their curves lack.
            std::vector<std::size_t> order(mine.architectures.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::ranges::stable_sort(order, std::ranges::greater{},
                                     [&](std::size_t i) { return mine.architectures[i]->cc; });
            for (const std::size_t i : order) plan.architectures.push_back(mine.architectures[i]);
            plan.times = times;
            plan.sampleAbove = kMostWhole;
            std::size_t done = 0;
            std::string refusal;
            std::vector<std::string> refusals(order.size()); // by curve
            // With the last point all is known, also whether there is a curve: an architecture may take some
            // points alone. Whoever sees that the sweep is done sees no more of it change.
            const auto advance = [&](Snapshot& into) {
                into.progress = static_cast<double>(++done) / static_cast<double>(axis.values.size());
                const bool any =
                    std::ranges::any_of(into.curves, [](const Curve& each) { return !each.x.empty(); });
                if (done < axis.values.size()) return;
                if (!any && !refusal.empty()) into.error = refusal;
                if (into.error.empty()) into.timeless = timelessText(into);
                if (any) sayWhatIsLeftOut(into, refusals);
            };
            plan.refused = [&](const BadInput& failure) {
                if (refusal.empty()) refusal = failure.what();
                jobs.publish(mine, advance);
            };
            const auto add = [&](Snapshot& into, const SweepPoint& point) {
                const std::string& value = point.values.front();
                if (parameter.hasWords()) into.names.push_back(value);
                for (std::size_t i = 0; i < order.size(); ++i) {
                    if (!point.refused[i].empty()) {
                        refusals[order[i]] = point.refused[i];
                        continue;
                    }
                    if (sweep.isOfTimes() && point.seconds[i] <= 0) {
                        into.error = noTimeText(*plan.architectures[i]);
                        continue;
                    }
                    Curve& curve = into.curves[order[i]];
                    curve.x.push_back(parameter.position(value));
                    curve.y.push_back(valueOf(sweep, point, i));
                    curve.gbPerSecond.push_back(point.modelledGBps(i));
                    curve.microseconds.push_back(point.seconds[i] * 1e6);
                    if (const auto needed = neededOf(sweep, point, i)) curve.needed.push_back(*needed);
                }
            };
            session::runSweep(plan, &mine.cancelled, [&](const SweepPoint& point) {
                jobs.publish(mine, [&](Snapshot& into) {
                    if (point.stopped.empty()) add(into, point);
                    advance(into);
                });
            });
        } catch (const std::exception& failure) {
            jobs.publish(mine, [&](Snapshot& into) {
                into.error = failure.what();
                into.progress = 1;
            });
        }
    }
};

BackgroundSweep::BackgroundSweep(std::shared_ptr<const model::KnownTimes> times)
    : m_state(std::make_unique<State>(std::move(times))) {}

BackgroundSweep::~BackgroundSweep() {
    cancel();
}

void BackgroundSweep::cancel() {
    if (const std::shared_ptr<const Job> job = m_state->jobs.drop()) job->cancelled = true;
    m_state->key.clear();
    m_state->revision = 0;
}

BackgroundSweep::Snapshot BackgroundSweep::snapshot() const {
    return m_state->jobs.snapshot();
}

std::uint64_t BackgroundSweep::generation() const {
    return m_state->jobs.generation();
}

bool BackgroundSweep::waitUntilDone(double seconds) const {
    return m_state->jobs.waitUntil(seconds, [](const Snapshot& made) { return made.progress >= 1; });
}

void BackgroundSweep::request(const LabEntry& entry, const Lab& lab, const model::Architecture& architecture,
                              const recording::ModulePointer& otherCode, const std::optional<Sweep>& chosen) {
    // Most requests are those of the frame before.
    if (m_state->revision != 0 && m_state->revision == lab.revision() && m_state->entry == &entry &&
        m_state->architecture == &architecture && m_state->otherCode == otherCode &&
        m_state->chosen == (chosen ? chosen->parameter : "") && m_state->texts == text::edition())
        return;
    const std::optional<Sweep> sweep = chosen ? chosen : sweepOf(lab);
    m_state->chosen = chosen ? chosen->parameter : "";
    std::vector<std::string> values = lab.values();
    std::string key = entry.name;
    if (sweep) {
        // A range may follow the present value.
        key += sweep->parameter + sweep->metric + sweep->first + ":" + sweep->last + ":" + sweep->step;
        if (sweep->architectures.empty()) key += architecture.name;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (lab.parameters()[i]->name() != sweep->parameter) key += "|" + values[i];
    }
    const bool same = key == m_state->key && m_state->otherCode == otherCode;
    if (!same) {
        m_state->keepWhatIsDone();
        cancel();
    }
    m_state->key = std::move(key);
    m_state->entry = &entry;
    m_state->architecture = &architecture;
    m_state->otherCode = otherCode;
    m_state->revision = lab.revision();
    const bool sameTexts = std::exchange(m_state->texts, text::edition()) == text::edition();
    if (same && !sameTexts && sweep)
        m_state->jobs.edit([&](Snapshot& made) {
            made.sweep.title = sweep->title;
            if (!made.timeless.empty()) made.timeless = timelessText(made);
        });
    if (same) return;
    if (const Snapshot* known = otherCode ? nullptr : m_state->done.find(m_state->key); known && sweep) {
        Snapshot again = *known;
        again.sweep.title = sweep->title; // in the language of now
        if (!again.timeless.empty()) again.timeless = timelessText(again);
        return m_state->jobs.begin(nullptr, std::move(again));
    }

    Snapshot fresh;
    std::shared_ptr<Job> job;
    if (!sweep) {
        fresh.progress = 1;
    } else {
        fresh.sweep = *sweep;
        fresh.others = otherSettings(lab, *sweep, architecture);
        std::vector<const model::Architecture*> architectures;
        for (const std::string& name : sweep->architectures)
            if (const model::Architecture* found = model::findArchitecture(name))
                architectures.push_back(found);
        if (architectures.empty()) architectures.push_back(&architecture);
        std::erase_if(architectures, [&](const auto* each) { return each->cc < sweep->since; });
        if (architectures.empty()) {
            fresh.error = tr("What this sweep counts is not modelled before CC {}.", sweep->since.text());
            fresh.curves.push_back({.architecture = &architecture});
            fresh.progress = 1;
        } else {
            for (const model::Architecture* each : architectures)
                fresh.curves.push_back({.architecture = each});
            job = std::make_shared<Job>();
            job->entry = &entry;
            job->values = std::move(values);
            job->sweep = *sweep;
            job->architectures = std::move(architectures);
            job->otherCode = otherCode;
        }
    }
    m_state->jobs.begin(std::move(job), std::move(fresh));
}

} // namespace lanescope::kit
