// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include "model/arithmetic.h"
#include "ptx/assembly/machine_code.h"
#include "ptx/assembly/registers.h"
#include "ptx/decode/reconvergence.h"
#include "ptx/syntax/special_register.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptx {

namespace {

/// A frame's most: 32 lanes of some ten thousand registers.
constexpr std::uint32_t kMaxFrameBytes = 8 << 20;
constexpr std::uint32_t kMaxLocalBytes = 512 * 1024;

} // namespace

bool Modifiers::take(std::string_view word) {
    const auto found = std::find(m_words.begin(), m_words.end(), word);
    if (found == m_words.end()) return false;
    m_words.erase(found);
    return true;
}

bool Modifiers::takeAny(std::initializer_list<std::string_view> words) {
    bool any = false;
    for (const std::string_view word : words) any = take(word) || any;
    return any;
}

int Modifiers::takeOne(std::initializer_list<std::string_view> words) {
    int index = 0;
    for (const std::string_view word : words) {
        if (take(word)) return index;
        ++index;
    }
    return -1;
}

Type Modifiers::takeType() {
    for (auto word = m_words.begin(); word != m_words.end(); ++word) {
        const Type type = typeNamed(*word);
        if (type == Type::None) continue;
        m_words.erase(word);
        return type;
    }
    return Type::None;
}

std::optional<Rounding> Modifiers::takeRounding() {
    switch (takeOne({"rn", "rz", "rm", "rp"})) {
    case 0:
        return Rounding::Nearest;
    case 1:
        return Rounding::Zero;
    case 2:
        return Rounding::Down;
    case 3:
        return Rounding::Up;
    default:
        return std::nullopt;
    }
}

bool Modifiers::takePrefixed(std::string_view prefix) {
    const auto found = std::find_if(m_words.begin(), m_words.end(),
                                    [&](std::string_view w) { return w.starts_with(prefix); });
    if (found == m_words.end()) return false;
    m_words.erase(found);
    return true;
}

std::string_view Modifiers::takeFirst() {
    if (m_words.empty()) return {};
    const std::string_view word = m_words.front();
    m_words.erase(m_words.begin());
    return word;
}

FunctionDecoder::FunctionDecoder(ModuleContext& module, const FunctionSyntax& syntax, std::uint32_t index)
    : m_module(module), m_program(module.program), m_syntax(syntax),
      m_function(module.program.functions[index]), m_slots(syntax.registers.size(), kNoIndex) {
    m_function.frameBytes = kFirstSlot;
    m_function.constants.push_back({kTrueSlot, 0, Constant::Kind::Plain, 0, 0xffffffff});
}

void FunctionDecoder::fail(const std::string& what) const {
    m_module.fail(m_in ? m_in->line : m_syntax.line, what);
}

void FunctionDecoder::arity(std::size_t least, std::size_t most) const {
    const std::size_t count = m_in->operands.size();
    if (count < least || count > most)
        fail("'" + std::string(m_in->opcode) + "' with " + std::to_string(count) +
             (count == 1 ? " operand" : " operands"));
}

std::uint32_t FunctionDecoder::newSlot(unsigned bytes) {
    const std::uint32_t offset = m_function.frameBytes;
    m_function.frameBytes += std::max(64u, bytes * 32);
    if (m_function.frameBytes > kMaxFrameBytes) fail("the function uses too many registers");
    return offset;
}

std::uint32_t FunctionDecoder::registerSlot(std::uint32_t index) {
    std::uint32_t& slot = m_slots[index];
    if (slot != kNoIndex) return slot;
    const Type type = m_syntax.registers[index];
    if (type == Type::Pred) {
        if (m_predicateTop == m_predicateEnd) {
            m_predicateTop = newSlot(2);
            m_predicateEnd = m_predicateTop + 64;
        }
        slot = m_predicateTop;
        m_predicateTop += 4;
    } else {
        slot = newSlot(registerBytes(type));
    }
    return slot;
}

unsigned FunctionDecoder::registerWidth(const Operand& o) const {
    return o.kind == Operand::Kind::Register ? registerBytes(m_syntax.registers[o.reg]) : 0;
}

