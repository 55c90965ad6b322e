// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/playback.h"

#include "model/clock.h"
#include "ptx/fault.h"
#include "session/player.h"
#include "session/stream_timer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::session {

namespace {

using recording::Recording;
using RecordingPointer = std::shared_ptr<const Recording>;

/// Where the accesses change as time passes they are observed so often, in seconds of the animation: counts
/// that change in every frame cannot be read, and counting costs more than running the kernels.
constexpr double kObservationPeriod = 0.5;

/// What the stages of a play took since `earlier`.
StageTimes since(const StageTimes& earlier, StageTimes now) {
    for (double StageTimes::*stage : {&StageTimes::run, &StageTimes::map, &StageTimes::kernel,
                                      &StageTimes::unmap, &StageTimes::model, &StageTimes::span})
        now.*stage = std::max(0.0, now.*stage - earlier.*stage);
    return now;
}

/// One device with what is played on it.
struct Seat {
    std::shared_ptr<device::Device> device;
    std::unique_ptr<Resources> resources;
    std::unique_ptr<Worker> worker; // from the first play that goes on beside the frames
    PlayMemory memory;
    std::optional<Player> player; // under way; last, as it uses the others

    void open(std::shared_ptr<device::Device> opened, GraphicsObjects* graphics) {
        player.reset();
        memory = {};
        resources.reset(); // before the device that it is on
        device = std::move(opened);
        resources = std::make_unique<Resources>(*device, graphics);
    }
    void begin(RecordingPointer recording, const PlayPlan& plan) {
        player.reset();
        if (plan.interactive && !worker && device->watcher()) worker = std::make_unique<Worker>();
        player.emplace(*resources, memory, std::move(recording), plan, worker.get());
    }
    /// Of the play that has ended; to be cleared for the next.
    RunResult& publish() {
        RunResult& made = player->publish();
        player.reset();
        return made;
    }
};

/// A play under way, or the one that ended last.
struct Begun {
    RecordingPointer recording;
    double seconds = 0;              // animation time
    bool observing = false;          // it makes new observations
    bool behind = false;             // it has other accesses than were observed, and is not observed
    std::optional<std::size_t> look; // the one launch that it looks at
    /// Of the launches that it has from a play that was stopped: as Observed has it.
    std::vector<std::optional<recording::Focus>> focus{};
};

/// What was observed last.
struct Observed {
    RecordingPointer recording;
    double seconds = 0;                                           // animation time
    std::vector<std::shared_ptr<const Observation>> observations; // by launch
    std::vector<std::vector<ptx::Finding>> findings;              // likewise
    std::vector<std::optional<recording::Focus>> focus;           // likewise; nullopt: not traced whole
};

/// A play that was stopped and can go on.
struct Stopped {
    RunResult part; // of the emulator
    PlayProgress progress;
    std::vector<std::optional<recording::Focus>> focus; // of the launches of the part, as Observed has it
};

/// How the last play failed; as new: it did not.
struct Failed {
    std::exception_ptr exception;
    std::string text;
    std::size_t largestFit = 0;
    std::optional<StoppedAt> stoppedAt;
};

/// What the calls of a recording returned on the GPU.
struct KnownCalls {
    RecordingPointer recording;
    std::shared_ptr<const device::CallReturns> returns;
};

} // namespace

struct Playback::State {
    PlaybackOptions options;
    std::unique_ptr<GraphicsObjects> graphics;
    Seat main;
    Seat companion;          // emulated, beside a GPU, opened when it is needed
    Seat* playing = nullptr; // whose play gives the result that is under way

    RecordingPointer recording; // to be played
    double seconds = 0;         // its animation time
    bool moves = false;         // from what was begun to `recording` only time has passed
    bool dirty = true;
    bool looksForWaste = false;
    std::optional<std::size_t> look; // the launch that is looked at
    std::size_t played = 0;          // launches, by the last play
    std::size_t modelled = 0;        // likewise: whose times were modelled
    Begun begun;
    Timing timing = Timing::Off;
    StageTimes stepTimes, knownTimes;

    std::unique_ptr<RunResult> result;
    RunResult nothing;
    Observed observed;
    std::uint64_t generation = 0; // of the observations
    KnownCalls known;             // told from outside, and true of its recording wherever it is played
    std::unique_ptr<StreamTimer> streamTimer; // where a GPU has played streams
    Failed failed;
    std::optional<Stopped> stopped;
    bool goesOn = false; // with the one that was stopped
    std::atomic<bool> cancelled{false};

