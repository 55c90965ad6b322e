// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace lanescope::model {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t at(Pipe pipe) {
    return static_cast<std::size_t>(pipe);
}

/// Lines with their sectors, the least recently used one goes first. Lines of a set are few, so that they are
/// looked through.
class SectorCache {
public:
    explicit SectorCache(double bytes) {
        m_sets = std::max<std::size_t>(1, static_cast<std::size_t>(bytes / 128 / kWays));
        m_lines.resize(m_sets * kWays);
    }
    /// Sectors of the line that were not there; they are now.
    unsigned miss(std::uint64_t line, unsigned sectors) {
        const std::uint64_t hash = line ^ (line >> 7) ^ (line >> 15);
        Line* const set = &m_lines[hash % m_sets * kWays];
        Line* oldest = set;
        for (std::size_t way = 0; way < kWays; ++way) {
            if (set[way].used != 0 && set[way].line == line) {
                const unsigned missing = sectors & ~set[way].sectors;
                set[way].sectors |= sectors;
                set[way].used = ++m_clock;
                return missing;
            }
            if (set[way].used < oldest->used) oldest = &set[way];
        }
        *oldest = {line, ++m_clock, sectors};
        return sectors;
    }

private:
    static constexpr std::size_t kWays = 16;
    struct Line {
        std::uint64_t line = 0, used = 0;
        unsigned sectors = 0;
    };
    std::vector<Line> m_lines;
    std::size_t m_sets = 1;
    std::uint64_t m_clock = 0;
};

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

/// Steps in the order that the compiler gives them: stretch by stretch.
std::vector<SampledStep> ordered(const std::vector<SampledStep>& steps, const MachineCode& code) {
    std::vector<SampledStep> made;
    made.reserve(steps.size());
    const auto place = [&](const SampledStep& step) { return code.instructions[step.instruction].place; };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool jumps = i + 1 == steps.size() || steps[i + 1].instruction <= steps[i].instruction;
        if (!jumps && !code.instructions[steps[i].instruction].last) continue;
        made.insert(made.end(), steps.begin() + static_cast<std::ptrdiff_t>(begin),
                    steps.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        std::stable_sort(made.begin() + static_cast<std::ptrdiff_t>(begin), made.end(),
                         [&](const SampledStep& a, const SampledStep& b) { return place(a) < place(b); });
        begin = i + 1;
    }
    return made;
}

class Multiprocessor {
public:
    Multiprocessor(const std::vector<const SampledBlock*>& blocks, const MachineCode& code,
                   const ChipTimes& chip, const SampledLaunch& launch);
    SimulatedTime run();

private:
    struct Warp {
        const SampledBlock* block = nullptr;
        std::vector<SampledStep> steps;
        std::size_t next = 0;
        std::size_t slot = 0; // of the resident block
        double ready = 0;
        bool waits = false;        // at a barrier
        std::vector<double> known; // when each register can be read
    };
    struct Resident {
        std::size_t running = 0, waiting = 0;
        double lastArrival = 0;
        std::vector<std::size_t> warps;
    };

    void start(std::size_t slot, double now);
    void issue(std::size_t scheduler, std::size_t warp, double now);
    void prepare(Warp& warp) const;
    double access(const Warp& warp, const SampledAccess& access, double now);
    double load(const Warp& warp, const SampledAccess& access, double now);
    void arrive(Warp& warp, double now);
    void release(Resident& block);
    void end(Warp& warp, double now);

    const std::vector<const SampledBlock*>& m_blocks;
    const MachineCode& m_code;
    const ChipTimes& m_chip;
    const SampledLaunch& m_launch;
    SectorCache m_l1, m_constants{2048};
    std::size_t m_nextBlock = 0, m_registers = 0;
    std::vector<Resident> m_resident;
    std::vector<Warp> m_warps; // residents', by slot
    struct Scheduler {
        double free = 0;
        std::vector<std::size_t> warps;
        std::array<double, kPipes> pipeFree{};
        std::size_t last = 0;
    };
    std::vector<Scheduler> m_schedulers;
    Server m_constant, m_lsu, m_data, m_fill, m_store, m_l2, m_dram, m_tex, m_adu;
    std::array<double, kPipes> m_pipeBusy{};
    double m_issued = 0, m_lastEnd = 0, m_blockStarted = -kNever, m_missShare = 0, m_missed = 0, m_stored = 0,
           m_lastStore = 0, m_parametersKnown = 0;
    std::vector<double> m_ends; // of blocks, in order
    std::uint64_t m_steps = 0;
    double m_active = 1; // multiprocessors that work at the same time
};

