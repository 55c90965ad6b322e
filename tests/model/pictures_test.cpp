// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What the pictures draw must be a schedule the rules allow, and as long as count() says.
#include "accesses.h"
#include "model/memory/banks.h"
#include "model/memory/coalescing.h"
#include "model/memory/constant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace lanescope::model::test {
namespace {

std::vector<Rules> rulesOf(const Architecture& row) {
    if (row.sharedRule == SharedRule::BroadcastWord) {
        return {{BroadcastChoice::Fixed, 4, true}, {BroadcastChoice::Best, 4, true}};
    }
    if (row.sharedRule == SharedRule::Kepler) {
        return {{BroadcastChoice::Fixed, 4, true}, {BroadcastChoice::Fixed, 8, true}};
    }
    return {{}, {BroadcastChoice::Fixed, 4, false}};
}

bool isAtomic(const WarpAccess& access) {
    return directionOf(access.operation) == Direction::Atomic;
}

/// What a bank may serve at once, said another way than the model does: two words go together if ...
bool servedTogether(const WarpAccess& access, const Architecture& row, const Rules& rules, const BankWord& a,
                    const BankWord& b) {
    if (isAtomic(access)) {
        return a.lane == b.lane;
    }
    switch (row.sharedRule) {
    case SharedRule::BroadcastWord:
        return access.operation == Operation::Store && access.address[static_cast<std::size_t>(a.lane)] ==
                                                           access.address[static_cast<std::size_t>(b.lane)];
    case SharedRule::Kepler:
        return rules.bankModeBytes == 8 ? a.word / 2 == b.word / 2 : a.word / 64 == b.word / 64;
    default:
        return a.word == b.word;
    }
}

void expectScheduleOf(const WarpAccess& access, const Architecture& row, const Rules& rules) {
    const std::vector<Wavefront> passes = wavefronts(access, row, rules);
    const std::vector<RequestGroup> groups = requestGroups(access, row, rules);
    const Counts counts = count(access, row, rules);
    ASSERT_EQ(passes.size(), counts.sharedWavefronts);
    ASSERT_EQ(groups.size(), counts.idealSharedWavefronts);
    std::multiset<std::pair<int, std::uint64_t>> served;
    std::vector<int> passesOfGroup(groups.size());
    for (const Wavefront& pass : passes) {
        ++passesOfGroup[static_cast<std::size_t>(pass.group)];
        EXPECT_EQ(pass.lanes & ~groups[static_cast<std::size_t>(pass.group)].lanes, 0U);
        std::uint32_t lanes = 0;
        std::map<int, BankWord> firstOfBank;
        for (const BankWord& word : pass.words) {
            lanes |= 1U << word.lane;
            served.insert({word.lane, word.word});
            EXPECT_EQ(word.bank, bankOf(word.word * 4, row, rules));
            const auto [first, fresh] = firstOfBank.insert({word.bank, word});
            const bool broadcast =
                pass.broadcastLane >= 0 &&
                word.word == access.address[static_cast<std::size_t>(pass.broadcastLane)] / 4 +
                                 static_cast<unsigned>(groups[static_cast<std::size_t>(pass.group)].part);
            EXPECT_TRUE(fresh || broadcast || servedTogether(access, row, rules, first->second, word));
        }
        EXPECT_EQ(lanes, pass.lanes);
    }
    // Every word of every active lane is moved once.
    std::multiset<std::pair<int, std::uint64_t>> wanted;
    for (int lane = 0; lane < kWarpSize; ++lane) {
        for (int word = 0; access.active(lane) && word < std::max(1, access.width / 4); ++word) {
            wanted.insert(
                {lane, access.address[static_cast<std::size_t>(lane)] / 4 + static_cast<unsigned>(word)});
        }
    }
    EXPECT_EQ(served, wanted);
    int ways = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(passesOfGroup[i], groups[i].wavefronts);
        EXPECT_EQ(std::ranges::max(groups[i].waysByBank), groups[i].ways);
        ways = std::max(ways, groups[i].wavefronts);
    }
    EXPECT_EQ(static_cast<std::uint64_t>(ways), counts.maxWays);
}

