// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace lanescope::ptx {

namespace {

constexpr std::uint64_t kMaxRegisters = 1 << 22; ///< of a module
constexpr std::size_t kMaxBlocks = 64;           ///< nested in a function
constexpr std::size_t kMaxOperands = 64;
constexpr std::uint64_t kMaxAreaBytes = 64 * 1024; ///< .param variables of a function

} // namespace

void Parser::declare(std::string_view name, Symbol symbol) {
    m_scopes.back()[name] = symbol;
}

std::optional<Parser::Symbol> Parser::lookUp(std::string_view word) const {
    std::size_t digits = word.size();
    while (digits > 0 && word[digits - 1] >= '0' && word[digits - 1] <= '9') --digits;
    const std::size_t length = word.size() - digits;
    std::uint32_t number = 0;
    // %r07 is not the seventh register, and no index has more than seven digits
    const bool indexed = digits > 0 && length > 0 && length < 8 && (length == 1 || word[digits] != '0');
    if (indexed)
        for (std::size_t i = digits; i < word.size(); ++i)
            number = number * 10 + static_cast<std::uint32_t>(word[i] - '0');
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope) {
        const auto exact = scope->find(&*scope == &m_scopes.front() ? m_names.find(word) : word);
        if (exact != scope->end() && exact->second.kind != Symbol::Kind::Range) return exact->second;
        if (!indexed) continue;
        const auto range = scope->find(word.substr(0, digits));
        if (range != scope->end() && range->second.kind == Symbol::Kind::Range &&
            number < range->second.count)
            return Symbol{Symbol::Kind::Register, range->second.index + number * range->second.vector, 0,
                          range->second.vector};
    }
    return std::nullopt;
}

std::uint32_t Parser::addRegisters(FunctionSyntax& function, Type type, std::uint64_t count) {
    m_registers += count;
    if (m_registers > kMaxRegisters) m_tokens.fail("too many registers");
    const auto index = static_cast<std::uint32_t>(function.registers.size());
    function.registers.resize(index + std::max<std::size_t>(count, 1), type);
    return index;
}

std::uint32_t Parser::addRegister(FunctionSyntax& function, std::string_view name, Type type,
                                  std::uint32_t count, std::uint32_t vector) {
    const std::uint32_t index = addRegisters(function, type, std::uint64_t{count} * vector);
    declare(name, {count == 1 ? Symbol::Kind::Register : Symbol::Kind::Range, index, count, vector});
    return index;
}

void Parser::placeParameter(FunctionSyntax& function, VariableSyntax& variable) {
    const std::uint64_t offset =
        (m_areaTop + std::uint64_t{variable.alignment} - 1) / variable.alignment * variable.alignment;
    if (variable.alignment > 128 || offset + variable.bytes() > kMaxAreaBytes)
        m_tokens.fail(variable.line, "parameters too large");
    variable.areaOffset = static_cast<std::uint32_t>(offset);
    m_areaTop = static_cast<std::uint32_t>(offset + variable.bytes());
    function.areaBytes = std::max(function.areaBytes, m_areaTop);
}

void Parser::parseBody(FunctionSyntax& function) {
    const std::size_t outside = m_scopes.size();
    expect('{');
    m_scopes.emplace_back();
    while (m_scopes.size() > outside) {
        const Token& token = m_tokens.peek();
        if (token.kind == TokenKind::End) m_tokens.fail("function without its closing brace");
        if (accept(';')) continue;
        if (accept('{')) {
            if (m_scopes.size() > kMaxBlocks) m_tokens.fail("blocks nest too deep");
            m_scopes.emplace_back();
            m_labels->begin();
            m_areaMarks.push_back(m_areaTop);
        } else if (accept('}')) {
            m_scopes.pop_back();
            if (!m_areaMarks.empty()) { // else it is the body that ends
                m_labels->end();
                m_areaTop = m_areaMarks.back();
                m_areaMarks.pop_back();
            }
        } else if (token.is('.')) {
            parseBodyDirective(function);
        } else if (token.kind == TokenKind::Word && m_tokens.followedBy(":") && !m_tokens.followedBy("::")) {
            parseLabel(function);
        } else {
            parseInstruction(function);
        }
    }
}

