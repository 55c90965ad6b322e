// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include <algorithm>

namespace lanescope::ptx {

namespace {

using enum MatrixElement;

bool isOneOf(MatrixShape shape, std::initializer_list<MatrixShape> known) {
    return std::ranges::find(known, shape) != known.end();
}

/// The shapes of wmma by what its factors are; PTX ISA, "Matrix Shape".
bool hasWarpShape(MatrixElement factors, MatrixShape shape) {
    switch (factors) {
    case F16:
    case BF16:
    case S8:
    case U8:
        return isOneOf(shape, {{16, 16, 16}, {8, 32, 16}, {32, 8, 16}});
    case TF32:
        return shape == MatrixShape{16, 16, 8};
    case F64:
        return shape == MatrixShape{8, 8, 4};
    case S4:
    case U4:
        return shape == MatrixShape{8, 8, 32};
    case B1:
        return shape == MatrixShape{8, 8, 128};
    default:
        return false;
    }
}
/// The same of mma.
bool hasProductShape(MatrixElement factors, MatrixShape shape) {
    switch (factors) {
    case F16:
    case BF16:
        return isOneOf(shape, {{16, 8, 8}, {16, 8, 16}});
    case TF32:
        return isOneOf(shape, {{16, 8, 4}, {16, 8, 8}});
    case F64:
        return isOneOf(shape, {{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}});
    case E4M3:
    case E5M2:
        return isOneOf(shape, {{16, 8, 16}, {16, 8, 32}});
    case S8:
    case U8:
        return isOneOf(shape, {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}});
    case S4:
    case U4:
        return isOneOf(shape, {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}});
    case B1:
        return isOneOf(shape, {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}});
    default:
        return false;
    }
}

bool isInteger(MatrixElement element) {
    return element == S8 || element == U8 || element == S4 || element == U4 || element == B1;
}
/// Factors of one product may have different types of one size: s8 and u8, e4m3 and e5m2.
bool goTogether(MatrixElement a, MatrixElement b) {
    const auto isSmallFloat = [](MatrixElement e) { return e == E4M3 || e == E5M2; };
    return a == b || (isSmallFloat(a) && isSmallFloat(b)) ||
           (isInteger(a) && isInteger(b) && bitsOf(a) == bitsOf(b));
}
bool isSumOf(MatrixElement sum, MatrixElement factors) {
    if (isInteger(factors)) return sum == S32;
    if (factors == F64) return sum == F64;
    return sum == F32 || (sum == F16 && factors != BF16 && factors != TF32);
}

} // namespace

MatrixOperand FunctionDecoder::matrixOperand(const Operand& o, MatrixRole role, MatrixShape shape,
                                             MatrixElement element, bool result, unsigned copies) {
    const auto same = [&](const FragmentLayout& layout) {
        return layout.role == role && layout.shape == shape && layout.bits == bitsOf(element);
    };
    auto known = std::ranges::find_if(m_program.fragments, same);
    if (known == m_program.fragments.end()) {
        m_program.fragments.push_back(fragmentLayout(role, shape, element));
        known = m_program.fragments.end() - 1;
    }
    MatrixOperand matrix;
    matrix.element = element;
    matrix.layout = static_cast<std::uint32_t>(known - m_program.fragments.begin());
    const Operand* items = o.kind == Operand::Kind::Vector ? o.items.data() : &o;
    const std::size_t count = o.kind == Operand::Kind::Vector ? o.items.size() : 1;
    if (count != known->registers * copies)
        fail("a fragment of " + std::to_string(known->registers * copies) + " registers is expected");
    const unsigned bytes = known->registerBytes();
    for (std::size_t i = 0; i < count; ++i)
        matrix.registers[i] = result ? destination(items[i], bytes)
                                     : sourceOf(items[i], bytes, bytes == 8 ? Type::B64 : Type::B32);
    return matrix;
}

void FunctionDecoder::warpMatrix() {
    if (m_modifiers.take("mma")) return matrixProduct();
    warpMatrixAccess();
}

