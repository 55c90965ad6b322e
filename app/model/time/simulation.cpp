// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/simulation.h"

#include "model/memory/coalescing.h"
#include "model/time/sector_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <limits>
#include <ranges>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lanescope::model {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kLinesPerGranule = 8;     // that one slice of L2 has
constexpr std::uint64_t kLinesChained = 2;        // whose atomics wait for each other
constexpr std::uint32_t kInstructionsPerLine = 8; // of 16 bytes
constexpr std::uint32_t kLinesInRow = 8;          // of instructions, until the next are fetched ahead
constexpr std::uint32_t kAtOnce = 2;              // instructions of PTX, from a warp's store to the next
constexpr std::uint16_t kLinesAtOnce = 3;         // that it waits in
constexpr std::uint64_t kClusterBlocks = 16;      // of a grid that one cluster of multiprocessors runs
constexpr std::size_t kInChains = 32; // atomics of a multiprocessor that wait for others at their lines
// Instructions around what groups of lanes do apart: WARPSYNC, FLO, LOP3, ISETP, IMAD.U32 and BSYNC.
constexpr double kApart = 6;
constexpr std::size_t kTurnsTogether = std::tuple_size_v<decltype(MachineInstruction::placeOfFour)>;
constexpr std::size_t at(Pipe pipe) {
    return static_cast<std::size_t>(pipe);
}

/// Takes requests one after another, each for a while.
struct Server {
    double free = 0, busy = 0;
    /// When a request that comes now has been served.
    double take(double now, double cycles) {
        free = std::max(free, now) + cycles;
        busy += cycles;
        return free;
    }
};

/// Sectors that DRAM reads for these of a line, of which it reads so many at once.
double readTogether(unsigned sectors, unsigned together) {
    const unsigned all = (1U << together) - 1;
    double read = 0;
    for (; sectors != 0; sectors >>= together) read += (sectors & all) != 0 ? together : 0;
    return read;
}

/// How much of the time a server was busy lately.
struct Utilization {
    double share = 0, at = 0;
    double add(double now, double cycles) {
        constexpr double kWindow = 3000;
        if (now > at) {
            share *= std::exp((at - now) / kWindow);
            at = now;
        }
        share += cycles / kWindow;
        return std::min(share, 1.0);
    }
};

class Multiprocessor {
public:
    Multiprocessor(std::span<const ScheduledBlock> blocks, const MachineCode& code, const ChipTimes& chip,
                   const SampledLaunch& launch);
    SimulatedTime run();

private:
    struct Warp {
        const SampledBlock* block = nullptr;
        std::span<const SampledStep> steps;
        std::size_t next = 0;
        std::size_t slot = 0; // of the resident block
        double ready = 0, lastLoad = 0;
        double issued = 0;       // until when its last instruction took its scheduler
        double operands = 0;     // when the next one has all of its
        std::uint32_t maker = 0; // the instruction that makes the last of these
        bool waits = false;      // at a barrier
        bool together = false;   // of the grid
        /// When a register can be read, and which instruction makes it.
        struct Register {
            double known = 0;
            std::uint32_t maker = 0;
        };
        std::vector<Register> registers;
        double copied = 0;              // when its asynchronous copies have come, of the group that is open
        std::vector<double> copyGroups; // of those that were closed, one after another
        std::uint32_t stored = 0;       // the last instruction that did
        PendingStores pending;
    };
    struct Resident {
        std::size_t running = 0, waiting = 0;
        double lastArrival = 0, began = 0;
        std::vector<std::size_t> warps;
    };

    void issueAll();
    double lengthen(SimulatedTime& made) const;
    void takeBusy(SimulatedTime& made, double scale) const;
    void start(std::size_t slot, double now);
    struct Scheduler {
        double free = 0;
        std::vector<double>
            ready;            // when each of its warps is: warp k of scheduler s is number k * schedulers + s
        std::size_t next = 0; // of them, the first that is ready first
        bool known = false;   // which that is
        std::array<double, kPipes> pipeFree{};
    };
    void note(std::size_t warp);
    struct Taken {
        double slots = 0, chain = 0; // of its scheduler; from operands to results, cycles
    };
    static std::size_t pipeOf(std::size_t pipe, Pipe any);
    static Pipe anyPipe(const Scheduler& scheduler);
    static double pipesFree(const Scheduler& scheduler, const MachineCost& cost, Pipe any, double now);
    Taken takePipes(Scheduler& scheduler, const MachineCost& cost, Pipe any, double begins);
    double execute(Warp& warp, const SampledStep& step, const MachineInstruction& in, double begins,
                   double known);
    double match(const SampledStep& step, double begins);
    static void awaitCopies(Warp& warp, std::size_t butLast);
    double jumpCycles(Jump jump) const;
    void goOn(Warp& warp);
    void issue(std::size_t scheduler, std::size_t warp, double now);
    void prepare(Warp& warp) const;
    Warp::Register operands(const Warp& warp, const SampledStep& step, const MachineInstruction& in) const;
    void make(Warp& warp, const SampledStep& step, const MachineInstruction& in, Warp::Register made) const;
    void openFor(Warp& warp, double when);
    double fetched(std::uint32_t instruction, double now);
    double access(Warp& warp, const MachineInstruction& in, const SampledAccess& access, double now);
    double load(const Warp& warp, const SampledAccess& access, double served, double latency);
    std::span<const SampledLine> linesOf(const SampledBlock& block, const SampledAccess& access) const {
        return model::linesOf(block, access, m_launch.packed);
    }
    double data(double cycles) const { return m_launch.freeData ? 0 : cycles; }
    double wavefrontsOf(const SampledAccess& access, bool atOnce = false) const {
        const std::uint16_t wavefronts = atOnce ? access.hitWavefronts : access.dataWavefronts;
        return m_launch.packed ? std::min(access.packedWavefronts, wavefronts) : wavefronts;
    }
    double passesOf(const SampledAccess& access) const {
        return m_launch.packed && access.packedLines != 0 ? (access.packedLines + 3) / 4
                                                          : access.tagWavefronts;
    }
    bool hits(const Warp& warp, const SampledAccess& access, double now) const;
    double store(Warp& warp, const SampledAccess& access, double served, double now);
    double atomic(const Warp& warp, const MachineInstruction& in, const SampledAccess& access, double served,
                  double now);
    double dramQueue(double now);
    double shareOfDram() const;
    void hold(double written);
    void noteSlices();
    struct Granules {
        double count = 0;    // 0: none
        bool shared = false; // by blocks
    };
    Granules granules(Direction direction) const;
    std::uint64_t lineOf(const Warp& warp, const SampledAccess& access, const SampledLine& line) const;
    void arrive(Warp& warp, double now);
    void release(Resident& block);
    bool releaseGrid();
    void end(Warp& warp, double now);

