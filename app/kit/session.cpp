// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/session.h"

#include "kit/pass.h"
#include "kit/stream_timer.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace lanescope::kit {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What the stages of a run took since `earlier`.
StageTimes since(const StageTimes& earlier, StageTimes now) {
    for (double StageTimes::*stage : {&StageTimes::run, &StageTimes::map, &StageTimes::kernel,
                                      &StageTimes::unmap, &StageTimes::model, &StageTimes::span})
        now.*stage = std::max(0.0, now.*stage - earlier.*stage);
    return now;
}

} // namespace

struct Session::State {
    std::shared_ptr<device::Device> device;
    std::shared_ptr<device::Device> companion; // emulated, beside a GPU
    SessionOptions options;
    const LabEntry* entry = nullptr;
    std::shared_ptr<const Lab> lab;
    std::unique_ptr<Resources> resources, companionResources;

    std::unique_ptr<Pass> pass, observation; // under way
    std::vector<std::string> passValues;     // of the pass under way or last begun
    bool passApart = false;
    device::HostProgram knownProgram; // and what its calls returned on the GPU
    std::shared_ptr<const device::HostStory> known;
    bool dirty = true;
    Timing timing = Timing::Off;
    double lastTime = -1;
    StageTimes stepTimes;
    std::unique_ptr<RunResult> result;
    std::unique_ptr<Lab> resultLab;
    std::vector<std::shared_ptr<const Observation>> observations; // of the current values, by launch
    std::vector<std::vector<ptx::Finding>> findings;              // likewise
    bool observing = false;                                       // the pass under way makes new observations
    std::uint64_t generation = 0;
    std::exception_ptr failure;
    std::string error;
    std::size_t largestFit = 0;
    std::atomic<bool> cancelled{false};
    RunResult nothing;
    std::unique_ptr<StreamTimer> streamTimer; // where a GPU has run a lab with streams

    bool cuda() const { return device->info().kind == device::Kind::Cuda; }

    std::unique_ptr<Lab> snapshot() const {
        std::unique_ptr<Lab> copy = entry->make();
        copy->setValues(passValues);
        return copy;
    }

    Pass::Plan plan(bool observe, bool interactive) const {
        Pass::Plan made;
        made.graphics = options.graphics;
        made.observe = observe;
        made.interactive = interactive;
        made.architectures = options.architectures;
        made.cancel = options.cancelled ? options.cancelled : &cancelled;
        made.cold = timing == Timing::Cold;
        made.keep = observing || lab->animation() != Animation::None;
        made.sampleAbove = options.sampleAbove;
        made.checks = options.checks;
        return made;
    }

    /// Whether the lab's calls may fail: its kernels then run in the emulator, whatever the device.
    bool apart() const { return lab->hostCalls(*options.architectures.front()).has_value(); }

    void openCompanion() {
        if (companion) return;
        companion = device::openEmulated(options.exact ? 0 : device::kSparseBytes);
        companionResources = std::make_unique<Resources>(*companion);
    }

    void beginApart(double time, bool interactive) {
        observing = true;
        Pass::Plan made = plan(true, interactive);
        made.tolerant = made.checks = made.keep = true;
        made.graphics = false;
        made.sampleAbove = 0;
        if (cuda()) openCompanion();
        // What an earlier run allocated is not there for this one to read by mistake.
        std::unique_ptr<Resources>& memory = cuda() ? companionResources : resources;
        auto fresh = std::make_unique<Resources>(memory->device);
        fresh->modules = memory->modules;
        memory = std::move(fresh);
        pass = std::make_unique<Pass>(*memory, snapshot(), time, made);
    }

