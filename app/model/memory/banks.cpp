// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/banks.h"

#include "model/memory/broadcast_steps.h"

#include <algorithm>
#include <array>
#include <bit>

namespace lanescope::model {

namespace {

/// One group of lanes before its words are looked at.
struct Request {
    std::uint32_t lanes = 0;
    int firstWord = 0; // of each lane's words
    int wordCount = 1;
    bool extraPass = false;
};

struct Requests {
    std::array<Request, 8> list{}; // at most 2 half-warps x 4 words
    int count = 0;

    void add(const Request& request) {
        if (request.lanes != 0) {
            list[static_cast<std::size_t>(count++)] = request;
        }
    }
    const Request* begin() const { return list.data(); }
    const Request* end() const { return list.data() + count; }
};

/// Whether a bank updates once for each lane, be it the same word: measured on an H200; before 5.x a loop in
/// software does it.
bool updatesByLane(Operation operation, const Architecture& architecture) {
    return directionOf(operation) == Direction::Atomic && !countsLanes(operation, architecture);
}

bool isMatrix(Operation operation) {
    return operation == Operation::MatrixLoad || operation == Operation::MatrixStore;
}

int wordsOf(const WarpAccess& access) {
    return std::max(1, access.width / 4);
}

/// Every active lane's partner lane^distance is inactive or at the same address.
bool neighboursAgree(const WarpAccess& access, int distance) {
    for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int partner = lane ^ distance;
        if (access.active(partner) && access.address[static_cast<std::size_t>(partner)] !=
                                          access.address[static_cast<std::size_t>(lane)]) {
            return false;
        }
    }
    return true;
}

Requests matrixRequests(const WarpAccess& access, const Architecture& architecture) {
    Requests requests;
    if (hasMatrixOperation(access.operation, architecture)) {
        for (int matrix = 0; matrix < access.matrices; ++matrix) {
            requests.add({access.activeMask & (0xffU << (8 * matrix)), 0, 4, false});
        }
    }
    return requests;
}

Requests requestsOf(const WarpAccess& access, const Architecture& architecture) {
    if (isMatrix(access.operation)) {
        return matrixRequests(access, architecture);
    }
    Requests requests;
    const int words = wordsOf(access);
    int lanes = 32;
    switch (architecture.sharedRule) {
    case SharedRule::BroadcastWord:
        for (int half = 0; half < 2; ++half) {
            for (int word = 0; word < words; ++word) {
                requests.add({access.activeMask & (0xffffU << (16 * half)), word, 1, false});
            }
        }
        return requests;
    case SharedRule::Fermi:
        lanes = 32 / words;
        break;
    case SharedRule::Kepler:
        lanes = words == 4 ? 16 : 32;
        break;
    case SharedRule::Maxwell:
        lanes = 32 / words;
        // The packed return of equal neighbours: one distance must hold for the whole warp.
        if (words > 1 && access.operation == Operation::Load &&
            (neighboursAgree(access, 1) || neighboursAgree(access, 2))) {
            lanes *= 2;
        }
        break;
    }
    const std::uint32_t group = lanes == 32 ? ~0U : (1U << lanes) - 1;
    const bool extraPass = architecture.sharedRule == SharedRule::Fermi && words == 4;
    for (int first = 0; first < 32; first += lanes) {
        requests.add({access.activeMask & (group << first), 0, words, extraPass});
    }
    return requests;
}

/// What makes two words of one bank different: they cannot be served in one pass.
class Items {
public:
    Items(const WarpAccess& access, const Architecture& architecture, const Rules& rules)
        : m_access(access), m_byLane(updatesByLane(access.operation, architecture)),
          m_banks(static_cast<unsigned>(architecture.banks)) {
        if (architecture.sharedRule == SharedRule::BroadcastWord) {
            m_itemShift = 0; // a store to two bytes of one word is two locations
        } else if (architecture.sharedRule == SharedRule::Kepler) {
            m_bankShift = rules.bankModeBytes == 8 ? 3 : 2;
            // 4-byte mode: words 32 apart in one aligned segment of 64 words lie in one 8-byte bank row.
            m_itemShift = rules.bankModeBytes == 8 ? 3 : 8;
        }
    }

    std::uint64_t address(int lane, int word) const {
        return m_access.address[static_cast<std::size_t>(lane)] + 4 * static_cast<unsigned>(word);
    }
    int bank(int lane, int word) const {
        return static_cast<int>((address(lane, word) >> m_bankShift) % m_banks);
    }
    std::uint64_t item(int lane, int word) const {
        return m_byLane ? static_cast<std::uint64_t>(lane) : address(lane, word) >> m_itemShift;
    }

private:
    const WarpAccess& m_access;
    bool m_byLane;
    unsigned m_banks;
    unsigned m_bankShift = 2;
    unsigned m_itemShift = 2;
};

/// Distinct items by bank, kept as chains in arrays of fixed size.
class BankTable {
public:
    BankTable() { m_head.fill(-1); }