    const double m_active; // multiprocessors that work at the same time
    const double m_even;   // that would, were all to have as many blocks as this one
    const std::span<const ScheduledBlock> m_blocks;
    const MachineCode& m_code;
    const ChipTimes& m_chip;
    const SampledLaunch& m_launch;
    SectorCache m_l1, m_constants{2048};
    std::vector<SectorCache::Found> m_fetched;         // of L1, by the request that is served
    std::unordered_set<std::uint64_t> m_constantLines; // that have come from L2
    PendingStores m_pending;
    SectorCache m_l2Share;                              // this multiprocessor's part of L2
    std::unordered_map<std::uint64_t, unsigned> m_seen; // sectors of lines that were asked of L2
    std::size_t m_nextBlock = 0, m_toRun = 0, m_registers = 0;
    std::vector<Resident> m_resident;
    std::vector<Warp> m_warps; // residents', by slot
    std::vector<Scheduler> m_schedulers;
    Server m_constant, m_lsu, m_tex, m_tags, m_data, m_fill, m_store, m_l2, m_l2Writes, m_dram, m_adu;
    Utilization m_dramLoad, m_l2Load;
    Server m_atomics;
    double m_slices = 1, m_storedSlices = 1; // of L2, that atomics and stores are spread over
    struct Changed {
        const SampledBlock* last = nullptr;
        double blocks = 0; // that change it
        Server server;
    };
    double together(const Changed& lines) const;
    double busiestChain() const;
    std::unordered_map<std::uint64_t, Changed> m_changed; // by atomics: neighbouring lines
    std::deque<double> m_chained;                         // when the last of these will have been served
    std::array<double, kPipes> m_pipeBusy{};
    double m_residence = 0;    // of all blocks
    double m_lastTogether = 0; // that came to the barrier of the grid
    double m_together = 0;     // what these took
    double m_issued = 0, m_lastEnd = 0, m_blockStarted = -kNever, m_missShare = 0, m_stored = 0,
           m_lastStore = 0, m_parametersKnown = 0, m_first = 0, m_firstRead = 0;
    std::vector<double> m_codeKnown;         // when each line of machine code has come
    std::uint32_t m_linesInRow = 0;          // that followed others
    std::vector<std::uint32_t> m_lineOfCode; // by instruction
    std::vector<double> m_ends;              // of blocks, in order
    std::vector<double> m_waited;            // by instruction
    std::uint64_t m_steps = 0;
};

Multiprocessor::Multiprocessor(std::span<const ScheduledBlock> blocks, const MachineCode& code,
                               const ChipTimes& chip, const SampledLaunch& launch)
    : m_active(
          static_cast<double>(std::min(launch.blocks, static_cast<std::uint64_t>(chip.multiprocessors)))),
      m_even(static_cast<double>(launch.blocks) /
             std::ceil(static_cast<double>(launch.blocks) / chip.multiprocessors)),
      m_blocks(blocks), m_code(code), m_chip(chip), m_launch(launch),
      m_l1(std::max(8192.0,
                    chip.l1Bytes - static_cast<double>(launch.sharedBytesPerBlock) * launch.residentBlocks)),
      m_l2Share(chip.l2Bytes / m_active) {
    for (const MachineInstruction& instruction : code.instructions) {
        for (const std::uint16_t reg : instruction.sources)
            if (reg != MachineInstruction::kNoRegister)
                m_registers = std::max<std::size_t>(m_registers, reg + 1U);
        for (const std::uint16_t reg : instruction.results)
            if (reg != MachineInstruction::kNoRegister)
                m_registers = std::max<std::size_t>(m_registers, reg + 1U);
    }
    const bool unrolls = std::ranges::any_of(code.instructions, [](const auto& in) { return in.turn != 0; });
    noteSlices();
    std::uint32_t place = 0;
    for (const MachineInstruction& instruction : code.instructions) {
        m_lineOfCode.push_back(place / kInstructionsPerLine);
        for (const std::uint8_t count : code.costs[instruction.cost].instructions) place += count;
    }
    m_waited.resize(code.instructions.size());
    m_codeKnown.resize(place / kInstructionsPerLine + 1);
    m_schedulers.resize(static_cast<std::size_t>(chip.schedulers));
    const auto multiprocessors = static_cast<std::uint64_t>(chip.multiprocessors);
    m_toRun = std::min<std::size_t>(blocks.size(), (launch.blocks + multiprocessors - 1) / multiprocessors);
    const std::size_t slots =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(launch.residentBlocks, 1)), m_toRun);
    m_resident.resize(slots);
    m_warps.resize(slots * launch.warpsPerBlock);
    for (std::size_t index = 0; index < m_warps.size(); ++index)
        m_schedulers[index % m_schedulers.size()].ready.push_back(kNever);
    for (std::size_t slot = 0; slot < slots; ++slot) {
        for (std::size_t w = 0; w < launch.warpsPerBlock; ++w) {
            const std::size_t index = slot * launch.warpsPerBlock + w;
            m_resident[slot].warps.push_back(index);
            m_warps[index].slot = slot;
            m_warps[index].registers.resize(m_registers * (unrolls ? 1 + kTurnsTogether : 1));
        }
        start(slot, 0);
    }
}

void Multiprocessor::start(std::size_t slot, double now) {
    Resident& resident = m_resident[slot];
    resident.running = resident.waiting = 0;
    if (m_nextBlock == m_toRun) {
        for (const std::size_t index : resident.warps) {
            m_warps[index].ready = kNever;
            note(index);
        }
        return;
    }
    const ScheduledBlock& scheduled = m_blocks[m_nextBlock++];
    const double begins = std::max(now, m_blockStarted + m_chip.blockStart * m_active);
    m_blockStarted = resident.began = begins;
    for (std::size_t w = 0; w < resident.warps.size(); ++w) {
        Warp& warp = m_warps[resident.warps[w]];
        warp.block = scheduled.block;
        warp.steps = scheduled.warps[w];
        warp.next = 0;
        warp.waits = warp.together = false;
        warp.issued = begins;
        warp.pending.clear();
        warp.copied = 0;
        warp.copyGroups.clear();
        // Turns write theirs before they read them.
        std::fill_n(warp.registers.begin(), m_registers, Warp::Register{begins, 0});
        warp.ready = begins;
        ++resident.running;
    }
    for (const std::size_t index : resident.warps) {
        Warp& warp = m_warps[index];
        if (warp.steps.empty())
            end(warp, begins);
        else
            prepare(warp);
        note(index);
    }
}

/// Whatever changes when a warp can go on says so here.
void Multiprocessor::note(std::size_t warp) {
    Scheduler& scheduler = m_schedulers[warp % m_schedulers.size()];
    scheduler.ready[warp / m_schedulers.size()] = m_warps[warp].waits ? kNever : m_warps[warp].ready;
    scheduler.known = false;
}