    void begin(double time, bool interactive) {
        passValues = lab->values();
        observing = dirty || observations.empty() || lab->animation() == Animation::Accesses;
        dirty = false;
        lastTime = time;
        cancelled = false;
        passApart = apart();
        if (passApart) return beginApart(time, interactive);
        pass = std::make_unique<Pass>(*resources, snapshot(), time, plan(observing && !cuda(), interactive));
        if (observing && cuda()) {
            openCompanion();
            Pass::Plan made = plan(true, interactive);
            made.graphics = false;
            made.sampleAbove = options.exact ? 0 : std::max<std::uint64_t>(options.sampleAbove, 1);
            observation = std::make_unique<Pass>(*companionResources, snapshot(), time, made);
        }
    }

    void publish() {
        std::unique_ptr<RunResult> made = pass->publish();
        resultLab = pass->takeLab();
        pass.reset();
        if (observing && (passApart || !cuda())) {
            keepObservations(*made);
        }
        attach(*made);
        if (passApart) followCalls(*made);
        if (!made->kept && result && !observing) made->kept = result->kept;
        result = std::move(made);
        error.clear();
        failure = nullptr;
        largestFit = 0;
    }

    void keepObservations(const RunResult& from) {
        observations.clear();
        findings.clear();
        for (const LaunchResult& launch : from.launches) {
            observations.push_back(launch.observation);
            findings.push_back(launch.record.findings);
        }
        ++generation;
    }

    /// A GPU's result with the observations made beside it, or an animation's with those that still hold.
    void attach(RunResult& to) const {
        if (observations.size() == to.launches.size())
            for (std::size_t i = 0; i < observations.size(); ++i) {
                to.launches[i].observation = observations[i];
                to.launches[i].record.findings = findings[i];
            }
        to.generation = generation;
    }

    /// Keeps the measurement of the lab's streams up with its values; true when the result has a new one.
    bool followStreams(bool wait) {
        const auto work = cuda() ? lab->streamWork(*options.architectures.front()) : std::nullopt;
        if (!work) return false;
        if (!streamTimer) streamTimer = std::make_unique<StreamTimer>(device->info());
        const bool news = streamTimer->follow(work->program, wait);
        if (result) result->streams = streamTimer->result(work->program);
        return news && result;
    }

    /// What the lab's calls return: by the runtime's rules, or what was found out on the GPU.
    void followCalls(RunResult& to) {
        const auto program = resultLab->hostCalls(*options.architectures.front());
        if (!program) return;
        if (!cuda())
            to.calls = std::make_shared<device::HostStory>(
                device::emulateCalls(*program, *options.architectures.front()));
        else if (known && *program == knownProgram)
            to.calls = known;
    }

    void finishObservation() {
        std::unique_ptr<RunResult> made = observation->publish();
        observation.reset();
        keepObservations(*made);
        if (result) attach(*result);
    }

    void fail(std::string what, std::size_t fit) {
        failure = std::current_exception();
        error = std::move(what);
        largestFit = fit;
        pass.reset();
        observation.reset();
        try {
            device->finish(); // a sticky failure has been reported once
        } catch (const std::exception&) {
        }
    }
};

Session::Session(std::shared_ptr<device::Device> device, SessionOptions options)
    : m_state(std::make_unique<State>()) {
    m_state->options = std::move(options);
    if (m_state->options.architectures.empty())
        m_state->options.architectures.push_back(&model::defaultArchitecture());
    setDevice(std::move(device));
}

Session::~Session() = default;

void Session::setLab(const LabEntry& entry, std::shared_ptr<const Lab> lab) {
    State& s = *m_state;
    s.pass.reset();
    s.observation.reset();
    // Another lab's memory is of no use any more.
    if (s.entry != &entry) {
        s.resources = std::make_unique<Resources>(*s.device);
        if (s.companion) s.companionResources = std::make_unique<Resources>(*s.companion);
        s.result.reset();
        s.resultLab.reset();
        s.observations.clear();
        s.error.clear();
        s.failure = nullptr;
    }
    s.entry = &entry;
    s.lab = std::move(lab);
    s.dirty = true;
}