    const device::Capabilities& can() const { return main.device->info().can; }
    /// The device's own launches can be looked at; else a companion plays the same recording for that.
    bool isWatched() const { return main.device->watcher() != nullptr; }

    PlayPlan plan(bool observe, bool interactive) const {
        PlayPlan made;
        made.observe = observe;
        made.interactive = interactive;
        made.architectures = options.architectures;
        made.times = options.times;
        made.cancel = options.cancelled ? options.cancelled : &cancelled;
        made.cold = timing == Timing::Cold;
        made.keep = options.keep && (begun.observing || moves);
        made.sampleAbove = options.sampleAbove;
        made.checks = options.checks && observe; // their findings go with the observations
        if (options.looks && observe) made.checkpoints = options.checkpoints;
        made.traces = options.traces;
        made.waste = looksForWaste;
        made.traceBytes = options.traceBytes;
        made.modelsEach = options.modelsEach;
        return made;
    }

    void openCompanion() {
        if (!companion.device)
            companion.open(device::openEmulated(options.exact ? 0 : device::kSparseBytes), nullptr);
    }

    bool observationsHold() const {
        return !dirty && !observed.observations.empty() && sameAccesses(*recording, *observed.recording);
    }
    /// Whether the animation runs, and its next observation is not due.
    bool betweenObservations() const {
        return moves && recording != begun.recording && !dirty && !observed.observations.empty() &&
               std::abs(seconds - observed.seconds) < kObservationPeriod;
    }

    /// The result is the recording's, but for the warp that is looked at.
    bool isObservedElsewhere() const {
        return !dirty && result && failed.text.empty() && observed.recording &&
               observed.focus.size() == result->launches.size() &&
               (recording == observed.recording || sameButForFocus(*recording, *observed.recording));
    }
    /// Whether a play of one launch alone gives what is looked at. One that was given up is not begun again.
    bool mayLook() const {
        return options.looks && look && *look < observed.focus.size() &&
               observed.focus[*look] != recording->options.focus &&
               !(begun.recording == recording && begun.look == look) && beginsAnew(*recording) &&
               isObservedElsewhere();
    }

    /// Whether only another launch is looked at, as it was before: nothing is to be played.
    bool isObservedAlready() const {
        return options.looks && look && *look < observed.focus.size() &&
               observed.focus[*look] == recording->options.focus && beginsAnew(*recording) &&
               isObservedElsewhere() && *recording != *observed.recording;
    }

    void takeAsObserved() {
        begun = {.recording = recording, .seconds = seconds, .look = look};
        observed.recording = recording;
        result->recording = recording;
        ++generation;
        attach(*result);
        moves = false;
    }

    void beginLook(bool interactive) {
        begun = {.recording = recording, .seconds = seconds, .observing = true, .look = look};
        cancelled = false;
        knownTimes = {};
        playing = isWatched() && !(recording->options.mayFail && can().lostByFaults) ? &main : &companion;
        if (playing == &companion) openCompanion();
        PlayPlan made = plan(true, interactive);
        made.keep = false;
        made.look = look;
        made.limits = playing == &main;
        if (recording->options.mayFail)
            made.sampleAbove = 0;
        else if (playing == &companion)
            made.sampleAbove = options.exact ? 0 : std::max<std::uint64_t>(options.sampleAbove, 1);
        playing->begin(recording, made);
        moves = false;
    }

    void begin(bool interactive) {
        const bool isMore = std::exchange(goesOn, false) && stopped;
        if (!isMore && mayLook()) return beginLook(interactive);
        const bool due = isMore || !observationsHold();
        const bool behind = due && !isMore && betweenObservations();
        begun = {.recording = recording, .seconds = seconds, .observing = due && !behind, .behind = behind};
        cancelled = false;
        knownTimes = {};
        std::optional<Stopped> from;
        if (begun.observing) from = std::exchange(stopped, std::nullopt);
        const RunResult* const part = isMore ? &from->part : nullptr;
        if (isMore) begun.focus = std::move(from->focus);
        if (recording->options.mayFail) {
            // Its kernels run in the emulator, whatever the device: there a fault costs nothing.
            begun.observing = true;
            PlayPlan made = plan(true, interactive);
            made.keep = options.keep;
            made.sampleAbove = 0;
            made.part = part;
            if (can().lostByFaults) openCompanion();
            playing = can().lostByFaults ? &companion : &main;
            playing->begin(recording, std::move(made));
        } else {
            playing = &main;
            // What a GPU has done is not done again for what is looked at beside.
            if (isWatched() || !isMore || !result) {
                PlayPlan made = plan(begun.observing && isWatched(), interactive);
                if (isWatched()) made.part = part;
                main.begin(recording, made);
            }
            if (begun.observing && !isWatched()) {
                openCompanion();
                PlayPlan made = plan(true, interactive);
                made.keep = false;
                made.limits = false;
                made.sampleAbove = options.exact ? 0 : std::max<std::uint64_t>(options.sampleAbove, 1);
                made.part = part;
                companion.begin(recording, std::move(made));
            }
        }
        dirty = false;
        moves = false;
    }