/// Skips what is no machine instruction, and waits for the operands of the next.
void Multiprocessor::prepare(Warp& warp) const {
    while (warp.next < warp.steps.size()) {
        const MachineInstruction& in = m_code.instructions[warp.steps[warp.next].instruction];
        const Warp::Register last = operands(warp, warp.steps[warp.next], in);
        if (in.kind != MachineKind::Nothing) {
            warp.ready = std::max(warp.ready, last.known);
            warp.operands = last.known;
            warp.maker = last.maker;
            return;
        }
        // What costs nothing hands its operands on.
        make(warp, warp.steps[warp.next], in, last);
        ++warp.next;
    }
}

/// The operand that can be read last. Turns of a loop that are ordered together have registers of their own.
Multiprocessor::Warp::Register Multiprocessor::operands(const Warp& warp, const SampledStep& step,
                                                        const MachineInstruction& in) const {
    const std::uint32_t turn = step.turn & ~std::uint32_t{SampledStep::kLastTurn};
    Warp::Register last;
    for (std::size_t k = 0; k < in.sources.size() && in.sources[k] != MachineInstruction::kNoRegister; ++k) {
        const Warp::Register& each = warp.registers[in.sources[k] + m_registers * in.turnOf(k, turn)];
        if (each.known > last.known) last = each;
    }
    return last;
}

void Multiprocessor::make(Warp& warp, const SampledStep& step, const MachineInstruction& in,
                          Warp::Register made) const {
    const std::uint32_t turn = step.turn & ~std::uint32_t{SampledStep::kLastTurn};
    for (const std::uint16_t reg : in.results) {
        if (reg == MachineInstruction::kNoRegister) break;
        warp.registers[reg + m_registers * turn] = made;
        if ((step.turn & SampledStep::kLastTurn) != 0) warp.registers[reg] = made;
    }
}

/// When an instruction has come from memory: the first of its line waits for it, and the multiprocessors that
/// start together wait for each other. Behind some that follow each other the next ones are fetched ahead.
double Multiprocessor::fetched(std::uint32_t instruction, double now) {
    const std::uint32_t line = m_lineOfCode[instruction];
    double& known = m_codeKnown[line];
    if (known == 0) {
        const double share = m_active / m_chip.multiprocessors;
        known = now + m_chip.codeLatency * share;
        if (line > 0 && m_codeKnown[line - 1] != 0 && ++m_linesInRow > kLinesInRow)
            known = std::min(known, std::max(now, m_codeKnown[line - 1]) + m_chip.codeFollows * share);
    }
    return std::max(known, now);
}

SimulatedTime Multiprocessor::run() {
    issueAll();
    SimulatedTime made;
    made.steps = m_steps;
    made.waited = m_waited;
    made.storedSectors = m_stored;
    made.firstSectors = m_first;
    made.blocks = m_ends.size();
    made.residence = m_residence / static_cast<double>(m_ends.size());
    made.together = m_together;
    const double scale = lengthen(made);
    takeBusy(made, scale);
    return made;
}

/// Issues instruction after instruction, each time of the warp that can go first, until all blocks have
/// ended.
void Multiprocessor::issueAll() {
    for (;;) {
        std::size_t best = 0;
        double earliest = kNever, longest = kNever; // of those that could go, the one that waits longest
        for (std::size_t s = 0; s < m_schedulers.size(); ++s) {
            Scheduler& scheduler = m_schedulers[s];
            if (!std::exchange(scheduler.known, true))
                scheduler.next = static_cast<std::size_t>(std::ranges::min_element(scheduler.ready) -
                                                          scheduler.ready.begin());
            if (scheduler.ready.empty()) continue;
            const double ready = scheduler.ready[scheduler.next], when = std::max(ready, scheduler.free);
            if (when < earliest || (when == earliest && ready < longest)) {
                earliest = when;
                longest = ready;
                best = s;
            }
        }
        if (earliest == kNever && releaseGrid()) continue;
        if (earliest == kNever) break;
        const std::size_t warp = m_schedulers[best].next * m_schedulers.size() + best;
        issue(best, warp, earliest);
        note(warp);
    }
}

/// The time of all blocks of a multiprocessor, of those that were simulated; returns how many times as many
/// there are.
double Multiprocessor::lengthen(SimulatedTime& made) const {
    const double resident = static_cast<double>(m_resident.size()),
                 count = static_cast<double>(m_ends.size());
    const double drained = std::max({m_lastEnd, m_lastStore, m_store.free, m_l2.free, m_l2Writes.free,
                                     m_dram.free, m_fill.free, m_atomics.free});
    const double all = std::ceil(static_cast<double>(m_launch.blocks) / m_chip.multiprocessors);
    double cycles = drained, scale = 1;
    if (all > count) {
        // From the end of the first round on, blocks end as fast as the multiprocessor runs them.
        double slope = drained / count;
        if (count > resident) {
            std::vector<double> ends = m_ends;
            std::sort(ends.begin(), ends.end());
            slope = (ends.back() - ends[m_resident.size() - 1]) / (count - resident);
        }
        cycles = drained + (all - count) * slope;
        scale = all / count;
        made.blockCycles = slope;
    }
    const double busiest =
        std::max({m_data.busy, m_tags.busy, m_lsu.busy, m_tex.busy, m_fill.busy, m_store.busy, m_l2.busy,
                  m_l2Writes.busy, m_dram.busy, m_atomics.busy, busiestChain()}) *
        scale;
    if (m_launch.coldStart && (m_stored > 0 || m_lastStore > 0))
        cycles += m_chip.coldWrites * m_active / m_chip.multiprocessors;
    made.cycles = (m_launch.coldStart ? m_chip.kernelCold : m_chip.kernelWarm) + std::max(cycles, busiest);
    return scale;
}

/// For how many of the cycles each part is busy.
void Multiprocessor::takeBusy(SimulatedTime& made, double scale) const {
    made.atomics = std::max(m_atomics.busy, busiestChain()) * scale;
    for (std::size_t p = 0; p < kPipes; ++p) made.pipe[p] = m_pipeBusy[p] * scale / m_chip.schedulers;
    // Barriers and words of constants go through one of it, of all schedulers.
    made.pipe[at(Pipe::Adu)] =
        std::max({made.pipe[at(Pipe::Adu)], m_adu.busy * scale, m_constant.busy * scale});
    made.issue = m_issued * scale / m_chip.schedulers;
    made.data = std::max({m_data.busy, m_tags.busy, m_tex.busy}) * scale;
    made.l2 = std::max(m_l2.busy, m_l2Writes.busy) * scale;
    made.dram = m_dram.busy * scale;
    made.fill = m_fill.busy * scale;
}

std::size_t Multiprocessor::pipeOf(std::size_t pipe, Pipe any) {
    return pipe == at(Pipe::Any) ? at(any) : pipe;
}

