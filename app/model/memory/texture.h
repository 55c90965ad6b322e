// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::model {

/// Layout of a CUDA array as the model takes it to be; the hardware's own is opaque.
struct TextureLayout {
    std::uint64_t widthBytes = 0; ///< of a row
    std::uint32_t height = 1;     ///< rows; the only row of a 1-D array uses half of each sector
    std::uint32_t gobRows = 8;    ///< rows of a block of 64 bytes: 4 on 1.x, else 8
    std::uint32_t blockGobs = 1;  ///< such blocks stacked in y before the next in x begins: 1, 2, 4, 8 or 16

    /// Byte offset of byte x of row y: block-linear, a 32-byte sector being 16 bytes of 2 rows (envytools,
    /// "Tesla and Fermi surfaces"; Tegra X1 Technical Reference Manual).
    std::uint64_t offset(std::uint64_t xBytes, std::uint32_t y) const;
};

/// TextureLayout::offset of many texels: the sum of a part of the row and a part of the column, without a
/// division in what runs for every texel.
class TextureOffsets {
public:
    explicit TextureOffsets(const TextureLayout& layout);
    std::uint64_t ofColumn(std::uint64_t xBytes) const;
    std::uint64_t ofRow(std::uint32_t y) const;
    std::uint64_t of(std::uint64_t xBytes, std::uint32_t y) const { return ofRow(y) + ofColumn(xBytes); }

private:
    int m_gobShift, m_blockShift; // both counts are powers of two
    std::uint32_t m_blockMask;
    std::uint64_t m_gobsOfRow; // from one row of blocks to the next
};

/// The layout of the array that an access reads.
TextureLayout textureLayout(const TexelFootprint& footprint, const Architecture& architecture);

/// One 32-byte unit that a texture or surface access moves.
struct TextureSector {
    std::uint64_t offset = 0; ///< in its array, bytes, a multiple of 32
    std::uint32_t lanes = 0;  ///< lanes with a texel in it
};

/// Room for the sectors of one access: four texels for each lane.
using SectorNumbers = std::array<std::uint64_t, std::size_t{4} * kWarpSize>;
/// The numbers in their array of the sectors of a texture or surface access, each as often as a texel of a
/// lane is in it; how many there are. Throws std::invalid_argument without footprint.
std::size_t textureSectorNumbers(const WarpAccess& access, const Architecture& architecture,
                                 SectorNumbers& numbers);

/// The distinct sectors of a texture or surface access, ascending. Throws std::invalid_argument without
/// footprint.
std::vector<TextureSector> textureSectors(const WarpAccess& access, const Architecture& architecture);

/// The counts of a texture or surface access: transactions are the 32-byte sectors it moves, each once;
/// bytesRequested is one texel per lane. From 5.x on lanes go in groups, a quad of a texture and eight lanes
/// of a surface: requests are groups, sectors and tagLookups those of each group. On an H200 all of it is
/// exact in 1574 fetches and 372 surface accesses measured; only a linear fetch of 16-byte texels is not,
/// which goes in pairs of lanes, each twice, in 163 of 198.
Counts countTexture(const WarpAccess& access, const Architecture& architecture);

} // namespace lanescope::model