    bool observingBeside() const { return companion.player && playing != &companion; }
    bool underWay() const { return (playing && playing->player) || observingBeside(); }

    void stop() {
        main.player.reset();
        companion.player.reset();
        playing = nullptr;
    }

    void publish() {
        played = playing->player->played();
        modelled = playing->player->modelled();
        RunResult& made = playing->publish();
        if (begun.look) return takeLook(made);
        made.time = begun.seconds;
        if (begun.observing && !observingBeside()) keepObservations(made);
        attach(made);
        if (playing == &companion) made.callsByRules = std::move(made.calls);
        followCalls(made);
        if (!made.kept && result && !begun.observing) made.kept = result->kept;
        if (!result) result = std::make_unique<RunResult>();
        std::swap(result, playing->memory.result);
        playing->memory.result->clear();
        failed = {};
    }

    void keepObservations(const RunResult& from) {
        observed = {.recording = begun.recording,
                    .seconds = begun.seconds,
                    .observations = {},
                    .findings = {},
                    .focus = {}};
        observed.observations.reserve(from.launches.size());
        observed.findings.reserve(from.launches.size());
        observed.focus.reserve(from.launches.size());
        for (const LaunchResult& launch : from.launches) {
            observed.observations.push_back(launch.observation);
            observed.findings.push_back(launch.record.findings);
            const bool isWhole = launch.observation && !launch.observation->isBrief;
            observed.focus.push_back(isWhole ? std::optional(begun.recording->options.focus) : std::nullopt);
        }
        std::copy_n(begun.focus.begin(), std::min(begun.focus.size(), observed.focus.size()),
                    observed.focus.begin());
        ++generation;
    }

    /// The launch as it is looked at now, in the place of what was observed of it.
    void takeLook(RunResult& made) {
        if (!made.launches.empty()) observed.observations[*begun.look] = made.launches.front().observation;
        observed.focus[*begun.look] = begun.recording->options.focus;
        if (stopped && *begun.look < stopped->part.launches.size()) {
            stopped->part.launches[*begun.look].observation = observed.observations[*begun.look];
            stopped->focus[*begun.look] = observed.focus[*begun.look];
        }
        observed.recording = begun.recording;
        ++generation;
        result->recording = begun.recording;
        attach(*result);
        made.clear();
        failed = {};
    }

    /// A GPU's result with the observations made beside it, or an animation's with those that still hold.
    void attach(RunResult& to) const {
        if (observed.observations.size() == to.launches.size())
            for (std::size_t i = 0; i < to.launches.size(); ++i) {
                to.launches[i].observation = observed.observations[i];
                to.launches[i].record.findings = observed.findings[i];
            }
        to.generation = generation;
        to.observedTime = observed.seconds;
    }

    /// Keeps the measurement of the streams up with the recording; true when the result has a new one.
    bool followStreams(bool wait) {
        if (!can().overlapsStreams || !recording || recording->options.mayFail ||
            !recording::usesStreams(*recording))
            return false;
        if (!streamTimer) streamTimer = std::make_unique<StreamTimer>(main.device->info());
        const bool news = streamTimer->follow(recording, wait);
        if (result) result->streams = streamTimer->result(*recording);
        return news && result;
    }

    /// On a GPU the calls return what was found out in a process apart.
    void followCalls(RunResult& to) const {
        if (!to.recording->options.mayFail || !can().lostByFaults) return;
        const bool isKnown =
            known.recording && (known.recording == to.recording || *known.recording == *to.recording);
        to.calls = isKnown ? known.returns : nullptr;
    }

    void finishObservation() {
        RunResult& made = companion.publish();
        keepObservations(made);
        made.clear();
        if (result) attach(*result);
    }

