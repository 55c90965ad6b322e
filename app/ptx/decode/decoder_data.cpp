// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"
#include "ptx/state/windows.h"
#include "ptx/syntax/special_register.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::ptx {

namespace {

/// By their number in Instruction::extra.
constexpr std::array<std::string_view, 5> kSmallPairs{"e4m3x2", "e5m2x2", "e2m1x2", "e2m3x2", "e3m2x2"};

} // namespace

/// All elements are read before one is written.
void FunctionDecoder::moveVector(unsigned elements) {
    const Type type = m_modifiers.takeType();
    const unsigned bytes = registerBytes(type);
    if (!m_modifiers.empty() || (bytes != 2 && bytes != 4 && bytes != 8)) return unsupported();
    arity(2);
    const Operand &to = operand(0), &from = operand(1);
    if (to.kind != Operand::Kind::Vector || from.kind != Operand::Kind::Vector ||
        to.items.size() != elements || from.items.size() != elements)
        fail("a move of a vector takes as many registers as it has elements");
    const Type moved = bytes == 2 ? Type::B16 : bytes == 4 ? Type::B32 : Type::B64;
    const Handler handler = handlers().integer(Op::Mov, moved);
    std::vector<std::uint32_t> between;
    for (const Operand& item : from.items) {
        const std::uint32_t a = sourceOf(item, bytes, registerWidth(item) == 0 ? type : moved);
        between.push_back(newSlot(bytes));
        emit(handler, between.back(), a);
    }
    for (unsigned i = 0; i < elements; ++i) emit(handler, destination(to.items[i], bytes), between[i]);
}

void FunctionDecoder::move() {
    if (const int vector = m_modifiers.takeOne({"v2", "v4", "v8"}); vector >= 0)
        return moveVector(2U << vector);
    const Type type = m_modifiers.takeType();
    if (!m_modifiers.empty() || type == Type::None) return unsupported();
    arity(2);
    const Operand &to = operand(0), &from = operand(1);
    if (type == Type::Pred) {
        if (from.kind == Operand::Kind::Special && specialNamed(from.name) == Special::IsExplicitCluster) {
            const std::uint32_t d = predicateDestination(to);
            Instruction& in = emit(stateHandler(StateOp::ReadSpecial));
            in.d = d;
            in.extra = static_cast<std::uint16_t>(Special::IsExplicitCluster);
            return;
        }
        std::uint8_t mode = 0;
        const std::uint32_t a = predicateSource(from, mode, 2), d = predicateDestination(to);
        Instruction& in = emit(stateHandler(StateOp::PredicateLogic));
        in.a = a;
        in.b = kTrueSlot;
        in.d = d;
        in.mode = mode;
        in.extra = 4;
        return;
    }
    const unsigned bytes = registerBytes(type);
    const bool packing = from.kind == Operand::Kind::Vector, unpacking = to.kind == Operand::Kind::Vector;
    if (packing && unpacking) fail("a move between vectors");
    if (packing || unpacking) {
        const auto& items = packing ? from.items : to.items;
        if (items.empty() || bytes % items.size() != 0) fail("a vector that does not fill the register");
        const auto part = static_cast<unsigned>(bytes / items.size());
        const Handler handler = stateHandler(packing ? StateOp::PackPair : StateOp::UnpackPair, bytes, part);
        if (!handler) return unsupported();
        std::uint32_t parts[4] = {kSinkSlot, kSinkSlot, kSinkSlot, kSinkSlot};
        const Type partType = part == 1   ? Type::B8
                              : part == 2 ? Type::B16
                              : part == 4 ? Type::B32
                                          : Type::B64;
        for (std::size_t i = 0; i < items.size(); ++i)
            parts[i] = packing ? source(items[i], partType) : destination(items[i], registerBytes(partType));
        const std::uint32_t whole = packing ? destination(to, bytes) : source(from, type);
        Instruction& in = emit(handler);
        in.d = packing ? whole : parts[0];
        in.a = packing ? parts[0] : whole;
        in.b = parts[1];
        in.c = parts[2];
        in.e = parts[3];
        return;
    }
    if (from.kind == Operand::Kind::Special) {
        const auto special = specialNamed(from.name);
        if (!special) fail("'" + std::string(from.name) + "' is not declared");
        // mov.u32 may write a wider register with %tid.x in old code, and mov.u64 reads %clock64
        const std::uint32_t d = destination(to, registerWidth(to) != 0 ? registerWidth(to) : bytes);
        Instruction& in = emit(stateHandler(StateOp::ReadSpecial));
        in.d = d;
        in.extra = static_cast<std::uint16_t>(*special);
        in.width = static_cast<std::uint8_t>(registerWidth(to) != 0 ? registerWidth(to) : bytes);
        // who looks at a clock again and again waits, and all warps of a block wait at the same time
        if (isClock(*special)) in.flow = Flow::Yield;
        return;
    }
    if (type == Type::B128) {
        const std::uint32_t a = source(from, type), d = destination(to, bytes);
        emit(stateHandler(StateOp::PackPair, bytes, bytes), d, a);
        return;
    }
    const Type moved = bytes == 2 ? Type::B16 : bytes == 4 ? Type::B32 : Type::B64;
    const bool number = from.kind == Operand::Kind::Integer || from.kind == Operand::Kind::Single ||
                        from.kind == Operand::Kind::Double;
    const std::uint32_t a = source(from, number ? type : moved), d = destination(to, bytes);
    emit(handlers().integer(Op::Mov, moved), d, a);
}

