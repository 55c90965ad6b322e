// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "fuzz/random_program.h"

#include "corpus/case_builder.h"

#include <array>
#include <random>

namespace lanescope::fuzz {

namespace {

using corpus::Element;

/// A kind of register that programs use: its letter in templates, its name, how many there are.
struct Pool {
    char letter;
    const char* name;
    unsigned count;
    const char* type; ///< of loads and stores; empty for predicates
    Element element;
};

constexpr std::array<Pool, 7> kPools{{{'a', "%a", 8, "u32", Element::U32},
                                      {'w', "%w", 4, "u64", Element::U64},
                                      {'f', "%f", 6, "f32", Element::F32},
                                      {'d', "%d", 4, "f64", Element::F64},
                                      {'h', "%h", 4, "b16", Element::F16},
                                      {'g', "%g", 4, "b16", Element::Bf16},
                                      {'p', "%p", 4, "", Element::U32}}};
constexpr std::size_t kMemoryPools = 6; // all but the predicates

std::size_t poolOf(char letter) {
    for (std::size_t k = 0; k < kPools.size(); ++k) {
        if (kPools[k].letter == letter) return k;
    }
    throw std::logic_error("a template names no pool");
}

class Generator {
public:
    Generator(std::uint64_t seed, bool warpOperations) : m_random(seed), m_warpOperations(warpOperations) {
        m_program.seed = seed;
    }

    RandomProgram make() {
        const std::size_t length = 20 + below(60);
        loadInputs();
        while (m_program.results.size() < length) statement(3, m_warpOperations);
        finish();
        return std::move(m_program);
    }

private:
    std::uint64_t below(std::uint64_t limit) { return m_random() % limit; }
    std::string pick(std::size_t pool) {
        return kPools[pool].name + std::to_string(below(kPools[pool].count));
    }
    void line(const std::string& text) { m_body += "\t" + text + "\n"; }

    static std::string pointer(std::size_t pool, bool result) {
        return std::string(result ? "%out" : "%in") + std::to_string(pool);
    }

    void loadInputs() {
        for (std::size_t pool = 0; pool < kMemoryPools; ++pool) {
            for (unsigned k = 0; k < kPools[pool].count; ++k) {
                const std::size_t offset = k * kThreads * corpus::bytesOf(kPools[pool].element);
                line(std::string("ld.global.") + kPools[pool].type + " " + kPools[pool].name +
                     std::to_string(k) + ", [" + pointer(pool, false) + "+" + std::to_string(offset) + "];");
            }
        }
        for (unsigned k = 0; k < kPools[poolOf('p')].count; ++k) {
            line("setp.lt.s32 %p" + std::to_string(k) + ", %a" + std::to_string(k) + ", 0;");
        }
    }

    /// Stores a register to a slot of its own.
    void keep(std::size_t pool, const std::string& reg, const std::string& text) {
        std::string value = reg;
        std::size_t memoryPool = pool;
        if (pool == poolOf('p')) {
            line("selp.u32 %t1, 1, 0, " + reg + ";");
            value = "%t1";
            memoryPool = 0;
        }
        const std::size_t slot = m_slots[memoryPool]++;
        const std::size_t offset = slot * kThreads * corpus::bytesOf(kPools[memoryPool].element);
        line(std::string("st.global.") + kPools[memoryPool].type + " [" + pointer(memoryPool, true) + "+" +
             std::to_string(offset) + "], " + value + ";");
        m_program.results.push_back({memoryPool + kMemoryPools, slot, text});
    }

    void instruction(bool wholeWarp) {
        const Template* chosen = nullptr;
        do {
            chosen = &templates()[below(templates().size())];
        } while (chosen->wholeWarp && !wholeWarp);
        std::string text;
        std::vector<std::pair<std::size_t, std::string>> results;
        for (std::size_t at = 0; at < chosen->text.size(); ++at) {
            const bool placeholder =
                chosen->text[at] == '{' && at + 2 < chosen->text.size() && chosen->text[at + 2] == '}';
            if (!placeholder) {
                text += chosen->text[at];
                continue;
            }
            const char letter = chosen->text[at + 1];
            at += 2;
            if (letter == 'i' || letter == 's') {
                text += std::to_string(below(letter == 'i' ? 40 : 32));
            } else if (letter == 'n') {
                text += std::to_string(below(std::uint64_t{1} << 31));
            } else if (letter >= 'A' && letter <= 'Z') {
                const std::size_t pool = poolOf(static_cast<char>(letter - 'A' + 'a'));
                std::string reg = pick(pool);
                // Two results of one instruction must be two registers.
                while (!results.empty() && results.back().second == reg) reg = pick(pool);
                results.emplace_back(pool, reg);
                text += reg;
            } else {
                text += pick(poolOf(letter));
            }
        }
        const bool single = text.find(';') + 1 == text.size();
        if (single && !chosen->wholeWarp && !chosen->unguarded && below(6) == 0) {
            text = std::string(below(2) == 0 ? "@" : "@!") + pick(poolOf('p')) + " " + text;
        }
        line(text);
        for (const auto& [pool, reg] : results) keep(pool, reg, text);
    }