void Parser::parseBodyDirective(FunctionSyntax& function) {
    const Token word = parseDirectiveWord();
    if (word.text == "reg") {
        parseRegisters(function);
    } else if (word.text == "loc") {
        parseLocation();
    } else if (word.text == "file") {
        parseFile();
    } else if (word.text == "pragma") {
        while (m_tokens.peek().kind != TokenKind::End && !accept(';'))
            if (m_tokens.next().text.find("nounroll") != std::string_view::npos)
                function.notUnrolled.push_back(static_cast<std::uint32_t>(function.instructions.size()));
    } else if (word.text == "local" || word.text == "param" || word.text == "shared" ||
               word.text == "global" || word.text == "const") {
        const bool module = word.text == "global" || word.text == "const";
        const StateSpace space = word.text == "local"    ? StateSpace::Local
                                 : word.text == "param"  ? StateSpace::Param
                                 : word.text == "shared" ? StateSpace::Shared
                                 : word.text == "const"  ? StateSpace::Const
                                                         : StateSpace::Global;
        for (VariableSyntax& variable : parseVariables(space, false, false)) {
            if (space == StateSpace::Param) placeParameter(function, variable);
            auto& list = module || space == StateSpace::Shared ? m_module.variables : function.variables;
            declare(variable.name, {&list == &m_module.variables ? Symbol::Kind::Module : Symbol::Kind::Local,
                                    static_cast<std::uint32_t>(list.size())});
            list.push_back(std::move(variable));
        }
        expect(';');
    } else {
        m_tokens.fail(word.line, "unknown directive ." + std::string(word.text));
    }
}

Parser::RegisterType Parser::parseRegisterType() {
    Token word = parseDirectiveWord();
    const std::uint32_t vector = word.text == "v2" ? 2 : word.text == "v4" ? 4 : word.text == "v8" ? 8 : 1;
    if (vector != 1) word = parseDirectiveWord();
    const Type type = typeNamed(word.text);
    if (type == Type::None) m_tokens.fail(word.line, "unknown register type ." + std::string(word.text));
    return {type, vector};
}

void Parser::parseRegisters(FunctionSyntax& function) {
    const auto [type, vector] = parseRegisterType();
    do {
        const Token name = expectWord("register name");
        std::uint32_t count = 1;
        bool range = false;
        if (accept('<')) {
            count = static_cast<std::uint32_t>(parseInteger(kMaxRegisters));
            range = true;
            expect('>');
        }
        const std::uint32_t index = addRegister(function, name.text, type, count, vector);
        if (range) declare(name.text, {Symbol::Kind::Range, index, count, vector});
        if (accept('=')) {
            if (range || vector != 1) m_tokens.fail(name.line, "an initial value of several registers");
            parseRegisterValue(function, index, name.line);
        }
    } while (accept(','));
    expect(';');
}

/// A register's initial value is a move where it is declared.
void Parser::parseRegisterValue(FunctionSyntax& function, std::uint32_t index, std::uint32_t line) {
    const std::size_t start = m_tokens.tokenStart();
    InstructionSyntax move;
    move.opcode = "mov";
    move.modifiers.push_back(nameOf(function.registers[index]));
    move.line = line;
    move.location = m_location;
    Operand to;
    to.kind = Operand::Kind::Register;
    to.reg = index;
    to.line = line;
    move.operands = {to, parseOperand()};
    move.text = m_tokens.text().substr(start, m_tokens.lastEnd() - start);
    function.instructions.push_back(std::move(move));
}