std::uint32_t FunctionDecoder::constant(std::uint64_t value, unsigned bytes, Constant::Kind kind,
                                        std::uint32_t symbol) {
    if (bytes < 8 && bytes != 0) value &= (1ULL << (bytes * 8)) - 1;
    const auto [known, isNew] = m_constants.try_emplace({value, bytes, static_cast<int>(kind), symbol}, 0);
    if (isNew) {
        known->second = newSlot(bytes);
        m_function.constants.push_back(
            {known->second, static_cast<std::uint8_t>(bytes), kind, symbol, value});
    }
    return known->second;
}

std::uint64_t FunctionDecoder::immediate(const Operand& o) const {
    if (o.kind != Operand::Kind::Integer) fail("an integer constant is expected");
    return o.bits;
}

std::uint32_t FunctionDecoder::variableAddress(const Operand& o, unsigned bytes) {
    if (o.localVariable) {
        const VariableSyntax& variable = m_syntax.variables[o.variable];
        const std::uint64_t offset = m_variableOffsets[o.variable] + o.bits;
        if (variable.space != StateSpace::Local) return constant(offset, bytes);
        const std::uint32_t slot = newSlot(bytes);
        Instruction& in = emit(stateHandler(StateOp::LocalAddress));
        in.guard = kTrueSlot;
        in.guardFlip = 0;
        in.d = slot;
        in.width = static_cast<std::uint8_t>(bytes);
        in.imm = static_cast<std::int64_t>(offset);
        return slot;
    }
    const Variable& variable = m_program.variables[o.variable];
    if (!variable.shared) {
        if (bytes != 8) fail("the address of '" + variable.name + "' has 64 bits");
        return constant(o.bits, bytes, Constant::Kind::Global, o.variable);
    }
    auto& used = m_function.sharedVariables;
    if (std::find(used.begin(), used.end(), o.variable) == used.end()) used.push_back(o.variable);
    return constant(o.bits, bytes, Constant::Kind::Shared, o.variable);
}

std::uint32_t FunctionDecoder::source(const Operand& o, Type type) {
    return sourceOf(o, registerBytes(type), type);
}

std::uint32_t FunctionDecoder::sourceOf(const Operand& o, unsigned bytes, Type type) {
    switch (o.kind) {
    case Operand::Kind::Register:
        if (o.negated) fail("'!' takes a predicate");
        if (o.part != 0 && !m_in->opcode.starts_with('v'))
            fail("a part of a register is expected nowhere but in video instructions");
        if (m_syntax.registers[o.reg] == Type::Pred) fail("a predicate where a number is expected");
        if (registerWidth(o) != bytes)
            fail("a register of " + std::to_string(registerWidth(o) * 8) + " bits where one of " +
                 std::to_string(bytes * 8) + " is expected");
        return registerSlot(o.reg);
    case Operand::Kind::Integer:
        if (type == Type::F32 || type == Type::F64) fail("an integer constant where a float is expected");
        return constant(o.bits, bytes);
    case Operand::Kind::Single:
    case Operand::Kind::Double: {
        if (isInteger(type)) fail("a float constant where an integer is expected");
        const bool single = o.kind == Operand::Kind::Single;
        if (bytes == 4 && single) return constant(o.bits, 4);
        if (bytes == 8 && !single) return constant(o.bits, 8);
        if (bytes == 4)
            return constant(std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(o.bits))),
                            4);
        if (bytes == 8)
            return constant(std::bit_cast<std::uint64_t>(static_cast<double>(
                                std::bit_cast<float>(static_cast<std::uint32_t>(o.bits)))),
                            8);
        fail("no float constant has this width");
    }
    case Operand::Kind::Variable:
        if (bytes != 4 && bytes != 8) fail("an address has 32 or 64 bits");
        return variableAddress(o, bytes);
    case Operand::Kind::Name: {
        const auto function = m_module.syntax.functionNames.find(o.name);
        if (function == m_module.syntax.functionNames.end())
            fail("'" + std::string(o.name) + "' is not declared");
        if (bytes != 8) fail("the address of a function has 64 bits");
        return constant(o.bits, 8, Constant::Kind::Function, function->second);
    }
    case Operand::Kind::Special: {
        const auto special = specialNamed(o.name);
        if (!special) fail("'" + std::string(o.name) + "' is not declared");
        const std::uint32_t slot = newSlot(bytes);
        Instruction& in = emit(stateHandler(StateOp::ReadSpecial));
        in.guard = kTrueSlot;
        in.guardFlip = 0;
        in.d = slot;
        in.extra = static_cast<std::uint16_t>(*special);
        in.width = static_cast<std::uint8_t>(bytes);
        return slot;
    }
    default:
        fail("an operand of another kind is expected");
    }
}

