// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/assembly/registers.h"

#include "ptx/assembly/flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

namespace {

using model::MachineInstruction;
using model::MachineKind;

constexpr std::uint32_t kSeveral = 0xfffffffe;
/// Registers times instructions: beyond this the liveness is not looked for, as it would take too long.
constexpr std::size_t kTooLarge = std::size_t{1} << 28;

template<class List, class Item>
bool isOneOf(const List& list, const Item& item) {
    return std::ranges::find(list, item) != std::ranges::end(list);
}

/// One bit a virtual register.
class Set {
public:
    explicit Set(std::size_t bits) : m_words((bits + 63) / 64) {}
    bool has(std::uint32_t i) const { return (m_words[i / 64] >> (i % 64)) & 1U; }
    void add(std::uint32_t i) { m_words[i / 64] |= std::uint64_t{1} << (i % 64); }
    void remove(std::uint32_t i) { m_words[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
    /// Whether this made it larger.
    bool addAll(const Set& other) {
        bool grew = false;
        for (std::size_t w = 0; w < m_words.size(); ++w) {
            grew = grew || (other.m_words[w] & ~m_words[w]) != 0;
            m_words[w] |= other.m_words[w];
        }
        return grew;
    }
    template<class Visit>
    void each(Visit visit) const {
        for (std::size_t w = 0; w < m_words.size(); ++w)
            for (std::uint64_t left = m_words[w]; left != 0; left &= left - 1)
                visit(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))));
    }

private:
    std::vector<std::uint64_t> m_words;
};

class Liveness {
public:
    Liveness(const FunctionSyntax& function, std::span<const MachineInstruction> code)
        : m_function(function), m_code(code), m_definition(function.registers.size(), kNoIndex),
          m_width(function.registers.size(), 0), m_stands(function.registers.size()),
          m_resolved(function.registers.size(), false), m_blocks(flowOf(function)) {
        for (std::size_t r = 0; r < m_width.size(); ++r)
            m_width[r] = function.registers[r] == Type::Pred
                             ? 0
                             : static_cast<int>(std::max<std::size_t>(sizeOf(function.registers[r]), 4) / 4);
        readInstructions();
        flow();
    }
    /// The most that is live at once; ordered: as the compiler is likely to order the instructions.
    int most(bool ordered) const;

private:
    struct Instruction {
        std::vector<std::uint32_t> reads, results;
        bool guarded = false;
    };

    void readInstructions();
    void flow();
    const std::vector<std::uint32_t>& standsFor(std::uint32_t reg, int depth);

    const FunctionSyntax& m_function;
    std::span<const MachineInstruction> m_code;
    std::vector<std::uint32_t> m_definition; // the instruction that writes a register
    std::vector<int> m_width;
    std::vector<std::vector<std::uint32_t>> m_stands; // what is read where a register is
    std::vector<bool> m_resolved;
    std::vector<Instruction> m_instructions;
    std::vector<FlowBlock> m_blocks;
    std::vector<Set> m_liveOut;
};

/// A register that no machine instruction makes stands for those that it is made of.
const std::vector<std::uint32_t>& Liveness::standsFor(std::uint32_t reg, int depth) {
    constexpr int kDeepest = 64;
    if (m_resolved[reg]) return m_stands[reg];
    m_resolved[reg] = true;
    m_stands[reg] = {reg};
    const std::uint32_t made = m_definition[reg];
    if (made >= kSeveral || depth > kDeepest) return m_stands[reg];
    const InstructionSyntax& in = m_function.instructions[made];
    if (in.guard != kNoIndex) return m_stands[reg];
    const bool parameter = loadsParameter(m_function, in);
    if (!parameter && m_code[made].kind != MachineKind::Nothing) return m_stands[reg];
    std::vector<std::uint32_t> sources;
    bool fixed = true; // none of them changes
    for (std::size_t k = 1; k < in.operands.size(); ++k)
        eachRegister(in.operands[k], [&](std::uint32_t source) {
            if (source >= m_definition.size()) return;
            fixed = fixed && m_definition[source] < kSeveral;
            if (fixed)
                for (const std::uint32_t each : standsFor(source, depth + 1))
                    if (!isOneOf(sources, each)) sources.push_back(each);
        });
    if (fixed) m_stands[reg] = std::move(sources);
    return m_stands[reg];
}