Multiprocessor::Multiprocessor(const std::vector<const SampledBlock*>& blocks, const MachineCode& code,
                               const ChipTimes& chip, const SampledLaunch& launch)
    : m_blocks(blocks), m_code(code), m_chip(chip), m_launch(launch),
      m_l1(std::max(8192.0,
                    chip.l1Bytes - static_cast<double>(launch.sharedBytesPerBlock) * launch.residentBlocks)) {
    m_active = static_cast<double>(
        std::min<std::uint64_t>(launch.blocks, static_cast<std::uint64_t>(chip.multiprocessors)));
    for (const MachineInstruction& instruction : code.instructions) {
        for (const std::uint16_t reg : instruction.sources)
            if (reg != MachineInstruction::kNoRegister)
                m_registers = std::max<std::size_t>(m_registers, reg + 1U);
        for (const std::uint16_t reg : instruction.results)
            if (reg != MachineInstruction::kNoRegister)
                m_registers = std::max<std::size_t>(m_registers, reg + 1U);
    }
    m_schedulers.resize(static_cast<std::size_t>(chip.schedulers));
    const std::size_t slots =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(launch.residentBlocks, 1)), blocks.size());
    m_resident.resize(slots);
    m_warps.resize(slots * launch.warpsPerBlock);
    for (std::size_t slot = 0; slot < slots; ++slot) {
        for (std::size_t w = 0; w < launch.warpsPerBlock; ++w) {
            const std::size_t index = slot * launch.warpsPerBlock + w;
            m_resident[slot].warps.push_back(index);
            m_warps[index].slot = slot;
            m_warps[index].known.resize(m_registers);
            m_schedulers[index % m_schedulers.size()].warps.push_back(index);
        }
        start(slot, 0);
    }
}

void Multiprocessor::start(std::size_t slot, double now) {
    Resident& resident = m_resident[slot];
    resident.running = resident.waiting = 0;
    if (m_nextBlock == m_blocks.size()) {
        for (const std::size_t index : resident.warps) m_warps[index].ready = kNever;
        return;
    }
    const SampledBlock& block = *m_blocks[m_nextBlock++];
    const double begins = std::max(now, m_blockStarted + m_chip.blockStart * m_active);
    m_blockStarted = begins;
    for (std::size_t w = 0; w < resident.warps.size(); ++w) {
        Warp& warp = m_warps[resident.warps[w]];
        warp.block = &block;
        warp.steps = ordered(block.warps[w].steps, m_code);
        warp.next = 0;
        warp.waits = false;
        std::fill(warp.known.begin(), warp.known.end(), begins);
        warp.ready = begins;
        ++resident.running;
    }
    for (const std::size_t index : resident.warps) {
        Warp& warp = m_warps[index];
        if (warp.steps.empty())
            end(warp, begins);
        else
            prepare(warp);
    }
}

/// Skips what is no machine instruction, and waits for the operands of the next.
void Multiprocessor::prepare(Warp& warp) const {
    while (warp.next < warp.steps.size()) {
        const MachineInstruction& in = m_code.instructions[warp.steps[warp.next].instruction];
        if (in.kind != MachineKind::Nothing) {
            for (const std::uint16_t reg : in.sources)
                if (reg != MachineInstruction::kNoRegister)
                    warp.ready = std::max(warp.ready, warp.known[reg]);
            return;
        }
        // What costs nothing hands its operands on.
        double known = 0;
        for (const std::uint16_t reg : in.sources)
            if (reg != MachineInstruction::kNoRegister) known = std::max(known, warp.known[reg]);
        for (const std::uint16_t reg : in.results)
            if (reg != MachineInstruction::kNoRegister) warp.known[reg] = known;
        ++warp.next;
    }
}

SimulatedTime Multiprocessor::run() {
    for (;;) {
        std::size_t best = 0, bestWarp = 0;
        double earliest = kNever, longest = kNever; // of those that could go, the one that waits longest
        for (std::size_t s = 0; s < m_schedulers.size(); ++s) {
            const Scheduler& scheduler = m_schedulers[s];
            const std::size_t count = scheduler.warps.size();
            for (std::size_t k = 0; k < count; ++k) {
                const std::size_t index = scheduler.warps[k];
                if (m_warps[index].waits) continue;
                const double ready = m_warps[index].ready, when = std::max(ready, scheduler.free);
                if (when < earliest || (when == earliest && ready < longest)) {
                    earliest = when;
                    longest = ready;
                    best = s;
                    bestWarp = index;
                }
            }
        }
        if (earliest == kNever) break;
        issue(best, bestWarp, earliest);
    }
    SimulatedTime made;
    made.steps = m_steps;
    made.missedSectors = m_missed;
    made.storedSectors = m_stored;
    const double resident = static_cast<double>(m_resident.size()),
                 count = static_cast<double>(m_ends.size());
    const double drained =
        std::max({m_lastEnd, m_lastStore, m_store.free, m_l2.free, m_dram.free, m_fill.free});
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
    made.cycles = m_chip.kernelStart + cycles + m_chip.kernelEnd;
    for (std::size_t p = 0; p < kPipes; ++p) made.pipe[p] = m_pipeBusy[p] * scale / m_chip.schedulers;
    made.issue = m_issued * scale / m_chip.schedulers;
    made.data = m_data.busy * scale;
    made.l2 = m_l2.busy * scale;
    made.dram = m_dram.busy * scale;
    made.fill = m_fill.busy * scale;
    return made;
}

