// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include <bit>

namespace lanescope::ptx {

void FunctionDecoder::arithmetic() {
    const Type type = m_modifiers.takeType();
    const std::string_view name = m_in->opcode;
    const Op op = name == "add"                    ? Op::Add
                  : name == "sub"                  ? Op::Sub
                  : name == "mul"                  ? Op::Mul
                  : name == "fma" || name == "mad" ? Op::Fma
                  : name == "div"                  ? Op::Div
                  : name == "rem"                  ? Op::Rem
                                                   : Op::Sad;
    if (type == Type::None) fail("'" + std::string(name) + "' without a type");
    if (type == Type::F32 || type == Type::F64 || isHalf(type))
        floatArithmetic(op, type);
    else
        integerArithmetic(op, type);
}

void FunctionDecoder::integerArithmetic(Op op, Type type) {
    const std::string_view name = m_in->opcode;
    bool wide = false;
    if (m_modifiers.take("cc")) {
        if (op == Op::Add)
            op = Op::AddCc;
        else if (op == Op::Sub)
            op = Op::SubCc;
        else if (op == Op::Fma)
            op = m_modifiers.take("hi") ? Op::MadHighCc : (m_modifiers.take("lo"), Op::MadLowCc);
        else
            fail("'" + std::string(name) + "' has no .cc");
    } else if (name == "mul" || name == "mad") {
        const int part = m_modifiers.takeOne({"lo", "hi", "wide"});
        if (part < 0) fail("'" + std::string(name) + "' of integers needs .lo, .hi or .wide");
        wide = part == 2;
        const bool mad = name == "mad";
        op = part == 0   ? (mad ? Op::MadLow : Op::MulLow)
             : part == 1 ? (mad ? Op::MadHigh : Op::MulHigh)
                         : (mad ? Op::MadWide : Op::MulWide);
        if (op == Op::MadHigh && m_modifiers.take("sat")) op = Op::MadHighSat;
    } else if (name == "fma") {
        fail("'fma' is for floats");
    }
    if (m_modifiers.take("sat")) op = op == Op::Add ? Op::AddSat : op == Op::Sub ? Op::SubSat : op;
    const Handler handler = handlers().integer(op, type);
    if (!handler || !m_modifiers.empty() || sizeOf(type) == 1 || (isBits(type))) return unsupported();
    const bool three = name == "mad" || name == "sad";
    arity(three ? 4 : 3);
    const unsigned bytes = registerBytes(type), resultBytes = wide ? 2 * bytes : bytes;
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type);
    const std::uint32_t c = three ? sourceOf(operand(3), resultBytes, wide ? Type::B64 : type) : 0;
    const std::uint32_t d = destination(operand(0), resultBytes);
    emit(handler, d, a, b, c);
}

void FunctionDecoder::carryArithmetic() {
    const Type type = m_modifiers.takeType();
    const bool out = m_modifiers.take("cc");
    const bool high = m_modifiers.take("hi");
    m_modifiers.take("lo");
    const std::string_view name = m_in->opcode;
    const Op op = name == "addc"   ? (out ? Op::AddcCc : Op::Addc)
                  : name == "subc" ? (out ? Op::SubcCc : Op::Subc)
                  : high           ? (out ? Op::MadcHighCc : Op::MadcHigh)
                                   : (out ? Op::MadcLowCc : Op::MadcLow);
    const Handler handler = handlers().integer(op, type);
    if (!handler || !m_modifiers.empty()) return unsupported();
    const bool three = name == "madc";
    arity(three ? 4 : 3);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type),
                        c = three ? source(operand(3), type) : 0;
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    Instruction& in = emit(handler);
    in.a = a;
    in.b = b;
    in.c = c;
    in.d = d;
}

void FunctionDecoder::floatArithmetic(Op op, Type type) {
    const auto rounding = m_modifiers.takeRounding();
    std::uint8_t mode = 0;
    if (m_modifiers.take("ftz")) mode |= kFlush;
    if (m_modifiers.take("sat")) mode |= kSaturate;
    if (m_modifiers.take("relu")) mode |= kRelu;
    const bool three = op == Op::Fma;
    // fma.approx and fma.full: see fuse.h
    if ((op == Op::Div || op == Op::Fma) && m_modifiers.take("approx"))
        op = op == Op::Div ? Op::DivApprox : Op::FmaApprox;
    else if ((op == Op::Div || op == Op::Fma) && m_modifiers.take("full"))
        op = op == Op::Div ? Op::DivFull : Op::FmaFull;
    Handler handler = nullptr;
    if (isHalf(type))
        handler =
            rounding.value_or(Rounding::Nearest) == Rounding::Nearest ? halfHandler(op, type, mode) : nullptr;
    else if (rounding && *rounding != Rounding::Nearest)
        handler = roundedHandler(op, type, *rounding);
    else if (!(mode & kRelu))
        handler = handlers().floating(op, type, mode);
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(three ? 4 : 3);
    const std::uint32_t a = signedSource(operand(1), type), b = source(operand(2), type),
                        c = three ? signedSource(operand(3), type) : 0;
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    Instruction& in = emit(handler, d, a, b, c);
    in.mode = mode;
    in.extra = static_cast<std::uint16_t>(op);
}

