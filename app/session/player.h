// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/executor.h"
#include "device/runtime_errors.h"
#include "model/clock.h"
#include "recording/recording.h"
#include "session/checkpoints.h"
#include "session/observation_memo.h"
#include "session/observer.h"
#include "session/play_progress.h"
#include "session/resources.h"
#include "session/time_memo.h"
#include "session/times/chip_row.h"
#include "session/worker.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
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
    bool checks = false;      ///< what docs/checks.md lists is looked for
    bool cold = false;        ///< a GPU's L2 is emptied before each launch
    /// The first architecture is the device: it refuses a cooperative launch that it cannot hold. Not beside
    /// a GPU, which has done so itself.
    bool limits = true;
    /// Reports for each; the first has the limits. What holds them outlives the play.
    std::span<const model::Architecture* const> architectures;
    std::shared_ptr<const model::KnownTimes> times = bundledTimes();
    const std::atomic<bool>* cancel = nullptr; ///< ends a play that go(0) carries out, once set
    /// Its launches may be looked at once more: checkpoints are made, and whole traces only of so many bytes.
    std::optional<CheckpointRules> checkpoints;
    bool traces = true; ///< as PlaybackOptions has it
    bool waste = false; ///< as Playback::setLooksForWaste
    std::size_t traceBytes = 0;
    bool modelsEach = false; ///< as PlaybackOptions has it
    /// Looks at this launch alone, by its place among them: begins at the last checkpoint before it, ends
    /// behind it, and has no other result.
    std::optional<std::size_t> look;
    /// What an earlier play of the same left, which was stopped: its launches are this one's, too, and are
    /// not looked at again. Only while the player is made. nullptr: there was none.
    const RunResult* part = nullptr;
};

/// What plays on one device, one after another, leave to the next: memory that need not be taken anew.
struct PlayMemory {
    device::Launch launch;
    std::vector<std::byte> host;                                       ///< what a copy brings to the device
    std::unique_ptr<RunResult> result = std::make_unique<RunResult>(); ///< to be written to, cleared
    std::vector<std::uint64_t> grids;                                  ///< blocks, by launch
    Checkpoints checkpoints;
    TimeMemo times;
    ObservationMemo observations;
};

/// One play of a recording on one device: it carries out the calls there, and looks at launches. A device
/// with a watcher plays in a thread beside the caller's; OpenGL's objects are mapped and unmapped in the
/// caller's.
class Player : private device::Executor {
public:
    /// memory: outlives the player, which alone uses it.
    Player(Resources& resources, PlayMemory& memory, std::shared_ptr<const recording::Recording> recording,
           const PlayPlan& plan, Worker* worker);
    /// Stops the play under way.
    ~Player() override;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    /// On a GPU: carries out the calls, and returns while their kernels may still run. What fails is go()'s
    /// to throw. A device with a watcher begins in go().
    void begin() noexcept;
    /// Plays, and returns after about so many seconds (0: at the end); true when the play has ended. Throws
    /// what the play threw.
    bool go(double budgetSeconds);
    /// Of the play under way.
    PlayProgress progress() const;
    /// Ends the play under way, of a device with a watcher. True: it had come to its end by itself; else
    /// publish() gives the launches that have ended. Throws what the play threw before.
    bool stop();
    /// Until now.
    StageTimes times() const;
    /// After the end: completes the memory's result.
    RunResult& publish();
    /// How many launches it has carried out; fewer than the recording has where it began at a checkpoint.
    std::size_t played() const { return m_played; }
    /// Of how many it has modelled the time; those of the others were known.
    std::size_t modelled() const { return m_modelled; }

private:
    void start();
    void unmap();
    void finish();
    void play() noexcept;
    void playAll();
    void takePart(const RunResult& part);
    /// Goes to the checkpoint that the play begins at, and gives the call there; 0: there is none.
    std::size_t resume();
    /// What the calls before that one came to in the play that this one goes on with.
    void takeCallsBefore(std::size_t call);
    bool isWanted(std::size_t launch) const;
    /// Before a launch, where it is time for one.
    void keepCheckpoint(std::size_t call);
    /// Plays one call by the runtime's rules for errors, and notes what it returned.
    void executeChecked(std::size_t call);

