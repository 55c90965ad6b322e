// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/texture.h"

#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
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

/// The distinct numbers among those added, at most four for each lane, in the order in which they came. On
/// the emulator's hot path: it takes no memory from the heap.
class DistinctNumbers {
public:
    DistinctNumbers() { m_slots.fill(kFree); }

    /// The place of the number in values(), given to it now if it is new.
    std::size_t add(std::uint64_t number) {
        std::size_t slot = number * 0x9e3779b97f4a7c15U >> (64 - kSlotBits);
        while (m_slots[slot] != kFree) {
            if (m_values[m_slots[slot]] == number) {
                return m_slots[slot];
            }
            slot = (slot + 1) % kSlots;
        }
        m_slots[slot] = static_cast<std::uint8_t>(m_count);
        m_values[m_count] = number;
        return m_count++;
    }

    std::span<const std::uint64_t> values() const { return {m_values.data(), m_count}; }

private:
    static constexpr int kSlotBits = 8;
    static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
    static constexpr std::uint8_t kFree = 255;
    std::array<std::uint8_t, kSlots> m_slots;
    std::array<std::uint64_t, 4 * kWarpSize> m_values;
    std::size_t m_count = 0;
};

/// Calls visit(lane, number of the sector in its array) for each texel of each active lane, lanes in order;
/// for a texel that a lane names twice at least once.
template<class Visit>
void forEachSector(const WarpAccess& access, const Architecture& architecture, Visit visit) {
    const TexelFootprint& footprint = footprintOf(access);
    const TextureOffsets offsets(textureLayout(footprint, architecture));
    const std::uint64_t bytes = footprint.bytesPerTexel;
    for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto at = static_cast<std::size_t>(lane);
        // A texture's texel beyond the edge costs what the edge's does (measured on an H200).
        const auto asked = [&](std::int32_t index) {
            return index < 0 && !footprint.surface ? ~index : index;
        };
        const std::int32_t x0 = asked(footprint.x0[at]), x1 = asked(footprint.x1[at]);
        const std::int32_t y0 = asked(footprint.y0[at]), y1 = asked(footprint.y1[at]);
        // An offset is the sum of a part of the row and a part of the column.
        const std::uint64_t column0 = x0 < 0 ? 0 : offsets.ofColumn(static_cast<std::uint64_t>(x0) * bytes);
        const std::uint64_t column1 = x1 < 0 ? 0 : offsets.ofColumn(static_cast<std::uint64_t>(x1) * bytes);
        const auto row = [&](std::int32_t y) {
            if (y < 0) {
                return;
            }
            const std::uint64_t start = offsets.ofRow(static_cast<std::uint32_t>(y));
            if (x0 >= 0) {
                visit(lane, (start + column0) / kSectorBytes);
            }
            if (x1 >= 0 && x1 != x0) {
                visit(lane, (start + column1) / kSectorBytes);
            }
        };
        row(y0);
        if (y1 != y0) {
            row(y1);
        }
    }
}

/// How many distinct numbers each group of lanes adds, groups one after another.
class DistinctByGroup {
public:
    DistinctByGroup() { m_group.fill(-1); }

    /// Whether the number is new to the group.
    bool add(std::uint64_t number, int group) {
        const std::size_t place = m_numbers.add(number);
        if (m_group[place] == group) {
            return false;
        }
        m_group[place] = static_cast<std::int8_t>(group);
        ++m_added;
        return true;
    }
    std::uint64_t added() const { return m_added; }
    std::uint64_t distinct() const { return m_numbers.values().size(); }

private:
    DistinctNumbers m_numbers;
    std::array<std::int8_t, 4 * kWarpSize> m_group; // that added it last
    std::uint64_t m_added = 0;
};

/// How lanes go together through the tag stage, and how often each group does.
struct LaneGroups {
    int laneShift = 2; // binary logarithm of the lanes of a group
    unsigned times = 1;
};