std::uint32_t FunctionDecoder::signedSource(const Operand& operand, Type type) {
    const std::uint32_t slot = source(operand, type);
    if (!operand.minus) return slot;
    const std::uint32_t negated = newSlot(registerBytes(type));
    Instruction& in =
        emit(isHalf(type) ? halfHandler(Op::Neg, type, 0) : handlers().floating(Op::Neg, type, 0));
    in.a = in.b = in.c = slot;
    in.d = negated;
    in.extra = static_cast<std::uint16_t>(Op::Neg);
    return negated;
}

void FunctionDecoder::multiply24() {
    const Type type = m_modifiers.takeType();
    const int part = m_modifiers.takeOne({"lo", "hi"});
    const bool mad = m_in->opcode == "mad24";
    if (part < 0 || !m_modifiers.empty()) return unsupported();
    const Handler handler = sizeOf(type) == 4
                                ? handlers().integer(part == 0 ? (mad ? Op::Mad24Low : Op::Mul24Low)
                                                               : (mad ? Op::Mad24High : Op::Mul24High),
                                                     type)
                                : nullptr;
    if (!handler) return unsupported();
    arity(mad ? 4 : 3);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type),
                        c = mad ? source(operand(3), type) : 0;
    const std::uint32_t d = destination(operand(0), 4);
    emit(handler, d, a, b, c);
}

void FunctionDecoder::approximate() {
    const std::string_view name = m_in->opcode;
    const Type type = m_modifiers.takeType();
    const bool approx = m_modifiers.take("approx");
    const auto rounding = m_modifiers.takeRounding();
    const std::uint8_t mode = m_modifiers.take("ftz") ? kFlush : 0;
    Op op = Op::Sin;
    if (name == "rcp")
        op = approx ? Op::RcpApprox : Op::Rcp;
    else if (name == "sqrt")
        op = approx ? Op::SqrtApprox : Op::Sqrt;
    else if (name == "rsqrt")
        op = Op::RsqrtApprox;
    else if (name == "cos")
        op = Op::Cos;
    else if (name == "ex2")
        op = Op::Ex2;
    else if (name == "lg2")
        op = Op::Lg2;
    else if (name == "tanh")
        op = Op::Tanh;
    Handler handler = nullptr;
    std::uint8_t handlerMode = mode;
    if (type == Type::F64 && op != Op::RsqrtApprox) handlerMode = 0;
    if (isHalf(type))
        handler = halfHandler(op, type, mode);
    else if (rounding && *rounding != Rounding::Nearest)
        handler = roundedHandler(op, type, *rounding);
    else
        handler = handlers().floating(op, type, handlerMode);
    emitOfOneOperand(handler, op, type, mode);
}

/// An operation of one operand; nullptr: there is none for the type.
void FunctionDecoder::emitOfOneOperand(Handler handler, Op op, Type type, std::uint8_t mode) {
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint32_t a = source(operand(1), type);
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    Instruction& in = emit(handler);
    in.a = in.b = in.c = a;
    in.d = d;
    in.mode = mode;
    in.extra = static_cast<std::uint16_t>(op);
}

void FunctionDecoder::absNeg() {
    const Type type = m_modifiers.takeType();
    const Op op = m_in->opcode == "abs" ? Op::Abs : Op::Neg;
    const std::uint8_t mode = m_modifiers.take("ftz") ? kFlush : 0;
    const Handler handler = isHalf(type)     ? halfHandler(op, type, mode)
                            : isFloat(type)  ? handlers().floating(op, type, mode)
                            : isSigned(type) ? handlers().integer(op, type)
                                             : nullptr;
    emitOfOneOperand(handler, op, type, mode);
}

