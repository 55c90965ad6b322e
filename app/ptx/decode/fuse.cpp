// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/fuse.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace lanescope::ptx {

namespace {

constexpr std::array<std::string_view, 6> kFloatTypes{"f16", "f16x2", "bf16", "bf16x2", "f32", "f64"};

/// The modifiers of an instruction that may be fused; nullopt when there are others.
struct FloatForm {
    std::string_view type;
    bool flush = false, saturate = false;

    bool matches(const FloatForm& other) const { return type == other.type && flush == other.flush; }
};

std::optional<FloatForm> floatForm(const InstructionSyntax& in, bool quotient = false) {
    FloatForm form;
    for (const std::string_view word : in.modifiers) {
        if (quotient && (word == "approx" || word == "full")) continue;
        if (word == "ftz")
            form.flush = true;
        else if (word == "sat")
            form.saturate = true;
        else if (form.type.empty() && std::ranges::find(kFloatTypes, word) != kFloatTypes.end())
            form.type = word;
        else
            return std::nullopt;
    }
    if (form.type.empty()) return std::nullopt;
    return form;
}

template<class Visit>
void forEachRegister(const Operand& operand, const Visit& visit) {
    if (operand.reg != kNoIndex) visit(operand.reg);
    if (operand.second != kNoIndex) visit(operand.second);
    for (const Operand& item : operand.items) forEachRegister(item, visit);
}

bool isRegister(const Operand& operand) {
    return operand.kind == Operand::Kind::Register;
}

bool isImmediate(const Operand& operand) {
    using enum Operand::Kind;
    return operand.kind == Integer || operand.kind == Single || operand.kind == Double;
}

bool has(const InstructionSyntax& in, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        in.modifiers, [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); });
}

/// Jumps and calls, fences, and what the compiler makes a subroutine of: exact quotients and roots, and
/// integer quotients (not of .u32, which it computes in line).
bool endsBlock(const InstructionSyntax& in) {
    constexpr std::array<std::string_view, 8> kAlways{"bra",  "brx",  "call",   "ret",
                                                      "exit", "trap", "membar", "fence"};
    if (std::ranges::find(kAlways, in.opcode) != kAlways.end()) return true;
    if (in.opcode == "rsqrt") return has(in, {"f64"}) && !has(in, {"ftz"});
    const bool quotient = in.opcode == "div" || in.opcode == "rem";
    if (quotient && has(in, {"s32", "s64", "u64"})) return true;
    return (quotient || in.opcode == "sqrt" || in.opcode == "rcp") && has(in, {"rn", "rz", "rm", "rp"});
}

bool isInexactQuotient(const InstructionSyntax& in) {
    return in.opcode == "div" && in.operands.size() == 3 && has(in, {"f32"}) && has(in, {"approx", "full"});
}

/// An addition that a product flows into.
struct Sum {
    std::uint32_t instruction;
    std::uint32_t operand; ///< 1 or 2
    bool negated;          ///< through `neg`
};

/// Of a multiplication, or the product that a quotient's dividend and its divisor's reciprocal are.
struct Product {
    std::uint32_t instruction;
    std::vector<Sum> sums;
    bool constant = false;  ///< a factor is: its sums may be in any block
    std::uint32_t kept = 1; ///< operand that the instruction makes way for, where all its sums are fused
    bool changes = false;   ///< that one does before a sum
};

class Fusion {
public:
    explicit Fusion(FunctionSyntax& function)
        : m_function(function), m_definitions(function.registers.size(), 0),
          m_uses(function.registers.size()) {
        findBlocks();
        findUses();
        findConstants();
    }

    void run() {
        for (InstructionSyntax& in : m_function.instructions) makeProduct(in);
        std::vector<Product> products;
        for (std::uint32_t i = 0; i < m_function.instructions.size(); ++i)
            if (auto product = productAt(i)) products.push_back(std::move(*product));
        std::map<std::uint32_t, std::vector<Choice>> choices; // by sum, in program order
        for (const Product& product : products)
            for (const Sum& sum : product.sums) choices[sum.instruction].push_back({&product, &sum});
        for (auto& [sum, all] : choices)
            std::ranges::sort(all, {}, [](const Choice& choice) {
                return std::pair(choice.product->sums.size(), choice.sum->operand);
            });
        // A product used once can always go; one used more often only when all its sums can have it.
        for (const bool often : {false, true})
            for (const auto& [sum, all] : choices)
                for (const Choice& choice : all)
                    if (!m_taken.contains(sum) && (choice.product->sums.size() > 1) == often &&
                        isFree(*choice.product))
                        m_taken.emplace(sum, choice);
        for (const Product& product : products) makeWay(product);
        for (const auto& [sum, choice] : m_taken) rewrite(*choice.product, *choice.sum);
    }

private:
    using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>; ///< instruction, operand