/// cvt.pack: two integers, clamped, side by side, the second one lower; c, if there is one, above them.
void FunctionDecoder::convertPack() {
    const bool saturates = m_modifiers.take("sat");
    const Type to = m_modifiers.takeType(), from = m_modifiers.takeType(), above = m_modifiers.takeType();
    const bool three = sizeOf(to) == 1;
    if (!saturates || !m_modifiers.empty() || from != Type::S32 || !isInteger(to) || sizeOf(to) > 2 ||
        above != (three ? Type::B32 : Type::None))
        return unsupported();
    arity(three ? 4 : 3);
    const std::uint32_t a = source(operand(1), Type::B32), b = source(operand(2), Type::B32),
                        c = three ? source(operand(3), Type::B32) : 0, d = destination(operand(0), 4);
    emit(packHandler(), d, a, b, c).extra = static_cast<std::uint16_t>(to);
}

/// Conversions from and to pairs of e4m3 or e5m2.
void FunctionDecoder::convertSmallFloats() {
    const bool nearest = m_modifiers.take("rn"), finite = m_modifiers.take("satfinite"),
               relu = m_modifiers.take("relu");
    const std::string_view to = m_modifiers.takeFirst(), from = m_modifiers.takeFirst();
    const auto formatOf = [](std::string_view word) {
        return std::ranges::find(kSmallPairs, word) - kSmallPairs.begin();
    };
    const auto none = static_cast<std::ptrdiff_t>(kSmallPairs.size());
    const std::ptrdiff_t toFormat = formatOf(to), fromFormat = formatOf(from);
    const bool makes = toFormat != none, two = from == "f32";
    // halves become 8-bit floats alone
    const bool known = makes ? finite && (two || (from == "f16x2" && toFormat < 2))
                             : !finite && to == "f16x2" && fromFormat != none;
    if (!nearest || !known || !m_modifiers.empty()) return unsupported();
    arity(two ? 3 : 2);
    const std::uint32_t a = makes ? sourceOf(operand(1), 4, two ? Type::F32 : Type::B32)
                                  : source(operand(1), Type::B16),
                        b = two ? source(operand(2), Type::F32) : a,
                        d = destination(operand(0), makes ? 2 : 4);
    Instruction& in = emit(smallFloatHandler(!makes ? SmallFloatOp::ToHalves
                                             : two  ? SmallFloatOp::FromSingles
                                                    : SmallFloatOp::FromHalves),
                           d, a, b);
    in.mode = relu ? kRelu : 0;
    in.extra = static_cast<std::uint16_t>(makes ? toFormat : fromFormat);
}

/// cvt to and from pairs of ue8m0.
void FunctionDecoder::convertScales() {
    const int rounding = m_modifiers.takeOne({"rz", "rp", "rn"});
    const bool finite = m_modifiers.take("satfinite");
    const std::string_view to = m_modifiers.takeFirst(), from = m_modifiers.takeFirst();
    const bool makes = to == "ue8m0x2", two = from == "f32";
    const bool known = makes ? (rounding == 0 || rounding == 1) && (two || from == "bf16x2")
                             : rounding == 2 && !finite && to == "bf16x2" && from == "ue8m0x2";
    if (!known || !m_modifiers.empty()) return unsupported();
    arity(two ? 3 : 2);
    const std::uint32_t a = makes ? sourceOf(operand(1), 4, two ? Type::F32 : Type::B32)
                                  : source(operand(1), Type::B16),
                        b = two ? source(operand(2), Type::F32) : a,
                        d = destination(operand(0), makes ? 2 : 4);
    emit(smallFloatHandler(!makes ? SmallFloatOp::ScalesToBrains
                           : two  ? SmallFloatOp::ScalesFromSingles
                                  : SmallFloatOp::ScalesFromBrains),
         d, a, b)
        .mode = static_cast<std::uint8_t>((rounding == 1 ? kScaleUp : 0) | (finite ? kScaleFinite : 0));
}