void FunctionDecoder::minMax() {
    const Type type = m_modifiers.takeType();
    const bool smaller = m_in->opcode == "min";
    std::uint8_t mode = m_modifiers.take("ftz") ? kFlush : 0;
    const bool nan = m_modifiers.take("NaN"), xorSign = m_modifiers.take("xorsign") | m_modifiers.take("abs");
    const bool relu = m_modifiers.take("relu");
    if ((nan && xorSign) || m_in->operands.size() == 4) return unsupported();
    const Op op = nan       ? (smaller ? Op::MinNan : Op::MaxNan)
                  : xorSign ? (smaller ? Op::MinXorsign : Op::MaxXorsign)
                            : (smaller ? Op::Min : Op::Max);
    Handler handler = nullptr;
    if (isHalf(type)) {
        if (relu) mode |= kRelu;
        handler = halfHandler(op, type, mode);
    } else if (relu || (!isFloat(type) && (nan || xorSign))) {
        return unsupported();
    } else {
        handler = isFloat(type)  ? handlers().floating(op, type, mode)
                  : isBits(type) ? nullptr
                                 : handlers().integer(op, type);
    }
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(3);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type);
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    Instruction& in = emit(handler, d, a, b);
    in.mode = mode;
    in.extra = static_cast<std::uint16_t>(op);
}

void FunctionDecoder::copysign() {
    const Type type = m_modifiers.takeType();
    const Handler handler = handlers().floating(Op::Copysign, type, 0);
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(3);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type);
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    emit(handler, d, a, b);
}