    struct Factors {
        std::string_view division; ///< "approx" or "full": the second one's reciprocal; "": a product
        Operand first, second;
    };

    /// A sum and one of the products that could flow into it.
    struct Choice {
        const Product* product;
        const Sum* sum;
    };

    /// No sum has taken in another product instead.
    bool isFree(const Product& product) const {
        return std::ranges::all_of(product.sums, [&](const Sum& sum) {
            const auto taken = m_taken.find(sum.instruction);
            return taken == m_taken.end() || taken->second.product == &product;
        });
    }

    void findBlocks() {
        std::unordered_set<std::string_view> jumpedTo;
        for (const InstructionSyntax& in : m_function.instructions)
            for (const Operand& operand : in.operands)
                if (operand.kind == Operand::Kind::Name) jumpedTo.insert(operand.name);
        for (const auto& [table, labels] : m_function.targets) jumpedTo.insert(labels.begin(), labels.end());
        std::vector<bool> begins(m_function.instructions.size() + 1, false);
        for (const auto& [label, index] : m_function.labels)
            if (jumpedTo.contains(label)) begins[std::min<std::size_t>(index, begins.size() - 1)] = true;
        std::uint32_t block = 0;
        for (std::size_t i = 0; i < m_function.instructions.size(); ++i) {
            if (begins[i]) ++block;
            m_block.push_back(block);
            if (endsBlock(m_function.instructions[i])) ++block;
        }
        m_unrolled.resize(block + 1, false);
        for (std::size_t i = 0; i < m_block.size(); ++i) m_unrolled[m_block[i]] = isUnrolledAt(i);
    }

    /// Whether a block that ends with this instruction is a loop of its own, which ptxas may unroll.
    bool isUnrolledAt(std::size_t last) const {
        const InstructionSyntax& in = m_function.instructions[last];
        if (in.opcode != "bra" || in.guard == kNoIndex || in.operands.empty()) return false;
        const auto label = m_function.labels.find(in.operands[0].name);
        if (label == m_function.labels.end() || label->second > last) return false;
        const std::size_t first = label->second;
        return m_block[first] == m_block[last] &&
               std::ranges::none_of(m_function.notUnrolled,
                                    [&](std::uint32_t index) { return index >= first && index <= last; });
    }

    /// A first operand counts as written, also where it is only read (`st`, `red`): that keeps a register
    /// from being fused, never the other way round.
    void findUses() {
        for (std::uint32_t i = 0; i < m_function.instructions.size(); ++i) {
            const InstructionSyntax& in = m_function.instructions[i];
            for (std::uint32_t k = 0; k < in.operands.size(); ++k) {
                const bool written = k == 0 && in.operands[0].kind != Operand::Kind::Address;
                forEachRegister(in.operands[k], [&](std::uint32_t reg) {
                    if (written)
                        ++m_definitions[reg];
                    else
                        m_uses[reg].emplace_back(i, k);
                });
            }
            if (in.guard != kNoIndex) m_uses[in.guard].emplace_back(i, kNoIndex);
        }
        for (const auto* list : {&m_function.parameters, &m_function.returns})
            for (const std::uint32_t index : *list)
                if (const std::uint32_t reg = m_function.variables[index].reg; reg != kNoIndex)
                    m_definitions[reg] += 2;
    }