    /// What the emulator has done until it was stopped. Of a GPU's result, the launches that it has not come
    /// to are not observed. Returns whether there is a new result.
    bool takePart(Seat& seat, bool publishes) {
        stopped.emplace();
        stopped->progress = seat.player->progress();
        const bool isBeside = &seat != playing;
        if (isBeside || !publishes) {
            RunResult& made = seat.publish();
            stopped->part = made;
            made.clear();
            if (publishes) keepObservations(stopped->part);
            stopped->focus = publishes ? observed.focus : begun.focus;
            stopped->focus.resize(stopped->part.launches.size());
            if (!publishes) return false;
            observed.observations.resize(result ? result->launches.size() : 0);
            observed.findings.resize(observed.observations.size());
            observed.focus.resize(observed.observations.size());
            if (result) attach(*result);
            return result != nullptr;
        }
        publish();
        stopped->part = *result;
        stopped->focus = observed.focus;
        return true;
    }

    void fail(std::string what, std::size_t fit) {
        failed = {.exception = std::current_exception(),
                  .text = std::move(what),
                  .largestFit = fit,
                  .stoppedAt = {}};
        stop();
        try {
            main.device->finish(); // a sticky failure has been reported once
        } catch (const std::exception&) {
        }
    }
    void failWithCurrentException() {
        try {
            throw;
        } catch (const device::OutOfMemory& memory) {
            fail(memory.what(), memory.largestBytes);
        } catch (const ptx::Fault& fault) {
            fail(fault.what(), 0);
            if (fault.line != 0) failed.stoppedAt = {fault.file, fault.line, fault.said};
        } catch (const std::exception& other) {
            fail(other.what(), 0);
        }
    }
};

Playback::Playback(std::shared_ptr<device::Device> device, PlaybackOptions options,
                   std::unique_ptr<GraphicsObjects> graphics)
    : m_state(std::make_unique<State>()) {
    m_state->options = std::move(options);
    m_state->graphics = std::move(graphics);
    if (m_state->options.architectures.empty())
        m_state->options.architectures.push_back(&model::defaultArchitecture());
    setDevice(std::move(device));
}

Playback::~Playback() = default;

void Playback::clear() {
    State& s = *m_state;
    s.stop();
    s.main.resources->clearAll();
    if (s.companion.resources) s.companion.resources->clearAll();
    s.result.reset();
    s.main.memory = {};
    s.companion.memory = {};
    s.observed = {};
    s.recording = nullptr;
    s.begun = {};
    s.failed = {};
    s.stopped.reset();
    s.dirty = true;
}

void Playback::setDevice(std::shared_ptr<device::Device> device) {
    State& s = *m_state;
    s.stop();
    s.result.reset();
    s.observed = {};
    s.stopped.reset();
    s.streamTimer.reset();
    s.main.open(std::move(device), s.graphics.get());
    s.dirty = true;
}

void Playback::setArchitectures(std::vector<const model::Architecture*> architectures) {
    if (architectures.empty() || architectures == m_state->options.architectures) return;
    m_state->stop(); // a play under way goes by those before
    m_state->options.architectures = std::move(architectures);
    m_state->dirty = true;
}

void Playback::setTiming(Timing timing) {
    m_state->timing = timing;
}

void Playback::setChecks(bool on) {
    if (on == m_state->options.checks) return;
    m_state->options.checks = on;
    m_state->dirty = true;
}

void Playback::setLooksForWaste(bool on) {
    m_state->looksForWaste = on;
}

void Playback::setSampleAbove(std::uint64_t blocks) {
    m_state->options.sampleAbove = blocks;
}

void Playback::setCalls(RecordingPointer recording, std::shared_ptr<const device::CallReturns> returns) {
    State& s = *m_state;
    s.known = {.recording = std::move(recording), .returns = std::move(returns)};
    if (s.result) s.followCalls(*s.result);
}

device::Device& Playback::device() const {
    return *m_state->main.device;
}
const model::Architecture& Playback::architecture() const {
    return *m_state->options.architectures.front();
}

void Playback::show(RecordingPointer recording, bool moves, double seconds) {
    State& s = *m_state;
    s.moves = moves && s.recording && !s.dirty;
    s.recording = std::move(recording);
    if (!s.recording) s.begun = {};
    s.seconds = seconds;
}

void Playback::lookAt(std::optional<std::size_t> launch) {
    m_state->look = launch;
}

std::size_t Playback::played() const {
    return m_state->played;
}

std::size_t Playback::modelled() const {
    return m_state->modelled;
}

const RecordingPointer& Playback::shown() const {
    return m_state->recording;
}

