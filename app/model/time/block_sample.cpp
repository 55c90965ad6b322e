// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/block_sample.h"

#include "model/memory/coalescing.h"
#include "model/memory/texture.h"

#include <algorithm>
#include <bit>

namespace lanescope::model {

namespace {

/// The lines that the active lanes touch, in the order of the first lane at each.
void addLines(const WarpAccess& access, std::vector<SampledLine>& lines, std::size_t first) {
    const auto add = [&](std::uint64_t from, std::uint64_t end) {
        for (std::uint64_t sector = from / kSectorBytes; sector * kSectorBytes < end; ++sector) {
            const std::uint64_t line = sector / 4;
            const auto bit = static_cast<std::uint8_t>(1U << (sector % 4));
            auto known = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(),
                                      [&](const SampledLine& each) { return each.line == line; });
            if (known == lines.end())
                lines.push_back({line, bit, 0, 0});
            else
                known->sectors |= bit;
        }
    };
    forEachLane(access.activeMask, [&](int lane) {
        const auto i = static_cast<std::size_t>(lane);
        if (access.space == Space::Local) {
            // Words of one number lie next to each other, lane by lane.
            for (std::uint64_t word = access.address[i] / 4; word * 4 < access.address[i] + access.width;
                 ++word) {
                const std::uint64_t at = (word * kWarpSize + i) * 4;
                add(at, at + 4);
            }
        } else {
            add(access.address[i], access.address[i] + access.width);
        }
    });
}

/// How many lanes of an atomic want the same word.
void addPasses(const WarpAccess& access, std::vector<SampledLine>& lines, std::size_t first) {
    std::array<std::uint64_t, kWarpSize> words{};
    std::array<std::uint8_t, kWarpSize> wanted{};
    std::size_t count = 0;
    forEachLane(access.activeMask, [&](int lane) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        const auto known = static_cast<std::size_t>(
            std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count), address) -
            words.begin());
        if (known == count) words[count++] = address;
        ++wanted[known];
    });
    for (std::size_t i = first; i < lines.size(); ++i) {
        std::array<std::uint8_t, 4> most{};
        for (std::size_t k = 0; k < count; ++k)
            if (words[k] / kLineBytes == lines[i].line) {
                std::uint8_t& of = most[words[k] / kSectorBytes % 4];
                of = std::max(of, wanted[k]);
            }
        for (const std::uint8_t of : most) {
            lines[i].passes = static_cast<std::uint8_t>(lines[i].passes + of);
            lines[i].deepest = std::max(lines[i].deepest, of);
        }
    }
}

/// Lines of textures and of packed accesses have numbers that no address has.
constexpr std::uint64_t kTextureLines = std::uint64_t{1} << 60, kPackedLines = std::uint64_t{1} << 61;

void addTexels(const WarpAccess& access, const Architecture& architecture, std::vector<SampledLine>& lines,
               std::size_t first) {
    const std::uint64_t array = kTextureLines + (std::uint64_t{access.footprint->texture} << 32);
    for (const TextureSector& sector : textureSectors(access, architecture)) {
        const std::uint64_t line = array + sector.offset / kLineBytes;
        const auto bit = static_cast<std::uint8_t>(1U << (sector.offset / kSectorBytes % 4));
        if (lines.size() == first || lines.back().line != line)
            lines.push_back({line, bit, 0, 0});
        else
            lines.back().sectors |= bit;
    }
}

int sectorsOf(const std::vector<SampledLine>& lines, std::size_t first) {
    int sectors = 0;
    for (std::size_t i = first; i < lines.size(); ++i)
        sectors += std::popcount(static_cast<unsigned>(lines[i].sectors));
    return sectors;
}

/// The bytes that lanes want, those that several want once, and a number of their own for which they are.
struct Wanted {
    std::uint64_t bytes = 0, which = 0;
};
Wanted wantedBy(const WarpAccess& access) {
    std::array<std::uint64_t, kWarpSize> places{};
    std::size_t count = 0;
    forEachLane(access.activeMask,
                [&](int lane) { places[count++] = access.address[static_cast<std::size_t>(lane)]; });
    const auto end = places.begin() + static_cast<std::ptrdiff_t>(count);
    if (!std::is_sorted(places.begin(), end)) std::sort(places.begin(), end);
    Wanted wanted;
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0 && places[i] == places[i - 1]) continue;
        wanted.bytes += access.width;
        wanted.which = (wanted.which ^ places[i]) * 0x9e3779b97f4a7c15U;
        wanted.which ^= wanted.which >> 29;
    }
    return wanted;
}

