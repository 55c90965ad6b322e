// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// wgmma.mma_async. A warp works out its own 16 rows when it comes to the instruction.
#include "ptx/handlers/float_product.h"
#include "ptx/handlers/lanes.h"
#include "ptx/handlers/sparse_factor.h"
#include "ptx/matrix/shared_matrix.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

/// Rows of a warp; bytes of a row of either factor along k, in every type; of a B whose A is sparse twice as
/// many.
constexpr int kRows = 16;
constexpr std::uint32_t kRowBytes = 32, kMostRowBytes = 64, kPiece = 16;

/// Rows of a factor, along k each.
using FactorRow = std::array<std::byte, kMostRowBytes>;
struct FactorBytes {
    std::array<FactorRow, 256> row;
};
std::uint32_t rowBytesOfB(const WarpgroupProduct& product) {
    return product.sparsity.given ? kMostRowBytes : kRowBytes;
}

/// Puts a factor's elements in rows along k.
class FactorReader {
public:
    FactorReader(Warp& warp, const WarpgroupProduct& product, std::uint32_t mask)
        : m_warp(warp), m_product(product), m_mask(mask) {}

    /// The rows of A that are the warp's. Descriptors are the first lane's.
    void readA(FactorBytes& to) {
        if (!m_product.aInRegisters) {
            const SharedMatrix matrix(descriptor(m_product.aDescriptor), m_product.aTransposed);
            return read(matrix, m_product.aTransposed, kRowBytes, m_warp.index % 4 * kRows, kRows, to);
        }
        // a register has 4 bytes of a row: those of the rows 0 to 7 and 8 to 15, then the other half of them
        for (std::size_t part = 0; part < 4; ++part) {
            const auto* source = m_warp.slot<std::uint32_t>(m_product.aRegisters[part]);
            for (std::size_t lane = 0; lane < 32; ++lane)
                std::memcpy(&to.row[part % 2 * 8 + lane / 4][part / 2 * 16 + lane % 4 * 4], &source[lane], 4);
        }
    }
    /// All of B, whose columns are rows here. What the four warps of a group read is told once.
    void readB(FactorBytes& to) {
        BlockContext& block = *m_warp.block;
        const bool observed = block.observed;
        if (m_warp.index % 4 != 0) block.observed = false;
        const SharedMatrix matrix(descriptor(m_product.bDescriptor), m_product.bTransposed);
        read(matrix, m_product.bTransposed, rowBytesOfB(m_product), 0, m_product.shape.n, to);
        block.observed = observed;
    }

private:
    std::uint64_t descriptor(std::uint32_t slot) const {
        return m_warp.slot<std::uint64_t>(slot)[__builtin_ctz(m_mask)];
    }

    void read(const SharedMatrix& matrix, bool transposed, std::uint32_t rowBytes, std::uint32_t first,
              std::uint32_t rows, FactorBytes& to) {
        // transposed there are rows along k, of two bytes for each row of the factor
        const std::uint32_t across = transposed ? rows / 8 : rowBytes / kPiece,
                            down = transposed ? rowBytes / 2 : rows, firstPlace = transposed ? first / 8 : 0,
                            firstRow = transposed ? 0 : first, all = across * down;
        for (std::uint32_t done = 0; done < all; done += 32) {
            const std::uint32_t count = std::min(32U, all - done);
            auto* addresses = m_warp.slot<std::uint64_t>(m_product.addresses);
            const auto placeOf = [&](std::uint32_t lane) {
                // eight rows of a column of pieces after another
                const std::uint32_t group = (done + lane) / 8;
                return std::pair(group / across * 8 + lane % 8, group % across);
            };
            for (std::uint32_t lane = 0; lane < count; ++lane) {
                const auto [row, place] = placeOf(lane);
                addresses[lane] = matrix.pieceAt(firstRow + row, firstPlace + place);
            }
            m_warp.block->access.matrices = static_cast<std::uint8_t>(count / 8);
            m_product.load.resolve(m_warp, m_product.load, count == 32 ? kFullMask : kBit[count] - 1);
            m_warp.block->access.matrices = 0;
            const Resolved r = m_warp.block->resolved;
            for (std::uint32_t lane = 0; lane < count; ++lane) {
                const auto [row, place] = placeOf(lane);
                const auto* from = reinterpret_cast<const std::byte*>(r.address[lane] + r.delta);
                if (!transposed) {
                    std::memcpy(&to.row[row][place * kPiece], from, kPiece);
                    continue;
                }
                for (std::uint32_t i = 0; i < 8; ++i)
                    std::memcpy(&to.row[place * 8 + i][row * 2], from + std::size_t{i} * 2, 2);
            }
        }
    }

