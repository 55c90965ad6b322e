// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// wmma.load and wmma.store, in the accesses that ptxas makes of them for compute capability 9.0.
#include "ptx/handlers/lanes.h"

#include <algorithm>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// One wmma.load or wmma.store that is being run.
class FragmentMove {
public:
    FragmentMove(Warp& warp, const Instruction& in, std::uint32_t mask)
        : m_warp(warp), m_in(in), m_mask(mask), m_access(warp.block->program->matrixAccesses[in.e]),
          m_layout(warp.block->program->fragments[m_access.matrix.layout]),
          m_addresses(warp.slot<std::uint64_t>(m_access.addresses)) {}

    void run() {
        const unsigned per = m_layout.perRegister;
        const bool accumulates = m_layout.role == MatrixRole::Accumulator;
        const bool alongRegister = m_layout.role == MatrixRole::B ? !m_access.byRows : m_access.byRows;
        if (m_access.asMatrixLoads) {
            for (unsigned first = 0; first < m_layout.registers; first += matricesAtOnce())
                loadMatrices(first, alongRegister);
        } else if (alongRegister && accumulates && per == 1) {
            // two columns lie side by side
            for (unsigned r = 0; r < m_layout.registers; r += 2) moveRegisters(r, 2);
        } else if (alongRegister || per == 1) {
            for (unsigned r = 0; r < m_layout.registers; ++r) moveRegisters(r, 1);
        } else if (m_layout.bits == 16) {
            for (unsigned r = 0; r < m_layout.registers; ++r) moveTransposed(r);
        } else {
            for (unsigned index = 0; index < m_layout.places(); ++index) loadBytes(index);
        }
        for (unsigned r = m_layout.registers; r < m_layout.registers * m_access.copies; ++r) {
            const std::uint32_t* from = registerOf(r % m_layout.registers);
            forLanes(registerOf(r), m_mask, [=](int i) { return from[i]; });
        }
    }

private:
    template<class T = std::uint32_t>
    T* registerOf(unsigned index) const {
        return m_warp.slot<T>(m_access.matrix.registers[index]);
    }
    /// Those of 16 rows of A, or 16 columns of B.
    unsigned matricesAtOnce() const {
        const bool two = m_layout.role == MatrixRole::B && m_layout.shape.n >= 16;
        return m_layout.registersPerTile * (two ? 2 : 1);
    }

    /// The lane's own address and stride, of what stands at a place of the matrix.
    std::uint64_t addressOf(int lane, unsigned place) const {
        const std::uint64_t row = place / m_layout.columns, column = place % m_layout.columns,
                            stride = m_warp.slot<std::uint32_t>(m_access.stride)[lane];
        const std::uint64_t elements = m_access.byRows ? row * stride : column * stride;
        const std::uint64_t within = m_access.byRows ? column : row;
        const std::uint64_t base = m_access.addressBytes == 8 ? m_warp.slot<std::uint64_t>(m_in.a)[lane]
                                                              : m_warp.slot<std::uint32_t>(m_in.a)[lane];
        return base + static_cast<std::uint64_t>(m_in.imm) +
               (elements * m_layout.bits + within * m_layout.bitsPerPlace) / 8;
    }

    Resolved resolve(unsigned width, std::uint32_t mask) {
        Instruction part = m_in;
        part.a = m_access.addresses;
        part.imm = 0;
        part.width = static_cast<std::uint8_t>(width);
        part.resolve(m_warp, part, mask);
        return m_warp.block->resolved;
    }

    /// count registers, one behind the other in memory.
    void moveRegisters(unsigned first, unsigned count) {
        const std::uint16_t* place = m_layout.lanesOf(first * m_layout.perRegister);
        forActive(m_mask, [&](int lane) { m_addresses[lane] = addressOf(lane, place[lane]); });
        const Resolved r = resolve(m_layout.registerBytes() * count, m_mask);
        for (unsigned k = 0; k < count; ++k)
            if (m_layout.registerBytes() == 8)
                moveWords(registerOf<std::uint64_t>(first + k), r, k);
            else
                moveWords(registerOf<std::uint32_t>(first + k), r, k);
    }
    template<class Word>
    void moveWords(Word* values, const Resolved& r, unsigned k) const {
        forActive(m_mask, [&](int lane) {
            auto* at = reinterpret_cast<Word*>(r.address[lane] + r.delta) + k;
            if (m_access.stores)
                writeElement(at, values[lane]);
            else
                values[lane] = readElement(at);
        });
    }