/// The same bytes side by side, where they touch fewer sectors so. Who wants the same finds the same.
void pack(const WarpAccess& access, SampledAccess& made, std::vector<SampledLine>& lines) {
    const Wanted wanted = wantedBy(access);
    const auto sectors = static_cast<int>((wanted.bytes + kSectorBytes - 1) / kSectorBytes);
    if (sectorsOf(lines, made.firstLine) <= sectors) return;
    constexpr std::uint64_t kMostLines = 4; // of 32 lanes with 16 bytes each
    std::uint64_t number = kPackedLines + wanted.which % (kPackedLines / kMostLines) * kMostLines;
    for (int rest = sectors; rest > 0; rest -= 4)
        lines.push_back({number++, static_cast<std::uint8_t>(rest < 4 ? (1U << rest) - 1 : 15U), 0, 0});
    made.packedLines = static_cast<std::uint16_t>((sectors + 3) / 4);
    made.packedWavefronts = std::min(made.dataWavefronts, made.packedLines);
}

/// Cycles of the texture unit: a quad of lanes each, longer for texels of 16 bytes, for mixing four of them,
/// and where lines of a quad lie in one bank of tags. Surfaces go in groups of eight lanes.
std::uint16_t textureCycles(const WarpAccess& access, const Architecture& architecture) {
    const TexelFootprint& footprint = *access.footprint;
    const int groupLanes = footprint.surface ? 8 : 4;
    bool mixed = false;
    forEachLane(access.activeMask, [&](int lane) {
        const auto i = static_cast<std::size_t>(lane);
        mixed = mixed || footprint.x0[i] != footprint.x1[i] || footprint.y0[i] != footprint.y1[i];
    });
    const unsigned wide = footprint.bytesPerTexel > 8 ? 2 : 1;
    const unsigned least = wide * (mixed && wide > 1 ? 2 : 1);
    const std::vector<TextureSector> sectors = textureSectors(access, architecture);
    unsigned cycles = 0;
    for (int first = 0; first < kWarpSize; first += groupLanes) {
        const std::uint32_t group = ((std::uint64_t{1} << groupLanes) - 1) << first;
        if ((access.activeMask & group) == 0) continue;
        std::array<unsigned, 4> banks{};
        std::uint64_t last = ~std::uint64_t{0};
        for (const TextureSector& sector : sectors) {
            const std::uint64_t line = sector.offset / kLineBytes;
            if ((sector.lanes & group) == 0 || line == last) continue;
            ++banks[line % banks.size()];
            last = line;
        }
        cycles += std::max(least, *std::ranges::max_element(banks));
    }
    return static_cast<std::uint16_t>(std::max(cycles, 1U));
}

std::uint16_t narrow(std::uint64_t count) {
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(count, 0xffff));
}

/// Whether so many accesses next to each other can be one: all lanes' addresses are multiples of its width.
bool areAligned(const WarpAccess& access, unsigned together) {
    const unsigned width = access.width * together;
    std::uint64_t beside = 0;
    for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1)
        beside |= access.address[static_cast<std::size_t>(std::countr_zero(rest))] & (width - 1);
    return beside == 0;
}

} // namespace

BlockSample::BlockSample(const Architecture& architecture, Rules rules, const MachineCode& code, Dim3 grid,
                         Dim3 block, Blocks which, std::size_t mostSteps)
    : m_architecture(architecture), m_rules(rules), m_code(code), m_grid(grid), m_blockSize(block),
      m_which(std::move(which)), m_mostSteps(mostSteps) {}

InstructionSink* BlockSample::instructionsOf(const Dim3& block) {
    m_currentNumber = linearIndex(block, m_grid);
    m_current = nullptr;
    const bool chosen = std::ranges::binary_search(m_which.chosen, m_currentNumber);
    if (!chosen && !std::ranges::binary_search(m_which.counted, m_currentNumber)) return nullptr;
    m_current = chosen ? &m_blocks[m_currentNumber] : &m_counted[m_currentNumber];
    m_room = chosen ? m_mostSteps : 0;
    m_current->number = m_currentNumber;
    m_current->warps.resize((m_blockSize.count() + kWarpSize - 1) / kWarpSize);
    m_full = false;
    return this;
}

void BlockSample::instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) {
    SampledBlock::Warp& of = m_current->warps[warp];
    ++of.executed;
    // A warp runs long before another has its turn: each has a share of the room.
    m_full = of.steps.size() * m_current->warps.size() >= m_room;
    if (m_full) return;
    if (!of.steps.empty() && lanes != 0 && (lanes & of.lanes) == 0 &&
        number != of.steps.back().instruction + 1)
        of.steps.back().jump = Jump::Regroup;
    if (lanes != 0) of.lanes = lanes;
    of.steps.push_back({number, -1, 0});
    of.steps.back().lanes = static_cast<std::uint8_t>(std::popcount(lanes));
}

