// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor: boxes of tensors, by a tensor map.
#include "ptx/handlers/address_resolution.h"
#include "ptx/handlers/bulk_pieces.h"
#include "ptx/tensor/tensor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// Not-a-number as the copy engine fills with it, and as it loads it as tf32 (an H200).
constexpr std::uint64_t kOutside = 0x7ff77ff77ff77ff7;
constexpr std::uint32_t kNan = 0x7fffe000;

/// To the nearest tf32, of two as near ones the even one.
std::uint32_t tensorFloat(std::uint32_t bits) {
    if ((bits & 0x7fffffff) > 0x7f800000) return kNan;
    return (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000;
}

/// The handler's type of an element, for reductions.
Type typeOf(TensorElement element, AtomicOp op) {
    const bool bits = op == AtomicOp::And || op == AtomicOp::Or || op == AtomicOp::Xor;
    switch (element) {
    case TensorElement::U32:
        return bits ? Type::B32 : Type::U32;
    case TensorElement::S32:
        return bits ? Type::B32 : Type::S32;
    case TensorElement::U64:
        return bits ? Type::B64 : Type::U64;
    case TensorElement::S64:
        return bits ? Type::None : op == AtomicOp::Add ? Type::U64 : Type::S64;
    case TensorElement::F16:
        return Type::F16;
    case TensorElement::BF16:
        return Type::BF16;
    case TensorElement::F32:
    case TensorElement::F32Flushed:
        return Type::F32;
    case TensorElement::F64:
        return Type::F64;
    default:
        return Type::None;
    }
}

/// A box of a tensor, or pixels of it, and the copy of one lane.
class BoxCopy {
public:
    BoxCopy(Warp& warp, const TensorCopy& copy, int lane)
        : m_warp(warp), m_copy(copy), m_lane(lane), m_map(mapOf()), m_data(m_map.boxBytes()),
          m_pieces(warp, lane, copy.addresses) {
        for (std::size_t i = 0; i < copy.rank; ++i)
            m_first[i] = warp.slot<std::int32_t>(copy.coordinates[i])[lane];
        for (std::size_t i = 0; i < copy.offsets.size(); ++i)
            if (copy.offsets[i] != kNoTarget)
                m_offset[i + 1] = warp.slot<std::uint16_t>(copy.offsets[i])[lane];
        m_shared = addressOf(warp, copy.shared, copy.sharedBytes, lane);
        if (m_shared % 128 != 0)
            throw LaneFault{
                FaultKind::Misaligned, lane, m_shared,
                fmt::format("a box of a tensor at {:#x} in shared memory, not a multiple of 128", m_shared)};
    }

    void load() {
        const CheckedCopy checked(m_warp, m_copy.arrival, m_copy.arrivalBytes, m_lane);
        fillOutside();
        addRows(false);
        m_pieces.load(m_copy.global, m_data.data());
        roundToTensorFloats();
        for (const std::uint64_t target : sharedTargets(m_warp, m_shared, m_copy.multicast, m_lane)) {
            addShared(target);
            m_pieces.store(m_copy.shared, m_data.data());
        }
        const std::uint64_t barrier = addressOf(m_warp, m_copy.arrival, m_copy.arrivalBytes, m_lane);
        *(m_warp.slot<std::uint32_t>(m_copy.arrival.b) + m_lane) = m_map.boxBytes();
        completeBytes(m_warp, m_copy.arrival, m_copy.addresses, m_lane,
                      sharedTargets(m_warp, barrier, m_copy.multicast, m_lane));
    }

    void store() {
        addShared(m_shared);
        m_pieces.load(m_copy.shared, m_data.data());
        addRows(true);
        if (!m_copy.reduces) return m_pieces.store(m_copy.global, m_data.data());
        const auto op = static_cast<AtomicOp>(m_copy.operation);
        Instruction operation = m_copy.global;
        operation.handler = atomicHandler(op, typeOf(m_map.element, op), false, false);
        if (!operation.handler)
            throw LaneFault{FaultKind::Trap, m_lane, 0,
                            "a reduction that does not exist for the tensor's element type"};
        operation.a = m_copy.addresses;
        operation.imm = 0;
        operation.b = operation.c = m_copy.operands;
        operation.d = kSinkSlot;
        operation.width = static_cast<std::uint8_t>(bytesOf(m_map.element));
        m_pieces.reduce(operation, m_copy.operands, m_data.data());
    }

private:
    TensorMap mapOf() const {
        const std::uint64_t address = m_warp.slot<std::uint64_t>(m_copy.map)[m_lane] + m_copy.mapOffset;
        const BlockContext& block = *m_warp.block;
        const std::uint64_t parameter = address - kParamWindow;
        const bool isParameter =
            parameter < block.parameterBytes && kTensorMapBytes <= block.parameterBytes - parameter;
        const std::byte* at = isParameter ? block.parameters + parameter
                                          : hostAddress(m_warp, m_lane, address, kTensorMapBytes);
        const auto map =
            at ? decodedTensorMap(std::span<const std::byte, kTensorMapBytes>(at, kTensorMapBytes))
               : std::nullopt;
        if (!map)
            throw LaneFault{FaultKind::Trap, m_lane, address,
                            fmt::format("no tensor map at {:#x} that was encoded for the emulator", address)};
        if (const std::string why = whyNotEncoded(*map); !why.empty())
            throw LaneFault{FaultKind::Trap, m_lane, address,
                            fmt::format("a tensor map at {:#x} that cannot be: {}", address, why)};
        if (map->rank != m_copy.rank)
            throw LaneFault{
                FaultKind::Trap, m_lane, address,
                fmt::format("a copy of a tensor of {} dimensions by a map of {}", m_copy.rank, map->rank)};
        if (map->asColumns != m_copy.asColumns)
            throw LaneFault{FaultKind::Trap, m_lane, address,
                            m_copy.asColumns ? "a copy as columns (im2col) by a map that was made for boxes"
                                             : "a copy of a box by a map that was made for columns (im2col)"};
        return *map;
    }

    /// Along a dimension but the innermost, the rows of a copy: the first begins at its coordinate.
    struct Walk {
        std::int64_t begin, end, step;
    };
    Walk walkAlong(std::size_t i) const {
        if (!m_map.asColumns)
            return {m_first[i], m_first[i] + std::int64_t{m_map.countOf(i)} * m_map.step[i], m_map.step[i]};
        if (i + 1 == m_map.rank) return {m_first[i], std::numeric_limits<std::int64_t>::max(), 1};
        // the part of an image, wherever the first pixel is
        return {m_map.lower[i - 1], static_cast<std::int64_t>(m_map.size[i]) + m_map.upper[i - 1],
                m_map.step[i]};
    }

    /// The box's rows along the innermost dimension, as far as they are inside the tensor; what is written
    /// ends with a whole piece of 16 bytes (an H200).
    void addRows(bool written) {
        const std::int64_t element = bytesOf(m_map.element), rowBytes = m_map.box[0] * element,
                           first = m_first[0] * element;
        if (first % 16 != 0)
            throw LaneFault{
                FaultKind::Trap, m_lane, 0,
                fmt::format("a box of a tensor that begins {} bytes into its row, not a multiple of 16",
                            first)};
        std::int64_t size = static_cast<std::int64_t>(m_map.size[0]) * element;
        if (written) size = (size + 15) / 16 * 16;
        const std::int64_t low = std::max<std::int64_t>(0, -first), high = std::min(rowBytes, size - first);
        std::array<std::int64_t, kMostDimensions> at = m_first;
        for (std::size_t row = 0; row < m_data.size(); row += static_cast<std::size_t>(rowBytes)) {
            std::uint64_t address = m_map.address;
            bool inside = low < high;
            for (std::size_t i = 1; i < m_map.rank; ++i) {
                const std::int64_t place = at[i] + m_offset[i];
                inside = inside && place >= 0 && place < static_cast<std::int64_t>(m_map.size[i]);
                address += static_cast<std::uint64_t>(place) * m_map.stride[i - 1];
            }
            if (inside) {
                m_inside.push_back(
                    {row + static_cast<std::size_t>(low), static_cast<std::size_t>(high - low)});
                m_pieces.add(address + static_cast<std::uint64_t>(first + low), m_inside.back().offset,
                             m_inside.back().bytes);
            }
            for (std::size_t i = 1; i < m_map.rank; ++i) {
                const Walk walk = walkAlong(i);
                at[i] += walk.step;
                if (at[i] < walk.end) break;
                at[i] = walk.begin;
            }
        }
    }

    void addShared(std::uint64_t address) {
        const std::size_t rowBytes = m_map.box[0] * std::size_t{bytesOf(m_map.element)},
                          pitch = m_map.rowPitch();
        for (std::size_t offset = 0; offset < m_data.size(); offset += 16) {
            const std::uint64_t plain = address + offset / rowBytes * pitch + offset % rowBytes;
            m_pieces.addWhole(swizzled(static_cast<std::uint32_t>(plain), m_map.swizzle), offset, 16);
        }
    }

    void fillOutside() {
        const std::uint64_t outside = m_map.fillsWithNan ? kOutside : 0;
        const unsigned element = bytesOf(m_map.element);
        for (std::size_t at = 0; at < m_data.size(); at += element)
            std::memcpy(&m_data[at], &outside, element);
    }

    void roundToTensorFloats() {
        if (m_map.element != TensorElement::TF32 && m_map.element != TensorElement::TF32Flushed) return;
        for (const Run& run : m_inside)
            for (std::size_t at = run.offset; at < run.offset + run.bytes; at += 4) {
                std::uint32_t bits = 0;
                std::memcpy(&bits, &m_data[at], 4);
                bits = tensorFloat(bits);
                std::memcpy(&m_data[at], &bits, 4);
            }
    }

    Warp& m_warp;
    const TensorCopy& m_copy;
    int m_lane;
    TensorMap m_map;
    std::vector<std::byte> m_data; ///< of the box, dense
    struct Run {
        std::size_t offset, bytes;
    };
    std::vector<Run> m_inside; ///< of the data, what is inside the tensor
    BulkPieces m_pieces;
    std::array<std::int64_t, kMostDimensions> m_first{}, m_offset{};
    std::uint64_t m_shared = 0;
};

void tensorCopy(Warp& w, const Instruction& in, std::uint32_t mask) {
    const TensorCopy& copy = w.block->program->tensorCopies[in.target];
    w.block->changed = true;
    forActive(mask, [&](int lane) {
        BoxCopy box(w, copy, lane);
        if (copy.loads)
            box.load();
        else
            box.store();
    });
}

} // namespace

Handler tensorCopyHandler() {
    return tensorCopy;
}

} // namespace lanescope::ptx
