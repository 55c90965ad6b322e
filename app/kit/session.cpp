// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/session.h"

#include "kit/result_objects.h"
#include "kit/words/finding_words.h"
#include "model/memory/usage.h"

#include <algorithm>
#include <utility>

namespace lanescope::kit {

void useCode(recording::Recording& recording, const recording::ModulePointer& code) {
    if (!code) return;
    for (recording::ModulePointer& module : recording.modules)
        if (module->name == code->name) {
            const std::uint32_t device = module->device;
            module = code;
            if (device == code->device) continue;
            recording::Module other = *code;
            other.device = device;
            module = std::make_shared<const recording::Module>(std::move(other));
        }
    for (recording::Call& call : recording.calls)
        if (auto* launch = std::get_if<recording::Launch>(&call);
            launch && recording.modules[launch->module]->name == code->name &&
            !usesDynamicShared(*code, recording.view(launch->kernel)))
            launch->sharedBytes = 0;
}

Session::Session(std::shared_ptr<device::Device> device, SessionOptions options)
    : m_playback(std::move(device), options,
                 options.graphics ? std::make_unique<GlResultObjects>() : nullptr),
      m_otherCode(std::move(options.otherCode)), m_keepBuffers(options.keepBuffers), m_looks(options.looks) {}

Session::~Session() = default;

void Session::setLab(const LabEntry& entry, std::shared_ptr<const Lab> lab) {
    if (m_entry != &entry) {
        m_playback.clear();
        forgetResult();
        m_stoppedAt.reset();
        m_mistake.reset();
        m_worst.clear();
    }
    m_entry = &entry;
    m_lab = std::move(lab);
    m_playback.setLooksForWaste(m_looks && m_lab->as<RecordsAProgram>());
    m_dirty = true;
}

void Session::setDevice(std::shared_ptr<device::Device> device) {
    m_playback.setDevice(std::move(device));
    forgetResult();
}

void Session::setArchitectures(std::vector<const model::Architecture*> architectures) {
    const model::Architecture* before = &m_playback.architecture();
    m_playback.setArchitectures(std::move(architectures));
    if (before == &m_playback.architecture()) return;
    m_dirty = true; // labs go by its limits
    m_worst.clear();
}

void Session::setOtherCode(recording::ModulePointer code) {
    if (m_otherCode == code) return;
    m_otherCode = std::move(code);
    m_stoppedAt.reset();
    m_dirty = true;
}

void Session::invalidate() {
    m_dirty = true;
    m_playback.invalidate();
}

const recording::Recording* Session::recording() const {
    return m_failed ? nullptr : m_playback.shown().get();
}

/// One that neither the playback nor a result holds.
std::shared_ptr<recording::Recording> Session::spareRecording() {
    for (const auto& each : m_recordings)
        if (each.use_count() == 1) return each;
    return m_recordings.emplace_back(std::make_shared<recording::Recording>());
}

/// What the options put in.
void Session::change(recording::Recording& made) const {
    useCode(made, m_otherCode);
    if (const std::optional<WarpOfLaunch> told = toldWarp(); told && looksWhereItStops())
        made.options.focus = told->focus;
    if (!m_keepBuffers) return;
    for (std::size_t i = 0; i < made.objects.size(); ++i) {
        using Kind = recording::Object::Kind;
        const Kind kind = made.objects[i].kind;
        if (made.objects[i].setup &&
            (kind == Kind::Buffer || kind == Kind::PackedRows || kind == Kind::ResultBuffer))
            made.calls.emplace_back(recording::CopyOut{.object = static_cast<std::uint32_t>(i)});
    }
}

/// True when what was recorded equals what is shown already.
bool Session::record(double time, bool valuesChanged) {
    const std::shared_ptr<recording::Recording> made = spareRecording();
    m_animated = recordInto(*made, *m_lab, m_playback.architecture(), time);
    change(*made);
    m_time = time;
    if (valuesChanged) {
        std::shared_ptr<Lab> copy = m_entry->make();
        copy->setValues(m_lab->values());
        m_pendingLab = std::move(copy);
    }
    const bool same = m_playback.shown() && *made == *m_playback.shown();
    if (!same) m_playback.show(made, !valuesChanged, time);
    return same;
}

std::optional<Drawn> Session::drawn() const {
    if (!m_origin) return std::nullopt;
    return Drawn{.result = m_playback.result(),
                 .lab = *m_origin->lab,
                 .architecture = *m_origin->architecture,
                 .rules = m_origin->rules,
                 .subjects = m_origin->subjects};
}

void Session::forgetResult() {
    m_origin.reset();
    ++m_edition;
}

/// A program's kernel is looked at where it stops, has a mistake or wastes most.
bool Session::looksWhereItStops() const {
    const auto* const program = m_lab->as<RecordsAProgram>();
    return program && !program->choosesWarp();
}

/// Nothing: the first warp is as good as any.
std::optional<Session::WarpOfLaunch> Session::toldWarp() const {
    if (m_stoppedAt || m_mistake) return m_stoppedAt ? m_stoppedAt : m_mistake;
    const auto worst = m_worst.find(m_chosenLaunch);
    return worst == m_worst.end() ? std::nullopt : std::optional(worst->second);
}

/// Whether a kernel has stopped at another warp than the one that was looked at.
bool Session::hasStoppedElsewhere() {
    const RunResult& result = m_playback.result();
    for (std::size_t i = 0; i < result.launches.size(); ++i) {
        const LaunchResult& launch = result.launches[i];
        if (!launch.fault || launch.fault->line == 0) continue;
        m_stoppedAt = {i, {model::linearIndex(launch.fault->block, launch.grid), launch.fault->warp}};
        m_playback.lookAt(m_chosenLaunch ? m_chosenLaunch : i);
        return looksWhereItStops() && result.recording->options.focus != m_stoppedAt->focus;
    }
    return false;
}

/// Whether the mistake that heads what is said of the launch that is shown is another warp's than the one
/// that was looked at.
bool Session::hasMistakeElsewhere() {
    if (!m_looks || m_stoppedAt) return false;
    const RunResult& result = m_playback.result();
    const auto isShown = [](const LaunchResult& launch) {
        const ptx::Finding* const first = firstMistake(launch);
        return first && first->access && first->access->line != 0;
    };
    const auto& launches = result.launches;
    const bool isChosen =
        m_chosenLaunch && *m_chosenLaunch < launches.size() && isShown(launches[*m_chosenLaunch]);
    const auto launch = isChosen ? launches.begin() + static_cast<std::ptrdiff_t>(*m_chosenLaunch)
                                 : std::ranges::find_if(launches, isShown);
    if (launch == launches.end()) return false;
    const auto number = static_cast<std::size_t>(launch - launches.begin());
    if (m_mistake && m_mistake->launch == number) return false;
    m_mistake = {number, placeOf(*firstMistake(*launch), result, number).warp.value()};
    m_playback.lookAt(m_chosenLaunch ? m_chosenLaunch : number);
    return looksWhereItStops() && result.recording->options.focus != m_mistake->focus;
}

/// Whether another warp than the one that was looked at wastes more: at a line that this one does not
/// execute, or in the access that is shown first.
bool Session::wastesMoreElsewhere() {
    if (!m_looks || m_stoppedAt || m_mistake || !m_origin || !looksWhereItStops()) return false;
    if (m_worst.contains(m_chosenLaunch)) return false; // it has been looked at since
    const RunResult& result = m_playback.result();
    const std::int64_t chosen = m_chosenLaunch ? static_cast<std::int64_t>(*m_chosenLaunch) : -1;
    if (const auto worse = m_origin->subjects.worseElsewhere(chosen)) {
        m_worst[m_chosenLaunch] = *worse;
        m_playback.lookAt(worse->launch);
        return isToldElsewhere();
    }
    const auto shown = m_origin->subjects.shown(result, -1, chosen);
    if (!shown) return false;
    const auto number = static_cast<std::size_t>(shown->launch - result.launches.data());
    const session::Observation& seen = *shown->launch->observation;
    const session::SiteWaste waste = seen.wasteAt(shown->access->site);
    const recording::Focus own{model::linearIndex(seen.focusBlock, shown->launch->grid), seen.focusWarp};
    const bool isWorse = waste.most > excessOf(*shown->access, shown->counts);
    m_worst[m_chosenLaunch] = {number, isWorse ? recording::Focus{waste.block, waste.warp} : own};
    m_playback.lookAt(number);
    return isToldElsewhere();
}

bool Session::isToldElsewhere() const {
    const std::optional<WarpOfLaunch> told = toldWarp();
    return told && looksWhereItStops() && m_playback.result().recording->options.focus != told->focus;
}

void Session::lookAt(std::optional<std::size_t> launch) {
    if (std::exchange(m_chosenLaunch, launch) != launch && drawn() &&
        (hasMistakeElsewhere() || wastesMoreElsewhere() || isToldElsewhere()))
        m_dirty = true;
    const std::optional<WarpOfLaunch> told = toldWarp();
    m_playback.lookAt(!launch && told && looksWhereItStops() ? std::optional(told->launch) : launch);
}

/// The playback has a result of the pending values.
void Session::takeResult() {
    const RunResult& result = m_playback.result();
    // While only time passes the observations stay, and what is derived from them.
    const bool isObserved = m_origin && m_origin->lab == m_pendingLab &&
                            m_origin->architecture == &architecture() &&
                            m_origin->generation == result.generation;
    if (isObserved) return;
    ++m_edition;
    const model::Rules rules = result.recording->options.rules;
    m_origin = Origin{.lab = m_pendingLab,
                      .architecture = &architecture(),
                      .rules = rules,
                      .subjects = Subjects(result, *m_pendingLab, architecture(), rules),
                      .generation = result.generation};
}

void Session::begin(double time) {
    const bool moves =
        m_lab && m_animated && time != m_time && !m_failed && !m_dirty && m_lab->revision() == m_revision;
    if (!moves || device().watcher() || !m_playback.idle()) return;
    try {
        record(time, false);
    } catch (const std::exception&) {
        return; // step() meets it again
    }
    m_playback.begin();
}

bool Session::step(double time, double budgetSeconds) {
    if (!m_lab) return false;
    const bool changed = m_dirty || m_lab->revision() != m_revision;
    bool published = false;
    if (changed || (m_animated && time != m_time && !m_failed)) {
        m_dirty = false;
        m_revision = m_lab->revision();
        m_failed = false;
        try {
            const bool same = record(time, changed);
            // The result is of these values too.
            if (changed && same && m_playback.idle() && m_playback.error().empty() &&
                m_playback.hasResult()) {
                takeResult();
                published = true;
            }
        } catch (const std::exception&) {
            m_failed = true;
            m_animated = false;
            m_playback.failWithCurrentException();
            m_playback.show(nullptr, false, time);
            ++m_edition;
            return true;
        }
    }
    const bool played = m_playback.step(budgetSeconds) || std::exchange(m_wasStopped, false);
    if (played && m_playback.error().empty() &&
        ((!m_stoppedAt && hasStoppedElsewhere()) || hasMistakeElsewhere())) {
        m_dirty = true;
        // There is nothing to be seen before.
        if (!m_origin) return step(time, budgetSeconds);
    }
    if (played && m_playback.error().empty()) {
        takeResult();
        if (wastesMoreElsewhere()) {
            m_dirty = true;
            step(time, budgetSeconds);
            return true;
        }
    } else if (played) {
        ++m_edition;
    }
    return played || published;
}

void Session::stop() {
    if (!m_lab || m_playback.progress().share >= 1) return;
    m_wasStopped = m_playback.stop(m_lab->as<RecordsAProgram>() != nullptr);
    ++m_edition;
}

} // namespace lanescope::kit