std::uint32_t FunctionDecoder::destination(const Operand& o, unsigned bytes) {
    if (o.kind == Operand::Kind::Sink) return kSinkSlot;
    if (o.kind == Operand::Kind::Name || (o.kind == Operand::Kind::Special && !specialNamed(o.name)))
        fail("'" + std::string(o.name) + "' is not declared");
    if (o.kind != Operand::Kind::Register || o.negated) fail("a result goes to a register");
    if (m_syntax.registers[o.reg] == Type::Pred) fail("a predicate where a number is expected");
    if (registerWidth(o) != bytes)
        fail("a register of " + std::to_string(registerWidth(o) * 8) + " bits where one of " +
             std::to_string(bytes * 8) + " is expected");
    return registerSlot(o.reg);
}

std::uint32_t FunctionDecoder::predicateSlot(std::uint32_t reg) {
    if (reg == kNoIndex) return kSinkPredicate;
    if (m_syntax.registers[reg] != Type::Pred) fail("a predicate is expected");
    return registerSlot(reg);
}

std::uint32_t FunctionDecoder::predicateSource(const Operand& o, std::uint8_t& mode,
                                               std::uint8_t negatedBit) {
    if (o.kind == Operand::Kind::Integer) { // a constant true or false
        if (o.bits == 0) mode |= negatedBit;
        return kTrueSlot;
    }
    if (o.kind != Operand::Kind::Register) fail("a predicate is expected");
    if (o.negated) mode |= negatedBit;
    return predicateSlot(o.reg);
}

std::uint32_t FunctionDecoder::predicateDestination(const Operand& o) {
    if (o.kind == Operand::Kind::Sink) return kSinkPredicate;
    if (o.kind != Operand::Kind::Register || o.negated) fail("a predicate is expected");
    return predicateSlot(o.reg);
}

Instruction& FunctionDecoder::emit(Handler handler) {
    Instruction in;
    in.handler = handler;
    in.e = kSinkPredicate;
    if (m_in && m_in->guard != kNoIndex) {
        in.guard = predicateSlot(m_in->guard);
        in.guardFlip = m_in->guardNegated ? 0xffffffff : 0;
    }
    m_program.code.push_back(in);
    m_program.lines.push_back(m_place);
    return m_program.code.back();
}

Instruction& FunctionDecoder::emit(Handler handler, std::uint32_t d, std::uint32_t a, std::uint32_t b,
                                   std::uint32_t c) {
    Instruction& in = emit(handler);
    in.d = d;
    in.a = a;
    in.b = b;
    in.c = c;
    return in;
}

void FunctionDecoder::unsupported() {
    Instruction& in = emit(nullptr);
    in.flow = Flow::Unsupported;
    std::string text;
    for (const char c : m_in->text.substr(0, 200))
        if (c != '\n' && c != '\t' && c != '\r')
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    const auto [known, isNew] =
        m_module.textIndex.try_emplace(text, static_cast<std::uint32_t>(m_program.texts.size()));
    if (isNew) m_program.texts.push_back(text);
    m_program.lines.back().text = known->second;
    m_function.unsupported.push_back({m_in->line, m_program.files[m_place.file], m_place.line, text});
}

std::uint32_t FunctionDecoder::fixVariables() {
    std::uint64_t local = 0;
    for (const VariableSyntax& variable : m_syntax.variables) {
        if (variable.space == StateSpace::Local) {
            const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
            local = model::roundUp(local, alignment);
            m_variableOffsets.push_back(static_cast<std::uint32_t>(local));
            local += variable.bytes();
            if (local > kMaxLocalBytes || alignment > 1024)
                fail("a thread has 512 KiB of local memory at most");
        } else {
            m_variableOffsets.push_back(variable.areaOffset);
        }
    }
    if (m_syntax.entry)
        for (std::size_t i = 0; i < m_syntax.parameters.size();
             ++i) // a kernel's own are in the parameter block
            m_variableOffsets[m_syntax.parameters[i]] = m_function.parameters[i].position;
    return static_cast<std::uint32_t>((local + 15) / 16 * 16);
}

