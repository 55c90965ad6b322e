// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/child_start.h"
#include "model/warp_access.h"
#include "ptx/check/finding.h"
#include "ptx/decode/module.h"
#include "ptx/fault.h"
#include "ptx/state/memory.h"
#include "ptx/state/print_buffer.h"
#include "ptx/texture/texture.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// Where a grid was put when it was launched.
enum class LaunchStream : std::uint8_t {
    Host,
    Implicit,      ///< the NULL stream, which the threads of the launching block share
    Named,         ///< one that the launching block has created
    FireAndForget, ///< cudaStreamFireAndForget: at once
    Tail           ///< cudaStreamTailLaunch: when the launching grid is complete, and all that it launched
};

/// One grid of a launch, and who launched it. Times are in the warp instructions that have been executed
/// since the start of the host's grid, as the emulator runs one block at a time: one whose child runs stands
/// still.
struct GridRecord {
    std::string kernel;
    model::Dim3 grid, block;
    LaunchStream stream = LaunchStream::Host;
    std::uint32_t streamNumber = 0; ///< of a named one, 1-based in its block
    std::uint32_t parent = 0;       ///< index of the grid that launched it
    std::string file;               ///< of the launch
    std::uint32_t line = 0;
    model::Dim3 launchBlock{0, 0, 0}, launchThread{0, 0, 0};
    std::uint64_t launched = 0, start = 0, end = 0; ///< end: of its own blocks
    std::uint64_t complete = 0;                     ///< it and all that it launched have ended
    std::uint64_t launchedOwn = 0;                  ///< what its launching block had executed itself by then
    std::uint64_t warpInstructions = 0;             ///< its own
    std::uint64_t longestWarp = 0;                  ///< of them, of the warp with the most
};

using model::ChildStart;

/// How a kernel is launched, who watches, and what stops it.
struct LaunchConfig {
    model::Dim3 grid, block;
    /// Blocks of a cluster, which run at once on one worker; 0: as the kernel is compiled for.
    model::Dim3 cluster{0, 0, 0};
    std::uint32_t dynamicSharedBytes = 0;
    std::span<const std::byte> parameters; ///< the parameter block, parameterBytes long
    std::uint64_t instructionBudget = 0;   ///< warp instructions a warp may run; 0: kDefaultBudget
    unsigned workers = 0;                  ///< threads; 0: one a core; checks for races take one
    /// Linear indices of the blocks to run; empty: all. Of a cooperative grid all blocks run, of clusters all
    /// that are together with one of these: these are the ones whose accesses the sink gets. Checks look at
    /// all that run.
    std::span<const std::uint64_t> blocks;
    model::AccessSink* sink = nullptr; ///< forked once a worker
    /// Set from elsewhere: ends the launch with Fault Cancelled, at the latest when a warp has run another
    /// kCancelInterval instructions.
    const std::atomic<bool>* cancel = nullptr;
    /// Goes up by 1 with each block of this grid that ends, for other threads to read; nullptr: none.
    std::atomic<std::uint64_t>* progress = nullptr;
    std::uint32_t sharedLimitBytes = 232448; ///< a block's most, static and dynamic together (CC 9.0)
    ChildStart childStart = ChildStart::AtLaunch;
    Checks checks;
    /// As cudaLaunchCooperativeKernel does it: all blocks are under way at once, each worker runs a share of
    /// them in turn, and they may wait for one another, as grid.sync() does. What cooperative_groups itself
    /// reads and writes for that is told to no sink. A grid whose blocks all wait for ever ends with Fault
    /// Deadlock, when they wait in loops that only read.
    bool cooperative = false;
    /// The most that the blocks of a cooperative grid may take together, of registers, shared and local
    /// memory, and what the checks keep; one that takes more is refused.
    std::uint64_t cooperativeBytes = std::uint64_t{4} << 30;
    /// Gets what device code calls cudaGraphSetConditional with, a condition's handle and its value, maybe
    /// from several threads at once.
    const std::function<void(std::uint64_t handle, std::uint32_t value)>* setsCondition = nullptr;
    /// Bytes of what printf writes that are kept, the last ones.
    std::size_t printBytes = kPrintBytes;
};

/// The most blocks that a cluster of CC 9.0 has on every GPU, and where the kernel asks for more.
inline constexpr std::uint64_t kPortableBlocksOfCluster = 8, kMostBlocksOfCluster = 16;
/// The blocks of a cluster, as the kernel is compiled for or else as its launch wants it; 0 x 0 x 0: neither.
model::Dim3 clusterOf(const Kernel& kernel, const model::Dim3& wanted);
/// What is wrong with the clusters of a launch, or nothing.
std::string whyNotClustered(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& wanted);
/// The blocks that run when some are asked for, by linear index: of a launch of clusters all that are
/// together with one of them. Both in order. wanted: as clusterOf has it.
std::vector<std::uint64_t> blocksRunWith(const Kernel& kernel, const model::Dim3& grid,
                                         const model::Dim3& wanted, const std::vector<std::uint64_t>& blocks);