    /// Registers whose value machine code reads from its own bits or from constant memory at a known place.
    /// Values that are computed from such, by conversions for one, are not.
    void findConstants() {
        m_constant.resize(m_definitions.size(), false);
        m_immediate.resize(m_definitions.size());
        std::vector<bool> place(m_definitions.size(), false); // known addresses
        const auto knows = [&](const std::vector<bool>& registers, const Operand& operand) {
            return isRegister(operand) && operand.part == 0 && registers[operand.reg];
        };
        for (const InstructionSyntax& in : m_function.instructions) {
            if (in.guard != kNoIndex || in.operands.size() < 2) continue;
            const Operand& from = in.operands[1];
            bool constant = false, known = false;
            if (in.opcode == "mov") {
                constant = isImmediate(from) || knows(m_constant, from);
                if (const auto value = immediate(from); value && isRegister(in.operands[0]))
                    if (m_definitions[in.operands[0].reg] == 1) m_immediate[in.operands[0].reg] = value;
                known = from.kind == Operand::Kind::Variable || knows(place, from);
            } else if (in.opcode == "add" && in.operands.size() == 3) {
                known = knows(place, from) && isImmediate(in.operands[2]);
            } else if (in.opcode == "ld" && from.kind == Operand::Kind::Address && !from.items.empty()) {
                const Operand& base = from.items[0];
                constant = (base.kind == Operand::Kind::Variable || knows(place, base)) &&
                           (has(in, {"const"}) || (m_function.entry && has(in, {"param"})));
            }
            if (constant || known)
                forEachRegister(in.operands[0], [&](std::uint32_t reg) {
                    if (m_definitions[reg] == 1) (constant ? m_constant : place)[reg] = true;
                });
        }
    }

    bool isConstant(const Operand& operand) const {
        return isImmediate(operand) || (isRegister(operand) && m_constant[operand.reg]);
    }

    /// A float's bits that are written, or that a register has for good.
    std::optional<std::uint64_t> immediate(const Operand& operand) const {
        if (operand.kind == Operand::Kind::Single) return operand.bits;
        return isRegister(operand) ? m_immediate[operand.reg] : std::nullopt;
    }

    /// A quotient by a constant whose reciprocal needs no scaling is a product with that, rounded to nearest.
    void makeProduct(InstructionSyntax& in) {
        if (!isInexactQuotient(in)) return;
        const std::optional<std::uint64_t> bits = immediate(in.operands[2]);
        if (!bits) return;
        const auto divisor = std::bit_cast<float>(static_cast<std::uint32_t>(*bits));
        const float size = std::fabs(divisor);
        if (!(size >= 0x1p-126F && size <= 0x1p126F)) return;
        in.opcode = "mul";
        std::erase_if(in.modifiers, [](std::string_view word) { return word == "approx" || word == "full"; });
        in.operands[2] = Operand{};
        in.operands[2].kind = Operand::Kind::Single;
        in.operands[2].bits = std::bit_cast<std::uint32_t>(1.0F / divisor);
    }

    std::optional<Product> productAt(std::uint32_t index) const {
        const InstructionSyntax& in = m_function.instructions[index];
        const bool quotient = isInexactQuotient(in);
        if ((in.opcode != "mul" && !quotient) || in.guard != kNoIndex || in.operands.size() != 3 ||
            !isRegister(in.operands[0]))
            return std::nullopt;
        const std::optional<FloatForm> form = floatForm(in, quotient);
        if (!form || form->saturate) return std::nullopt;
        Product product{index, {}};
        // A quotient's factors are scaled first, and its divisor inverted: these are no constants any more.
        product.constant = quotient ? isConstant(in.operands[1]) && form->flush && has(in, {"approx"})
                                    : isConstant(in.operands[1]) || isConstant(in.operands[2]);
        if (!follow(in.operands[0].reg, index, *form, false, product) || product.sums.empty())
            return std::nullopt;
        const auto same = [](const Sum& a, const Sum& b) { return a.instruction == b.instruction; };
        std::ranges::sort(product.sums, {}, &Sum::instruction);
        if (std::ranges::adjacent_find(product.sums, same) != product.sums.end()) return std::nullopt;
        const auto changing = [&](std::uint32_t factor) {
            return std::ranges::any_of(product.sums, [&](const Sum& sum) {
                return changes(in.operands[factor], index, sum.instruction);
            });
        };
        const bool second = changing(2);
        product.changes = changing(1) || second;
        if (changing(1) && second) return std::nullopt;
        product.kept = second || isImmediate(in.operands[1]) ? 2 : 1;
        return product;
    }