void FunctionDecoder::convert() {
    if (m_modifiers.take("pack")) return convertPack();
    for (const std::string_view word : m_in->modifiers) {
        if (word == "ue8m0x2") return convertScales();
        if (std::ranges::find(kSmallPairs, word) != kSmallPairs.end()) return convertSmallFloats();
    }
    Conversion c;
    const int integral = m_modifiers.takeOne({"rni", "rzi", "rmi", "rpi"});
    const bool away = m_modifiers.take("rna");
    const auto rounding = m_modifiers.takeRounding();
    c.flush = m_modifiers.take("ftz");
    c.saturate = m_modifiers.take("sat");
    c.relu = m_modifiers.take("relu");
    c.to = m_modifiers.takeType();
    c.from = m_modifiers.takeType();
    if (!m_modifiers.empty() || c.to == Type::None || c.from == Type::None || c.to == Type::Pred ||
        c.from == Type::Pred)
        return unsupported();
    c.toInteger = integral >= 0;
    if (integral >= 0)
        c.rounding = integral == 0   ? Rounding::Nearest
                     : integral == 1 ? Rounding::Zero
                     : integral == 2 ? Rounding::Down
                                     : Rounding::Up;
    else if (away)
        c.rounding = Rounding::NearestAway;
    else if (rounding)
        c.rounding = *rounding;
    else if (isFloat(c.from) && !isFloat(c.to) && c.to != Type::TF32)
        c.rounding = Rounding::Zero;
    const bool pair = c.to == Type::F16x2 || c.to == Type::BF16x2;
    arity(pair ? 3 : 2);
    c.toRegister = registerWidth(operand(0)) != 0 ? registerWidth(operand(0)) : registerBytes(c.to);
    c.fromRegister = registerWidth(operand(1)) != 0 ? registerWidth(operand(1)) : registerBytes(c.from);
    if (c.toRegister < sizeOf(c.to) || c.fromRegister < sizeOf(c.from))
        fail("a register too narrow for the conversion");
    if ((isFloat(c.to) && c.toRegister != sizeOf(c.to)) ||
        (isFloat(c.from) && c.fromRegister != sizeOf(c.from)))
        fail("a register of another width than the float's");
    Handler handler = pair ? nullptr : handlers().convert(c);
    if (!handler) handler = generalConvertHandler(c);
    if (!handler) return unsupported();
    const Type fromType = isFloat(c.from)       ? c.from
                          : c.fromRegister == 2 ? Type::B16
                          : c.fromRegister == 4 ? Type::B32
                                                : Type::B64;
    const std::uint32_t a = sourceOf(operand(1), c.fromRegister, fromType);
    const std::uint32_t b = pair ? source(operand(2), Type::F32) : 0;
    const std::uint32_t d = destination(operand(0), c.toRegister);
    Instruction& in = emit(handler);
    in.a = a;
    in.b = b;
    in.d = d;
    in.mode = c.flush ? kFlush : 0;
    in.imm = packConversion(c);
}

