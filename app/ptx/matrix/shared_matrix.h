// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/tensor/shared_swizzle.h"

#include <cstdint>

namespace lanescope::ptx {

/// A factor of wgmma in shared memory, as its descriptor has it (PTX ISA, "Matrix Descriptor Format"): where
/// its pieces of 16 bytes are.
class SharedMatrix {
public:
    /// transposed: elements of one piece are neighbours along m or n, not along k.
    SharedMatrix(std::uint64_t descriptor, bool transposed)
        : m_start(field(descriptor, 0)), m_leading(field(descriptor, 16)), m_stride(field(descriptor, 32)),
          m_phase(static_cast<std::uint32_t>(descriptor >> 49 & 7) << 7),
          m_swizzle(static_cast<SharedSwizzle>((4 - (descriptor >> 62)) % 4)), m_transposed(transposed) {}

    /// The address of a piece: by its row along m or n and its place along k, or, transposed, by its row
    /// along k and its place along m or n.
    std::uint32_t pieceAt(std::uint32_t row, std::uint32_t place) const {
        const std::uint32_t pitch = rowBytesOf(m_swizzle), across = pitch / 16, inGroup = row % 8 * pitch;
        if (m_swizzle == SharedSwizzle::None)
            return m_transposed ? m_start + place * m_stride + row / 8 * m_leading + inGroup
                                : m_start + row / 8 * m_stride + place * m_leading + inGroup;
        const std::uint32_t plain =
            m_transposed
                ? m_start + place % across * 16 + place / across * m_leading + inGroup + row / 8 * m_stride
                : m_start + row / 8 * m_stride + inGroup + place * 16;
        return plain ^ swizzled(plain - m_phase, m_swizzle) ^ (plain - m_phase);
    }

private:
    static constexpr std::uint32_t field(std::uint64_t descriptor, unsigned from) {
        return static_cast<std::uint32_t>(descriptor >> from & 0x3fff) << 4;
    }

    std::uint32_t m_start, m_leading, m_stride;
    std::uint32_t m_phase; ///< the base offset: bytes by which the pattern starts later
    SharedSwizzle m_swizzle;
    bool m_transposed;
};

} // namespace lanescope::ptx
