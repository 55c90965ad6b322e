// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/parser.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <utility>

namespace lanescope::ptx {

namespace {

constexpr std::uint64_t kMaxVariableBytes = 1ULL << 40;

StateSpace spaceNamed(std::string_view word) {
    if (word == "global") return StateSpace::Global;
    if (word == "const") return StateSpace::Const;
    if (word == "shared") return StateSpace::Shared;
    if (word == "local") return StateSpace::Local;
    if (word == "param") return StateSpace::Param;
    return StateSpace::None;
}

/// nvcc writes what is not ASCII in three octal digits.
std::string unescaped(std::string_view text) {
    const auto isOctal = [](char c) { return c >= '0' && c <= '7'; };
    std::string name;
    while (!text.empty()) {
        const bool escapes =
            text.size() > 3 && text[0] == '\\' && std::all_of(text.begin() + 1, text.begin() + 4, isOctal);
        const int code = escapes ? (text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0') : 0;
        name += escapes && code < 256 ? static_cast<char>(code) : text.front();
        text.remove_prefix(escapes && code < 256 ? 4 : 1);
    }
    return name;
}

} // namespace

Parser::Parser(std::string_view text, std::string_view name) : m_tokens(text, name) {
    m_scopes.emplace_back();
}

ModuleSyntax Parser::parse() {
    while (m_tokens.peek().kind != TokenKind::End) {
        if (accept(';')) continue;
        if (!m_hasVersion && !(m_tokens.peek().is('.') && m_tokens.followedBy("version")))
            m_tokens.fail("PTX starts with .version");
        parseModuleDirective();
    }
    if (!m_hasVersion) m_tokens.fail("no PTX: .version is missing");
    return std::move(m_module);
}

Token Parser::expectWord(const char* what) {
    if (m_tokens.peek().kind != TokenKind::Word) m_tokens.fail(std::string(what) + " expected");
    return m_tokens.next();
}

void Parser::expect(char punctuation) {
    if (!accept(punctuation)) m_tokens.fail(std::string("'") + punctuation + "' expected");
}

bool Parser::accept(char punctuation) {
    if (!m_tokens.peek().is(punctuation)) return false;
    m_tokens.next();
    return true;
}

std::int64_t Parser::parseSigned() {
    bool negative = false;
    while (m_tokens.peek().is('-') || m_tokens.peek().is('+'))
        if (m_tokens.next().is('-')) negative = !negative;
    if (m_tokens.peek().kind != TokenKind::Integer) m_tokens.fail("integer expected");
    const std::uint64_t value = m_tokens.next().integer;
    return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::uint64_t Parser::parseInteger(std::uint64_t limit) {
    if (m_tokens.peek().kind != TokenKind::Integer) m_tokens.fail("integer expected");
    if (m_tokens.peek().integer > limit) m_tokens.fail("integer out of range");
    return m_tokens.next().integer;
}

Token Parser::parseDirectiveWord() {
    expect('.');
    return expectWord("directive");
}

void Parser::beginFile() {
    if (!std::exchange(m_hasVersion, true)) return;
    m_names.beginFile();
    m_locationIndex.clear();
    for (const auto& [number, name] : m_module.files) m_fileBase = std::max(m_fileBase, number);
}

std::string_view Parser::declaredName(std::string_view word, std::uint32_t line, Linkage linkage) {
    const std::string_view name = m_names.declare(word, linkage == Linkage::Own);
    if (name.empty()) m_tokens.fail(line, "'" + std::string(word) + "' is another file's own");
    return name;
}

std::string_view Parser::parseUsedName() {
    return m_names.find(expectWord("name").text);
}

void Parser::parseModuleDirective() {
    Linkage linkage = Linkage::Own;
    for (;;) {
        const Token word = parseDirectiveWord();
        if (word.text == "visible") {
            linkage = Linkage::Shared;
            continue;
        }
        if (word.text == "weak" || word.text == "common") {
            linkage = Linkage::Weak;
            continue;
        }
        if (word.text == "extern") {
            linkage = Linkage::External;
            continue;
        }
        if (word.text == "version") {
            m_tokens.next(); // 9.0 is one decimal number, checked by ptxas only
            beginFile();
        } else if (word.text == "target") {
            do m_module.debug = expectWord("target").text == "debug" || m_module.debug;
            while (accept(','));
        } else if (word.text == "address_size") {
            if (parseInteger(64) != 64) m_tokens.fail(word.line, "only 64-bit addresses are supported");
        } else if (word.text == "file") {
            parseFile();
        } else if (word.text == "section") {
            accept('.');
            expectWord("section name");
            if (!m_tokens.peek().is('{')) m_tokens.fail("'{' expected");
            m_tokens.skipBraces();
        } else if (word.text == "pragma") {
            while (m_tokens.peek().kind != TokenKind::End && !accept(';')) m_tokens.next();
        } else if (word.text == "loc") {
            parseLocation();
        } else if (word.text == "alias") {
            const std::string_view alias = parseUsedName();
            expect(',');
            const auto found = m_module.functionNames.find(parseUsedName());
            expect(';');
            if (found == m_module.functionNames.end())
                m_tokens.fail(word.line, "alias of an unknown function");
            m_module.functionNames[alias] = found->second;
        } else if (word.text == "entry" || word.text == "func") {
            parseFunction(word.text == "entry", linkage);
        } else if (const StateSpace space = spaceNamed(word.text);
                   space != StateSpace::None && space != StateSpace::Param && space != StateSpace::Local) {
            addModuleVariables(parseVariables(space, linkage == Linkage::External, false), linkage);
            expect(';');
        } else {
            m_tokens.fail(word.line, "unknown directive ." + std::string(word.text));
        }
        return;
    }
}

void Parser::parseFile() {
    const auto index = m_fileBase + static_cast<std::uint32_t>(parseInteger(0xfffffff));
    if (m_tokens.peek().kind != TokenKind::String) m_tokens.fail("file name expected");
    // A compiler that is given ./a.cu names it FOLDER/./a.cu.
    const std::string name = unescaped(m_tokens.next().text);
    m_module.files[index] = std::filesystem::path(name).lexically_normal().string();
    while (accept(',')) parseInteger(~0ULL);
}

void Parser::parseLocation() {
    LocationSyntax location;
    location.file = m_fileBase + static_cast<std::uint32_t>(parseInteger(0xfffffff));
    location.line = static_cast<std::uint32_t>(parseInteger(0xffffffff));
    location.column = static_cast<std::uint32_t>(parseInteger(0xffffffff));
    while (accept(',')) {
        const Token word = expectWord("function_name or inlined_at");
        if (word.text == "function_name") {
            expectWord("label");
            if (accept('+')) parseInteger(~0ULL);
        } else if (word.text == "inlined_at") {
            const auto file = m_fileBase + static_cast<std::uint32_t>(parseInteger(0xfffffff));
            const auto line = static_cast<std::uint32_t>(parseInteger(0xffffffff));
            const auto column = static_cast<std::uint32_t>(parseInteger(0xffffffff));
            const auto found = m_locationIndex.find({file, line, column});
            if (found != m_locationIndex.end()) {
                location.outer = found->second;
            } else {
                location.outer = static_cast<std::uint32_t>(m_module.locations.size());
                m_module.locations.push_back({file, line, column, kNoIndex});
            }
        } else {
            m_tokens.fail(word.line, "function_name or inlined_at expected");
        }
    }
    m_location = static_cast<std::uint32_t>(m_module.locations.size());
    m_locationIndex[{location.file, location.line, location.column}] = m_location;
    m_module.locations.push_back(location);
}

std::vector<VariableSyntax> Parser::parseVariables(StateSpace space, bool external, bool parameter) {
    VariableSyntax common;
    common.space = space;
    common.external = external;
    common.line = m_tokens.peek().line;
    bool typed = false, aligned = false;
    while (accept('.')) {
        const Token word = expectWord("type or attribute");
        if (const Type type = typeNamed(word.text); type != Type::None) {
            common.type = type;
            typed = true;
        } else if (word.text == "align") {
            common.alignment = static_cast<std::uint32_t>(parseInteger(1 << 20));
            if (!std::has_single_bit(common.alignment))
                m_tokens.fail(word.line, ".align takes a power of two");
            aligned = true;
        } else if (word.text == "v2" || word.text == "v4") {
            common.vector = word.text == "v2" ? 2 : 4;
        } else if (word.text == "texref" || word.text == "surfref" || word.text == "samplerref") {
            common.type = Type::B64;
            typed = true;
        } else if (word.text == "ptr" || word.text == "unified" ||
                   (parameter && spaceNamed(word.text) != StateSpace::None)) {
            // .ptr .global .align 4: the alignment is the pointee's
            if (word.text == "ptr") {
                while (accept('.')) {
                    const Token attribute = expectWord("attribute");
                    if (attribute.text == "align") parseInteger(1 << 20);
                }
            }
        } else if (word.text == "attribute") {
            expect('(');
            while (!accept(')')) {
                if (m_tokens.peek().kind == TokenKind::End) m_tokens.fail("')' expected");
                common.managed |= m_tokens.next().text == "managed";
            }
        } else {
            m_tokens.fail(word.line, "unknown type or attribute ." + std::string(word.text));
        }
    }
    if (!typed || common.type == Type::Pred) m_tokens.fail("a variable needs a type");
    if (!aligned) common.alignment = sizeOf(common.type) * common.vector;
    std::vector<VariableSyntax> variables;
    do {
        VariableSyntax variable = common;
        variable.line = m_tokens.peek().line;
        variable.name = expectWord("name").text;
        parseArraySizes(variable);
        if (!parameter && accept('=')) parseInitializer(variable);
        variables.push_back(std::move(variable));
    } while (!parameter && accept(','));
    return variables;
}

void Parser::parseArraySizes(VariableSyntax& variable) {
    while (accept('[')) {
        variable.array = true;
        const std::uint64_t size = m_tokens.peek().is(']') ? 0 : parseInteger(kMaxVariableBytes);
        expect(']');
        if (size != 0 && variable.count > kMaxVariableBytes / size) m_tokens.fail("array too large");
        variable.count *= size;
        if (variable.bytes() > kMaxVariableBytes) m_tokens.fail("array too large");
    }
}

Initial Parser::parseInitial(const VariableSyntax& variable) {
    Initial initial;
    initial.line = m_tokens.peek().line;
    bool negative = false;
    while (m_tokens.peek().is('-') || m_tokens.peek().is('+'))
        if (m_tokens.next().is('-')) negative = !negative;
    const Token token = m_tokens.next();
    switch (token.kind) {
    case TokenKind::Integer:
        initial.bits = negative ? 0 - token.integer : token.integer;
        if (accept('(')) {
            initial.mask = token.integer;
            initial.bits = 0;
            initial.symbol = parseUsedName();
            if (initial.symbol == "generic" && accept('(')) {
                initial.symbol = parseUsedName();
                expect(')');
            }
            if (m_tokens.peek().is('+') || m_tokens.peek().is('-'))
                initial.bits = static_cast<std::uint64_t>(parseSigned());
            expect(')');
        }
        break;
    case TokenKind::Single:
    case TokenKind::Double: {
        double value = token.kind == TokenKind::Single
                           ? std::bit_cast<float>(static_cast<std::uint32_t>(token.integer))
                           : std::bit_cast<double>(token.integer);
        if (negative) value = -value;
        if (variable.type == Type::F32 && token.kind == TokenKind::Single && !negative)
            initial.bits = token.integer; // keeps a NaN's payload
        else if (sizeOf(variable.type) == 4)
            initial.bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        else
            initial.bits = std::bit_cast<std::uint64_t>(value);
        break;
    }
    case TokenKind::Word:
        initial.symbol = m_names.find(token.text);
        if (token.text == "generic" && accept('(')) {
            initial.symbol = parseUsedName();
            expect(')');
        }
        if (m_tokens.peek().is('+') || m_tokens.peek().is('-'))
            initial.bits = static_cast<std::uint64_t>(parseSigned());
        break;
    default:
        m_tokens.fail(token.line, "initial value expected");
    }
    return initial;
}

void Parser::parseInitializer(VariableSyntax& variable) {
    if (!accept('{')) {
        variable.initial.push_back(parseInitial(variable));
        return;
    }
    std::size_t depth = 1;
    while (depth != 0) {
        if (accept('{')) {
            ++depth;
        } else if (accept('}')) {
            --depth;
        } else {
            variable.initial.push_back(parseInitial(variable));
        }
        if (depth != 0 && !accept(',') && !m_tokens.peek().is('}')) m_tokens.fail("',' or '}' expected");
    }
    if (variable.count != 0 && variable.initial.size() > variable.count * variable.vector)
        m_tokens.fail(variable.line, "more initial values than elements");
    if (variable.count == 0)
        variable.count = (variable.initial.size() + variable.vector - 1) / variable.vector;
}

void Parser::addModuleVariables(std::vector<VariableSyntax> variables, Linkage linkage) {
    for (VariableSyntax& variable : variables) {
        variable.weak = linkage == Linkage::Weak;
        variable.name = declaredName(variable.name, variable.line, linkage);
        const auto known = m_scopes.front().find(variable.name);
        if (known == m_scopes.front().end()) {
            m_scopes.front()[variable.name] = {Symbol::Kind::Module,
                                               static_cast<std::uint32_t>(m_module.variables.size())};
            m_module.variables.push_back(std::move(variable));
            continue;
        }
        VariableSyntax& earlier = m_module.variables[known->second.index];
        const bool both = !earlier.external && !variable.external;
        if (both && !earlier.weak && !variable.weak)
            m_tokens.fail(variable.line, "'" + std::string(variable.name) + "' is declared twice");
        variable.alignment = std::max(variable.alignment, earlier.alignment);
        if (earlier.external || (both && earlier.weak && !variable.weak))
            earlier = std::move(variable);
        else
            earlier.alignment = variable.alignment;
    }
}

void Parser::parseFunction(bool entry, Linkage linkage) {
    FunctionSyntax function;
    function.entry = entry;
    function.weak = linkage == Linkage::Weak;
    function.line = m_tokens.peek().line;
    m_scopes.resize(1);
    m_scopes.emplace_back();
    m_function = &function;
    m_labels.emplace(m_module, function);
    m_areaTop = 0;
    m_areaMarks.clear();
    if (!entry) {
        while (m_tokens.peek().is('.')) parseDirectiveWord(); // .noreturn before the name
        if (m_tokens.peek().is('(')) function.returns = parseParameters(function);
    }
    const Token name = expectWord("function name");
    function.name = declaredName(name.text, name.line, linkage);
    if (m_tokens.peek().is('(')) function.parameters = parseParameters(function);
    parseFunctionDirectives(function);
    if (m_tokens.peek().is('{')) {
        if (linkage == Linkage::External) m_tokens.fail("an .extern function has no body");
        function.defined = true;
        m_location = kNoIndex;
        parseBody(function);
    } else {
        expect(';');
    }
    m_function = nullptr;
    m_labels.reset();
    m_scopes.resize(1);
    const auto [known, isNew] = m_module.functionNames.try_emplace(
        function.name, static_cast<std::uint32_t>(m_module.functions.size()));
    if (isNew) {
        m_module.functions.push_back(std::move(function));
        return;
    }
    FunctionSyntax& earlier = m_module.functions[known->second];
    const bool both = earlier.defined && function.defined;
    if (both && !earlier.weak && !function.weak)
        m_tokens.fail(function.line, "'" + std::string(function.name) + "' is defined twice");
    if (function.defined && (!both || (earlier.weak && !function.weak))) earlier = std::move(function);
}

std::vector<std::uint32_t> Parser::parseParameters(FunctionSyntax& function) {
    std::vector<std::uint32_t> indices;
    expect('(');
    if (accept(')')) return indices;
    do {
        const Token space = parseDirectiveWord();
        const auto index = static_cast<std::uint32_t>(function.variables.size());
        if (space.text == "param") {
            VariableSyntax variable = parseVariables(StateSpace::Param, false, true).front();
            if (!function.entry) placeParameter(function, variable);
            if (variable.name != "_") declare(variable.name, {Symbol::Kind::Local, index});
            function.variables.push_back(std::move(variable));
        } else if (space.text == "reg" && !function.entry) {
            const auto [type, vector] = parseRegisterType();
            VariableSyntax variable;
            variable.type = type;
            variable.line = space.line;
            variable.name = expectWord("name").text;
            variable.reg = addRegister(function, variable.name, type, 1, vector);
            for (std::uint32_t i = 0; i < vector; ++i, ++variable.reg) function.variables.push_back(variable);
        } else {
            m_tokens.fail(space.line, "parameters are .param");
        }
        for (auto each = index; each < function.variables.size(); ++each) indices.push_back(each);
    } while (accept(','));
    expect(')');
    return indices;
}

void Parser::parseFunctionDirectives(FunctionSyntax& function) {
    while (m_tokens.peek().is('.')) {
        const Token word = parseDirectiveWord();
        if (word.text == "pragma") {
            while (m_tokens.peek().kind != TokenKind::End && !accept(';')) m_tokens.next();
            continue;
        }
        std::uint64_t product = 1;
        std::array<std::uint32_t, 3> sizes{1, 1, 1};
        std::size_t numbers = 0;
        while (m_tokens.peek().kind == TokenKind::Integer) {
            const std::uint64_t size = parseInteger(1 << 20);
            product *= size;
            if (numbers < sizes.size()) sizes[numbers] = static_cast<std::uint32_t>(size);
            ++numbers;
            if (product > (1 << 20)) m_tokens.fail(word.line, "." + std::string(word.text) + " out of range");
            if (!accept(',')) break;
        }
        if (numbers != 0 && (word.text == "maxntid" || word.text == "reqntid"))
            function.maxThreads = static_cast<std::uint32_t>(product);
        if (numbers != 0 && word.text == "reqnctapercluster") function.cluster = sizes;
        if (numbers != 0 && word.text == "minnctapersm")
            function.minBlocks = static_cast<std::uint32_t>(product);
        if (numbers != 0 && word.text == "maxnreg")
            function.maxRegisters = static_cast<std::uint32_t>(product);
    }
}

ModuleSyntax parseSyntax(std::string_view text, std::string_view name) {
    return Parser(text, name).parse();
}

} // namespace lanescope::ptx
