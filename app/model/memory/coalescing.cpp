// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/coalescing.h"

#include "model/memory/banks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>

namespace lanescope::model {

namespace {

std::uint64_t addressOf(const WarpAccess& access, int lane) {
    return access.address[static_cast<std::size_t>(lane)];
}

/// Aligned blocks of memory in the order in which lanes first touch them. An access never straddles one: it
/// is aligned to its width, and no block is narrower.
class Blocks {
public:
    struct Block {
        std::uint64_t number = 0; // address / block size
        std::uint32_t lanes = 0;
    };

    Blocks(const WarpAccess& access, std::uint32_t lanes, std::uint64_t blockBytes) {
        const int shift = std::countr_zero(blockBytes);
        forEachLane(lanes, [&](int lane) { add(addressOf(access, lane) >> shift, lane); });
    }

    int size() const { return m_size; }
    const Block* begin() const { return m_blocks.data(); }
    const Block* end() const { return m_blocks.data() + m_size; }

private:
    void add(std::uint64_t number, int lane) {
        const std::uint32_t bit = 1U << lane;
        // Neighbouring lanes mostly touch the block found last.
        if (m_size > 0 && m_blocks[static_cast<std::size_t>(m_size) - 1].number == number) {
            m_blocks[static_cast<std::size_t>(m_size) - 1].lanes |= bit;
            return;
        }
        std::size_t slot = number * 0x9e3779b97f4a7c15U >> 58;
        for (; m_found[slot] != 0; slot = (slot + 1) % kSlots) {
            Block& block = m_blocks[m_found[slot] - 1U];
            if (block.number == number) {
                block.lanes |= bit;
                return;
            }
        }
        m_blocks[static_cast<std::size_t>(m_size++)] = {number, bit};
        m_found[slot] = static_cast<std::uint8_t>(m_size);
    }

