// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"

#include "model/memory/tally.h"
#include "model/trace.h"

#include <gtest/gtest.h>

#include <tuple>

namespace lanescope::model::test {
namespace {

constexpr Dim3 kGrid{3, 2, 2};
constexpr std::uint32_t kWarps = 4;
constexpr std::uint32_t kSteps = 5;

WarpAccess stepOf(std::uint32_t block, std::uint32_t warp, std::uint32_t step) {
    WarpAccess access = makeAccess(
        step % 2 != 0 ? Space::Shared : Space::Global, step % 3 != 0 ? Operation::Load : Operation::Store, 4,
        [&](std::uint64_t lane) { return 4 * (lane * (step + 1) + 1000 * warp + 100 * block); });
    access.block = indexAt(block, kGrid);
    access.warp = warp;
    access.site = step;
    return access;
}

/// A run: blocks dealt to workers, the warps of a block interleaved, each in its program order.
void run(AccessSink& sink, std::size_t workers, std::uint32_t seed) {
    AccessGenerator random(seed);
    std::vector<std::unique_ptr<AccessSink>> forks;
    for (std::size_t i = 0; i < workers; ++i) {
        forks.push_back(sink.fork());
    }
    std::vector<std::uint32_t> blocks(kGrid.count());
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        blocks[i] = i;
        std::swap(blocks[i], blocks[random.below(i + 1)]);
    }
    for (const std::uint32_t block : blocks) {
        AccessSink& fork = *forks[random.below(workers)];
        std::array<std::uint32_t, kWarps> next{};
        for (std::uint32_t left = kWarps * kSteps; left > 0;) {
            const auto warp = static_cast<std::uint32_t>(random.below(kWarps));
            if (next[warp] < kSteps) {
                fork.access(stepOf(block, warp, next[warp]++));
                --left;
            }
        }
    }
    for (auto& fork : forks) {
        sink.join(*fork);
    }
}

TEST(TraceTest, IsInOrderHoweverTheBlocksWereDealt) {
    for (const std::size_t workers : {1U, 2U, 3U, 7U}) {
        Trace trace;
        run(trace, workers, static_cast<std::uint32_t>(workers));
        ASSERT_EQ(trace.accesses().size(), kGrid.count() * kWarps * kSteps);
        std::size_t at = 0;
        for (std::uint32_t block = 0; block < kGrid.count(); ++block) {
            for (std::uint32_t warp = 0; warp < kWarps; ++warp) {
                for (std::uint32_t step = 0; step < kSteps; ++step, ++at) {
                    const WarpAccess expected = stepOf(block, warp, step);
                    EXPECT_EQ(trace.accesses()[at].block, expected.block);
                    EXPECT_EQ(trace.accesses()[at].warp, warp);
                    EXPECT_EQ(trace.accesses()[at].site, step);
                    EXPECT_EQ(trace.accesses()[at].address, expected.address);
                }
            }
        }
    }
}

TEST(TraceTest, KeepsLaunchesInOrderWithinAWarp) {
    Trace trace;
    run(trace, 3, 5);
    run(trace, 2, 6);
    ASSERT_EQ(trace.accesses().size(), 2 * kGrid.count() * kWarps * kSteps);
    for (std::uint32_t step = 0; step < 2 * kSteps; ++step) {
        EXPECT_EQ(trace.accesses()[step].site, step % kSteps)
            << "warp 0 of block 0: one launch, then the other";
    }
}

TEST(TraceTest, KeepsFootprintsOfItsOwn) {
    Trace trace;
    {
        const auto fork = trace.fork();
        for (std::uint32_t i = 0; i < 100; ++i) {
            TexelFootprint footprint;
            footprint.texture = i;
            WarpAccess access;
            access.space = Space::Texture;
            access.activeMask = 1;
            access.warp = 99 - i;
            access.footprint = &footprint;
            fork->access(access);
        }
        trace.join(*fork);
    }
    ASSERT_EQ(trace.accesses().size(), 100U);
    for (std::uint32_t i = 0; i < 100; ++i) {
        EXPECT_EQ(trace.accesses()[i].warp, i);
        EXPECT_EQ(trace.accesses()[i].footprint->texture, 99 - i);
    }
}

TEST(TallyForks, GiveTheSameReportHoweverTheBlocksWereDealt) {
    Tally alone(rowOf("9.0"));
    run(alone, 1, 1);
    const Report expected = alone.report();
    EXPECT_EQ(expected.sites.size(), kSteps);
    for (const std::size_t workers : {2U, 5U}) {
        Tally tally(rowOf("9.0"));
        run(tally, workers, 9);
        const Report report = tally.report();
        ASSERT_EQ(report.sites.size(), expected.sites.size());
        for (std::size_t i = 0; i < report.sites.size(); ++i) {
            EXPECT_EQ(report.sites[i].site, expected.sites[i].site);
            EXPECT_EQ(report.sites[i].space, expected.sites[i].space);
            EXPECT_EQ(report.sites[i].direction, expected.sites[i].direction);
            EXPECT_TRUE(report.sites[i].counts == expected.sites[i].counts);
        }
    }
}

TEST(FanoutTest, EverySinkSeesEveryAccess) {
    Trace traceAlone;
    Tally tallyAlone(rowOf("2.0"));
    run(traceAlone, 3, 4);
    run(tallyAlone, 3, 4);
    Trace trace;
    Tally tally(rowOf("2.0"));
    Fanout fanout({&trace, &tally});
    run(fanout, 3, 4);
    EXPECT_EQ(trace.accesses().size(), traceAlone.accesses().size());
    EXPECT_TRUE(tally.report().total() == tallyAlone.report().total());
    EXPECT_GT(tally.report().total().transactions, 0U);
    fanout.access(stepOf(0, 0, 0));
    EXPECT_EQ(trace.accesses().size(), traceAlone.accesses().size() + 1);
}

TEST(Sinks, JoinOnlyTheirOwnKind) {
    Trace trace;
    Tally tally(rowOf("9.0"));
    Fanout both({&trace, &tally});
    Fanout one({&trace});
    EXPECT_THROW(trace.join(tally), std::invalid_argument);
    EXPECT_THROW(tally.join(trace), std::invalid_argument);
    EXPECT_THROW(both.join(one), std::invalid_argument);
}

TEST(ReportTest, TotalsAddUp) {
    Tally tally(rowOf("9.0"));
    const auto linear = [](std::uint64_t lane) { return 4 * lane; };
    for (const auto& [space, operation, site] :
         {std::tuple{Space::Global, Operation::Load, 3U}, std::tuple{Space::Global, Operation::Store, 1U},
          std::tuple{Space::Shared, Operation::Load, 3U}, std::tuple{Space::Constant, Operation::Load, 2U},
          std::tuple{Space::Global, Operation::Reduction, 1U},
          std::tuple{Space::Global, Operation::Atomic, 1U}}) {
        WarpAccess access = makeAccess(space, operation, 4, linear);
        access.site = site;
        tally.access(access);
    }
    const Report report = tally.report();
    EXPECT_EQ(report.architecture, &rowOf("9.0"));
    EXPECT_EQ(report.total(Space::Global, Direction::Load).sectors, 4U);
    EXPECT_EQ(report.total(Space::Global, Direction::Atomic).accesses, 2U)
        << "atomics and reductions are one";
    EXPECT_EQ(report.total(Space::Global).sectors, 16U);
    EXPECT_EQ(report.total(Space::Shared).bytesRequested, 128U);
    EXPECT_EQ(report.total().accesses, 6U);
    EXPECT_EQ(report.total().bytesRequested, 4 * 128U) << "shared and constant memory have no transactions";
    EXPECT_DOUBLE_EQ(report.total().efficiency(), 1.0);
    ASSERT_EQ(report.sites.size(), 5U);
    for (std::size_t i = 1; i < report.sites.size(); ++i) {
        const auto key = [](const SiteCounts& s) { return std::tuple(s.site, s.space, s.direction); };
        EXPECT_LT(key(report.sites[i - 1]), key(report.sites[i]));
    }
}

} // namespace
} // namespace lanescope::model::test
