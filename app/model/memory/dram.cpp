// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/dram.h"

#include "model/memory/coalescing.h"
#include "model/memory/texture.h"
#include "model/report.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace lanescope::model {

namespace {

constexpr std::uint64_t kChunkBytes = 256;
constexpr unsigned kChunkSectors = kChunkBytes / kSectorBytes;

// What the DRAM is kept busy for, in bytes of a contiguous copy: docs/time.md says how they were
// found.
constexpr std::uint64_t kLeastReadOfChunk = 96, kWriteOfChunk = 128, kWriteOfLine = 64, kFillOfLine = 32;
constexpr std::uint64_t kNotFetchedByLoneAtomic = 16; // of 64, on the average
// Where arrays are taken to lie: beyond all addresses.
constexpr std::uint64_t kArrays = std::uint64_t{1} << 60;
constexpr int kArrayBits = 40;

/// Sectors of one 256-byte chunk, a bit each.
struct Chunk {
    unsigned read = 0, changed = 0, written = 0, filled = 0;
    bool operator==(const Chunk&) const = default;
};

int blocksOf(unsigned sectors, unsigned sectorsOfBlock) {
    int blocks = 0;
    for (unsigned first = 0; first < kChunkSectors; first += sectorsOfBlock) {
        blocks += (sectors >> first & ((1U << sectorsOfBlock) - 1)) != 0 ? 1 : 0;
    }
    return blocks;
}

/// Blocks of 64 bytes of which atomics touch one sector, and nothing else is touched.
int loneAtomics(const Chunk& chunk) {
    int lone = 0;
    for (unsigned first = 0; first < kChunkSectors; first += 2) {
        const unsigned block = 3U << first;
        lone += (chunk.read & block) == 0 && std::popcount(chunk.changed & block) == 1 ? 1 : 0;
    }
    return lone;
}

DramTraffic trafficOf(const Chunk& chunk, const Architecture& architecture) {
    const auto bytes = [](int count, std::uint64_t each) { return static_cast<std::uint64_t>(count) * each; };
    const auto fetch = static_cast<unsigned>(architecture.dramFetchBytes);
    std::uint64_t fetched = bytes(blocksOf(chunk.read | chunk.changed, fetch / kSectorBytes), fetch);
    if (architecture.measuredDram) {
        fetched -= bytes(loneAtomics(chunk), kNotFetchedByLoneAtomic);
    }
    DramTraffic traffic;
    traffic.fillBytes = bytes(std::popcount(chunk.filled), kSectorBytes);
    traffic.bytesRead = fetched + traffic.fillBytes;
    traffic.bytesWritten = bytes(std::popcount(chunk.written), kSectorBytes);
    traffic.footprintBytes = bytes(std::popcount(chunk.read | chunk.written), kSectorBytes);
    traffic.lineBytes = bytes(blocksOf(chunk.read | chunk.written, kLineBytes / kSectorBytes), kLineBytes);
    traffic.loadedBytes = bytes(std::popcount(chunk.read | chunk.changed), kSectorBytes);
    traffic.busyBytes = traffic.bytesRead + traffic.bytesWritten;
    if (architecture.measuredDram) {
        constexpr unsigned kLineSectors = kLineBytes / kSectorBytes;
        const std::uint64_t reading = fetched != 0 ? std::max(fetched, kLeastReadOfChunk) : 0;
        const std::uint64_t visits = bytes(blocksOf(chunk.written, kLineSectors), kWriteOfLine) +
                                     bytes(blocksOf(chunk.filled, kLineSectors), kFillOfLine) + kWriteOfChunk;
        traffic.busyBytes =
            reading + (chunk.written != 0 ? std::max(traffic.bytesWritten + traffic.fillBytes, visits) : 0);
    }
    return traffic;
}

/// Adds up the traffic of chunks, of which a kernel's are mostly alike: what a kind of them moves is asked
/// for once.
class ChunkTraffic {
public:
    explicit ChunkTraffic(const Architecture& architecture) : m_architecture(architecture) {}