/// What Pipe::Any stands for now: whichever of the two is free first.
Pipe Multiprocessor::anyPipe(const Scheduler& scheduler) {
    return scheduler.pipeFree[at(Pipe::Fma)] < scheduler.pipeFree[at(Pipe::Alu)] ? Pipe::Fma : Pipe::Alu;
}

/// When all pipes that an instruction goes to can take it.
double Multiprocessor::pipesFree(const Scheduler& scheduler, const MachineCost& cost, Pipe any, double now) {
    for (std::size_t p = 0; p < kPipes; ++p)
        if (cost.instructions[p] != 0) now = std::max(now, scheduler.pipeFree[pipeOf(p, any)]);
    return now;
}

Multiprocessor::Taken Multiprocessor::takePipes(Scheduler& scheduler, const MachineCost& cost, Pipe any,
                                                double begins) {
    Taken taken;
    for (std::size_t p = 0; p < kPipes; ++p) {
        if (cost.instructions[p] == 0) continue;
        const std::size_t pipe = pipeOf(p, any);
        const double busy = m_chip.interval[pipe] * cost.instructions[p];
        scheduler.pipeFree[pipe] = std::max(scheduler.pipeFree[pipe], begins) + busy;
        m_pipeBusy[pipe] += busy;
        taken.slots += cost.instructions[p];
        taken.chain += m_chip.latency[pipe] * cost.chain[p];
    }
    return taken;
}

/// When the results of an instruction can be read; known: by its pipes alone. Puts off the warp's next
/// instruction where that waits for more.
double Multiprocessor::execute(Warp& warp, const SampledStep& step, const MachineInstruction& in,
                               double begins, double known) {
    const MachineCost& cost = m_code.costs[in.cost];
    switch (in.kind) {
    case MachineKind::Access:
        if (step.accesses == 0) // by no lane
            known = cost.instructions[at(Pipe::Lsu)] != 0
                        ? m_data.take(m_lsu.take(begins, 1) - 1, data(1)) - 1 + m_chip.sharedLatency
                        : begins + m_chip.constantLatency;
        for (std::uint16_t k = 0; k < step.accesses; ++k)
            known = std::max(
                known,
                access(warp, in, warp.block->accesses[static_cast<std::size_t>(step.access) + k], begins));
        if (in.copies) warp.copied = std::max(warp.copied, known);
        return known;
    case MachineKind::CopyGroup:
        warp.copyGroups.push_back(std::exchange(warp.copied, 0));
        return known;
    case MachineKind::CopyWait:
        awaitCopies(warp, in.groups);
        return known;
    case MachineKind::Shuffle:
        return m_data.take(m_lsu.take(begins, 1) - 1, data(1)) - 1 + m_chip.shuffleLatency;
    case MachineKind::Match:
        return match(step, begins);
    case MachineKind::Reduce:
        // One of several groups: who belongs to it is found as a match finds it, twice.
        // Its result is in a register of the whole warp, which the next group writes again: it is moved
        // first.
        if (step.values > 1) {
            begins = m_adu.take(begins, 2 * m_chip.matchInterval / kWarpSize);
            warp.ready = std::max(warp.ready, begins + m_chip.reduceLatency);
        }
        return begins + m_chip.reduceLatency;
    case MachineKind::Vote:
        return begins + m_chip.voteLatency;
    case MachineKind::Parameter:
        // The first of a kernel comes from L2.
        if (m_parametersKnown == 0) m_parametersKnown = begins + m_chip.l2Latency;
        return std::max(begins + m_chip.parameterLatency, m_parametersKnown);
    case MachineKind::Special:
        return begins + m_chip.specialLatency;
    case MachineKind::Fence:
        warp.ready = begins + m_chip.fenceLatency;
        return known;
    case MachineKind::Barrier:
        return known;
    default:
        if (cost.instructions[at(Pipe::Cbu)] != 0) warp.ready += m_chip.branchLatency;
        return known;
    }
}

/// Those of the open group are waited for with all others.
void Multiprocessor::awaitCopies(Warp& warp, std::size_t butLast) {
    const std::size_t groups = warp.copyGroups.size() - std::min(butLast, warp.copyGroups.size());
    for (std::size_t i = 0; i < groups; ++i) warp.ready = std::max(warp.ready, warp.copyGroups[i]);
    warp.copyGroups.erase(warp.copyGroups.begin(),
                          warp.copyGroups.begin() + static_cast<std::ptrdiff_t>(groups));
    if (butLast == 0) warp.ready = std::max(warp.ready, std::exchange(warp.copied, 0));
}

/// One value after another is compared with what all lanes have. Those of all lanes are different in what was
/// measured.
double Multiprocessor::match(const SampledStep& step, double begins) {
    const double share = std::max<double>(step.values, 1) / kWarpSize;
    return m_adu.take(begins, m_chip.matchInterval * share) +
           (m_chip.matchLatency - m_chip.matchInterval) * share;
}

double Multiprocessor::jumpCycles(Jump jump) const {
    switch (jump) {
    case Jump::Ahead:
        return m_chip.jumpLatency;
    case Jump::Indirect:
        return m_chip.indirectLatency;
    case Jump::Regroup:
        return m_chip.regroupLatency;
    default:
        return 0;
    }
}

/// To its next machine instruction, or to its end.
void Multiprocessor::goOn(Warp& warp) {
    prepare(warp);
    if (warp.next >= warp.steps.size()) end(warp, warp.ready);
}

void Multiprocessor::issue(std::size_t schedulerIndex, std::size_t warpIndex, double now) {
    Scheduler& scheduler = m_schedulers[schedulerIndex];
    Warp& warp = m_warps[warpIndex];
    const SampledStep& step = warp.steps[warp.next];
    const MachineInstruction& in = m_code.instructions[step.instruction];
    const MachineCost& cost = m_code.costs[in.cost];
    const Pipe any = anyPipe(scheduler);
    double begins = pipesFree(scheduler, cost, any, now);
    if (begins > now && begins > scheduler.free + 0.5) {
        // Another warp may go first.
        warp.ready = begins;
        return;
    }
    Taken taken = takePipes(scheduler, cost, any, begins);
    if (in.kind == MachineKind::Reduce && step.values > 1) taken.slots += kApart;
    if (in.merges == 0) { // the load that took it in brings its value
        ++warp.next;
        make(warp, step, in, {warp.lastLoad, step.instruction});
        return goOn(warp);
    }
    ++m_steps;
    begins = fetched(step.instruction, begins);
    m_issued += taken.slots;
    scheduler.free = m_launch.freeIssue ? begins : begins + taken.slots;
    warp.ready = begins + taken.slots;
    // Waiting for an operand is waiting for what makes it; the rest is its own, for its turn and its pipe.
    const double forOperand = std::clamp(warp.operands - warp.issued, 0.0, begins - warp.issued);
    m_waited[warp.maker] += forOperand;
    m_waited[step.instruction] += begins + taken.slots - warp.issued - forOperand;
    warp.issued = begins + taken.slots;
    ++warp.next;
    const double known = execute(warp, step, in, begins, begins + std::max(taken.chain, taken.slots));
    warp.ready += jumpCycles(step.jump);
    warp.together = step.jump == Jump::Together;
    if (in.merges > 1) warp.lastLoad = known;
    make(warp, step, in, {known, step.instruction});
    if (in.kind == MachineKind::Barrier) return arrive(warp, m_adu.take(begins, m_chip.barrierPerWarp));
    if (warp.together) {
        warp.waits = true;
        m_lastTogether = std::max(m_lastTogether, known);
        return;
    }
    goOn(warp);
}