    /// Whether all that becomes of a register are sums; they are added to the product.
    bool follow(std::uint32_t reg, std::uint32_t from, const FloatForm& form, bool negated,
                Product& product) const {
        if (m_definitions[reg] != 1) return false;
        for (const auto& [index, position] : m_uses[reg]) {
            if (position == kNoIndex) return false;
            const bool together = m_block[index] == m_block[from];
            if (together ? index <= from : !product.constant || m_unrolled[m_block[from]]) return false;
            const InstructionSyntax& use = m_function.instructions[index];
            if (!isRegister(use.operands[position])) return false;
            const bool move = use.opcode == "mov", negation = use.opcode == "neg";
            const std::optional<FloatForm> other = floatForm(use);
            if (!other || (move ? other->type != form.type : !other->matches(form))) return false;
            if (move || negation) {
                if (use.guard != kNoIndex || other->saturate || !isRegister(use.operands[0]) ||
                    !follow(use.operands[0].reg, index, form, negated != negation, product))
                    return false;
            } else if ((use.opcode == "add" || use.opcode == "sub") && use.operands.size() == 3) {
                if (isRegister(use.operands[1]) && isRegister(use.operands[2]) &&
                    use.operands[1].reg == use.operands[2].reg)
                    return false;
                product.sums.push_back({index, position, negated});
            } else {
                return false;
            }
        }
        return true;
    }

    /// Whether an operand's register is written, or may be, between two instructions.
    bool changes(const Operand& operand, std::uint32_t after, std::uint32_t before) const {
        if (!isRegister(operand) || m_definitions[operand.reg] <= 1) return false;
        if (m_block[after] != m_block[before]) return true;
        bool changed = false;
        for (std::uint32_t i = after; i < before; ++i) {
            const InstructionSyntax& in = m_function.instructions[i];
            if (in.operands.empty()) continue;
            forEachRegister(in.operands[0],
                            [&](std::uint32_t reg) { changed = changed || reg == operand.reg; });
        }
        return changed;
    }

    /// Has a multiplication or division whose sums are all fused keep a factor for them instead. Where
    /// another product has taken one of its sums, those that would read what has changed stay sums.
    void makeWay(const Product& product) {
        const auto mine = [&](const Sum& sum) {
            const auto taken = m_taken.find(sum.instruction);
            return taken != m_taken.end() && taken->second.product == &product;
        };
        InstructionSyntax& in = m_function.instructions[product.instruction];
        Factors factors{in.opcode == "div" ? (has(in, {"full"}) ? "full" : "approx") : "", in.operands[1],
                        in.operands[2]};
        if (std::ranges::all_of(product.sums, mine)) {
            const std::string_view type = floatForm(in, true)->type;
            const Operand result = in.operands[0];
            in.opcode = "mov";
            in.modifiers = {type == "f64" ? "b64" : type == "f16" || type == "bf16" ? "b16" : "b32"};
            in.operands = {result, product.kept == 1 ? factors.first : factors.second};
            (product.kept == 1 ? factors.first : factors.second) = result;
        } else if (product.changes) {
            for (const Sum& sum : product.sums)
                if (mine(sum)) m_taken.erase(sum.instruction);
        }
        if (factors.division.empty() && isImmediate(factors.first)) std::swap(factors.first, factors.second);
        m_factors.emplace(product.instruction, std::move(factors));
    }

    void rewrite(const Product& product, const Sum& sum) {
        auto [division, first, second] = m_factors.at(product.instruction);
        InstructionSyntax& in = m_function.instructions[sum.instruction];
        const bool subtraction = in.opcode == "sub";
        Operand addend = in.operands[3 - sum.operand];
        first.minus = sum.negated != (subtraction && sum.operand == 2);
        addend.minus = subtraction && sum.operand == 1;
        in.opcode = "fma";
        in.modifiers.insert(in.modifiers.begin(), division.empty() ? "rn" : division);
        in.operands = {in.operands[0], first, second, addend};
    }

    FunctionSyntax& m_function;
    std::vector<std::uint32_t> m_block, m_definitions;
    std::vector<Uses> m_uses;
    std::vector<bool> m_unrolled;                          ///< by block
    std::vector<bool> m_constant;                          ///< by register
    std::vector<std::optional<std::uint64_t>> m_immediate; ///< by register
    std::map<std::uint32_t, Choice> m_taken;               ///< by sum
    std::map<std::uint32_t, Factors> m_factors;            ///< by instruction of a product
};

} // namespace

void fuseMultiplyAdds(FunctionSyntax& function) {
    Fusion(function).run();
}

} // namespace lanescope::ptx