    void add(const Chunk& chunk, std::uint64_t count) {
        const unsigned bits = chunk.read | chunk.changed << 8 | chunk.written << 16 | chunk.filled << 24;
        Alike& alike = m_alike[bits * 0x9E3779B1U >> (32 - kIndexBits)];
        if (!(alike.chunk == chunk)) {
            flush(alike);
            alike = {chunk, 0};
        }
        alike.count += count;
    }
    DramTraffic total() {
        for (Alike& alike : m_alike) flush(alike);
        return m_total;
    }

private:
    struct Alike {
        Chunk chunk;
        std::uint64_t count = 0;
    };
    void flush(Alike& alike) {
        if (alike.count != 0) m_total += trafficOf(alike.chunk, m_architecture) * alike.count;
        alike.count = 0;
    }

    static constexpr unsigned kIndexBits = 6;
    const Architecture& m_architecture;
    std::array<Alike, std::size_t{1} << kIndexBits> m_alike;
    DramTraffic m_total;
};

/// The bits first to end - 1 of an array of 64-bit words.
template<class Words>
void setBits(Words& words, std::size_t first, std::size_t end) {
    while (first < end) {
        const std::size_t bit = first % 64, count = std::min<std::size_t>(64 - bit, end - first);
        words[first / 64] |= (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << bit;
        first += count;
    }
}

} // namespace

DramTraffic& DramTraffic::operator+=(const DramTraffic& other) {
    bytesRead += other.bytesRead;
    bytesWritten += other.bytesWritten;
    fillBytes += other.fillBytes;
    footprintBytes += other.footprintBytes;
    lineBytes += other.lineBytes;
    loadedBytes += other.loadedBytes;
    busyBytes += other.busyBytes;
    return *this;
}

DramTraffic operator*(const DramTraffic& traffic, std::uint64_t times) {
    return {
        .bytesRead = traffic.bytesRead * times,
        .bytesWritten = traffic.bytesWritten * times,
        .fillBytes = traffic.fillBytes * times,
        .footprintBytes = traffic.footprintBytes * times,
        .lineBytes = traffic.lineBytes * times,
        .loadedBytes = traffic.loadedBytes * times,
        .busyBytes = traffic.busyBytes * times,
    };
}

DramTraffic packedTraffic(const Report& report, const DramTraffic& traffic) {
    std::uint64_t loaded = 0, written = 0;
    for (const SiteCounts& site : report.sites) {
        if (site.space != Space::Global && site.space != Space::Texture) {
            continue;
        }
        (site.direction == Direction::Load ? loaded : written) += site.counts.bytesRequested;
    }
    DramTraffic packed = traffic;
    packed.fillBytes = 0;
    packed.bytesRead = std::min(traffic.bytesRead - traffic.fillBytes, loaded);
    packed.bytesWritten = std::min(traffic.bytesWritten, written);
    packed.busyBytes = std::min(traffic.busyBytes, packed.bytesRead + packed.bytesWritten);
    packed.footprintBytes = std::min(traffic.footprintBytes, packed.bytesRead + packed.bytesWritten);
    packed.lineBytes = std::min(traffic.lineBytes, packed.footprintBytes);
    packed.loadedBytes = std::min(traffic.loadedBytes, packed.bytesRead);
    return packed;
}

DramTally::Page& DramTally::page(std::uint64_t number) {
    // Rows of two arrays often lie a power of two apart.
    Recent& recent = m_recent[(number ^ number >> 6 ^ number >> 12) % m_recent.size()];
    if (recent.number != number) {
        recent = {number, &m_pages[number]};
    }
    return *recent.page;
}

void DramTally::access(const WarpAccess& access) {
    if (access.space == Space::Texture) {
        texels(access);
        return;
    }
    if (access.space != Space::Global) {
        return;
    }
    const Direction direction = directionOf(access.operation);
    // Lanes next to each other are taken as one range, which a contiguous warp is as a whole. Of a load only
    // the sectors count, so that lanes some bytes apart are, too.
    const std::uint64_t grain = direction == Direction::Load ? kSectorBytes : 1;
    std::uint64_t first = 0, end = 0;
    for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(std::countr_zero(rest))];
        const std::uint64_t low = address & ~(grain - 1);
        const std::uint64_t high = (address + access.width + grain - 1) & ~(grain - 1);
        if (low >= first && high <= end) {
            continue; // the bytes of the lane before it
        }
        if (low != end) {
            touch(direction, first, end);
            first = low;
        }
        end = high;
    }
    touch(direction, first, end);
}