void FunctionDecoder::testProperty() {
    const Type type = m_modifiers.takeType();
    const int property =
        m_modifiers.takeOne({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
    const Handler handler = handlers().floating(Op::TestP, type, 0);
    if (!handler || property < 0 || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint32_t a = source(operand(1), type), d = predicateDestination(operand(0));
    Instruction& in = emit(handler);
    in.a = a;
    in.d = d;
    in.extra = static_cast<std::uint16_t>(property);
}

void FunctionDecoder::logic() {
    const std::string_view name = m_in->opcode;
    const Type type = m_modifiers.takeType();
    const bool unary = name == "not" || name == "cnot";
    arity(unary ? 2 : 3);
    if (type == Type::Pred) {
        if (name == "cnot" || !m_modifiers.empty()) return unsupported();
        std::uint8_t mode = 0;
        const std::uint32_t a = predicateSource(operand(1), mode, 2),
                            b = unary ? kTrueSlot : predicateSource(operand(2), mode, 4);
        const std::uint32_t d = predicateDestination(operand(0));
        Instruction& in = emit(stateHandler(StateOp::PredicateLogic));
        in.a = a;
        in.b = b;
        in.d = d;
        in.mode = mode;
        in.extra = name == "and" ? 0 : name == "or" ? 1 : name == "xor" ? 2 : 3;
        return;
    }
    const Op op = name == "and"   ? Op::And
                  : name == "or"  ? Op::Or
                  : name == "xor" ? Op::Xor
                  : name == "not" ? Op::Not
                                  : Op::Cnot;
    const Handler handler = isBits(type) ? handlers().integer(op, type) : nullptr;
    if (!handler || !m_modifiers.empty()) return unsupported();
    const std::uint32_t a = source(operand(1), type), b = unary ? a : source(operand(2), type);
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    emit(handler, d, a, b);
}

void FunctionDecoder::shift() {
    const Type type = m_modifiers.takeType();
    const Handler handler = isInteger(type) || isBits(type)
                                ? handlers().integer(m_in->opcode == "shl" ? Op::Shl : Op::Shr, type)
                                : nullptr;
    if (!handler || !m_modifiers.empty()) return unsupported();
    arity(3);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), Type::U32);
    const std::uint32_t d = destination(operand(0), registerBytes(type));
    Instruction& in = emit(handler);
    in.a = a;
    in.b = b;
    in.d = d;
}

void FunctionDecoder::bits() {
    const std::string_view name = m_in->opcode;
    const Type type = m_modifiers.takeType();
    const bool clamp = m_modifiers.take("clamp");
    m_modifiers.take("wrap");
    Op op = Op::Popc;
    if (name == "clz")
        op = Op::Clz;
    else if (name == "brev")
        op = Op::Brev;
    else if (name == "bfind")
        op = m_modifiers.take("shiftamt") ? Op::BfindShift : Op::Bfind;
    else if (name == "bfe")
        op = Op::Bfe;
    else if (name == "bfi")
        op = Op::Bfi;
    else if (name == "fns")
        op = Op::Fns;
    else if (name == "bmsk")
        op = Op::Bmsk;
    else if (name == "szext")
        op = Op::Szext;
    const Handler handler = isFloat(type) ? nullptr : handlers().integer(op, type);
    if (!handler || !m_modifiers.empty()) return unsupported();
    const std::size_t operands = op == Op::Bfi                       ? 5
                                 : op == Op::Bfe || op == Op::Fns    ? 4
                                 : op == Op::Bmsk || op == Op::Szext ? 3
                                                                     : 2;
    arity(operands);
    const bool to32 = op == Op::Popc || op == Op::Clz || op == Op::Bfind || op == Op::BfindShift;
    const std::uint32_t a = source(operand(1), type);
    std::uint32_t b = a, c = a, e = kSinkPredicate;
    if (op == Op::Bfi) {
        b = source(operand(2), type);
        c = source(operand(3), Type::U32);
        e = source(operand(4), Type::U32);
    } else {
        if (operands > 2) b = source(operand(2), Type::U32);
        if (operands > 3) c = source(operand(3), Type::U32);
    }
    const std::uint32_t d = destination(operand(0), to32 ? 4 : registerBytes(type));
    Instruction& in = emit(handler, d, a, b, c);
    in.e = e;
    in.extra = clamp ? 1 : 0;
}

void FunctionDecoder::dotProduct() {
    const int half = m_modifiers.takeOne({"lo", "hi"});
    const Type first = m_modifiers.takeType(), second = m_modifiers.takeType();
    const bool four = m_in->opcode == "dp4a";
    if (!m_modifiers.empty() || sizeOf(first) != 4 || sizeOf(second) != 4 || isFloat(first) ||
        isFloat(second) || four != (half < 0))
        return unsupported();
    arity(4);
    const std::uint32_t a = source(operand(1), Type::B32), b = source(operand(2), Type::B32),
                        c = source(operand(3), Type::B32);
    const std::uint32_t d = destination(operand(0), 4);
    Instruction& in = emit(handlers().integer(four        ? Op::Dp4a
                                              : half == 0 ? Op::Dp2aLow
                                                          : Op::Dp2aHigh,
                                              Type::U32),
                           d, a, b, c);
    in.mode = static_cast<std::uint8_t>((isSigned(first) ? 1 : 0) | (isSigned(second) ? 2 : 0));
}

void FunctionDecoder::funnelShift() {
    const int side = m_modifiers.takeOne({"l", "r"}), how = m_modifiers.takeOne({"clamp", "wrap"});
    const Type type = m_modifiers.takeType();
    if (side < 0 || how < 0 || type != Type::B32 || !m_modifiers.empty()) return unsupported();
    arity(4);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type),
                        c = source(operand(3), Type::U32);
    const std::uint32_t d = destination(operand(0), 4);
    emit(handlers().integer(side == 0 ? (how == 0 ? Op::ShfLeftClamp : Op::ShfLeftWrap)
                                      : (how == 0 ? Op::ShfRightClamp : Op::ShfRightWrap),
                            type),
         d, a, b, c);
}

