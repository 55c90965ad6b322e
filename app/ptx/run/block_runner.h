// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/checker.h"
#include "ptx/run/device_heap.h"
#include "ptx/run/machine.h"
#include "ptx/run/warp.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ptx {

class ChildGrids;

/// What all workers of a launch share, and nothing changes while they run.
struct LaunchPlan {
    const Program* program = nullptr;
    const Kernel* kernel = nullptr;
    const Entry* entry = nullptr;
    const Memory* memory = nullptr;
    const TextureTable* textures = nullptr;
    Heap* heap = nullptr;
    model::Dim3 grid, block;
    const std::byte* parameters = nullptr;
    std::uint32_t dynamicSharedBytes = 0, sharedBytes = 0;
    std::uint64_t budget = kDefaultBudget;
    Checks checks;
    const std::atomic<bool>* cancel = nullptr;
    std::atomic<std::uint64_t>* firstFault =
        nullptr; ///< blocks from this one on, in order of starting, give up
    std::vector<std::pair<std::uint64_t, std::uint64_t>> constants;
    /// By function, the constants of its frames with symbols resolved: slot, bytes, value.
    struct Value {
        std::uint32_t slot;
        std::uint8_t bytes;
        std::uint64_t bits;
    };
    using Values = std::vector<std::vector<Value>>;
    std::shared_ptr<const Values> values;
    // of grids that device code launches
    ChildGrids* children = nullptr; ///< of kernels that call the CUDA runtime
    std::uint32_t gridNumber = 0;   ///< 0: launched by the host
    std::uint64_t startTime = 0;    ///< for %globaltimer
};

/// The constants of every function that a kernel may reach, with the addresses of variables put in.
std::shared_ptr<const LaunchPlan::Values> resolveConstants(const Program& program, const Entry& entry,
                                                           const std::vector<std::uint64_t>& addresses);
/// What is wrong with the size of a launch, or nothing; shared: bytes of a block, limit: the most allowed.
std::string whyNotLaunched(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                           std::uint64_t shared, std::uint64_t limit);

/// Thrown inside a worker when another block has failed; nobody sees it.
struct Abandoned {};

/// A function that is being called, for the lanes of mask.
struct Frame {
    std::uint32_t function = 0;
    std::byte* regs = nullptr;
    std::uint32_t parent = kNoTarget; ///< index of a frame
    std::uint32_t returnPc = 0;
    std::uint32_t call = kNoTarget; ///< index of the call site
    std::uint32_t localBase = 0;
    std::uint32_t depth = 0;
    std::uint32_t mask = 0;
};

/// Lanes that run together until they reach reconvergence; those below on the stack wait there.
struct StackEntry {
    std::uint32_t pc = 0, reconvergence = kNoTarget, mask = 0, frame = 0;
};

/// Lanes that wait at a block-wide barrier.
struct BarrierWait {
    std::uint32_t mask = 0, id = 0;
    const BarrierSite* site = nullptr;
    std::byte* regs = nullptr;
    std::uint32_t result = 0;
    std::uint32_t pc = 0;
};

/// A warp's whole state. Lanes run from a stack as long as that gets them on; when lanes must wait for others
/// of their warp, each gets a program counter of its own until they are together again.
struct WarpState : Warp {
    std::vector<StackEntry> stack;
    std::vector<Frame> frames;
    std::vector<std::uint32_t> freeFrames;
    bool started = false, done = false, split = false;
    std::array<std::uint32_t, 32> lanePc{}, laneFrame{}, laneTurn{}, laneMembers{};
    std::uint32_t atBarrier = 0, atSync = 0, released = 0;
    std::uint32_t localUsed = 0; ///< bytes of local memory that frames may have written, a lane
    std::vector<BarrierWait> waits;
    std::uint64_t executed = 0;
    std::uint64_t spinHash = 0;
    std::uint32_t spinPc = kNoTarget;
    std::uint64_t waited = 0, nextLook = 0,
                  looks = 0; ///< backward branches since all lanes ran together last
};

struct BarrierState {
    std::vector<std::uint32_t> arrived; ///< lanes, by warp
    std::uint64_t threads = 0;          ///< for barriers with a count: whole warps count 32
    std::uint32_t count = 0;            ///< 0: the whole block
    bool pending = false;
};

/// Runs blocks of one launch, one after another, on one thread.
class BlockRunner {
public:
    BlockRunner(const LaunchPlan& plan, model::AccessSink* sink);
    ~BlockRunner();
    /// order: the block's place among those that are run. Throws Fault, Abandoned.
    void run(const model::Dim3& block, std::uint64_t order);