void DramTally::accessInEights(const WarpAccess& access, Eights eights) {
    if (access.space != Space::Global) {
        return;
    }
    const Direction direction = directionOf(access.operation);
    const std::uint64_t bytes = eights == Eights::InARow ? 8U * access.width : access.width;
    std::uint64_t first = 0, end = 0;
    for (std::size_t lane = 0; lane < access.address.size(); lane += 8) {
        const std::uint64_t address = access.address[lane];
        if (address == first && end != 0) {
            continue; // the same as the eight before it
        }
        if (address != end) {
            touch(direction, first, end);
            first = address;
        }
        end = address + bytes;
    }
    touch(direction, first, end);
}

/// An atomic changes what it finds: its sectors are fetched as a load's are, and written.
void DramTally::touch(Direction direction, std::uint64_t first, std::uint64_t end) {
    if (first == end) {
        return;
    }
    if (direction != Direction::Store) {
        mark(direction == Direction::Load ? &Page::read : &Page::changed, first, end);
    }
    if (direction != Direction::Load) {
        write(first, end);
    }
}

void DramTally::texels(const WarpAccess& access) {
    const TexelFootprint& footprint = *access.footprint;
    const std::uint64_t array = kArrays + (std::uint64_t{footprint.texture} << kArrayBits);
    const Direction direction = directionOf(access.operation);
    if (direction != Direction::Store) {
        SectorNumbers sectors;
        const std::size_t count = textureSectorNumbers(access, defaultArchitecture(), sectors);
        constexpr std::uint64_t kPageSectors = kPageBytes / kSectorBytes;
        const auto which = direction == Direction::Load ? &Page::read : &Page::changed;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t sector = array / kSectorBytes + sectors[i], bit = sector % kPageSectors;
            (page(sector / kPageSectors).*which)[bit / 64] |= std::uint64_t{1} << bit % 64;
        }
    }
    if (direction == Direction::Load) {
        return;
    }
    const TextureOffsets offsets(textureLayout(footprint, defaultArchitecture()));
    // Texels next to each other are taken as one range.
    std::uint64_t first = 0, end = 0;
    for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (footprint.x0[lane] < 0 || footprint.y0[lane] < 0) {
            continue;
        }
        const std::uint64_t address =
            array + offsets.of(static_cast<std::uint64_t>(footprint.x0[lane]) * footprint.bytesPerTexel,
                               static_cast<std::uint32_t>(footprint.y0[lane]));
        if (address != end) {
            write(first, end);
            first = address;
        }
        end = address + footprint.bytesPerTexel;
    }
    write(first, end);
}

void DramTally::mark(Sectors Page::*which, std::uint64_t first, std::uint64_t end) {
    if (first / kSectorBytes == (end - 1) / kSectorBytes) { // a lane that has no neighbour
        const std::uint64_t sector = first % kPageBytes / kSectorBytes;
        (page(first / kPageBytes).*which)[sector / 64] |= std::uint64_t{1} << sector % 64;
        return;
    }
    while (first < end) {
        const std::uint64_t number = first / kPageBytes, stop = std::min(end, (number + 1) * kPageBytes);
        setBits(page(number).*which, first % kPageBytes / kSectorBytes,
                ((stop - 1) % kPageBytes) / kSectorBytes + 1);
        first = stop;
    }
}