double Multiprocessor::access(Warp& warp, const MachineInstruction& in, const SampledAccess& access,
                              double now) {
    if (access.space == Space::Shared) {
        const double served = m_data.take(m_lsu.take(now, 1) - 1, data(wavefrontsOf(access)));
        if (access.direction == Direction::Store) return now;
        return served - 1 +
               (access.direction == Direction::Atomic ? m_chip.sharedAtomicLatency : m_chip.sharedLatency);
    }
    if (access.space == Space::Constant) {
        // A word a time for those that differ; what the small cache does not have comes from the next.
        double words = std::max<double>(access.dataWavefronts, 1), missing = 0, first = 0;
        for (const SampledLine& line : linesOf(*warp.block, access)) {
            missing += std::popcount(m_constants.miss(line.line, line.sectors));
            first += m_constantLines.insert(line.line).second ? 1 : 0;
        }
        // What no warp has asked for before comes from L2, a line of a request after the other.
        return m_constant.take(now, words * m_chip.constantInterval + missing * m_chip.constantMiss) +
               first * m_chip.l2Latency + m_chip.constantLatency + (words - 1) * m_chip.constantWord;
    }
    if (access.space == Space::Texture) {
        const double served = m_tex.take(now, data(wavefrontsOf(access)));
        if (access.direction == Direction::Store) return store(warp, access, served, now);
        return load(warp, access, served, access.surface ? m_chip.surfaceLatency : m_chip.textureLatency);
    }
    const double asked = m_lsu.take(now, m_chip.addressInterval) - m_chip.addressInterval;
    const bool global = access.space == Space::Global;
    const bool atOnce = global && access.direction == Direction::Load &&
                        access.hitWavefronts < access.dataWavefronts && hits(warp, access, asked);
    const double wavefronts = global ? wavefrontsOf(access, atOnce) : access.lines;
    double served = m_data.take(asked, data(std::max({wavefronts, m_chip.addressInterval, 1.0})));
    if (global && access.direction != Direction::Atomic)
        served = std::max(served, m_tags.take(asked, data(passesOf(access))));
    switch (access.direction) {
    case Direction::Store:
        return store(warp, access, served, now);
    case Direction::Atomic:
        return atomic(warp, in, access, served, now);
    case Direction::Load:
        break;
    }
    return load(warp, access, served, m_chip.l1Latency);
}

/// Local memory is each warp's own.
std::uint64_t Multiprocessor::lineOf(const Warp& warp, const SampledAccess& access,
                                     const SampledLine& line) const {
    if (access.space != Space::Local) return line.line;
    return line.line | static_cast<std::uint64_t>(&warp - m_warps.data() + 1) << 40;
}

/// Whether L1 has all that a load wants. Its data moves at once then; what misses moves pass by pass.
bool Multiprocessor::hits(const Warp& warp, const SampledAccess& access, double now) const {
    return std::ranges::all_of(linesOf(*warp.block, access), [&](const SampledLine& line) {
        return m_l1.has(lineOf(warp, access, line), line.sectors, now);
    });
}

double Multiprocessor::load(const Warp& warp, const SampledAccess& access, double served, double latency) {
    double ends = served - 1 + latency;
    const bool local = access.space == Space::Local;
    double missing = 0, missedLines = 0, l2Cycles = 0, fromDram = 0;
    for (const SampledLine& line : linesOf(*warp.block, access)) {
        const std::uint64_t number = lineOf(warp, access, line);
        const SectorCache::Found found = m_l1.find(number, line.sectors);
        const unsigned missed = found.missing;
        // What another warp has asked for comes when that does.
        for (std::size_t s = 0; s < found.comes->size(); ++s)
            if ((line.sectors & ~missed) >> s & 1U) ends = std::max(ends, (*found.comes)[s]);
        if (missed == 0) continue;
        m_fetched.push_back({missed, found.comes});
        const double sectors = std::popcount(missed);
        missing += sectors;
        ++missedLines;
        l2Cycles += std::max(m_chip.l2ReadLine, m_chip.l2ReadSector * sectors);
        unsigned& seen = m_seen[number];
        const double first = std::popcount(missed & ~seen);
        m_first += first;
        m_firstRead += readTogether(missed & ~seen, m_launch.dramFetchSectors);
        fromDram += local ? 0 : first * shareOfDram();
        const unsigned dropped = m_l2Share.miss(number, missed) & seen;
        if (m_launch.drops || local) fromDram += std::popcount(dropped);
        seen |= missed;
    }
    if (missing > 0) {
        const double asked = served;
        double brought = m_l2.take(asked, l2Cycles * m_even);
        m_l2Writes.take(asked, m_chip.l2ReadAmongWrites * l2Cycles * m_even);
        const double l2Busy = m_l2Load.add(asked, l2Cycles * m_even);
        // A request waits in one queue, not two: its own multiprocessor's, or where that is short, the
        // chip's.
        const double waited = brought - asked - l2Cycles * m_even;
        double far = m_chip.l2Latency + std::max(0.0, m_chip.l2Queue * l2Busy * l2Busy * l2Busy - waited);
        m_missShare += fromDram;
        if (m_missShare >= 1) {
            m_missShare -= std::floor(m_missShare);
            far = m_chip.dramLatency + dramQueue(asked) +
                  m_chip.dramPerLine * std::max(0.0, std::min(missedLines, fromDram) - 1);
        }
        far += m_chip.l2PerLine * (missedLines - 1) + latency - m_chip.l1Latency;
        const double dramCycles = fromDram * (local ? m_chip.scatteredRead : m_launch.dramBytesPerSector) *
                                  m_even / m_chip.dramBytes;
        m_dramLoad.add(asked, dramCycles);
        brought = std::max(brought, m_dram.take(asked, dramCycles));
        const double filled = m_fill.take(asked, missing * kSectorBytes / m_chip.fillBytes);
        ends = std::max({ends, asked + far, brought + far - missing, filled + far - missing});
    }
    for (const SectorCache::Found& fetched : m_fetched)
        for (std::size_t s = 0; s < fetched.comes->size(); ++s)
            if (fetched.missing >> s & 1U) (*fetched.comes)[s] = ends;
    m_fetched.clear();
    return ends;
}