    Warp& m_warp;
    const WarpgroupProduct& m_product;
    std::uint32_t m_mask;
};

template<MatrixElement E>
std::uint32_t elementAt(const FactorRow& row, int index) {
    constexpr std::size_t kBytes = bitsOf(E) / 8;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &row[static_cast<std::size_t>(index) * kBytes], kBytes);
    return bits;
}

/// So many rows of a factor, of so many bytes, as floats: element k of row r is at r x along + k x down.
template<MatrixElement E>
void toFloats(const FactorBytes& from, int firstRow, int rows, std::uint32_t rowBytes, int along, int down,
              bool negated, FloatFactor& to) {
    const int depth = static_cast<int>(rowBytes * 8 / bitsOf(E));
    to.low = 1024;
    to.high = kOfZero;
    for (int row = 0; row < rows; ++row)
        for (int k = 0; k < depth; ++k) {
            const float value =
                floatOfElement<E>(elementAt<E>(from.row[static_cast<std::size_t>(firstRow + row)], k));
            const int at = row * along + k * down;
            const auto biased = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(value) >> 23 & 255);
            const std::int32_t exponent = value == 0 ? kOfZero : std::max(biased - 127, leastExponentOf(E));
            to.value[static_cast<std::size_t>(at)] = negated ? -value : value;
            to.exponent[static_cast<std::size_t>(at)] = exponent;
            to.high = std::max(to.high, exponent);
            if (value != 0) to.low = std::min(to.low, exponent);
        }
}
void toFloats(MatrixElement element, const FactorBytes& from, int firstRow, int rows, std::uint32_t rowBytes,
              int along, int down, bool negated, FloatFactor& to) {
    using enum MatrixElement;
    switch (element) {
    case F16:
        return toFloats<F16>(from, firstRow, rows, rowBytes, along, down, negated, to);
    case BF16:
        return toFloats<BF16>(from, firstRow, rows, rowBytes, along, down, negated, to);
    case TF32:
        return toFloats<TF32>(from, firstRow, rows, rowBytes, along, down, negated, to);
    case E4M3:
        return toFloats<E4M3>(from, firstRow, rows, rowBytes, along, down, negated, to);
    default:
        return toFloats<E5M2>(from, firstRow, rows, rowBytes, along, down, negated, to);
    }
}

/// Of 16 rows and 8 columns, the row and the column that a lane has in a register of one element (PTX ISA,
/// "Register Fragments for wgmma").
int placeOf(int lane, int index) {
    return (lane / 4 + index / 2 * 8) * kColumns + lane % 4 * 2 + index % 2;
}

std::uint32_t scaleOf(const Warp& w, const WarpgroupProduct& product) {
    return w.predicate(product.scale) ^ product.scaleFlip;
}