    static constexpr std::size_t kSlots = 64;
    std::array<std::uint8_t, kSlots> m_found{}; // hash table of places in m_blocks, from 1
    std::array<Block, kWarpSize> m_blocks;
    int m_size = 0;
};

/// Guide 4.2 F.3.2.1: lane k of the half-warp must access the k-th element of an aligned span.
template<class Visit>
void inOrderHalfWarp(const WarpAccess& access, std::uint32_t lanes, Visit visit) {
    const std::uint64_t width = access.width;
    const int first = std::countr_zero(lanes);
    const std::uint64_t offset = static_cast<std::uint64_t>(first % 16) * width;
    const std::uint64_t base = addressOf(access, first) - offset;
    const std::uint64_t alignment = width == 4 ? 64 : 128;
    bool coalesced = width >= 4 && addressOf(access, first) >= offset && base % alignment == 0 &&
                     (access.operation == Operation::Load || access.operation == Operation::Store);
    forEachLane(lanes, [&](int lane) {
        coalesced =
            coalesced && addressOf(access, lane) == base + static_cast<std::uint64_t>(lane % 16) * width;
    });
    if (!coalesced) {
        forEachLane(lanes,
                    [&](int lane) { visit(addressOf(access, lane) & ~std::uint64_t{31}, 32, 1U << lane); });
        return;
    }
    if (width == 16) {
        visit(base, 128, lanes & 0x00ff00ffU);
        visit(base + 128, 128, lanes & 0xff00ff00U);
        return;
    }
    visit(base, static_cast<int>(16 * width), lanes);
}

/// Guide 4.2 F.3.2.2: one transaction for each segment touched, halved while only one half of it is used.
template<class Visit>
void segmentsOfHalfWarp(const WarpAccess& access, std::uint32_t lanes, Visit visit) {
    const std::uint64_t segment = access.width == 1 ? 32 : access.width == 2 ? 64 : 128;
    while (lanes != 0) {
        std::uint64_t start = addressOf(access, std::countr_zero(lanes)) & ~(segment - 1);
        std::uint32_t taken = 0;
        std::uint64_t low = ~std::uint64_t{0};
        std::uint64_t high = 0;
        forEachLane(lanes, [&](int lane) {
            const std::uint64_t address = addressOf(access, lane);
            if ((address & ~(segment - 1)) == start) {
                taken |= 1U << lane;
                low = std::min(low, address);
                high = std::max(high, address + access.width - 1);
            }
        });
        std::uint64_t bytes = segment;
        while (bytes > 32 && (low ^ high) < bytes && ((low ^ high) & (bytes / 2)) == 0) {
            bytes /= 2;
            start = low & ~(bytes - 1);
        }
        visit(start, static_cast<int>(bytes), taken);
        lanes &= ~taken;
    }
}

/// Guide 4.2 F.4.2: the warp, its halves or its quarters by width; one transaction for each unit touched.
template<class Visit>
void unitsByRequest(const WarpAccess& access, std::uint64_t unit, Visit visit) {
    const int lanes = access.width <= 4 ? 32 : access.width == 8 ? 16 : 8;
    const std::uint32_t group = lanes == 32 ? ~0U : (1U << lanes) - 1;
    for (int first = 0; first < 32; first += lanes) {
        for (const auto& block : Blocks(access, access.activeMask & (group << first), unit)) {
            visit(block.number * unit, static_cast<int>(unit), block.lanes);
        }
    }
}

/// An atomic unit updates a word once in a round: what is left goes again. Calls visit(lanes) for each round.
template<class Visit>
void roundsOfAtomic(const WarpAccess& access, std::uint32_t lanes, Visit visit) {
    while (lanes != 0) {
        const Blocks words(access, lanes, 4);
        std::uint32_t round = 0;
        for (const auto& word : words) {
            round |= word.lanes & (~word.lanes + 1);
        }
        visit(round);
        lanes &= ~round;
    }
}

/// The look-ups of an atomic on CC 9.0, pass by pass. In each tag bank the lanes wait in a queue for each of
/// a line's 32 words; a pass looks up the line of the bank's oldest lane and serves the lanes of that line
/// that are first in their queue. So a word is updated once in a look-up, and a lane may have to wait for an
/// older one at the same word of another line. Found on an H200: sectors, look-ups and passes of 762 of 762
/// accesses. Calls visit(line number, lanes, bank, pass).
template<class Visit>
void queuesOfAtomic(const WarpAccess& access, Visit visit) {
    std::array<std::uint32_t, 4> waiting{};
    forEachLane(access.activeMask, [&](int lane) {
        waiting[static_cast<std::size_t>(tagBank(addressOf(access, lane) / kLineBytes))] |= 1U << lane;
    });
    bool any = access.activeMask != 0;
    for (int pass = 0; any; ++pass) {
        any = false;
        for (int bank = 0; bank < 4; ++bank) {
            std::uint32_t& lanes = waiting[static_cast<std::size_t>(bank)];
            if (lanes == 0) {
                continue;
            }
            const std::uint64_t line = addressOf(access, std::countr_zero(lanes)) / kLineBytes;
            std::uint32_t served = 0, taken = 0; // words of the line that an older lane waits for
            forEachLane(lanes, [&](int lane) {
                const std::uint64_t address = addressOf(access, lane);
                const std::uint32_t word = 1U << (address % kLineBytes / 4);
                if ((taken & word) == 0 && address / kLineBytes == line) {
                    served |= 1U << lane;
                }
                taken |= word;
            });
            lanes &= ~served;
            any = any || lanes != 0;
            visit(line, served, bank, pass);
        }
    }
}

/// An atomic goes to each sector once in a look-up; where those are unknown, as often as the lanes hit the
/// same word of it.
template<class Visit>
void sectorsOfAtomic(const WarpAccess& access, const Architecture& architecture, Visit visit) {
    if (architecture.measuredTagBanks) {
        queuesOfAtomic(access, [&](std::uint64_t, std::uint32_t lanes, int, int) {
            for (const auto& sector : Blocks(access, lanes, kSectorBytes)) {
                visit(sector.number * kSectorBytes, static_cast<int>(kSectorBytes), sector.lanes);
            }
        });
        return;
    }
    for (const auto& sector : Blocks(access, access.activeMask, kSectorBytes)) {
        roundsOfAtomic(access, sector.lanes, [&](std::uint32_t lanes) {
            visit(sector.number * kSectorBytes, static_cast<int>(kSectorBytes), lanes);
        });
    }
}

bool isAtomic(Operation operation) {
    return directionOf(operation) == Direction::Atomic;
}

template<class Visit>
void forEachTransaction(const WarpAccess& access, const Architecture& architecture, const Rules& rules,
                        Visit visit) {
    const std::uint32_t halves[] = {access.activeMask & 0xffffU, access.activeMask & 0xffff0000U};
    switch (architecture.globalRule) {
    case GlobalRule::HalfWarpInOrder:
    case GlobalRule::SegmentReduction:
        for (const std::uint32_t half : halves) {
            if (half == 0) {
                continue;
            }
            if (architecture.globalRule == GlobalRule::HalfWarpInOrder) {
                inOrderHalfWarp(access, half, visit);
            } else {
                segmentsOfHalfWarp(access, half, visit);
            }
        }
        break;
    case GlobalRule::FermiCached:
        // Stores and atomics pass L1 by: they always go in 32-byte segments.
        unitsByRequest(access, rules.l1 && access.operation == Operation::Load ? 128 : 32, visit);
        break;
    case GlobalRule::KeplerSegments:
        unitsByRequest(access, 32, visit);
        break;
    case GlobalRule::Sectors:
        if (isAtomic(access.operation)) {
            sectorsOfAtomic(access, architecture, visit);
            break;
        }
        for (const auto& sector : Blocks(access, access.activeMask, kSectorBytes)) {
            visit(sector.number * kSectorBytes, static_cast<int>(kSectorBytes), sector.lanes);
        }
        break;
    }
}

std::uint64_t globalRequests(const WarpAccess& access, const Architecture& architecture) {
    int lanes = architecture.requestLanes;
    if (architecture.globalRule == GlobalRule::FermiCached ||
        architecture.globalRule == GlobalRule::KeplerSegments) {
        lanes = access.width <= 4 ? 32 : access.width == 8 ? 16 : 8;
    }
    const std::uint32_t group = lanes == 32 ? ~0U : (1U << lanes) - 1;
    std::uint64_t requests = 0;
    for (int first = 0; first < 32; first += lanes) {
        requests += (access.activeMask & (group << first)) != 0 ? 1 : 0;
    }
    return requests;
}

/// The look-ups of an access and the pass of the tag stage that each has.
struct TagPasses {
    struct Lookup {
        std::uint64_t line = 0; // its number
        std::uint32_t lanes = 0;
        std::int8_t bank = 0;
        std::int8_t pass = 0;
    };
    std::array<Lookup, kWarpSize> lookups; // each serves a lane at least
    int size = 0;
    int passes = 0;
    int banksUsed = 0;

