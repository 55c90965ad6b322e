// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/runtime_errors.h"
#include "recording/recording.h"
#include "session/observer.h"
#include "session/resources.h"
#include "session/worker.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lanescope::session {

/// How a recording is played, beside its own options.
struct PlayPlan {
    bool observe = false; ///< accesses are counted and traced, by a device that has a watcher
    /// Of grids with more blocks only some are observed; 0: never. Where nothing needs what the others write,
    /// they do not run either.
    std::uint64_t sampleAbove = 0;
    bool interactive = false; ///< a warp that never ends is given up after seconds
    bool keep = true;         ///< what the recording keeps is read back
    bool checks = false;      ///< races and uninitialised reads are looked for
    bool cold = false;        ///< a GPU's L2 is emptied before each launch
    /// The first architecture is the device: it refuses a cooperative launch that it cannot hold. Not beside
    /// a GPU, which has done so itself.
    bool limits = true;
    /// Reports for each; the first has the limits. What holds them outlives the play.
    std::span<const model::Architecture* const> architectures;
    const std::atomic<bool>* cancel = nullptr; ///< ends a play that go(0) carries out, once set
};

/// What plays on one device, one after another, leave to the next: memory that need not be taken anew.
struct PlayMemory {
    device::Launch launch;
    std::vector<std::byte> host;                                       ///< what a copy brings to the device
    std::unique_ptr<RunResult> result = std::make_unique<RunResult>(); ///< to be written to, cleared
};

/// One play of a recording on one device. A device with a watcher plays in a thread beside the caller's;
/// OpenGL's objects are mapped and unmapped in the caller's.
class Player {
public:
    /// memory: outlives the player, which alone uses it.
    Player(Resources& resources, PlayMemory& memory, std::shared_ptr<const recording::Recording> recording,
           const PlayPlan& plan, Worker* worker);
    /// Stops the play under way.
    ~Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    /// Plays, and returns after about so many seconds (0: at the end); true when the play has ended. Throws
    /// what the play threw.
    bool go(double budgetSeconds);
    /// Of the play under way, 0..1.
    double progress() const;
    /// Until now.
    StageTimes times() const;
    /// After the end: completes the memory's result.
    RunResult& publish();

private:
    void start();
    void finish();
    void play() noexcept;
    void playAll();
    /// Plays one call where none may fail.
    void perform(const recording::Call& call);
    /// Plays one call by the runtime's rules for errors, and notes what it returned.
    void performChecked(const recording::Call& call);
    void copyIn(const recording::CopyIn& call);
    std::vector<std::byte> read(const recording::CopyOut& call);
    void keep(const recording::CopyOut& call, std::vector<std::byte> bytes);
    bool isKeptAtEnd(std::uint32_t object) const;
    void launch(const recording::Launch& call);
    void watch(const recording::Launch& call, LaunchResult& into);
    std::unique_ptr<Observer> observer(const recording::Launch& call, std::size_t mostBlocks);
    void runBlocks(std::vector<std::uint64_t> blocks, Observer* observer, LaunchResult& into);
    bool outputsNeeded() const;
    std::uint64_t sharedBytes(const recording::Launch& call);
    void refuseTooLarge(const recording::Launch& call);
    void readKept();

    LaunchResult& nextResult();
    std::span<LaunchResult> results() { return std::span(m_memory.result->launches).first(m_launched); }

    Resources& m_resources;
    PlayMemory& m_memory;
    std::shared_ptr<const recording::Recording> m_recording;
    PlayPlan m_plan;
    Worker* m_worker;
    std::optional<device::MapScope> m_scope;
    std::atomic<bool> m_stop{false};
    bool m_started = false, m_inWorker = false, m_ended = false;
    std::exception_ptr m_failure;

    // What the playing thread writes.
    device::Launch& m_launch;
    std::optional<device::RuntimeErrors> m_errors;
    std::shared_ptr<device::CallReturns> m_returns;
    std::size_t m_launched = 0; // of the result's launches, those that are this play's
    std::shared_ptr<Values> m_values;
    std::size_t m_call = 0; // under way
    std::string m_failedKernel;
    ComparedReads m_compared;

    std::atomic<std::uint64_t> m_blocksDone{0}, m_blocksTotal{0};
    mutable std::mutex m_timesMutex;
    StageTimes m_times;
    std::chrono::steady_clock::time_point m_spanStart;
};

} // namespace lanescope::session