    std::uint64_t executed() const { return m_executed; }
    /// What %globaltimer gives: of a kernel that launches grids, when the block that ran last ended.
    std::uint64_t time() const { return m_context.startTime + m_context.clock; }
    std::string takePrinted() { return std::move(m_printed); }
    const FindingLog& findings() const { return m_findings; }

private:
    /// Why a warp stopped: Turned when it goes on in another way (as a stack or split), Quantum when it has
    /// run as many instructions as it was told to.
    enum class Pause : std::uint8_t { Done, Blocked, Yielded, Turned, Quantum };

    // block_runner.cpp: blocks, barriers, frames
    void startWarp(WarpState& warp);
    void arrive(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    void checkBarrier(std::uint32_t id);
    void completeBarrier(std::uint32_t id);
    void afterExit();
    static void clearLocal(WarpState& warp);
    static void growLocal(WarpState& warp, std::uint32_t bytes);
    [[noreturn]] void fail(const WarpState& warp, std::uint32_t pc, FaultKind kind, int lane,
                           std::uint64_t address, const std::string& text) const;
    /// Throws what a trap or an unsupported instruction ends with.
    [[noreturn]] void stopAt(const Instruction& in, std::uint32_t pc, std::uint32_t mask) const;
    [[noreturn]] void failDeadlock();
    /// Something that happened at an instruction; arrived and missing: lanes by warp, as Finding has them.
    void report(FindingKind kind, std::uint32_t pc, const std::string& text,
                std::vector<std::uint32_t> arrived = {}, std::span<const std::uint32_t> missing = {});
    std::vector<std::uint32_t> arrivedLanes(std::uint32_t warp, std::uint32_t mask) const;
    void checkOutside(std::uint64_t order) const;
    std::uint32_t newFrame(WarpState& warp, std::uint32_t function, std::uint32_t mask);
    void releaseFrame(WarpState& warp, std::uint32_t index);
    std::byte* takeRegisters(std::uint32_t function);
    std::string place(const WarpState& warp, std::uint32_t pc, int lane) const;

    // lockstep.cpp: lanes that run from the stack
    Pause runWarp(WarpState& warp, std::uint64_t quantum);
    Pause runStack(WarpState& warp, std::uint64_t quantum);
    void enterFrame(WarpState& warp, std::uint32_t frame) const;
    void diverge(WarpState& warp, std::uint32_t pc, std::uint32_t target, std::uint32_t reconvergence,
                 std::uint32_t taken);
    void divergeTable(WarpState& warp, std::uint32_t pc, const Instruction& in, std::uint32_t mask);
    std::uint32_t call(WarpState& warp, std::uint32_t callerFrame, const CallSite& site, std::uint32_t callee,
                       std::uint32_t mask, std::uint32_t pc);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> callTargets(WarpState& warp, const CallSite& site,
                                                                     std::uint32_t mask) const;
    void copyResults(WarpState& warp, const Frame& frame, std::uint32_t mask);
    void exitLanes(WarpState& warp, std::uint32_t mask);
    bool spins(WarpState& warp, std::uint32_t pc);
    std::uint32_t syncReady(WarpState& warp, const Instruction& in, std::uint32_t mask) const;
    void runSync(WarpState& warp, const Instruction& in, std::uint32_t mask, bool met);

    // lane_groups.cpp: lanes each on their own
    void splitWarp(WarpState& warp);
    Pause runSplit(WarpState& warp, std::uint64_t quantum);
    std::uint64_t runGroup(WarpState& warp, std::uint32_t group, std::uint64_t quantum);
    void stepGroup(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    void releaseSync(WarpState& warp);

    // builtins.cpp
    void builtin(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc);
    // device_runtime.cpp
    std::uint32_t callerOf(const WarpState& warp, std::uint32_t pc) const;
    void deviceRuntime(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc);

    const LaunchPlan& m_plan;
    BlockContext m_context;
    std::unique_ptr<std::byte[]> m_shared;
    std::vector<std::unique_ptr<std::byte[]>> m_storage; ///< of all frames
    std::vector<std::vector<std::byte*>> m_pool;         ///< free frames, by function
    std::vector<std::unique_ptr<WarpState>> m_warps;
    std::array<BarrierState, 16> m_barriers;
    FindingLog m_findings;
    std::unique_ptr<Checker> m_checker;
    std::uint64_t m_executed = 0;
    std::uint64_t m_othersTime = 0; ///< of m_context.clock, what child grids ran
    std::uint64_t m_order = 0;
    std::string m_printed;
};

} // namespace lanescope::ptx