    /// A register of two 16-bit elements that are no neighbours in memory: each lane moves two that are, of
    /// the same 8 x 8 matrix, and the lanes exchange them.
    void moveTransposed(unsigned index) {
        const std::uint16_t* places[2] = {m_layout.lanesOf(index * 2), m_layout.lanesOf(index * 2 + 1)};
        // the lane that holds what another one moves: its row and column change places
        const auto holder = [](int lane, int k) { return (lane % 4 * 2 + k) * 4 + lane / 8; };
        const auto part = [](int lane) { return lane / 4 % 2; };
        forActive(m_mask, [&](int lane) {
            m_addresses[lane] = addressOf(lane, places[part(lane)][holder(lane, 0)]);
        });
        const Resolved r = resolve(4, m_mask);
        std::uint32_t* values = registerOf(index);
        std::uint32_t old[32];
        std::copy_n(values, 32, old);
        forActive(m_mask, [&](int lane) {
            auto* at = reinterpret_cast<std::uint16_t*>(r.address[lane] + r.delta);
            for (int k = 0; k < 2; ++k) {
                const int other = holder(lane, k), shift = 16 * part(lane);
                if (m_access.stores)
                    writeElement(at + k, static_cast<std::uint16_t>(old[other] >> shift));
                else if ((m_mask & kBit[other]) != 0)
                    values[other] = (values[other] & ~(0xffffU << shift)) |
                                    static_cast<std::uint32_t>(readElement(at + k)) << shift;
            }
        });
    }

    void loadBytes(unsigned index) {
        const std::uint16_t* place = m_layout.lanesOf(index);
        forActive(m_mask, [&](int lane) { m_addresses[lane] = addressOf(lane, place[lane]); });
        const Resolved r = resolve(1, m_mask);
        std::uint32_t* values = registerOf(index / 4);
        const unsigned shift = index % 4 * 8;
        forActive(m_mask, [&](int lane) {
            const auto* at = reinterpret_cast<const std::uint8_t*>(r.address[lane] + r.delta);
            values[lane] = (values[lane] & ~(0xffU << shift)) | static_cast<std::uint32_t>(readElement(at))
                                                                    << shift;
        });
    }

    /// As ldmatrix does it: a register is a matrix of 8 rows of 16 bytes, of which each lane gives one.
    void loadMatrices(unsigned first, bool alongRegister) {
        const unsigned per = m_layout.perRegister;
        const int count = static_cast<int>(matricesAtOnce());
        const std::uint32_t rows = count == 4 ? kFullMask : kBit[8 * count] - 1;
        forActive(m_mask & rows, [&](int lane) {
            const unsigned row = static_cast<unsigned>(lane) % 8,
                           start = (first + static_cast<unsigned>(lane) / 8) * per;
            m_addresses[lane] = addressOf(lane, alongRegister ? m_layout.lanesOf(start)[row * 4]
                                                              : m_layout.lanesOf(start + row % 2)[row / 2]);
        });
        m_warp.block->access.matrices = static_cast<std::uint8_t>(count);
        const Resolved r = resolve(16, m_mask & rows);
        m_warp.block->access.matrices = 0;
        for (int matrix = 0; matrix < count; ++matrix) {
            std::uint32_t* values = registerOf(first + static_cast<unsigned>(matrix));
            forActive(m_mask, [&](int lane) {
                const auto hostOfRow = [&](int row) { return r.address[matrix * 8 + row] + r.delta; };
                if (alongRegister) {
                    values[lane] =
                        readElement(reinterpret_cast<const std::uint32_t*>(hostOfRow(lane / 4)) + lane % 4);
                    return;
                }
                const auto element = [&](int row) {
                    return static_cast<std::uint32_t>(
                        readElement(reinterpret_cast<const std::uint16_t*>(hostOfRow(row)) + lane / 4));
                };
                values[lane] = element(lane % 4 * 2) | element(lane % 4 * 2 + 1) << 16;
            });
        }
    }

    Warp& m_warp;
    const Instruction& m_in;
    std::uint32_t m_mask;
    const MatrixAccess& m_access;
    const FragmentLayout& m_layout;
    std::uint64_t* m_addresses;
};

void moveFragment(Warp& w, const Instruction& in, std::uint32_t mask) {
    if (w.block->program->matrixAccesses[in.e].stores) w.block->changed = true;
    FragmentMove(w, in, mask).run();
}

void transposeMatrix(Warp& w, const Instruction& in, std::uint32_t mask) {
    std::uint32_t old[32];
    std::copy_n(w.slot<std::uint32_t>(in.a), 32, old);
    forLanes(w.slot<std::uint32_t>(in.d), mask, [&](int i) {
        const auto element = [&](int row) { return old[row * 4 + i / 8] >> (i / 4 % 2 * 16) & 0xffff; };
        return element(i % 4 * 2) | element(i % 4 * 2 + 1) << 16;
    });
}

} // namespace

Handler transposeHandler() {
    return transposeMatrix;
}

Handler matrixAccessHandler() {
    return moveFragment;
}

} // namespace lanescope::ptx