/// Stores to a sector that follow each other closely are sent to L2 as one.
double Multiprocessor::store(Warp& warp, const SampledAccess& access, double served, double now) {
    double sectors = 0, asked = 0, lines = 0, dropped = 0;
    // Whatever other warps do meanwhile, those that follow each other at once meet.
    const bool words = access.bytes >= 4 * kWarpSize && access.lines <= kLinesAtOnce;
    double all = 0;
    for (const SampledLine& line : linesOf(*warp.block, access))
        all += std::popcount(static_cast<unsigned>(line.sectors));
    const bool whole = access.bytes >= kSectorBytes * all; // what was written can be read
    const std::uint32_t place = warp.steps[warp.next - 1].instruction;
    const std::uint32_t apart = std::max(place, warp.stored) - std::min(place, warp.stored);
    if (apart == 0 || apart > kAtOnce) warp.pending.clear();
    warp.stored = place;
    for (const SampledLine& line : linesOf(*warp.block, access)) {
        const std::uint64_t number = lineOf(warp, access, line);
        unsigned fresh = line.sectors;
        if (access.space != Space::Texture) // what is written to surfaces goes on at once
            fresh = m_pending.add(number, line.sectors, served);
        if (access.space == Space::Global && words) fresh &= warp.pending.add(number, line.sectors, served);
        if (access.space == Space::Global && whole) m_l1.find(number, line.sectors);
        const int sent = std::popcount(fresh);
        asked += std::popcount(static_cast<unsigned>(line.sectors));
        sectors += sent;
        lines += sent > 0 ? 1 : 0;
        if (access.space != Space::Local) continue;
        m_l1.miss(number, line.sectors);
        // What L2 has dropped is fetched and written again.
        unsigned& seen = m_seen[number];
        dropped += std::popcount(m_l2Share.miss(number, line.sectors) & seen);
        seen |= line.sectors;
    }
    const double perSector =
        access.bytes >= kSectorBytes * asked ? m_chip.l2WriteSector : m_chip.l2WritePartOfSector;
    if (access.space != Space::Local) m_stored += sectors;
    const double sent = m_store.take(served, sectors * kSectorBytes / m_chip.storeBytes);
    const double dramBytes = access.space == Space::Local ? dropped * m_chip.scatteredRead
                                                          : sectors * m_launch.dramBytesPerStoredSector;
    const double dramCycles = dramBytes * m_even / m_chip.dramBytes;
    const double written = m_l2Writes.take(sent, (m_chip.l2WriteLine * lines + perSector * sectors) * m_even *
                                                     m_chip.l2Slices / m_storedSlices);
    m_dramLoad.add(sent, dramCycles);
    m_dram.take(sent, dramCycles);
    hold(std::max(written, m_dram.free));
    return now;
}

/// The lanes that change one word wait for each other in the slice of L2 that has it, and so do requests for
/// neighbouring lines, those of other multiprocessors too.
double Multiprocessor::atomic(const Warp& warp, const MachineInstruction& in, const SampledAccess& access,
                              double served, double now) {
    double sectors = 0, ends = 0;
    for (const SampledLine& line : linesOf(*warp.block, access)) {
        const double touched = std::popcount(static_cast<unsigned>(line.sectors));
        sectors += touched;
        const double cycles = std::max(m_chip.atomicSector * touched,
                                       m_chip.atomicLane * line.passes - m_chip.atomicOverlap * touched);
        double chain = m_chip.atomicChain * line.passes - m_chip.atomicChainOverlap * (touched - 1);
        if (in.addsFloats) chain = std::max(chain, m_chip.atomicFloatChain * line.deepest);
        const double sliced = cycles * m_even / m_slices;
        Changed& of = m_changed.at(line.line / kLinesChained);
        const double chained = chain * together(of);
        const double done = m_atomics.take(served, sliced), chainDone = of.server.take(served, chained);
        ends = std::max({ends, done - 0.5 * sliced, chainDone - 0.5 * chained});
        hold(done);
        m_chained.push_back(chainDone);
        m_lastStore = std::max(m_lastStore, chainDone);
    }
    // So many may wait in chains, whichever these are.
    for (; m_chained.size() > kInChains; m_chained.pop_front())
        m_lsu.free = std::max(m_lsu.free, m_chained.front());
    m_store.take(served, sectors * kSectorBytes / m_chip.storeBytes);
    return access.returns ? ends + m_chip.globalAtomicLatency : now;
}

double Multiprocessor::busiestChain() const {
    double busiest = 0;
    for (const auto& [lines, of] : m_changed) busiest = std::max(busiest, of.server.busy);
    return busiest;
}

/// How many multiprocessors change the same lines at the same time, by how many sampled blocks do.
double Multiprocessor::together(const Changed& lines) const {
    const auto blocks = static_cast<double>(m_blocks.size());
    return blocks < 2 ? m_active : 1 + (m_active - 1) * (lines.blocks - 1) / (blocks - 1);
}

/// What blocks change by atomics, and over how many slices of L2 these and stores are spread.
void Multiprocessor::noteSlices() {
    for (const SampledBlock* block : m_blocks | std::views::transform(&ScheduledBlock::block))
        for (const SampledAccess& access : block->accesses) {
            if (access.direction != Direction::Atomic || access.space == Space::Shared) continue;
            for (const SampledLine& line : linesOf(*block, access)) {
                Changed& of = m_changed[line.line / kLinesChained];
                if (std::exchange(of.last, block) != block) ++of.blocks;
            }
        }
    if (const double count = granules(Direction::Atomic).count; count > 0) {
        // Few fall on few slices, some of them on the same.
        const double uneven = 1 + 0.8 * std::sqrt(2 * std::log(m_chip.l2Slices) * m_chip.l2Slices / count);
        m_slices = std::max(1.0, std::min(0.85 * count, m_chip.l2Slices / uneven));
    }
    // Stores of many to the same lines; where each block has its own, the lines of all are many.
    const Granules stored = granules(Direction::Store);
    m_storedSlices = stored.shared ? std::min<double>(stored.count, m_chip.l2Slices) : m_chip.l2Slices;
}

