// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/label_scopes.h"
#include "ptx/syntax/link_names.h"
#include "ptx/syntax/syntax.h"
#include "ptx/syntax/tokenizer.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// A recursive-descent parser without recursion: PTX nests only in blocks, which are counted.
class Parser {
public:
    Parser(std::string_view text, std::string_view name);
    ModuleSyntax parse();

private:
    struct Symbol {
        enum class Kind : std::uint8_t { Register, Range, Local, Module };
        Kind kind;
        std::uint32_t index;
        std::uint32_t count = 0;
        std::uint32_t vector = 1; ///< registers of a .v2 or .v4
    };
    using Scope = std::unordered_map<std::string_view, Symbol>;

    // parser.cpp: what stands outside of functions
    enum class Linkage : std::uint8_t { Own, Shared, Weak, External };
    void parseModuleDirective();
    void beginFile();
    void parseFunction(bool entry, Linkage linkage);
    /// What the module calls what is declared by this word.
    std::string_view declaredName(std::string_view word, std::uint32_t line, Linkage linkage);
    /// The next word, as the module calls what it means.
    std::string_view parseUsedName();
    std::vector<std::uint32_t> parseParameters(FunctionSyntax& function);
    void parseFunctionDirectives(FunctionSyntax& function);
    void parseFile();
    void parseLocation();
    /// Declares what follows a state space: attributes, names, sizes, initial values; up to the semicolon, or
    /// for a parameter up to the comma or parenthesis.
    std::vector<VariableSyntax> parseVariables(StateSpace space, bool external, bool parameter);
    void parseArraySizes(VariableSyntax& variable);
    void parseInitializer(VariableSyntax& variable);
    Initial parseInitial(const VariableSyntax& variable);
    void addModuleVariables(std::vector<VariableSyntax> variables, Linkage linkage);

    // parser_function.cpp: bodies
    void parseBody(FunctionSyntax& function);
    void parseBodyDirective(FunctionSyntax& function);
    struct RegisterType {
        Type type;
        std::uint32_t vector; ///< registers of a .v2, .v4 or .v8
    };
    RegisterType parseRegisterType();
    void parseRegisters(FunctionSyntax& function);
    void parseLabel(FunctionSyntax& function);
    void parseInstruction(FunctionSyntax& function);
    void parseSum(FunctionSyntax& function, const InstructionSyntax& instruction, Operand& operand);
    Operand parseOperand();
    Operand parseName();
    Operand parseAddress();
    Operand parseList(char open, char close, Operand::Kind kind);
    Operand parseImmediate();
    std::optional<Symbol> lookUp(std::string_view word) const;
    /// Gives a .param variable its place in the area.
    void placeParameter(FunctionSyntax& function, VariableSyntax& variable);
    /// Registers of one type, without a name; the first one's index.
    std::uint32_t addRegisters(FunctionSyntax& function, Type type, std::uint64_t count);
    std::uint32_t addRegister(FunctionSyntax& function, std::string_view name, Type type, std::uint32_t count,
                              std::uint32_t vector = 1);
    void parsePart(Operand& operand, std::uint32_t vector);
    void parseRegisterValue(FunctionSyntax& function, std::uint32_t index, std::uint32_t line);
    void declare(std::string_view name, Symbol symbol);

    Token expectWord(const char* what);
    void expect(char punctuation);
    bool accept(char punctuation);
    std::int64_t parseSigned();
    std::uint64_t parseInteger(std::uint64_t limit);
    /// The word of a directive: a dot, then a word.
    Token parseDirectiveWord();

    Tokenizer m_tokens;
    ModuleSyntax m_module;
    LinkNames m_names{m_module};
    bool m_hasVersion = false;
    std::uint32_t m_fileBase = 0; ///< what the numbers of this file's .file directives are counted from
    std::vector<Scope> m_scopes;  ///< the first holds the module's variables
    FunctionSyntax* m_function = nullptr;
    std::optional<LabelScopes> m_labels;    ///< of that function
    std::uint64_t m_registers = 0;          ///< declared so far
    std::uint32_t m_areaTop = 0;            ///< of the function that is being parsed
    std::vector<std::uint32_t> m_areaMarks; ///< m_areaTop where the open blocks began
    std::uint32_t m_location = kNoIndex;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> m_locationIndex;
};

} // namespace lanescope::ptx