    TagPasses(const WarpAccess& access, const Architecture& architecture)
        : m_measured(architecture.measuredTagBanks) {
        if (isAtomic(access.operation) && m_measured) {
            queuesOfAtomic(access, [&](std::uint64_t line, std::uint32_t lanes, int bank, int pass) {
                passes = pass + 1;
                lookups[static_cast<std::size_t>(size++)] = {line, lanes, static_cast<std::int8_t>(bank),
                                                             static_cast<std::int8_t>(pass)};
            });
        } else if (isAtomic(access.operation)) {
            roundsOfAtomic(access, access.activeMask, [&](std::uint32_t lanes) { add(access, lanes); });
        } else {
            add(access, access.activeMask);
        }
    }
    const Lookup* begin() const { return lookups.data(); }
    const Lookup* end() const { return lookups.data() + size; }

private:
    void add(const WarpAccess& access, std::uint32_t lanes) {
        for (const auto& line : Blocks(access, lanes, kLineBytes)) {
            // Four look-ups a pass is what NVIDIA states; which four fit together is known for CC 9.0 only.
            const auto bank = static_cast<std::int8_t>(m_measured ? tagBank(line.number) : size % 4);
            const std::int8_t pass = m_used[static_cast<std::size_t>(bank)]++;
            banksUsed += pass == 0 ? 1 : 0;
            passes = std::max(passes, pass + 1);
            lookups[static_cast<std::size_t>(size++)] = {line.number, line.lanes, bank, pass};
        }
    }