void FunctionDecoder::decode() {
    m_function.localBytes = fixVariables();
    m_function.begin = static_cast<std::uint32_t>(m_program.code.size());
    noteUses();
    for (std::size_t i = 0; i < m_syntax.parameters.size(); ++i)
        if (const std::uint32_t reg = m_syntax.variables[m_syntax.parameters[i]].reg; reg != kNoIndex)
            m_function.parameters[i].position = registerSlot(reg);
    for (std::size_t i = 0; i < m_syntax.returns.size(); ++i)
        if (const std::uint32_t reg = m_syntax.variables[m_syntax.returns[i]].reg; reg != kNoIndex)
            m_function.returns[i].position = registerSlot(reg);
    for (const InstructionSyntax& instruction : m_syntax.instructions) {
        m_codeIndex.push_back(static_cast<std::uint32_t>(m_program.code.size()));
        decodeOne(instruction);
    }
    m_in = nullptr;
    m_codeIndex.push_back(static_cast<std::uint32_t>(m_program.code.size()));
    emit(nullptr).flow = m_syntax.entry ? Flow::Exit : Flow::Return;
    m_function.end = static_cast<std::uint32_t>(m_program.code.size());
    addMachineCode();
    resolveBranches();
    findReconvergence(m_program, m_function);
    findStraightRuns();
    m_function.areaOffset = (m_function.frameBytes + 63) / 64 * 64;
    m_function.areaBytes = (m_syntax.areaBytes + 15) / 16 * 16;
    m_function.frameBytes = (m_function.areaOffset + m_function.areaBytes * 32 + 63) / 64 * 64;
    if (m_function.frameBytes > kMaxFrameBytes) fail("the function uses too many registers and parameters");
}

/// Sets Instruction::straight. Who reads a clock is told how many instructions came before.
void FunctionDecoder::findStraightRuns() {
    constexpr std::uint8_t kLongest = 255;
    const Handler readsSpecial = stateHandler(StateOp::ReadSpecial);
    for (std::uint32_t i = m_function.end; i-- > m_function.begin;) {
        Instruction& in = m_program.code[i];
        const bool clock = in.handler == readsSpecial && isClock(static_cast<Special>(in.extra));
        if (in.flow != Flow::Plain || in.guard != kTrueSlot || in.guardFlip != 0 || clock) continue;
        // a function ends with an exit or a return
        const Instruction& next = m_program.code[i + 1];
        in.straight = next.meets ? 1 : static_cast<std::uint8_t>(std::min<int>(next.straight + 1, kLongest));
    }
}

/// After decoding, which has refused what is not well formed.
void FunctionDecoder::addMachineCode() {
    model::MachineCode& machine = m_program.machine;
    const std::vector<model::MachineInstruction> made = machineCode(m_syntax, machine.costs);
    m_function.registers = registersOf(m_syntax, made);
    machine.instructions.resize(m_function.end);
    // What is emulated by several instructions costs once; what by none, nothing.
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (m_codeIndex[i + 1] == m_codeIndex[i]) continue;
        machine.instructions[m_codeIndex[i]] = made[i];
        if (made[i].kind == model::MachineKind::Access &&
            made[i].merges != 1) // a load, whose target is its site
            m_program.sites[m_program.code[m_codeIndex[i]].target].merged = true;
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (made[i].turn == 0) continue;
        const std::uint32_t first = m_codeIndex[i - made[i].turn];
        machine.instructions[m_codeIndex[i]].turn = 0;
        machine.instructions[first].turn = static_cast<std::uint16_t>(m_codeIndex[i + 1] - first);
    }
}

void FunctionDecoder::decodeOne(const InstructionSyntax& instruction) {
    m_in = &instruction;
    m_place = m_module.locate(instruction);
    m_modifiers = Modifiers(instruction.modifiers);
    const auto method = methods().find(instruction.opcode);
    if (method == methods().end())
        unsupported();
    else
        (this->*method->second)();
}