void Playback::begin() {
    State& s = *m_state;
    const bool moved = s.recording && s.moves && !s.dirty && s.recording != s.begun.recording;
    if (!moved || s.isWatched() || s.underWay() || s.recording->options.mayFail || !s.failed.text.empty())
        return;
    s.begin(true);
    s.playing->player->begin();
}

bool Playback::step(double budgetSeconds) {
    State& s = *m_state;
    s.stepTimes = {};
    if (!s.recording) return false;
    const bool differs = !s.begun.recording || s.recording != s.begun.recording;
    const bool anew =
        s.dirty || (differs && !s.moves && (!s.begun.recording || *s.recording != *s.begun.recording));
    if (anew) {
        s.stop();
        s.goesOn = false;
    }
    // What only moves waits until the play before it has ended, so that a slow one ends at all.
    // The times of a launch that stands for a longer one are nobody's.
    const bool repeated = s.timing != Timing::Off && s.can().measuresTimes && !s.recording->options.mayFail &&
                          !recording::isPaced(*s.recording);
    const bool isHeld = s.stopped && s.isWatched();
    const bool again =
        (repeated || (s.moves && differs) || s.begun.behind) && s.failed.text.empty() && !isHeld;
    const Clock::time_point start = Clock::now();
    bool published = s.followStreams(budgetSeconds == 0);
    try {
        const bool interactive = budgetSeconds > 0;
        if (anew && s.isObservedAlready()) {
            s.takeAsObserved();
            return true;
        }
        if (anew || (!s.underWay() && (again || s.goesOn || s.mayLook()))) s.begin(interactive);
        if (!s.underWay()) return published;
        if (s.playing->player) {
            const bool complete = s.playing->player->go(budgetSeconds);
            const StageTimes times = s.playing->player->times();
            s.stepTimes = since(s.knownTimes, times);
            s.knownTimes = times;
            if (complete) {
                s.publish();
                published = true;
            }
        }
        if (!s.playing->player && s.observingBeside()) {
            const Clock::time_point observing = Clock::now();
            const double left = interactive ? std::max(0.002, budgetSeconds - secondsSince(start)) : 0;
            if (s.companion.player->go(left)) {
                s.finishObservation();
                published = true;
            }
            s.stepTimes.model += secondsSince(observing);
        }
    } catch (const std::exception&) {
        s.failWithCurrentException();
        published = true;
    }
    return s.followStreams(false) || published;
}

bool Playback::idle() const {
    return !m_state->underWay();
}

const StageTimes& Playback::stepTimes() const {
    return m_state->stepTimes;
}
void Playback::invalidate() {
    m_state->dirty = true;
}
void Playback::cancel() {
    m_state->cancelled = true;
    m_state->stop();
}

const RunResult& Playback::result() const {
    return m_state->result ? *m_state->result : m_state->nothing;
}
bool Playback::hasResult() const {
    return m_state->result != nullptr;
}

PlayProgress Playback::progress() const {
    const State& s = *m_state;
    if (s.playing && s.playing->player) return s.playing->player->progress();
    return s.observingBeside() ? s.companion.player->progress() : PlayProgress{};
}

bool Playback::stop(bool publishes) {
    State& s = *m_state;
    if (!s.underWay()) return false;
    Seat& seat = s.observingBeside() ? s.companion : *s.playing;
    if (!seat.device->watcher()) return false; // a GPU's own play is short, or not to be stopped
    if (s.begun.look) {
        cancel();
        return false;
    }
    try {
        const bool isComplete = seat.player->stop();
        if (!isComplete) return s.takePart(seat, publishes);
        &seat == s.playing ? s.publish() : s.finishObservation();
    } catch (const std::exception&) {
        s.failWithCurrentException();
    }
    return true;
}

std::optional<PlayProgress> Playback::stopped() const {
    const State& s = *m_state;
    return s.stopped ? std::optional(s.stopped->progress) : std::nullopt;
}

void Playback::goOn() {
    m_state->goesOn = m_state->stopped.has_value();
}

const std::string& Playback::error() const {
    return m_state->failed.text;
}
const std::optional<StoppedAt>& Playback::stoppedAt() const {
    return m_state->failed.stoppedAt;
}
void Playback::failWithCurrentException() {
    m_state->failWithCurrentException();
}
std::size_t Playback::largestFit() const {
    return m_state->failed.largestFit;
}

void Playback::throwError() const {
    if (m_state->failed.exception) std::rethrow_exception(m_state->failed.exception);
}

} // namespace lanescope::session
