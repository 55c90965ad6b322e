// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/assembly/machine_code.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lanescope::ptx {

namespace {

using model::MachineCost;
using model::MachineInstruction;
using model::MachineKind;
using model::Pipe;

/// Instructions of one pipe: how many, and how many of them wait for each other.
struct Part {
    Pipe pipe;
    unsigned count, chain;
};

MachineCost costOf(std::initializer_list<Part> parts) {
    MachineCost cost;
    for (const Part& part : parts) {
        cost.instructions[static_cast<std::size_t>(part.pipe)] += static_cast<std::uint8_t>(part.count);
        cost.chain[static_cast<std::size_t>(part.pipe)] += static_cast<std::uint8_t>(part.chain);
    }
    return cost;
}
MachineCost one(Pipe pipe) {
    return costOf({{pipe, 1, 1}});
}

using Words = std::vector<std::string_view>;
bool has(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The type that an operation works on: the last one named, as in cvt.f32.s32.
Type typeOf(const Words& words) {
    for (auto word = words.rbegin(); word != words.rend(); ++word)
        if (const Type type = typeNamed(*word); type != Type::None) return type;
    return Type::None;
}
Type firstType(const Words& words) {
    for (const std::string_view word : words)
        if (const Type type = typeNamed(word); type != Type::None) return type;
    return Type::None;
}
bool isFloating(Type type) {
    return isFloat(type) || type == Type::F16x2 || type == Type::BF16x2;
}
bool isImmediate(const Operand& operand) {
    return operand.kind == Operand::Kind::Integer || operand.kind == Operand::Kind::Single ||
           operand.kind == Operand::Kind::Double;
}

/// Of a float addition, multiplication, or both.
MachineCost floatCost(Type type) {
    if (type == Type::F64) return one(Pipe::Fp64);
    if (isHalf(type)) return costOf({{Pipe::Fma, 1, 2}});
    return one(Pipe::Fma);
}

/// sharesReciprocal: an integer one behind another one by the same divisor.
MachineCost divisionCost(const Words& words, Type type, bool sharesReciprocal) {
    if (type == Type::F64)
        return costOf(
            {{Pipe::Fp64, 8, 8}, {Pipe::Xu, 1, 1}, {Pipe::Alu, 4, 1}, {Pipe::Any, 4, 0}, {Pipe::Cbu, 3, 1}});
    if (isFloat(type)) {
        if (has(words, "full") || has(words, "approx"))
            return costOf({{Pipe::Xu, 1, 1}, {Pipe::Fma, 3, 2}, {Pipe::Alu, 2, 1}});
        return costOf({{Pipe::Xu, 2, 1}, {Pipe::Fma, 6, 5}, {Pipe::Cbu, 3, 1}, {Pipe::Any, 1, 0}});
    }
    if (sizeOf(type) == 8)
        return costOf({{Pipe::Xu, 3, 3},
                       {Pipe::FmaHeavy, 28, 14},
                       {Pipe::Alu, 22, 10},
                       {Pipe::Any, 24, 10},
                       {Pipe::Cbu, 4, 2}});
    // Signed ones take absolute values and mend the sign.
    const bool isSigned = type == Type::S32 || type == Type::S16;
    if (sharesReciprocal)
        return costOf({{Pipe::Xu, isSigned ? 1U : 0U, 0},
                       {Pipe::FmaHeavy, 2, 2},
                       {Pipe::Alu, isSigned ? 6U : 4U, 4},
                       {Pipe::Any, 2, 1}});
    return costOf({{Pipe::Xu, isSigned ? 5U : 3U, 3},
                   {Pipe::FmaHeavy, 4, 4},
                   {Pipe::Alu, isSigned ? 7U : 5U, 4},
                   {Pipe::Any, 3, 2}});
}

MachineCost rootCost(const Words& words, Type type) {
    if (type == Type::F64)
        return costOf(
            {{Pipe::Fp64, 8, 8}, {Pipe::Xu, 1, 1}, {Pipe::Alu, 2, 1}, {Pipe::Any, 2, 0}, {Pipe::Cbu, 3, 1}});
    if (has(words, "approx"))
        return has(words, "ftz") ? one(Pipe::Xu)
                                 : costOf({{Pipe::Xu, 1, 1}, {Pipe::Fma, 2, 2}, {Pipe::Alu, 1, 1}});
    return costOf(
        {{Pipe::Xu, 1, 1}, {Pipe::Fma, 5, 5}, {Pipe::Any, 2, 1}, {Pipe::Alu, 1, 1}, {Pipe::Cbu, 3, 1}});
}

MachineCost reciprocalCost(const Words& words, Type type) {
    if (type == Type::F64)
        return costOf(
            {{Pipe::Fp64, 5, 5}, {Pipe::Xu, 1, 1}, {Pipe::Alu, 2, 1}, {Pipe::Any, 2, 0}, {Pipe::Cbu, 3, 1}});
    if (has(words, "approx"))
        return has(words, "ftz") ? one(Pipe::Xu)
                                 : costOf({{Pipe::Xu, 1, 1}, {Pipe::Fma, 2, 1}, {Pipe::Alu, 1, 1}});
    return costOf(
        {{Pipe::Xu, 1, 1}, {Pipe::Fma, 2, 2}, {Pipe::Alu, 1, 1}, {Pipe::Any, 1, 1}, {Pipe::Cbu, 3, 1}});
}

/// Values that are not tiny are scaled first, unless those count as zero.
MachineCost exponentialCost(const Words& words) {
    return has(words, "ftz") ? one(Pipe::Xu)
                             : costOf({{Pipe::Xu, 1, 1}, {Pipe::Fma, 2, 2}, {Pipe::Alu, 1, 1}});
}

MachineCost multiplyCost(const Words& words, Type type, bool adds) {
    if (isFloating(type)) return floatCost(type);
    if (has(words, "wide")) return costOf({{Pipe::FmaHeavy, 2, 1}});
    if (has(words, "hi"))
        return sizeOf(type) == 8
                   ? costOf({{Pipe::FmaHeavy, 8, 5}, {Pipe::Any, 4, 2}})
                   : costOf({{Pipe::FmaHeavy, 2, 2}, {Pipe::Any, adds ? 1U : 0U, adds ? 1U : 0U}});
    if (sizeOf(type) == 8) return costOf({{Pipe::FmaHeavy, 4, 3}, {Pipe::Any, 1, 1}});
    return one(Pipe::FmaHeavy);
}

MachineCost conversionCost(const Words& words) {
    const Type from = typeOf(words), to = firstType(words);
    if (from == Type::F64 || to == Type::F64) return one(Pipe::Xu);
    if (isFloat(from) && isFloat(to)) return one(Pipe::Alu);
    if (isFloat(from)) return one(Pipe::Xu); // to an integer
    if (isFloat(to)) return sizeOf(from) == 8 ? one(Pipe::Xu) : one(Pipe::Alu);
    // Of integers: the lower half of a register pair is there already, and zeros are free; what is left are
    // signs and parts of a word.
    if (sizeOf(from) == 8) return {};
    if (sizeOf(to) == 8) return isSigned(from) ? one(Pipe::Alu) : MachineCost{};
    return sizeOf(from) < 4 || sizeOf(to) < 4 ? one(Pipe::Alu) : MachineCost{};
}

/// An integer addition of 64 bits is two of 32 with a carry.
MachineCost integerSum(Type type) {
    return sizeOf(type) == 8 ? costOf({{Pipe::Any, 2, 2}}) : one(Pipe::Any);
}
MachineCost logic(Type type) {
    return sizeOf(type) == 8 ? costOf({{Pipe::Alu, 2, 1}}) : one(Pipe::Alu);
}

/// One function with what is known of its registers.
class Reader {
public:
    Reader(const FunctionSyntax& function, std::vector<MachineCost>& costs)
        : m_function(function), m_costs(costs), m_definition(function.registers.size(), kNone),
          m_uses(function.registers.size(), 0), m_taken(function.instructions.size(), false),
          m_sharesReciprocal(function.instructions.size(), false) {
        for (std::size_t i = 0; i < function.instructions.size(); ++i) note(i);
        noteReciprocals();
    }

    std::vector<MachineInstruction> read() {
        std::vector<MachineInstruction> made(m_function.instructions.size());
        // Later instructions take earlier ones in, so that these are looked at last.
        for (std::size_t i = made.size(); i-- > 0;) made[i] = instruction(i);
        predicate(made);
        unroll(made);
        order(made);
        mergeLoads(made);
        return made;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff, kSeveral = 0xfffffffe;

    static bool hasResult(const InstructionSyntax& in) {
        for (const std::string_view none : {"st", "bra", "brx", "ret", "exit", "bar", "barrier", "red",
                                            "membar", "fence", "sust", "prefetch", "trap", "cp", "tensormap"})
            if (in.opcode == none) return false;
        if (in.opcode == "wmma" && has(in.modifiers, "store")) return false;
        if (in.opcode == "mbarrier" && !in.operands.empty() && in.operands[0].kind == Operand::Kind::Address)
            return false;
        return !in.operands.empty();
    }
    template<class Visit>
    static void eachRegister(const Operand& operand, Visit visit) {
        switch (operand.kind) {
        case Operand::Kind::Register:
            visit(operand.reg);
            break;
        case Operand::Kind::PredicatePair:
            visit(operand.reg);
            visit(operand.second);
            break;
        case Operand::Kind::Address:
        case Operand::Kind::Vector:
        case Operand::Kind::Arguments:
            for (const Operand& item : operand.items) eachRegister(item, visit);
            break;
        default:
            break;
        }
    }
    void note(std::size_t index) {
        const InstructionSyntax& in = m_function.instructions[index];
        const std::size_t results = hasResult(in) ? 1 : 0;
        for (std::size_t k = 0; k < in.operands.size(); ++k)
            eachRegister(in.operands[k], [&](std::uint32_t reg) {
                if (reg >= m_definition.size()) return;
                if (k < results)
                    m_definition[reg] =
                        m_definition[reg] == kNone ? static_cast<std::uint32_t>(index) : kSeveral;
                else
                    ++m_uses[reg];
            });
        if (in.guard != kNoIndex) ++m_uses[in.guard];
    }
    /// Of divisions by the same value between two branches the first makes its reciprocal for all.
    void noteReciprocals() {
        std::vector<bool> begins(m_function.instructions.size() + 1, false);
        for (const auto& [label, index] : m_function.labels) begins[index] = true;
        std::unordered_set<std::uint64_t> known; // divisors, and whether with a sign
        for (std::size_t i = 0; i < m_function.instructions.size(); ++i) {
            const InstructionSyntax& in = m_function.instructions[i];
            if (begins[i] || in.opcode == "bra" || in.opcode == "call") known.clear();
            if ((in.opcode != "div" && in.opcode != "rem") || in.operands.size() != 3) continue;
            const Type type = typeOf(in.modifiers);
            std::size_t made = 0;
            if (isFloating(type) || sizeOf(type) != 4 || !maker(in.operands[2], made)) continue;
            m_sharesReciprocal[i] =
                !known.insert(std::uint64_t{in.operands[2].reg} << 1 | (isSigned(type) ? 1U : 0U)).second;
        }
    }
    /// The only instruction that writes an operand's register; nullptr: it is no register, or has several.
    const InstructionSyntax* maker(const Operand& operand, std::size_t& index) const {
        if (operand.kind != Operand::Kind::Register || operand.reg >= m_definition.size()) return nullptr;
        const std::uint32_t at = m_definition[operand.reg];
        if (at >= kSeveral) return nullptr;
        index = at;
        return &m_function.instructions[at];
    }
    bool usedOnce(const Operand& operand) const { return m_uses[operand.reg] == 1; }
    /// Makes what defines an operand a part of another instruction, if nothing else uses it.
    template<class Fits>
    bool takeIn(const Operand& operand, Fits fits) {
        std::size_t index = 0;
        const InstructionSyntax* made = maker(operand, index);
        if (!made || m_taken[index] || made->guard != kNoIndex || !usedOnce(operand) || !fits(*made))
            return false;
        m_taken[index] = true;
        return true;
    }
    static bool isLoad(const InstructionSyntax& in) {
        return in.opcode == "ld" || in.opcode == "ldu" || in.opcode == "tex" || in.opcode == "tld4";
    }
    static bool isLogic(const InstructionSyntax& in) {
        return in.opcode == "and" || in.opcode == "or" || in.opcode == "xor" || in.opcode == "not";
    }

    MachineInstruction instruction(std::size_t index) {
        const InstructionSyntax& in = m_function.instructions[index];
        MachineInstruction made;
        made.kind = MachineKind::Plain;
        const MachineCost cost = m_taken[index] ? MachineCost{} : costOfInstruction(in, made);
        made.cost = indexOf(cost);
        if (cost == MachineCost{}) made.kind = MachineKind::Nothing;
        addRegisters(in, made);
        return made;
    }

    std::uint16_t indexOf(const MachineCost& cost) {
        const auto known = std::find(m_costs.begin(), m_costs.end(), cost);
        if (known != m_costs.end()) return static_cast<std::uint16_t>(known - m_costs.begin());
        m_costs.push_back(cost);
        return static_cast<std::uint16_t>(m_costs.size() - 1);
    }

    static void addRegisters(const InstructionSyntax& in, MachineInstruction& made) {
        std::size_t sources = 0, results = 0;
        const std::size_t written = hasResult(in) ? 1 : 0;
        const auto add = [&](std::uint32_t reg, bool result) {
            if (reg >= MachineInstruction::kNoRegister) return;
            if (result && results < made.results.size())
                made.results[results++] = static_cast<std::uint16_t>(reg);
            else if (!result && sources < made.sources.size())
                made.sources[sources++] = static_cast<std::uint16_t>(reg);
        };
        if (in.guard != kNoIndex) add(in.guard, false);
        for (std::size_t k = 0; k < in.operands.size(); ++k)
            eachRegister(in.operands[k], [&](std::uint32_t reg) { add(reg, k < written); });
    }

    void predicate(std::vector<MachineInstruction>& made);
    std::uint64_t alignment(const Operand& operand, int depth) const;
    bool isSameForAll(const Operand& operand, int depth) const;
    void mergeLoads(std::vector<MachineInstruction>& made) const;
    void unroll(std::vector<MachineInstruction>& made) const;
    void unrollLoop(std::vector<MachineInstruction>& made, std::size_t begin, std::size_t end) const;
    void order(std::vector<MachineInstruction>& made) const;
    void orderStretch(std::vector<MachineInstruction>& made, std::size_t begin, std::size_t end) const;
    void orderTurns(std::vector<MachineInstruction>& made, std::size_t begin, std::size_t end) const;
    struct Ordered {
        std::size_t index;
        std::uint32_t turn; // of those that are ordered together, from 1; 0: not in turns
    };
    std::vector<std::uint16_t> placesOf(const std::vector<MachineInstruction>& made,
                                        const std::vector<Ordered>& all) const;
    static bool isCounter(const InstructionSyntax& in);
    std::size_t countedBy(std::size_t begin, std::size_t end) const;
    bool isFence(const InstructionSyntax& in, const MachineInstruction& made) const;

    MachineCost costOfInstruction(const InstructionSyntax& in, MachineInstruction& made);
    static bool isReducedFirst(const Words& words, Type type);
    std::optional<MachineCost> accessCost(const InstructionSyntax& in, MachineInstruction& made) const;
    std::optional<MachineCost> arithmeticCost(const InstructionSyntax& in);
    std::optional<MachineCost> bitCost(const InstructionSyntax& in);
    static std::optional<MachineCost> controlCost(const InstructionSyntax& in, MachineInstruction& made);
    static std::optional<MachineCost> exchangeCost(const InstructionSyntax& in, MachineInstruction& made);
    MachineCost sum(const InstructionSyntax& in, Type type);
    MachineCost move(const InstructionSyntax& in, MachineInstruction& made) const;
    bool offsetOfAddresses(const InstructionSyntax& in) const;

    const FunctionSyntax& m_function;
    std::vector<MachineCost>& m_costs;
    std::vector<std::uint32_t> m_definition; // index of the instruction that writes a register
    std::vector<std::uint32_t> m_uses;
    std::vector<bool> m_taken;            // became part of another
    std::vector<bool> m_sharesReciprocal; // a division whose divisor's reciprocal is known
};

MachineCost Reader::move(const InstructionSyntax& in, MachineInstruction& made) const {
    if (in.operands.size() == 2 && in.operands[1].kind == Operand::Kind::Special) {
        const std::string_view name = in.operands[1].name;
        // The sizes of block and grid lie in constant memory, and its block is the same for all.
        if (name.starts_with("%ntid") || name.starts_with("%nctaid")) {
            made.kind = MachineKind::Parameter;
            return one(Pipe::Uniform);
        }
        made.kind = MachineKind::Special;
        return one(name.starts_with("%ctaid") ? Pipe::Uniform : Pipe::Any);
    }
    return {};
}

/// d = a + immediate, where d is only the base of addresses: these take the immediate themselves.
bool Reader::offsetOfAddresses(const InstructionSyntax& in) const {
    return in.operands.size() == 3 && isImmediate(in.operands[2]) &&
           in.operands[1].kind == Operand::Kind::Register && in.operands[0].kind == Operand::Kind::Register &&
           in.operands[0].reg < m_definition.size() && m_definition[in.operands[0].reg] < kSeveral;
}

MachineCost Reader::sum(const InstructionSyntax& in, Type type) {
    if (isFloating(type)) return floatCost(type);
    if (sizeOf(type) == 8) {
        // base + index * size, and base + offset, are one multiply-add.
        for (std::size_t k = 1; k < in.operands.size(); ++k) {
            std::size_t at = 0;
            const InstructionSyntax* from = maker(in.operands[k], at);
            if (!from) continue;
            if (from->opcode == "mul" && has(from->modifiers, "wide")) {
                m_taken[at] = true;
                return costOf({{Pipe::FmaHeavy, 2, 1}});
            }
            if (from->opcode == "shl") {
                m_taken[at] = true;
                return costOf({{Pipe::Any, 2, 2}});
            }
        }
        if (offsetOfAddresses(in)) return {};
        return integerSum(type);
    }
    const auto fits = [](const InstructionSyntax& other) {
        return other.opcode == "add" || other.opcode == "sub" || other.opcode == "shl";
    };
    const auto product = [](const InstructionSyntax& other) {
        return other.opcode == "mul" && has(other.modifiers, "lo");
    };
    for (std::size_t k = 1; k < in.operands.size(); ++k)
        if (takeIn(in.operands[k], product)) return one(Pipe::FmaHeavy);
    for (std::size_t k = 1; k < in.operands.size(); ++k)
        if (takeIn(in.operands[k], fits)) return one(Pipe::Alu);
    return one(Pipe::Any);
}

/// Whether lanes that change one word by an atomic are reduced to one before: integers of 32 bits, not those
/// of 64 (kernels/atomics.cu of tests/times, and 0.03 ns a lane for maxima of 32 bits, 0.74 for those of 64,
/// on an H100).
bool Reader::isReducedFirst(const Words& words, Type type) {
    if (isFloating(type) || sizeOf(type) != 4) return false;
    return std::ranges::any_of(std::array{"add", "inc", "min", "max", "and", "or", "xor"},
                               [&](const char* operation) { return has(words, operation); });
}

/// Of loads, stores, atomics, copies and textures.
std::optional<MachineCost> Reader::accessCost(const InstructionSyntax& in, MachineInstruction& made) const {
    const std::string_view op = in.opcode;
    const Words& words = in.modifiers;
    const Type type = typeOf(words);
    if (op == "ld" || op == "ldu") {
        if (has(words, "param")) {
            made.kind = MachineKind::Parameter;
            return one(Pipe::Uniform);
        }
        made.kind = MachineKind::Access;
        return one(has(words, "const") ? Pipe::Adu : Pipe::Lsu);
    }
    if (op == "st" || op == "atom" || op == "red" || op == "ldmatrix" || op == "stmatrix" ||
        (op == "cp" && has(words, "async") && !has(words, "commit_group") && !has(words, "wait_group") &&
         !has(words, "wait_all"))) {
        if (has(words, "param")) return MachineCost{};
        made.kind = MachineKind::Access;
        made.copies = op == "cp" && !has(words, "bulk") && !has(words, "mbarrier");
        if (op == "atom" || op == "red") {
            made.addsFloats = isFloating(type);
            made.aggregates =
                isReducedFirst(words, type) && isSameForAll(in.operands[op == "red" ? 0 : 1], 8);
        }
        return one(Pipe::Lsu);
    }
    if (op == "mbarrier" || op == "tensormap" || (op == "wmma" && !has(words, "mma"))) {
        made.kind = MachineKind::Access;
        return one(Pipe::Lsu);
    }
    if (op == "cp") {
        const bool bulk = has(words, "bulk");
        if (!bulk && has(words, "commit_group")) made.kind = MachineKind::CopyGroup;
        if (!bulk && (has(words, "wait_group") || has(words, "wait_all"))) made.kind = MachineKind::CopyWait;
        if (made.kind == MachineKind::CopyWait && has(words, "wait_group"))
            made.groups = static_cast<std::uint8_t>(std::min<std::uint64_t>(in.operands[0].bits, 255));
        return one(Pipe::Adu);
    }
    if (op == "tex" || op == "tld4" || op == "suld" || op == "sust" || op == "sured") {
        made.kind = MachineKind::Access;
        return one(Pipe::Tex);
    }
    return std::nullopt;
}

/// Of arithmetic and conversions.
std::optional<MachineCost> Reader::arithmeticCost(const InstructionSyntax& in) {
    const std::string_view op = in.opcode;
    const Words& words = in.modifiers;
    const Type type = typeOf(words);
    if (op == "add" || op == "sub") return sum(in, type);
    if (op == "addc" || op == "subc") return one(Pipe::Any);
    if (op == "mul") return multiplyCost(words, type, false);
    if (op == "fma" && (has(words, "approx") || has(words, "full"))) // a quotient and a sum, see fuse.h
        return divisionCost(words, type, false);
    if (op == "mad" || op == "madc" || op == "fma") return multiplyCost(words, type, true);
    if (op == "mul24" || op == "mad24") return costOf({{Pipe::FmaHeavy, 1, 1}, {Pipe::Alu, 2, 1}});
    if (op == "div" || op == "rem") {
        const auto index = static_cast<std::size_t>(&in - m_function.instructions.data());
        MachineCost cost = divisionCost(words, type, m_sharesReciprocal[index]);
        if (op == "rem" && sizeOf(type) == 4)
            cost.instructions[static_cast<std::size_t>(Pipe::FmaHeavy)] += 1;
        return cost;
    }
    if (op == "sqrt") return rootCost(words, type);
    if (op == "rcp") return reciprocalCost(words, type);
    if (op == "rsqrt" || op == "ex2" || op == "lg2") return exponentialCost(words);
    if (op == "sin" || op == "cos") return costOf({{Pipe::Fma, 1, 1}, {Pipe::Xu, 1, 1}});
    if (op == "tanh") return one(Pipe::Xu);
    if (op == "min" || op == "max") {
        if (type == Type::F64) return costOf({{Pipe::Fp64, 1, 1}, {Pipe::Alu, 4, 2}});
        return sizeOf(type) == 8 ? costOf({{Pipe::Alu, 4, 3}}) : one(Pipe::Alu);
    }
    if (op == "abs" || op == "neg") {
        if (isFloat(type)) return MachineCost{};
        return sizeOf(type) == 8 ? costOf({{Pipe::Any, 2, 2}}) : one(Pipe::Any);
    }
    if (op == "copysign") return one(Pipe::Alu);
    if (op == "testp") return costOf({{Pipe::Alu, 2, 2}});
    if (op == "dp4a" || op == "dp2a") return one(Pipe::FmaHeavy);
    if (op == "sad") return costOf({{Pipe::Alu, 2, 2}, {Pipe::Any, 1, 1}});
    if (op == "cvt") return conversionCost(words);
    return std::nullopt;
}

/// Of comparisons, selections, logic, shifts and bit fields.
std::optional<MachineCost> Reader::bitCost(const InstructionSyntax& in) {
    const std::string_view op = in.opcode;
    const Type type = typeOf(in.modifiers);
    if (op == "setp" || op == "set") {
        // what belongs to it is the logic of predicates that it is combined with
        if (type == Type::F64) return one(Pipe::Fp64);
        return sizeOf(type) == 8 ? costOf({{Pipe::Alu, 2, 2}}) : one(Pipe::Alu);
    }
    if (op == "selp" || op == "slct") return sizeOf(type) == 8 ? costOf({{Pipe::Alu, 2, 1}}) : one(Pipe::Alu);
    if (isLogic(in)) {
        if (type == Type::Pred) return one(Pipe::Alu);
        // a look-up of three operands takes in the one before
        for (std::size_t k = 1; k < in.operands.size(); ++k)
            if (takeIn(in.operands[k], &Reader::isLogic)) break;
        return logic(type);
    }
    if (op == "lop3") return one(Pipe::Alu);
    if (op == "shl" && sizeOf(type) == 4 && in.operands.size() == 3 && isImmediate(in.operands[2]))
        return one(Pipe::Any); // a multiplication does it too
    if (op == "shl" || op == "shr") return sizeOf(type) == 8 ? costOf({{Pipe::Alu, 2, 2}}) : one(Pipe::Alu);
    if (op == "shf" || op == "prmt" || op == "bfi" || op == "szext" || op == "bmsk") return one(Pipe::Alu);
    if (op == "bfe") return costOf({{Pipe::Alu, 2, 2}});
    if (op == "popc" || op == "clz" || op == "bfind" || op == "brev" || op == "fns")
        return sizeOf(type) == 8 ? costOf({{Pipe::Xu, 2, 1}, {Pipe::Any, 1, 1}}) : one(Pipe::Xu);
    return std::nullopt;
}

/// Of branches, calls, barriers, fences and sleep.
std::optional<MachineCost> Reader::controlCost(const InstructionSyntax& in, MachineInstruction& made) {
    const std::string_view op = in.opcode;
    if (op == "brx") {
        made.kind = MachineKind::Indirect;
        return costOf({{Pipe::Cbu, 1, 1}, {Pipe::Any, 2, 2}});
    }
    if (op == "call") {
        const bool looksUp = std::ranges::any_of(
            in.operands, [](const Operand& operand) { return operand.kind == Operand::Kind::Register; });
        made.kind = looksUp ? MachineKind::Indirect : MachineKind::Call;
        return costOf({{Pipe::Cbu, 1, 1}, {Pipe::Alu, 4, 3}, {Pipe::Uniform, 4, 4}});
    }
    if (op == "ret") made.kind = MachineKind::Call;
    if (op == "bra" || op == "ret" || op == "exit") return one(Pipe::Cbu);
    if (op == "bar" || op == "barrier") {
        if (has(in.modifiers, "warp")) return one(Pipe::Any);
        made.kind = MachineKind::Barrier;
        return one(Pipe::Adu);
    }
    if (op == "membar" || op == "fence") {
        made.kind = MachineKind::Fence;
        return one(Pipe::Lsu);
    }
    if (op == "nanosleep") {
        made.kind = MachineKind::Sleep;
        return one(Pipe::Adu);
    }
    return std::nullopt;
}

/// Of what lanes of a warp tell each other.
std::optional<MachineCost> Reader::exchangeCost(const InstructionSyntax& in, MachineInstruction& made) {
    const std::string_view op = in.opcode;
    if (op == "shfl") {
        made.kind = MachineKind::Shuffle;
        return one(Pipe::Lsu);
    }
    if (op == "vote" || op == "activemask" || op == "elect") {
        made.kind = MachineKind::Vote;
        return one(Pipe::Uniform);
    }
    if (op == "match") {
        made.kind = MachineKind::Match;
        return one(Pipe::Adu);
    }
    if (op == "redux") {
        made.kind = MachineKind::Reduce;
        return one(Pipe::Xu);
    }
    return std::nullopt;
}

MachineCost Reader::costOfInstruction(const InstructionSyntax& in, MachineInstruction& made) {
    if (in.opcode == "mov") return move(in, made);
    if (in.opcode == "cvta") return {};
    if (const auto cost = accessCost(in, made)) return *cost;
    if (const auto cost = arithmeticCost(in)) return *cost;
    if (const auto cost = bitCost(in)) return *cost;
    if (const auto cost = controlCost(in, made)) return *cost;
    if (const auto cost = exchangeCost(in, made)) return *cost;
    if (in.opcode.starts_with("v")) return costOf({{Pipe::Alu, 4, 3}, {Pipe::Any, 3, 2}}); // video
    return one(Pipe::Alu);
}

/// What no other instruction is moved across. Roots and divisions with a branch of their own, to where they
/// are made for tiny and huge operands, are as one: ptxas leaves loads behind them there (cholesky8).
bool Reader::isFence(const InstructionSyntax& in, const MachineInstruction& made) const {
    if (made.predicates != 0) return false;
    return m_costs[made.cost].instructions[static_cast<std::size_t>(Pipe::Cbu)] != 0 ||
           made.kind == MachineKind::Barrier || made.kind == MachineKind::Fence || in.opcode == "bra" ||
           in.opcode == "brx" || in.opcode == "ret" || in.opcode == "exit" || in.opcode == "call" ||
           in.opcode == "trap" || in.opcode == "cp" || in.opcode == "nanosleep";
}

/// Branches over a few instructions are not taken: these are predicated.
void Reader::predicate(std::vector<MachineInstruction>& made) {
    constexpr std::size_t kMostInstructions = 10;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (in.opcode != "bra" || in.guard == kNoIndex || in.operands.empty()) continue;
        const auto target = m_function.labels.find(in.operands[0].name);
        if (target == m_function.labels.end() || target->second <= i + 1 || target->second >= made.size())
            continue;
        const std::size_t end = target->second;
        if (m_function.instructions[end].opcode == "ret" || m_function.instructions[end].opcode == "exit")
            continue;
        std::size_t count = 0;
        bool fits = true;
        for (std::size_t k = i + 1; k < end && fits; ++k) {
            count += made[k].kind != MachineKind::Nothing ? 1 : 0;
            // What has a branch of its own stays behind one.
            fits = !isFence(m_function.instructions[k], made[k]) &&
                   m_function.instructions[k].guard == kNoIndex &&
                   m_costs[made[k].cost].instructions[static_cast<std::size_t>(Pipe::Cbu)] == 0;
        }
        for (const auto& [label, index] : m_function.labels) fits = fits && !(index > i && index < end);
        if (!fits || count == 0 || count > kMostInstructions) continue;
        made[i].predicates = static_cast<std::uint8_t>(std::min<std::size_t>(end - i - 1, 255));
        made[i].cost = indexOf({});
        made[i].kind = MachineKind::Nothing;
    }
}

/// Whether all threads of a warp have the same value, as far as a compiler sees.
bool Reader::isSameForAll(const Operand& operand, int depth) const {
    if (isImmediate(operand) || operand.kind == Operand::Kind::Variable) return true;
    if (operand.kind == Operand::Kind::Special)
        return !operand.name.starts_with("%tid") && !operand.name.starts_with("%lane");
    if (operand.kind == Operand::Kind::Address)
        return operand.items.empty() || isSameForAll(operand.items[0], depth);
    std::size_t index = 0;
    const InstructionSyntax* made = maker(operand, index);
    if (!made || depth == 0 || made->guard != kNoIndex) return false;
    if (made->opcode == "ld") return has(made->modifiers, "param");
    if (made->opcode == "atom" || made->opcode == "shfl" || made->opcode == "call") return false;
    for (std::size_t k = 1; k < made->operands.size(); ++k)
        if (!isSameForAll(made->operands[k], depth - 1)) return false;
    return true;
}

/// Bytes that an address is known to be a multiple of.
std::uint64_t Reader::alignment(const Operand& operand, int depth) const {
    constexpr std::uint64_t kMost = 128;
    if (operand.kind == Operand::Kind::Integer)
        return operand.bits == 0 ? kMost : std::min(kMost, operand.bits & (~operand.bits + 1));
    if (operand.kind == Operand::Kind::Variable) return 16; // shared arrays are placed so
    std::size_t index = 0;
    const InstructionSyntax* made = maker(operand, index);
    if (!made || depth == 0 || made->operands.size() < 2) return 1;
    const auto of = [&](std::size_t k) { return alignment(made->operands[k], depth - 1); };
    if (made->opcode == "mov" || made->opcode == "cvta" || made->opcode == "cvt") return of(1);
    if (made->operands.size() < 3) return 1;
    if (made->opcode == "add" || made->opcode == "sub" || made->opcode == "or") return std::min(of(1), of(2));
    if (made->opcode == "and") return std::max(of(1), of(2));
    if (made->opcode == "shl" && made->operands[2].kind == Operand::Kind::Integer)
        return std::min(kMost, of(1) << std::min<std::uint64_t>(made->operands[2].bits, 7));
    if (made->opcode == "mul") return std::min(kMost, of(1) * of(2));
    if (made->opcode == "mad" && made->operands.size() == 4) return std::min({kMost, of(1) * of(2), of(3)});
    return 1;
}

/// Loads of words that lie next to each other in shared memory become one of 8 or 16 bytes.
void Reader::mergeLoads(std::vector<MachineInstruction>& made) const {
    struct Load {
        std::size_t index;
        std::uint64_t offset;
    };
    std::unordered_map<std::uint32_t, std::vector<Load>> loads; // by base register
    const auto finish = [&] {
        for (auto& [base, of] : loads) {
            std::sort(of.begin(), of.end(), [](const Load& a, const Load& b) { return a.offset < b.offset; });
            Operand address;
            address.kind = Operand::Kind::Register;
            address.reg = base;
            const std::uint64_t aligned = alignment(address, 8);
            for (std::size_t i = 0; i < of.size();) {
                std::size_t run = 1;
                while (i + run < of.size() && of[i + run].offset == of[i].offset + 4 * run) ++run;
                const std::size_t count = run >= 4 && aligned >= 16 && of[i].offset % 16 == 0 ? 4
                                          : run >= 2 && aligned >= 8 && of[i].offset % 8 == 0 ? 2
                                                                                              : 1;
                if (count > 1) {
                    std::size_t first = of[i].index;
                    for (std::size_t k = 0; k < count; ++k) first = std::min(first, of[i + k].index);
                    for (std::size_t k = 0; k < count; ++k) made[of[i + k].index].merges = 0;
                    made[first].merges = static_cast<std::uint8_t>(count);
                }
                i += count;
            }
        }
        loads.clear();
    };
    for (std::size_t i = 0; i < made.size(); ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (made[i].kind == MachineKind::Access && in.opcode == "ld" && has(in.modifiers, "shared") &&
            in.guard == kNoIndex && in.operands.size() == 2 &&
            in.operands[0].kind == Operand::Kind::Register && sizeOf(typeOf(in.modifiers)) == 4 &&
            in.operands[1].kind == Operand::Kind::Address && in.operands[1].items.size() == 1 &&
            in.operands[1].items[0].kind == Operand::Kind::Register) {
            loads[in.operands[1].items[0].reg].push_back({i, in.operands[1].bits});
        } else if (made[i].kind == MachineKind::Access && has(in.modifiers, "shared")) {
            finish(); // a store may change what is loaded behind it
        }
        if (made[i].last) finish();
    }
    finish();
}

/// Loops of one stretch are unrolled unless the source forbids it.
void Reader::unroll(std::vector<MachineInstruction>& made) const {
    for (std::size_t i = 0; i < made.size(); ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (in.opcode != "bra" || in.guard == kNoIndex || in.operands.empty()) continue;
        const auto target = m_function.labels.find(in.operands[0].name);
        if (target != m_function.labels.end() && target->second <= i) unrollLoop(made, target->second, i);
    }
}

/// r = r + immediate
bool Reader::isCounter(const InstructionSyntax& in) {
    return (in.opcode == "add" || in.opcode == "sub") && in.operands.size() == 3 &&
           in.operands[1].kind == Operand::Kind::Register && in.operands[0].reg == in.operands[1].reg &&
           isImmediate(in.operands[2]);
}

/// The comparison that the branch at the end of a loop waits for, where it says before the loop begins how
/// many turns that has: of what is counted by a constant with what stays the same. Otherwise end.
std::size_t Reader::countedBy(std::size_t begin, std::size_t end) const {
    const std::uint32_t guard = m_function.instructions[end].guard;
    std::size_t compares = end;
    std::unordered_map<std::uint32_t, bool> written; // registers, and whether only counted
    for (std::size_t i = begin; i < end; ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (!hasResult(in)) continue;
        eachRegister(in.operands[0], [&](std::uint32_t reg) {
            const auto [known, fresh] = written.try_emplace(reg, isCounter(in));
            if (!fresh) known->second = false;
            if (reg == guard) compares = in.opcode == "setp" ? i : end;
        });
    }
    if (compares == end || m_uses[guard] != 1) return end;
    bool counted = false;
    const InstructionSyntax& in = m_function.instructions[compares];
    for (std::size_t k = 1; k < in.operands.size(); ++k) {
        if (in.operands[k].kind != Operand::Kind::Register) continue;
        const auto known = written.find(in.operands[k].reg);
        if (known == written.end()) continue;
        if (!known->second) return end;
        counted = true;
    }
    return counted ? compares : end;
}

/// Four turns become one, and of what is left over two.
void Reader::unrollLoop(std::vector<MachineInstruction>& made, std::size_t begin, std::size_t end) const {
    // Machine instructions of a turn. It pays where loads are in flight together.
    constexpr unsigned kMost = 22, kMostWithLoads = 50;
    constexpr std::size_t kMostOfPtx = 100;
    constexpr std::uint8_t kTurns = 4;
    if (end - begin > kMostOfPtx) return;
    for (const std::uint32_t index : m_function.notUnrolled)
        if (index >= begin && index <= end) return;
    for (const auto& [label, index] : m_function.labels)
        if (index > begin && index <= end) return;
    const std::size_t compares = countedBy(begin, end);
    if (compares == end) return;
    unsigned instructions = 0;
    bool loads = false, changes = false;
    for (std::size_t i = begin; i < end; ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (isFence(in, made[i])) return;
        for (const std::uint8_t count : m_costs[made[i].cost].instructions) instructions += count;
        if (made[i].kind == MachineKind::Access) (isLoad(in) ? loads : changes) = true;
    }
    if (instructions > (loads && !changes ? kMostWithLoads : kMost)) return;
    made[end].every = kTurns;
    made[end].turn = static_cast<std::uint16_t>(end - begin);
    // What only counts turns, or is where accesses begin, is counted once: their offsets take in the rest.
    std::unordered_set<std::uint32_t> wanted; // registers that each turn has to make
    for (std::size_t i = begin; i < end; ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (i == compares || isCounter(in)) continue;
        for (std::size_t k = hasResult(in) ? 1 : 0; k < in.operands.size(); ++k)
            if (in.operands[k].kind != Operand::Kind::Address)
                eachRegister(in.operands[k], [&](std::uint32_t reg) { wanted.insert(reg); });
    }
    for (std::size_t i = begin; i < end; ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (i == compares || (isCounter(in) && !wanted.contains(in.operands[0].reg))) made[i].every = kTurns;
    }
    std::unordered_map<std::uint16_t, bool> known; // registers that a turn makes; whether it has
    for (std::size_t i = begin; i < end; ++i)
        for (const std::uint16_t reg : made[i].results)
            if (made[i].every == 1 && reg != MachineInstruction::kNoRegister) known[reg] = false;
    for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t k = 0; k < made[i].sources.size(); ++k) {
            const auto source = known.find(made[i].sources[k]);
            if (source == known.end()) continue;
            const auto bit = static_cast<std::uint8_t>(1U << k);
            (source->second ? made[i].fromThisTurn : made[i].fromLastTurn) |= bit;
        }
        for (const std::uint16_t reg : made[i].results)
            if (const auto result = known.find(reg); result != known.end()) result->second = true;
    }
}