inline constexpr std::uint64_t kHeapBytes = 8 << 20; ///< CUDA's default, cudaLimitMallocHeapSize
inline constexpr std::uint64_t kDefaultBudget = 1ULL << 32;
/// Warp instructions between two looks at LaunchConfig::cancel: some 10 us, a few ms with every check on.
inline constexpr std::uint64_t kCancelInterval = 2048;

/// What a launch has come to. Of one that was stopped, all is as far as its blocks got; grids is empty.
struct LaunchOutcome {
    /// Of a cooperative grid without those of warps that only waited for other blocks.
    std::uint64_t warpInstructions = 0;
    std::uint64_t blocksRun = 0;
    std::uint64_t longestWarp = 0;   ///< instructions of the warp that ran the most
    std::string printed;             ///< what printf wrote, blocks in order, or the last of it
    std::uint64_t printedBefore = 0; ///< bytes that it had written before that, and that are gone
    std::vector<Finding> findings;
    std::vector<GridRecord> grids; ///< in the order of their launches, the host's first; empty: only that one
    std::optional<Fault> fault;    ///< what stopped it; nullopt: it ran to its end
};

/// What outlives a launch besides memory: values of a module's .global and .const variables.
class ModuleState {
public:
    /// placed: the address of a variable that has its memory already, 0 for the others; managed variables,
    /// which the host uses, too. heapBytes: for malloc in device code.
    ModuleState(std::shared_ptr<const Module> module, Memory& memory,
                const std::function<std::uint64_t(std::string_view name)>& placed = {},
                std::uint64_t heapBytes = kHeapBytes);
    ~ModuleState();
    const Module& module() const;
    struct Variable {
        std::uint64_t address = 0;
        std::size_t bytes = 0;
        bool constant = false;
    };
    /// A .global or .const variable by name; address 0 when there is none.
    Variable variable(std::string_view name) const;
    /// What malloc in device code has given out, bytes by where it begins in the heap; and to have it so
    /// again. Memory is not among it.
    std::map<std::uint64_t, std::uint64_t> heapUse() const;
    void restoreHeap(const std::map<std::uint64_t, std::uint64_t>& use);

private:
    friend class Machine;
    friend class RunningLaunch;
    struct State;
    std::unique_ptr<State> m_state;
};

/// What a launch has come to by going on.
enum class Progress : std::uint8_t {
    Ended,
    Went,  ///< some of it went on, and now it waits
    Waits, ///< nothing in it has found what it waits for
};

/// A launch that is under way, for those who can wait for what it waits for. It may be dropped at any time.
class RunningLaunch {
public:
    RunningLaunch(RunningLaunch&&) noexcept;
    ~RunningLaunch();
    /// Runs it to its end, to its first fault, or until all that is left only waits, in loops that look at
    /// memory and change nothing. Called again, it looks at what others have written since. Throws what the
    /// sink throws.
    Progress goOn();
    /// Nobody is going to write what it waits for: it ends with Fault Deadlock.
    void giveUp();
    /// Nobody looks any more at what it accesses: the sink has what came before, and may be destroyed.
    void dropSink();
    /// Once, when it has ended.
    LaunchOutcome outcome();

private:
    friend class Machine;
    struct State;
    explicit RunningLaunch(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Runs kernels over a memory and a table of textures.
class Machine {
public:
    Machine(Memory& memory, TextureTable& textures);
    /// A launch of which nothing has run yet. All but the parameters, which are copied, has to outlive it.
    /// Throws Fault (BadLaunch) for a launch that there cannot be.
    RunningLaunch begin(ModuleState& state, const Kernel& kernel, const LaunchConfig& config);
    /// Runs the kernel to its end, or to its first fault; memory then holds what was written up to there. One
    /// that waits for others is given up. Throws Fault (BadLaunch) for a launch that there cannot be, and
    /// what the sink throws.
    LaunchOutcome run(ModuleState& state, const Kernel& kernel, const LaunchConfig& config);
    /// The same, for those who have no use for a launch that was stopped: throws its fault.
    LaunchOutcome launch(ModuleState& state, const Kernel& kernel, const LaunchConfig& config);

private:
    void start(RunningLaunch::State& made, ModuleState& state, const Kernel& kernel);

    Memory& m_memory;
    TextureTable& m_textures;
};

/// "x86-64-v3" or "x86-64": the instruction set that the handlers were dispatched for on this machine.
std::string_view instructionSet();

} // namespace lanescope::ptx