void multiplyFloats(Warp& w, const Instruction& in, std::uint32_t mask) {
    const WarpgroupProduct& product = w.block->program->warpgroupProducts[in.target];
    FactorBytes a, b;
    FactorReader reader(w, product, mask);
    reader.readA(a);
    reader.readB(b);
    FloatProduct p;
    p.m = kRows;
    p.n = kColumns;
    p.k = p.step = product.shape.k;
    p.rule = product.rule;
    p.halfIn = p.halfOut = product.sum == MatrixElement::F16;
    const bool adds = (scaleOf(w, product) & mask) != 0;
    if (product.sparsity.given) {
        FloatFactor there;
        toFloats(product.a, a, 0, kRows, kRowBytes, p.k / 2, 1, product.aNegated, there);
        p.a.low = there.low;
        p.a.high = there.high;
        std::fill_n(p.a.value.begin(), kRows * p.k, 0.0F);
        std::fill_n(p.a.exponent.begin(), kRows * p.k, kAbsent);
        eachOfSparse(w, product.sparsity, product.shape.k, product.a, [&](unsigned from, unsigned to) {
            p.a.value[to] = there.value[from];
            p.a.exponent[to] = there.exponent[from];
        });
    } else {
        toFloats(product.a, a, 0, kRows, kRowBytes, p.k, 1, product.aNegated, p.a);
    }
    for (int column = 0; column < product.shape.n; column += kColumns) {
        toFloats(product.b, b, column, kColumns, rowBytesOfB(product), 1, kColumns, product.bNegated, p.b);
        const std::uint32_t* slots =
            &product.sums[static_cast<std::size_t>(column / kColumns * (p.halfIn ? 2 : 4))];
        for (int lane = 0; lane < 32; ++lane)
            for (int index = 0; index < 4; ++index) {
                float& sum = p.sum[static_cast<std::size_t>(placeOf(lane, index))];
                const std::uint32_t bits = w.slot<std::uint32_t>(slots[p.halfIn ? index / 2 : index])[lane];
                sum = !adds      ? 0.0F
                      : p.halfIn ? floatOfElement<MatrixElement::F16>(bits >> (index % 2 * 16) & 0xffff)
                                 : std::bit_cast<float>(bits);
            }
        addProducts(p);
        forActive(mask, [&](int lane) {
            const auto sumAt = [&](int index) {
                return p.sum[static_cast<std::size_t>(placeOf(lane, index))];
            };
            for (int index = 0; index < 4; index += p.halfOut ? 2 : 1) {
                std::uint32_t& d = w.slot<std::uint32_t>(slots[p.halfOut ? index / 2 : index])[lane];
                const float sum = sumAt(index);
                if (p.halfOut)
                    d = halfBits(sum) | halfBits(sumAt(index + 1)) << 16;
                else
                    d = sum != sum ? 0x7fffffff : std::bit_cast<std::uint32_t>(sum);
            }
        });
    }
}

std::int32_t dotProduct(const WarpgroupProduct& product, const FactorRow& a, const FactorRow& b) {
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < rowBytesOfB(product); ++k) {
        const auto left = std::to_integer<std::uint8_t>(a[k]), right = std::to_integer<std::uint8_t>(b[k]);
        const auto valueOf = [](MatrixElement element, std::uint8_t bits) {
            return element == MatrixElement::S8 ? std::int32_t{static_cast<std::int8_t>(bits)}
                                                : std::int32_t{bits};
        };
        sum += product.a == MatrixElement::B1 ? std::popcount(static_cast<std::uint8_t>(left & right))
                                              : valueOf(product.a, left) * valueOf(product.b, right);
    }
    return sum;
}

void multiplyIntegers(Warp& w, const Instruction& in, std::uint32_t mask) {
    const WarpgroupProduct& product = w.block->program->warpgroupProducts[in.target];
    FactorBytes a, b;
    FactorReader reader(w, product, mask);
    reader.readA(a);
    reader.readB(b);
    if (product.sparsity.given) {
        const FactorBytes there = a;
        for (int row = 0; row < kRows; ++row) a.row[static_cast<std::size_t>(row)] = {};
        eachOfSparse(w, product.sparsity, product.shape.k, product.a, [&](unsigned from, unsigned to) {
            a.row[to / product.shape.k][to % product.shape.k] = there.row[from / kRowBytes][from % kRowBytes];
        });
    }
    const bool adds = (scaleOf(w, product) & mask) != 0;
    for (std::size_t slot = 0; slot < product.sums.size(); ++slot) {
        auto* d = w.slot<std::int32_t>(product.sums[slot]);
        forActive(mask, [&](int lane) {
            const auto place = static_cast<std::size_t>(placeOf(lane, static_cast<int>(slot % 4)));
            const std::int32_t dot =
                dotProduct(product, a.row[place / kColumns], b.row[slot / 4 * kColumns + place % kColumns]);
            const std::int64_t exact = std::int64_t{adds ? d[lane] : 0} + dot;
            d[lane] = static_cast<std::int32_t>(
                product.saturates ? std::clamp<std::int64_t>(exact, std::numeric_limits<std::int32_t>::min(),
                                                             std::numeric_limits<std::int32_t>::max())
                                  : exact);
        });
    }
}

} // namespace

Handler warpgroupProductHandler(MatrixElement sum) {
    return sum == MatrixElement::S32 ? multiplyIntegers : multiplyFloats;
}

} // namespace lanescope::ptx::LANESCOPE_ISA