void Reader::order(std::vector<MachineInstruction>& made) const {
    // Where branches lead to, but for those over instructions that are predicated.
    std::vector<bool> begins(made.size() + 1, false);
    std::unordered_set<std::string_view> predicated, reached;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const InstructionSyntax& in = m_function.instructions[i];
        if (in.opcode == "bra" && !in.operands.empty())
            (made[i].predicates != 0 ? predicated : reached).insert(in.operands[0].name);
    }
    for (const auto& [label, index] : m_function.labels)
        if (index < begins.size() && (!predicated.contains(label) || reached.contains(label)))
            begins[index] = true;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (begins[i] && i > begin) {
            orderStretch(made, begin, i);
            begin = i;
        }
        if (isFence(m_function.instructions[i], made[i])) {
            orderStretch(made, begin, i);
            made[i].last = true;
            begin = i + 1;
        }
    }
    orderStretch(made, begin, made.size());
    for (std::size_t end = 0; end < made.size(); ++end)
        if (made[end].turn != 0) orderTurns(made, end - made[end].turn, end);
}

void Reader::orderStretch(std::vector<MachineInstruction>& made, std::size_t begin, std::size_t end) const {
    constexpr std::size_t kMost = 2000;
    if (end <= begin) return;
    made[end - 1].last = true;
    std::vector<Ordered> all;
    for (std::size_t i = begin; i < std::min(end, begin + kMost); ++i) all.push_back({i, 0});
    const std::vector<std::uint16_t> places = placesOf(made, all);
    for (std::size_t i = 0; i < all.size(); ++i) made[begin + i].place = places[i];
    for (std::size_t i = all.size(); i < end - begin; ++i)
        made[begin + i].place = static_cast<std::uint16_t>(i);
}

