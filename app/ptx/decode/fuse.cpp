// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/fuse.h"

#include <algorithm>
#include <array>
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

std::optional<FloatForm> floatForm(const InstructionSyntax& in) {
    FloatForm form;
    for (const std::string_view word : in.modifiers) {
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

bool has(const InstructionSyntax& in, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        in.modifiers, [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); });
}

/// Jumps and calls, fences, and what the compiler makes a subroutine of: exact quotients and roots, and
/// integer quotients by a divisor it does not know (not of .u32, which it computes in line).
bool endsBlock(const InstructionSyntax& in) {
    constexpr std::array<std::string_view, 8> kAlways{"bra",  "brx",  "call",   "ret",
                                                      "exit", "trap", "membar", "fence"};
    if (std::ranges::find(kAlways, in.opcode) != kAlways.end()) return true;
    if (in.opcode == "rsqrt") return has(in, {"f64"}) && !has(in, {"ftz"});
    const bool quotient = in.opcode == "div" || in.opcode == "rem";
    if (quotient && has(in, {"s32", "s64", "u64"}))
        return in.operands.size() == 3 && isRegister(in.operands[2]);
    return (quotient || in.opcode == "sqrt" || in.opcode == "rcp") && has(in, {"rn", "rz", "rm", "rp"});
}

/// An addition that a product flows into.
struct Sum {
    std::uint32_t instruction;
    std::uint32_t operand; ///< 1 or 2
    bool negated;          ///< through `neg`
};

struct Product {
    std::uint32_t instruction;
    std::vector<Sum> sums;
};

class Fusion {
public:
    explicit Fusion(FunctionSyntax& function)
        : m_function(function), m_definitions(function.registers.size(), 0),
          m_uses(function.registers.size()) {
        findBlocks();
        findUses();
    }

    void run() {
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
        for (const auto& [sum, choice] : m_taken) rewrite(*choice.product, *choice.sum);
    }

private:
    using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>; ///< instruction, operand

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

    std::optional<Product> productAt(std::uint32_t index) const {
        const InstructionSyntax& in = m_function.instructions[index];
        if (in.opcode != "mul" || in.guard != kNoIndex || in.operands.size() != 3 ||
            !isRegister(in.operands[0]))
            return std::nullopt;
        const std::optional<FloatForm> form = floatForm(in);
        if (!form || form->saturate) return std::nullopt;
        Product product{index, {}};
        if (!follow(in.operands[0].reg, index, *form, false, product) || product.sums.empty())
            return std::nullopt;
        const auto same = [](const Sum& a, const Sum& b) { return a.instruction == b.instruction; };
        std::ranges::sort(product.sums, {}, &Sum::instruction);
        if (std::ranges::adjacent_find(product.sums, same) != product.sums.end()) return std::nullopt;
        for (const Sum& sum : product.sums)
            if (changes(in.operands[1], index, sum.instruction) ||
                changes(in.operands[2], index, sum.instruction))
                return std::nullopt;
        return product;
    }

    /// Whether all that becomes of a register are sums; they are added to the product.
    bool follow(std::uint32_t reg, std::uint32_t from, const FloatForm& form, bool negated,
                Product& product) const {
        if (m_definitions[reg] != 1) return false;
        for (const auto& [index, position] : m_uses[reg]) {
            if (index <= from || m_block[index] != m_block[from] || position == kNoIndex) return false;
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

    /// Whether an operand's register is written between two instructions of a block.
    bool changes(const Operand& operand, std::uint32_t after, std::uint32_t before) const {
        if (!isRegister(operand) || m_definitions[operand.reg] <= 1) return false;
        bool changed = false;
        for (std::uint32_t i = after; i < before; ++i) {
            const InstructionSyntax& in = m_function.instructions[i];
            if (in.operands.empty()) continue;
            forEachRegister(in.operands[0],
                            [&](std::uint32_t reg) { changed = changed || reg == operand.reg; });
        }
        return changed;
    }

    void rewrite(const Product& product, const Sum& sum) {
        const InstructionSyntax& mul = m_function.instructions[product.instruction];
        InstructionSyntax& in = m_function.instructions[sum.instruction];
        const bool subtraction = in.opcode == "sub";
        Operand first = mul.operands[1], addend = in.operands[3 - sum.operand];
        first.minus = sum.negated != (subtraction && sum.operand == 2);
        addend.minus = subtraction && sum.operand == 1;
        in.opcode = "fma";
        in.modifiers.insert(in.modifiers.begin(), "rn");
        in.operands = {in.operands[0], first, mul.operands[2], addend};
    }

    FunctionSyntax& m_function;
    std::vector<std::uint32_t> m_block, m_definitions;
    std::vector<Uses> m_uses;
    std::map<std::uint32_t, Choice> m_taken; ///< by sum
};

} // namespace

void fuseMultiplyAdds(FunctionSyntax& function) {
    Fusion(function).run();
}

} // namespace lanescope::ptx