void Multiprocessor::issue(std::size_t schedulerIndex, std::size_t warpIndex, double now) {
    Scheduler& scheduler = m_schedulers[schedulerIndex];
    Warp& warp = m_warps[warpIndex];
    const SampledStep& step = warp.steps[warp.next];
    const MachineInstruction& in = m_code.instructions[step.instruction];
    const MachineCost& cost = m_code.costs[in.cost];
    // All pipes that it goes to must take it.
    double slots = 0, chain = 0, begins = now;
    Pipe any = Pipe::Alu;
    if (cost.instructions[at(Pipe::Any)] != 0)
        any = scheduler.pipeFree[at(Pipe::Fma)] < scheduler.pipeFree[at(Pipe::Alu)] ? Pipe::Fma : Pipe::Alu;
    for (std::size_t p = 0; p < kPipes; ++p) {
        if (cost.instructions[p] == 0) continue;
        const std::size_t pipe = p == at(Pipe::Any) ? at(any) : p;
        begins = std::max(begins, scheduler.pipeFree[pipe]);
    }
    if (begins > now && begins > scheduler.free + 0.5) {
        // Another warp may go first.
        warp.ready = begins;
        return;
    }
    for (std::size_t p = 0; p < kPipes; ++p) {
        if (cost.instructions[p] == 0) continue;
        const std::size_t pipe = p == at(Pipe::Any) ? at(any) : p;
        const double busy = m_chip.interval[pipe] * cost.instructions[p];
        scheduler.pipeFree[pipe] = std::max(scheduler.pipeFree[pipe], begins) + busy;
        m_pipeBusy[pipe] += busy;
        slots += cost.instructions[p];
        chain += m_chip.latency[pipe] * cost.chain[p];
    }
    ++m_steps;
    m_issued += slots;
    scheduler.free = begins + slots;
    warp.ready = begins + slots;
    double known = begins + std::max(chain, slots);
    ++warp.next;
    bool arrives = false;
    switch (in.kind) {
    case MachineKind::Access:
        if (step.accesses == 0) known = begins + m_chip.constantLatency; // no lane was active, or constants
        for (std::uint16_t k = 0; k < step.accesses; ++k)
            known = std::max(
                known, access(warp, warp.block->accesses[static_cast<std::size_t>(step.access) + k], begins));
        break;
    case MachineKind::Shuffle:
        known = m_data.take(m_lsu.take(begins, 1) - 1, 1) - 1 + m_chip.shuffleLatency;
        break;
    case MachineKind::Match:
        known = m_adu.take(begins, m_chip.matchInterval) + m_chip.matchLatency - m_chip.matchInterval;
        break;
    case MachineKind::Reduce:
        known = begins + m_chip.reduceLatency;
        break;
    case MachineKind::Vote:
        known = begins + m_chip.voteLatency;
        break;
    case MachineKind::Parameter:
        // The first of a kernel comes from L2.
        if (m_parametersKnown == 0) m_parametersKnown = begins + m_chip.l2Latency;
        known = std::max(begins + m_chip.parameterLatency, m_parametersKnown);
        break;
    case MachineKind::Special:
        known = begins + m_chip.specialLatency;
        break;
    case MachineKind::Fence:
        warp.ready = begins + m_chip.fenceLatency;
        break;
    case MachineKind::Barrier:
        arrives = true;
        break;
    default:
        if (cost.instructions[at(Pipe::Cbu)] != 0) warp.ready += m_chip.branchLatency;
        break;
    }
    for (const std::uint16_t reg : in.results)
        if (reg != MachineInstruction::kNoRegister) warp.known[reg] = known;
    if (arrives) return arrive(warp, m_adu.take(begins, m_chip.barrierPerWarp));
    prepare(warp);
    if (warp.next >= warp.steps.size()) end(warp, warp.ready);
}