void FunctionDecoder::permute() {
    const Type type = m_modifiers.takeType();
    const int mode = m_modifiers.takeOne({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
    if (type != Type::B32 || !m_modifiers.empty()) return unsupported();
    arity(4);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type),
                        c = source(operand(3), type);
    const std::uint32_t d = destination(operand(0), 4);
    Instruction& in = emit(handlers().integer(Op::Prmt, type));
    in.a = a;
    in.b = b;
    in.c = c;
    in.d = d;
    in.extra = static_cast<std::uint16_t>(mode + 1);
}

void FunctionDecoder::lop3() {
    const Type type = m_modifiers.takeType();
    if (type != Type::B32 || !m_modifiers.empty()) return unsupported();
    arity(5);
    const std::uint32_t a = source(operand(1), type), b = source(operand(2), type),
                        c = source(operand(3), type);
    const std::uint64_t table = immediate(operand(4));
    if (table > 255) fail("the table of lop3 has 8 bits");
    const std::uint32_t d = destination(operand(0), 4);
    Instruction& in = emit(handlers().integer(Op::Lop3, type), d, a, b, c);
    in.extra = static_cast<std::uint16_t>(table);
}

void FunctionDecoder::video() {
    const std::string_view name = m_in->opcode, action = name.substr(1, name.size() - 2);
    const VideoOp op = action == "add"       ? VideoOp::Add
                       : action == "sub"     ? VideoOp::Sub
                       : action == "avrg"    ? VideoOp::Average
                       : action == "absdiff" ? VideoOp::AbsoluteDifference
                       : action == "min"     ? VideoOp::Min
                       : action == "max"     ? VideoOp::Max
                                             : VideoOp::Set;
    const Compare compare = op == VideoOp::Set ? takeComparison().first : Compare::Eq;
    const Type result = op == VideoOp::Set ? Type::U32 : m_modifiers.takeType(),
               first = m_modifiers.takeType(), second = m_modifiers.takeType();
    std::uint8_t mode = m_modifiers.take("sat") ? kVideoSaturate : 0;
    if (m_modifiers.take("add")) mode |= kVideoAccumulate;
    if (isSigned(first)) mode |= kVideoSignedA;
    if (isSigned(second)) mode |= kVideoSignedB;
    if (isSigned(result)) mode |= kVideoSignedD;
    if (!m_modifiers.empty() || sizeOf(result) != 4 || sizeOf(first) != 4 || sizeOf(second) != 4)
        return unsupported();
    arity(4);
    const std::uint32_t a = source(operand(1), first), b = source(operand(2), second),
                        c = source(operand(3), result);
    const std::uint32_t d = destination(operand(0), 4);
    Instruction& in = emit(videoHandler(), d, a, b, c);
    in.mode = mode;
    in.extra = static_cast<std::uint16_t>(op);
    in.imm = static_cast<std::int64_t>(compare);
    in.width = name.back() == '2' ? 2 : 4;
}

void FunctionDecoder::scalarVideo() {
    const std::string_view name = m_in->opcode.substr(1);
    ScalarVideo video;
    video.op = name == "add"       ? ScalarVideoOp::Add
               : name == "sub"     ? ScalarVideoOp::Sub
               : name == "absdiff" ? ScalarVideoOp::AbsoluteDifference
               : name == "min"     ? ScalarVideoOp::Min
               : name == "max"     ? ScalarVideoOp::Max
               : name == "shl"     ? ScalarVideoOp::ShiftLeft
               : name == "shr"     ? ScalarVideoOp::ShiftRight
               : name == "mad"     ? ScalarVideoOp::Mad
                                   : ScalarVideoOp::Set;
    const bool sets = video.op == ScalarVideoOp::Set, mad = video.op == ScalarVideoOp::Mad,
               shifts = video.op == ScalarVideoOp::ShiftLeft || video.op == ScalarVideoOp::ShiftRight;
    const Type result = sets ? Type::U32 : m_modifiers.takeType(), first = m_modifiers.takeType(),
               second = m_modifiers.takeType();
    if (sets) video.compare = takeComparison().first;
    if (m_modifiers.take("sat")) video.flags |= kVideoSaturate;
    if (isSigned(result)) video.flags |= kVideoSignedD;
    if (isSigned(first)) video.flags |= kVideoSignedA;
    if (isSigned(second)) video.flags |= kVideoSignedB;
    if (mad && m_modifiers.take("po")) video.flags |= kVideoPlusOne;
    const int scale = mad ? m_modifiers.takeOne({"shr7", "shr15"}) : -1;
    const int amount = shifts ? m_modifiers.takeOne({"clamp", "wrap"}) : 0;
    video.shift = static_cast<std::uint8_t>(scale == 0 ? 7 : scale == 1 ? 15 : amount == 1 ? 1 : 0);
    const int then = mad ? -1 : m_modifiers.takeOne({"add", "min", "max"});
    if (then >= 0) video.second = static_cast<VideoSecond>(then + 1);
    if (!m_modifiers.empty() || sizeOf(result) != 4 || sizeOf(first) != 4 || sizeOf(second) != 4 ||
        amount < 0 || (shifts && second != Type::U32))
        return unsupported();
    video.partOfD = operand(0).part;
    if (video.partOfD != 0 && then < 0) video.second = VideoSecond::Merge;
    const bool three = mad || video.second != VideoSecond::None;
    if (mad && video.partOfD != 0) return unsupported();
    arity(three ? 4 : 3);
    video.partOfA = operand(1).part;
    video.partOfB = operand(2).part;
    const std::uint32_t a = source(operand(1), first), b = source(operand(2), second),
                        c = three ? source(operand(3), result) : 0, d = destination(operand(0), 4);
    emit(scalarVideoHandler(), d, a, b, c).imm = std::bit_cast<std::int64_t>(video);
}

} // namespace lanescope::ptx