    std::array<std::int8_t, 4> m_used{};
    bool m_measured;
};

/// The cost of moving these lanes' data, as shared memory would without merging equal neighbours.
std::uint64_t dataCost(const WarpAccess& access, std::uint32_t lanes) {
    const int groupLanes = access.width <= 4 ? 32 : access.width == 8 ? 16 : 8;
    const std::uint32_t group = groupLanes == 32 ? ~0U : (1U << groupLanes) - 1;
    std::uint64_t cost = 0;
    for (int first = 0; first < 32; first += groupLanes) {
        if (const std::uint32_t active = lanes & (group << first)) {
            cost += static_cast<std::uint64_t>(wordsInFullestBank(access, active));
        }
    }
    return cost;
}

/// Which batch each pass goes with: a load's go one by one.
std::array<std::int8_t, kWarpSize> batchesOf(const WarpAccess& access, const TagPasses& tags) {
    std::array<std::int8_t, kWarpSize> batches;
    int pass = 0;
    for (int batch = 0; pass < tags.passes; ++batch) {
        const bool store = access.operation == Operation::Store;
        const int together = store ? passesOfStoreBatch(batch, tags.banksUsed, access.width) : 1;
        for (const int end = std::min(pass + together, tags.passes); pass < end; ++pass) {
            batches[static_cast<std::size_t>(pass)] = static_cast<std::int8_t>(batch);
        }
    }
    return batches;
}

std::uint64_t dataWavefronts(const WarpAccess& access, const Architecture& architecture,
                             const TagPasses& tags) {
    // Only the H200's passes are known; elsewhere the whole warp's data counts at once, which fits the A100's
    // L1 hits. Without an active lane there is no pass.
    if (!architecture.measuredTagBanks || tags.passes <= 1) {
        return dataCost(access, access.activeMask);
    }
    const auto batches = batchesOf(access, tags);
    std::array<std::uint32_t, kWarpSize> lanesOfBatch{};
    for (const auto& lookup : tags) {
        const auto batch = batches[static_cast<std::size_t>(lookup.pass)];
        lanesOfBatch[static_cast<std::size_t>(batch)] |= lookup.lanes;
    }
    std::uint64_t cost = 0;
    for (int batch = 0; batch <= batches[static_cast<std::size_t>(tags.passes) - 1]; ++batch) {
        cost += dataCost(access, lanesOfBatch[static_cast<std::size_t>(batch)]);
    }
    return cost;
}

/// Folded by hand: the baseline instruction set has no population count, and this is on the emulator's hot
/// path.
int parity(std::uint32_t bits) {
    bits ^= bits >> 16;
    bits ^= bits >> 8;
    bits ^= bits >> 4;
    return 0x6996 >> (bits & 15U) & 1;
}

int distinctBytes(const WarpAccess& access, const Transaction& transaction) {
    std::bitset<kLineBytes> used;
    forEachLane(transaction.lanes, [&](int lane) {
        const std::uint64_t first = addressOf(access, lane) - transaction.address;
        for (std::uint64_t byte = first; byte < first + access.width; ++byte) {
            used.set(byte);
        }
    });
    return static_cast<int>(used.count());
}

} // namespace

int tagBank(std::uint64_t lineNumber) {
    return parity(static_cast<std::uint32_t>(lineNumber) & 0x6f7ab5U) |
           parity(static_cast<std::uint32_t>(lineNumber) & 0x7ad5daU) << 1;
}

std::vector<Transaction> transactions(const WarpAccess& access, const Architecture& architecture,
                                      const Rules& rules) {
    std::vector<Transaction> result;
    forEachTransaction(access, architecture, rules,
                       [&](std::uint64_t address, int bytes, std::uint32_t lanes) {
                           Transaction transaction{address, bytes, lanes, 0};
                           transaction.bytesUsed = distinctBytes(access, transaction);
                           result.push_back(transaction);
                       });
    return result;
}

std::vector<TagLookup> tagLookups(const WarpAccess& access, const Architecture& architecture) {
    std::vector<TagLookup> result;
    if (architecture.globalRule == GlobalRule::Sectors) {
        const TagPasses tags(access, architecture);
        const auto batches = batchesOf(access, tags);
        const bool batchesKnown = architecture.measuredTagBanks && !isAtomic(access.operation);
        for (const auto& lookup : tags) {
            const int batch = batches[static_cast<std::size_t>(lookup.pass)];
            result.push_back({lookup.line * kLineBytes, architecture.measuredTagBanks ? lookup.bank : -1,
                              lookup.pass, lookup.lanes, batchesKnown ? batch : -1});
        }
    }
    return result;
}

int passesOfStoreBatch(int batch, int banks, int width) {
    const bool narrow = width < 4;
    if (batch == 0 || banks == 1) {
        return narrow ? 4 : 8;
    }
    // With two banks a narrow store's third, fourth, sixth, seventh ... batch finds one pass, a wider one's
    // every batch after the second.
    return banks == 2 && (narrow ? batch % 3 == 1 : batch == 1) ? 2 : 1;
}

std::uint64_t wavefrontsAtOnce(const WarpAccess& access) {
    return dataCost(access, access.activeMask);
}

Counts countGlobal(const WarpAccess& access, const Architecture& architecture, const Rules& rules) {
    Counts counts;
    counts.requests = globalRequests(access, architecture);
    forEachTransaction(access, architecture, rules, [&](std::uint64_t, int bytes, std::uint32_t) {
        ++counts.transactions;
        counts.bytesTransferred += static_cast<std::uint64_t>(bytes);
    });
    if (hasSectors(architecture)) {
        counts.sectors = counts.transactions;
        const TagPasses tags(access, architecture);
        counts.tagLookups = static_cast<std::uint64_t>(tags.size);
        counts.tagWavefronts = static_cast<std::uint64_t>(tags.passes);
        counts.idealTagWavefronts = (counts.tagLookups + 3) / 4;
        if (hasDataWavefronts(architecture, directionOf(access.operation))) {
            counts.dataWavefronts = dataWavefronts(access, architecture, tags);
        }
    }
    return counts;
}

} // namespace lanescope::model