    void block(unsigned depth, std::size_t length) {
        for (std::size_t k = 0; k < length; ++k) statement(depth, false);
    }

    void statement(unsigned depth, bool wholeWarp) {
        const std::uint64_t kind = depth == 0 ? 9 : below(12);
        if (kind > 2) return instruction(wholeWarp);
        const std::string label = "$L" + std::to_string(m_labels++);
        if (kind == 0) { // if
            line("@" + pick(poolOf('p')) + " bra " + label + ";");
            block(depth - 1, 1 + below(5));
            line(label + ":");
        } else if (kind == 1) { // if, else
            const std::string end = label + "e";
            line("@!" + pick(poolOf('p')) + " bra " + label + ";");
            block(depth - 1, 1 + below(4));
            line("bra.uni " + end + ";");
            line(label + ":");
            block(depth - 1, 1 + below(4));
            line(end + ":");
        } else { // a loop of 1 to 4 turns, different by lane
            const std::string counter = "%c" + std::to_string(depth);
            line("and.b32 " + counter + ", " + pick(0) + ", 3;");
            line(label + ":");
            block(depth - 1, 1 + below(4));
            line("sub.s32 " + counter + ", " + counter + ", 1;");
            line("setp.ge.s32 %q1, " + counter + ", 0;");
            line("@%q1 bra " + label + ";");
        }
    }

    void finish() {
        corpus::Case& launch = m_program.launch;
        launch.file = "random program " + std::to_string(m_program.seed);
        launch.kernels = {"random"};
        launch.grid = {1, 1, 1};
        launch.block = {static_cast<std::uint32_t>(kThreads), 1, 1};
        const corpus::Fill fills[] = {corpus::bits(0),    corpus::bits(0), corpus::special(0),
                                      corpus::special(0), corpus::bits(0), corpus::special(0)};
        std::string parameters, setup;
        for (const bool result : {false, true}) {
            for (std::size_t pool = 0; pool < kMemoryPools; ++pool) {
                corpus::Fill fill = result ? corpus::Fill{} : fills[pool];
                fill.seed = m_program.seed * 8 + pool;
                const std::size_t slots =
                    result ? std::max<std::size_t>(m_slots[pool], 1) : kPools[pool].count;
                launch.arguments.push_back(corpus::in(kPools[pool].element, slots * kThreads, fill));
                const std::string name = pointer(pool, result).substr(1);
                parameters += std::string(parameters.empty() ? "" : ",") + "\n\t.param .u64 " + name;
                setup += "\tld.param.u64 %" + name + ", [" + name + "];\n\tmad.wide.u32 %" + name +
                         ", %t1, " + std::to_string(corpus::bytesOf(kPools[pool].element)) + ", %" + name +
                         ";\n";
            }
        }
        m_program.ptx =
            ".version 7.8\n.target sm_80\n.address_size 64\n\n.visible .entry random(" + parameters +
            "\n)\n{\n"
            "\t.reg .b32 %a<8>, %t<2>, %c<4>, %own, %base;\n\t.reg .b64 %w<4>, %u<1>, %in<6>, %out<6>;\n"
            "\t.reg .f32 %f<6>, %x<1>;\n\t.reg .f64 %d<4>;\n\t.reg .b16 %h<4>, %g<4>;\n"
            "\t.reg .pred %p<4>, %q<2>;\n\t.shared .align 8 .b8 tile[256];\n\t.local .align 8 .b8 "
            "stack[8];\n\n"
            "\tmov.u32 %t1, %tid.x;\n\tmov.u32 %base, tile;\n\tmad.lo.u32 %own, %t1, 4, %base;\n" +
            setup + m_body + "\tret;\n}\n";
    }

    std::mt19937_64 m_random; // its numbers are laid down by the standard
    bool m_warpOperations;
    RandomProgram m_program;
    std::string m_body;
    std::array<std::size_t, kMemoryPools> m_slots{};
    unsigned m_labels = 0;
};

} // namespace

RandomProgram randomProgram(std::uint64_t seed, bool warpOperations) {
    return Generator(seed, warpOperations).make();
}

std::string culprit(const RandomProgram& program, const corpus::Values& expected,
                    const corpus::Values& actual) {
    for (const RandomProgram::Result& result : program.results) {
        corpus::Case one;
        one.kernels = {result.text};
        corpus::Argument argument = program.launch.arguments[result.argument];
        argument.count = kThreads;
        one.arguments = {argument};
        const std::size_t bytes = kThreads * corpus::bytesOf(argument.element);
        const auto slice = [&](const corpus::Values& values) {
            const std::byte* first = values.bytes()[result.argument].data() + result.slot * bytes;
            return corpus::Values(std::vector<std::vector<std::byte>>{{first, first + bytes}});
        };
        const std::string text = corpus::difference(one, slice(expected), slice(actual), {});
        if (!text.empty()) return "seed " + std::to_string(program.seed) + ": " + text;
    }
    return {};
}

} // namespace lanescope::fuzz