void DramTally::write(std::uint64_t first, std::uint64_t end) {
    while (first < end) {
        const std::uint64_t number = first / kPageBytes, stop = std::min(end, (number + 1) * kPageBytes);
        writeRange(page(number), static_cast<std::uint32_t>(first % kPageBytes),
                   static_cast<std::uint32_t>(stop - number * kPageBytes));
        first = stop;
    }
}

void DramTally::writeRange(Page& page, std::uint32_t first, std::uint32_t end) {
    const std::uint32_t wholeFirst = (first + 31) / 32, wholeEnd = end / 32;
    setBits(page.written, first / 32, (end - 1) / 32 + 1);
    if (wholeFirst < wholeEnd) {
        setBits(page.whole, wholeFirst, wholeEnd);
    }
    const auto mask = [](std::uint32_t from, std::uint32_t to) { // bytes of one sector
        return (to - from == 32 ? ~0U : (1U << (to - from)) - 1) << from;
    };
    if (first / 32 == (end - 1) / 32) {
        if (end - first < 32) {
            addPart(page, first / 32, mask(first % 32, (end - 1) % 32 + 1));
        }
        return;
    }
    if (first % 32 != 0) {
        addPart(page, first / 32, mask(first % 32, 32));
    }
    if (end % 32 != 0) {
        addPart(page, end / 32, mask(0, end % 32));
    }
}

void DramTally::addPart(Page& page, std::size_t sector, std::uint32_t bytes) {
    if (!page.parts) {
        page.parts = std::make_unique<Bytes>();
    }
    std::uint32_t& written = (*page.parts)[sector];
    written |= bytes;
    if (written == ~0U) {
        setBits(page.whole, sector, sector + 1);
    }
}

std::unique_ptr<AccessSink> DramTally::fork() const {
    return std::make_unique<DramTally>();
}

void DramTally::join(AccessSink& fork) {
    auto* other = dynamic_cast<DramTally*>(&fork);
    if (other == nullptr) {
        throw std::invalid_argument("a DRAM tally can only join a fork of its own");
    }
    m_pages.merge(other->m_pages); // those that this has not touched; the others stay
    for (auto& [number, theirs] : other->m_pages) {
        Page& ours = page(number);
        for (std::size_t word = 0; word < kPageWords; ++word) {
            ours.read[word] |= theirs.read[word];
            ours.changed[word] |= theirs.changed[word];
            ours.written[word] |= theirs.written[word];
            ours.whole[word] |= theirs.whole[word];
        }
        if (theirs.parts) {
            for (std::size_t sector = 0; sector < theirs.parts->size(); ++sector) {
                if ((*theirs.parts)[sector] != 0) {
                    addPart(ours, sector, (*theirs.parts)[sector]);
                }
            }
        }
    }
    other->m_pages.clear();
    other->m_recent = {};
}

DramTraffic DramTally::traffic(const Architecture& architecture) const {
    ChunkTraffic sum(architecture);
    const auto add = [&](const Page& page, std::uint64_t count) {
        for (std::size_t first = 0; first < kPageWords * 64; first += kChunkSectors) {
            const auto bits = [&](const auto& words) {
                return static_cast<unsigned>(words[first / 64] >> (first % 64)) & ((1U << kChunkSectors) - 1);
            };
            Chunk chunk{bits(page.read), bits(page.changed), bits(page.written), 0};
            // What the kernel also reads is in the L2 already.
            chunk.filled = chunk.written & ~bits(page.whole) & ~chunk.read & ~chunk.changed;
            if ((chunk.read | chunk.written) != 0) { // an atomic writes too
                sum.add(chunk, count);
            }
        }
    };
    // Neighbours are mostly alike, too.
    const Page* last = nullptr;
    std::uint64_t count = 0;
    for (const auto& [number, page] : m_pages) {
        if (last != nullptr && !page.isLike(*last)) {
            add(*last, count);
            count = 0;
        }
        last = &page;
        ++count;
    }
    if (last != nullptr) {
        add(*last, count);
    }
    return sum.total();
}

} // namespace lanescope::model