void Session::setDevice(std::shared_ptr<device::Device> device) {
    State& s = *m_state;
    s.pass.reset();
    s.observation.reset();
    s.result.reset();
    s.resultLab.reset();
    s.observations.clear();
    s.resources.reset();
    s.streamTimer.reset();
    s.device = std::move(device);
    s.resources = std::make_unique<Resources>(*s.device);
    s.dirty = true;
}

void Session::setArchitectures(std::vector<const model::Architecture*> architectures) {
    if (architectures.empty() || architectures == m_state->options.architectures) return;
    m_state->options.architectures = std::move(architectures);
    m_state->dirty = true;
}

void Session::setTiming(Timing timing) {
    m_state->timing = timing;
}

void Session::setChecks(bool on) {
    if (on == m_state->options.checks) return;
    m_state->options.checks = on;
    m_state->dirty = true;
}

void Session::setCalls(const device::HostProgram& program, std::shared_ptr<const device::HostStory> story) {
    State& s = *m_state;
    s.knownProgram = program;
    s.known = std::move(story);
    if (s.result && s.resultLab && s.cuda()) s.followCalls(*s.result);
}

device::Device& Session::device() const {
    return *m_state->device;
}
const model::Architecture& Session::architecture() const {
    return *m_state->options.architectures.front();
}

bool Session::step(double time, double budgetSeconds) {
    State& s = *m_state;
    if (!s.lab) return false;
    const bool changed = s.dirty || s.lab->values() != s.passValues;
    if (changed) {
        s.pass.reset();
        s.observation.reset();
        s.dirty = true;
    }
    const bool moves = s.lab->animation() != Animation::None && time != s.lastTime;
    const bool animated = (moves || (s.timing != Timing::Off && s.cuda() && !s.passApart)) && s.error.empty();
    const Clock::time_point start = Clock::now();
    s.stepTimes = {};
    bool published = s.followStreams(budgetSeconds == 0);
    try {
        if (!s.pass && !s.observation && !changed && !animated) return published;
        if (!s.pass && (changed || (animated && !s.observation))) s.begin(time, budgetSeconds > 0);
        if (s.pass) {
            const StageTimes before = s.pass->times();
            const bool complete = s.pass->go(budgetSeconds);
            s.stepTimes = since(before, s.pass->times());
            if (complete) {
                s.publish();
                published = true;
            }
        }
        if (!s.pass && s.observation) {
            const Clock::time_point observing = Clock::now();
            const double left = budgetSeconds > 0 ? std::max(0.002, budgetSeconds - secondsSince(start)) : 0;
            if (s.observation->go(left)) {
                s.finishObservation();
                published = true;
            }
            s.stepTimes.model += secondsSince(observing);
        }
    } catch (const device::OutOfMemory& failure) {
        s.fail(failure.what(), failure.largestBytes);
    } catch (const std::exception& failure) {
        s.fail(failure.what(), 0);
    }
    if (!s.error.empty()) published = true;
    s.followStreams(false);
    return published;
}

const StageTimes& Session::stepTimes() const {
    return m_state->stepTimes;
}

void Session::setSampleAbove(std::uint64_t blocks) {
    m_state->options.sampleAbove = blocks;
}
void Session::invalidate() {
    m_state->dirty = true;
}
void Session::cancel() {
    m_state->cancelled = true;
}

const RunResult& Session::result() const {
    return m_state->result ? *m_state->result : m_state->nothing;
}
bool Session::hasResult() const {
    return m_state->result != nullptr;
}
const Lab& Session::resultLab() const {
    return m_state->resultLab ? *m_state->resultLab : *m_state->lab;
}

double Session::progress() const {
    if (m_state->pass) return m_state->pass->progress();
    return m_state->observation ? m_state->observation->progress() : 1;
}

const std::string& Session::error() const {
    return m_state->error;
}
std::size_t Session::largestFit() const {
    return m_state->largestFit;
}

void Session::throwError() const {
    if (m_state->failure) std::rethrow_exception(m_state->failure);
}

} // namespace lanescope::kit