/// However often a warp looks whether the others have come, it waits once.
void BlockSample::gridBarrier(std::uint32_t warp, bool looks) {
    SampledBlock::Warp& of = m_current->warps[warp];
    if (!looks) {
        of.looked.reset();
    } else if (of.looked) {
        of.steps.resize(of.looked->steps);
        of.executed = of.looked->executed;
    } else {
        if (!m_full) of.steps.back().jump = Jump::Together;
        of.looked = {of.steps.size(), of.executed};
    }
}

void BlockSample::matched(std::uint32_t warp, std::uint32_t values) {
    if (m_full) return;
    SampledStep& step = m_current->warps[warp].steps.back();
    step.values = std::max(step.values, static_cast<std::uint8_t>(values));
}

void BlockSample::access(const WarpAccess& access) {
    if (!m_current || m_full || access.grid != 0) return;
    std::vector<SampledStep>& steps = m_current->warps[access.warp].steps;
    if (steps.empty()) return;
    const MachineInstruction& in = m_code.instructions[steps.back().instruction];
    const std::uint8_t merges = in.merges;
    if (merges == 0) return; // belongs to another
    // What the code promises of an address may not hold where arrays lie in shared memory: they stay apart
    // then.
    const bool merged = merges > 1 && areAligned(access, merges);
    const std::uint64_t apart = merged ? 1 : merges;
    WarpAccess whole = access;
    if (merged) whole.width = static_cast<std::uint8_t>(access.width * merges);
    const Counts counts = count(whole, m_architecture, m_rules);
    SampledAccess made;
    made.space = access.space;
    made.direction = directionOf(access.operation);
    made.returns = access.operation != Operation::Reduction && made.direction != Direction::Store;
    made.lanes = static_cast<std::uint8_t>(std::popcount(access.activeMask));
    made.bytes = static_cast<std::uint16_t>(made.lanes * access.width);
    const bool shared = access.space == Space::Shared, texture = access.space == Space::Texture;
    made.dataWavefronts = narrow(shared                            ? counts.sharedWavefronts * apart
                                 : access.space == Space::Constant ? counts.requests
                                                                   : counts.dataWavefronts);
    if (texture) {
        made.surface = access.footprint->surface;
        made.bytes = narrow(counts.bytesRequested);
        made.dataWavefronts = textureCycles(access, m_architecture);
    }
    made.hitWavefronts = made.dataWavefronts;
    if (access.space == Space::Global && made.direction == Direction::Load)
        made.hitWavefronts = std::min(made.dataWavefronts, narrow(wavefrontsAtOnce(whole)));
    made.packedWavefronts = shared ? narrow(counts.idealSharedWavefronts * apart) : made.dataWavefronts;
    made.tagWavefronts = shared ? 0 : narrow(counts.tagWavefronts);
    if (!shared) {
        made.firstLine = static_cast<std::uint32_t>(m_current->lines.size());
        if (texture)
            addTexels(access, m_architecture, m_current->lines, made.firstLine);
        else
            addLines(access, m_current->lines, made.firstLine);
        if (made.direction == Direction::Atomic) addPasses(access, m_current->lines, made.firstLine);
        if (in.aggregates)
            for (std::size_t i = made.firstLine; i < m_current->lines.size(); ++i)
                m_current->lines[i].passes = m_current->lines[i].deepest = 1;
        made.lines = static_cast<std::uint16_t>(m_current->lines.size() - made.firstLine);
        if (access.space == Space::Global && made.direction != Direction::Atomic)
            pack(access, made, m_current->lines);
    }
    SampledStep& step = steps.back();
    if (step.accesses++ == 0) step.access = static_cast<std::int32_t>(m_current->accesses.size());
    m_current->accesses.push_back(made);
}

std::uint64_t BlockSample::longestCounted() const {
    std::uint64_t most = 0;
    for (const auto& [number, block] : m_counted)
        for (const SampledBlock::Warp& warp : block.warps) most = std::max(most, warp.executed);
    return most;
}

std::unique_ptr<AccessSink> BlockSample::fork() const {
    return std::make_unique<BlockSample>(m_architecture, m_rules, m_code, m_grid, m_blockSize, m_which,
                                         m_mostSteps);
}

void BlockSample::join(AccessSink& fork) {
    BlockSample& other = static_cast<BlockSample&>(fork);
    m_blocks.merge(other.m_blocks);
    m_counted.merge(other.m_counted);
    m_waited = m_waited || other.m_waited;
}

} // namespace lanescope::model
