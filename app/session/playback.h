// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/checkpoints.h"
#include "session/observation.h"
#include "session/play_progress.h"
#include "session/resources.h"
#include "session/times/chip_row.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::session {

/// What a playback plays for.
struct PlaybackOptions {
    std::vector<const model::Architecture*> architectures; ///< reports for each; empty: the default
    /// The chips for which the time of a launch is modelled.
    std::shared_ptr<const model::KnownTimes> times = bundledTimes();
    bool exact = false; ///< a GPU's accesses are counted over all blocks, not a sample
    /// Grids of more blocks than this are sampled. On an emulated device, where nothing needs what the other
    /// blocks write, only the sample is run, and 0 is never; beside a GPU, unless the counts are exact, 0
    /// samples every grid of more than one block.
    std::uint64_t sampleAbove = 0;
    bool checks = false; ///< as setChecks
    bool keep = true;    ///< false: nobody asks what the recording keeps
    bool looks = false;  ///< Playback::lookAt() may be asked for
    bool traces = true;  ///< false: nobody looks at single accesses, but only at what they come to
    CheckpointRules checkpoints{};
    /// Where it may: of long traces, and then of each launch only the first access of each site.
    std::size_t traceBytes = std::size_t{256} << 20;
    /// Of each launch the time is modelled, though that of one that is alike in all it goes by is known.
    bool modelsEach = false;
    /// Ends plays from another thread, once set; nullptr: only cancel() does.
    const std::atomic<bool>* cancelled = nullptr;
};

/// Whether kernels are launched on a GPU in every step, though nothing changed, for their times.
enum class Timing : std::uint8_t {
    Off,
    Warm, ///< the L2 holds what the launch before left there
    Cold  ///< the L2 is emptied before each launch, outside of the measured time
};

/// Where a kernel was stopped, and what has happened there: "trap: kernel sum, block (0,0,0), warp 0".
struct StoppedAt {
    std::string file;
    std::uint32_t line = 0; ///< 1 the first
    std::string what;
};

/// Plays the recording that it is shown on a device, beside the frames, and keeps the last complete result.
/// On a GPU the accesses come from the emulator, which plays the same recording. A play that fails leaves the
/// message; the last result stays.
class Playback {
public:
    /// graphics: makes the results that OpenGL draws; nullptr: there is no OpenGL.
    Playback(std::shared_ptr<device::Device> device, PlaybackOptions options,
             std::unique_ptr<GraphicsObjects> graphics = nullptr);
    ~Playback();

    /// Another one, on which the next step plays; the last result is forgotten.
    void setDevice(std::shared_ptr<device::Device> device);
    /// What is counted for; none: no change. The first is the device as which the emulator plays. They
    /// outlive this.
    void setArchitectures(std::vector<const model::Architecture*> architectures);
    /// Of no effect on a device that does not measure.
    void setTiming(Timing timing);
    /// Whether Observation::waste is made, where there are traces.
    void setLooksForWaste(bool on);
    /// PlaybackOptions::sampleAbove, for the plays that follow.
    void setSampleAbove(std::uint64_t blocks);
    /// Whether all of ptx::Checks is looked for: by the emulator, beside a GPU too, in the blocks that it
    /// runs. What it finds is among the findings of the launches.
    void setChecks(bool on);
    /// What the calls of a recording that may fail returned on the GPU, found out in another process; its
    /// results have it from now on.
    void setCalls(std::shared_ptr<const recording::Recording> recording,
                  std::shared_ptr<const device::CallReturns> returns);
    /// The one that plays; on a GPU the emulated one beside it is the playback's own.
    device::Device& device() const;
    /// The first of those that are counted for.
    const model::Architecture& architecture() const;

    /// Forgets memory and result: what is shown next is another program.
    void clear();
    /// What is to be played from now on. moves: only time has passed since the one before, which is played to
    /// its end first. seconds: animation time it was made for. nullptr: nothing.
    void show(std::shared_ptr<const recording::Recording> recording, bool moves, double seconds);
    /// The launch that is looked at, by its place among those of the recording. Once there is a result,
    /// another warp, or what was not traced whole, is looked at in this launch alone: what comes before is
    /// not played where there is a checkpoint, and the other launches stay as they were observed. nullopt:
    /// all are looked at.
    void lookAt(std::optional<std::size_t> launch);
    /// How many launches the last play has carried out.
    std::size_t played() const;
    /// Of how many launches and architectures the last play has modelled the time.
    std::size_t modelled() const;
    /// nullptr before the first.
    const std::shared_ptr<const recording::Recording>& shown() const;
    /// What step() would begin with on a GPU, when only time has passed: its kernels run while the caller
    /// does something else before the step.
    void begin();
    /// Goes on with the play under way, or begins one when the recording, architecture or device has changed.
    /// Spends about so many seconds; 0: plays to the end. Returns true when a new result was published.
    bool step(double budgetSeconds);
    /// Nothing is under way, and nothing is to be done.
    bool idle() const;
    /// What the last step spent on map, kernel, unmap and model; all 0 when there was nothing to do. A GPU's
    /// kernel and span are the published play's.
    const StageTimes& stepTimes() const;
    /// Makes the next step begin anew.
    void invalidate();
    /// Ends the play under way; the last result stays.
    void cancel();
    /// The same of a play in the emulator, until goOn(), or until something else is to be played. publishes:
    /// the launches that have ended are the result; else the last one stays. Returns whether there is a new
    /// result.
    bool stop(bool publishes);
    /// How far the play was that was stopped, unless it has gone on since; nullopt: none was.
    std::optional<PlayProgress> stopped() const;
    /// The next step goes on with it.
    void goOn();

    /// The last complete one; empty before the first.
    const RunResult& result() const;
    /// Whether any play has been completed since clear().
    bool hasResult() const;
    PlayProgress progress() const; ///< of the play under way; share 1 when there is none
    /// The last play's failure, empty when it succeeded.
    const std::string& error() const;
    /// Where that stopped a kernel; nullopt: it did not, or not at a line that is known.
    const std::optional<StoppedAt>& stoppedAt() const;
    /// Takes a failure from outside, as if a play had failed with it: the exception being handled.
    void failWithCurrentException();
    /// The largest allocation that would fit, when the failure was memory; else 0.
    std::size_t largestFit() const;
    /// Rethrows the last play's failure for the command line.
    void throwError() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::session