void FunctionDecoder::warpMatrixAccess() {
    const bool stores = m_modifiers.take("store");
    const bool known = stores || m_modifiers.take("load");
    const int which = m_modifiers.takeOne({"a", "b", "c", "d"});
    const bool sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    const int order = m_modifiers.takeOne({"row", "col"});
    const AddressSpace space = takeSpace();
    const auto shape = matrixShapeNamed(m_modifiers.takeFirst());
    const auto element = matrixElementNamed(m_modifiers.takeFirst());
    if (!known || which < 0 || (which == 3) != stores || !sync || order < 0 || !shape || !element ||
        !m_modifiers.empty() ||
        (space != AddressSpace::Generic && space != AddressSpace::Global && space != AddressSpace::Shared))
        return unsupported();
    const MatrixRole role = which == 0 ? MatrixRole::A : which == 1 ? MatrixRole::B : MatrixRole::Accumulator;
    const bool byRows = order == 0;
    if (role == MatrixRole::Accumulator) {
        const auto sums = {F16, BF16, TF32, F64, U8, U4, B1};
        if (std::ranges::none_of(
                sums, [&](MatrixElement e) { return isSumOf(*element, e) && hasWarpShape(e, *shape); }))
            return unsupported();
    } else if (!hasWarpShape(*element, *shape) ||
               (bitsOf(*element) < 8 && byRows != (role == MatrixRole::A))) {
        return unsupported();
    }
    arity(2, 3);
    MatrixAccess access;
    access.byRows = byRows;
    access.stores = stores;
    const Operand& registers = operand(stores ? 1 : 0);
    // of f16, a factor's fragment has eight registers in every shape
    const std::size_t given = registers.kind == Operand::Kind::Vector ? registers.items.size() : 1;
    if (role != MatrixRole::Accumulator && *element == F16) {
        const unsigned own = fragmentLayout(role, *shape, *element).registers;
        if (given != 8) fail("a fragment of 8 registers is expected");
        access.copies = 8 / own;
    }
    access.matrix = matrixOperand(registers, role, *shape, *element, !stores, access.copies);
    const FragmentLayout& layout = m_program.fragments[access.matrix.layout];
    const bool alongRegisters = role == MatrixRole::A ? byRows : role == MatrixRole::B && !byRows;
    access.asMatrixLoads = space == AddressSpace::Shared && role != MatrixRole::Accumulator &&
                           (layout.bits == 16 || (layout.bits < 16 && alongRegisters));
    if (m_in->operands.size() == 3) {
        access.stride = source(operand(2), Type::U32);
    } else {
        const unsigned rows = role == MatrixRole::B ? shape->k : shape->m,
                       columns = role == MatrixRole::A ? shape->k : shape->n;
        access.stride = constant(byRows ? columns : rows, 4);
    }
    access.addresses = newSlot(8);
    const Address at = address(operand(stores ? 0 : 1), space);
    if (at.space != AddressSpace::Generic && at.space != AddressSpace::Global &&
        at.space != AddressSpace::Shared)
        return unsupported();
    access.addressBytes = static_cast<std::uint8_t>(at.bytes);
    const std::uint32_t members = constant(0xffffffff, 4);
    const unsigned width = layout.bits == 64 ? 8 : 4;
    Instruction& in = emitAccess(matrixAccessHandler(), at,
                                 stores                 ? model::Operation::Store
                                 : access.asMatrixLoads ? model::Operation::MatrixLoad
                                                        : model::Operation::Load,
                                 access.asMatrixLoads ? 16 : width);
    in.resolve = handlers().resolver(at.space, 8);
    in.flow = Flow::WarpSync;
    in.c = members;
    in.e = static_cast<std::uint32_t>(m_program.matrixAccesses.size());
    m_program.matrixAccesses.push_back(access);
}

/// wmma.mma and mma: the same but for the shapes, and the order of the words.
void FunctionDecoder::matrixProduct() {
    const bool wmma = m_in->opcode == "wmma";
    MatrixProduct product;
    product.exclusive = m_modifiers.take("xor");
    const bool bits = m_modifiers.take("and") || product.exclusive;
    const bool counts = m_modifiers.take("popc"), sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    product.saturates = m_modifiers.take("satfinite");
    m_modifiers.take("rn");
    const int first = m_modifiers.takeOne({"row", "col"}), second = m_modifiers.takeOne({"row", "col"});
    const auto shape = matrixShapeNamed(m_modifiers.takeFirst());
    std::vector<MatrixElement> types;
    while (!m_modifiers.empty()) {
        const auto type = matrixElementNamed(m_modifiers.takeFirst());
        if (!type) return unsupported();
        types.push_back(*type);
    }
    if (wmma && types.size() == 2) types = {types[0], F16, F16, types[1]}; // as f16 is written
    if (!sync || first < 0 || second < 0 || !shape || types.size() != 4) return unsupported();
    const auto [d, a, b, c] = std::array{types[0], types[1], types[2], types[3]};
    const bool isBits = a == B1;
    const bool columnsAlone = !wmma || bitsOf(a) < 8;
    if (!(wmma ? hasWarpShape(a, *shape) : hasProductShape(a, *shape)) || !goTogether(a, b) ||
        (wmma && a != b) || !isSumOf(d, a) || !isSumOf(c, a) || isBits != bits || isBits != counts ||
        (columnsAlone && (first != 0 || second != 1)) || (product.saturates && (!isInteger(a) || isBits)))
        return unsupported();
    arity(4);
    product.shape = *shape;
    const auto factor = [&](std::size_t index, MatrixRole role, MatrixElement element) {
        const unsigned copies =
            wmma && element == F16 ? 8 / fragmentLayout(role, *shape, element).registers : 1;
        return matrixOperand(operand(index), role, *shape, element, false, copies);
    };
    product.a = factor(1, MatrixRole::A, a);
    product.b = factor(2, MatrixRole::B, b);
    product.c = matrixOperand(operand(3), MatrixRole::Accumulator, *shape, c, false);
    product.d = matrixOperand(operand(0), MatrixRole::Accumulator, *shape, d, true);
    // wmma of tf32 is done in steps of four (what ptxas makes of it for compute capability 9.0)
    product.step = a == TF32 && wmma ? 4 : shape->k;
    const std::uint32_t members = constant(0xffffffff, 4);
    Instruction& in = emit(handlers().product(a));
    in.flow = Flow::WarpSync;
    in.c = members;
    in.target = static_cast<std::uint32_t>(m_program.products.size());
    m_program.products.push_back(product);
}

void FunctionDecoder::moveMatrix() {
    const bool sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    const bool shape = m_modifiers.take("m8n8"), transposed = m_modifiers.take("trans");
    const Type type = m_modifiers.takeType();
    if (!sync || !shape || !transposed || type != Type::B16 || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint32_t a = source(operand(1), Type::B32), members = constant(0xffffffff, 4),
                        d = destination(operand(0), 4);
    Instruction& in = emit(transposeHandler(), d, a);
    in.c = members;
    in.flow = Flow::WarpSync;
}

} // namespace lanescope::ptx
