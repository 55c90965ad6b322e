// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include <algorithm>
#include <array>
#include <functional>

namespace lanescope::ptx {

model::Space FunctionDecoder::modelSpace(AddressSpace space) {
    switch (space) {
    case AddressSpace::Shared:
        return model::Space::Shared;
    case AddressSpace::Local:
        return model::Space::Local;
    case AddressSpace::Const:
        return model::Space::Constant;
    default:
        return model::Space::Global;
    }
}

std::uint32_t FunctionDecoder::newSite(model::Space space, model::Operation operation, unsigned width) {
    model::Site site;
    site.file = m_program.files[m_place.file];
    site.line = m_place.line;
    site.space = space;
    site.operation = operation;
    site.width = static_cast<std::uint8_t>(width);
    for (const char c : m_in->text.substr(0, 200)) {
        if (c != '\n' && c != '\t' && c != '\r' && c != ' ')
            site.ptx += c;
        else if (!site.ptx.empty() && site.ptx.back() != ' ')
            site.ptx += ' ';
    }
    m_program.sites.push_back(std::move(site));
    return static_cast<std::uint32_t>(m_program.sites.size() - 1);
}

AddressSpace FunctionDecoder::takeSpace() {
    switch (m_modifiers.takeOne({"global", "const", "shared", "local", "param", "shared::cta", "param::entry",
                                 "param::func", "shared::cluster"})) {
    case 0:
        return AddressSpace::Global;
    case 1:
        return AddressSpace::Const;
    case 2:
    case 5:
    case 8:
        return AddressSpace::Shared;
    case 3:
        return AddressSpace::Local;
    case 4:
        return m_syntax.entry ? AddressSpace::KernelParam : AddressSpace::Area;
    case 6:
        return AddressSpace::KernelParam;
    case 7:
        return AddressSpace::Area;
    default:
        return AddressSpace::Generic;
    }
}

/// Ordering, scope and cache words: a block runs on one thread and atomics are sequentially consistent, so
/// that none of them asks for more. Gives what the checks need to know of them, for Instruction::mode.
std::uint8_t FunctionDecoder::takeOrdering() {
    std::uint8_t mode = 0;
    const int order = m_modifiers.takeOne({"acquire", "release", "acq_rel"});
    if (order >= 0) mode |= kStrongAccess;
    if (order == 0 || order == 2) mode |= kAcquires;
    if (order == 1 || order == 2) mode |= kReleases;
    if (m_modifiers.takeOne({"volatile", "relaxed", "mmio"}) >= 0) mode |= kStrongAccess;
    if (order >= 0) m_program.usesFences = true;
    if (m_modifiers.takeOne({"cta", "cluster"}) == 0) mode |= kOfBlock;
    m_modifiers.takeAny(
        {"weak", "gpu", "sys", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "unified", "noftz"});
    while (m_modifiers.takePrefixed("L1::") || (m_modifiers.takePrefixed("L2::"))) {
    }
    return mode;
}

/// Finds out what becomes of each register's value, for ElementUse.
void FunctionDecoder::noteUses() {
    m_uses.assign(m_syntax.registers.size(), 0);
    const std::function<void(const Operand&, std::uint8_t)> note = [&](const Operand& o, std::uint8_t use) {
        if (o.kind == Operand::Kind::Register && o.reg != kNoIndex) m_uses[o.reg] |= use;
        if (o.kind == Operand::Kind::PredicatePair && o.reg != kNoIndex) m_uses[o.reg] |= kUsed;
        // an address is used, whatever it is the address of
        for (const Operand& item : o.items) note(item, o.kind == Operand::Kind::Vector ? use : kUsed);
    };
    for (const InstructionSyntax& in : m_syntax.instructions) {
        // an argument is used by whoever is called, but a structure's padding goes with it unused
        const Operand* to = in.opcode == "st" && !in.operands.empty() && !in.operands.front().items.empty()
                                ? &in.operands.front().items.front()
                                : nullptr;
        const bool toParameter = to && to->kind == Operand::Kind::Variable && to->localVariable &&
                                 m_syntax.variables[to->variable].space == StateSpace::Param &&
                                 !m_syntax.variables[to->variable].array;
        const bool load = in.opcode == "ld" || in.opcode == "ldu", store = in.opcode == "st" && !toParameter;
        for (std::size_t i = 0; i < in.operands.size(); ++i)
            note(in.operands[i], load && i == 0                              ? 0
                                 : store && i == 1                           ? kStored
                                 : in.opcode == "selp" && (i == 1 || i == 2) ? kChosen
                                                                             : kUsed);
    }
}

ElementUse FunctionDecoder::useOf(const Operand* items, unsigned elements, Type type, unsigned width) const {
    ElementUse use{static_cast<std::uint8_t>(sizeOf(type)), static_cast<std::uint8_t>(width), 0, 0};
    for (unsigned i = 0; i < elements; ++i) {
        const std::uint8_t known = items[i].kind == Operand::Kind::Register ? m_uses[items[i].reg] : 0;
        if (known & kUsed)
            use.used |= static_cast<std::uint8_t>(1U << i);
        else if (known & (kStored | kChosen))
            use.copied |= static_cast<std::uint8_t>(1U << i);
    }
    return use;
}

FunctionDecoder::Address FunctionDecoder::address(const Operand& o, AddressSpace space) {
    if (o.kind != Operand::Kind::Address || o.items.size() != 1) fail("an address in brackets is expected");
    const Operand& base = o.items.front();
    Address result;
    result.space = space;
    result.offset = static_cast<std::int64_t>(o.bits);
    const bool wideOnly =
        space == AddressSpace::Generic || space == AddressSpace::Global || space == AddressSpace::Const;
    switch (base.kind) {
    case Operand::Kind::Register:
        result.bytes = registerWidth(base);
        if (result.bytes != 8 && (wideOnly || result.bytes != 4)) fail("an address register has 64 bits");
        result.slot = registerSlot(base.reg);
        return result;
    case Operand::Kind::Integer:
        result.slot = constant(base.bits, 8);
        return result;
    case Operand::Kind::Variable:
        break;
    default:
        fail("'" + std::string(base.name) + "' is not declared");
    }
    const StateSpace declared = base.localVariable ? m_syntax.variables[base.variable].space
                                                   : m_module.syntax.variables[base.variable].space;
    if (declared == StateSpace::Param) {
        if (space != AddressSpace::KernelParam && space != AddressSpace::Area)
            fail("'" + std::string(base.name) + "' is a parameter");
        const auto& own = m_syntax.parameters;
        result.space = m_syntax.entry && std::find(own.begin(), own.end(), base.variable) != own.end()
                           ? AddressSpace::KernelParam
                           : AddressSpace::Area;
        result.offset += m_variableOffsets[base.variable];
        result.slot = constant(0, 8);
        result.known = true;
        return result;
    }
    const AddressSpace own = declared == StateSpace::Shared  ? AddressSpace::Shared
                             : declared == StateSpace::Local ? AddressSpace::Local
                             : declared == StateSpace::Const ? AddressSpace::Const
                                                             : AddressSpace::Global;
    if (declared == StateSpace::None) fail("'" + std::string(base.name) + "' is in a register");
    if (space == AddressSpace::Generic)
        result.space = own;
    else if (space != own && !(space == AddressSpace::Global && own == AddressSpace::Const))
        fail("'" + std::string(base.name) + "' is in another state space");
    Operand plain = base;
    plain.bits = 0;
    result.slot = variableAddress(plain, 8);
    return result;
}

void FunctionDecoder::setAccess(Instruction& in, const Address& at, model::Operation operation,
                                unsigned width) {
    const bool reported = at.space != AddressSpace::KernelParam && at.space != AddressSpace::Area;
    in.resolve = handlers().resolver(at.space, at.bytes);
    in.a = at.slot;
    in.imm = at.offset;
    in.target = reported ? newSite(modelSpace(at.space), operation, width) : 0;
    in.width = static_cast<std::uint8_t>(width);
    in.operation = static_cast<std::uint8_t>(operation);
}

Instruction& FunctionDecoder::emitAccess(Handler handler, const Address& at, model::Operation operation,
                                         unsigned width) {
    Instruction& in = emit(handler);
    setAccess(in, at, operation, width);
    return in;
}

/// The registers of a vector, or one alone. Their width; 0: there is none.
unsigned FunctionDecoder::widthOfElements(const Operand& value, unsigned elements) const {
    const char* const wrong = "a vector access takes as many registers as it has elements";
    if ((elements > 1) != (value.kind == Operand::Kind::Vector)) fail(wrong);
    if (elements > 1 && value.items.size() != elements) fail(wrong);
    unsigned width = 0;
    for (unsigned i = 0; i < elements; ++i) {
        const unsigned own = registerWidth(elements > 1 ? value.items[i] : value);
        if (own == 0) continue;
        if (width != 0 && own != width) fail("the registers of a vector have one width");
        width = own;
    }
    return width;
}

/// How many elements are moved at once: four, or 16 bytes, at most. What is wider is moved in halves.
std::optional<unsigned> FunctionDecoder::elementsAtOnce(unsigned elements, Type type) {
    const unsigned bytes = sizeOf(type) * elements;
    if (type == Type::B128 || type == Type::None || type == Type::Pred || bytes > 32) return std::nullopt;
    return bytes > 16 || elements > 4 ? elements / 2 : elements;
}

void FunctionDecoder::load() {
    const AddressSpace space = takeSpace();
    const std::uint8_t mode = takeOrdering();
    const int vector = m_modifiers.takeOne({"v2", "v4", "v8"});
    const Type type = m_modifiers.takeType();
    const unsigned elements = 1U << (vector + 1);
    if (type == Type::B128 && vector < 0 && m_modifiers.empty()) return loadWide(space, mode);
    const auto together = elementsAtOnce(elements, type);
    if (!m_modifiers.empty() || !together) return unsupported();
    arity(2, 4); // an L2 cache policy may follow
    const Operand& result = operand(0);
    unsigned width = widthOfElements(result, elements);
    if (width == 0) width = registerBytes(type);
    if (width < sizeOf(type)) fail("a register too narrow for the value");
    const Operand* items = elements > 1 ? result.items.data() : &result;
    const Address at = address(operand(1), space);
    std::array<std::uint32_t, 8> slots{};
    for (unsigned i = 0; i < elements; ++i) slots[i] = destination(items[i], width);
    const auto size = static_cast<std::int64_t>(sizeOf(type));
    if (at.space == AddressSpace::KernelParam && at.known) {
        // known at decoding, and the same for all lanes: one plain copy an element
        const Handler handler = handlers().loadUniform(type, width);
        if (!handler) return unsupported();
        if (at.offset < 0 || at.offset + size * elements > m_function.parameterBytes || at.offset % size != 0)
            fail("a load beyond the kernel's parameters");
        for (unsigned i = 0; i < elements; ++i) {
            Instruction& in = emit(handler);
            in.d = slots[i];
            in.imm = at.offset + static_cast<std::int64_t>(i) * size;
        }
        return;
    }
    const Handler handler = handlers().load(type, width, *together, at.space, at.bytes);
    if (!handler) return unsupported();
    const auto emitPart = [&](unsigned first) {
        Address part = at;
        part.offset += first * size;
        const ElementUse use = useOf(items + first, *together, type, width);
        Instruction& in = emitAccess(handler, part, model::Operation::Load, sizeOf(type) * *together);
        in.mode = mode;
        in.extra = use.packed();
        in.d = slots[first];
        in.b = *together > 1 ? slots[first + 1] : kSinkSlot;
        in.c = *together > 2 ? slots[first + 2] : kSinkSlot;
        in.e = *together > 2 ? slots[first + 3] : kSinkSlot;
    };
    if (*together == elements) return emitPart(0);
    // the half that takes the address' own register comes last
    const auto half = slots.begin() + *together;
    const bool turned = std::find(slots.begin(), half, at.slot) != half;
    emitPart(turned ? *together : 0);
    emitPart(turned ? 0 : *together);
}

void FunctionDecoder::store() {
    const bool counted = m_modifiers.take("async") && m_modifiers.take("mbarrier::complete_tx::bytes");
    const AddressSpace space = takeSpace();
    const std::uint8_t mode = takeOrdering();
    const int vector = m_modifiers.takeOne({"v2", "v4", "v8"});
    const Type type = m_modifiers.takeType();
    const unsigned elements = 1U << (vector + 1);
    if (type == Type::B128 && vector < 0 && !counted && m_modifiers.empty()) return storeWide(space, mode);
    const auto together = elementsAtOnce(elements, type);
    if (!m_modifiers.empty() || !together || space == AddressSpace::Const ||
        (counted && space != AddressSpace::Shared))
        return unsupported();
    arity(counted ? 3 : 2, 3);
    const Operand& value = operand(1);
    unsigned width = widthOfElements(value, elements);
    if (width == 0) width = registerBytes(type);
    if (width < sizeOf(type)) fail("a register too narrow for the value");
    const Operand* items = elements > 1 ? value.items.data() : &value;
    const Address at = address(operand(0), space);
    if (at.space == AddressSpace::KernelParam) fail("a kernel's parameters cannot be written");
    std::array<std::uint32_t, 8> slots{};
    for (unsigned i = 0; i < elements; ++i) {
        const bool number = registerWidth(items[i]) == 0;
        const Type wide = width == 2 ? Type::B16 : width == 4 ? Type::B32 : Type::B64;
        slots[i] = sourceOf(items[i], width, number ? type : wide);
    }
    const Handler handler = handlers().store(type, width, *together, at.space, at.bytes);
    if (!handler) return unsupported();
    for (unsigned first = 0; first < elements; first += *together) {
        Address part = at;
        part.offset += static_cast<std::int64_t>(first) * sizeOf(type);
        Instruction& in = emitAccess(handler, part, model::Operation::Store, sizeOf(type) * *together);
        in.mode = mode;
        in.extra =
            ElementUse{static_cast<std::uint8_t>(sizeOf(type)), static_cast<std::uint8_t>(width)}.packed();
        in.d = slots[first];
        in.b = *together > 1 ? slots[first + 1] : 0;
        in.c = *together > 2 ? slots[first + 2] : 0;
        in.e = *together > 2 ? slots[first + 3] : 0;
    }
    if (counted) emitCounted(operand(2), sizeOf(type) * elements);
}

/// ld of .b128: two halves, moved at once.
void FunctionDecoder::loadWide(AddressSpace space, std::uint8_t mode) {
    arity(2, 4);
    const Address at = address(operand(1), space);
    const std::uint32_t low = newSlot(8), high = newSlot(8), d = destination(operand(0), 16);
    Instruction& in =
        emitAccess(handlers().load(Type::B64, 8, 2, at.space, at.bytes), at, model::Operation::Load, 16);
    in.mode = mode;
    in.extra = ElementUse{8, 8, 3, 0}.packed();
    in.d = low;
    in.b = high;
    in.c = in.e = kSinkSlot;
    emit(stateHandler(StateOp::PackPair, 16, 8), d, low, high);
}

void FunctionDecoder::storeWide(AddressSpace space, std::uint8_t mode) {
    arity(2, 3);
    const Address at = address(operand(0), space);
    if (at.space == AddressSpace::Const || at.space == AddressSpace::KernelParam)
        fail("what cannot be written is stored to");
    const std::uint32_t low = newSlot(8), high = newSlot(8), a = source(operand(1), Type::B128);
    emit(stateHandler(StateOp::UnpackPair, 16, 8), low, a, high);
    Instruction& in =
        emitAccess(handlers().store(Type::B64, 8, 2, at.space, at.bytes), at, model::Operation::Store, 16);
    in.mode = mode;
    in.extra = ElementUse{8, 8}.packed();
    in.d = low;
    in.b = high;
}

/// Whether no other instruction names a result's register: ptxas then drops the result.
bool FunctionDecoder::isOnlyMention(const Operand& result) const {
    if (result.kind != Operand::Kind::Register) return result.kind == Operand::Kind::Sink;
    const std::function<std::size_t(const std::vector<Operand>&)> mentions =
        [&](const std::vector<Operand>& operands) {
            std::size_t sum = 0;
            for (const Operand& each : operands)
                sum += (each.reg == result.reg) + (each.second == result.reg) + mentions(each.items);
            return sum;
        };
    std::size_t all = 0;
    for (const InstructionSyntax& each : m_syntax.instructions) all += mentions(each.operands);
    return all == 1;
}

/// What ptxas 13.0 makes of an atomic for 9.0 (docs/laws.md): where all lanes have one address, they are
/// counted or their values joined first, and one lane makes the atomic for them.
std::uint8_t FunctionDecoder::joinedBy(AtomicOp op, Type type, const Operand& at, const Operand& value,
                                       bool hasResult) {
    using enum AtomicOp;
    const bool logic = op == And || op == Or || op == Xor, extreme = op == Min || op == Max;
    if (m_module.syntax.debug || isFloat(type) || isHalf(type) || sizeOf(type) < 4 || sizeOf(type) > 8)
        return 0;
    if (!(op == Add || ((logic || extreme) && sizeOf(type) == 4 && !hasResult))) return 0;
    if (!m_uniformity) m_uniformity.emplace(m_syntax);
    if (!m_uniformity->has(at)) return 0;
    if (op != Add || m_uniformity->has(value)) return kJoined;
    if (sizeOf(type) == 8) return 0;
    return hasResult ? kJoinedWhole : kJoined;
}

void FunctionDecoder::atomic() {
    const bool result = m_in->opcode == "atom";
    const bool counted =
        !result && m_modifiers.take("async") && m_modifiers.take("mbarrier::complete_tx::bytes");
    const AddressSpace space = takeSpace();
    const std::uint8_t mode = takeOrdering();
    const int which =
        m_modifiers.takeOne({"add", "and", "or", "xor", "min", "max", "inc", "dec", "exch", "cas"});
    const int vector = m_modifiers.takeOne({"v2", "v4", "v8"});
    const Type type = m_modifiers.takeType();
    if (vector >= 0 && which >= 0 && m_modifiers.empty() && !counted)
        return vectorAtomic(static_cast<AtomicOp>(which), type, 2U << vector, space, mode);
    if (which < 0 || vector >= 0 || !m_modifiers.empty() || space == AddressSpace::Const ||
        space == AddressSpace::KernelParam || space == AddressSpace::Area || (!result && which >= 8) ||
        (counted && space != AddressSpace::Shared))
        return unsupported();
    const auto op = static_cast<AtomicOp>(which);
    const std::size_t operands = (result ? 3u : 2u) + (op == AtomicOp::Cas ? 1u : 0u);
    arity(operands, operands + 1); // an L2 cache policy may follow
    std::size_t next = 0;
    const Operand* to = result ? &operand(next++) : nullptr;
    const Operand& where = operand(next++);
    const Address at = address(where, space);
    const Handler handler = atomicHandler(op, type, result, at.space == AddressSpace::Shared);
    if (!handler || at.space == AddressSpace::Const || at.space == AddressSpace::Local) return unsupported();
    const Operand& addend = operand(next);
    const std::uint32_t b = source(operand(next++), type);
    const std::uint32_t c = op == AtomicOp::Cas ? source(operand(next++), type) : b;
    const std::uint32_t d = to ? destination(*to, registerBytes(type)) : kSinkSlot;
    const bool hasResult = to && !isOnlyMention(*to);
    const bool increments = op == AtomicOp::Add && at.space == AddressSpace::Shared && isInteger(type) &&
                            sizeOf(type) == 4 && addend.kind == Operand::Kind::Integer && addend.bits == 1 &&
                            !hasResult;
    Instruction& in = emitAccess(handler, at,
                                 increments ? model::Operation::Increment
                                 : result   ? model::Operation::Atomic
                                            : model::Operation::Reduction,
                                 sizeOf(type));
    in.mode = mode | kStrongAccess | (op == AtomicOp::Exch ? kExchanges : 0);
    if (!increments && !counted) in.mode |= joinedBy(op, type, where, addend, hasResult);
    m_program.sites[in.target].joined = (in.mode & (kJoined | kJoinedWhole)) != 0;
    in.b = b;
    in.c = c;
    in.d = d;
    if (counted) emitCounted(operand(next), sizeOf(type));
}

/// atom and red of neighbouring elements, each by itself: one access.
void FunctionDecoder::vectorAtomic(AtomicOp op, Type type, unsigned elements, AddressSpace space,
                                   std::uint8_t mode) {
    const bool result = m_in->opcode == "atom";
    const Handler handler = vectorAtomicHandler(op, type);
    if (!handler || elements * sizeOf(type) > 16 ||
        (space != AddressSpace::Global && space != AddressSpace::Generic))
        return unsupported();
    const std::size_t operands = result ? 3 : 2;
    arity(operands, operands + 1); // an L2 cache policy may follow
    const Address at = address(operand(result ? 1 : 0), space);
    if (at.space != AddressSpace::Global && at.space != AddressSpace::Generic) return unsupported();
    const Operand& values = operand(result ? 2 : 1);
    VectorAtomic atomic{.elements = elements, .operands = {}, .results = {}};
    if (values.kind != Operand::Kind::Vector || values.items.size() != elements ||
        (result && (operand(0).kind != Operand::Kind::Vector || operand(0).items.size() != elements)))
        fail("a vector access takes as many registers as it has elements");
    for (unsigned i = 0; i < elements; ++i) {
        atomic.operands[i] =
            sourceOf(values.items[i], registerBytes(type), sizeOf(type) == 2 ? Type::B16 : Type::B32);
        atomic.results[i] = result ? destination(operand(0).items[i], registerBytes(type)) : kSinkSlot;
    }
    Instruction& in = emitAccess(handler, at, result ? model::Operation::Atomic : model::Operation::Reduction,
                                 sizeOf(type) * elements);
    in.mode = mode | kStrongAccess;
    in.e = static_cast<std::uint32_t>(m_program.vectorAtomics.size());
    m_program.vectorAtomics.push_back(atomic);
}

void FunctionDecoder::copyAsync() {
    if (m_modifiers.take("reduce")) return reduceAsync();
    if (!m_modifiers.take("async")) return unsupported();
    if (m_modifiers.take("bulk")) return bulkCopy();
    if (m_modifiers.take("mbarrier")) return arriveWithCopies();
    if (const int group = m_modifiers.takeOne({"commit_group", "wait_group", "wait_all"}); group >= 0) {
        if (!m_modifiers.empty()) return unsupported();
        arity(group == 1 ? 1 : 0);
        const std::int64_t keep = group == 1 ? static_cast<std::int64_t>(immediate(operand(0))) : -1;
        emit(stateHandler(group == 0 ? StateOp::CommitCopies : StateOp::WaitForCopies)).imm = keep;
        return;
    }
    const bool known = m_modifiers.takeAny({"ca", "cg"});
    m_modifiers.takePrefixed("L2::");
    const bool shared = m_modifiers.takeAny({"shared", "shared::cta"}), global = m_modifiers.take("global");
    if (!known || !shared || !global || !m_modifiers.empty()) return unsupported();
    arity(3, 5);
    const std::uint64_t width = immediate(operand(2));
    if (width != 4 && width != 8 && width != 16) fail("cp.async copies 4, 8 or 16 bytes");
    const Address to = address(operand(0), AddressSpace::Shared),
                  from = address(operand(1), AddressSpace::Global);
    std::uint32_t size = 0;
    const bool sized = m_in->operands.size() > 3 && registerWidth(operand(3)) != 8;
    if (sized && registerWidth(operand(3)) == 0 && operand(3).kind == Operand::Kind::Register) {
        // a predicate that says whether zeros are to be written
        std::uint8_t mode = 0;
        const std::uint32_t ignored = predicateSource(operand(3), mode, 2), none = constant(0, 4),
                            whole = constant(width, 4);
        size = newSlot(4);
        emit(handlers().compare(Op::Selp, Type::U32, Compare::Eq, 0), size, none, whole, ignored).mode = mode;
    } else {
        size = sized ? source(operand(3), Type::U32) : constant(width, 4);
    }
    Instruction& read = emitAccess(stateHandler(StateOp::CopyAsyncLoad), from, model::Operation::Load,
                                   static_cast<unsigned>(width));
    read.b = size;
    emitAccess(stateHandler(StateOp::CopyAsyncStore), to, model::Operation::Store,
               static_cast<unsigned>(width))
        .mode = kAsynchronousCopy;
}

void FunctionDecoder::matrix() {
    const bool isLoad = m_in->opcode == "ldmatrix";
    const bool sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    const bool shape = m_modifiers.take("m8n8");
    const int count = m_modifiers.takeOne({"x1", "x2", "x4"});
    const bool transposed = m_modifiers.take("trans");
    const AddressSpace space = takeSpace();
    const Type type = m_modifiers.takeType();
    if (!sync || !shape || count < 0 || type != Type::B16 || !m_modifiers.empty() ||
        (space != AddressSpace::Shared && space != AddressSpace::Generic))
        return unsupported();
    arity(2);
    const unsigned matrices = 1u << count;
    const Operand& vector = operand(isLoad ? 0 : 1);
    const bool single = vector.kind == Operand::Kind::Register && matrices == 1;
    if (!single && (vector.kind != Operand::Kind::Vector || vector.items.size() != matrices))
        fail("one register a matrix is expected");
    const Address at = address(operand(isLoad ? 1 : 0), space);
    std::uint32_t slots[4] = {kSinkSlot, kSinkSlot, kSinkSlot, kSinkSlot};
    for (unsigned i = 0; i < matrices; ++i) {
        const Operand& item = single ? vector : vector.items[i];
        slots[i] = isLoad ? destination(item, 4) : source(item, Type::B32);
    }
    Instruction& in = emitAccess(stateHandler(isLoad ? StateOp::LoadMatrix : StateOp::StoreMatrix), at,
                                 isLoad ? model::Operation::MatrixLoad : model::Operation::MatrixStore, 16);
    in.d = slots[0];
    in.b = slots[1];
    in.c = slots[2];
    in.e = slots[3];
    in.extra = static_cast<std::uint16_t>(matrices);
    in.mode = transposed ? 1 : 0;
}

/// membar and fence: nothing that a kernel could see here, but the checks go by it.
void FunctionDecoder::fence() {
    if (m_modifiers.takePrefixed("proxy")) return ignored();
    m_program.usesFences = true;
    const bool ofBlock = m_modifiers.takeOne({"cta", "cluster"}) == 0;
    emit(stateHandler(StateOp::Fence)).mode = ofBlock ? kOfBlock : 0;
}

/// What changes nothing that a kernel could see here.
void FunctionDecoder::ignored() {
    if (m_in->opcode == "createpolicy") {
        if (m_in->operands.empty()) return unsupported();
        const std::uint32_t d = destination(operand(0), 8), zero = constant(0, 8);
        Instruction& in = emit(handlers().integer(Op::Mov, Type::B64));
        in.a = zero;
        in.d = d;
        return;
    }
    emit(stateHandler(StateOp::Nothing));
}

} // namespace lanescope::ptx