/// What follows a register's name: an element of a vector, or a part of a word as video instructions take it.
void Parser::parsePart(Operand& operand, std::uint32_t vector) {
    const auto of = [&](std::string_view letters, std::string_view word) {
        return word.size() == 1 ? letters.find(word) : std::string_view::npos;
    };
    const bool named = m_tokens.peek().is('.');
    if (named) m_tokens.next();
    if (vector == 1) {
        if (!named) return;
        static constexpr std::array<std::string_view, 6> kParts{"b0", "b1", "b2", "b3", "h0", "h1"};
        const Token part = expectWord("part of a register");
        const auto found = std::ranges::find(kParts, part.text);
        if (found == kParts.end())
            m_tokens.fail(part.line, "a register has no part '" + std::string(part.text) + "'");
        operand.part = static_cast<std::uint8_t>(found - kParts.begin() + 1);
        return;
    }
    if (named) {
        const Token element = expectWord("x, y, z or w");
        const std::size_t index = std::min(of("xyzw", element.text), of("rgba", element.text));
        if (index >= vector)
            m_tokens.fail(element.line, "a vector has no element '" + std::string(element.text) + "'");
        operand.reg += static_cast<std::uint32_t>(index);
        return;
    }
    Operand element = operand;
    operand.kind = Operand::Kind::Vector;
    operand.reg = kNoIndex;
    for (std::uint32_t i = 0; i < vector; ++i, ++element.reg) operand.items.push_back(element);
}

void Parser::parseLabel(FunctionSyntax& function) {
    const Token label = m_tokens.next();
    expect(':');
    const bool isList = m_tokens.peek().is('.') && m_tokens.followedBy("branchtargets");
    const bool isCalls = m_tokens.peek().is('.') &&
                         (m_tokens.followedBy("calltargets") || m_tokens.followedBy("callprototype"));
    if (isCalls) {
        while (!accept(';')) {
            if (m_tokens.peek().kind == TokenKind::End) m_tokens.fail("';' expected");
            m_tokens.next();
        }
        return;
    }
    const std::string_view name = m_labels->define(label.text);
    if (name.empty()) m_tokens.fail(label.line, "label '" + std::string(label.text) + "' is defined twice");
    if (!isList) {
        function.labels.emplace(name, static_cast<std::uint32_t>(function.instructions.size()));
        return;
    }
    parseDirectiveWord();
    auto& targets = function.targets[name];
    do targets.push_back(expectWord("label").text);
    while (accept(','));
    expect(';');
    m_labels->addList(name);
}

void Parser::parseInstruction(FunctionSyntax& function) {
    InstructionSyntax instruction;
    instruction.line = m_tokens.peek().line;
    instruction.location = m_location;
    if (accept('@')) {
        instruction.guardNegated = accept('!');
        const Token name = expectWord("predicate");
        const auto symbol = lookUp(name.text);
        if (!symbol || symbol->kind != Symbol::Kind::Register ||
            function.registers[symbol->index] != Type::Pred)
            m_tokens.fail(name.line, "'" + std::string(name.text) + "' is no predicate register");
        instruction.guard = symbol->index;
    }
    if (m_tokens.peek().kind != TokenKind::Word) m_tokens.fail("instruction expected");
    const std::size_t start = m_tokens.tokenStart();
    const Token opcode = m_tokens.nextOpcode();
    std::string_view rest = opcode.text;
    bool first = true;
    for (;;) {
        const std::size_t dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        if (part.empty()) m_tokens.fail(opcode.line, "malformed opcode '" + std::string(opcode.text) + "'");
        if (first)
            instruction.opcode = part;
        else
            instruction.modifiers.push_back(part);
        first = false;
        if (dot == std::string_view::npos) break;
        rest.remove_prefix(dot + 1);
    }
    while (!m_tokens.peek().is(';')) {
        instruction.operands.push_back(parseOperand());
        Operand& operand = instruction.operands.back();
        // the first operand is a result, or an address, which has its own offset
        if (instruction.operands.size() > 1 && operand.kind == Operand::Kind::Register &&
            m_tokens.peek().is('+'))
            parseSum(function, instruction, operand);
        if (instruction.operands.size() > kMaxOperands) m_tokens.fail("too many operands");
        if (!m_tokens.peek().is(';')) expect(',');
    }
    m_tokens.next();
    instruction.text = m_tokens.text().substr(start, m_tokens.lastEnd() - start);
    // lastEnd is behind the semicolon when the scanner has moved on
    const std::size_t semicolon = instruction.text.rfind(';');
    if (semicolon != std::string_view::npos) instruction.text = instruction.text.substr(0, semicolon);
    function.instructions.push_back(std::move(instruction));
}