    // What the calls do on the player's device, which throws where something fails.
    device::Pointer addressOf(std::uint32_t object) const override;
    device::DeviceArray* arrayOf(std::uint32_t object) const override;
    std::uint64_t pitchOf(std::uint32_t object) const override;
    std::uint64_t handleOf(std::uint32_t object) const override;
    std::uint64_t bytesOf(std::uint32_t object) const override;
    std::span<std::byte> source(const recording::CopyIn& call) override;
    std::optional<std::span<std::byte>> destination(const recording::CopyOut& call,
                                                    std::uint64_t bytes) override;
    void arrived(const recording::CopyOut& call) override;
    int allocate(std::uint32_t object) override;
    int free(std::uint32_t object) override;
    int fill(device::PitchedPointer to, std::uint8_t value, Rows rows,
             recording::StreamNumber stream) override;
    int upload(const device::Place& to, std::span<const std::byte> from, Rows rows,
               recording::StreamNumber stream) override;
    int download(std::span<std::byte> to, const device::Place& from, Rows rows,
                 recording::StreamNumber stream) override;
    int copy(const device::Place& to, const device::Place& from, Rows rows,
             recording::StreamNumber stream) override;
    int writeVariable(const recording::ModulePointer& module, std::string_view name,
                      std::span<const std::byte> value) override;
    int launch(const recording::Launch& call) override;
    int recordEvent(std::uint32_t event, recording::StreamNumber stream) override;
    int waitEvent(std::uint32_t event, recording::StreamNumber stream) override;
    int allowShared(const recording::AllowShared& call) override;

    /// Launches what is bound, and looks at it where that is asked for.
    void launchBound(const recording::Launch& call);
    std::vector<Placement> placements() const;
    bool keepsNow(const recording::CopyOut& call) const;
    bool isKeptAtEnd(std::uint32_t object) const;
    void watch(const recording::Launch& call, LaunchResult& into);
    void observeNone(const recording::Launch& call, LaunchResult& into);
    std::unique_ptr<Observer> observer(const recording::Launch& call, const LaunchResult& into,
                                       std::size_t mostBlocks);
    void boundPrinted(std::string& printed);
    void runBlocks(std::vector<std::uint64_t> blocks, Observer* observer, LaunchResult& into);
    bool outputsNeeded() const;
    bool wasRunning(const ptx::Fault& fault) const;
    std::uint64_t sharedBytes(const recording::Launch& call);
    std::vector<std::string> refusals(const recording::Launch& call);
    recording::LaunchRequest requestOf(const recording::Launch& call, std::string& clusters);
    /// Where calls may fail: whether the launch's kernel does not run, and then why, for each architecture.
    bool isRefused(const recording::Launch& call, LaunchResult& result);
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
    bool m_begun = false; ///< by begin(): the calls are a GPU's to end
    bool m_started = false, m_inWorker = false, m_ended = false;
    std::exception_ptr m_failure;

    // What the playing thread writes.
    device::Launch& m_launch;
    std::optional<device::RuntimeErrors> m_errors;
    std::shared_ptr<device::CallReturns> m_returns;
    AllowedShared m_allowedShared;
    std::size_t m_launched = 0; // of the result's launches, those that are this play's
    std::size_t m_number = 0;   // launches before the call under way, played or not
    std::size_t m_complete = 0; // of m_launched, those that have ended
    std::size_t m_from = 0;     // launches of PlayPlan::part
    std::shared_ptr<const device::CallReturns> m_partReturns; // likewise
    std::vector<std::size_t> m_partDiffering;                 // likewise: ComparedReads::differing
    bool m_cameToEnd = false;
    std::size_t m_played = 0;
    std::size_t m_modelled = 0;
    bool m_isObserved = false; // the launch under way
    LaunchResult m_passed;     // of one that is not looked at
    bool m_makesCheckpoints = false;
    Clock::time_point m_checkpointed; // when the last one was made, or gone to
    std::size_t m_traced = 0;         // bytes of traces
    std::size_t m_printed = 0;        // bytes that are kept
    bool m_leftOut = false;           // what is printed now
    std::shared_ptr<Values> m_values;
    std::vector<std::byte> m_brought; // by the copy to the host under way
    std::string m_failedKernel;
    ComparedReads m_compared;

    // Of the launch under way, as they run; of those before it, and of all, as the grids have them.
    std::atomic<std::uint64_t> m_blocksDone{0}, m_blocksTotal{0}, m_blocksBefore{0};
    std::uint64_t m_blocksAll = 0;
    std::vector<std::uint64_t>& m_grids; // blocks, by launch
    std::atomic<std::size_t> m_launchesEnded{0};
    mutable std::mutex m_timesMutex;
    StageTimes m_times;
    std::chrono::steady_clock::time_point m_spanStart;
};

} // namespace lanescope::session