LaneGroups laneGroups(const WarpAccess& access) {
    const TexelFootprint& footprint = footprintOf(access);
    if (footprint.surface) {
        return {3, 1};
    }
    // Mixing four floats of four texels is more than a quad's share of a cycle: pairs of lanes, each twice.
    std::uint32_t rest = footprint.bytesPerTexel == 16 ? access.activeMask : 0;
    for (; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (footprint.x0[lane] != footprint.x1[lane] || footprint.y0[lane] != footprint.y1[lane]) {
            return {1, 2};
        }
    }
    return {2, 1};
}

} // namespace

std::uint64_t TextureLayout::offset(std::uint64_t xBytes, std::uint32_t y) const {
    return TextureOffsets(*this).of(xBytes, y);
}

TextureOffsets::TextureOffsets(const TextureLayout& layout)
    : m_gobShift(std::countr_zero(layout.gobRows)),
      m_blockShift(m_gobShift + std::countr_zero(layout.blockGobs)), m_blockMask(layout.blockGobs - 1),
      m_gobsOfRow((layout.widthBytes + kGobBytes - 1) / kGobBytes * layout.blockGobs) {}

std::uint64_t TextureOffsets::ofColumn(std::uint64_t xBytes) const {
    // Halves of a block's row stand apart by its rows; 16 bytes of two rows make a sector.
    return (xBytes / kGobBytes << m_blockShift) * kGobBytes + (xBytes % kGobBytes / 32 << m_gobShift) * 32 +
           xBytes % 32 / 16 * 32 + xBytes % 16;
}

std::uint64_t TextureOffsets::ofRow(std::uint32_t y) const {
    const std::uint64_t gob = (y >> m_blockShift) * m_gobsOfRow + ((y >> m_gobShift) & m_blockMask);
    const std::uint32_t inGob = y & ((1U << m_gobShift) - 1);
    return (gob << m_gobShift) * kGobBytes + inGob / 2 * 64 + inGob % 2 * 16;
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

std::size_t textureSectorNumbers(const WarpAccess& access, const Architecture& architecture,
                                 SectorNumbers& numbers) {
    std::size_t count = 0;
    forEachSector(access, architecture, [&](int, std::uint64_t sector) { numbers[count++] = sector; });
    return count;
}

std::vector<TextureSector> textureSectors(const WarpAccess& access, const Architecture& architecture) {
    DistinctNumbers numbers;
    std::array<std::uint32_t, 4 * kWarpSize> lanes{};
    forEachSector(access, architecture,
                  [&](int lane, std::uint64_t sector) { lanes[numbers.add(sector)] |= 1U << lane; });
    std::vector<TextureSector> sectors;
    for (const std::uint64_t number : numbers.values()) {
        sectors.push_back({number * kSectorBytes, lanes[sectors.size()]});
    }
    std::sort(sectors.begin(), sectors.end(),
              [](const TextureSector& a, const TextureSector& b) { return a.offset < b.offset; });
    return sectors;
}

Counts countTexture(const WarpAccess& access, const Architecture& architecture) {
    Counts counts;
    const LaneGroups groups = laneGroups(access);
    DistinctByGroup sectors, lines;
    forEachSector(access, architecture, [&](int lane, std::uint64_t sector) {
        const int group = lane >> groups.laneShift;
        if (sectors.add(sector, group)) {
            lines.add(sector / (kLineBytes / kSectorBytes), group);
        }
    });
    counts.transactions = sectors.distinct();
    counts.bytesTransferred = kSectorBytes * counts.transactions;
    counts.requests = access.activeMask != 0 ? 1 : 0;
    if (hasSectors(architecture)) {
        counts.sectors = groups.times * sectors.added();
        counts.tagLookups = groups.times * lines.added();
        counts.requests = 0;
        const int requestLanes = footprintOf(access).surface ? 8 : 4;
        for (int first = 0; first < kWarpSize; first += requestLanes) {
            counts.requests += (access.activeMask >> first & ((1U << requestLanes) - 1)) != 0 ? 1 : 0;
        }
    }
    return counts;
}

} // namespace lanescope::model