TEST(Pictures, WavefrontsAreAScheduleOfEveryArchitecture) {
    AccessGenerator random(1);
    for (int round = 0; round < 150; ++round) {
        for (const Architecture& row : architectures()) {
            const WarpAccess access = random.next(Space::Shared, 48 * 1024);
            for (const Rules& rules : rulesOf(row)) {
                SCOPED_TRACE(describe(access, row));
                expectScheduleOf(access, row, rules);
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

/// Further apart than what is counted at once can tell, and so in one bank; with every second lane, too.
TEST(Pictures, WavefrontsOfWordsThatLieFarApart) {
    for (const Architecture* row : rowsBetween({5, 0}, {99, 0}))
        for (const Operation operation :
             {Operation::Load, Operation::Store, Operation::Increment, Operation::Atomic})
            for (const std::uint64_t apart :
                 {std::uint64_t{4096}, std::uint64_t{16384}, std::uint64_t{1} << 32})
                for (const std::uint32_t lanes : {~0U, 0x55555555U, 0x80000000U}) {
                    const auto access = makeAccess(
                        Space::Shared, operation, 4,
                        [&](std::uint64_t lane) { return lane / 2 * apart + lane % 3 * 4; }, lanes);
                    expectScheduleOf(access, *row, {});
                    if (testing::Test::HasFailure()) FAIL() << describe(access, *row);
                }
}

TEST(Pictures, WavefrontsOfMatrixOperations) {
    AccessGenerator random(2);
    for (int round = 0; round < 200; ++round) {
        WarpAccess access = makeAccess(Space::Shared, Operation::MatrixLoad, 16,
                                       [&](std::uint64_t) { return 16 * random.below(512); });
        access.matrices = static_cast<std::uint8_t>(1U << random.below(3));
        for (const char* capability : {"7.5", "8.0", "9.0"}) {
            const Architecture& row = rowOf(capability);
            const auto passes = wavefronts(access, row);
            ASSERT_EQ(passes.size(), count(access, row).sharedWavefronts);
            std::size_t words = 0;
            for (const Wavefront& pass : passes) {
                words += pass.words.size();
                std::map<int, std::uint64_t> ofBank;
                for (const BankWord& word : pass.words) {
                    EXPECT_EQ(ofBank.insert({word.bank, word.word}).first->second, word.word);
                }
            }
            EXPECT_EQ(words, access.matrices * 8U * 4U);
        }
        EXPECT_TRUE(wavefronts(access, rowOf("7.0")).empty());
    }
}

/// Distinct aligned blocks touched by some lanes, by the dullest way there is.
std::set<std::uint64_t> blocksTouched(const WarpAccess& access, std::uint32_t lanes, std::uint64_t bytes) {
    std::set<std::uint64_t> blocks;
    for (int lane = 0; lane < kWarpSize; ++lane) {
        if ((lanes & access.activeMask) >> lane & 1U) {
            blocks.insert(access.address[static_cast<std::size_t>(lane)] / bytes);
        }
    }
    return blocks;
}

void expectTransactionsOf(const WarpAccess& access, const Architecture& row, const Rules& rules) {
    const std::vector<Transaction> list = transactions(access, row, rules);
    const Counts counts = count(access, row, rules);
    ASSERT_EQ(list.size(), counts.transactions);
    std::uint64_t moved = 0;
    std::uint64_t lanesServed = 0;
    std::uint32_t lanes = 0;
    for (const Transaction& transaction : list) {
        const auto size = static_cast<std::uint64_t>(transaction.bytes);
        moved += size;
        lanes |= transaction.lanes;
        lanesServed += static_cast<std::uint64_t>(std::popcount(transaction.lanes));
        EXPECT_TRUE(size == 32 || size == 64 || size == 128);
        EXPECT_EQ(transaction.address % size, 0U);
        std::set<std::uint64_t> used;
        for (int lane = 0; lane < kWarpSize; ++lane) {
            if ((transaction.lanes >> lane & 1U) != 0) {
                const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
                EXPECT_GE(address, transaction.address);
                EXPECT_LE(address + access.width, transaction.address + size);
                for (std::uint64_t byte = address; byte < address + access.width; ++byte) {
                    used.insert(byte);
                }
            }
        }
        EXPECT_EQ(static_cast<std::size_t>(transaction.bytesUsed), used.size());
    }
    EXPECT_EQ(moved, counts.bytesTransferred);
    EXPECT_EQ(lanes, access.activeMask) << "every lane is served";
    EXPECT_EQ(lanesServed, static_cast<std::uint64_t>(std::popcount(access.activeMask))) << "and once";
    if (row.globalRule == GlobalRule::Sectors) {
        if (isAtomic(access)) {
            std::map<std::uint64_t, std::map<std::uint64_t, std::uint64_t>> lanesOfWord; // by line, by word
            std::map<std::uint64_t, std::uint64_t> most;
            for (int lane = 0; lane < kWarpSize; ++lane) {
                if (access.active(lane)) {
                    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
                    std::uint64_t& known = most[address / 128];
                    known = std::max(known, ++lanesOfWord[address / 128][address / 4]);
                }
            }
            std::uint64_t lookups = 0;
            for (const auto& [line, times] : most) {
                lookups += times;
            }
            EXPECT_EQ(counts.tagLookups, lookups);
        } else {
            EXPECT_EQ(counts.tagLookups, blocksTouched(access, ~0U, 128).size());
            EXPECT_EQ(counts.sectors, blocksTouched(access, ~0U, 32).size());
        }
    }
    if (row.globalRule == GlobalRule::KeplerSegments || row.globalRule == GlobalRule::FermiCached) {
        const bool lines =
            row.globalRule == GlobalRule::FermiCached && rules.l1 && access.operation == Operation::Load;
        std::size_t units = 0;
        const int step = access.width <= 4 ? 32 : 128 / access.width;
        for (int first = 0; first < kWarpSize; first += step) {
            const auto group = static_cast<std::uint32_t>(((std::uint64_t{1} << step) - 1) << first);
            units += blocksTouched(access, group, lines ? 128 : 32).size();
        }
        EXPECT_EQ(counts.transactions, units);
    }
}

TEST(Pictures, TransactionsServeEveryLaneOnceOnEveryArchitecture) {
    AccessGenerator random(3);
    for (int round = 0; round < 150; ++round) {
        for (const Architecture& row : architectures()) {
            const WarpAccess access = random.next(Space::Global, std::uint64_t{1} << 33);
            for (const Rules& rules : rulesOf(row)) {
                SCOPED_TRACE(describe(access, row));
                expectTransactionsOf(access, row, rules);
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

/// The parity of the bits of a line's number that the mask names, bit by bit.
int parity(std::uint64_t line, std::uint64_t mask) {
    int odd = 0;
    for (int bit = 0; bit < 64; ++bit) {
        odd ^= static_cast<int>((line >> bit & 1U) & (mask >> bit & 1U));
    }
    return odd;
}

TEST(Pictures, TagPassesHaveOneLineOfEachBank) {
    AccessGenerator random(4);
    for (int round = 0; round < 3000; ++round) {
        const WarpAccess access = random.next(Space::Global, std::uint64_t{1} << 31);
        const std::vector<TagLookup> lookups = tagLookups(access, rowOf("9.0"));
        std::map<int, int> linesOfBank;
        std::uint32_t lanes = 0;
        for (const TagLookup& lookup : lookups) {
            const std::uint64_t line = lookup.line / 128;
            EXPECT_EQ(lookup.bank, parity(line, 0x6f7ab5) + 2 * parity(line, 0x7ad5da));
            EXPECT_EQ(lookup.pass, linesOfBank[lookup.bank]++) << "lines of a bank in order, one a pass";
            lanes |= lookup.lanes;
        }
        EXPECT_EQ(lanes, access.activeMask);
        int most = 0;
        for (const auto& [bank, lines] : linesOfBank) {
            most = std::max(most, lines);
        }
        EXPECT_EQ(count(access, rowOf("9.0")).tagWavefronts, static_cast<std::uint64_t>(most));
        EXPECT_EQ(count(access, rowOf("8.0")).tagWavefronts,
                  (tagLookups(access, rowOf("8.0")).size() + 3) / 4);
    }
}

TEST(ConstantRequests, ServeEveryLaneOnceAndAreAsManyAsCounted) {
    AccessGenerator generator(17);
    for (const char* capability : {"1.0", "2.0", "3.5", "7.0", "9.0"})
        for (int i = 0; i < 200; ++i) {
            WarpAccess access = generator.next(Space::Shared, 4096);
            access.space = Space::Constant;
            access.operation = Operation::Load;
            const Architecture& row = rowOf(capability);
            const auto requests = constantRequests(access, row);
            ASSERT_EQ(requests.size(), count(access, row).requests) << describe(access, row);
            const int times = access.width == 16 && hasSectors(row) ? 2 : 1;
            std::map<int, int> served;
            for (const ConstantRequest& each : requests)
                for (int lane = 0; lane < kWarpSize; ++lane)
                    if (each.lanes >> lane & 1) {
                        ++served[lane];
                        EXPECT_TRUE(each.address == access.address[static_cast<std::size_t>(lane)] ||
                                    (times == 2 &&
                                     each.address == access.address[static_cast<std::size_t>(lane)] + 8));
                    }
            for (int lane = 0; lane < kWarpSize; ++lane)
                EXPECT_EQ(served[lane], access.active(lane) ? times : 0);
        }
}

} // namespace
} // namespace lanescope::model::test
