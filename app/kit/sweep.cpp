// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/sweep.h"

#include "kit/session.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace lanescope::kit {

namespace {

constexpr std::size_t kMostPoints = 1000000;
/// The share of a core that a sweep gets beside a window that draws: a tenth. It gets all of an idle one.
constexpr int kBackgroundNiceness = 10;

std::string where(const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < axes.size(); ++i) parts.push_back(axes[i].parameter + "=" + values[i]);
    return fmt::format("{}", fmt::join(parts, ", "));
}

double plotted(const Parameter& parameter, std::size_t index, const std::string& value) {
    if (parameter.kind() == Parameter::Kind::Integer || parameter.kind() == Parameter::Kind::Real)
        return std::strtod(value.c_str(), nullptr);
    if (const auto* choice = dynamic_cast<const Choice*>(&parameter))
        return static_cast<double>(std::ranges::find(choice->choices(), value) - choice->choices().begin());
    return static_cast<double>(index);
}

} // namespace

SweepAxis parseAxis(const Lab& lab, std::string_view text) {
    const auto usage = [&] {
        return BadInput(
            fmt::format("'{}' is not an axis; write NAME=FIRST:LAST or NAME=FIRST:LAST:STEP", text));
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) throw usage();
    const std::string_view name = text.substr(0, equals), range = text.substr(equals + 1);
    const std::size_t first = range.find(':');
    if (first == std::string_view::npos) throw usage();
    const std::size_t second = range.find(':', first + 1);
    const std::string_view to =
        range.substr(first + 1, second == std::string_view::npos ? second : second - first - 1);
    const std::string_view step = second == std::string_view::npos ? "" : range.substr(second + 1);
    if (second != std::string_view::npos && (step.empty() || step.find(':') != std::string_view::npos))
        throw usage();
    const Parameter* parameter = lab.findParameter(name);
    if (!parameter) {
        std::vector<std::string> names;
        for (const Parameter* known : lab.parameters()) names.push_back(known->name());
        throw BadInput(fmt::format("no parameter '{}'; there are: {}", name, fmt::join(names, ", ")));
    }
    return {std::string(name), parameter->values(range.substr(0, first), to, step)};
}

std::vector<SweepPoint> runSweep(const LabEntry& entry, const std::vector<std::string>& values,
                                 const std::vector<SweepAxis>& axes,
                                 const std::vector<const model::Architecture*>& architectures,
                                 const std::atomic<bool>* cancel,
                                 const std::function<void(const SweepPoint&)>& done) {
    std::size_t total = 1;
    for (const SweepAxis& axis : axes) {
        total *= axis.values.size();
        if (total > kMostPoints)
            throw BadInput(fmt::format("the sweep has more than {} points; take larger steps", kMostPoints));
    }
    std::shared_ptr<Lab> lab = entry.make();
    lab->setValues(values);
    SessionOptions options;
    options.architectures = architectures;
    Session session(device::openEmulated(), options);
    session.setLab(entry, lab);

    std::vector<SweepPoint> points;
    for (std::size_t index = 0; index < total && !(cancel && *cancel); ++index) {
        SweepPoint point;
        point.values.resize(axes.size());
        std::size_t rest = index;
        for (std::size_t axis = axes.size(); axis-- > 0;) {
            point.values[axis] = axes[axis].values[rest % axes[axis].values.size()];
            rest /= axes[axis].values.size();
            lab->set(axes[axis].parameter, point.values[axis]);
        }
        session.step(0, 0);
        if (!session.error().empty()) {
            try {
                session.throwError();
            } catch (const BadInput& failure) {
                throw BadInput(fmt::format("at {}: {}", where(axes, point.values), failure.what()));
            }
        }
        const RunResult& result = session.result();
        for (std::size_t i = 0; i < architectures.size(); ++i) {
            point.counts.push_back(result.total(i));
            point.subject.push_back(result.subject(*lab, i));
            model::Report& report = point.reports.emplace_back();
            report.architecture = architectures[i];
            for (const LaunchResult& launch : result.launches)
                for (const model::SiteCounts& site : launch.observation->reports[i].sites)
                    report.sites.push_back(site);
        }
        if (done) done(point);
        points.push_back(std::move(point));
    }
    return points;
}

double metricValue(const model::Counts& counts, std::string_view metric) {
    const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
    if (metric == "efficiency") return counts.efficiency();
    if (metric == "requests") return number(counts.requests);
    if (metric == "sectors") return number(counts.sectors);
    if (metric == "tag_lookups") return number(counts.tagLookups);
    if (metric == "transactions") return number(counts.transactions);
    if (metric == "wavefronts") return number(counts.wavefronts);
    if (metric == "bank_conflicts") return number(counts.bankConflicts);
    if (metric == "max_ways") return number(counts.maxWays);
    if (metric == "bytes_requested") return number(counts.bytesRequested);
    if (metric == "bytes_transferred") return number(counts.bytesTransferred);
    throw BadInput(fmt::format("no metric '{}'", metric));
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
    const std::optional<Sweep> sweep = lab.sweep();
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
    for (const model::Architecture* each : architectures) fresh.curves.push_back({each, {}, {}});
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
            runSweep(entry, values, {axis}, architectures, &state->cancelled, [&](const SweepPoint& point) {
                const std::lock_guard lock(state->mutex);
                const double x = plotted(parameter, index, point.values.front());
                if (parameter.kind() == Parameter::Kind::Choice ||
                    parameter.kind() == Parameter::Kind::Toggle)
                    state->snapshot.names.push_back(point.values.front());
                for (std::size_t i = 0; i < architectures.size(); ++i) {
                    state->snapshot.curves[i].x.push_back(x);
                    state->snapshot.curves[i].y.push_back(
                        metricValue((sweep.subject ? point.subject : point.counts)[i], sweep.metric));
                }
                ++index;
                state->snapshot.progress =
                    static_cast<double>(index) / static_cast<double>(axis.values.size());
                ++state->snapshot.generation;
            });
        } catch (const std::exception& failure) {
            const std::lock_guard lock(state->mutex);
            state->snapshot.error = failure.what();
            state->snapshot.progress = 1;
        }
    });
}

} // namespace lanescope::kit