/// How many parts of memory, of those that slices of L2 have in turn, all blocks touch that way.
Multiprocessor::Granules Multiprocessor::granules(Direction direction) const {
    std::unordered_map<std::uint64_t, const SampledBlock*> seen; // the last block that touched each
    double visits = 0;
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (const SampledBlock* block : m_blocks | std::views::transform(&ScheduledBlock::block))
        for (const SampledAccess& access : block->accesses) {
            if (access.direction != direction || access.space == Space::Shared ||
                access.space == Space::Local)
                continue;
            for (const SampledLine& line : linesOf(*block, access)) {
                const std::uint64_t granule = line.line / kLinesPerGranule;
                if (std::exchange(seen[granule], block) != block) ++visits;
                least = std::min(least, granule);
                most = std::max(most, granule);
            }
        }
    if (seen.empty()) return {};
    const auto count = static_cast<double>(seen.size()), blocks = static_cast<double>(m_blocks.size());
    // Where each block has its own, the others have as many.
    const bool shared = visits >= 2 * count;
    const double all = shared ? count : count * static_cast<double>(m_launch.blocks) / blocks;
    return {std::min(all, static_cast<double>(most - least + 1)), shared};
}

/// Stores wait in queues; where those are full, nothing more is taken.
void Multiprocessor::hold(double written) {
    m_lastStore = std::max(m_lastStore, written);
    m_lsu.free = std::max(m_lsu.free, written - m_chip.storeQueue);
}

/// Of what this multiprocessor asks L2 for the first time. What blocks share has come when enough was asked
/// for; of more than L2 keeps, what came first has gone when the last ask for it.
double Multiprocessor::shareOfDram() const {
    constexpr double kShared = 0.5;
    if (m_launch.dramShare >= kShared || m_launch.dramSectors == 0 || m_launch.drops)
        return m_launch.dramShare;
    return std::exp(-m_firstRead * m_active / m_launch.dramSectors);
}

/// What a read waits beyond DRAM's latency for the others, and for the bus to turn between reading and
/// writing.
double Multiprocessor::dramQueue(double now) {
    const double busy = m_dramLoad.add(now, 0), writes = m_launch.dramWriteShare;
    return m_chip.dramTurn * writes * std::min(1.0, busy * 10) +
           busy * (m_chip.dramQueue + m_chip.dramMixedQueue * writes);
}

void Multiprocessor::arrive(Warp& warp, double now) {
    Resident& block = m_resident[warp.slot];
    warp.waits = true;
    ++block.waiting;
    block.lastArrival = std::max(block.lastArrival, now);
    if (block.waiting == block.running) release(block);
}

void Multiprocessor::release(Resident& block) {
    const double opens = m_adu.take(block.lastArrival, m_chip.barrierPerWarp) + m_chip.barrierLatency;
    block.waiting = 0;
    block.lastArrival = 0;
    for (const std::size_t index : block.warps) {
        Warp& warp = m_warps[index];
        if (!warp.waits) continue;
        openFor(warp, opens);
        note(index);
    }
}

/// A barrier at which a warp waits, whose time that is.
void Multiprocessor::openFor(Warp& warp, double when) {
    warp.waits = false;
    warp.ready = when;
    m_waited[warp.steps[warp.next - 1].instruction] += when - warp.issued;
    warp.issued = when;
    goOn(warp);
}

/// Of a grid whose blocks wait for each other all are there at once, and those of other multiprocessors are
/// taken to come as late as these: it opens when no warp here has anything else to do.
bool Multiprocessor::releaseGrid() {
    const double blocks = static_cast<double>(m_launch.blocks);
    const double takes = m_chip.gridBarrierLatency +
                         (m_launch.blocks > kClusterBlocks ? m_chip.gridBarrierFar : 0),
                 came = std::exchange(m_lastTogether, 0),
                 opens = came + std::max(takes, blocks * m_chip.gridBarrierPerBlock);
    bool any = false;
    for (Warp& warp : m_warps) {
        if (!std::exchange(warp.together, false)) continue;
        any = true;
        openFor(warp, opens);
        note(static_cast<std::size_t>(&warp - m_warps.data()));
    }
    if (!any) return false;
    m_l1.clear(); // what others have written must be seen
    m_together += opens - came;
    return true;
}

void Multiprocessor::end(Warp& warp, double now) {
    Resident& block = m_resident[warp.slot];
    warp.ready = kNever;
    warp.waits = false;
    m_lastEnd = std::max(m_lastEnd, now);
    if (--block.running == 0) {
        m_ends.push_back(now);
        m_residence += now - block.began;
        start(warp.slot, now + m_chip.blockTurnaround);
    } else if (block.waiting == block.running) {
        release(block);
    }
}

} // namespace

namespace {

Jump jumpBetween(std::uint32_t from, std::uint32_t to, const MachineCode& code) {
    const MachineInstruction& in = code.instructions[from];
    if (in.kind == MachineKind::Indirect) return Jump::Indirect;
    if (to == from + 1 || in.predicates != 0) return Jump::None;
    if (code.costs[in.cost].instructions[at(Pipe::Cbu)] == 0) return Jump::None;
    return to > from || in.kind == MachineKind::Call ? Jump::Ahead : Jump::None;
}

} // namespace

std::span<const SampledLine> linesOf(const SampledBlock& block, const SampledAccess& access, bool packed) {
    const std::span<const SampledLine> all(block.lines);
    return packed && access.packedLines != 0
               ? all.subspan(access.firstLine + std::size_t{access.lines}, access.packedLines)
               : all.subspan(access.firstLine, access.lines);
}

