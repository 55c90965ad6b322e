// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/cuda_probe.h"
#include "kit/lab_interfaces.h"
#include "kit/session.h"
#include "shell/app/app.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

class Messages;

/// Which checks run.
struct ChecksState {
    bool chosen = false;
    bool always = false;    ///< of kernels, whatever is chosen
    bool ofProgram = false; ///< what the host of a program does is checked only where that was chosen
    bool canChoose() const { return !always || ofProgram; }
    bool on() const { return chosen || !canChoose(); }
};

/// A lab with its values, and the architecture that counts it: those that are edited, or those of a result.
struct Setting {
    const kit::Lab& lab;
    const model::Architecture& architecture;
};

/// What values of the lab that is edited are to be.
struct Edit {
    bool reset = false; ///< all to their defaults, and then these
    kit::Sets sets;
    bool any() const { return reset || !sets.empty(); }
};

/// What runs and on what: the device, the architecture that is modelled, the labs with their values, and the
/// session that runs the lab that is edited.
class Runner {
public:
    struct Requests {
        Edit edit;
        std::size_t shrinkTo = 0;          ///< bytes that the lab's largest array may have; 0: nothing
        std::optional<std::string> device; ///< a choice, as --device takes it
        const model::Architecture* architecture = nullptr;
        std::optional<bool> checks;
        bool toggleChecks = false;
        bool stop = false, goOn = false; ///< with the play under way, or the one that was stopped
    };
    /// What cannot be done is said.
    void apply(const Requests& asked, Messages& messages);

    /// Throws BadInput for options it cannot use, and what opening the device throws.
    explicit Runner(const AppOptions& options);

    const device::CudaProbe& cuda() const { return m_cuda; }
    const device::Device& device() const { return *m_device; }
    const device::Info& info() const { return m_device->info(); }
    const device::Capabilities& can() const { return info().can; }
    /// Its launches can be looked at; else the emulator plays them again for that.
    bool isWatched() const { return m_device->watcher() != nullptr; }
    const model::Architecture& architecture() const { return *m_architecture; }
    const kit::LabEntry& entry() const { return *m_entry; }
    /// The lab whose parameters the user changes.
    const kit::Lab& editedLab() const { return *m_lab; }
    Setting edited() const { return {*m_lab, *m_architecture}; }
    /// What is drawn: the last result, and what it was made from; nothing: no run has succeeded yet.
    std::optional<kit::Drawn> drawn() const { return m_session->drawn(); }

    /// Where the animation had a parameter of the lab that is edited when the result was observed; nullopt:
    /// where it is set.
    std::optional<double> movedTo(const kit::Parameter& parameter) const;

    // The values of the lab that is edited change here and nowhere else, at once. What was changed while a
    // frame was made is one step of undo, and so is a drag (UndoSteps).

    /// Throws BadInput for a parameter or a value that there is not; all are then as before.
    void edit(const Edit& wanted);
    /// A click in the lab's pictures; true when it has set something.
    bool click(const render::Pick& pick) { return kit::pick(*m_lab, pick); }
    // And by apply(): Requests::shrinkTo.

    /// Shows another lab, with the values that it had when it was shown last.
    void openLab(std::shared_ptr<const kit::LabEntry> entry);
    /// Runs on another device; an architecture that was not chosen follows it. Throws what openDevice throws.
    void openDevice(const std::string& choice);
    void chooseArchitecture(const model::Architecture& architecture);
    void chooseChecks(bool on);
    bool checks() const { return m_checks; }
    ChecksState checksState() const;
    /// Kernels are checked whatever is chosen.
    bool alwaysChecks() const;

    /// kit::Session::setOtherCode.
    void setCode(const recording::ModulePointer& code) {
        m_code = code;
        m_session->setOtherCode(code);
    }
    const recording::ModulePointer& code() const { return m_code; }
    void setTiming(session::Timing timing) { m_session->setTiming(timing); }
    void setCalls(std::shared_ptr<const recording::Recording> recording,
                  std::shared_ptr<const device::CallReturns> returns) {
        m_session->setCalls(std::move(recording), std::move(returns));
    }
    /// Of the lab that is edited, as it was last recorded; nullptr: its values do not go together.
    const recording::Recording* recording() const { return m_session->recording(); }
    /// A call of the lab that is edited may fail: its kernels then run in the emulator, apart from a GPU.
    bool mayFail() const { return m_session->mayFail(); }
    /// The lab that is edited is the recording of a program.
    bool recordsAProgram() const { return m_lab->as<kit::RecordsAProgram>() != nullptr; }
    /// The lab that is edited depends on the time.
    bool animated() const { return m_session->animated(); }
    /// The launch that was chosen, by its place in the result; negative: none was.
    void lookAt(std::int64_t launch) {
        m_session->lookAt(launch < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(launch)));
    }
    /// Session::begin.
    void begin(double time) { m_session->begin(time); }
    /// Session::step.
    bool step(double time, double budgetSeconds) { return m_session->step(time, budgetSeconds); }
    /// Session::edition.
    std::uint64_t edition() const { return m_session->edition(); }
    const session::StageTimes& stepTimes() const { return m_session->stepTimes(); }
    session::PlayProgress progress() const { return m_session->progress(); }
    /// Session::stopped.
    std::optional<session::PlayProgress> stopped() const { return m_session->stopped(); }
    const std::string& error() const { return m_session->error(); }
    std::size_t largestFit() const { return m_session->largestFit(); }
    void throwError() const { m_session->throwError(); }

private:
    std::function<std::shared_ptr<device::Device>(const std::string&)> m_open;
    device::CudaProbe m_cuda;
    std::shared_ptr<device::Device> m_device;
    const model::Architecture* m_architecture = nullptr;
    recording::ModulePointer m_code; ///< nullptr: the lab's own kernels
    std::shared_ptr<const model::KnownTimes> m_times;
    bool m_checks = false;
    std::shared_ptr<const kit::LabEntry> m_entry;
    std::shared_ptr<kit::Lab> m_lab;
    std::map<std::string, std::shared_ptr<kit::Lab>, std::less<>> m_labs; ///< that were shown, by name
    std::unique_ptr<kit::Session> m_session;
};

} // namespace lanescope::shell
