// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/assembly/uniformity.h"
#include "ptx/handlers/operation.h"
#include "ptx/program/program.h"
#include "ptx/syntax/syntax.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// What the decoding of every function needs to know of the module.
struct ModuleContext {
    const ModuleSyntax& syntax;
    Program& program;
    std::map<std::string, std::uint32_t> fileIndex;
    std::map<std::string, std::uint32_t> textIndex;

    [[noreturn]] void fail(std::uint32_t line, const std::string& what) const;
    /// The place of an instruction that a user wants to see: code of the toolkit's headers, inlined, counts
    /// for the line that it was inlined at.
    SourceLine locate(const InstructionSyntax& instruction);
};

/// The words of an opcode after the first; each is taken once.
class Modifiers {
public:
    explicit Modifiers(const std::vector<std::string_view>& words) : m_words(words) {}
    bool take(std::string_view word);
    bool takeAny(std::initializer_list<std::string_view> words);
    /// The first word that names a type, Type::None when there is none.
    Type takeType();
    /// .rn .rz .rm .rp; nullopt when there is none.
    std::optional<Rounding> takeRounding();
    /// The index of the first of these that stands among the words, -1 when none does.
    int takeOne(std::initializer_list<std::string_view> words);
    /// Words that begin like this, as L1::no_allocate.
    bool takePrefixed(std::string_view prefix);
    bool empty() const { return m_words.empty(); }
    /// The next word, taken; empty when there is none.
    std::string_view takeFirst();

private:
    std::vector<std::string_view> m_words;
};

/// Turns the instructions of one function into the program's. Its members stand by topic in
/// decoder_TOPIC.cpp.
class FunctionDecoder {
public:
    FunctionDecoder(ModuleContext& module, const FunctionSyntax& syntax, std::uint32_t index);
    void decode();

private:
    using Method = void (FunctionDecoder::*)();
    static const std::unordered_map<std::string_view, Method>& methods();

    // decoder_function.cpp: operands and frame
    void decodeOne(const InstructionSyntax& instruction);
    [[noreturn]] void fail(const std::string& what) const;
    void arity(std::size_t least, std::size_t most) const;
    void arity(std::size_t count) const { arity(count, count); }
    const Operand& operand(std::size_t index) const { return m_in->operands[index]; }
    std::uint32_t newSlot(unsigned bytes);
    std::uint32_t registerSlot(std::uint32_t index);
    unsigned registerWidth(const Operand& operand) const;
    std::uint32_t constant(std::uint64_t bits, unsigned bytes, Constant::Kind kind = Constant::Kind::Plain,
                           std::uint32_t symbol = 0);
    /// The slot an operand is read from; type says what an immediate means and how wide a register must be.
    std::uint32_t source(const Operand& operand, Type type);
    std::uint32_t sourceOf(const Operand& operand, unsigned bytes, Type type);
    std::uint32_t variableAddress(const Operand& operand, unsigned bytes);
    std::uint32_t destination(const Operand& operand, unsigned bytes);
    std::uint32_t predicateSource(const Operand& operand, std::uint8_t& mode, std::uint8_t negatedBit);
    std::uint32_t predicateDestination(const Operand& operand);
    std::uint32_t predicateSlot(std::uint32_t reg);
    std::uint64_t immediate(const Operand& operand) const;
    Instruction& emit(Handler handler);
    Instruction& emit(Handler handler, std::uint32_t d, std::uint32_t a, std::uint32_t b = 0,
                      std::uint32_t c = 0);
    void unsupported();
    std::uint32_t fixVariables();
    void addMachineCode();
    void findStraightRuns();

    // decoder_arithmetic.cpp
    void arithmetic();
    void integerArithmetic(Op op, Type type);
    void floatArithmetic(Op op, Type type);
    std::uint32_t signedSource(const Operand& operand, Type type);
    void carryArithmetic();
    void approximate();
    void logic();
    void shift();
    void bits();
    void dotProduct();
    void funnelShift();
    void permute();
    void lop3();
    void emitOfOneOperand(Handler handler, Op op, Type type, std::uint8_t mode);
    void absNeg();
    void minMax();
    void copysign();
    void testProperty();
    void multiply24();
    void video();

    // decoder_data.cpp
    void move();
    void convert();
    void convertAddress();
    void isSpace();
    void setPredicate();
    void set();
    void select();
    void selectBySign();
    std::pair<Compare, Combine> takeComparison();

    void moveVector(unsigned elements);
    void convertPack();
    void convertSmallFloats();
    void convertScales();
    void scalarVideo();

