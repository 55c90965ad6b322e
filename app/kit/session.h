// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/lab.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::kit {

/// What a session runs for.
struct SessionOptions {
    bool graphics = false; ///< results are OpenGL objects of the current context
    std::vector<const model::Architecture*> architectures; ///< reports for each; empty: the default
    bool exact = false; ///< a GPU's accesses are counted over all blocks, not a sample
    /// Grids of more blocks than this are sampled. On an emulated device only the sample is run, and 0 is
    /// never; beside a GPU, unless the counts are exact, 0 samples every grid of more than one block.
    std::uint64_t sampleAbove = 0;
    bool checks = false; ///< as setChecks
    /// Ends runs from another thread, once set; nullptr: only cancel() does.
    const std::atomic<bool>* cancelled = nullptr;
};

/// Whether a session launches a lab's kernels on a GPU in every step, though nothing changed, for their
/// times.
enum class Timing : std::uint8_t {
    Off,
    Warm, ///< the L2 holds what the launch before left there
    Cold  ///< the L2 is emptied before each launch, outside of the measured time
};

/// Runs a lab on a device whenever something it depends on has changed, and keeps the last complete result. A
/// run that takes longer than a frame goes on over several: each step runs some blocks. A failed run leaves
/// the message; the last result stays.
class Session {
public:
    Session(std::shared_ptr<device::Device> device, SessionOptions options);
    ~Session();

    /// lab's values are read at the beginning of each run.
    void setLab(const LabEntry& entry, std::shared_ptr<const Lab> lab);
    void setDevice(std::shared_ptr<device::Device> device);
    void setArchitectures(std::vector<const model::Architecture*> architectures);
    /// Of no effect on an emulated device, whose times are those of the emulator.
    void setTiming(Timing timing);
    /// SessionOptions::sampleAbove, for the runs that follow.
    void setSampleAbove(std::uint64_t blocks);
    /// Whether races on shared memory and reads of uninitialised memory are looked for: by the emulator,
    /// beside a GPU too, in the blocks that it runs. They are among the findings of the launches.
    void setChecks(bool on);
    /// What the calls of a lab's host program returned on the GPU (Lab::hostCalls), found out in another
    /// process; the results of that lab have it from now on.
    void setCalls(const device::HostProgram& program, std::shared_ptr<const device::HostStory> story);
    device::Device& device() const;
    const model::Architecture& architecture() const;

    /// Goes on with the run under way, or begins one when parameters, architecture or device have changed, or
    /// when the lab is animated and time moved. Spends about budgetSeconds on an emulated device; 0: runs to
    /// the end. Returns true when a new result was published.
    bool step(double time, double budgetSeconds);
    /// What the last step spent on map, kernel, unmap and model; all 0 when there was nothing to do. A GPU's
    /// kernel and span are the published run's.
    const StageTimes& stepTimes() const;
    /// Makes the next step begin anew.
    void invalidate();
    void cancel();

    const RunResult& result() const;
    /// The lab with the values that the result was made from.
    const Lab& resultLab() const;
    bool hasResult() const;
    double progress() const; ///< of the run under way, 0..1; 1 when there is none
    /// The last run's failure, empty when it succeeded.
    const std::string& error() const;
    /// The largest allocation that would fit, when the failure was memory; else 0.
    std::size_t largestFit() const;
    /// Rethrows the last run's failure for the command line.
    void throwError() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::kit