void FunctionDecoder::convertAddress() {
    const bool to = m_modifiers.take("to");
    const int space = m_modifiers.takeOne(
        {"global", "const", "shared", "local", "param", "shared::cta", "param::entry", "shared::cluster"});
    const Type type = m_modifiers.takeType();
    if (space < 0 || sizeOf(type) != 8 || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint64_t window = space == 2 || space == 5 || space == 7 ? kSharedWindow
                                 : space == 3                           ? kLocalWindow
                                 : space == 4 || space == 6             ? kParamWindow
                                                                        : 0;
    const std::uint32_t a = source(operand(1), Type::B64), d = destination(operand(0), 8);
    Instruction& in =
        emit(window == 0 ? handlers().integer(Op::Mov, Type::B64) : stateHandler(StateOp::ShiftAddress));
    in.a = a;
    in.d = d;
    in.imm = static_cast<std::int64_t>(to ? 0 - window : window);
}

void FunctionDecoder::isSpace() {
    const int space = m_modifiers.takeOne(
        {"global", "const", "shared", "local", "param", "shared::cta", "param::entry", "shared::cluster"});
    if (space < 0 || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint32_t a = source(operand(1), Type::B64), d = predicateDestination(operand(0));
    Instruction& in = emit(stateHandler(StateOp::IsSpace), d, a);
    // .shared alone is .shared::cta
    in.mode = space == 2 || space == 5 ? kOwnBlock : 0;
    in.extra = static_cast<std::uint16_t>(space == 0                 ? AddressSpace::Global
                                          : space == 1               ? AddressSpace::Const
                                          : space == 3               ? AddressSpace::Local
                                          : space == 4 || space == 6 ? AddressSpace::KernelParam
                                                                     : AddressSpace::Shared);
}

std::pair<Compare, Combine> FunctionDecoder::takeComparison() {
    static constexpr Compare kCompares[] = {
        Compare::Eq,  Compare::Ne,  Compare::Lt,  Compare::Le,  Compare::Gt,  Compare::Ge,
        Compare::Lt,  Compare::Le,  Compare::Gt,  Compare::Ge,  Compare::EqU, Compare::NeU,
        Compare::LtU, Compare::LeU, Compare::GtU, Compare::GeU, Compare::Num, Compare::Nan};
    const int compare = m_modifiers.takeOne({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs",
                                             "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
    if (compare < 0) fail("'" + std::string(m_in->opcode) + "' without a comparison");
    const int combine = m_modifiers.takeOne({"and", "or", "xor"});
    return {kCompares[compare], static_cast<Combine>(combine + 1)};
}

void FunctionDecoder::setPredicate() {
    const auto [compare, combine] = takeComparison();
    const bool flush = m_modifiers.take("ftz");
    const Type type = m_modifiers.takeType();
    const Handler handler = isHalf(type) ? halfCompareHandler(Op::Setp, type, compare)
                                         : handlers().compare(Op::Setp, type, compare, 0);
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(combine == Combine::None ? 3 : 4);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type);
    std::uint8_t mode = flush ? kFlush : 0;
    const std::uint32_t c = combine == Combine::None ? kTrueSlot : predicateSource(operand(3), mode, 2);
    const Operand& result = operand(0);
    std::uint32_t d = kSinkPredicate, e = kSinkPredicate;
    if (result.kind == Operand::Kind::PredicatePair) {
        d = predicateSlot(result.reg);
        e = predicateSlot(result.second);
    } else {
        d = predicateDestination(result);
    }
    Instruction& in = emit(handler, d, a, b, c);
    in.e = e;
    in.extra = static_cast<std::uint16_t>(combine);
    in.mode = static_cast<std::uint8_t>(mode | (isHalf(type) ? static_cast<int>(compare) << 4 : 0));
}

void FunctionDecoder::set() {
    const auto [compare, combine] = takeComparison();
    const bool flush = m_modifiers.take("ftz");
    const Type to = m_modifiers.takeType(), type = m_modifiers.takeType();
    const bool halfResult = isHalf(to);
    if (!m_modifiers.empty() || !(halfResult ? isHalf(type) && sizeOf(to) == sizeOf(type) : sizeOf(to) == 4))
        return unsupported();
    const Handler handler = isHalf(type) ? halfCompareHandler(Op::Set, type, compare)
                                         : handlers().compare(Op::Set, type, compare, 4);
    if (!handler) return unsupported();
    arity(combine == Combine::None ? 3 : 4);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type);
    std::uint8_t mode = flush ? kFlush : 0;
    const std::uint32_t c = combine == Combine::None ? kTrueSlot : predicateSource(operand(3), mode, 2);
    const std::uint32_t d = destination(operand(0), registerBytes(to));
    Instruction& in = emit(handler, d, a, b, c);
    in.extra = static_cast<std::uint16_t>(combine);
    if (to == Type::F32) mode |= 4;
    if (isHalf(type))
        mode = static_cast<std::uint8_t>(mode | (halfResult ? 8 : 0) | static_cast<int>(compare) << 4);
    in.mode = mode;
}

void FunctionDecoder::select() {
    const Type type = m_modifiers.takeType();
    const Handler handler = type == Type::Pred ? nullptr : handlers().compare(Op::Selp, type, Compare::Eq, 0);
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(4);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type);
    std::uint8_t mode = 0;
    const std::uint32_t c = predicateSource(operand(3), mode, 2),
                        d = destination(operand(0), registerBytes(type));
    // compilers load both sides where that can do no harm: only what is chosen is read
    const auto onlyChosen = [&](const Operand& o) {
        return o.kind == Operand::Kind::Register && (m_uses[o.reg] & kChosen) && !(m_uses[o.reg] & kUsed);
    };
    const bool loaded = onlyChosen(operand(1)) || onlyChosen(operand(2));
    Instruction& in =
        emit(loaded ? stateHandler(StateOp::ChooseLoaded, registerBytes(type)) : handler, d, a, b, c);
    in.mode = mode;
}

void FunctionDecoder::selectBySign() {
    const bool flush = m_modifiers.take("ftz");
    const Type type = m_modifiers.takeType(), by = m_modifiers.takeType();
    const Handler handler = handlers().compare(Op::Slct, type, Compare::Eq, 0);
    if (!handler || !m_modifiers.empty() || (by != Type::S32 && by != Type::F32)) return unsupported();
    arity(4);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type),
                        c = source(operand(3), by);
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    Instruction& in = emit(handler, d, a, b, c);
    in.mode = static_cast<std::uint8_t>((flush ? kFlush : 0) | (by == Type::F32 ? 4 : 0));
}

} // namespace lanescope::ptx
