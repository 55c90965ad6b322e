// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/types.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

// What the parser makes of a PTX text, and the decoder reads. Views point into that text.

/// The state spaces of PTX, ISA section "State Spaces"; None: generic, or none at all.
enum class StateSpace : std::uint8_t { None, Global, Const, Shared, Local, Param };

inline constexpr std::uint32_t kNoIndex = 0xffffffff;

/// An initial value: plain bits, or the address of a symbol.
struct Initial {
    std::uint64_t bits = 0;  ///< plain value, or addend of the symbol
    std::string_view symbol; ///< empty for a plain value
    std::uint64_t mask = 0;  ///< 0xFF00(symbol): the bits of the address that are kept; 0: all
    std::uint32_t line = 0;
};

/// A variable of any space but registers, and a parameter.
struct VariableSyntax {
    std::string_view name;
    StateSpace space = StateSpace::None;
    Type type = Type::B8;
    std::uint32_t vector = 1;
    std::uint32_t alignment = 1; ///< bytes
    std::uint64_t count = 1;     ///< elements (of the vector type); 0: of unknown size
    bool array = false;
    bool external = false;
    bool weak = false;            ///< another file may have it, too
    bool managed = false;         ///< the host uses it, too
    std::vector<Initial> initial; ///< one a scalar element, from the first on
    std::uint32_t reg = kNoIndex; ///< a .reg formal of a function: the register
    std::uint32_t areaOffset =
        0; ///< .param of a function: in its parameter area; blocks that end free theirs
    std::uint32_t line = 0;

    std::uint64_t bytes() const { return std::uint64_t{sizeOf(type)} * vector * count; }
};

/// An operand of an instruction.
struct Operand {
    enum class Kind : std::uint8_t {
        Register,
        PredicatePair,
        Integer,
        Single,
        Double,
        Variable,
        Name,
        Special,
        Address,
        Vector,
        Arguments,
        Sink
    };
    Kind kind = Kind::Sink;
    bool negated = false;              ///< !p
    std::uint8_t part = 0;             ///< of a Register: .b0 to .b3 are 1 to 4, .h0 and .h1 5 and 6
    bool minus = false;                ///< with the other sign: only fuse.h writes it
    std::uint32_t reg = kNoIndex;      ///< Register; first of a pair, kNoIndex for `_`
    std::uint32_t second = kNoIndex;   ///< second of a pair
    std::uint64_t bits = 0;            ///< an immediate's value; addend of a Variable; offset of an Address
    std::uint32_t variable = kNoIndex; ///< local: index in the function's; global: in the module's
    bool localVariable = false;
    std::string_view name; ///< Name (label or function), Special ("%tid.x")
    std::vector<Operand>
        items; ///< elements of a Vector; of an Address its base and then what follows a comma
    std::uint32_t line = 0;
};

/// A .loc directive, 1-based; file: of the module's files.
struct LocationSyntax {
    std::uint32_t file = 0, line = 0, column = 0;
    std::uint32_t outer = kNoIndex; ///< index of the location that this one was inlined at
};

/// An instruction as it is written, its opcode cut at the dots.
struct InstructionSyntax {
    std::string_view opcode;                 ///< "ld"
    std::vector<std::string_view> modifiers; ///< "global", "f32"
    std::uint32_t guard = kNoIndex;          ///< predicate register
    bool guardNegated = false;
    std::vector<Operand> operands;
    std::string_view text;             ///< from opcode to semicolon
    std::uint32_t line = 0;            ///< of the PTX
    std::uint32_t location = kNoIndex; ///< index into the module's locations
};

/// A .func or .entry. Views point into the text.
struct FunctionSyntax {
    std::string_view name;
    bool entry = false;
    bool defined = false;
    bool weak = false; ///< another file may define it, too
    std::uint32_t line = 0;
    std::vector<std::uint32_t> parameters, returns; ///< indices into variables
    std::vector<VariableSyntax> variables;          ///< local and parameters
    std::vector<Type> registers;
    std::vector<InstructionSyntax> instructions;
    std::unordered_map<std::string_view, std::uint32_t> labels; ///< to an index of instructions
    std::unordered_map<std::string_view, std::vector<std::string_view>> targets; ///< .branchtargets
    std::vector<std::uint32_t> notUnrolled; ///< index of the first instruction behind a .pragma "nounroll"
    std::uint32_t areaBytes = 0;            ///< of .param variables, without a kernel's parameters
    std::uint32_t maxThreads = 0;           ///< product of .maxntid or .reqntid
    std::uint32_t minBlocks = 0, maxRegisters = 0; ///< .minnctapersm, .maxnreg
    std::array<std::uint32_t, 3> cluster{};        ///< .reqnctapercluster; 0: none
};

/// A whole text, of one file or of several that are linked: see LinkNames.
struct ModuleSyntax {
    std::vector<VariableSyntax> variables;
    std::vector<FunctionSyntax> functions;
    std::unordered_map<std::string_view, std::uint32_t> functionNames;
    std::unordered_map<std::uint32_t, std::string> files; ///< of the sources
    std::vector<LocationSyntax> locations;
    std::vector<std::shared_ptr<const std::string>>
        madeNames;      ///< of labels in blocks and of a file's own: views point at them
    bool debug = false; ///< `.target ..., debug`, as nvcc -G writes
};

/// Throws ParseError; text must outlive the result.
ModuleSyntax parseSyntax(std::string_view text, std::string_view name);

} // namespace lanescope::ptx