/// Several turns of an unrolled loop.
void Reader::orderTurns(std::vector<MachineInstruction>& made, std::size_t begin, std::size_t end) const {
    const auto order = [&](auto of) {
        std::vector<Ordered> all;
        const std::size_t turns = (made[begin].*of).size();
        for (std::size_t turn = 1; turn <= turns; ++turn)
            for (std::size_t i = begin; i < end; ++i)
                if (made[i].every == 1 || turn == turns) all.push_back({i, static_cast<std::uint32_t>(turn)});
        const std::vector<std::uint16_t> places = placesOf(made, all);
        for (std::size_t i = 0; i < all.size(); ++i) (made[all[i].index].*of)[all[i].turn - 1] = places[i];
        (made[end].*of)[turns - 1] = static_cast<std::uint16_t>(all.size());
    };
    order(&MachineInstruction::placeOfFour);
    order(&MachineInstruction::placeOfTwo);
}

/// Those on the longest way to the end go first, as in any list scheduler.
std::vector<std::uint16_t> Reader::placesOf(const std::vector<MachineInstruction>& made,
                                            const std::vector<Ordered>& all) const {
    constexpr double kFar = 300; // cycles
    const std::size_t count = all.size();
    const bool turns = count > 0 && all.front().turn != 0;
    std::vector<std::vector<std::uint16_t>> after(count);
    std::vector<std::uint16_t> waitsFor(count, 0);
    std::vector<double> latency(count), way(count, 0), readyAt(count, 0);
    const auto depend = [&](std::size_t first, std::size_t second) {
        if (first == second) return; // it has a register twice among its results
        after[first].push_back(static_cast<std::uint16_t>(second));
        ++waitsFor[second];
    };
    // Each turn has registers of its own.
    const auto named = [](std::uint16_t reg, std::uint32_t turn) { return reg | turn << 16; };
    std::unordered_map<std::uint32_t, std::size_t> writer;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> readers;
    std::unordered_map<std::string_view, std::size_t> lastStore;
    std::unordered_map<std::string_view, std::vector<std::size_t>> loads;
    std::vector<unsigned> waitsIn(count, 0); // registers, of what comes from far away
    for (std::size_t i = 0; i < count; ++i) {
        const MachineInstruction& in = made[all[i].index];
        const InstructionSyntax& text = m_function.instructions[all[i].index];
        double cycles = 0;
        for (std::size_t p = 0; p < model::kPipes; ++p) cycles += 4.0 * m_costs[in.cost].chain[p];
        if (in.kind == MachineKind::Nothing) cycles = 0;
        if (in.kind == MachineKind::Access)
            cycles = text.opcode == "st" || text.opcode == "red" ? 1
                     : has(text.modifiers, "shared")             ? 25
                                                                 : kFar;
        if (in.kind == MachineKind::Shuffle) cycles = 25;
        latency[i] = cycles;
        for (std::size_t k = 0; k < in.sources.size(); ++k) {
            if (in.sources[k] == MachineInstruction::kNoRegister) continue;
            const std::uint32_t reg = named(in.sources[k], in.turnOf(k, all[i].turn));
            if (const auto known = writer.find(reg); known != writer.end()) depend(known->second, i);
            readers[reg].push_back(i);
        }
        for (const std::uint16_t result : in.results) {
            if (result == MachineInstruction::kNoRegister) continue;
            if (cycles >= kFar)
                waitsIn[i] +=
                    static_cast<unsigned>(std::max<std::size_t>(sizeOf(m_function.registers[result]), 4) / 4);
            const std::uint32_t reg = named(result, all[i].turn);
            if (const auto known = writer.find(reg); known != writer.end()) depend(known->second, i);
            for (const std::size_t reader : readers[reg])
                if (reader != i) depend(reader, i);
            readers[reg].clear();
            writer[reg] = i;
        }
        if (in.kind != MachineKind::Access || has(text.modifiers, "param") || has(text.modifiers, "const"))
            continue;
        std::string_view space = "global";
        for (const std::string_view each : {"shared", "local"})
            if (has(text.modifiers, each)) space = each;
        const bool changes = !isLoad(text);
        if (const auto known = lastStore.find(space); known != lastStore.end() && !has(text.modifiers, "nc"))
            depend(known->second, i);
        if (changes) {
            for (const std::size_t load : loads[space]) depend(load, i);
            loads[space].clear();
            lastStore[space] = i;
        } else {
            loads[space].push_back(i);
        }
    }
    for (std::size_t i = count; i-- > 0;) {
        for (const std::uint16_t next : after[i]) way[i] = std::max(way[i], way[next]);
        way[i] += latency[i] + 1;
    }
    // Few registers are spent on what is far ahead, more on what is waited for longest, and so many of them
    // wait together.
    constexpr std::size_t kAhead = 20, kLoadsAhead = 40;
    constexpr unsigned kWaiting = 16;
    std::vector<bool> early(count, false); // loads from far away, and what leads to their addresses
    for (std::size_t i = count; i-- > 0;)
        early[i] = latency[i] >= kFar ||
                   (made[all[i].index].kind != MachineKind::Access &&
                    std::ranges::any_of(after[i], [&](std::uint16_t next) { return early[next]; }));
    // Turns that are ordered together keep the order of their loads, so that what is used first comes first
    // (matVecTransposed); not of those whose addresses are loaded.
    std::vector<bool> isBehindLoad(count, false);
    std::vector<std::size_t> inOrder;
    for (std::size_t i = 0; turns && i < count; ++i) {
        if (isBehindLoad[i] || latency[i] >= kFar)
            for (const std::uint16_t next : after[i]) isBehindLoad[next] = true;
        if (waitsIn[i] != 0 && !isBehindLoad[i]) inOrder.push_back(i);
    }
    auto nextLoad = inOrder.begin();
    std::vector<std::uint16_t> places(count);
    double now = 0;
    std::size_t begun = 0; // all before it are placed
    unsigned waiting = 0;
    std::vector<bool> done(count, false);
    std::vector<std::vector<std::uint16_t>> loadsOf(count); // that each is the first to use
    for (std::size_t placed = 0; placed < count; ++placed) {
        while (done[begun]) ++begun;
        while (nextLoad != inOrder.end() && done[*nextLoad]) ++nextLoad;
        std::size_t best = count;
        double bestStart = 0;
        const auto look = [&](bool loadsToo) {
            for (std::size_t i = begun; i < (turns ? count : std::min(count, begun + kLoadsAhead)); ++i) {
                if (done[i] || waitsFor[i] != 0 || (!turns && i >= begun + kAhead && !early[i])) continue;
                if (!loadsToo && waitsIn[i] != 0 && waiting + waitsIn[i] > kWaiting) continue;
                if (nextLoad != inOrder.end() && i > *nextLoad && waitsIn[i] != 0 && !isBehindLoad[i])
                    continue;
                const double start = std::max(readyAt[i], now);
                if (best == count || start < bestStart || (start == bestStart && way[i] > way[best])) {
                    best = i;
                    bestStart = start;
                }
            }
        };
        look(false);
        if (best == count) look(true);
        done[best] = true;
        places[best] = static_cast<std::uint16_t>(placed);
        now = bestStart + (made[all[best].index].kind == MachineKind::Nothing ? 0 : 1);
        waiting += waitsIn[best];
        for (const std::uint16_t next : after[best]) {
            --waitsFor[next];
            readyAt[next] = std::max(readyAt[next], bestStart + latency[best]);
            if (waitsIn[best] != 0) loadsOf[next].push_back(static_cast<std::uint16_t>(best));
        }
        for (const std::uint16_t load : loadsOf[best]) waiting -= std::exchange(waitsIn[load], 0);
    }
    return places;
}

} // namespace

std::vector<MachineInstruction> machineCode(const FunctionSyntax& function, std::vector<MachineCost>& costs) {
    return Reader(function, costs).read();
}

} // namespace lanescope::ptx