/// A register and a constant as one operand: their sum is an addition of its own, as ptxas has it.
void Parser::parseSum(FunctionSyntax& function, const InstructionSyntax& instruction, Operand& operand) {
    const Type type = function.registers[operand.reg];
    const unsigned bytes = sizeOf(type);
    if (isFloat(type) || isHalf(type) || bytes < 2 || bytes > 8 || operand.negated || operand.part != 0)
        m_tokens.fail("a constant is added to an integer register of 16, 32 or 64 bits");
    InstructionSyntax sum;
    sum.opcode = "add";
    sum.modifiers.push_back(bytes == 2 ? "u16" : bytes == 4 ? "u32" : "u64");
    sum.guard = instruction.guard;
    sum.guardNegated = instruction.guardNegated;
    sum.line = operand.line;
    sum.location = m_location;
    const std::size_t start = m_tokens.tokenStart();
    Operand to = operand, constant;
    to.reg = addRegisters(function, type, 1);
    constant.kind = Operand::Kind::Integer;
    constant.line = operand.line;
    constant.bits = static_cast<std::uint64_t>(parseSigned());
    sum.operands = {to, operand, constant};
    sum.text = m_tokens.text().substr(start, m_tokens.lastEnd() - start);
    operand = to;
    function.instructions.push_back(std::move(sum));
}

Operand Parser::parseImmediate() {
    Operand operand;
    operand.line = m_tokens.peek().line;
    bool negative = false;
    while (m_tokens.peek().is('-') || m_tokens.peek().is('+'))
        if (m_tokens.next().is('-')) negative = !negative;
    const Token token = m_tokens.next();
    operand.bits = token.integer;
    switch (token.kind) {
    case TokenKind::Integer:
        operand.kind = Operand::Kind::Integer;
        if (negative) operand.bits = 0 - operand.bits;
        break;
    case TokenKind::Single:
        operand.kind = Operand::Kind::Single;
        if (negative) operand.bits ^= 0x80000000;
        break;
    case TokenKind::Double:
        operand.kind = Operand::Kind::Double;
        if (negative) operand.bits ^= 1ULL << 63;
        break;
    default:
        m_tokens.fail(token.line, "operand expected");
    }
    return operand;
}

Operand Parser::parseList(char open, char close, Operand::Kind kind) {
    Operand list;
    list.kind = kind;
    list.line = m_tokens.peek().line;
    expect(open);
    while (!accept(close)) {
        // lists do not nest, so a list inside of one is a mistake of the text, not a matter of depth
        if (m_tokens.peek().is('{') || m_tokens.peek().is('(') || m_tokens.peek().is('['))
            m_tokens.fail("lists do not nest");
        Operand item = parseOperand();
        if (kind == Operand::Kind::Arguments && item.kind == Operand::Kind::Vector)
            list.items.insert(list.items.end(), item.items.begin(), item.items.end()); // one by one
        else
            list.items.push_back(std::move(item));
        if (list.items.size() > 256) m_tokens.fail("list too long");
        if (!m_tokens.peek().is(close)) expect(',');
    }
    return list;
}

