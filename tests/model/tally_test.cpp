// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The tally remembers patterns it has counted: it must always equal the plain sum of count().
#include "accesses.h"

#include "model/memory/dram.h"
#include "model/memory/tally.h"

#include <gtest/gtest.h>

#include <array>

namespace lanescope::model::test {
namespace {

Counts plainSum(const std::vector<WarpAccess>& accesses, const Architecture& row, const Rules& rules = {}) {
    Counts sum;
    for (const WarpAccess& access : accesses) {
        sum += count(access, row, rules);
    }
    return sum;
}

/// All spaces and directions together, nothing left out.
Counts tallied(const Tally& tally) {
    Counts sum;
    for (const SiteCounts& site : tally.report().sites) {
        sum += site.counts;
    }
    return sum;
}

void expectEqual(const Counts& actual, const Counts& expected, const std::string& where) {
    EXPECT_EQ(actual.sharedWavefronts, expected.sharedWavefronts) << where;
    EXPECT_EQ(actual.tagWavefronts, expected.tagWavefronts) << where;
    EXPECT_EQ(actual.dataWavefronts, expected.dataWavefronts) << where;
    EXPECT_EQ(actual.transactions, expected.transactions) << where;
    EXPECT_TRUE(actual == expected) << where;
}

TEST(TallyTest, EqualsThePlainSumOfRandomAccesses) {
    for (const Architecture& row : architectures()) {
        AccessGenerator random(17);
        Tally tally(row);
        std::vector<WarpAccess> accesses;
        for (int i = 0; i < 1500; ++i) {
            const auto space = static_cast<Space>(random.below(2) != 0 ? random.below(2) : random.below(5));
            if (space == Space::Texture) {
                continue;
            }
            accesses.push_back(random.next(space, space == Space::Global ? std::uint64_t{1} << 32 : 32768));
            accesses.back().site = static_cast<std::uint32_t>(random.below(5));
            tally.access(accesses.back());
        }
        expectEqual(tallied(tally), plainSum(accesses, row), std::string(row.name));
    }
}

/// Who knows how the lanes lie says nothing else by it.
TEST(TallyTest, CountsEightsAsItCountsTheirAddresses) {
    for (const Architecture& row : architectures()) {
        AccessGenerator random(29);
        Tally told(row), found(row);
        DramTally toldTraffic, foundTraffic;
        for (int i = 0; i < 1500; ++i) {
            const auto space = static_cast<Space>(random.below(2));
            const auto operation = static_cast<Operation>(random.below(3));
            const int width = 1 << random.below(5);
            const Eights eights = random.below(2) != 0 ? Eights::InARow : Eights::Same;
            const std::uint64_t step = eights == Eights::InARow ? static_cast<std::uint64_t>(width) : 0;
            std::array<std::uint64_t, 4> start{};
            const bool alike = random.below(2) != 0; // as rows of a tile are
            for (std::size_t k = 0; k < start.size(); ++k)
                start[k] = alike && k != 0 ? start[0] + k * 8 * step : random.below(2048) * 16;
            const WarpAccess access = makeAccess(space, operation, width, [&](std::uint64_t lane) {
                return start[lane / 8] + lane % 8 * step;
            });
            told.accessInEights(access, eights);
            found.access(access);
            toldTraffic.accessInEights(access, eights);
            foundTraffic.access(access);
        }
        expectEqual(tallied(told), tallied(found), std::string(row.name));
        EXPECT_EQ(toldTraffic.traffic(row), foundTraffic.traffic(row)) << row.name;
    }
}

/// Each base once through a tally that has seen many others of the same shape: a memory keyed too coarsely
/// shows.
TEST(TallyTest, RemembersNothingThatDependsOnTheBase) {
    const Architecture& row = rowOf("9.0");
    AccessGenerator random(23);
    for (const std::int64_t stride :
         {4, 8, 12, 60, 128, 132, 256, 512, 1024, 4096, 16384, 1 << 20, -4, -128, -4100}) {
        for (const std::uint32_t mask : {~0U, 0xffffU, 0xfffffffeU, 0x80000001U, 0x11111110U}) {
            for (const Operation operation : {Operation::Load, Operation::Store}) {
                Tally tally(row);
                Counts before;
                for (int i = 0; i < 300; ++i) {
                    const std::uint64_t base =
                        (std::uint64_t{1} << 32) + 4 * random.below(i % 2 ? 1U << 26 : 1U << 12);
                    const WarpAccess access = makeAccess(
                        Space::Global, operation, 4,
                        [&](std::uint64_t lane) { return base + lane * static_cast<std::uint64_t>(stride); },
                        mask);
                    tally.access(access);
                    Counts expected = before;
                    expected += count(access, row);
                    before = tallied(tally);
                    ASSERT_EQ(before.sharedWavefronts, expected.sharedWavefronts) << describe(access, row);
                    ASSERT_EQ(before.tagWavefronts, expected.tagWavefronts) << describe(access, row);
                    ASSERT_EQ(before.dataWavefronts, expected.dataWavefronts) << describe(access, row);
                    ASSERT_TRUE(before == expected) << describe(access, row);
                }
            }
        }
    }
}

/// The same for the other spaces and rules, whose counts depend on less of the base: few shapes, many bases.
TEST(TallyTest, RemembersNothingThatDependsOnTheBaseInAnySpace) {
    for (const char* capability : {"1.0", "1.3", "2.0", "3.5", "7.0", "9.0"}) {
        const Architecture& row = rowOf(capability);
        AccessGenerator random(31);
        for (const Space space : {Space::Shared, Space::Global, Space::Local, Space::Constant}) {
            for (const std::uint64_t width : {1U, 2U, 4U, 8U, 16U}) {
                for (const std::uint64_t stride : {0U, 1U, 2U, 3U, 5U, 8U, 16U, 32U}) {
                    for (const Rules& rules : {Rules{}, Rules{BroadcastChoice::Fixed, 8, false}}) {
                        Tally tally(row, rules);
                        Counts before;
                        for (int i = 0; i < 40; ++i) {
                            const std::uint64_t base = random.below(1024);
                            const WarpAccess access = makeAccess(
                                space, Operation::Load, static_cast<int>(width),
                                [&](std::uint64_t lane) { return (base + lane * stride) * width; });
                            tally.access(access);
                            Counts expected = before;
                            expected += count(access, row, rules);
                            before = tallied(tally);
                            ASSERT_TRUE(before == expected) << describe(access, row);
                        }
                    }
                }
            }
        }
    }
}

TEST(TallyTest, TilesAndSharedRulesToo) {
    for (const char* capability : {"1.0", "1.3", "2.0", "3.5", "7.0", "9.0"}) {
        const Architecture& row = rowOf(capability);
        AccessGenerator random(29);
        for (const Space space : {Space::Shared, Space::Global, Space::Local, Space::Constant}) {
            for (const Rules& rules : {Rules{}, Rules{BroadcastChoice::Best, 8, false}}) {
                Tally tally(row, rules);
                Counts before;
                for (int i = 0; i < 400; ++i) {
                    const std::uint64_t width = std::uint64_t{1} << random.below(5);
                    const std::uint64_t base = random.below(4096) * width;
                    const std::uint64_t pitch = random.below(40) * width;
                    const std::uint64_t shift = random.below(6);
                    const Operation operation =
                        random.below(2) != 0 || space == Space::Constant ? Operation::Load : Operation::Store;
                    const WarpAccess access =
                        makeAccess(space, operation, static_cast<int>(width), [&](std::uint64_t lane) {
                            return base + (lane >> shift) * pitch + (lane & ((1U << shift) - 1)) * width;
                        });
                    tally.access(access);
                    Counts expected = before;
                    expected += count(access, row, rules);
                    before = tallied(tally);
                    ASSERT_TRUE(before == expected) << describe(access, row);
                }
            }
        }
    }
}

TEST(TallyTest, ManyPatternsPushEachOtherOutWithoutLoss) {
    const Architecture& row = rowOf("9.0");
    Tally tally(row);
    std::vector<WarpAccess> accesses;
    for (std::uint64_t i = 0; i < 6000; ++i) {
        accesses.push_back(makeAccess(Space::Global, Operation::Load, 4,
                                      [i](std::uint64_t lane) { return 4 * (i + lane * (i % 700)); }));
        accesses.back().site = static_cast<std::uint32_t>(i % 3);
        tally.access(accesses.back());
    }
    expectEqual(tallied(tally), plainSum(accesses, row), "6000 patterns");
}

TEST(TallyTest, BadAccessesThrowEachTime) {
    Tally tally(rowOf("9.0"));
    const WarpAccess odd =
        makeAccess(Space::Shared, Operation::Load, 4, [](std::uint64_t lane) { return 4 * lane + 2; });
    EXPECT_THROW(tally.access(odd), std::invalid_argument);
    EXPECT_THROW(tally.access(odd), std::invalid_argument);
    EXPECT_TRUE(tally.report().sites.empty());
}

} // namespace
} // namespace lanescope::model::test
