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

/// The same of mma.sp; the most that its metadata's selector may be.
std::optional<unsigned> mostSelector(MatrixElement factors, MatrixShape shape) {
    const unsigned bits = bitsOf(factors);
    const bool known = factors == F16 || factors == BF16 || factors == TF32 || factors == E4M3 ||
                       factors == E5M2 || factors == S8 || factors == U8 || factors == S4 || factors == U4;
    if (!known || shape.m != 16 || shape.n != 8) return std::nullopt;
    if (bits >= 16 && shape.k * bits == 256) return 3;
    if (shape.k * bits == (bits >= 16 ? 512U : 256U) && factors != E4M3 && factors != E5M2) return 1;
    return bits <= 8 && shape.k * bits == 512 ? std::optional(0U) : std::nullopt;
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
    product.sparsity.given = !wmma && m_modifiers.takeAny({"sp", "sp::ordered_metadata"});
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
    const auto selectors = product.sparsity.given ? mostSelector(a, *shape) : std::nullopt;
    if (!(wmma                     ? hasWarpShape(a, *shape)
          : product.sparsity.given ? selectors.has_value()
                                   : hasProductShape(a, *shape)) ||
        !goTogether(a, b) || (wmma && a != b) || !isSumOf(d, a) || !isSumOf(c, a) || isBits != bits ||
        isBits != counts || (columnsAlone && (first != 0 || second != 1)) ||
        (product.saturates && (!isInteger(a) || isBits)))
        return unsupported();
    arity(selectors ? 6 : 4);
    product.shape = *shape;
    MatrixShape there = *shape; // of A, what is there
    if (selectors) {
        there.k /= 2;
        product.sparsity.metadata = source(operand(4), Type::B32);
        product.sparsity.selector = static_cast<unsigned>(immediate(operand(5)));
        product.sparsity.group = a == TF32 ? 2 : bitsOf(a) == 4 ? 8 : 4;
        if (product.sparsity.selector > *selectors) fail("a selector of metadata that there is not");
    }
    const auto factor = [&](std::size_t index, MatrixRole role, MatrixElement element) {
        const unsigned copies =
            wmma && element == F16 ? 8 / fragmentLayout(role, *shape, element).registers : 1;
        return matrixOperand(operand(index), role, role == MatrixRole::A ? there : *shape, element, false,
                             copies);
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

/// Sums are there when their instruction has ended: what is left of the waiting is that the four warps of a
/// group meet, for the one that goes on may give back shared memory that the others have not read.
void FunctionDecoder::warpgroup() {
    const int action = m_modifiers.takeOne({"fence", "commit_group", "wait_group", "mma_async"});
    if (action == 3) return warpgroupProduct();
    const bool sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    if (action < 0 || !sync || !m_modifiers.empty()) return unsupported();
    arity(action == 2 ? 1 : 0);
    if (action != 2) {
        emit(stateHandler(StateOp::Nothing));
        return;
    }
    immediate(operand(0));
    BarrierSite site;
    site.scope = BarrierSite::Scope::Warpgroup;
    m_program.barriers.push_back(site);
    Instruction& in = emit(nullptr);
    in.flow = Flow::Barrier;
    in.target = static_cast<std::uint32_t>(m_program.barriers.size() - 1);
    in.d = kSinkSlot;
}

void FunctionDecoder::warpgroupProduct() {
    WarpgroupProduct product;
    const bool sparse = m_modifiers.take("sp");
    const bool sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    product.saturates = m_modifiers.take("satfinite");
    const bool bits = m_modifiers.take("and"), counts = m_modifiers.take("popc");
    const auto shape = matrixShapeNamed(m_modifiers.takeFirst());
    const auto sum = matrixElementNamed(m_modifiers.takeFirst()),
               a = matrixElementNamed(m_modifiers.takeFirst()),
               b = matrixElementNamed(m_modifiers.takeFirst());
    if (!sync || !shape || !sum || !a || !b || !m_modifiers.empty()) return unsupported();
    const bool integers = isInteger(*a), isBits = *a == B1, halves = bitsOf(*a) == 16;
    const bool known = (*a == F16 || *a == BF16 || *a == TF32 || *a == E4M3 || *a == E5M2 || *a == S8 ||
                        *a == U8 || isBits) &&
                       goTogether(*a, *b) && isSumOf(*sum, *a) && bits == isBits && counts == isBits &&
                       shape->m == 64 && shape->k * bitsOf(*a) == (sparse ? 512 : 256) &&
                       !(sparse && isBits) && shape->n % 8 == 0 && shape->n >= 8 && shape->n <= 256 &&
                       (!integers || shape->n <= 32 || shape->n % 16 == 0) &&
                       (!product.saturates || (integers && !isBits));
    if (!known) return unsupported();
    product.a = *a;
    product.b = *b;
    product.sum = *sum;
    product.shape = *shape;
    // an H200's (docs/ptx.md)
    if (*a == E4M3 || *a == E5M2) product.rule = {.keptBits = 13, .fractionBits = 13};
    product.aInRegisters = operand(1).kind == Operand::Kind::Vector;
    // signs, and of 16-bit factors in shared memory whether they are transposed
    const std::size_t signs = integers ? 0 : 2,
                      turns = !halves                ? 0
                              : product.aInRegisters ? 1
                                                     : 2,
                      scale = sparse ? 5 : 3;
    arity(scale + 1 + signs + turns);
    if (sparse) {
        product.sparsity.given = true;
        product.sparsity.group = *a == TF32 ? 2 : 4;
        product.sparsity.metadata = source(operand(3), Type::B32);
        product.sparsity.selector = static_cast<unsigned>(immediate(operand(4)));
        if (product.sparsity.selector > (bitsOf(*a) == 8 ? 0U : 1U))
            fail("a selector of metadata that there is not");
    }
    const auto choice = [&](std::size_t index, std::uint64_t plain, std::uint64_t other) {
        const std::uint64_t value = immediate(operand(index));
        if (value != plain && value != other) fail("an immediate that is neither of the two that it may be");
        return value == other;
    };
    if (signs != 0) {
        product.aNegated = choice(scale + 1, 1, ~std::uint64_t{0});
        product.bNegated = choice(scale + 2, 1, ~std::uint64_t{0});
    }
    if (turns == 2) product.aTransposed = choice(scale + 3, 0, 1);
    if (turns != 0) product.bTransposed = choice(scale + 2 + turns, 0, 1);
    const std::size_t registers = shape->n / 8U * (*sum == F16 ? 2 : 4);
    const Operand& sums = operand(0);
    if (sums.kind != Operand::Kind::Vector || sums.items.size() != registers)
        fail("sums of " + std::to_string(registers) + " registers are expected");
    for (const Operand& item : sums.items) product.sums.push_back(destination(item, 4));
    if (product.aInRegisters) {
        if (operand(1).items.size() != 4) fail("a fragment of 4 registers is expected");
        for (std::size_t i = 0; i < 4; ++i)
            product.aRegisters[i] = sourceOf(operand(1).items[i], 4, Type::B32);
    } else {
        product.aDescriptor = source(operand(1), Type::B64);
    }
    product.bDescriptor = source(operand(2), Type::B64);
    std::uint8_t negated = 0;
    product.scale = predicateSource(operand(scale), negated, 1);
    product.scaleFlip = negated != 0 ? 0xffffffff : 0;
    product.addresses = newSlot(8);
    setAccess(product.load, {.slot = product.addresses, .bytes = 8, .space = AddressSpace::Shared},
              model::Operation::MatrixLoad, 16);
    const std::uint32_t members = constant(0xffffffff, 4);
    Instruction& in = emit(handlers().warpgroupProduct(*sum));
    in.flow = Flow::WarpSync;
    in.c = members;
    in.target = static_cast<std::uint32_t>(m_program.warpgroupProducts.size());
    m_program.warpgroupProducts.push_back(std::move(product));
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