namespace {

/// How many turns of a loop follow from a step on, at most so many: each of all of its instructions, whose
/// lanes do not part before its end.
std::size_t turnsFrom(const std::vector<SampledStep>& steps, std::size_t begin, std::size_t length,
                      std::size_t most) {
    const std::uint32_t first = steps[begin].instruction;
    most = std::min(most, (steps.size() - begin) / length);
    for (std::size_t turn = 0; turn < most; ++turn)
        for (std::size_t k = 0; k < length; ++k) {
            const SampledStep& step = steps[begin + turn * length + k];
            if (step.instruction != first + k) return turn;
            if (step.jump != Jump::None) return k + 1 == length ? turn + 1 : turn;
        }
    return most;
}

/// Turns of a loop that is unrolled which some lanes do by themselves, behind the unrolled loop.
struct Rest {
    std::size_t begin = 0, turns = 0;
    int lanes = 0; ///< whose last ones they are
};

/// What is left behind a loop of which four turns are one: two turns, and one, each for all lanes that have
/// such a rest. lanes: of each turn. Nothing of the rest that those with the most turns have, too.
std::array<Rest, 2> restsOf(std::span<const std::uint8_t> lanes) {
    std::array<Rest, 2> rests{};
    for (std::size_t turn = 1; turn < lanes.size(); ++turn) {
        const int leave = lanes[turn - 1] - lanes[turn];
        const std::size_t block = turn - turn % kTurnsTogether;
        if ((turn & 2U) != 0 && leave > rests[0].lanes) rests[0] = {block, 2, leave};
        if ((turn & 1U) != 0 && leave > rests[1].lanes) rests[1] = {turn - 1, 1, leave};
    }
    if ((lanes.size() & 2U) != 0) rests[0] = {};
    if ((lanes.size() & 1U) != 0) rests[1] = {};
    return rests;
}

/// Lines of an access whose lanes' elements lie side by side, at most.
constexpr std::uint16_t kSideBySide = 2;

/// As restsOf() has them: the steps of lanes that have fewer turns of such a loop than others, before those
/// of the others, who are still in it. What is moved for both is told of the others; where lanes are side by
/// side it comes with the rest, and L1 has it then.
std::vector<SampledStep> withRests(const std::vector<SampledStep>& steps, const MachineCode& code,
                                   std::span<const SampledAccess> accesses) {
    const auto isSideBySide = [&](const SampledStep& step) {
        return step.access < 0 || accesses[static_cast<std::size_t>(step.access)].lines <= kSideBySide;
    };
    std::vector<SampledStep> made;
    made.reserve(steps.size());
    std::vector<std::uint8_t> lanes;
    for (std::size_t i = 0; i < steps.size();) {
        const std::size_t length = code.instructions[steps[i].instruction].turn;
        const std::size_t turns = length == 0 ? 0 : turnsFrom(steps, i, length, steps.size());
        if (turns == 0) {
            made.push_back(steps[i++]);
            continue;
        }
        const auto at = [&](std::size_t turn) {
            return steps.begin() + static_cast<std::ptrdiff_t>(i + turn * length);
        };
        lanes.clear();
        for (std::size_t turn = 0; turn < turns; ++turn) lanes.push_back(at(turn)->lanes);
        const std::array<Rest, 2> rests = restsOf(lanes);
        for (std::size_t turn = 0; turn < turns; turn += kTurnsTogether) {
            for (const Rest& rest : rests) {
                if (rest.turns == 0 || rest.begin - rest.begin % kTurnsTogether != turn) continue;
                for (auto step = at(rest.begin); step != at(rest.begin + rest.turns); ++step) {
                    made.push_back(*step);
                    if (!isSideBySide(*step)) made.back().access = -1, made.back().accesses = 0;
                }
                made.back().jump = Jump::Regroup;
            }
            made.insert(made.end(), at(turn), at(std::min(turn + kTurnsTogether, turns)));
        }
        i += turns * length;
    }
    return made;
}

/// Where lanes are in groups of which each makes a sum of its own, one group after the other goes on from
/// there to the next access or branch.
std::vector<SampledStep> inGroups(const std::vector<SampledStep>& steps, const MachineCode& code) {
    const auto isApart = [&](const SampledStep& step) {
        return step.values > 1 && code.instructions[step.instruction].kind == MachineKind::Reduce;
    };
    const auto isBehind = [&](const SampledStep& step) {
        const MachineInstruction& in = code.instructions[step.instruction];
        return (in.kind == MachineKind::Plain && code.costs[in.cost].instructions[at(Pipe::Cbu)] == 0) ||
               in.kind == MachineKind::Nothing;
    };
    std::vector<SampledStep> made;
    for (std::size_t i = 0; i < steps.size();) {
        std::size_t end = i + 1;
        if (isApart(steps[i]))
            while (end < steps.size() && isBehind(steps[end])) ++end;
        const unsigned groups = isApart(steps[i]) ? steps[i].values : 1;
        for (unsigned group = 1; group <= groups; ++group) {
            made.insert(made.end(), steps.begin() + static_cast<std::ptrdiff_t>(i),
                        steps.begin() + static_cast<std::ptrdiff_t>(end));
            if (group < groups) made[made.size() - (end - i)].jump = Jump::Regroup;
        }
        i = end;
    }
    return made;
}

} // namespace

std::vector<SampledStep> scheduled(const std::vector<SampledStep>& ran, const MachineCode& code,
                                   std::span<const SampledAccess> accesses) {
    const std::vector<SampledStep> steps = withRests(ran, code, accesses);
    bool apart = false;
    std::vector<SampledStep> made;
    made.reserve(steps.size());
    std::vector<std::pair<std::uint16_t, SampledStep>> together; // by place
    const auto place = [&](const SampledStep& step) { return code.instructions[step.instruction].place; };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (const std::size_t length = code.instructions[steps[i].instruction].turn;
            length != 0 && begin == made.size()) {
            std::size_t count = turnsFrom(steps, i, length, kTurnsTogether);
            count = count == kTurnsTogether ? count : std::min<std::size_t>(count, 2);
            if (count > 1) {
                together.clear();
                for (std::size_t turn = 0; turn < count; ++turn)
                    for (std::size_t k = 0; k < length; ++k) {
                        const SampledStep& step = steps[i + turn * length + k];
                        const MachineInstruction& in = code.instructions[step.instruction];
                        const bool last = turn + 1 == count;
                        if (in.every > 1 && !last) continue;
                        together.push_back({count == 2 ? in.placeOfTwo[turn] : in.placeOfFour[turn], step});
                        together.back().second.turn =
                            static_cast<std::uint8_t>((turn + 1) | (last ? SampledStep::kLastTurn : 0U));
                    }
                std::ranges::stable_sort(together, {}, [](const auto& each) { return each.first; });
                for (const auto& each : together) made.push_back(each.second);
                begin = made.size();
                i += count * length - 1;
                continue;
            }
        }
        const MachineInstruction& in = code.instructions[steps[i].instruction];
        apart = apart || (in.kind == MachineKind::Reduce && steps[i].values > 1);
        const bool ends = i + 1 == steps.size();
        const bool jumps = ends || steps[i + 1].instruction <= steps[i].instruction;
        made.push_back(steps[i]);
        if (!ends && steps[i].jump == Jump::None)
            made.back().jump = jumpBetween(steps[i].instruction, steps[i + 1].instruction, code);
        if (in.predicates != 0 && !ends && steps[i + 1].instruction != steps[i].instruction + 1)
            for (std::uint32_t k = 1; k <= in.predicates; ++k)
                made.push_back({steps[i].instruction + k, -1, 0}); // by no lane
        if (!jumps && !in.last) continue;
        std::stable_sort(made.begin() + static_cast<std::ptrdiff_t>(begin), made.end(),
                         [&](const SampledStep& a, const SampledStep& b) { return place(a) < place(b); });
        begin = made.size();
    }
    return apart ? inGroups(made, code) : made;
}

ScheduledBlock::ScheduledBlock(const SampledBlock& sampled, const MachineCode& code) : block(&sampled) {
    for (const SampledBlock::Warp& warp : sampled.warps)
        warps.push_back(scheduled(warp.steps, code, sampled.accesses));
}

SimulatedTime simulate(std::span<const ScheduledBlock> blocks, const MachineCode& code, const ChipTimes& chip,
                       const SampledLaunch& launch) {
    if (blocks.empty()) return {};
    return Multiprocessor(blocks, code, chip, launch).run();
}

} // namespace lanescope::model