void Liveness::readInstructions() {
    m_instructions.resize(m_function.instructions.size());
    const auto known = [&](std::uint32_t reg) { return reg < m_definition.size(); };
    for (std::size_t i = 0; i < m_instructions.size(); ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        Instruction& made = m_instructions[i];
        made.guarded = in.guard != kNoIndex;
        if (!writes(in)) continue;
        eachRegister(in.operands[0], [&](std::uint32_t reg) {
            if (!known(reg)) return;
            made.results.push_back(reg);
            m_definition[reg] = m_definition[reg] == kNoIndex ? static_cast<std::uint32_t>(i) : kSeveral;
        });
    }
    for (std::size_t i = 0; i < m_instructions.size(); ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        Instruction& made = m_instructions[i];
        for (std::size_t k = writes(in) ? 1 : 0; k < in.operands.size(); ++k)
            eachRegister(in.operands[k], [&](std::uint32_t reg) {
                if (!known(reg)) return;
                for (const std::uint32_t each : standsFor(reg, 0))
                    if (m_width[each] > 0) made.reads.push_back(each);
            });
        // What stands for others is never there itself.
        if (made.results.size() == 1 && standsFor(made.results[0], 0) != std::vector{made.results[0]}) {
            made.results.clear();
            made.reads.clear();
        }
    }
}

void Liveness::flow() {
    m_liveOut.assign(m_blocks.size(), Set(m_width.size()));
    std::vector<Set> liveIn = m_liveOut;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = m_blocks.size(); b-- > 0;) {
            for (const std::size_t next : m_blocks[b].next) m_liveOut[b].addAll(liveIn[next]);
            Set live = m_liveOut[b];
            for (std::size_t i = m_blocks[b].end; i-- > m_blocks[b].begin;) {
                if (!m_instructions[i].guarded)
                    for (const std::uint32_t reg : m_instructions[i].results) live.remove(reg);
                for (const std::uint32_t reg : m_instructions[i].reads) live.add(reg);
            }
            changed = liveIn[b].addAll(live) || changed;
        }
    }
}

int Liveness::most(bool ordered) const {
    int most = 0;
    std::vector<std::size_t> order;
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        order.clear();
        for (std::size_t i = m_blocks[b].begin; i < m_blocks[b].end; ++i) order.push_back(i);
        if (ordered)
            for (std::size_t begin = 0; begin < order.size();) {
                std::size_t end = begin;
                while (end < order.size() && !m_code[order[end]].last) ++end;
                end = std::min(end + 1, order.size());
                std::stable_sort(
                    order.begin() + static_cast<std::ptrdiff_t>(begin),
                    order.begin() + static_cast<std::ptrdiff_t>(end),
                    [&](std::size_t x, std::size_t y) { return m_code[x].place < m_code[y].place; });
                begin = end;
            }
        Set live = m_liveOut[b];
        int now = 0;
        live.each([&](std::uint32_t reg) { now += m_width[reg]; });
        most = std::max(most, now);
        for (auto at = order.rbegin(); at != order.rend(); ++at) {
            const Instruction& in = m_instructions[*at];
            int dead = 0; // results that nobody reads take a register for a moment
            for (const std::uint32_t reg : in.results) {
                if (!live.has(reg))
                    dead += m_width[reg];
                else if (!in.guarded) {
                    live.remove(reg);
                    now -= m_width[reg];
                }
            }
            most = std::max(most, now + dead);
            for (const std::uint32_t reg : in.reads)
                if (!live.has(reg)) {
                    live.add(reg);
                    now += m_width[reg];
                }
            most = std::max(most, now);
        }
    }
    return most;
}

} // namespace

int boundRegisters(const FunctionSyntax& kernel, int registers) {
    constexpr int kOfMultiprocessor = 65536, kUnit = 8;
    if (kernel.maxRegisters != 0) registers = std::min(registers, static_cast<int>(kernel.maxRegisters));
    if (kernel.maxThreads == 0) return registers;
    const std::uint64_t warps = (std::uint64_t{kernel.maxThreads} + 31) / 32 * std::max(kernel.minBlocks, 1U);
    const auto each = static_cast<int>(kOfMultiprocessor / 32 / warps / kUnit * kUnit);
    return each == 0 ? registers : std::min(registers, each);
}

int registersOf(const FunctionSyntax& function, std::span<const MachineInstruction> code) {
    // Found by what ptxas 13.0 gives 305 kernels for compute capability 9.0: some more than what is live, as
    // it unrolls loops and has no reason to save, of which 32 are no reason either: with those a
    // multiprocessor is full. What calls another function keeps to the convention of calls.
    constexpr int kMore = 6, kForCalls = 6, kWithoutHarm = 32, kOfOrder = 12, kLeast = 8, kOfNothing = 4,
                  kMost = 255;
    if (function.instructions.empty() || function.registers.size() * function.instructions.size() > kTooLarge)
        return 0;
    const Liveness liveness(function, code);
    const int written = liveness.most(false), ordered = liveness.most(true);
    if (ordered == 0) return kOfNothing;
    const bool calls =
        std::ranges::any_of(function.instructions, [](const auto& in) { return in.opcode == "call"; });
    const int wanted = std::min(ordered, written + kOfOrder) + kMore + (calls ? kForCalls : 0);
    return std::min({std::max(wanted, kLeast), std::max(kWithoutHarm, written + 1), kMost});
}

} // namespace lanescope::ptx
