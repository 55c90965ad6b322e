// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Synchronisation that is hard to see through: right forms have no finding, forms that look right have
// theirs.
#include "check_kernels.h"

namespace lanescope::ptx {
namespace {

class Ordering : public CheckKernels {
protected:
    std::string file() const override { return "ordering"; }
    static std::uint32_t line(const std::string& mark) { return lineOf(mark, "ordering"); }
    std::uint64_t reals(std::size_t count) {
        std::vector<float> values(count);
        std::iota(values.begin(), values.end(), 1.0F);
        return runner->buffer(values, "in");
    }
    /// Both forms of a kernel: the right one finds nothing; gives what the wrong one finds.
    std::vector<Finding> both(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                              const Parameters& parameters, const std::function<void()>& again = {}) {
        const auto right = run(kernel + "Right", grid, block, parameters);
        EXPECT_TRUE(right.empty()) << texts(right);
        if (again) again();
        return run(kernel + "Wrong", grid, block, parameters);
    }
    /// Whether these lines race, in either order, and no others do.
    static void expectOnly(const std::vector<Finding>& findings, const std::string& one,
                           const std::string& other) {
        const auto a = line(one), b = line(other);
        EXPECT_FALSE(findings.empty()) << one << " and " << other;
        for (const Finding& finding : findings) {
            ASSERT_EQ(finding.kind, FindingKind::Race) << finding.text();
            ASSERT_TRUE(finding.access && finding.earlier) << finding.text();
            const auto later = finding.access->line, earlier = finding.earlier->line;
            EXPECT_TRUE((later == a && earlier == b) || (later == b && earlier == a)) << finding.text();
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Ptx, Ordering, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(Ordering, ANumberTakenFromAQueue) {
    const std::uint64_t taken = zeros(4), out = zeros(5 * 64 * 4);
    const auto wrong = both("workQueue", {}, {64, 1, 1}, Parameters().add(taken).add(out).add(5),
                            [&] { std::ranges::fill(runner->memory.view(taken, 4), std::byte{0}); });
    expectOnly(wrong, "queueWrite", "queueRead");
    EXPECT_EQ(wrong[0].array, "next");
}

TEST_P(Ordering, TilesThatAreFilledAgain) {
    const std::uint64_t a = reals(16 * 48), b = reals(48 * 16), c = zeros(1024);
    const auto wrong = both("product", {}, {16, 16, 1}, Parameters().add(a).add(b).add(c).add(48));
    bool found = false;
    for (const Finding& finding : wrong)
        found =
            found || (finding.access->line == line("tileFill") && finding.earlier->line == line("tileUse"));
    EXPECT_TRUE(found) << texts(wrong);
    // one tile alone is not overwritten
    EXPECT_TRUE(run("productWrong", {}, {16, 16, 1}, Parameters().add(a).add(b).add(c).add(16)).empty());
}

TEST_P(Ordering, AScanInOneArray) {
    const std::uint64_t in = numbers(128), out = zeros(512);
    const auto wrong = both("scan", {}, {128, 1, 1}, Parameters().add(in).add(out),
                            [&] { EXPECT_EQ(runner->read<int>(out, 128)[127], 128 * 129 / 2); });
    expectOnly(wrong, "scanRead", "scanWrite");
}

TEST_P(Ordering, AWarpSortsAloneAfterAllHaveWritten) {
    std::vector<int> keys(128);
    for (int i = 0; i < 128; ++i) keys[static_cast<std::size_t>(i)] = i * 37 % 128;
    const std::uint64_t in = runner->buffer(keys, "in"), out = zeros(512);
    const auto wrong = both("sort", {}, {128, 1, 1}, Parameters().add(in).add(out), [&] {
        const auto sorted = runner->read<int>(out, 128);
        for (int i = 0; i < 128; ++i) EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
    });
    EXPECT_FALSE(wrong.empty());
    for (const Finding& finding : wrong)
        EXPECT_NE(finding.access->warp, finding.earlier->warp) << finding.text();
}

TEST_P(Ordering, TilesOfAWarpAreInOrderByThemselves) {
    expectOnly(both("tiles", {}, {64, 1, 1}, Parameters().add(zeros(256))), "partWrite", "partRead");
}

TEST_P(Ordering, LanesThatHaveExitedAreWaitedForByName) {
    const std::uint64_t out = zeros(128);
    runner->config.checks.uninitialised = false; // half of them read before any writes
    for (const bool upper : {false, true})
        expectOnly(both("gone", {}, {32, 1, 1}, Parameters().add(out).add(upper)), "goneWrite", "goneRead");
    // in every block lanes exit before the others meet: that orders nothing in the block after it
    for (const std::uint32_t blocks : {1U, 3U})
        for (const bool upper : {false, true}) {
            const auto wrong = run("goneWrong", {blocks, 1, 1}, {32, 1, 1}, Parameters().add(out).add(upper));
            ASSERT_EQ(wrong.size(), 1U) << texts(wrong);
            EXPECT_EQ(wrong[0].count, blocks * 16);
        }
}

TEST_P(Ordering, WhatOneBlockKnewTheNextDoesNot) {
    // lanes that have exited are known up to their end; in the block after it their time goes on
    const std::uint64_t out = zeros(128);
    for (const bool upper : {false, true}) {
        const auto found = run("goneThenRace", {2, 1, 1}, {32, 1, 1}, Parameters().add(out).add(upper));
        ASSERT_EQ(found.size(), 1U) << texts(found);
        EXPECT_EQ(found[0].block, (model::Dim3{1, 0, 0}));
        expectOnly(found, "nextWrite", "nextRead");
    }
}

TEST_P(Ordering, ABarrierOfAWarpAtTwoPlaces) {
    const std::uint64_t out = zeros(128);
    const auto wrong = both("branches", {}, {32, 1, 1}, Parameters().add(out), [&] {
        const auto values = runner->read<int>(out, 32);
        for (int i = 0; i < 32; ++i)
            EXPECT_EQ(values[static_cast<std::size_t>(i)], i % 2 == 0 ? 2 * (i + 1) + 1 : i - 1 + 2);
    });
    EXPECT_FALSE(wrong.empty());
}

TEST_P(Ordering, ALockWithoutFencesOrdersNothing) {
    const std::uint64_t out = zeros(4);
    expectOnly(both("lock", {}, {64, 1, 1}, Parameters().add(out),
                    [&] { EXPECT_EQ(runner->read<int>(out, 1)[0], 63 * 64 / 2); }),
               "counted", "counted");
}

TEST_P(Ordering, ATicketMustReleaseWhatItsHolderDid) {
    const std::uint64_t out = zeros(4);
    expectOnly(both("tickets", {}, {128, 1, 1}, Parameters().add(out),
                    [&] { EXPECT_EQ(runner->read<int>(out, 1)[0], 32 + 64 + 96); }),
               "ticketCount", "ticketCount");
}

TEST_P(Ordering, ACopyBeginsBeforeItIsWaitedFor) {
    const Parameters parameters = Parameters().add(reals(64 * 5)).add(zeros(256)).add(5);
    const auto two = both("stages", {}, {64, 1, 1}, parameters);
    ASSERT_FALSE(two.empty());
    for (const Finding& finding : two)
        EXPECT_TRUE(finding.access->line == line("stageRead") || finding.earlier->line == line("stageRead"))
            << finding.text();
    const auto three = both("threeStages", {}, {64, 1, 1}, parameters);
    ASSERT_FALSE(three.empty());
    for (const Finding& finding : three) EXPECT_EQ(finding.access->line, line("readThree")) << finding.text();
}

TEST_P(Ordering, SlotsThatAreFilledBeforeTheyAreEmpty) {
    const std::uint64_t in = numbers(128), out = zeros(512);
    expectOnly(both("slots", {}, {64, 1, 1}, Parameters().add(in).add(out)), "slotFill", "slotEmpty");
}

TEST_P(Ordering, WhatThreadZeroFoundOut) {
    const std::uint64_t arrived = zeros(4);
    expectOnly(both("lastBlock", {4, 1, 1}, {64, 1, 1}, Parameters().add(arrived).add(zeros(256))),
               "lastWrite", "lastRead");
}

TEST_P(Ordering, BinsOfOneWarp) {
    const std::uint64_t in = numbers(64), out = zeros(256);
    const auto wrong = both("bins", {}, {64, 1, 1}, Parameters().add(in).add(out));
    ASSERT_FALSE(wrong.empty());
    for (const Finding& finding : wrong) {
        EXPECT_NE(finding.access->warp, finding.earlier->warp) << finding.text();
        EXPECT_NE(finding.text().find("updates"), std::string::npos) << finding.text();
    }
}

TEST_P(Ordering, HalvesOfANumber) {
    const auto wrong = both("halves", {}, {32, 1, 1}, Parameters().add(zeros(256)));
    ASSERT_FALSE(wrong.empty());
    for (const Finding& finding : wrong) {
        EXPECT_EQ(finding.access->line, line("halfRead")) << finding.text();
        EXPECT_EQ(finding.bytes, 4U) << finding.text();
    }
}

TEST_P(Ordering, WhatIsNotChosenIsNotRead) {
    const std::uint64_t out = zeros(512);
    for (const int set : {0, 3}) {
        const auto found = run("chosenAway", {}, {32, 1, 1}, Parameters().add(out).add(set));
        EXPECT_TRUE(found.empty()) << texts(found);
    }
    for (const int n : {1, 20, 64}) {
        const auto found = run("madeUp", {}, {64, 1, 1}, Parameters().add(numbers(64)).add(out).add(n));
        EXPECT_TRUE(found.empty()) << texts(found);
    }
}

TEST_P(Ordering, WhatIsChosenIsRead) {
    // as the kernel above, but for the half of the lanes that take what is not there
    const std::uint64_t out = zeros(128);
    const auto found = run("chosen", {}, {32, 1, 1}, Parameters().add(out).add(16).add(0));
    ASSERT_EQ(found.size(), 1U) << texts(found);
    EXPECT_EQ(found[0].line, line("chosenRead"));
    EXPECT_EQ(found[0].count, 16U);
    EXPECT_EQ(found[0].access->lane, 16);
    EXPECT_EQ(found[0].array, "total");
}

TEST_P(Ordering, ReadsThatNobodyHasFilled) {
    const std::uint64_t in = numbers(64), out = zeros(128);
    runner->config.dynamicSharedBytes = 64 * 4;
    const auto odd = both("odd", {}, {64, 1, 1}, Parameters().add(in).add(out).add(50),
                          [&] { EXPECT_EQ(runner->read<int>(out, 1)[0], 50 * 51 / 2); });
    ASSERT_EQ(odd.size(), 1U) << texts(odd);
    EXPECT_EQ(odd[0].line, line("oddSum"));
    EXPECT_EQ(odd[0].offset, 50U * 4);
    runner->config.dynamicSharedBytes = 0;
    const auto handed = run("handedOn", {}, {32, 1, 1}, Parameters().add(out));
    ASSERT_EQ(handed.size(), 1U) << texts(handed);
    EXPECT_EQ(handed[0].access->lane, 5);
    EXPECT_EQ(handed[0].count, 1U);
    const auto first = run("uncounted", {}, {64, 1, 1}, Parameters().add(out));
    ASSERT_EQ(first.size(), 1U) << texts(first);
    EXPECT_EQ(first[0].kind, FindingKind::UninitialisedRead);
}

} // namespace
} // namespace lanescope::ptx