Operand Parser::parseAddress() {
    Operand address;
    address.kind = Operand::Kind::Address;
    address.line = m_tokens.peek().line;
    expect('[');
    if (m_tokens.peek().kind == TokenKind::Word) {
        const Token& word = m_tokens.peek();
        if (word.text == "_") m_tokens.fail("address expected");
        Operand base = parseName();
        if (base.kind == Operand::Kind::PredicatePair || base.kind == Operand::Kind::Special)
            m_tokens.fail(base.line, "address expected");
        address.bits = base.kind == Operand::Kind::Variable ? base.bits : 0;
        base.bits = 0;
        address.items.push_back(std::move(base));
    } else {
        Operand base = parseImmediate();
        if (base.kind != Operand::Kind::Integer) m_tokens.fail(base.line, "address expected");
        address.items.push_back(std::move(base));
    }
    if (m_tokens.peek().is('+') || m_tokens.peek().is('-')) {
        // [%rd1+-4] is how nvcc writes a negative offset
        address.bits += static_cast<std::uint64_t>(parseSigned());
    }
    while (accept(',')) {
        if (m_tokens.peek().is('{'))
            address.items.push_back(parseList('{', '}', Operand::Kind::Vector));
        else if (m_tokens.peek().kind == TokenKind::Word)
            address.items.push_back(parseName());
        else
            address.items.push_back(parseImmediate());
        if (address.items.size() > 8) m_tokens.fail("address with too many parts");
    }
    expect(']');
    return address;
}

Operand Parser::parseName() {
    Operand operand;
    const Token token = expectWord("operand");
    operand.line = token.line;
    if (token.text == "_") {
        if (!m_tokens.peek().is('|')) return operand;
        m_tokens.next();
        operand.kind = Operand::Kind::PredicatePair;
    } else if (token.text == "WARP_SZ") {
        operand.kind = Operand::Kind::Integer;
        operand.bits = 32;
        return operand;
    } else if (const auto symbol = lookUp(token.text); !symbol) {
        if (token.text.front() == '%') {
            // special registers are all that begins so and needs no declaration; %tid.x has two words
            operand.kind = Operand::Kind::Special;
            operand.name = token.text;
            if (m_tokens.peek().is('.')) {
                m_tokens.next();
                const Token member = expectWord("x, y, z or w");
                if (member.text.data() != token.text.data() + token.text.size() + 1)
                    m_tokens.fail(token.line, "a special register's name in pieces");
                operand.name = std::string_view(
                    token.text.data(),
                    static_cast<std::size_t>(member.text.data() + member.text.size() - token.text.data()));
            }
        } else {
            operand.kind = Operand::Kind::Name;
            operand.name = m_names.find(token.text); // of a function, or a label
            if (m_tokens.peek().is('+')) operand.bits = static_cast<std::uint64_t>(parseSigned());
        }
        return operand;
    } else if (symbol->kind == Symbol::Kind::Register) {
        operand.kind = Operand::Kind::Register;
        operand.reg = symbol->index;
        parsePart(operand, symbol->vector);
        if (!m_tokens.peek().is('|')) return operand;
        m_tokens.next();
        operand.kind = Operand::Kind::PredicatePair;
    } else if (symbol->kind == Symbol::Kind::Range) {
        m_tokens.fail(token.line, "'" + std::string(token.text) + "' is a range of registers");
    } else {
        operand.kind = Operand::Kind::Variable;
        operand.variable = symbol->index;
        operand.localVariable = symbol->kind == Symbol::Kind::Local;
        operand.name = token.text;
        if (m_tokens.peek().is('+') || m_tokens.peek().is('-'))
            operand.bits = static_cast<std::uint64_t>(parseSigned());
        return operand;
    }
    const Token second = expectWord("second predicate");
    if (second.text == "_") return operand;
    const auto symbol = lookUp(second.text);
    if (!symbol || symbol->kind != Symbol::Kind::Register)
        m_tokens.fail(second.line, "'" + std::string(second.text) + "' is no register");
    operand.second = symbol->index;
    return operand;
}

Operand Parser::parseOperand() {
    const Token& token = m_tokens.peek();
    if (token.is('[')) return parseAddress();
    if (token.is('{')) return parseList('{', '}', Operand::Kind::Vector);
    if (token.is('(')) return parseList('(', ')', Operand::Kind::Arguments);
    if (accept('!')) {
        Operand operand = parseName();
        if (operand.kind != Operand::Kind::Register) m_tokens.fail(operand.line, "'!' takes a predicate");
        operand.negated = true;
        return operand;
    }
    if (token.kind == TokenKind::Word) return parseName();
    return parseImmediate();
}

} // namespace lanescope::ptx
