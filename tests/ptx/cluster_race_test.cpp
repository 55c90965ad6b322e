// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Races and reads of nothing in the shared memory of a cluster's blocks.
#include "check_kernels.h"

namespace lanescope::ptx {
namespace {

class ClusterRace : public CheckKernels {
protected:
    std::string file() const override { return "clusters"; }
    static std::uint32_t line(const std::string& mark) { return lineOf(mark, "clusters"); }
    /// What is found in shared memory.
    std::vector<Finding> runPairs(const std::string& kernel, std::uint32_t threads = 64) {
        out = runner->buffer(std::vector<int>(256), "out");
        auto found = run(kernel, {4, 1, 1}, {threads, 1, 1}, Parameters().add(out));
        std::erase_if(found, [](const Finding& finding) {
            return !isOfChecks(finding.kind) || finding.space != model::Space::Shared;
        });
        return found;
    }
    void expectNone(const std::string& kernel, std::uint32_t threads = 64) {
        const auto found = runPairs(kernel, threads);
        EXPECT_TRUE(found.empty()) << kernel << "\n" << texts(found);
    }
    /// The race of these two lines, in either order; fails when it is not there.
    Finding pair(const std::string& kernel, const std::string& one, const std::string& other,
                 std::uint32_t threads = 64) {
        const auto found = runPairs(kernel, threads);
        for (const Finding& finding : found) {
            if (finding.kind != FindingKind::Race) continue;
            const std::uint32_t later = finding.access->line, earlier = finding.earlier->line;
            if ((later == line(one) && earlier == line(other)) ||
                (later == line(other) && earlier == line(one)))
                return finding;
        }
        ADD_FAILURE() << kernel << ": no race of " << one << " with " << other << " in\n" << texts(found);
        Finding none;
        none.access.emplace();
        none.earlier.emplace();
        return none;
    }
    static bool says(const Finding& finding, const std::string& text) {
        return finding.text().find(text) != std::string::npos;
    }
    std::uint64_t out = 0;
};
INSTANTIATE_TEST_SUITE_P(Ptx, ClusterRace, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(ClusterRace, BlocksMeetBeforeAndAfterTheyReadEachOther) {
    expectNone("exchangeRight");
    const auto values = runner->read<int>(out, 128);
    EXPECT_EQ(values[0], 64 + 63);
    EXPECT_EQ(values[64], 63);
    for (const char* kernel : {"exchangeTooEarly", "exchangeTooLate"}) {
        const bool early = std::string(kernel) == "exchangeTooEarly";
        const Finding race = pair(kernel, early ? "ownWrite" : "ownAgain", "otherRead");
        EXPECT_EQ(race.array, "box");
        EXPECT_EQ(race.bytes, 4U);
        // block 0 and 1, or 2 and 3
        EXPECT_EQ(race.access->block.x ^ race.earlier->block.x, 1U);
        EXPECT_EQ(race.access->thread.x, 63 - race.earlier->thread.x);
        EXPECT_TRUE(says(race, "shared memory of block (")) << race.text();
        EXPECT_TRUE(says(race, "cluster.sync()")) << race.text();
    }
}

TEST_P(ClusterRace, BlocksWriteIntoOneWord) {
    expectNone("collectAtomically");
    EXPECT_EQ(runner->read<int>(out, 1)[0], 128);
    expectNone("collectOneValue");
    const Finding plain = pair("collectPlainly", "oneWord", "oneWord");
    EXPECT_EQ(plain.array, "word");
    EXPECT_NE(plain.access->block, plain.earlier->block);
    const auto narrow = runPairs("collectNarrowly");
    ASSERT_EQ(narrow.size(), 1U) << texts(narrow);
    EXPECT_TRUE(GetParam() || narrow[0].line == line("narrowCount"));
    EXPECT_NE(narrow[0].access->block, narrow[0].earlier->block);
    EXPECT_TRUE(says(narrow[0], "block scope does not reach other blocks")) << narrow[0].text();
}

TEST_P(ClusterRace, ThreadsOfOneBlockWriteIntoAnother) {
    const Finding race = pair("collectOfOneBlock", "threadsOfOne", "threadsOfOne");
    EXPECT_EQ(race.access->block, race.earlier->block);
    EXPECT_EQ(race.access->block.x % 2, 1U);
    EXPECT_TRUE(says(race, "shared memory of block (0,0,0)")) << race.text();
}

TEST_P(ClusterRace, WhatIsReleasedIsAcquiredElsewhere) {
    expectNone("publishRight", 32);
    EXPECT_EQ(runner->read<int>(out, 1)[0], 42);
    const Finding race = pair("publishWrong", "published", "subscribed", 32);
    EXPECT_EQ(race.array, "value");
}

TEST_P(ClusterRace, AnMbarrierOrdersWhatAnotherBlockDelivers) {
    expectNone("deliverRight", 32);
    EXPECT_EQ(runner->read<int>(out, 2), (std::vector<int>{131, 130}));
    const Finding race = pair("deliverWrong", "delivered", "received", 32);
    EXPECT_EQ(race.array, "box");
    EXPECT_EQ(race.access->thread.x, 31 - race.earlier->thread.x);
}

TEST_P(ClusterRace, WhatNobodyHasWrittenElsewhere) {
    const auto found = runPairs("readUnwritten");
    ASSERT_EQ(found.size(), 1U) << texts(found);
    EXPECT_EQ(found[0].kind, FindingKind::UninitialisedRead);
    EXPECT_EQ(found[0].line, line("unwrittenRead"));
    EXPECT_EQ(found[0].array, "box");
    EXPECT_EQ(found[0].offset, 128U);
    EXPECT_EQ(found[0].count, 4U * 32);
    EXPECT_TRUE(says(found[0], "shared memory of block (1,0,0)")) << found[0].text();
    runner->config.checks.uninitialised = false;
    expectNone("readUnwritten");
}

} // namespace
} // namespace lanescope::ptx