    /// The place of the item among those of its bank, in the order they came.
    int insert(int bank, std::uint64_t item) {
        std::int8_t* link = &m_head[static_cast<std::size_t>(bank)];
        int place = 0;
        for (; *link >= 0; link = &m_next[static_cast<std::size_t>(*link)], ++place) {
            if (m_item[static_cast<std::size_t>(*link)] == item) {
                return place;
            }
        }
        m_item[static_cast<std::size_t>(m_count)] = item;
        m_next[static_cast<std::size_t>(m_count)] = -1;
        *link = static_cast<std::int8_t>(m_count++);
        m_fullest = std::max(m_fullest, place + 1);
        return place;
    }
    int fullest() const { return m_fullest; }

private:
    static constexpr std::size_t kItems = 64; // 32 lanes x 2 words or 16 lanes x 4 words
    std::array<std::int8_t, 32> m_head;
    std::array<std::int8_t, kItems> m_next;
    std::array<std::uint64_t, kItems> m_item;
    int m_count = 0;
    int m_fullest = 0;
};

template<class Visit>
void forEachWord(const Request& request, Visit visit) {
    for (std::uint32_t rest = request.lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        for (int word = request.firstWord; word < request.firstWord + request.wordCount; ++word) {
            visit(lane, word);
        }
    }
}

int waysOf(const Request& request, const Items& items) {
    BankTable table;
    forEachWord(request,
                [&](int lane, int word) { table.insert(items.bank(lane, word), items.item(lane, word)); });
    return table.fullest();
}

bool usesBroadcast(const WarpAccess& access, const Architecture& architecture) {
    return architecture.sharedRule == SharedRule::BroadcastWord && access.operation == Operation::Load;
}

BroadcastSteps stepsOf(const Request& request, const Items& items, const Rules& rules) {
    std::array<LaneWord, 16> lanes;
    std::size_t count = 0;
    forEachWord(request, [&](int lane, int word) { lanes[count++] = {lane, items.address(lane, word) / 4}; });
    return broadcastSteps({lanes.data(), count}, rules.broadcast);
}

BankWord bankWord(const Items& items, int lane, int word) {
    return {lane, items.address(lane, word) / 4, items.bank(lane, word)};
}

} // namespace

bool hasMatrixOperation(Operation operation, const Architecture& architecture) {
    return (operation == Operation::MatrixLoad && architecture.cc >= ComputeCapability{7, 5}) ||
           (operation == Operation::MatrixStore && architecture.cc >= ComputeCapability{9, 0});
}

bool countsLanes(Operation operation, const Architecture& architecture) {
    return operation == Operation::Increment && architecture.cc >= ComputeCapability{8, 0};
}

int bankOf(std::uint64_t address, const Architecture& architecture, const Rules& rules) {
    const bool wide = architecture.sharedRule == SharedRule::Kepler && rules.bankModeBytes == 8;
    return static_cast<int>(address / (wide ? 8 : 4) % static_cast<unsigned>(architecture.banks));
}

int wordsInFullestBank(const WarpAccess& access, std::uint32_t lanes) {
    BankTable table;
    forEachWord({lanes, 0, wordsOf(access), false}, [&](int lane, int word) {
        const std::uint64_t index =
            access.address[static_cast<std::size_t>(lane)] / 4 + static_cast<unsigned>(word);
        table.insert(static_cast<int>(index % 32), index);
    });
    return table.fullest();
}

std::vector<RequestGroup> requestGroups(const WarpAccess& access, const Architecture& architecture,
                                        const Rules& rules) {
    const Items items(access, architecture, rules);
    std::vector<RequestGroup> groups;
    for (const Request& request : requestsOf(access, architecture)) {
        RequestGroup group{request.lanes, request.firstWord, 0, 0, {}, {}};
        group.waysByBank.assign(static_cast<std::size_t>(architecture.banks), 0);
        BankTable table;
        forEachWord(request, [&](int lane, int word) {
            group.words.push_back(bankWord(items, lane, word));
            int& ways = group.waysByBank[static_cast<std::size_t>(items.bank(lane, word))];
            ways = std::max(ways, table.insert(items.bank(lane, word), items.item(lane, word)) + 1);
        });
        group.ways = table.fullest();
        group.wavefronts = usesBroadcast(access, architecture) ? stepsOf(request, items, rules).count
                                                               : group.ways + (request.extraPass ? 1 : 0);
        groups.push_back(std::move(group));
    }
    return groups;
}