double Multiprocessor::access(const Warp& warp, const SampledAccess& access, double now) {
    if (access.space == Space::Shared) {
        const double served = m_data.take(m_lsu.take(now, 1) - 1, access.dataWavefronts);
        if (access.direction == Direction::Store) return now;
        return served - 1 +
               (access.direction == Direction::Atomic ? m_chip.sharedAtomicLatency : m_chip.sharedLatency);
    }
    if (access.space == Space::Constant) {
        // A word a time for those that differ; what the small cache does not have comes from the next.
        double words = std::max<double>(access.dataWavefronts, 1), missing = 0;
        for (std::uint16_t k = 0; k < access.lines; ++k) {
            const SampledLine& line = warp.block->lines[access.firstLine + k];
            missing += std::popcount(m_constants.miss(line.line, line.sectors));
        }
        return m_constant.take(now, words * 2 + missing * 10) + m_chip.constantLatency;
    }
    return load(warp, access, now);
}

double Multiprocessor::load(const Warp& warp, const SampledAccess& access, double now) {
    const double wavefronts = access.space == Space::Local ? std::max<double>(access.lines, 1)
                                                           : std::max<double>(access.dataWavefronts, 1);
    const bool texture = access.space == Space::Texture;
    double served = 0;
    if (texture)
        served = m_tex.take(now, m_chip.textureInterval * std::max(1.0, access.lanes / 32.0));
    else
        served = m_data.take(m_lsu.take(now, m_chip.addressInterval) - m_chip.addressInterval,
                             std::max(wavefronts, m_chip.addressInterval));
    if (access.direction == Direction::Store) {
        double bytes = 0;
        for (std::uint16_t k = 0; k < access.lines; ++k)
            bytes +=
                32.0 * std::popcount(static_cast<unsigned>(warp.block->lines[access.firstLine + k].sectors));
        m_stored += bytes / 32;
        const double sent = m_store.take(served, bytes / m_chip.storeBytes);
        m_l2.take(sent, bytes * m_active / m_chip.l2WriteBytes);
        m_dram.take(sent, bytes / 32 * m_launch.dramBytesPerSector * m_active / m_chip.dramBytes);
        m_lastStore = std::max(m_lastStore, sent + m_chip.l2Latency);
        return now;
    }
    if (access.direction == Direction::Atomic) {
        double sectors = 0;
        for (std::uint16_t k = 0; k < access.lines; ++k)
            sectors += std::popcount(static_cast<unsigned>(warp.block->lines[access.firstLine + k].sectors));
        const double ends = m_l2.take(m_store.take(served, sectors * 32 / m_chip.storeBytes),
                                      sectors * m_chip.l2AtomicPerSector * m_active);
        return access.returns ? ends + m_chip.globalAtomicLatency : now;
    }
    double latency = texture ? m_chip.textureLatency : m_chip.l1Latency, ends = served - 1 + latency;
    double missing = 0;
    for (std::uint16_t k = 0; k < access.lines; ++k) {
        const SampledLine& line = warp.block->lines[access.firstLine + k];
        missing += std::popcount(m_l1.miss(line.line, line.sectors));
    }
    if (missing > 0) {
        const double asked = served;
        double brought = m_l2.take(asked, missing * 32 * m_active / m_chip.l2ReadBytes);
        double far = m_chip.l2Latency;
        m_missed += missing;
        m_missShare += missing * m_launch.dramShare;
        if (m_missShare >= 1) {
            m_missShare -= std::floor(m_missShare);
            far = m_chip.dramLatency;
        }
        brought = std::max(
            brought, m_dram.take(asked, missing * m_launch.dramBytesPerSector * m_active / m_chip.dramBytes));
        const double filled = m_fill.take(asked, missing * 32 / m_chip.fillBytes);
        ends = std::max({ends, asked + far, brought + far - missing, filled + far - missing});
    }
    return ends;
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
        warp.waits = false;
        warp.ready = opens;
        prepare(warp);
        if (warp.next >= warp.steps.size()) end(warp, warp.ready);
    }
}

void Multiprocessor::end(Warp& warp, double now) {
    Resident& block = m_resident[warp.slot];
    warp.ready = kNever;
    warp.waits = false;
    m_lastEnd = std::max(m_lastEnd, now);
    if (--block.running == 0) {
        m_ends.push_back(now);
        start(warp.slot, now);
    } else if (block.waiting == block.running) {
        release(block);
    }
}

} // namespace

SimulatedTime simulate(const std::vector<const SampledBlock*>& blocks, const MachineCode& code,
                       const ChipTimes& chip, const SampledLaunch& launch) {
    if (blocks.empty()) return {};
    return Multiprocessor(blocks, code, chip, launch).run();
}

} // namespace lanescope::model
