// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/texture.h"

#include "model/coalescing.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>

namespace lanescope::model {

namespace {

constexpr std::uint64_t kGobBytes = 64; // of a row

const TexelFootprint& footprintOf(const WarpAccess& access) {
    if (access.footprint == nullptr) {
        throw std::invalid_argument("a texture access needs the texels it touches");
    }
    return *access.footprint;
}

} // namespace

std::uint64_t TextureLayout::offset(std::uint64_t xBytes, std::uint32_t y) const {
    if (height == 1) {
        return xBytes;
    }
    const std::uint64_t inGob = xBytes % kGobBytes / 32 * (gobRows * 32) + y % gobRows / 2 * 64 +
                                xBytes % 32 / 16 * 32 + y % 2 * 16 + xBytes % 16;
    const std::uint64_t gobsAcross = (widthBytes + kGobBytes - 1) / kGobBytes;
    const std::uint64_t blockRows = std::uint64_t{gobRows} * blockGobs;
    const std::uint64_t block = y / blockRows * gobsAcross + xBytes / kGobBytes;
    const std::uint64_t gob = block * blockGobs + y % blockRows / gobRows;
    return gob * kGobBytes * gobRows + inGob;
}

TextureLayout textureLayout(const TexelFootprint& footprint, const Architecture& architecture) {
    TextureLayout layout;
    layout.widthBytes = std::uint64_t{footprint.width} * footprint.bytesPerTexel;
    layout.height = footprint.height;
    layout.gobRows = architecture.cc.major == 1 ? 4 : 8;
    const std::uint32_t gobs = (footprint.height + layout.gobRows - 1) / layout.gobRows;
    layout.blockGobs = std::bit_ceil(std::clamp(gobs, 1U, 16U));
    return layout;
}

std::vector<TextureSector> textureSectors(const WarpAccess& access, const Architecture& architecture) {
    const TexelFootprint& footprint = footprintOf(access);
    const TextureLayout layout = textureLayout(footprint, architecture);
    std::map<std::uint64_t, std::uint32_t> lanesBySector;
    for (int lane = 0; lane < kWarpSize; ++lane) {
        if (!access.active(lane)) {
            continue;
        }
        const auto at = static_cast<std::size_t>(lane);
        for (const std::int32_t y : {footprint.y0[at], footprint.y1[at]}) {
            for (const std::int32_t x : {footprint.x0[at], footprint.x1[at]}) {
                if (x < 0 || y < 0) {
                    continue;
                }
                const std::uint64_t xBytes = static_cast<std::uint64_t>(x) * footprint.bytesPerTexel;
                const std::uint64_t offset = layout.offset(xBytes, static_cast<std::uint32_t>(y));
                lanesBySector[offset / kSectorBytes * kSectorBytes] |= 1U << lane;
            }
        }
    }
    std::vector<TextureSector> sectors;
    for (const auto& [offset, lanes] : lanesBySector) {
        sectors.push_back({offset, lanes});
    }
    return sectors;
}

Counts countTexture(const WarpAccess& access, const Architecture& architecture) {
    const std::vector<TextureSector> sectors = textureSectors(access, architecture);
    Counts counts;
    counts.transactions = sectors.size();
    counts.bytesTransferred = kSectorBytes * sectors.size();
    counts.requests = access.activeMask != 0 ? 1 : 0;
    if (hasSectors(architecture)) {
        counts.sectors = sectors.size();
        std::set<std::uint64_t> lines;
        for (const TextureSector& sector : sectors) {
            lines.insert(sector.offset / kLineBytes);
        }
        counts.tagLookups = lines.size();
        counts.requests = 0;
        for (int quad = 0; quad < kWarpSize / 4; ++quad) {
            counts.requests += (access.activeMask >> (4 * quad) & 0xfU) != 0 ? 1 : 0;
        }
    }
    return counts;
}

} // namespace lanescope::model