    // decoder_memory.cpp
    struct Address {
        std::uint32_t slot = 0;
        unsigned bytes = 8;
        std::int64_t offset = 0;
        AddressSpace space = AddressSpace::Generic;
        bool known = false; ///< the offset is the whole address
    };
    Address address(const Operand& operand, AddressSpace space);
    AddressSpace takeSpace();
    std::uint8_t takeOrdering();
    static constexpr std::uint8_t kStored = 1, kUsed = 2, kChosen = 4; ///< of m_uses
    void noteUses();
    ElementUse useOf(const Operand* items, unsigned elements, Type type, unsigned width) const;
    std::uint32_t newSite(model::Space space, model::Operation operation, unsigned width);
    static model::Space modelSpace(AddressSpace space);
    void setAccess(Instruction& in, const Address& address, model::Operation operation, unsigned width);
    Instruction& emitAccess(Handler handler, const Address& address, model::Operation operation,
                            unsigned width);
    unsigned widthOfElements(const Operand& value, unsigned elements) const;
    static std::optional<unsigned> elementsAtOnce(unsigned elements, Type type);
    void load();
    void store();
    bool isOnlyMention(const Operand& result) const;
    void atomic();
    void loadWide(AddressSpace space, std::uint8_t mode);
    void storeWide(AddressSpace space, std::uint8_t mode);
    std::uint8_t joinedBy(AtomicOp op, Type type, const Operand& at, const Operand& value, bool hasResult);
    void vectorAtomic(AtomicOp op, Type type, unsigned elements, AddressSpace space, std::uint8_t mode);
    void copyAsync();
    void matrix();
    void fence();
    void ignored();

    // decoder_async.cpp
    void mbarrier();
    void mbarrierWait(bool suspends);
    void mbarrierArrive(bool drops);
    Instruction& emitMbarrier(MbarrierOp op, const Operand& at, AddressSpace space,
                              model::Operation operation, std::uint8_t mode);
    void arriveWithCopies();
    void bulkCopy();
    void mapAddress();
    Instruction countedBytes(const Address& barrier, std::uint32_t size);
    void bulkCopyOf(std::optional<AtomicOp> reduction);
    void reduceAsync();
    void emitCounted(const Operand& barrier, unsigned bytes);
    void clusterBarrier();

    // decoder_tensor.cpp
    void tensorCopy(bool reduces);
    void tensorMap();
    void copyTensorMap();

    // decoder_matrix.cpp
    void warpgroup();
    void warpgroupProduct();
    MatrixOperand matrixOperand(const Operand& operand, MatrixRole role, MatrixShape shape,
                                MatrixElement element, bool result, unsigned copies = 1);
    void warpMatrix();
    void warpMatrixAccess();
    void matrixProduct();
    void moveMatrix();

    // decoder_texture.cpp
    void texture();
    void surface();
    void textureQuery();
    bool takeGeometry(TexelGeometry& geometry);
    void coordinates(TextureSite& site, const Operand& operand, TexelGeometry geometry);

    // decoder_control.cpp
    void resolveBranches();
    void branch();
    void branchTable();
    void call();
    void checkRuntimeCall(const Function& callee, const CallSite& site) const;
    void leave();
    void barrier();
    void stop();
    void nanosleep();
    void shuffle();
    void vote();
    void match();
    void reduce();
    void activeMask();
    void elect();

    ModuleContext& m_module;
    Program& m_program;
    const FunctionSyntax& m_syntax;
    std::optional<Uniformity> m_uniformity; ///< looked for where an atomic needs it
    Function& m_function;
    const InstructionSyntax* m_in = nullptr;
    Modifiers m_modifiers{{}};
    SourceLine m_place;
    std::vector<std::uint8_t> m_uses;   ///< of registers, as values
    std::vector<std::uint32_t> m_slots; ///< of registers, kNoIndex until they are used
    std::map<std::tuple<std::uint64_t, unsigned, int, std::uint32_t>, std::uint32_t> m_constants;
    std::vector<std::uint32_t> m_codeIndex;       ///< of the syntax's instructions
    std::vector<std::uint32_t> m_variableOffsets; ///< of the function's own variables in their space
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        m_branches; ///< code index, syntax index of the target
    std::uint32_t m_predicateTop = 8, m_predicateEnd = 64;
};

/// Parses and decodes a whole text. Throws ParseError.
std::unique_ptr<Program> decodeProgram(std::string_view text, std::string_view name,
                                       const KernelRegisters& registers);

} // namespace lanescope::ptx