std::vector<Wavefront> wavefronts(const WarpAccess& access, const Architecture& architecture,
                                  const Rules& rules) {
    const Items items(access, architecture, rules);
    std::vector<Wavefront> result;
    int group = 0;
    for (const Request& request : requestsOf(access, architecture)) {
        if (usesBroadcast(access, architecture)) {
            const BroadcastSteps steps = stepsOf(request, items, rules);
            for (int step = 0; step < steps.count; ++step) {
                const auto& [lanes, broadcastLane] = steps.steps[static_cast<std::size_t>(step)];
                Wavefront wavefront{group, lanes, broadcastLane, {}};
                forEachWord({lanes, request.firstWord, 1, false}, [&](int lane, int word) {
                    wavefront.words.push_back(bankWord(items, lane, word));
                });
                result.push_back(std::move(wavefront));
            }
        } else {
            const std::size_t first = result.size();
            BankTable table;
            forEachWord(request, [&](int lane, int word) {
                const int pass = table.insert(items.bank(lane, word), items.item(lane, word));
                if (first + static_cast<std::size_t>(pass) == result.size()) {
                    result.push_back({group, 0, -1, {}});
                }
                Wavefront& wavefront = result[first + static_cast<std::size_t>(pass)];
                wavefront.lanes |= 1U << lane;
                wavefront.words.push_back(bankWord(items, lane, word));
            });
            if (request.extraPass) {
                result.push_back({group, 0, -1, {}});
            }
        }
        ++group;
    }
    return result;
}

namespace {

constexpr std::uint32_t kBanks = 32;

/// Passes in which each bank serves one word.
unsigned passesOf(const WarpAccess& access) {
    unsigned passes = 0;
    for (std::uint32_t waiting = access.activeMask; waiting != 0; ++passes) {
        std::array<std::uint64_t, kBanks> served; // written before it is read
        std::uint32_t busy = 0, later = 0;
        for (std::uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint64_t word = access.address[static_cast<std::size_t>(lane)] / 4,
                                bank = word % kBanks;
            if ((busy >> bank & 1) == 0) served[bank] = word;
            busy |= 1U << bank;
            later |= std::uint32_t{served[bank] != word} << lane;
        }
        waiting = later;
    }
    return passes;
}

/// Ways of lanes that move a word each, or a part of one, on 32 banks. Of a whole warp nothing branches on
/// the addresses: where they look random a processor would guess many wrong.
unsigned waysOfWords(const WarpAccess& access, bool byLane) {
    std::array<std::uint8_t, kBanks> lanes{}; // of each bank, one of each word
    unsigned ways = 0;
    const auto add = [&](std::uint64_t word, std::uint32_t count) {
        std::uint8_t& ofBank = lanes[word % kBanks];
        ofBank = static_cast<std::uint8_t>(ofBank + count);
        ways = std::max<unsigned>(ways, ofBank);
    };
    if (byLane) {
        for (std::size_t lane = 0; lane < kWarpSize; ++lane)
            add(access.address[lane] / 4, access.activeMask >> lane & 1);
        return ways;
    }
    if (access.activeMask != ~0U) return passesOf(access);
    // The last lane of each word stands for it.
    constexpr std::size_t kPlaces = 4096;
    std::array<std::uint8_t, kPlaces> last; // written before it is read
    const auto placeOf = [](std::uint64_t address) { return address / 4 % kPlaces; };
    for (std::size_t lane = 0; lane < kWarpSize; ++lane)
        last[placeOf(access.address[lane])] = static_cast<std::uint8_t>(lane);
    std::uint64_t others = 0; // 0: no two words have one place
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        const std::size_t stands = last[placeOf(access.address[lane])];
        others |= (access.address[stands] ^ access.address[lane]) / 4;
        add(access.address[lane] / 4, std::uint32_t{stands == lane});
    }
    return others == 0 ? ways : passesOf(access);
}

} // namespace

Counts countShared(const WarpAccess& access, const Architecture& architecture, const Rules& rules) {
    if (architecture.sharedRule == SharedRule::Maxwell && access.width <= 4 && access.activeMask != 0 &&
        !isMatrix(access.operation)) {
        Counts counts;
        counts.requests = counts.idealSharedWavefronts = 1;
        counts.sharedWavefronts = counts.maxWays =
            waysOfWords(access, updatesByLane(access.operation, architecture));
        counts.bankConflicts = counts.sharedWavefronts - 1;
        return counts;
    }
    const Items items(access, architecture, rules);
    Counts counts;
    for (const Request& request : requestsOf(access, architecture)) {
        // On 2.x a 128-bit request is a conflict of one way more than its words make: Guide 4.2 F.4.3.2.
        const int ways = usesBroadcast(access, architecture)
                             ? stepsOf(request, items, rules).count
                             : waysOf(request, items) + (request.extraPass ? 1 : 0);
        counts.sharedWavefronts += static_cast<std::uint64_t>(ways);
        counts.maxWays = std::max(counts.maxWays, static_cast<std::uint64_t>(ways));
        ++counts.idealSharedWavefronts;
    }
    counts.bankConflicts = counts.sharedWavefronts - counts.idealSharedWavefronts;
    const bool splits =
        architecture.sharedRule == SharedRule::BroadcastWord || architecture.sharedRule == SharedRule::Fermi;
    // From 3.x on the warp's instruction is one request, whatever its width: the groups are passes of it.
    counts.requests = splits ? counts.idealSharedWavefronts : (access.activeMask != 0 ? 1 : 0);
    return counts;
}

} // namespace lanescope::model
