// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/lab.h"
#include "kit/subjects.h"
#include "session/playback.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::kit {

using session::Timing;

/// What a session runs for.
struct SessionOptions : session::PlaybackOptions {
    bool graphics = false; ///< results are OpenGL objects of the current context
    /// Stands in for the file of kernels that has its name; nullptr: none.
    recording::ModulePointer otherCode;
    bool keepBuffers = false; ///< what every buffer held at the end is kept, whatever the lab says
};

/// Puts a file of kernels in the place of the one that has its name; nullptr: all stay. Launches give its
/// kernels dynamic shared memory only where they have a place for it.
void useCode(recording::Recording& recording, const recording::ModulePointer& code);

/// A lab and its playback: records the lab whenever its values, or the time that it depends on, have changed,
/// and plays the recording.
class Session {
public:
    Session(std::shared_ptr<device::Device> device, SessionOptions options);
    ~Session();

    /// Is recorded when its values have changed. entry tells labs apart: another one's memory is given up.
    void setLab(const LabEntry& entry, std::shared_ptr<const Lab> lab);
    /// Plays device, timing, checks and so on.
    session::Playback& playback() { return m_playback; }
    const session::Playback& playback() const { return m_playback; }
    void setDevice(std::shared_ptr<device::Device> device);
    void setArchitectures(std::vector<const model::Architecture*> architectures);
    /// SessionOptions::otherCode, from the next step on.
    void setOtherCode(recording::ModulePointer code);
    void setTiming(Timing timing) { m_playback.setTiming(timing); }
    void setSampleAbove(std::uint64_t blocks) { m_playback.setSampleAbove(blocks); }
    void setChecks(bool on) { m_playback.setChecks(on); }
    void setCalls(std::shared_ptr<const recording::Recording> recording,
                  std::shared_ptr<const device::CallReturns> returns) {
        m_playback.setCalls(std::move(recording), std::move(returns));
        ++m_edition;
    }
    /// Playback::lookAt; nothing, where no launch was chosen.
    void lookAt(std::optional<std::size_t> launch);
    device::Device& device() const { return m_playback.device(); }
    const model::Architecture& architecture() const { return m_playback.architecture(); }

    /// Before what the caller does until step(): a GPU's kernels run meanwhile where only time has passed.
    void begin(double time);
    /// Records if need be, and plays for about budgetSeconds; 0: to the end. Returns true when there is a new
    /// result, or the same one for other values.
    bool step(double time, double budgetSeconds);
    /// Of the lab that is edited, as it was last recorded; nullptr: its values do not go together.
    const recording::Recording* recording() const;
    /// Whether a call of the lab that is edited may fail: its kernels then run in the emulator, apart from a
    /// GPU.
    bool mayFail() const { return recording() && recording()->options.mayFail; }
    /// Whether it is checked, whatever is chosen.
    bool alwaysChecked() const { return recording() && recording()->options.alwaysChecked(); }
    /// Whether the lab that is edited depends on the time.
    bool animated() const { return m_animated; }
    const StageTimes& stepTimes() const { return m_playback.stepTimes(); }
    void invalidate();
    void cancel() { m_playback.cancel(); }
    /// Playback::stop: of a program the launches until then are the result, with which lab's pictures would
    /// know nothing to do.
    void stop();
    /// Playback::stopped.
    std::optional<session::PlayProgress> stopped() const { return m_playback.stopped(); }
    void goOn() { m_playback.goOn(); }

    /// The last result, with what it was made from; nothing: no run of this lab has succeeded on this device.
    std::optional<Drawn> drawn() const;
    /// Another one whenever the result is of other values, or was observed anew, and when it was lost; not
    /// while only time passes. A GPU's times are other ones in each result.
    std::uint64_t edition() const { return m_edition; }
    session::PlayProgress progress() const { return m_playback.progress(); }
    const std::string& error() const { return m_playback.error(); }
    std::size_t largestFit() const { return m_playback.largestFit(); }
    const std::optional<session::StoppedAt>& stoppedAt() const { return m_playback.stoppedAt(); }
    void throwError() const { m_playback.throwError(); }

private:
    /// Something is to be said of that warp.
    using WarpOfLaunch = Subjects::WarpOfLaunch;
    std::shared_ptr<recording::Recording> spareRecording();
    void change(recording::Recording& made) const;
    bool record(double time, bool valuesChanged);
    bool looksWhereItStops() const;
    bool hasStoppedElsewhere();
    bool hasMistakeElsewhere();
    bool wastesMoreElsewhere();
    std::optional<WarpOfLaunch> toldWarp() const;
    bool isToldElsewhere() const;
    void takeResult();
    void forgetResult();

    /// What the playback's result was made from.
    struct Origin {
        std::shared_ptr<const Lab> lab;
        const model::Architecture* architecture = nullptr;
        model::Rules rules;
        Subjects subjects;
        std::uint64_t generation = 0; // of the observations that they are among
    };
    session::Playback m_playback;
    recording::ModulePointer m_otherCode; // nullptr: none
    bool m_keepBuffers;
    const LabEntry* m_entry = nullptr;
    std::shared_ptr<const Lab> m_lab;
    std::uint64_t m_revision = 0; // of the values that were recorded last
    bool m_dirty = true, m_animated = false, m_failed = false;
    bool m_wasStopped = false; // there is a new result for the next step
    double m_time = -1;
    std::vector<std::shared_ptr<recording::Recording>> m_recordings; // in use, or to be used again
    std::shared_ptr<const Lab> m_pendingLab;
    std::optional<WarpOfLaunch> m_stoppedAt; // of a program, by its first result; nullopt: none has stopped
    std::optional<WarpOfLaunch> m_mistake;   // that the checks found first in the launch that is shown
    /// By the launch that was chosen: of the access that is shown first. Where none of these two is there.
    std::map<std::optional<std::size_t>, WarpOfLaunch> m_worst;
    std::optional<std::size_t> m_chosenLaunch;
    bool m_looks;                   // PlaybackOptions::looks
    std::optional<Origin> m_origin; // nullopt: there is no result
    std::uint64_t m_edition = 0;
};

} // namespace lanescope::kit