const std::unordered_map<std::string_view, FunctionDecoder::Method>& FunctionDecoder::methods() {
    using D = FunctionDecoder;
    static const std::unordered_map<std::string_view, Method> table{
        {"add", &D::arithmetic},
        {"sub", &D::arithmetic},
        {"mul", &D::arithmetic},
        {"mad", &D::arithmetic},
        {"fma", &D::arithmetic},
        {"div", &D::arithmetic},
        {"rem", &D::arithmetic},
        {"sad", &D::arithmetic},
        {"addc", &D::carryArithmetic},
        {"subc", &D::carryArithmetic},
        {"madc", &D::carryArithmetic},
        {"mul24", &D::multiply24},
        {"mad24", &D::multiply24},
        {"abs", &D::absNeg},
        {"neg", &D::absNeg},
        {"min", &D::minMax},
        {"max", &D::minMax},
        {"rcp", &D::approximate},
        {"sqrt", &D::approximate},
        {"rsqrt", &D::approximate},
        {"sin", &D::approximate},
        {"cos", &D::approximate},
        {"ex2", &D::approximate},
        {"lg2", &D::approximate},
        {"tanh", &D::approximate},
        {"copysign", &D::copysign},
        {"testp", &D::testProperty},
        {"and", &D::logic},
        {"or", &D::logic},
        {"xor", &D::logic},
        {"not", &D::logic},
        {"cnot", &D::logic},
        {"shl", &D::shift},
        {"shr", &D::shift},
        {"shf", &D::funnelShift},
        {"prmt", &D::permute},
        {"lop3", &D::lop3},
        {"popc", &D::bits},
        {"clz", &D::bits},
        {"brev", &D::bits},
        {"bfind", &D::bits},
        {"bfe", &D::bits},
        {"bfi", &D::bits},
        {"fns", &D::bits},
        {"bmsk", &D::bits},
        {"szext", &D::bits},
        {"dp4a", &D::dotProduct},
        {"dp2a", &D::dotProduct},
        {"vadd", &D::scalarVideo},
        {"vsub", &D::scalarVideo},
        {"vabsdiff", &D::scalarVideo},
        {"vmin", &D::scalarVideo},
        {"vmax", &D::scalarVideo},
        {"vshl", &D::scalarVideo},
        {"vshr", &D::scalarVideo},
        {"vmad", &D::scalarVideo},
        {"vset", &D::scalarVideo},
        {"vset2", &D::video},
        {"vset4", &D::video},
        {"vadd2", &D::video},
        {"vadd4", &D::video},
        {"vsub2", &D::video},
        {"vsub4", &D::video},
        {"vavrg2", &D::video},
        {"vavrg4", &D::video},
        {"vabsdiff2", &D::video},
        {"vabsdiff4", &D::video},
        {"vmin2", &D::video},
        {"vmin4", &D::video},
        {"vmax2", &D::video},
        {"vmax4", &D::video},
        {"mov", &D::move},
        {"cvt", &D::convert},
        {"cvta", &D::convertAddress},
        {"isspacep", &D::isSpace},
        {"setp", &D::setPredicate},
        {"set", &D::set},
        {"selp", &D::select},
        {"slct", &D::selectBySign},
        {"ld", &D::load},
        {"ldu", &D::load},
        {"st", &D::store},
        {"atom", &D::atomic},
        {"red", &D::atomic},
        {"cp", &D::copyAsync},
        {"ldmatrix", &D::matrix},
        {"stmatrix", &D::matrix},
        {"movmatrix", &D::moveMatrix},
        {"wmma", &D::warpMatrix},
        {"wgmma", &D::warpgroup},
        {"mma", &D::matrixProduct},
        {"mbarrier", &D::mbarrier},
        {"tensormap", &D::tensorMap},
        {"mapa", &D::mapAddress},
        {"getctarank", &D::mapAddress},
        {"membar", &D::fence},
        {"fence", &D::fence},
        {"prefetch", &D::ignored},
        {"prefetchu", &D::ignored},
        {"pmevent", &D::ignored},
        {"discard", &D::ignored},
        {"applypriority", &D::ignored},
        {"brkpt", &D::ignored},
        {"griddepcontrol", &D::ignored},
        {"setmaxnreg", &D::ignored},
        {"createpolicy", &D::ignored},
        {"tex", &D::texture},
        {"tld4", &D::texture},
        {"suld", &D::surface},
        {"sust", &D::surface},
        {"txq", &D::textureQuery},
        {"suq", &D::textureQuery},
        {"bra", &D::branch},
        {"brx", &D::branchTable},
        {"call", &D::call},
        {"ret", &D::leave},
        {"exit", &D::leave},
        {"bar", &D::barrier},
        {"barrier", &D::barrier},
        {"trap", &D::stop},
        {"nanosleep", &D::nanosleep},
        {"shfl", &D::shuffle},
        {"vote", &D::vote},
        {"match", &D::match},
        {"redux", &D::reduce},
        {"activemask", &D::activeMask},
        {"elect", &D::elect},
    };
    return table;
}

} // namespace lanescope::ptx
